import Base
import Foundation
import Geodesy

/// Closed-loop keep-alive cameras: `wrk` with a list of questions what is in view.
struct ViewLoad {
  private let script: String

  /// - Parameters:
  ///   - places: where the cameras stand; each looks anywhere, level, 1 km far.
  init(places: [LonLat]) throws {
    guard Programs.find("wrk") != nil else {
      throw Unavailable(reason: "wrk is not installed (tools/setup --full)")
    }
    let folder = FileManager.default.temporaryDirectory.path
    let list = "\(folder)/wayside-bench-\(getpid()).views"
    script = "\(folder)/wayside-bench-views-\(getpid()).lua"
    var random = SeededRandom(seed: 21)
    let questions = places.map { place in
      let half = Double.pi * random.unit()
      return """
        {"pose":{"position":{"lat":\(place.lat),"lon":\(place.lon),"h":1.6},"quaternion":\
        {"x":0,"y":0,"z":\(sin(half)),"w":\(cos(half))}},"fieldOfView":{"horizontal":60,\
        "vertical":45},"viewport":{"width":1080,"height":1920},"range":1000,"realm":"public"}
        """
    }
    try questions.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
    let text = """
      local threads, requests, at = 0, {}, 0
      function setup(thread)
        threads = threads + 1
        thread:set("first", threads * 7919)
      end
      function init(args)
        for line in io.lines("\(list)") do
          requests[#requests + 1] = wrk.format("POST", "/v1/view",
            {["Content-Type"] = "application/json"}, line)
        end
        at = first % #requests
      end
      function request()
        at = at % #requests + 1
        return requests[at]
      end
      \(WrkLoad.reporting)
      """
    try text.write(toFile: script, atomically: true, encoding: .utf8)
  }

  func run(port: Int, clients: Int, seconds: Int) throws -> Sample {
    try WrkLoad.run(script: script, port: port, clients: clients, seconds: seconds)
  }
}
