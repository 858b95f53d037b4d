import Geodesy
import Visibility

/// What may stand between a camera and what it looks at.
public struct SightObstacles: Sendable {
  /// Nil where no map is imported.
  public var walls: Walls?
  /// Nil where no heights are imported.
  public var terrain: (any HeightField)?

  public init(walls: Walls? = nil, terrain: (any HeightField)? = nil) {
    self.walls = walls
    self.terrain = terrain
  }

  public static let none = SightObstacles()
}

/// Knows the obstacles around a place: buildings of imported maps, heights of the ground.
///
/// - Thread: shared; answers at once, from memory.
public protocol SightObstacleSource: Sendable {
  func obstacles(around position: LonLat) -> SightObstacles
}

/// Nothing is known of buildings and ground.
public struct NoSightObstacles: SightObstacleSource {
  public init() {}

  public func obstacles(around position: LonLat) -> SightObstacles { .none }
}
