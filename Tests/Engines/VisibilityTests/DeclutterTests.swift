import Base
import Foundation
import Geodesy
import Testing

@testable import Visibility

@Suite struct DeclutterTests {
  /// The answers of an engine that shows everything in sight, with the worth of each.
  private struct Sighted {
    var boxes: [ScreenBox]
    var worths: [Double]
    var ids: [UInt32]
  }

  private func sighted(
    _ camera: Camera, _ index: SceneIndex, priorities: [UInt32: Int]
  ) throws -> Sighted {
    var rules = ViewRules()
    rules.maximumShown = 1000
    rules.maximumOverlap = 1
    var workspace = ViewWorkspace()
    let all = try VisibilityEngine(rules: rules).view(from: camera, of: index, using: &workspace)
    #expect(all.hidden.cluttered == 0)
    return Sighted(
      boxes: all.items.map(\.screen),
      worths: all.items.map {
        Declutter.worth(
          isTarget: false, priority: priorities[$0.id] ?? 0, distance: $0.distance,
          range: camera.range)
      }, ids: all.items.map(\.id))
  }

  @Test(
    "RI-FR1.2, CG-RL-08: no two shown screen boxes overlap by more than half of the smaller, at most 20 are shown, the nearer stays",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func guarantee(seed: UInt64) throws {
    var sample = SampleView(seed: seed)
    let engine = try VisibilityEngine()
    var workspace = ViewWorkspace()
    var cluttered = 0
    for _ in 0..<30 {
      let count = 10 + sample.below(300)
      let candidates = try (0..<count).map {
        try sample.candidate(UInt32($0), within: 80, maximumSize: 15)
      }
      let index = try SceneIndex(candidates)
      let view = try engine.view(from: sample.camera(), of: index, using: &workspace)
      #expect(view.items.count <= 20)
      for (place, a) in view.items.enumerated() {
        for b in view.items.dropFirst(place + 1) {
          #expect(a.screen.overlap(with: b.screen) <= 0.5, "seed \(seed): \(a.id), \(b.id)")
          #expect(a.distance <= b.distance)
        }
      }
      cluttered += view.hidden.cluttered
      let sum =
        view.items.count + view.hidden.cluttered + view.hidden.tooSmall + view.hidden.outOfView
        + view.hidden.occluded + (view.hidden.beyondRange ?? 0)
      #expect(sum == count, "every candidate is shown or counted once")
    }
    #expect(cluttered > 100)
  }

  @Test("what is left out overlaps with something worthier, or there is no room left")
  func greedy() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var sample = SampleView(seed: seed)
      let candidates = try (0..<80).map { try sample.candidate(UInt32($0), within: 60) }
      let index = try SceneIndex(candidates)
      let camera = try sample.camera()
      let priorities = Dictionary(uniqueKeysWithValues: candidates.map { ($0.id, $0.priority) })
      let all = try sighted(camera, index, priorities: priorities)
      var workspace = ViewWorkspace()
      let view = try VisibilityEngine().view(from: camera, of: index, using: &workspace)
      // In order of worth, then of number, as the rule is written.
      let order = all.ids.indices.sorted {
        (-all.worths[$0], all.ids[$0]) < (-all.worths[$1], all.ids[$1])
      }
      var expected: [Int] = []
      for place in order where expected.count < 20 {
        if expected.allSatisfy({ all.boxes[$0].overlap(with: all.boxes[place]) <= 0.5 }) {
          expected.append(place)
        }
      }
      #expect(Set(view.items.map(\.id)) == Set(expected.map { all.ids[$0] }), "seed \(seed)")
    }
  }

  @Test("CG-RL-08: what is shown weighs at least 95 % of the exact optimum on average")
  func optimum() throws {
    var ratios: [Double] = []
    for seed in 1...150 as ClosedRange<UInt64> {
      var sample = SampleView(seed: seed, at: SampleView.places[0])
      let candidates = try (0..<60).map {
        try sample.candidate(UInt32($0), within: 90, maximumSize: 5)
      }
      let index = try SceneIndex(candidates)
      let camera = try sample.camera(
        range: 200, fieldOfView: .init(horizontal: 60, vertical: 60))
      let priorities = Dictionary(uniqueKeysWithValues: candidates.map { ($0.id, $0.priority) })
      let all = try sighted(camera, index, priorities: priorities)
      guard (2...16).contains(all.ids.count) else { continue }
      var workspace = ViewWorkspace()
      let view = try VisibilityEngine().view(from: camera, of: index, using: &workspace)
      let shown = Set(view.items.map(\.id))
      let weight = zip(all.ids, all.worths).filter { shown.contains($0.0) }.map(\.1).reduce(0, +)
      ratios.append(weight / DeclutterTests.best(all.boxes, all.worths))
    }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    #expect(ratios.count > 60)
    #expect(mean >= 0.95, "\(mean) on average, \(ratios.min() ?? 0) at least")
    #expect(ratios.allSatisfy { $0 <= 1 + 1e-9 })
  }

  /// The greatest weight of boxes that go together, by trying all sets.
  static func best(_ boxes: [ScreenBox], _ weights: [Double]) -> Double {
    let conflicts = boxes.indices.map { i in
      boxes.indices.reduce(0) {
        $1 != i && boxes[i].overlap(with: boxes[$1]) > 0.5 ? $0 | 1 << $1 : $0
      }
    }
    func best(_ allowed: Int) -> Double {
      guard allowed != 0 else { return 0 }
      let i = allowed.trailingZeroBitCount
      let rest = allowed & ~(1 << i)
      let with = weights[i] + best(rest & ~conflicts[i])
      return rest & conflicts[i] == 0 ? with : max(with, best(rest))
    }
    return best((1 << boxes.count) - 1)
  }

  /// Two objects in one line, the farther one shown first.
  @Test("what was shown stays, unless another gains more than the margin")
  func hysteresis() throws {
    let place = SampleView.places[0]
    let frame = LocalFrame(at: place, height: 450)
    func candidate(_ id: UInt32, _ east: Double, _ priority: Int) throws -> Candidate {
      let there = try #require(frame.geodetic(local: Vector3(x: east, y: 0, z: 0)))
      return try Candidate(
        validating: GeoPose(position: there.position, height: there.height), id: id,
        box: .init(min: Vector3(x: -1, y: -1, z: -1), max: Vector3(x: 1, y: 1, z: 1)),
        priority: priority)
    }
    let camera = try Camera(
      validating: GeoPose(position: place, height: 450),
      fieldOfView: .init(horizontal: 60, vertical: 60), viewport: .init(width: 600, height: 600),
      range: 200)
    var workspace = ViewWorkspace()
    func shown(_ near: Double, _ far: Double, _ priority: Int, previous: [UInt32]) throws
      -> [UInt32]
    {
      let index = try SceneIndex([candidate(1, near, priority), candidate(2, far, 0)])
      return try VisibilityEngine().view(
        from: camera, of: index, previous: previous, using: &workspace
      ).items.map(\.id)
    }
    #expect(try shown(50, 55, 0, previous: []) == [1])
    // 5 m of 200 m are a fortieth: less than a quarter.
    #expect(try shown(50, 55, 0, previous: [2]) == [2])
    #expect(try shown(50, 55, 0, previous: [1]) == [1])
    // 60 m of 200 m are more than a quarter.
    #expect(try shown(40, 100, 0, previous: [2]) == [1])
    #expect(try shown(50, 55, 1, previous: [2]) == [1])
    // What the viewer looks for comes before everything.
    let index = try SceneIndex([candidate(1, 50, 100), candidate(2, 90, 0)])
    let view = try VisibilityEngine().view(
      from: camera, of: index, previous: [1], targets: [2], using: &workspace)
    #expect(view.items.map(\.id) == [2])
  }

  @Test(
    "RI-FR1.2: while a camera turns, nothing goes that stays in view, unless a better one needs its room"
  )
  func flicker() throws {
    let rules = ViewRules()
    let engine = try VisibilityEngine(rules: rules)
    var goings: [Int] = []
    for seed in 1...4 as ClosedRange<UInt64> {
      var sample = SampleView(seed: seed, at: SampleView.places[0])
      let candidates = try (0..<150).map { try sample.candidate(UInt32($0), within: 120) }
      let priorities = Dictionary(uniqueKeysWithValues: candidates.map { ($0.id, $0.priority) })
      let index = try SceneIndex(candidates)
      var workspace = ViewWorkspace()
      var previous: [UInt32] = []
      var changes: [UInt32: Int] = [:]
      for step in 0...45 {
        let yaw = Double(step) * .pi / 90
        let camera = try Camera(
          validating: GeoPose(
            position: sample.place, height: sample.ground + 1.6,
            orientation: Quaternion(x: 0, y: 0, z: sin(yaw / 2), w: cos(yaw / 2))),
          fieldOfView: .init(horizontal: 60, vertical: 60),
          viewport: .init(width: 1080, height: 1920))
        let view = try engine.view(
          from: camera, of: index, previous: previous, using: &workspace)
        let shown = view.items.map(\.id)
        let all = try sighted(camera, index, priorities: priorities)
        let place = Dictionary(uniqueKeysWithValues: all.ids.enumerated().map { ($1, $0) })
        for id in previous where !shown.contains(id) {
          guard let own = place[id] else { continue }
          changes[id, default: 0] += 1
          // What took its room: all of it, or a part of the picture.
          let better = shown.compactMap { place[$0] }.filter {
            let isNew = !previous.contains(all.ids[$0])
            return all.worths[$0] >= all.worths[own] + (isNew ? rules.margin : 0)
          }
          let isInTheWay = better.contains {
            all.boxes[$0].overlap(with: all.boxes[own]) > rules.maximumOverlap
          }
          #expect(isInTheWay || better.count == rules.maximumShown, "seed \(seed), step \(step)")
        }
        previous = shown
      }
      goings += candidates.map { changes[$0.id] ?? 0 }
    }
    // Of all objects, nearly all are taken away at most twice in a quarter turn.
    let often = goings.filter { $0 > 2 }.count
    #expect(often * 100 <= goings.count, "\(often) of \(goings.count)")
  }
}
