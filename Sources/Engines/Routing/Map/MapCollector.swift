import Geodesy

/// What an extract holds for the map, as read.
///
/// - Thread: confined.
struct MapCollector {
  private struct Way {
    var match: MapRules.Match
    var name: String
    var base: Double
    var height: Double
    var refs: Range<Int>
  }

  private struct Area {
    var match: MapRules.Match
    var name: String
    var base: Double
    var height: Double
    var outer: [Int64]
    var inner: [Int64]
  }

  private var ways: [Way] = []
  private var areas: [Area] = []
  private var refs: [Int64] = []
  /// The lines of ways that are members of areas.
  private var memberRefs: [Int64: Range<Int>] = [:]
  private(set) var nodes = NeededNodes()
  /// Nodes that are features themselves.
  private var points: [(match: MapRules.Match, name: String, position: FixedPosition)] = []

  mutating func addWay(id: Int64, refs wayRefs: some Collection<Int64>, tags: OSMTags) {
    guard wayRefs.count >= 2, wayRefs.count <= 100_000 else { return }
    let isClosed = wayRefs.count >= 4 && wayRefs.first == Array(wayRefs).last
    guard let match = MapRules.way(tags, isClosed: isClosed) else { return }
    let heights = MapCollector.heights(match, tags)
    ways.append(
      Way(
        match: match, name: tags[.name] ?? tags[.ref] ?? "", base: heights.base,
        height: heights.height, refs: append(wayRefs)))
  }

  mutating func addRelation(id: Int64, members: [OSMMember], tags: OSMTags) {
    guard tags.has(.type, "multipolygon"), members.count <= 5000,
      let match = MapRules.area(tags)
    else { return }
    let heights = MapCollector.heights(match, tags)
    let lines = members.filter { $0.kind == .way }
    areas.append(
      Area(
        match: match, name: tags[.name] ?? "", base: heights.base, height: heights.height,
        outer: lines.filter { $0.role != "inner" }.map(\.ref),
        inner: lines.filter { $0.role == "inner" }.map(\.ref)))
  }

  /// The ways that areas are made of; hand them to ``addMember(id:refs:)``.
  var members: Set<Int64> { Set(areas.flatMap { $0.outer + $0.inner }) }

  mutating func addMember(id: Int64, refs wayRefs: some Collection<Int64>) {
    if memberRefs[id] == nil { memberRefs[id] = append(wayRefs) }
  }

  /// Call after the last way and before the first node.
  mutating func prepareNodes() { nodes = NeededNodes(refs) }

  mutating func setNode(_ id: Int64, _ position: FixedPosition) {
    if let index = nodes.find(id) { nodes.set(index, position) }
  }

  mutating func addNode(_ position: FixedPosition, tags: OSMTags) {
    if let match = MapRules.node(tags) { points.append((match, tags[.name] ?? "", position)) }
  }

  /// Hands over all features whose geometry is complete.
  func build() -> MapFileBuilder {
    var builder = MapFileBuilder()
    let numbers = refs.map { nodes.known($0).map { UInt32($0) } ?? .max }
    for way in ways {
      let line = numbers[way.refs].filter { $0 != .max }
      let points = line.map { nodes.positions[Int($0)] }
      if way.match.isArea {
        // An outline with a gap has another shape.
        guard line.count == way.refs.count, points.count >= 4 else { continue }
        builder.add(
          way.match, way.name, way.base, way.height,
          rings: [RingAssembler.oriented(points, isOutline: true)])
      } else if points.count >= 2 {
        builder.add(way.match, way.name, 0, 0, rings: [points])
      }
    }
    for area in areas { add(area, numbers, to: &builder) }
    for point in points { builder.add(point.match, point.name, 0, 0, rings: [[point.position]]) }
    return builder
  }

  private func add(_ area: Area, _ numbers: [UInt32], to builder: inout MapFileBuilder) {
    func rings(_ members: [Int64]) -> [[FixedPosition]] {
      let lines = members.compactMap { memberRefs[$0].map { Array(numbers[$0]) } }
        .filter { !$0.contains(.max) }
      return RingAssembler.rings(lines).map { $0.map { nodes.positions[Int($0)] } }
    }
    for polygon in RingAssembler.polygons(outer: rings(area.outer), inner: rings(area.inner)) {
      builder.add(area.match, area.name, area.base, area.height, rings: polygon)
    }
  }

  private mutating func append(_ wayRefs: some Collection<Int64>) -> Range<Int> {
    let start = refs.count
    refs.append(contentsOf: wayRefs)
    return start..<refs.count
  }

  private static func heights(_ match: MapRules.Match, _ tags: OSMTags) -> (
    base: Double, height: Double
  ) {
    match.kind == .building || match.kind == .buildingPart ? BuildingHeight.heights(tags) : (0, 0)
  }
}
