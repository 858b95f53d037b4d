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
  var calm = Calm()
  /// The next device of the same account; -1 for none.
  var next: Int32 = -1
}

/// A circle within which nothing can be entered or left.
struct Calm: Sendable {
  private var lon = 0.0
  private var lat = 0.0
  private var squaredRadius = -1.0
  // Upper bounds of metres per degree.
  private var metresPerLon = 0.0
  private var metresPerLat = 0.0
  private var generation: UInt64 = 0
  private var realms: UInt64 = 0

  /// Nothing is calm.
  init() {}

  /// - Parameter metres: at most 20 km.
  init(around p: LonLat, metres: Double, generation: UInt64, realms: UInt64) {
    (lon, lat) = (p.lon, p.lat)
    squaredRadius = metres > 0 ? metres * metres : -1
    (metresPerLon, metresPerLat) = CalmScale.metresPerDegree(at: p)
    self.generation = generation
    self.realms = realms
  }

  /// Whether a position is certainly inside, and nothing about the zones has changed.
  @inline(__always)
  func holds(_ p: LonLat, generation: UInt64, realms: UInt64) -> Bool {
    let x = (p.lon - lon) * metresPerLon
    let y = (p.lat - lat) * metresPerLat
    return x * x + y * y < squaredRadius && generation == self.generation && realms == self.realms
  }
}
