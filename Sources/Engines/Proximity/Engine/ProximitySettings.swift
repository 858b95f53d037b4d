/// The rules of entering and leaving, and how much is kept.
///
/// - Thread: pure.
public struct ProximitySettings: Hashable, Sendable {
  /// A zone is left only this many metres beyond its border, or as many as the point's accuracy if
  /// that is more, so that noise at the border does not flap.
  public var leaveMargin = 10.0
  /// Points less accurate than this many metres are ignored.
  public var maximumAccuracy = 100.0
  /// Points at least this accurate, in metres, can enter any zone; less accurate ones only zones
  /// whose radius (half the lesser side of the box, for an area) is at least their accuracy.
  public var trustedAccuracy = 20.0
  /// Metres per second; a faster movement is a jump of the receiver, or a flight: nothing between its
  /// ends was crossed.
  public var maximumSpeed = 100.0
  /// Metres, at most 20,000; nothing was crossed between points that are farther apart.
  public var maximumSegment = 20_000.0
  /// Seconds that a point may lie ahead of the server's clock; later points are ignored.
  public var clockTolerance = 60
  /// Seconds after its last point when a device is forgotten; older points are ignored.
  public var expiry = 1_800
  /// Points in one call.
  public var pointsPerCall = 1_000
  /// Devices of one account.
  public var devicesPerAccount = 16
  /// Devices kept in each shard.
  public var devicesPerShard = 100_000
  /// Zones that a device can be inside of at once; more are not entered.
  public var zonesInside = 256

  public init() {}
}
