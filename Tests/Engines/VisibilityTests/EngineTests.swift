import Base
import Foundation
import Geodesy
import SpatialIndex
import Testing

@testable import Visibility

@Suite struct EngineTests {
  /// The view by the rules as they are written, without any index.
  private static func slow(
    _ camera: Camera, _ candidates: [Candidate], _ buildings: [Building], previous: [UInt32],
    targets: Set<UInt32>, rules: ViewRules
  ) throws -> (shown: [UInt32], hidden: View.Hidden) {
    let eye = Eye(camera)
    let walls = try Walls(buildings)
    var all: [LocalWall]?
    var items: [UInt32] = []
    let own = walls.buildings(
      around: camera.pose.position, height: camera.pose.height, using: &items)
    var hidden = View.Hidden()
    hidden.beyondRange = 0
    var seen: [(id: UInt32, box: ScreenBox, worth: Double, distance: Double)] = []
    for candidate in candidates {
      // Positions are indexed in whole 1e-7 degrees.
      let place = FixedPosition(candidate.pose.position).lonLat
      if Geodesic.distance(from: camera.pose.position, to: place) > camera.range {
        hidden.beyondRange = (hidden.beyondRange ?? 0) + 1
        continue
      }
      let (ball, body) = Body.prepared(candidate)
      let screen = SlowFrustum.screenBox(
        OrientedBox(ball, body, from: eye.ecef, in: eye.own), eye)
      guard let screen else {
        hidden.outOfView += 1
        continue
      }
      let size = AngularSize.degrees(
        radius: ball.radius, distance: (ball.centre - eye.ecef).length)
      if size < rules.leastDegrees {
        hidden.tooSmall += 1
        continue
      }
      let box = OrientedBox(ball, body, from: eye.ecef, in: eye.enu)
      let locals =
        all
        ?? walls.walls.filter { !own.contains($0.building) }.map { walls.local($0, from: eye) }
      all = locals
      var roofs = Roofs()
      let visible = (0..<9).filter { index in
        let p = index < 8 ? box.corner(index, inset: Sight.inset) : box.centre
        let isBehindWall = locals.contains { $0.hides(p, grace: rules.wallGrace) }
        return !isBehindWall
          && !roofs.hide(p, from: eye, in: walls, own: own, grace: rules.wallGrace)
      }.count
      let fraction = Double(visible) / 9
      if fraction < rules.leastVisibleFraction || visible == 0 {
        hidden.occluded += 1
        continue
      }
      let distance = (ball.centre + Vector3(body.origin) - eye.ecef).length
      let worth =
        Declutter.worth(
          isTarget: targets.contains(candidate.id), priority: candidate.priority,
          distance: distance, range: camera.range)
        + (previous.contains(candidate.id) ? rules.margin : 0)
      seen.append((candidate.id, screen, worth, distance))
    }
    seen.sort { ($0.worth, $1.id) > ($1.worth, $0.id) }
    var shown: [(id: UInt32, box: ScreenBox, worth: Double, distance: Double)] = []
    for one in seen where shown.count < rules.maximumShown {
      let slack = previous.isEmpty || previous.contains(one.id) ? 0 : rules.newcomerSlack
      if shown.allSatisfy({ $0.box.overlap(with: one.box) <= rules.maximumOverlap - slack }) {
        shown.append(one)
      }
    }
    hidden.cluttered = seen.count - shown.count
    shown.sort { ($0.distance, $0.id) < ($1.distance, $1.id) }
    return (shown.map(\.id), hidden)
  }

  @Test(
    "RI-FR1.1: views equal brute force: range, size, picture, buildings, clutter; at the poles and the antimeridian, too",
    arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func equalsBruteForce(seed: UInt64) throws {
    var sample = SampleView(seed: seed)
    let buildings = try sample.buildings(40, within: 150)
    let candidates = try (0..<200).map { try sample.candidate(UInt32($0), within: 230) }
    let index = try SceneIndex(candidates)
    let walls = try Walls(buildings)
    var rules = ViewRules()
    rules.leastDegrees = 0.5
    rules.maximumShown = 15
    let engine = try VisibilityEngine(walls: walls, rules: rules)
    var workspace = ViewWorkspace()
    var total = View.Hidden()
    var shown = 0
    for round in 0..<4 {
      let camera = try sample.camera(range: 200)
      let previous = round % 2 == 0 ? [] : (0..<40).map { _ in UInt32(sample.below(200)) }
      let targets: Set<UInt32> = round % 3 == 0 ? [] : [UInt32(sample.below(200))]
      let expected = try EngineTests.slow(
        camera, candidates, buildings, previous: previous, targets: targets, rules: rules)
      let view = try engine.view(
        from: camera, of: index, previous: previous, targets: targets, using: &workspace)
      #expect(view.items.map(\.id) == expected.shown, "seed \(seed), round \(round)")
      #expect(view.hidden == expected.hidden, "seed \(seed), round \(round)")
      #expect(view.isComplete)
      shown += view.items.count
      total.occluded += view.hidden.occluded
      total.outOfView += view.hidden.outOfView
      total.tooSmall += view.hidden.tooSmall
      total.beyondRange = (total.beyondRange ?? 0) + (view.hidden.beyondRange ?? 0)
    }
    #expect(shown + total.occluded > 10 && total.outOfView > 50, "seed \(seed): \(total)")
    #expect((total.beyondRange ?? 0) > 20, "seed \(seed): \(total)")
  }

  @Test("the same input gives the same bytes, in any order of the candidates")
  func sameBytes() throws {
    var sample = SampleView(seed: 5)
    let candidates = try (0..<300).map { try sample.candidate(UInt32($0), within: 150) }
    let buildings = try sample.buildings(30, within: 150)
    let camera = try sample.camera()
    func bytes(_ candidates: [Candidate], _ buildings: [Building]) throws -> [UInt8] {
      let engine = try VisibilityEngine(walls: try Walls(buildings))
      var workspace = ViewWorkspace()
      // What the workspace was used for before does not matter.
      _ = try engine.view(from: sample.camera(), of: SceneIndex(candidates), using: &workspace)
      let view = try engine.view(from: camera, of: SceneIndex(candidates), using: &workspace)
      var json = JSONWriter()
      view.write(to: &json)
      return json.bytes
    }
    let first = try bytes(candidates, buildings)
    for _ in 0..<4 {
      let mixed = candidates.shuffled(using: &sample.random)
      #expect(try bytes(mixed, buildings.shuffled(using: &sample.random)) == first)
    }
    // Well-formed, with the members of the contract.
    let value = try JSONValue(parsing: first)
    guard case .object(let members) = value else { throw Refusal.notFound("object") }
    #expect(members.map(\.name) == ["items", "hidden", "complete"])
  }

  @Test("candidates that the viewer may not see are neither shown nor counted")
  func admission() throws {
    var sample = SampleView(seed: 3)
    let candidates = try (0..<100).map { try sample.candidate(UInt32($0), within: 100) }
    let camera = try sample.camera()
    let engine = try VisibilityEngine()
    var workspace = ViewWorkspace()
    let some = try engine.view(
      from: camera, of: SceneIndex(candidates), where: { $0 % 2 == 0 }, eligible: 50,
      using: &workspace)
    let alone = try engine.view(
      from: camera, of: SceneIndex(candidates.filter { $0.id % 2 == 0 }), using: &workspace)
    #expect(some == alone)
  }

  @Test("of more candidates than are looked at, the nearest are, and the answer says so")
  func manyCandidates() throws {
    var sample = SampleView(seed: 1)
    let candidates = try (0..<200).map { try sample.candidate(UInt32($0), within: 50) }
    var rules = ViewRules()
    rules.maximumCandidates = 50
    let camera = try sample.camera()
    var workspace = ViewWorkspace()
    let view = try VisibilityEngine(rules: rules).view(
      from: camera, of: SceneIndex(candidates), using: &workspace)
    #expect(!view.isComplete)
    #expect(view.hidden.beyondRange == nil)
    let nearest = candidates.sorted {
      Geodesic.distance(from: camera.pose.position, to: $0.pose.position)
        < Geodesic.distance(from: camera.pose.position, to: $1.pose.position)
    }.prefix(52).map(\.id)
    #expect(view.items.allSatisfy { nearest.contains($0.id) })
  }

  @Test("a scene that was changed step by step equals one made at once; earlier copies stay")
  func sceneChanges() throws {
    var sample = SampleView(seed: 9)
    var scene = Scene()
    var current: [UInt32: Candidate] = [:]
    for _ in 0..<40 {
      let earlier = (scene, current.count)
      let put = try (0..<20).map { _ in
        try sample.candidate(UInt32(sample.below(700)), within: 90)
      }
      let removed = (0..<8).map { _ in UInt32(sample.below(900)) }
      scene.put(put)
      for candidate in put { current[candidate.id] = candidate }
      scene.remove(removed)
      for id in removed { current[id] = nil }
      #expect(scene.count == current.count)
      #expect(earlier.0.count == earlier.1)
    }
    let fresh = Scene(current.values)
    for id in 0..<900 as Range<UInt32> {
      #expect(scene.contains(id) == (current[id] != nil))
      #expect(scene.ball(id).centre == fresh.ball(id).centre)
      #expect(scene.priority(id) == current[id]?.priority ?? 0)
    }
  }
}
