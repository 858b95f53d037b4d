import Base
import Foundation
import Geodesy

extension WrkLoad {
  /// Cameras that ask what is in view.
  ///
  /// - Parameter places: where they stand; each looks anywhere, level, 1 km far.
  static func views(from places: [LonLat]) throws -> WrkLoad {
    var random = SeededRandom(seed: 21)
    let questions = places.map { place in
      let half = Double.pi * random.unit()
      return """
        {"pose":{"position":{"lat":\(place.lat),"lon":\(place.lon),"h":1.6},"quaternion":\
        {"x":0,"y":0,"z":\(sin(half)),"w":\(cos(half))}},"fieldOfView":{"horizontal":60,\
        "vertical":45},"viewport":{"width":1080,"height":1920},"range":1000,"realm":"public"}
        """
    }
    return try WrkLoad(
      lines: questions,
      request: """
        wrk.format("POST", "/v1/view", {["Content-Type"] = "application/json"}, line)
        """)
  }
}
