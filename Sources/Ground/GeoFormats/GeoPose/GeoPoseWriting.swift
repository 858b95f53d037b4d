import Base
import Geodesy

/// Writers for single poses of OGC GeoPose 1.0.
///
/// Angles are degrees, times Unix milliseconds.
///
/// - Source: OGC GeoPose 1.0 (21-056r11), sections 8.1 to 8.3.
extension JSONWriter {
  /// Writes a single pose; `validTime` is for the advanced form.
  public mutating func geoPose(
    _ pose: GeoPose, form: GeoPoseForm = .basicQuaternion, validTime: Instant? = nil
  ) {
    beginObject()
    switch form {
    case .advanced:
      if let validTime {
        key("validTime")
        integer(validTime.milliseconds)
      }
      key("frameSpecification")
      frame(pose)
    case .basicQuaternion, .basicYPR:
      key("position")
      object { json in
        json.member("lat", pose.position.lat, decimals: 9)
        json.member("lon", pose.position.lon, decimals: 9)
        json.member("h", pose.height, decimals: 4)
      }
    }
    if form == .basicYPR {
      let angles = pose.orientation.yawPitchRoll
      key("angles")
      object { json in
        json.member("yaw", angles.yaw, decimals: 9)
        json.member("pitch", angles.pitch, decimals: 9)
        json.member("roll", angles.roll, decimals: 9)
      }
    } else {
      key("quaternion")
      object { json in
        json.member("x", pose.orientation.x)
        json.member("y", pose.orientation.y)
        json.member("z", pose.orientation.z)
        json.member("w", pose.orientation.w)
      }
    }
    endObject()
  }

  private mutating func frame(_ outer: GeoPose) {
    specification("LTP-ENU", LTPENUFrame.parameters(outer))
  }

  private mutating func specification(_ id: String, _ parameters: String) {
    object { json in
      json.member("authority", LTPENUFrame.authority)
      json.member("id", id)
      json.member("parameters", parameters)
    }
  }
}
