import Geodesy
import OSMFiles

/// What an extract says about streets, as read: ways first, then the nodes that they need.
///
/// - Thread: confined.
struct StreetCollector {
  struct Way {
    var id: Int64
    var attributes: UInt32
    var name: UInt32
    var firstNode: Int
    var nodeCount: Int
  }

  private(set) var ways: [Way] = []
  /// The nodes of all ways: identifiers.
  private(set) var refs: [Int64] = []
  private(set) var attributes: [StreetAttributes] = []
  private(set) var names: NameTable = NameTable()
  /// Seconds that ferries take, by way.
  private(set) var ferrySeconds: [Int: Double] = [:]
  private(set) var restrictions: [RawRestriction] = []
  private(set) var squares = SquareCollector()
  private var attributeNumbers: [StreetAttributes: UInt32] = [:]

  /// Filled by ``prepareNodes()``.
  private(set) var nodes = NeededNodes()
  private(set) var nodeFlags: [UInt8] = []

  /// Keeps a way if anyone can travel on it.
  ///
  /// - Returns: whether it was kept.
  @discardableResult
  mutating func addWay(id: Int64, refs wayRefs: some Collection<Int64>, tags: OSMTags) -> Bool {
    guard wayRefs.count >= 2, wayRefs.count <= 100_000 else { return false }
    let found = StreetRules.attributes(tags)
    addSquare(wayRefs, tags, found)
    guard let found else { return false }
    if found.kind == .ferry, let seconds = StreetRules.seconds(tags[.duration]), seconds > 0 {
      ferrySeconds[ways.count] = seconds
    }
    ways.append(
      Way(
        id: id, attributes: number(of: found), name: names.number(StreetCollector.name(tags)),
        firstNode: refs.count, nodeCount: wayRefs.count))
    refs.append(contentsOf: wayRefs)
    return true
  }

  /// Keeps a closed way that is an area to walk across.
  private mutating func addSquare(
    _ wayRefs: some Collection<Int64>, _ tags: OSMTags, _ found: StreetAttributes?
  ) {
    guard let square = SquareCollector.attributes(tags, found) else { return }
    let outline = Array(wayRefs)
    guard outline.count >= 4, outline.first == outline.last else { return }
    squares.add(
      SquareCollector.Square(
        attributes: number(of: square), name: names.number(StreetCollector.name(tags)),
        outline: outline, isStreet: found != nil))
  }

  mutating func addRelation(id: Int64, members: [OSMMember], tags: OSMTags) {
    if let restriction = RawRestriction(members: members, tags: tags) {
      restrictions.append(restriction)
    }
    if tags.has(.type, "multipolygon"), members.count <= 1000,
      let square = SquareCollector.attributes(tags, StreetRules.attributes(tags))
    {
      let lines = members.filter { $0.kind == .way }
      squares.add(
        SquareCollector.Square(
          attributes: number(of: square), name: names.number(StreetCollector.name(tags)),
          outline: [], outer: lines.filter { $0.role != "inner" }.map(\.ref),
          inner: lines.filter { $0.role == "inner" }.map(\.ref), isStreet: false))
    }
  }

  /// A way that an area is made of.
  mutating func addMember(id: Int64, refs: some Collection<Int64>) {
    squares.addMember(id: id, refs: refs)
  }

  /// Call after the last way and before the first node.
  mutating func prepareNodes() {
    nodes = NeededNodes(refs + squares.refs)
    nodeFlags = Array(repeating: 0, count: nodes.ids.count)
  }

  /// The number of a needed node.
  mutating func needed(_ id: Int64) -> Int? { nodes.find(id) }

  mutating func setNode(_ index: Int, position: FixedPosition, flags: BarrierRules.NodeFlags) {
    nodes.set(index, position)
    nodeFlags[index] = flags.rawValue
  }

  mutating func number(of found: StreetAttributes) -> UInt32 {
    if let known = attributeNumbers[found] { return known }
    let number = UInt32(attributes.count)
    attributes.append(found)
    attributeNumbers[found] = number
    return number
  }

  /// The name that a person sees on the sign.
  private static func name(_ tags: OSMTags) -> String {
    tags[.name] ?? tags[.ref] ?? ""
  }
}
