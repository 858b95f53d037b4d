import Base
import Foundation
import Geodesy
import HTTPServing
import Testing

@Suite("perspective")
struct PerspectiveTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// The camera of one step of a walk: it goes north-east and looks about.
  private struct Step {
    var lat: Double
    var lon: Double
    var height: Double
    /// Degrees.
    var (yaw, pitch, roll) = (0.0, 0.0, 0.0)

    init(_ number: Int) {
      let share = Double(number)
      lat = 47.1410 + share * 2.5 / 111_190
      lon = 9.5209 + share * 1.5 / 75_800
      height = 461.6 + share * 0.1
      (yaw, pitch, roll) = (90 - share * 15, 20 * sin(share), 25 * cos(share))
    }

    var body: JSON {
      [
        "pose": [
          "position": ["lat": .number(lat), "lon": .number(lon), "h": .number(height)],
          "angles": ["yaw": .number(yaw), "pitch": .number(pitch), "roll": .number(roll)],
        ],
        "fieldOfView": ["horizontal": 70, "vertical": 50],
        "viewport": ["width": 1400, "height": 900], "realm": "public",
      ]
    }

    /// East, north and up of the camera in metres, by the radii of curvature; right to a centimetre
    /// within 200 m.
    func offset(to position: JSONValue) -> Vector3 {
      let squared = 0.006694379990141316
      let sine = sin(lat * .pi / 180)
      let part = 1 - squared * sine * sine
      let east = 6_378_137 / part.squareRoot() + height
      let north = 6_378_137 * (1 - squared) / (part * part.squareRoot()) + height
      func member(_ name: String) -> Double { position[name]?.number ?? .nan }
      let (x, y) = (
        (member("lon") - lon) * .pi / 180 * east * cos(lat * .pi / 180),
        (member("lat") - lat) * .pi / 180 * north
      )
      return Vector3(x: x, y: y, z: member("h") - height - (x * x + y * y) / (2 * 6_378_137))
    }

    /// The way the camera looks, in east, north, up.
    var forward: Vector3 {
      let (a, b) = (yaw * .pi / 180, pitch * .pi / 180)
      return Vector3(x: cos(a) * cos(b), y: sin(a) * cos(b), z: -sin(b))
    }
  }

  /// Where a pinhole draws a point given in forward, left, up; nil behind it.
  private static func pixel(_ p: Vector3) -> (x: Double, y: Double)? {
    guard p.x > 0.1 else { return nil }
    return (
      700 - p.y / p.x * 700 / tan(35 * .pi / 180), 450 - p.z / p.x * 450 / tan(25 * .pi / 180)
    )
  }

  private func vector(_ value: JSONValue?, _ names: [String]) throws -> Vector3 {
    let numbers = try names.map { try #require(value?[$0]?.number) }
    return Vector3(x: numbers[0], y: numbers[1], z: numbers[2])
  }

  @Test(
    """
    RI-FR1.1, RI-FR1.3: while the device moves and turns, each instance is where a pinhole would \
    draw what stands in its placement
    """)
  func moving() throws {
    let person = try fixture.person()
    let object = try fixture.object(of: person)
    var random = SeededRandom(seed: 11)
    for _ in 0..<40 {
      let turn = Quaternion(
        YawPitchRoll(
          yaw: random.unit() * 360, pitch: random.unit() * 90, roll: random.unit() * 360))
      let reply = try fixture.call(
        .post, "/v1/instances", as: person,
        [
          "object": .text(object), "realms": ["public"], "scale": .number(0.5 + 3 * random.unit()),
          "pose": [
            "position": [
              "lat": .number(47.1413 + (random.unit() - 0.5) * 0.002),
              "lon": .number(9.5214 + (random.unit() - 0.5) * 0.003),
              "h": .number(455 + random.unit() * 15),
            ],
            "quaternion": [
              "x": .number(turn.x), "y": .number(turn.y), "z": .number(turn.z),
              "w": .number(turn.w),
            ],
          ],
        ])
      try #require(reply.status == 201, "\(reply.text)")
    }
    var (drawn, previous) = (0, [JSON]())
    for number in 0..<24 {
      let step = Step(number)
      let reply = try fixture.call(
        .post, "/v1/view", step.body.with("previous", .list(previous)))
      #expect(reply.status == 200, "\(reply.text)")
      previous = reply.items.compactMap { $0["id"]?.string }.map { .text($0) }
      for item in reply.items {
        try check(item, from: step)
        drawn += 1
      }
    }
    #expect(drawn > 50, "\(drawn)")
  }

  private func check(_ item: JSONValue, from step: Step) throws {
    let enu = try vector(item["enu"], ["e", "n", "u"])
    let expected = step.offset(to: try #require(item["pose"]?["position"]))
    let error = enu - expected
    #expect(error.dot(error) < 0.02 * 0.02, "\(enu), not \(expected)")
    let own = try vector(item["own"]?["position"], ["forward", "left", "up"])
    #expect(abs(own.x - enu.dot(step.forward)) < 0.005)
    #expect(abs(own.dot(own).squareRoot() - enu.dot(enu).squareRoot()) < 0.005)
    let turned = try #require(item["own"]?["quaternion"])
    let axes = try vector(turned, ["x", "y", "z"])
    let turn = Quaternion(
      x: axes.x, y: axes.y, z: axes.z, w: try #require(turned["w"]?.number))
    let scale = try #require(item["scale"]?.number)
    let corners = try ["min", "max"].map { name -> Vector3 in
      let numbers = try #require(item["boundingBox"]?[name]?.array).compactMap(\.number)
      return Vector3(x: numbers[0], y: numbers[1], z: numbers[2])
    }
    var pixels: [(x: Double, y: Double)] = []
    for corner in 0..<8 {
      func side(_ bit: Int) -> Vector3 { corners[corner >> bit & 1] }
      let point =
        own
        + turn.rotate(
          Vector3(x: side(0).x, y: side(1).y, z: side(2).z) * scale)
      // What is cut by the picture's plane is drawn in part; the engine's own tests look at that.
      guard let pixel = Self.pixel(point) else { return }
      pixels.append(pixel)
    }
    func range(_ values: [Double], _ limit: Double) -> (low: Double, high: Double) {
      (max(0, values.min() ?? 0), min(limit, values.max() ?? 0))
    }
    let (x, y) = (range(pixels.map(\.x), 1400), range(pixels.map(\.y), 900))
    let screen = try #require(item["screen"])
    func value(_ name: String) -> Double { screen[name]?.number ?? .nan }
    // Metres are told to a millimetre; the nearer, the more pixels that is.
    let tolerance = 0.05 + 2 / max(own.x, 0.5)
    // A box that is cut by a side of the picture may be narrower than its corners tell.
    #expect(value("x") > x.low - tolerance && value("y") > y.low - tolerance)
    #expect(value("x") + value("width") < x.high + tolerance)
    #expect(value("y") + value("height") < y.high + tolerance)
    if x.low > 0, x.high < 1400, y.low > 0, y.high < 900 {
      #expect(abs(value("x") - x.low) < tolerance && abs(value("y") - y.low) < tolerance)
      #expect(abs(value("x") + value("width") - x.high) < tolerance)
      #expect(abs(value("y") + value("height") - y.high) < tolerance)
    }
  }
}
