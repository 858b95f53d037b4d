import Base
import Foundation
import Geodesy
import Testing

@testable import GeoFormats

@Suite struct GeoPoseTests {
  private static func pose(_ random: inout SeededRandom) -> GeoPose {
    let q = Quaternion(
      x: random.gaussian(), y: random.gaussian(), z: random.gaussian(), w: random.gaussian())
    return GeoPose(
      position: LonLat(lon: random.unit() * 360 - 180, lat: random.unit() * 180 - 90),
      height: random.unit() * 9000 - 400, orientation: q.normalised ?? .identity)
  }

  private func parse(_ writer: JSONWriter) throws -> JSONValue {
    try JSONValue(parsing: writer.bytes)
  }

  /// The angle between two rotations, radians; half-angle sine keeps small angles exact.
  private func angle(_ a: Quaternion, _ b: Quaternion) -> Double {
    let d = a.conjugate * b
    return 2 * asin(min(1, Vector3(x: d.x, y: d.y, z: d.z).length))
  }

  @Test(
    "every form of a pose is read back the same", arguments: GeoPoseForm.allCases,
    [1, 2] as [UInt64])
  func roundTrip(_ form: GeoPoseForm, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let pose = Self.pose(&random)
      var writer = JSONWriter()
      writer.geoPose(pose, form: form, validTime: Instant(milliseconds: 1_673_471_266_374))
      let read = try GeoPose(geoPoseJSON: parse(writer))
      #expect(abs(read.position.lon - pose.position.lon) < 1e-9)
      #expect(abs(read.position.lat - pose.position.lat) < 1e-9)
      #expect(abs(read.height - pose.height) < 1e-4)
      #expect(abs(read.orientation.length - 1) < 1e-12)
      #expect(angle(read.orientation, pose.orientation) < 1e-7, "seed \(seed)")
    }
  }

  @Test(
    "yaw turns counter-clockwise from east, pitch and roll follow",
    arguments: [
      (90.0, 0.0, 0.0, Vector3(x: 0, y: 1, z: 0)), (0, -90, 0, Vector3(x: 0, y: 0, z: 1)),
      (180, 0, 0, Vector3(x: -1, y: 0, z: 0)),
      (90, -45, 0, Vector3(x: 0, y: 0.5.squareRoot(), z: 0.5.squareRoot())),
      (0, 0, 77, Vector3(x: 1, y: 0, z: 0)),
    ])
  func directions(_ yaw: Double, _ pitch: Double, _ roll: Double, _ forward: Vector3) {
    let q = Quaternion(YawPitchRoll(yaw: yaw, pitch: pitch, roll: roll))
    #expect((q.rotate(Vector3(x: 1, y: 0, z: 0)) - forward).length < 1e-12)
  }

  @Test(
    "angles survive, also straight up and down",
    arguments: [
      (10.0, 20.0, 30.0), (-170, -80, 179), (45, 90, 0), (-120, -90, 0), (0, 89.9999, 5),
    ])
  func angles(_ yaw: Double, _ pitch: Double, _ roll: Double) {
    let q = Quaternion(YawPitchRoll(yaw: yaw, pitch: pitch, roll: roll))
    let read = q.yawPitchRoll
    #expect(angle(Quaternion(read), q) < 1e-6)
    #expect(abs(read.pitch - pitch) < 1e-5)
  }

  @Test("six digits, as others write them, are taken and normalised")
  func sixDigits() throws {
    let text =
      #"{"frameSpecification":{"authority":"/geopose/1.0","id":"LTP-ENU","parameters":"longitude=-1.8&latitude=50.73&height=73.19"},"quaternion":{"x":-0.149617,"y":0.049202,"z":0.884979,"w":0.438185}}"#
    let pose = try GeoPose(geoPoseJSON: JSONValue(parsing: Array(text.utf8)))
    #expect(pose.position == LonLat(lon: -1.8, lat: 50.73))
    #expect(abs(pose.orientation.length - 1) < 1e-12)
  }

  static let broken: [(String, String)] = [
    ("[]", ""), ("{}", "/position"),
    (#"{"position":{"lat":1,"lon":2,"h":3}}"#, "/quaternion"),
    (#"{"position":{"lat":1,"lon":2},"angles":{"yaw":0,"pitch":0,"roll":0}}"#, "/position/h"),
    (
      #"{"position":{"lat":91,"lon":2,"h":3},"angles":{"yaw":0,"pitch":0,"roll":0}}"#,
      "/position/lat"
    ),
    (
      #"{"position":{"lat":1,"lon":"2","h":3},"angles":{"yaw":0,"pitch":0,"roll":0}}"#,
      "/position/lon"
    ),
    (
      #"{"position":{"lat":1,"lon":2,"h":1e9},"angles":{"yaw":0,"pitch":0,"roll":0}}"#,
      "/position/h"
    ),
    (#"{"position":{"lat":1,"lon":2,"h":3},"angles":{"yaw":0,"roll":0}}"#, "/angles/pitch"),
    (
      #"{"position":{"lat":1,"lon":2,"h":3},"quaternion":{"x":0,"y":0,"z":0,"w":0.9}}"#,
      "/quaternion"
    ),
    (
      #"{"position":{"lat":1,"lon":2,"h":3},"quaternion":{"x":0,"y":0,"z":0,"w":2}}"#,
      "/quaternion/w"
    ),
    (
      #"{"position":{"lat":1,"lon":2,"h":3},"quaternion":{"x":0,"y":0,"z":0,"w":1},"angles":{}}"#,
      "/angles"
    ),
    (#"{"frameSpecification":{"authority":"x"},"quaternion":{}}"#, "/frameSpecification/authority"),
    (#"{"frameSpecification":{"authority":"/geopose/1.0","id":"y"}}"#, "/frameSpecification/id"),
    (
      #"{"frameSpecification":{"authority":"/geopose/1.0","id":"LTP-ENU","parameters":"longitude=1"}}"#,
      "/frameSpecification/parameters"
    ),
    (
      #"{"frameSpecification":{"authority":"/geopose/1.0","id":"LTP-ENU","parameters":"longitude=nan&latitude=1&height=1"}}"#,
      "/frameSpecification/parameters"
    ),
  ]

  @Test("wrong poses are refused with the member", arguments: broken.indices)
  func refused(_ index: Int) throws {
    let (text, pointer) = Self.broken[index]
    let json = try JSONValue(parsing: Array(text.utf8))
    let error = #expect(throws: Refusal.self) { try GeoPose(geoPoseJSON: json, at: "/pose") }
    #expect(error?.violations.first?.pointer == "/pose" + pointer)
  }
}
