import Base
import Geodesy

extension View {
  /// Writes `items`, `hidden` and `complete` as members of an object.
  ///
  /// - Parameters:
  ///   - identify: writes the members that say what an item is, by its number; nil for a member
  ///     `id` with the number itself.
  ///   - more: writes further members.
  public func write(
    to json: inout JSONWriter, identify: ((UInt32, inout JSONWriter) -> Void)? = nil,
    more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.array("items") { json in
        for item in items {
          json.object { json in
            if let identify {
              identify(item.id, &json)
            } else {
              json.member("id", item.id)
            }
            item.writeMembers(to: &json)
          }
        }
      }
      json.key("hidden")
      hidden.write(to: &json)
      json.member("complete", isComplete)
      more(&json)
    }
  }
}

extension View.Hidden {
  /// Writes an object; `beyondRange` only where it is known.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("outOfView", outOfView)
      json.member("occluded", occluded)
      json.member("cluttered", cluttered)
      json.member("tooSmall", tooSmall)
      json.member("beyondRange", beyondRange)
    }
  }
}

extension View.Item {
  /// Writes all but `id` as members into the open object; metres to 1 mm, degrees to 1e-5, pixels
  /// to 0.01.
  public func writeMembers(to json: inout JSONWriter) {
    func number(_ name: StaticString, _ value: Double, _ decimals: Int) {
      json.key(name)
      json.number(value, decimals: decimals)
    }
    func vector(_ v: Vector3, _ x: StaticString, _ y: StaticString, _ z: StaticString) {
      json.beginObject()
      number(x, v.x, 3)
      number(y, v.y, 3)
      number(z, v.z, 3)
      json.endObject()
    }
    func rotation(_ q: Quaternion) {
      json.key("quaternion")
      json.beginObject()
      number("x", q.x, 9)
      number("y", q.y, 9)
      number("z", q.z, 9)
      number("w", q.w, 9)
      json.endObject()
    }
    number("distance", distance, 3)
    number("bearing", Geodesic.rounded(bearing: bearing, decimals: 5), 5)
    number("elevation", elevation, 5)
    json.key("screen")
    json.beginObject()
    number("x", screen.x, 2)
    number("y", screen.y, 2)
    number("width", screen.width, 2)
    number("height", screen.height, 2)
    json.endObject()
    if let middle {
      json.key("middle")
      json.beginObject()
      number("x", middle.x, 2)
      number("y", middle.y, 2)
      json.endObject()
    }
    number("angularSize", angularSize, 5)
    json.key("enu")
    vector(enu, "e", "n", "u")
    rotation(quaternion)
    json.key("own")
    json.beginObject()
    json.key("position")
    vector(own, "forward", "left", "up")
    rotation(ownQuaternion)
    json.endObject()
    number("occluded", 1 - visibleFraction, 3)
    json.member("level", level.rawValue)
  }
}
