import Base
import Geodesy

/// The forms of a single pose in OGC GeoPose 1.0.
public enum GeoPoseForm: String, CaseIterable, Sendable {
  case basicQuaternion = "basic-quaternion"
  case basicYPR = "basic-ypr"
  case advanced
}

extension GeoPose {

  /// Reads Basic-Quaternion, Basic-YPR, or Advanced with an LTP-ENU frame, whichever it is.
  ///
  /// A quaternion may be off unit length by 1e-4, as six digits or floats leave it, and is
  /// normalised.
  ///
  /// - Parameter pointer: JSON Pointer to the object, for error messages.
  /// - Throws: ``Refusal`` of kind `invalid` naming the member.
  /// - Source: OGC GeoPose 1.0 (21-056r11), sections 8.1 to 8.4.
  public init(geoPoseJSON json: JSONValue, at pointer: String = "") throws(Refusal) {
    guard case .object = json else {
      throw .invalid(pointer, "must be a GeoPose object, not \(json.kind)")
    }
    guard json["angles"] == nil || json["quaternion"] == nil else {
      throw .invalid(pointer + "/angles", "give either angles or a quaternion")
    }
    if let frame = json["frameSpecification"] {
      self = try LTPENUFrame.position(frame, at: pointer + "/frameSpecification")
    } else if let position = json["position"] {
      self = try Self.position(position, at: pointer + "/position")
    } else {
      throw .invalid(pointer + "/position", "is required, with lat, lon and h")
    }
    if let angles = json["angles"] {
      let place = pointer + "/angles"
      orientation =
        Quaternion(
          YawPitchRoll(
            yaw: try number(angles, "yaw", -360...360, at: place),
            pitch: try number(angles, "pitch", -360...360, at: place),
            roll: try number(angles, "roll", -360...360, at: place)))
    } else if let quaternion = json["quaternion"] {
      let place = pointer + "/quaternion"
      let read = Quaternion(
        x: try number(quaternion, "x", -1.001...1.001, at: place),
        y: try number(quaternion, "y", -1.001...1.001, at: place),
        z: try number(quaternion, "z", -1.001...1.001, at: place),
        w: try number(quaternion, "w", -1.001...1.001, at: place))
      guard abs(read.length - 1) <= 1e-4, let unit = read.normalised else {
        throw .invalid(place, "must have length 1; this one has \(read.length)")
      }
      orientation = unit
    } else {
      throw .invalid(pointer + "/quaternion", "is required, or angles")
    }
  }

  private static func position(_ json: JSONValue, at pointer: String) throws(Refusal) -> GeoPose {
    GeoPose(
      position: LonLat(
        lon: try number(json, "lon", -180...180, at: pointer),
        lat: try number(json, "lat", -90...90, at: pointer)),
      height: try number(json, "h", GeoPose.heights, at: pointer))
  }
}

private func number(
  _ json: JSONValue, _ name: String, _ range: ClosedRange<Double>, at pointer: String
) throws(Refusal) -> Double {
  guard let member = json[name] else { throw .invalid("\(pointer)/\(name)", "is required") }
  guard let value = member.number else {
    throw .invalid("\(pointer)/\(name)", "must be a number, not \(member.kind)")
  }
  guard range.contains(value) else {
    throw .invalid(
      "\(pointer)/\(name)", "must lie between \(range.lowerBound) and \(range.upperBound)")
  }
  return value
}

/// The local tangent plane frame as text: `longitude=..&latitude=..&height=..`.
enum LTPENUFrame {
  static let authority = "/geopose/1.0"

  static func parameters(_ pose: GeoPose) -> String {
    let lon = XMLTextWriter.decimal(pose.position.lon, 9)
    let lat = XMLTextWriter.decimal(pose.position.lat, 9)
    return "longitude=\(lon)&latitude=\(lat)&height=\(XMLTextWriter.decimal(pose.height, 4))"
  }

  /// The pose of the frame itself, unturned.
  static func position(_ json: JSONValue, at pointer: String) throws(Refusal) -> GeoPose {
    guard json["authority"]?.string == authority else {
      throw .invalid(pointer + "/authority", "only \(authority) is known")
    }
    guard let id = json["id"]?.string, id == "LTP-ENU" || id == "/Extrinsic/LTP-ENU" else {
      throw .invalid(pointer + "/id", "only LTP-ENU is known")
    }
    let place = pointer + "/parameters"
    guard let text = json["parameters"]?.string, text.utf8.count <= 200 else {
      throw .invalid(place, "must be a text longitude=..&latitude=..&height=..")
    }
    var values: [String: Double] = [:]
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false)
      guard pair.count == 2, let value = TrackNumber.parse(pair[1]),
        values.updateValue(value, forKey: String(pair[0])) == nil
      else { throw .invalid(place, "must be longitude=..&latitude=..&height=..") }
    }
    guard let lon = values["longitude"], let lat = values["latitude"],
      let height = values["height"],
      values.count == 3
    else { throw .invalid(place, "must have longitude, latitude and height") }
    guard let position = LonLat(validLon: lon, lat: lat), GeoPose.heights.contains(height) else {
      throw .invalid(place, "longitude, latitude or height is out of range")
    }
    return GeoPose(position: position, height: height)
  }
}
