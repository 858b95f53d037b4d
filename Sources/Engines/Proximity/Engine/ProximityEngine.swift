import Base
import Geodesy

/// Tells devices what they have come to and what they have left.
///
/// Per device it remembers, in memory only, the last point, the zones it is inside of and a circle in
/// which nothing can happen; it is forgotten half an hour after its last point. There is no track:
/// every point overwrites the one before.
///
/// Rules, with the numbers of ``ProximitySettings``:
/// - A zone is entered by a point inside of it or on its border (geodesics on WGS 84), or if the
///   shortest line from the point before touches it; then it may be left again at once.
/// - It is left by a point that is farther from it than max(10 m, the point's accuracy).
/// - Points that are not later than the last accepted one, more than a minute ahead of the clock,
///   older than what is remembered, or less accurate than 100 m change nothing.
/// - A zone smaller than a point's accuracy is not entered by it, unless that is 20 m or better.
/// - A movement faster than 100 m/s or longer than 20 km is a jump: it crosses nothing.
/// - Zones that are removed, or that the account may no longer see, are left without an event.
/// - A visit of an account begins when its first device enters and ends when its last one leaves or
///   is forgotten.
///
/// - Thread: shared; accounts are spread over shards with a lock each.
public final class ProximityEngine: Sendable {
  public let zones: ZoneLayer
  public let settings: ProximitySettings
  private let clock: any WallClock
  private let shards: [Guarded<ProximityShard>]

  /// - Parameter shardCount: several per core keep threads from waiting for each other.
  public init(
    zones: ZoneLayer, clock: any WallClock, settings: ProximitySettings = ProximitySettings(),
    shardCount: Int = 16
  ) {
    self.zones = zones
    self.clock = clock
    self.settings = settings
    shards = (0..<max(1, shardCount)).map { _ in
      Guarded(ProximityShard(settings: settings))
    }
  }

  /// Takes points of a device, in the order in which they were taken.
  ///
  /// - Parameters:
  ///   - points: may be empty, to ask what the device is inside of.
  ///   - visible: whose zones count.
  /// - Throws: ``Base/Refusal`` of kind `tooLarge` for too many points, `invalid` for points that are
  ///   no positions (naming each member, `/points/3/lat`), `busy` if too many devices report; then
  ///   nothing has changed.
  /// - Complexity: about 0.1 µs per point while nothing is near, some µs at a zone's border.
  public func update(
    _ device: DeviceKey, points: [PositionFix], visible: VisibleRealms
  ) throws(Refusal) -> ProximityUpdate {
    try check(points)
    let moment = EvaluationContext(now: clock.now(), zones: zones.snapshot, visible: visible)
    var update = ProximityUpdate()
    try shard(device.account).withLock { shard throws(Refusal) in
      try shard.update(device, points, at: moment, into: &update)
    }
    return update
  }

  private func check(_ points: [PositionFix]) throws(Refusal) {
    guard points.count <= settings.pointsPerCall else {
      throw Refusal(
        .tooLarge, "too-many-points",
        "A call can bring at most \(settings.pointsPerCall) points; send the rest in another one.",
        violations: [.init("/points", "has \(points.count) entries")])
    }
    var violations: [Refusal.Violation] = []
    for (i, point) in points.enumerated() {
      if point.isSound { continue }
      violations += point.violations(index: i)
      if violations.count >= 20 { break }
    }
    guard let first = violations.first else { return }
    throw Refusal(
      .invalid, "invalid-content",
      "The request is readable, but its content is wrong: \(first.pointer) \(first.detail).",
      violations: violations)
  }

  /// Forgets a device at once: it has logged out, or its user has switched off sharing.
  public func forget(_ device: DeviceKey) {
    shard(device.account).withLock { $0.remove(device) }
  }

  /// Forgets a device of an account that is not known, because its session has ended.
  ///
  /// - Complexity: O(devices), about a millisecond for 100,000.
  public func forget(device: EntityID) {
    for shard in shards { shard.withLock { $0.remove(device: device) } }
  }

  /// Forgets all devices of an account at once.
  public func forget(account: EntityID) {
    shard(account).withLock { $0.remove(account: account) }
  }

  /// Forgets the devices that have been silent for too long; to be called every minute or so.
  ///
  /// - Complexity: O(devices).
  public func forgetExpired() {
    let now = clock.now()
    for shard in shards { shard.withLock { $0.removeExpired(now) } }
  }

  /// How many devices are remembered.
  public var deviceCount: Int { shards.reduce(0) { $0 + $1.withLock { $0.deviceCount } } }

  /// A copy of what is remembered of a device, for tests.
  func state(of device: DeviceKey) -> DeviceState? {
    shard(device.account).withLock { $0.state(of: device) }
  }

  private func shard(_ account: EntityID) -> Guarded<ProximityShard> {
    shards[Int(account.proximityHash & 0xff) % shards.count]
  }
}
