import OSMFiles

/// Areas that one can walk across, as read: squares mapped as closed ways or as multipolygons.
///
/// - Source: OpenStreetMap wiki, "Tag:highway=pedestrian" (areas), "Tag:place=square".
/// - Thread: confined.
struct SquareCollector {
  struct Square {
    /// Those of a way straight across it.
    var attributes: UInt32
    var name: UInt32
    /// The closed way's nodes; empty for a multipolygon.
    var outline: [Int64]
    /// The multipolygon's ways.
    var outer: [Int64] = []
    var inner: [Int64] = []
    /// Whether the outline is a street, too, so that one can walk along it.
    var isStreet: Bool
  }

  private(set) var squares: [Square] = []
  private var memberRefs: [Int64: [Int64]] = [:]

  mutating func add(_ square: Square) { squares.append(square) }

  /// The ways that multipolygons are made of; hand them to ``addMember(id:refs:)``.
  var members: Set<Int64> { Set(squares.flatMap { $0.outer + $0.inner }) }

  mutating func addMember(id: Int64, refs: some Collection<Int64>) {
    if memberRefs[id] == nil { memberRefs[id] = Array(refs) }
  }

  /// All nodes of outlines and holes, in no order.
  var refs: [Int64] { squares.flatMap(\.outline) + memberRefs.values.flatMap { $0 } }

  /// The closed rings of a square, outlines and holes alike; without those that have a gap.
  ///
  /// - Parameter number: the number of a node; nil for one that the extract lacks.
  func rings(_ square: Square, _ number: (Int64) -> UInt32?) -> [[UInt32]] {
    let lines =
      square.outline.isEmpty
      ? (square.outer + square.inner).compactMap { memberRefs[$0] } : [square.outline]
    let known = lines.compactMap { line -> [UInt32]? in
      let numbers = line.compactMap(number)
      return numbers.count == line.count ? numbers : nil
    }
    // A polygon without one of its holes or outlines would be another place.
    return known.count == lines.count ? RingAssembler.rings(known) : []
  }

  /// The attributes of a way across an area; nil for one that cannot be walked on.
  ///
  /// - Parameters:
  ///   - found: those of the area's tags read as a street's; nil if they are none.
  static func attributes(_ tags: OSMTags, _ found: StreetAttributes?) -> StreetAttributes? {
    var square: StreetAttributes
    if let found {
      let isForFeet =
        found.kind == .pedestrian || found.kind == .footway || found.kind == .platform
      guard isForFeet, found.flags.contains(.area) || tags.has(.type, "multipolygon") else {
        return nil
      }
      square = found
      square.kindByte = StreetKind.square.rawValue
    } else {
      // A named square may hold streets and lawns: it is ground to walk on where that is said.
      guard tags.has(.place, "square"), tags[.highway] == nil,
        AccessRules.access(tags, [.foot]) == .yes
      else { return nil }
      square = StreetAttributes(kind: .square, surface: Surface(tags))
      square.walkBits = DirectedAccess(.yes).bits
      square.bicycleBits = DirectedAccess(.push).bits
    }
    guard square.walkBits != 0 else { return nil }
    square.carBits = 0
    square.flags.insert(.area)
    return square
  }
}
