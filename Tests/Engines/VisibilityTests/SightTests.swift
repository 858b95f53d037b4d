import Base
import Foundation
import Geodesy
import Testing

@testable import Visibility

@Suite struct SightTests {
  @Test(
    "the skyline answers what a scan over all walls answers",
    arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func equalsScan(seed: UInt64) throws {
    var sample = SampleView(seed: seed)
    let buildings = try sample.buildings(seed % 2 == 0 ? 25 : 120, within: 200)
    let walls = try Walls(buildings)
    var skyline = Skyline()
    var groups = NearestGroups()
    var (hidden, seen) = (0, 0)
    for round in 0..<3 {
      let eye = Eye(try sample.camera())
      let own = round % 2 == 0 ? [] : [UInt32(sample.below(buildings.count))]
      let grace = round % 3 == 0 ? 0 : 0.5
      skyline.reset(grace: grace)
      var points: [Vector3] = []
      for _ in 0..<150 {
        let p = Vector3(
          x: sample.between(-250, 250), y: sample.between(-250, 250), z: sample.between(-3, 30))
        points.append(p)
        skyline.ask([.init(id: 0, outline: .init(p, radius: 2))])
      }
      skyline.build(walls, from: eye, own: own, using: &groups)
      let all = walls.walls.filter { !own.contains($0.building) }.map { walls.local($0, from: eye) }
      for p in points {
        for offset in [Vector3.zero, Vector3(x: 0.7, y: -1, z: 1), Vector3(x: -1, y: 0.5, z: -1)] {
          let q = p + offset
          let expected = all.contains { $0.hides(q, grace: grace) }
          #expect(skyline.hides(q) == expected, "seed \(seed), round \(round), \(q)")
          if expected { hidden += 1 } else { seen += 1 }
        }
        if skyline.covers(Skyline.Outline(p, radius: 1)) {
          for offset in [Vector3.zero, Vector3(x: 0.5, y: 0.5, z: 0.5), Vector3(x: -1, y: 0, z: 0)]
          {
            #expect(skyline.hides(p + offset), "seed \(seed): covered, yet in sight")
          }
        }
      }
    }
    #expect(hidden > 150 && seen > 15, "seed \(seed): \(hidden), \(seen)")
  }

  @Test(
    "RI-FR1.1: lines of sight equal walking along them in small steps",
    arguments: [1, 2, 3, 4, 5, 6, 9, 10] as [UInt64])
  func equalsSteps(seed: UInt64) throws {
    var sample = SampleView(seed: seed)
    let buildings = try sample.buildings(30, within: 110)
    let walls = try Walls(buildings)
    let slow = SlowSight(buildings, frame: LocalFrame(at: sample.place, height: sample.ground))
    var (hidden, seen, doubtful) = (0, 0, 0)
    for round in 0..<4 {
      var camera = try sample.camera()
      if round == 3 {
        // From above the roofs.
        var pose = camera.pose
        pose.height += 40
        camera = try Camera(
          validating: pose, fieldOfView: camera.fieldOfView, viewport: camera.viewport, range: 300)
      }
      let eye = Eye(camera)
      let start = slow.frame.local(ecef: eye.ecef)
      let own = Set(slow.blocks(at: start, height: camera.pose.height))
      var sight = Sight()
      let points = (0..<30).map { _ in
        Vector3(
          x: sample.between(-110, 110), y: sample.between(-110, 110),
          z: sample.between(-1, 20) - (round == 3 ? 40 : 0))
      }
      sight.build(
        walls, from: eye,
        to: points.map { CandidateCulling.Survivor(id: 0, outline: .init($0, radius: 0.001)) }[...],
        grace: 0)
      for p in points {
        let tiny = Vector3(x: 1e-6, y: 0, z: 0)
        let box = OrientedBox(
          centre: p, halfX: tiny, halfY: Vector3(x: 0, y: 1e-6, z: 0),
          halfZ: Vector3(x: 0, y: 0, z: 1e-6))
        let outline = Skyline.Outline(p, radius: 2e-6)
        let points = sight.pointsInSight(
          of: box, outline, walls: walls, asksGround: false, eye: eye, grace: 0, least: 0)
        let inside = slow.metresInside(to: p, eye: eye, skipped: own, rest: 0, step: 0.1)
        // A corner cut by less than that is missed by steps, or decided by rounding.
        if inside > 0, inside < 0.3 || (1..<Sight.sampleCount).contains(points) {
          doubtful += 1
        } else if inside > 0 {
          hidden += 1
          #expect(points == 0, "seed \(seed), round \(round), \(p): \(inside) m inside")
        } else if points < Sight.sampleCount {
          // The engine sees a wall that steps of 10 cm have missed.
          let finer = slow.metresInside(to: p, eye: eye, skipped: own, rest: 0, step: 0.001)
          #expect(finer > 0, "seed \(seed), round \(round), \(p): nothing in the way")
          doubtful += 1
        } else {
          seen += 1
        }
      }
    }
    #expect(hidden > 20 && seen > 8, "seed \(seed): \(hidden), \(seen)")
    #expect(doubtful < (hidden + seen) / 10, "seed \(seed): \(doubtful)")
  }

  @Test("the visible fraction counts middle and corners, one by one")
  func fractions() throws {
    let place = SampleView.places[0]
    let frame = LocalFrame(at: place, height: 450)
    func position(_ x: Double, _ y: Double) throws -> LonLat {
      try #require(frame.geodetic(local: Vector3(x: x, y: y, z: 0))).position
    }
    let camera = try Camera(
      validating: GeoPose(position: place, height: 450),
      fieldOfView: .init(horizontal: 60, vertical: 60), viewport: .init(width: 600, height: 600))
    let candidate = try Candidate(
      validating: GeoPose(position: position(40, 0), height: 450), id: 1,
      box: .init(min: Vector3(x: -2, y: -2, z: -2), max: Vector3(x: 2, y: 2, z: 2)))
    let index = try SceneIndex([candidate])
    var workspace = ViewWorkspace()
    // A house across the line of sight: (its top above the eye, expected fraction in sight).
    // It leaves all, the upper half, the upper corners, nothing.
    for (top, expected) in [(-3.0, 1.0), (0.05, 4 / 9.0), (1.7, 0.0), (-0.2, 5 / 9.0)] {
      let house = try Building(
        validating: [
          [
            try position(20, -20), try position(22, -20), try position(22, 20),
            try position(20, 20),
          ]
        ], top: 450 + top)
      let engine = try VisibilityEngine(walls: try Walls([house]))
      let view = try engine.view(from: camera, of: index, using: &workspace)
      let fraction = view.items.first?.visibleFraction ?? 0
      #expect(abs(fraction - expected) < 1e-9, "top \(top): \(fraction)")
      #expect(view.hidden.occluded == (expected < 0.3 ? 1 : 0))
    }
  }

  @Test("buildings known by their heights above the ground stand on the ground below the camera")
  func groundDatum() throws {
    var sample = SampleView(seed: 1)
    let buildings = try sample.buildings(40, within: 120)
    let lowered = try buildings.map { building in
      try Building(
        validating: building.rings, base: building.base.map { $0 - sample.ground },
        top: building.top - sample.ground)
    }
    let candidates = try (0..<120).map { try sample.candidate(UInt32($0), within: 150) }
    let index = try SceneIndex(candidates)
    var rules = ViewRules()
    rules.maximumShown = 200
    let exact = try VisibilityEngine(walls: try Walls(buildings), rules: rules)
    let above = try VisibilityEngine(walls: try Walls(lowered, datum: .ground), rules: rules)
    var workspace = ViewWorkspace()
    var occluded = 0
    for _ in 0..<20 {
      let camera = try sample.camera()
      let one = try exact.view(from: camera, of: index, using: &workspace)
      let other = try above.view(from: camera, of: index, using: &workspace)
      #expect(one.items.map(\.id) == other.items.map(\.id))
      #expect(one.hidden == other.hidden)
      occluded += one.hidden.occluded
    }
    #expect(occluded > 20)
  }

  @Test("the earth's curve hides what is behind the horizon, exactly as far as geometry says")
  func curvature() throws {
    let place = LonLat(lon: 0, lat: 0)
    // A sea at height 0; the eye 1 m above it sees its horizon at 3.57 km.
    let sea = try HeightGrid(
      southWest: LonLat(lon: -0.1, lat: -0.1), step: 0.001, columns: 201, rows: 201,
      heights: Array(repeating: 0, count: 201 * 201))
    let camera = try Camera(
      validating: GeoPose(position: place, height: 1),
      fieldOfView: .init(horizontal: 60, vertical: 60), viewport: .init(width: 600, height: 600),
      range: 5000)
    let distance = 4950.0
    let there = LonLat(lon: distance / Ellipsoid.a * 180 / .pi, lat: 0)
    let radius = Ellipsoid.a
    let horizon = (2 * radius * 1.0).squareRoot()
    let hiddenBelow = (distance - horizon) * (distance - horizon) / (2 * radius)
    #expect(abs(hiddenBelow - 0.15) < 0.02)
    for (height, isSeen) in [(hiddenBelow - 0.03, false), (hiddenBelow + 0.03, true)] {
      let eye = Eye(camera)
      let p = eye.frame.local(there, height: height)
      var sight = TerrainSight()
      sight.reset(sea, from: eye, farthest: p.length)
      #expect(sight.hides(p, grace: 0) != isSeen, "at \(height) m")
    }
  }

  @Test(
    "terrain hides what walking along the line of sight in small steps finds behind it",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func terrain(seed: UInt64) throws {
    var sample = SampleView(seed: seed)
    let step = 0.0005
    let side = 61
    let corner = LonLat(
      lon: LonLat.normalise(lon: sample.place.lon - step * 30),
      lat: max(-90, min(90 - step * 60, sample.place.lat - step * 30)))
    let waves = (0..<4).map { _ in
      (sample.between(0.1, 0.5), sample.between(0.1, 0.5), sample.between(0, 6))
    }
    var heights: [Float] = []
    for row in 0..<side {
      for column in 0..<side {
        let sum = waves.reduce(0.0) { $0 + sin(Double(column) * $1.0 + Double(row) * $1.1 + $1.2) }
        heights.append(Float(sample.ground + 12 * sum))
      }
    }
    let field = try HeightGrid(
      southWest: corner, step: step, columns: side, rows: side, heights: heights)
    var (hidden, seen, close) = (0, 0, 0)
    var verdicts = 0
    for _ in 0..<5 {
      var camera = try sample.camera(range: 1500)
      var pose = camera.pose
      pose.height = (field.height(at: pose.position) ?? sample.ground) + sample.between(1.5, 30)
      camera = try Camera(
        validating: pose, fieldOfView: camera.fieldOfView, viewport: camera.viewport, range: 1500)
      let eye = Eye(camera)
      var sight = TerrainSight()
      sight.reset(field, from: eye, farthest: 1500)
      for _ in 0..<25 {
        let target = sample.position(within: 1000)
        let height = (field.height(at: target) ?? sample.ground) + sample.between(0, 25)
        let p = eye.frame.local(target, height: height)
        // The least height of the ray above the ground, up to where the ground no longer counts.
        var least = Double.infinity
        let end = p.length - field.spacing
        var along = 2.0
        while along < end {
          if let place = eye.frame.geodetic(local: p * (along / p.length)),
            let ground = field.height(at: place.position)
          {
            least = min(least, place.height - ground)
          }
          along += 2
        }
        // Between two steps of the spacing, 55 m, the ground may rise above the ray a little.
        if abs(least) < 2.5 {
          close += 1
        } else {
          #expect(sight.hides(p, grace: 0) == (least < 0), "seed \(seed): \(least) m")
          // What is said of a whole ball holds for its points.
          let verdict = sight.verdict(
            p, radius: 3, bins: Skyline.Outline(p, radius: 3).bins, grace: 0)
          verdicts += verdict == .open ? 0 : 1
          for _ in 0..<20 where verdict != .open {
            let offset = Vector3(
              x: sample.between(-1.7, 1.7), y: sample.between(-1.7, 1.7),
              z: sample.between(-1.7, 1.7))
            #expect(sight.hides(p + offset, grace: 0) == (verdict == .hidden), "seed \(seed)")
          }
          if least < 0 { hidden += 1 } else { seen += 1 }
        }
      }
    }
    // Near the poles every point is asked by itself.
    #expect(abs(sample.place.lat) > 80 || verdicts * 2 > hidden + seen, "seed \(seed): \(verdicts)")
    #expect(hidden + seen > close, "seed \(seed): \(hidden), \(seen), \(close)")
  }
}
