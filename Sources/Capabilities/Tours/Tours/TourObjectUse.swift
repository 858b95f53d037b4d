import Base
import Geodesy

/// An AR object at a stop of a tour.
public struct TourObjectUse: Hashable, Sendable {
  public var object: EntityID
  public var position: LonLat
  /// Metres above the WGS 84 ellipsoid.
  public var height: Double?
}
