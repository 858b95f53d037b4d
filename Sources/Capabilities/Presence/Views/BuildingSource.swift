import Geodesy

/// Buildings of one area, such as those of an imported map.
///
/// - Thread: shared.
public protocol BuildingSource: Sendable {
  /// Where its buildings are.
  var bounds: Bounds { get }

  /// Calls `body` with every building.
  func forEachBuilding(_ body: (MappedBuilding) -> Void)
}

/// A building as maps know it.
public struct MappedBuilding: Sendable {
  /// The outline, then courtyards.
  public var rings: [[LonLat]]
  /// Metres above the ground below which one can pass; 0 for a building that stands on it.
  public var base: Double
  /// Metres above the ground of the roof.
  public var height: Double
  /// Whether the height is only what is usual for such a building.
  public var isHeightGuessed: Bool

  public init(
    rings: [[LonLat]], base: Double, height: Double, isHeightGuessed: Bool = false
  ) {
    self.rings = rings
    self.base = base
    self.height = height
    self.isHeightGuessed = isHeightGuessed
  }
}
