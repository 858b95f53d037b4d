import Base
import Foundation
import Geodesy
import Testing

@Suite("Frames and poses")
struct FrameTests {
  @Test("ECEF and back", arguments: 1...4 as ClosedRange<UInt64>)
  func ecef(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for round in 0..<300 {
      let lat = round % 10 == 0 ? [-90.0, 90, 0][round / 10 % 3] : random.unit() * 180 - 90
      let p = LonLat(lon: random.unit() * 360 - 180, lat: lat)
      let height = random.unit() * 400_000 - 10_000
      let (q, h) = try #require(Ellipsoid.geodetic(Ellipsoid.ecef(p, height: height)))
      #expect(Geodesic.distance(from: p, to: q) < 1e-7, "seed \(seed), \(p)")
      #expect(abs(h - height) < 1e-7, "seed \(seed), \(p)")
    }
    #expect(Ellipsoid.geodetic(.zero) == nil)
    #expect(Ellipsoid.geodetic(Vector3(x: .nan, y: 0, z: 0)) == nil)
  }

  @Test("ECEF of known positions")
  func knownECEF() {
    let equator = Ellipsoid.ecef(LonLat(lon: 0, lat: 0), height: 0)
    #expect(equator == Vector3(x: 6_378_137, y: 0, z: 0))
    let pole = Ellipsoid.ecef(LonLat(lon: 0, lat: 90), height: 0)
    #expect(abs(pole.z - 6_356_752.314_245) < 1e-6)
    #expect(abs(pole.x) < 1e-9)
  }

  @Test("The local frame points east, north and up")
  func axes() throws {
    let p = LonLat(lon: 8.7, lat: 49.4)
    let frame = LocalFrame(at: p, height: 100)
    for (bearing, x, y) in [(0.0, 0.0, 100.0), (90, 100, 0), (225, -70.710_678, -70.710_678)] {
      let q = Geodesic.destination(from: p, bearingDegrees: bearing, distanceMetres: 100)
      let local = frame.local(q, height: 100)
      #expect(abs(local.x - x) < 0.01 && abs(local.y - y) < 0.01)
      #expect(abs(local.z + 100 * 100 / 2 / 6.38e6) < 1e-4)
    }
    #expect((frame.local(p, height: 142) - Vector3(x: 0, y: 0, z: 42)).length < 1e-8)
    let back = try #require(frame.geodetic(local: Vector3(x: 3, y: 4, z: 5)))
    #expect(
      (frame.local(back.position, height: back.height) - Vector3(x: 3, y: 4, z: 5)).length < 1e-7)
  }

  @Test("Angles to quaternions and back", arguments: 1...4 as ClosedRange<UInt64>)
  func angles(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for round in 0..<300 {
      let pitch = round % 7 == 0 ? (round % 2 == 0 ? 90.0 : -90) : random.unit() * 180 - 90
      let angles = YawPitchRoll(
        yaw: random.unit() * 360 - 180, pitch: pitch, roll: random.unit() * 360 - 180)
      let q = Quaternion(angles)
      #expect(abs(q.length - 1) < 1e-12)
      let again = Quaternion(q.yawPitchRoll)
      // q and -q are the same rotation.
      let dot = abs(q.x * again.x + q.y * again.y + q.z * again.z + q.w * again.w)
      #expect(abs(dot - 1) < 1e-12, "seed \(seed), \(angles) became \(q.yawPitchRoll)")
    }
  }

  @Test("Yaw turns counter-clockwise from east; a heading is 90 minus yaw")
  func yaw() {
    let north = Quaternion(YawPitchRoll(yaw: 90, pitch: 0, roll: 0))
    let forward = north.rotate(Vector3(x: 1, y: 0, z: 0))
    #expect((forward - Vector3(x: 0, y: 1, z: 0)).length < 1e-12)
    let pose = GeoPose(position: LonLat(lon: 0, lat: 0), height: 0, orientation: north)
    #expect(abs(pose.heading.remainder(dividingBy: 360)) < 1e-9)
    #expect(YawPitchRoll(yaw: 0, pitch: 0, roll: 0).heading == 90)
    #expect(YawPitchRoll(yaw: 180, pitch: 0, roll: 0).heading == 270)
    // Positive pitch about y (to the left of x) lowers the nose.
    let down = Quaternion(YawPitchRoll(yaw: 0, pitch: 30, roll: 0))
    #expect(abs(down.rotate(Vector3(x: 1, y: 0, z: 0)).z + 0.5) < 1e-12)
  }

  @Test("glTF's (x, y, z) is (x, -z, y) in east, north, up")
  func gltf() {
    let v = Vector3(x: 1, y: 2, z: 3)
    #expect(v.enuFromGLTF == Vector3(x: 1, y: -3, z: 2))
    #expect(v.enuFromGLTF.glTFFromENU == v)
    #expect((Quaternion.fromGLTF.rotate(v) - v.enuFromGLTF).length < 1e-12)
  }

  @Test("Points of a thing's own axes go to the earth and back")
  func own() throws {
    let pose = GeoPose(
      position: LonLat(lon: -179.999_99, lat: 51), height: 30,
      orientation: Quaternion(YawPitchRoll(yaw: 30, pitch: 20, roll: 10)))
    let point = Vector3(x: 100, y: -50, z: 7)
    let (p, h) = try #require(pose.geodetic(ofOwn: point))
    #expect((pose.own(p, height: h) - point).length < 1e-6)
  }

  @Test("A pose from outside is checked, and its quaternion brought to length 1")
  func validation() throws {
    let p = LonLat(lon: 8, lat: 49)
    let rounded = Quaternion(x: 0, y: 0, z: 0.7071, w: 0.7071)
    let pose = try GeoPose(validating: p, height: 100, orientation: rounded)
    #expect(abs(pose.orientation.length - 1) < 1e-9)
    for (position, height, orientation, pointer) in [
      (LonLat(lon: 181, lat: 0), 0.0, Quaternion.identity, "/position/lon"),
      (LonLat(lon: 0, lat: -90.1), 0, .identity, "/position/lat"),
      (LonLat(lon: 0, lat: .nan), 0, .identity, "/position/lat"),
      (p, .infinity, .identity, "/position/h"),
      (p, -20_000, .identity, "/position/h"),
      (p, 0, Quaternion(x: 0, y: 0, z: 0, w: 1.01), "/quaternion"),
      (p, 0, Quaternion(x: 0, y: 0, z: 0, w: 0), "/quaternion"),
      (p, 0, Quaternion(x: .nan, y: 0, z: 0, w: 1), "/quaternion"),
    ] {
      do throws(Refusal) {
        _ = try GeoPose(validating: position, height: height, orientation: orientation)
        Issue.record("accepted \(position) \(height) \(orientation)")
      } catch {
        #expect(error.violations.map(\.pointer) == [pointer])
        #expect(error.detail.contains(pointer))
      }
    }
  }

  @Test("EGM96 heights are those published, or the missing grid is named")
  func geoid() throws {
    let geoid: Geoid
    do {
      geoid = try Geoid()
    } catch {
      #expect(error.description.contains("proj-data"))
      return
    }
    // Test points published with EGM96 (NIMA).
    for (lat, lon, height) in [
      (38.628155, 269.779155, -31.628), (-14.621217, 305.021114, -2.969),
      (46.874319, 102.448729, -43.575), (-23.617446, 133.874712, 15.871),
    ] {
      let p = LonLat(lon: lon, lat: lat).normalised
      let undulation = try #require(geoid.undulation(at: p))
      #expect(abs(undulation - height) < 0.1)
      #expect(geoid.ellipsoidalHeight(ofOrthometric: 100, at: p) == 100 + undulation)
    }
    #expect(geoid.undulation(at: LonLat(lon: .nan, lat: 0)) == nil)
    #expect(geoid.undulation(at: LonLat(lon: 179.99, lat: 89.99)) != nil)
    #expect(geoid.undulation(at: LonLat(lon: 180, lat: 0)) != nil)
  }
}
