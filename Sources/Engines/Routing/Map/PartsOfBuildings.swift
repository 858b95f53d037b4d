import Geodesy
import OSMFiles

/// Finds the buildings that their parts fill, so that not both are drawn.
///
/// - Source: OpenStreetMap wiki, "Simple 3D Buildings": where parts are mapped, the outline is not
///   drawn.
struct PartsOfBuildings {
  /// So much of an outline has to be covered.
  private static let share = 0.8
  /// Steps of the grid by which parts are found: about 100 m.
  private static let cell: Int32 = 10_000

  private var cells: [Cell: [(middle: FixedPosition, area: Double)]] = [:]

  private struct Cell: Hashable {
    var x: Int32
    var y: Int32
  }

  mutating func add(_ outline: [FixedPosition]) {
    guard let middle = PartsOfBuildings.middle(outline) else { return }
    cells[PartsOfBuildings.cell(middle), default: []]
      .append((middle, abs(RingAssembler.area(outline))))
  }

  /// Whether the parts in an outline cover nearly all of it.
  func fill(_ outline: [FixedPosition]) -> Bool {
    guard !cells.isEmpty, let first = outline.first else { return false }
    var (low, high) = (first, first)
    for p in outline {
      low = FixedPosition(lonE7: min(low.lonE7, p.lonE7), latE7: min(low.latE7, p.latE7))
      high = FixedPosition(lonE7: max(high.lonE7, p.lonE7), latE7: max(high.latE7, p.latE7))
    }
    let (a, b) = (PartsOfBuildings.cell(low), PartsOfBuildings.cell(high))
    // No building is larger than some kilometres.
    guard Int(b.x) - Int(a.x) < 64, Int(b.y) - Int(a.y) < 64 else { return false }
    var covered = 0.0
    for x in a.x...b.x {
      for y in a.y...b.y {
        for part in cells[Cell(x: x, y: y)] ?? []
        where RingAssembler.contains(outline, part.middle) { covered += part.area }
      }
    }
    return covered >= abs(RingAssembler.area(outline)) * PartsOfBuildings.share
  }

  private static func cell(_ p: FixedPosition) -> Cell {
    Cell(
      x: Int32((Double(p.lonE7) / Double(cell)).rounded(.down)),
      y: Int32((Double(p.latE7) / Double(cell)).rounded(.down)))
  }

  /// The middle of a ring's box; good enough for houses.
  static func middle(_ ring: [FixedPosition]) -> FixedPosition? {
    guard let first = ring.first else { return nil }
    var (west, east) = (Int(first.lonE7), Int(first.lonE7))
    var (south, north) = (Int(first.latE7), Int(first.latE7))
    for p in ring {
      (west, east) = (min(west, Int(p.lonE7)), max(east, Int(p.lonE7)))
      (south, north) = (min(south, Int(p.latE7)), max(north, Int(p.latE7)))
    }
    return FixedPosition(
      lonE7: Int32(clamping: (west + east) / 2), latE7: Int32(clamping: (south + north) / 2))
  }
}
