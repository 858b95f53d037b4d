import Base
import Foundation
import Geodesy
import Visibility

/// The obstacles of imported maps: walls indexed once per map, heights of the ground around it.
///
/// A place belongs to the smallest map around it; outside of all maps only the ground is known. Maps
/// that are replaced are indexed in the background; until then the former ones answer.
///
/// - Thread: shared.
public final class MapObstacles: SightObstacleSource {
  /// Ellipsoidal metres of the ground; nil where nothing is known.
  public typealias Ground = @Sendable (LonLat) -> Double?
  /// The ground around a position, as far as a camera sees; nil where nothing is known.
  public typealias Surroundings = @Sendable (LonLat) -> (any HeightField)?

  /// Walls of all maps together at most, about 100 bytes each; maps beyond are left out.
  public static let maximumWalls = 5_000_000

  /// One map, indexed.
  private struct Area: Sendable {
    var bounds: Bounds
    var obstacles: SightObstacles
  }

  private struct State {
    var areas: [Area] = []
    /// For places that no map is around.
    var surroundings: Surroundings?
    var leftOut = 0
    /// Counts replacements, so that an older one never overwrites a newer one.
    var generation = 0
  }

  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "wayside.map-obstacles", qos: .utility)

  public init() {}

  public func obstacles(around position: LonLat) -> SightObstacles {
    let (areas, surroundings) = state.withLock { ($0.areas, $0.surroundings) }
    if let area = areas.first(where: { $0.bounds.contains(position) }) { return area.obstacles }
    return SightObstacles(terrain: surroundings?(position))
  }

  /// How many maps were too large to be taken in.
  public var leftOut: Int { state.withLock { $0.leftOut } }

  /// Indexes maps in the background and then takes them into use, all at once.
  ///
  /// - Parameter ground: asked on a thread of its own; where it knows the foot of every building of
  ///   a map, they stand on it, at the lowest ground along their outlines, else on the ground of whoever looks at them.
  /// - Parameter surroundings: asked where no map is, at every view.
  /// - Complexity: about 3 µs per wall.
  public func replace(
    with sources: [any BuildingSource], ground: Ground? = nil, surroundings: Surroundings? = nil
  ) {
    let generation = state.withLock { state in
      state.generation += 1
      return state.generation
    }
    queue.async { [self] in
      // A later replacement is waiting already.
      guard state.withLock({ $0.generation == generation }) else { return }
      var areas: [Area] = []
      var (count, leftOut) = (0, 0)
      for source in sources {
        let terrain = ground.flatMap { TerrainGrid.make(around: source.bounds, $0) }
        guard let obstacles = MapObstacles.obstacles(of: source, terrain),
          let walls = obstacles.walls, count + walls.count <= MapObstacles.maximumWalls
        else {
          leftOut += 1
          continue
        }
        count += walls.count
        areas.append(Area(bounds: source.bounds, obstacles: obstacles))
      }
      areas.sort { $0.bounds.extent < $1.bounds.extent }
      state.withLock { state in
        (state.areas, state.leftOut, state.surroundings) = (areas, leftOut, surroundings)
      }
    }
  }

  /// Waits until everything that was handed over before is in use.
  func waitUntilReady() { queue.sync {} }

  /// Nil beyond the engine's limit.
  private static func obstacles(
    of source: any BuildingSource, _ terrain: HeightGrid?
  ) -> SightObstacles? {
    // With a single foot unknown all stand on the ground of their viewer: one datum per map.
    if let terrain,
      let known = obstacles(of: source, terrain, on: { $0.lowestGround(of: terrain) }, .ellipsoid)
    {
      return known
    }
    return obstacles(of: source, terrain, on: { _ in 0 }, .ground)
  }

  private static func obstacles(
    of source: any BuildingSource, _ terrain: HeightGrid?, on foot: (MappedBuilding) -> Double?,
    _ datum: Walls.Datum
  ) -> SightObstacles? {
    var buildings: [Building] = []
    var guessed = 0
    var isKnown = true
    source.forEachBuilding { building in
      guard isKnown, building.rings.first?.isEmpty == false else { return }
      guard let foot = foot(building) else {
        isKnown = false
        return
      }
      // What a map has drawn wrongly hides nothing.
      let block = try? Building(
        validating: building.rings, base: building.base > 0 ? foot + building.base : nil,
        top: foot + building.height)
      if let block {
        buildings.append(block)
        if building.isHeightGuessed { guessed += 1 }
      }
    }
    guard isKnown, let walls = try? Walls(buildings, datum: datum) else { return nil }
    return SightObstacles(
      walls: walls, terrain: terrain,
      guessedHeights: Double(guessed) / Double(max(buildings.count, 1)))
  }
}

extension MappedBuilding {
  /// Metres between the points of the outline whose ground is looked at.
  private static let outlineStep = 10.0

  /// The lowest ground along the outline, from which OpenStreetMap counts heights; the same from
  /// whichever corner the outline begins.
  ///
  /// - Returns: ellipsoidal metres; nil where no ground is known under any of it.
  /// - Source: OpenStreetMap wiki, "Key:height": above the lowest point of the building's edge.
  fileprivate func lowestGround(of terrain: HeightGrid) -> Double? {
    guard let outline = rings.first, var a = outline.last else { return nil }
    var lowest: Double?
    for b in outline {
      // From the corner with the lesser coordinates, so that the direction does not matter.
      let (from, to) = (a.lon, a.lat) < (b.lon, b.lat) ? (a, b) : (b, a)
      let (east, north) = (to.lon - from.lon, to.lat - from.lat)
      let metres = hypot(east * cos(from.lat * .pi / 180), north) * 111_200
      let pieces = metres.isFinite ? min(max(1, (metres / Self.outlineStep).rounded(.up)), 500) : 1
      for i in stride(from: 0, through: pieces, by: 1) {
        let share = i / pieces
        let point = LonLat(
          lon: from.lon + share * east, lat: from.lat + share * north)
        if let ground = terrain.height(at: point) { lowest = min(lowest ?? ground, ground) }
      }
      a = b
    }
    return lowest
  }
}

extension Bounds {
  /// Square degrees.
  fileprivate var extent: Double {
    parts.reduce(0) { $0 + ($1.east - $1.west) * ($1.north - $1.south) }
  }
}
