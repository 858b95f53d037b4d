import Geodesy
import OSMFiles

/// Tells which quarter and which town a position lies in: by borders where the extract holds them
/// whole, else by the nearest name of a place, as far as such a name reaches.
struct SurroundingAreas {
  struct Named {
    /// The number of the area's entry.
    var entry: UInt32
    var position: FixedPosition
    var reach: Double
    var isTown: Bool
  }

  struct Bordered {
    var entry: UInt32
    var isTown: Bool
    /// A deeper one is smaller.
    var level: Int
    var box: FixedRectangle
    var rings: [[FixedPosition]]
  }

  /// Steps of the grid of names: 0.1 degrees.
  private static let cell = 1_000_000

  private let bordered: [Bordered]
  private var cells: [Int: [Named]] = [:]

  init(named: [Named], bordered: [Bordered]) {
    self.bordered = bordered.sorted { $0.level > $1.level }
    for name in named {
      cells[SurroundingAreas.key(name.position, 0, 0), default: []].append(name)
    }
  }

  private static func key(_ p: FixedPosition, _ dx: Int, _ dy: Int) -> Int {
    (Int(p.lonE7) + 2_000_000_000) / cell + dx + ((Int(p.latE7) + 1_000_000_000) / cell + dy) * 8192
  }

  /// The quarter and the town around a position, ``PlaceFile/noEntry`` where there is none.
  ///
  /// - Parameter own: an entry that is not to be told as its own surroundings.
  func around(_ p: FixedPosition, except own: UInt32 = PlaceFile.noEntry) -> (
    quarter: UInt32, town: UInt32
  ) {
    var (quarter, town) = (PlaceFile.noEntry, PlaceFile.noEntry)
    for area in bordered where area.entry != own && area.box.contains(p) {
      if area.isTown ? town != PlaceFile.noEntry : quarter != PlaceFile.noEntry { continue }
      guard area.rings.contains(where: { RingAssembler.contains($0, p) }) else { continue }
      if area.isTown { town = area.entry } else { quarter = area.entry }
    }
    if quarter != PlaceFile.noEntry, town != PlaceFile.noEntry { return (quarter, town) }
    let plane = PlaneDistance(p)
    var best = (quarter: 1.0, town: 1.0)
    var (nearQuarter, nearTown) = (PlaceFile.noEntry, PlaceFile.noEntry)
    // Two cells to each side are 22 km of latitude, and what longitude has left of that.
    for dy in -2...2 {
      for dx in -3...3 {
        for name in cells[SurroundingAreas.key(p, dx, dy)] ?? [] where name.entry != own {
          let share = plane.metres(to: name.position) / name.reach
          if name.isTown {
            if share < best.town { (best.town, nearTown) = (share, name.entry) }
          } else if share < best.quarter {
            (best.quarter, nearQuarter) = (share, name.entry)
          }
        }
      }
    }
    if quarter == PlaceFile.noEntry { quarter = nearQuarter }
    if town == PlaceFile.noEntry { town = nearTown }
    return (quarter, town)
  }
}
