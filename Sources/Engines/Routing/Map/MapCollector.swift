import Geodesy
import OSMFiles

/// What an extract holds for the map, as read.
///
/// - Thread: confined.
struct MapCollector {
  /// A match with what is told of it.
  private typealias Item = (match: MapRules.Match, details: MapDetails)

  private struct Way {
    /// Nil for an object that is shown by its signs only.
    var item: Item?
    /// What stands in its middle.
    var signs: [Item]
    var refs: Range<Int>
  }

  private struct Area {
    var item: Item?
    var signs: [Item]
    var outer: [Int64]
    var inner: [Int64]
  }

  private var ways: [Way] = []
  private var areas: [Area] = []
  private var refs: [Int64] = []
  private var coasts: [Range<Int>] = []
  /// The lines of ways that are members of areas.
  private var memberRefs: [Int64: Range<Int>] = [:]
  /// The highest level of the borders that a way is part of.
  private var borders: [Int64: Int] = [:]
  private(set) var nodes = NeededNodes()
  /// Nodes that are features themselves.
  private var points: [(item: Item, position: FixedPosition)] = []

  mutating func addWay(id: Int64, refs wayRefs: some Collection<Int64>, tags: OSMTags) {
    guard wayRefs.count >= 2, wayRefs.count <= 100_000 else { return }
    let isClosed = wayRefs.count >= 4 && wayRefs.first == Array(wayRefs).last
    if MapRules.isCoast(tags) { coasts.append(append(wayRefs)) }
    let match = MapRules.way(tags, isClosed: isClosed)
    let signs = isClosed ? MapCollector.signs(tags, .way, id) : []
    guard match != nil || !signs.isEmpty else { return }
    ways.append(
      Way(
        item: match.map { ($0, MapDetails($0, tags, .way, id: id)) }, signs: signs,
        refs: append(wayRefs)))
  }

  mutating func addRelation(id: Int64, members: [OSMMember], tags: OSMTags) {
    guard members.count <= 5000 else { return }
    let lines = members.filter { $0.kind == .way }
    if let level = MapRules.borderLevel(tags) {
      for line in lines { borders[line.ref] = min(level, borders[line.ref] ?? level) }
    }
    guard tags.has(.type, "multipolygon") else { return }
    let match = MapRules.area(tags)
    let signs = MapCollector.signs(tags, .relation, id)
    guard match != nil || !signs.isEmpty else { return }
    areas.append(
      Area(
        item: match.map { ($0, MapDetails($0, tags, .relation, id: id)) }, signs: signs,
        outer: lines.filter { $0.role != "inner" }.map(\.ref),
        inner: lines.filter { $0.role == "inner" }.map(\.ref)))
  }

  /// What stands at an object besides its own shape: its sign, its house number, what it is to drivers.
  private static func signs(
    _ tags: OSMTags, _ kind: MapDetails.ObjectKind, _ id: Int64
  ) -> [Item] {
    [MapRules.poi(tags), MapRules.houseNumber(tags), MapRules.parkAndRide(tags)].compactMap {
      match in
      match.map { ($0, MapDetails($0, tags, kind, id: id)) }
    }
  }

  /// The ways that areas and borders are made of; hand them to ``addMember(id:refs:)``.
  var members: Set<Int64> {
    Set(areas.flatMap { $0.outer + $0.inner }).union(borders.keys)
  }

  mutating func addMember(id: Int64, refs wayRefs: some Collection<Int64>) {
    if memberRefs[id] == nil { memberRefs[id] = append(wayRefs) }
  }

  /// Call after the last way and before the first node.
  mutating func prepareNodes() { nodes = NeededNodes(refs) }

  mutating func setNode(_ id: Int64, _ position: FixedPosition) {
    if let index = nodes.find(id) { nodes.set(index, position) }
  }

  mutating func addNode(_ position: FixedPosition, id: Int64 = 0, tags: OSMTags) {
    if let match = MapRules.node(tags) {
      points.append(((match, MapDetails(match, tags, .node, id: id)), position))
    } else if let match = MapRules.poi(tags) {
      points.append(((match, MapDetails(match, tags, .node, id: id)), position))
    }
    if let match = MapRules.parkAndRide(tags) {
      points.append(((match, MapDetails(match, tags, .node, id: id)), position))
    }
    if let match = MapRules.houseNumber(tags) {
      points.append(((match, MapDetails(match, tags, .node, id: id)), position))
    }
  }

  /// Hands over all features whose geometry is complete.
  func build() -> MapFileBuilder {
    var builder = MapFileBuilder()
    let numbers = refs.map { nodes.known($0).map { UInt32($0) } ?? .max }
    let parts = buildingParts(numbers)
    for way in ways { add(way, numbers, parts, to: &builder) }
    for area in areas { add(area, numbers, parts, to: &builder) }
    for point in points {
      builder.add(point.item.match, point.item.details, rings: [[point.position]])
    }
    addBorders(numbers, to: &builder)
    addSea(numbers, to: &builder)
    return builder
  }

  private func add(
    _ way: Way, _ numbers: [UInt32], _ parts: PartsOfBuildings, to builder: inout MapFileBuilder
  ) {
    let line = numbers[way.refs].filter { $0 != .max }
    let points = line.map { nodes.positions[Int($0)] }
    if let item = way.item {
      if item.match.isArea {
        // An outline with a gap has another shape.
        guard line.count == way.refs.count, points.count >= 4 else { return }
        let outline = RingAssembler.oriented(points, isOutline: true)
        builder.add(
          item.match, MapCollector.marked(item, outline, parts), rings: [outline])
      } else if points.count >= 2 {
        builder.add(item.match, item.details, rings: [points])
      }
    }
    guard let middle = PartsOfBuildings.middle(points) else { return }
    for sign in way.signs { builder.add(sign.match, sign.details, rings: [[middle]]) }
  }

  private func add(
    _ area: Area, _ numbers: [UInt32], _ parts: PartsOfBuildings, to builder: inout MapFileBuilder
  ) {
    let polygons = RingAssembler.polygons(
      outer: rings(area.outer, numbers), inner: rings(area.inner, numbers))
    if let item = area.item {
      for polygon in polygons {
        builder.add(item.match, MapCollector.marked(item, polygon[0], parts), rings: polygon)
      }
    }
    guard
      let largest = polygons.map({ $0[0] }).max(by: {
        abs(RingAssembler.area($0)) < abs(RingAssembler.area($1))
      }), let middle = PartsOfBuildings.middle(largest)
    else { return }
    for sign in area.signs { builder.add(sign.match, sign.details, rings: [[middle]]) }
  }

  private func rings(_ members: [Int64], _ numbers: [UInt32]) -> [[FixedPosition]] {
    let lines = members.compactMap { memberRefs[$0].map { Array(numbers[$0]) } }
      .filter { !$0.contains(.max) }
    return RingAssembler.rings(lines).map { $0.map { nodes.positions[Int($0)] } }
  }

  private func buildingParts(_ numbers: [UInt32]) -> PartsOfBuildings {
    var parts = PartsOfBuildings()
    for way in ways where way.item?.match.kind == .buildingPart {
      let line = numbers[way.refs]
      if !line.contains(.max) { parts.add(line.map { nodes.positions[Int($0)] }) }
    }
    for area in areas where area.item?.match.kind == .buildingPart {
      for ring in rings(area.outer, numbers) { parts.add(ring) }
    }
    return parts
  }

  private static func marked(
    _ item: Item, _ outline: [FixedPosition], _ parts: PartsOfBuildings
  ) -> MapDetails {
    var details = item.details
    if item.match.kind == .building, parts.fill(outline) { details.flags.insert(.filledByParts) }
    return details
  }

  private func addBorders(_ numbers: [UInt32], to builder: inout MapFileBuilder) {
    for (way, level) in borders.sorted(by: { $0.key < $1.key }) {
      guard let range = memberRefs[way] else { continue }
      let points = numbers[range].filter { $0 != .max }.map { nodes.positions[Int($0)] }
      guard points.count >= 2 else { continue }
      var details = MapDetails()
      details.source = way > 0 && way < 1 << 50 ? UInt64(way) << 2 | 1 : 0
      builder.add(
        MapRules.Match(kind: .border, detail: String(level), isArea: false), details,
        rings: [points])
    }
  }

  /// The coast becomes areas of water; pieces of it that lead out of the extract are cut there.
  private func addSea(_ numbers: [UInt32], to builder: inout MapFileBuilder) {
    guard !coasts.isEmpty else { return }
    var pieces: [[FixedPosition]] = []
    for coast in coasts {
      var piece: [FixedPosition] = []
      for number in numbers[coast] {
        if number != .max {
          piece.append(nodes.positions[Int(number)])
        } else if !piece.isEmpty {
          pieces.append(piece)
          piece = []
        }
      }
      pieces.append(piece)
    }
    let streets = ways.lazy.filter { $0.item?.match.kind == .road || $0.item?.match.kind == .path }
      .flatMap { numbers[$0.refs] }.filter { $0 != .max }.map { nodes.positions[Int($0)] }
    guard let assembler = CoastAssembler(around: Array(streets) + pieces.joined()) else { return }
    for area in assembler.areas(pieces.filter { $0.count >= 2 }) {
      builder.add(
        MapRules.Match(kind: .water, detail: "sea", isArea: true), MapDetails(), rings: area)
    }
  }

  private mutating func append(_ wayRefs: some Collection<Int64>) -> Range<Int> {
    let start = refs.count
    refs.append(contentsOf: wayRefs)
    return start..<refs.count
  }
}
