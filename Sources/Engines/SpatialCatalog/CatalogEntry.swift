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
  /// How far it reaches from its position, metres: what takes up space is seen from beside it, too.
  public var reach: Double
  /// The members of its JSON object, encoded once, without braces.
  public var body: [UInt8]

  public init(
    id: EntityID, realms: [EntityID], position: LonLat, height: Double, priority: UInt8,
    reach: Double = 0, body: [UInt8]
  ) {
    self.id = id
    self.realms = realms
    self.position = position
    self.height = height
    self.priority = priority
    self.reach = reach
    self.body = body
  }
}
