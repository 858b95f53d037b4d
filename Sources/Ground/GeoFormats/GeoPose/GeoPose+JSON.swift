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

  /// Reads the member `name` as ``init(reading:_:)`` does, but `h` may be left out.
  ///
  /// - Returns: the pose, at height 0 without `h`; and whether there was one.
  public static func camera(
    reading fields: JSONFields, _ name: String
  ) -> (pose: GeoPose, hasHeight: Bool) {
    let none = (GeoPose(position: LonLat(lon: 0, lat: 0), height: 0), true)
    return fields.described(name, as: .named("CameraPoseInput"), placeholder: none) { fields in
      fields.object(name) { members in
        var height: Double?
        let pose = GeoPose(readingMembers: members) { position in
          height = position.optional("h") { $0.number("h", GeoPose.heights) }
          return height ?? 0
        }
        return (pose, height != nil)
      } ?? none
    }
  }

  private init(
    readingMembers pose: JSONFields,
    height readHeight: (JSONFields) -> Double = { $0.number("h", GeoPose.heights) }
  ) {
    let origin = LonLat(lon: 0, lat: 0)
    let (position, height) =
      pose.object("position") { position in
        (
          LonLat(
            lon: unsigned(position.number("lon", -180...180)),
            lat: unsigned(position.number("lat", -90...90))),
          unsigned(readHeight(position))
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
    json.member("lat", position.lat)
    json.member("lon", position.lon)
    json.member("h", height)
    json.endObject()
    json.key("quaternion")
    json.beginObject()
    json.member("x", orientation.x)
    json.member("y", orientation.y)
    json.member("z", orientation.z)
    json.member("w", orientation.w)
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
