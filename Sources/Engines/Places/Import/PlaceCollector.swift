import Geodesy
import OSMFiles

/// What an extract says about places, as read: ways and relations first, then the nodes they need.
///
/// - Thread: confined.
struct PlaceCollector {
  /// A thing with a name or an address, before its shape is known.
  struct Found {
    /// In the notation of OpenStreetMap: 0 node, 1 way, 2 relation, and the number.
    var source: Int64
    /// Nil for what has an address only.
    var match: PlaceRules.Match?
    var names: [String]
    var details: PlaceDetails
    /// Where its shape is.
    var shape: Shape
  }

  enum Shape {
    case point(FixedPosition)
    /// A part of `refs`.
    case line(Range<Int>)
    /// Ways of an area, and the node that stands for it.
    case members([Int64])
  }

  struct Street {
    var id: Int64
    var names: [String]
    var category: String
    var importance: Int
    var postcode: String
    var refs: Range<Int>
  }

  struct Boundary {
    var found: Found
    var level: Int
  }

  /// A line along which houses are numbered, between nodes with numbers.
  struct Interpolation {
    var kind: String
    var details: PlaceDetails
    var refs: Range<Int>
  }

  private(set) var found: [Found] = []
  private(set) var streets: [Street] = []
  private(set) var boundaries: [Boundary] = []
  private(set) var interpolations: [Interpolation] = []
  private(set) var refs: [Int64] = []
  private(set) var memberRefs: [Int64: Range<Int>] = [:]
  private(set) var nodes = NeededNodes()
  /// Addresses of nodes at which numbering starts or ends, by node.
  private(set) var numbered: [Int64: PlaceDetails] = [:]
  private var interpolationNodes: Set<Int64> = []

  private static func source(_ kind: Int64, _ id: Int64) -> Int64 { (id &<< 2) | kind }

  mutating func addWay(id: Int64, refs wayRefs: some Collection<Int64>, tags: OSMTags) {
    guard wayRefs.count >= 2, wayRefs.count <= 100_000 else { return }
    if let kind = tags[.addrInterpolation] {
      interpolationNodes.formUnion(wayRefs)
      interpolations.append(
        Interpolation(kind: kind, details: PlaceDetails(tags), refs: append(wayRefs)))
      return
    }
    if tags[.name] != nil, let street = PlaceRules.street(tags) {
      streets.append(
        Street(
          id: PlaceCollector.source(1, id), names: PlaceDetails.names(tags),
          category: street.category, importance: street.importance,
          postcode: PlaceDetails.short(tags.first(.postalCode, .addrPostcode)),
          refs: append(wayRefs)))
      return
    }
    guard let item = item(PlaceCollector.source(1, id), tags, .line(0..<0)) else { return }
    found.append(item)
    found[found.count - 1].shape = .line(append(wayRefs))
  }

  mutating func addRelation(id: Int64, members: [OSMMember], tags: OSMTags) {
    guard members.count <= 5000, let type = tags[.type],
      type == "multipolygon" || type == "boundary"
    else { return }
    let ways = members.filter { $0.kind == .way && $0.role != "inner" }.map(\.ref)
    if let boundary = PlaceRules.boundary(tags) {
      boundaries.append(
        Boundary(
          found: Found(
            source: PlaceCollector.source(2, id), match: boundary.match,
            names: PlaceDetails.names(tags), details: PlaceDetails(tags), shape: .members(ways)),
          level: boundary.level))
    } else if let item = item(PlaceCollector.source(2, id), tags, .members(ways)) {
      found.append(item)
    }
  }

  private func item(_ source: Int64, _ tags: OSMTags, _ shape: Shape) -> Found? {
    let match = PlaceRules.match(tags)
    var details = PlaceDetails(tags)
    guard match != nil || (!details.number.isEmpty && !details.street.isEmpty) else { return nil }
    if match != nil { details.addService(tags) }
    return Found(
      source: source, match: match, names: match == nil ? [] : PlaceDetails.names(tags),
      details: details, shape: shape)
  }

  /// The ways that areas are made of; hand them to ``addMember(id:refs:)``.
  var members: Set<Int64> {
    var ids: Set<Int64> = []
    for item in found { if case .members(let ways) = item.shape { ids.formUnion(ways) } }
    for item in boundaries { if case .members(let ways) = item.found.shape { ids.formUnion(ways) } }
    return ids
  }

  mutating func addMember(id: Int64, refs wayRefs: some Collection<Int64>) {
    if memberRefs[id] == nil { memberRefs[id] = append(wayRefs) }
  }

  /// Call after the last way and before the first node.
  mutating func prepareNodes() { nodes = NeededNodes(refs) }

  mutating func addNode(id: Int64, position: FixedPosition, tags: OSMTags?) {
    if let index = nodes.find(id) { nodes.set(index, position) }
    guard let tags else { return }
    if interpolationNodes.contains(id) { numbered[id] = PlaceDetails(tags) }
    if let item = item(PlaceCollector.source(0, id), tags, .point(position)) { found.append(item) }
  }

  /// The known positions of a part of ``refs``.
  func positions(_ range: Range<Int>) -> [FixedPosition] {
    refs[range].compactMap { nodes.known($0).map { nodes.positions[$0] } }
  }

  /// The closed rings of an area's ways; those with a gap are left out.
  func rings(_ ways: [Int64]) -> [[FixedPosition]] {
    let lines = ways.compactMap { way in
      memberRefs[way].map { refs[$0].map { nodes.known($0).map { UInt32($0) } ?? .max } }
    }
    return RingAssembler.rings(lines.filter { !$0.contains(.max) }).map { ring in
      ring.map { nodes.positions[Int($0)] }
    }
  }

  private mutating func append(_ wayRefs: some Collection<Int64>) -> Range<Int> {
    let start = refs.count
    refs.append(contentsOf: wayRefs)
    return start..<refs.count
  }
}
