import Geodesy
import Visibility

/// What may stand between a camera and what it looks at.
public struct SightObstacles: Sendable {
  /// Nil where no map is imported.
  public var walls: Walls?
  /// Nil where no heights are imported.
  public var terrain: (any HeightField)?

  /// The part of the buildings, 0...1, whose heights are only what is usual for their kind.
  public var guessedHeights: Double

  public init(
    walls: Walls? = nil, terrain: (any HeightField)? = nil, guessedHeights: Double = 0
  ) {
    self.walls = walls
    self.terrain = terrain
    self.guessedHeights = guessedHeights
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
