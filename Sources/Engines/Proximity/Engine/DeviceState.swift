import Base
import Geodesy

/// What is remembered of a device: where it was last, and what it is inside of; no track.
struct DeviceState: Sendable {
  /// A zone that the device is inside of; slots are used again, so the identifier decides.
  struct Inside: Sendable {
    var slot: UInt32
    var zone: EntityID
  }

  /// The last accepted point.
  struct Last: Sendable {
    var position: LonLat
    var accuracy: Double
    var at: Instant
  }

  let key: DeviceKey
  /// When the last call came, milliseconds of the server's clock.
  var seen: Int64
  var last: Last?
  var inside: [Inside] = []
  var safe = SafeRegion()

  /// What stands in a slot that is not used.
  static let none = DeviceState(
    key: DeviceKey(account: EntityID(high: 0, low: 0), device: EntityID(high: 0, low: 0)),
    seen: .max)

  var isUsed: Bool { seen != .max }

  /// Forgets all but whose it is.
  mutating func reset() {
    last = nil
    inside = []
    safe = SafeRegion()
  }

  func isExpired(_ now: Instant, seconds: Int) -> Bool {
    now.seconds(since: Instant(milliseconds: seen)) >= Double(seconds)
  }
}

/// A circle within which nothing can be entered or left.
struct SafeRegion: Sendable {
  private var lon = 0.0
  private var lat = 0.0
  private var squaredRadius = -1.0
  // An upper bound of metres per degree.
  private var metresPerLon = 0.0
  /// Of what it was computed from: the zones and whose count.
  private var stamp: UInt64 = 0

  /// Nothing is safe.
  init() {}

  /// - Parameter metres: at most 20 km.
  init(around p: LonLat, metres: Double, stamp: UInt64) {
    (lon, lat) = (p.lon, p.lat)
    squaredRadius = metres > 0 ? metres * metres : -1
    metresPerLon = SafeRegionScale.metresPerLon(at: p)
    self.stamp = stamp
  }

  /// Whether a position is certainly inside, and nothing about the zones has changed.
  @inline(__always)
  func holds(_ p: LonLat, stamp: UInt64) -> Bool {
    let x = (p.lon - lon) * metresPerLon
    let y = (p.lat - lat) * SafeRegionScale.metresPerLat
    return x * x + y * y < squaredRadius && stamp == self.stamp
  }
}
