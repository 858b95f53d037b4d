import Base
import Geodesy

/// An own car that was left on a way, at a park and ride.
///
/// - Thread: pure.
public struct ParkedCar: Hashable, Sendable {
  public var position: LonLat
  /// How the place is called, if it has a name.
  public var name: String?

  public init(position: LonLat, name: String? = nil) {
    self.position = position
    self.name = name
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("lat", position.lat, decimals: 7)
      json.member("lon", position.lon, decimals: 7)
      json.member("label", name)
    }
  }

  /// Reads what ``write(to:)`` wrote; nil if it cannot be read.
  init?(stored value: JSONValue?) {
    guard let value, let lat = value["lat"]?.number, let lon = value["lon"]?.number,
      (-90...90).contains(lat), (-180...180).contains(lon)
    else { return nil }
    self.init(position: LonLat(lon: lon, lat: lat), name: value["label"]?.string)
  }
}
