import Base
import Geodesy

extension GeoPose {
  /// Reads the member `name` as a GeoPose: `position` with `lat`, `lon`, `h`, and either
  /// `quaternion` or `angles` with `yaw`, `pitch`, `roll` in degrees.
  ///
  /// A quaternion of unit length within 1e-9 is kept as it stands, any other is normalised, so
  /// that what was read once is read the same again. Unknown members are refused.
  ///
  /// - Source: OGC GeoPose 1.0 (21-056r11), Basic-Quaternion and Basic-YPR.
  public init(reading fields: JSONFields, _ name: String) {
    let none = GeoPose(position: LonLat(lon: 0, lat: 0), height: 0)
    self = fields.described(name, as: .named("PoseInput"), placeholder: none) {
      $0.object(name) { GeoPose(readingMembers: $0) } ?? none
    }
  }

  private init(readingMembers pose: JSONFields) {
    let origin = LonLat(lon: 0, lat: 0)
    let (position, height) =
      pose.object("position") { position in
        (
          LonLat(
            lon: unsigned(position.number("lon", -180...180)),
            lat: unsigned(position.number("lat", -90...90))),
          unsigned(position.number("h", GeoPose.heights))
        )
      } ?? (origin, 0)
    self.init(
      position: position, height: height, orientation: Quaternion(readingMemberOf: pose))
  }

  /// Writes the pose as a GeoPose Basic-Quaternion, every number so that it reads back the same.
  public func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("position")
    json.beginObject()
    json.key("lat")
    json.number(position.lat)
    json.key("lon")
    json.number(position.lon)
    json.key("h")
    json.number(height)
    json.endObject()
    json.key("quaternion")
    json.beginObject()
    json.key("x")
    json.number(orientation.x)
    json.key("y")
    json.number(orientation.y)
    json.key("z")
    json.number(orientation.z)
    json.key("w")
    json.number(orientation.w)
    json.endObject()
    json.endObject()
  }
}

/// Minus zero as zero, which is the same number and has a shorter form.
private func unsigned(_ value: Double) -> Double { value == 0 ? 0 : value }

extension Quaternion {
  /// Reads `quaternion` or `angles` of a GeoPose; exactly one of them is required.
  fileprivate init(readingMemberOf pose: JSONFields) {
    self = .identity
    if pose.has("angles") {
      if pose.has("quaternion") {
        pose.reject("angles", "must be left out when quaternion is there")
        pose.ignoreOthers()
      }
      let turned = pose.object("angles") { angles in
        Quaternion(
          YawPitchRoll(
            yaw: angles.number("yaw", -360...360), pitch: angles.number("pitch", -360...360),
            roll: angles.number("roll", -360...360)))
      }
      self = turned ?? .identity
      return
    }
    let read = pose.object("quaternion") { q in
      Quaternion(
        x: unsigned(q.number("x", -1000...1000)), y: unsigned(q.number("y", -1000...1000)),
        z: unsigned(q.number("z", -1000...1000)), w: unsigned(q.number("w", -1000...1000)))
    }
    guard let read else { return }
    if abs(read.length - 1) <= 1e-9 {
      self = read
    } else if let unit = read.normalised {
      self = unit
    } else {
      pose.reject("quaternion", "must not be zero: it has no direction")
    }
  }
}
