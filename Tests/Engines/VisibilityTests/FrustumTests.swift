import Base
import Foundation
import Geodesy
import Testing

@testable import Visibility

@Suite struct FrustumTests {
  @Test(
    "RI-FR1.1: screen boxes equal those of the solid cut out by all planes, also across the near plane, behind and around the camera",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func equalsPlanes(seed: UInt64) throws {
    var sample = SampleView(seed: seed)
    var (shown, hidden, acrossNear, around) = (0, 0, 0, 0)
    for round in 0..<120 {
      let eye = Eye(
        try sample.camera(
          fieldOfView: round % 10 == 0
            ? Camera.FieldOfView(horizontal: 170, vertical: 175) : nil))
      var projection = BoxProjection(eye)
      let axes = Axes(sample.orientation())
      let reach = [1.0, 10, 60][round % 3]
      let centre = Vector3(
        x: sample.between(-reach, reach), y: sample.between(-reach, reach),
        z: sample.between(-reach, reach))
      let size = sample.below(20) == 0 ? 1e-3 : 12.0
      let box = OrientedBox(
        centre: centre, halfX: axes.x * sample.between(1e-4, size),
        halfY: axes.y * sample.between(1e-4, size), halfZ: axes.z * sample.between(1e-4, size))
      let expected = SlowFrustum.screenBox(box, eye)
      let actual = projection.screenBox(box)
      let corners = (0..<8).map { box.corner($0).x }
      if corners.contains(where: { $0 < 0 }), corners.contains(where: { $0 > 0.05 }) {
        acrossNear += 1
      }
      switch (actual, expected) {
      case (nil, nil): hidden += 1
      case (let actual?, let expected?):
        shown += 1
        if expected.width > 1079.9, expected.height > 1919.9 { around += 1 }
        let differences = [
          actual.x - expected.x, actual.y - expected.y, actual.width - expected.width,
          actual.height - expected.height,
        ]
        #expect(
          differences.allSatisfy { abs($0) < 1e-3 },
          "seed \(seed), round \(round): \(actual) instead of \(expected)")
      case (let one, let other):
        // Only what the picture's very edge touches may be seen differently.
        let rest = one ?? other
        #expect(
          (rest?.width ?? 0) < 1e-3 || (rest?.height ?? 0) < 1e-3,
          "seed \(seed), round \(round): \(String(describing: one)), \(String(describing: other))")
      }
      // The ball around the box may leave a question open, but not answer it wrongly.
      let radius = (box.halfX + box.halfY + box.halfZ).length
      switch projection.frustum.relation(centre: centre, radius: radius) {
      case .outside: #expect(expected == nil, "seed \(seed), round \(round)")
      case .inside: #expect(corners.allSatisfy { $0 >= Camera.near })
      case .crossing: break
      }
    }
    #expect(shown > 30 && hidden > 15 && acrossNear > 10 && around > 1)
  }

  @Test("RI-FR1.1: a camera turned to the right sees things move to the left, upright and in order")
  func turning() throws {
    let place = SampleView.places[0]
    let frame = LocalFrame(at: place, height: 450)
    let north = try #require(frame.geodetic(local: Vector3(x: 0, y: 50, z: 0)))
    let box = Candidate.Box(
      min: Vector3(x: -1, y: -1, z: -1), max: Vector3(x: 1, y: 1, z: 1))
    let candidate = try Candidate(
      validating: GeoPose(position: north.position, height: north.height), id: 7, box: box)
    let index = try SceneIndex([candidate])
    let engine = try VisibilityEngine()
    var workspace = ViewWorkspace()
    // Headings in degrees clockwise from north; the yaw of a GeoPose is 90 minus that.
    for (heading, column) in [(0.0, 500.0), (10, 500 - 500 * tan(10 * Double.pi / 180))] {
      let yaw = (90 - heading) * Double.pi / 180
      let camera = try Camera(
        validating: GeoPose(
          position: place, height: 450,
          orientation: Quaternion(x: 0, y: 0, z: sin(yaw / 2), w: cos(yaw / 2))),
        fieldOfView: .init(horizontal: 90, vertical: 90), viewport: .init(width: 1000, height: 1000)
      )
      let view = try engine.view(from: camera, of: index, using: &workspace)
      let item = try #require(view.items.first)
      #expect(abs((item.middle?.x ?? 0) - column) < 0.01)
      #expect(abs((item.middle?.y ?? 0) - 500) < 0.5)
      #expect(abs(item.bearing) < 1e-6 || abs(item.bearing - 360) < 1e-6)
      #expect(abs(item.distance - 50) < 1e-6)
      #expect(abs(item.elevation) < 1e-3)
    }
  }

  @Test(
    "RI-FR1.3: an object's own axes are where its placement turned them, in the camera's frames")
  func placement() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      var sample = SampleView(seed: seed)
      let camera = try sample.camera(upright: false)
      let candidate = try sample.candidate(3, within: 40)
      let eye = Eye(camera)
      let (ball, body) = Body.prepared(candidate)
      let item = View.Item(
        id: 3, ball: ball, body: body, screen: ScreenBox(x: 0, y: 0, width: 1, height: 1),
        visibleFraction: 1, eye: eye, rules: ViewRules())
      // A point of the object, by frames of Geodesy and by the answer.
      let own = Vector3(x: 1.5, y: -0.7, z: 2)
      let there = candidate.pose.frame.ecef(local: candidate.pose.orientation.rotate(own))
      let expected = camera.pose.frame.local(ecef: there)
      let byENU = item.enu + item.quaternion.rotate(own)
      #expect((byENU - expected).length < 1e-5, "seed \(seed)")
      let byOwn = item.own + item.ownQuaternion.rotate(own)
      let inCamera = camera.pose.orientation.conjugate.rotate(expected)
      #expect((byOwn - inCamera).length < 1e-5, "seed \(seed)")
    }
  }

  @Test("angular size is the angle between the tangents of the ball")
  func angularSize() {
    for (radius, distance) in [(1.0, 2.0), (0.5, 100), (3, 3.0001), (2, 1), (0, 5)] {
      let expected =
        radius == 0 ? 0 : radius >= distance ? 180 : 2 * asin(radius / distance) * 180 / .pi
      #expect(abs(AngularSize.degrees(radius: radius, distance: distance) - expected) < 1e-12)
      for least in [0.1, 1, 20, 60, 90] where abs(expected - least) > 1e-9 {
        let size = AngularSize(leastDegrees: least)
        #expect(
          size.isTooSmall(radius: radius, square: distance * distance) == (expected < least),
          "\(radius) m at \(distance) m against \(least)°")
      }
    }
  }

  @Test("levels of detail follow the angular size")
  func levels() {
    let rules = ViewRules()
    #expect(rules.level(degrees: 0.05) == nil)
    #expect(rules.level(degrees: 0.5) == .label)
    #expect(rules.level(degrees: 2) == .box)
    #expect(rules.level(degrees: 20) == .full)
    #expect(rules.level(degrees: .nan) == nil)
  }
}
