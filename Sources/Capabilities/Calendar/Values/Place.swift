import Access
import Base
import Geodesy

/// Where something takes place: a position, or only words for it.
///
/// - Thread: pure.
public struct Place: Hashable, Sendable {
  /// Nil while only its name or address is known; then there is no way to it.
  public var position: LonLat?
  public var label: String?
  public var address: String?

  public init(position: LonLat? = nil, label: String? = nil, address: String? = nil) {
    self.position = position
    self.label = label
    self.address = address
  }

  /// Characters of a label.
  public static let labels = 0...200
  /// Characters of an address.
  public static let addresses = 0...500

  /// Reads `{lat?, lon?, label?, address?}`; nil where nothing is said.
  public static func read(_ fields: JSONFields) -> Place? {
    var place = Place()
    let lat = fields.optional("lat") { $0.number("lat", -90...90) }
    let lon = fields.optional("lon") { $0.number("lon", -180...180) }
    switch (lat, lon) {
    case (let lat?, let lon?): place.position = LonLat(lon: lon, lat: lat)
    case (nil, nil): break
    // TV-ALY-01: a coordinate has exactly one latitude and exactly one longitude.
    case (_, nil): fields.reject("lon", "is required beside lat")
    case (nil, _): fields.reject("lat", "is required beside lon")
    }
    place.label = fields.optional("label") { $0.string("label", labels) }.flatMap { $0.orNil }
    place.address = fields.optional("address") { $0.string("address", addresses) }
      .flatMap { $0.orNil }
    return place == Place() ? nil : place
  }

  /// Writes what ``read(_:)`` reads.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      if let position {
        json.member("lat", position.lat)
        json.member("lon", position.lon)
      }
      json.member("label", label)
      json.member("address", address)
    }
  }
}

extension String {
  var orNil: String? { isEmpty ? nil : self }
}
