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

  private func read(_ text: String) throws -> GeoPose {
    let fields = try JSONFields(JSONValue(parsing: Array("{\"pose\":\(text)}".utf8)))
    let pose = GeoPose(reading: fields, "pose")
    try fields.finish()
    return pose
  }

  /// The angle between two rotations, radians; half-angle sine keeps small angles exact.
  private func angle(_ a: Quaternion, _ b: Quaternion) -> Double {
    let d = a.conjugate * b
    return 2 * asin(min(1, Vector3(x: d.x, y: d.y, z: d.z).length))
  }

  @Test("a pose is read as it was written, to the last digit", arguments: [1, 2] as [UInt64])
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let pose = Self.pose(&random)
      var writer = JSONWriter()
      pose.write(to: &writer)
      let read = try read(String(decoding: writer.bytes, as: UTF8.self))
      #expect(read == pose, "seed \(seed)")
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

  @Test("six digits, as others write them, are taken and normalised; angles too")
  func sixDigits() throws {
    let place = #""position":{"lat":50.73,"lon":-1.8,"h":73.19}"#
    let pose = try read(
      "{\(place),"
        + #""quaternion":{"x":-0.149617,"y":0.049202,"z":0.884979,"w":0.438185}}"#)
    #expect(pose.position == LonLat(lon: -1.8, lat: 50.73) && pose.height == 73.19)
    #expect(abs(pose.orientation.length - 1) < 1e-12)
    let turned = try read("{\(place)," + #""angles":{"yaw":90,"pitch":0,"roll":0}}"#)
    #expect(abs(turned.orientation.z - 0.5.squareRoot()) < 1e-12)
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
      #"{"position":{"lat":1,"lon":2,"h":3},"quaternion":{"x":0,"y":0,"z":0,"w":0}}"#,
      "/quaternion"
    ),
    (
      #"{"position":{"lat":1,"lon":2,"h":3},"quaternion":{"x":0,"y":0,"z":0,"w":2000}}"#,
      "/quaternion/w"
    ),
    (
      #"{"position":{"lat":1,"lon":2,"h":3},"quaternion":{"x":0,"y":0,"z":0,"w":1},"angles":{}}"#,
      "/angles"
    ),
  ]

  @Test("wrong poses are refused with the member", arguments: broken.indices)
  func refused(_ index: Int) throws {
    let (text, pointer) = Self.broken[index]
    let error = #expect(throws: Refusal.self) { try read(text) }
    #expect(error?.violations.first?.pointer == "/pose" + pointer)
  }
}
