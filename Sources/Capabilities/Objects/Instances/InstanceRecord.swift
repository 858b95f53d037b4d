import Base
import Geodesy

/// What a spatial catalog keeps of a live instance.
///
/// - Thread: pure.
public struct InstanceRecord: Hashable, Sendable {
  public var id: EntityID
  public var object: EntityID
  public var author: EntityID
  /// The sub-realms whose members see it, ascending.
  public var realms: [EntityID]
  public var position: LonLat
  /// Metres above the WGS 84 ellipsoid.
  public var height: Double
  public var priority: Int
  /// How far it reaches from its position, metres.
  public var reach: Double
  /// Metres; nil if coming to it does not matter.
  public var triggerRadius: Double?
  /// The members of a nearby item that do not depend on who asks and from where, as encoded JSON
  /// without braces: `"id":…,"object":…,"pose":…,"scale":…,"priority":…,"boundingBox":…`, and
  /// the name and the message of those that have them.
  public var body: [UInt8]
}
