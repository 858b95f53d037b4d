import Base
import Geodesy

/// One thing in the catalog: where it is, who may see it, and how it is answered.
public struct CatalogEntry: Hashable, Sendable {
  public var id: EntityID
  /// The sub-realms whose members see it; at least one.
  public var realms: [EntityID]
  public var position: LonLat
  /// Metres above the ellipsoid.
  public var height: Double
  /// 0...100, greater first where there is room for few.
  public var priority: UInt8
  /// The members of its JSON object, encoded once, without braces.
  public var body: [UInt8]
  /// What it takes up in space; nil for mere places.
  public var solid: Solid?

  public init(
    id: EntityID, realms: [EntityID], position: LonLat, height: Double, priority: UInt8,
    body: [UInt8], solid: Solid? = nil
  ) {
    self.id = id
    self.realms = realms
    self.position = position
    self.height = height
    self.priority = priority
    self.body = body
    self.solid = solid
  }
}

/// A turned and scaled box around an entry's position.
public struct Solid: Hashable, Sendable {
  /// Turns the box's own axes in the east-north-up frame of the position.
  public var orientation: Quaternion
  public var scale: Double
  /// Corners along the own axes, metres before scaling.
  public var minimum: Vector3
  public var maximum: Vector3

  public init(orientation: Quaternion, scale: Double, minimum: Vector3, maximum: Vector3) {
    self.orientation = orientation
    self.scale = scale
    self.minimum = minimum
    self.maximum = maximum
  }
}
