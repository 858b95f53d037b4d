import Base
import Foundation
import Geodesy
import Testing

@testable import Visibility

@Suite struct InputTests {
  private static let place = LonLat(lon: 9.5215, lat: 47.139)

  private func camera(
    _ position: LonLat = place, height: Double = 450, orientation: Quaternion = .identity,
    horizontal: Double = 60, vertical: Double = 60, width: Int = 100, side: Int = 100,
    range: Double = 200, aboveGround: Double = 1.6
  ) throws -> Camera {
    try Camera(
      validating: GeoPose(position: position, height: height, orientation: orientation),
      fieldOfView: .init(horizontal: horizontal, vertical: vertical),
      viewport: .init(width: width, height: side), range: range, aboveGround: aboveGround)
  }

  private func pointers(_ body: () throws -> Camera) -> [String] {
    do {
      _ = try body()
      return []
    } catch {
      return (error as? Refusal)?.violations.map(\.pointer) ?? ["?"]
    }
  }

  @Test("cameras from outside are refused with the name of every wrong member")
  func cameras() {
    for angle in [0, 180, -1, 360, .nan, .infinity] {
      #expect(pointers { try camera(horizontal: angle) } == ["/fieldOfView/horizontal"])
      #expect(pointers { try camera(vertical: angle) } == ["/fieldOfView/vertical"])
    }
    for side in [0, -1, 32_769, .max, .min] {
      #expect(pointers { try camera(width: side) } == ["/viewport/width"])
      #expect(pointers { try camera(side: side) } == ["/viewport/height"])
    }
    for range in [0, -1, 5_000.1, .nan, .infinity] {
      #expect(pointers { try camera(range: range) } == ["/range"])
    }
    for height in [-1, .nan, .infinity, 1e9] {
      #expect(pointers { try camera(aboveGround: height) } == ["/aboveGround"])
    }
    for wrong in [
      Quaternion(x: 0, y: 0, z: 0, w: 0), Quaternion(x: 1, y: 1, z: 1, w: 1),
      Quaternion(x: .nan, y: 0, z: 0, w: 1), Quaternion(x: .infinity, y: 0, z: 0, w: 0),
    ] {
      #expect(pointers { try camera(orientation: wrong) }.allSatisfy { $0.hasPrefix("/pose/") })
      #expect(!pointers { try camera(orientation: wrong) }.isEmpty)
    }
    for wrong in [LonLat(lon: 181, lat: 0), LonLat(lon: 0, lat: 91), LonLat(lon: .nan, lat: 0)] {
      #expect(pointers { try camera(wrong) }.allSatisfy { $0.hasPrefix("/pose/position") })
      #expect(!pointers { try camera(wrong) }.isEmpty)
    }
    #expect(
      pointers { try camera(horizontal: 0, width: 0, range: -1) }
        == ["/fieldOfView/horizontal", "/viewport/width", "/range"])
  }

  @Test("extreme cameras that are allowed answer without a trap, and with finite numbers")
  func extremes() throws {
    var workspace = ViewWorkspace()
    for position in SampleView.places + [
      LonLat(lon: 0, lat: 90), LonLat(lon: 123, lat: -90), LonLat(lon: -180, lat: 0),
    ] {
      var sample = SampleView(seed: 4, at: position)
      let candidates =
        try (0..<60).map { try sample.candidate(UInt32($0), within: 40) }
        + [
          // In the very place of the camera, and a point without any size.
          try Candidate(
            validating: GeoPose(position: position, height: 450), id: 100,
            box: .init(min: .zero, max: Vector3(x: 1, y: 1, z: 1))),
          try Candidate(
            validating: GeoPose(position: position, height: 450), id: 101,
            box: .init(min: .zero, max: .zero)),
        ]
      let buildings = try sample.buildings(15, within: 60)
      let sea = try HeightGrid(
        southWest: LonLat(lon: LonLat.normalise(lon: position.lon - 0.5), lat: -90), step: 1,
        columns: 2, rows: 181, heights: Array(repeating: 400, count: 362))
      let engine = try VisibilityEngine(walls: try Walls(buildings), terrain: sea)
      for (angle, side) in [(1e-6, 1), (60, 500), (179.999999, 32_768)] {
        let view = try engine.view(
          from: camera(position, horizontal: angle, vertical: angle, width: side, side: side),
          of: SceneIndex(candidates), using: &workspace)
        for item in view.items {
          #expect(item.distance.isFinite && item.bearing.isFinite && item.elevation.isFinite)
          let numbers = [item.screen.x, item.screen.y, item.screen.width, item.screen.height]
          #expect(numbers.allSatisfy { $0.isFinite && $0 >= 0 && $0 <= Double(side) })
        }
        var json = JSONWriter()
        view.write(to: &json)
        _ = try JSONValue(parsing: json.bytes)
      }
    }
  }

  @Test("objects, buildings, heights and rules from outside are refused, never trapped on")
  func others() throws {
    let unit = Candidate.Box(min: .zero, max: Vector3(x: 1, y: 1, z: 1))
    let pose = GeoPose(position: InputTests.place, height: 0)
    for scale in [0, -1, .nan, .infinity, 1e9] {
      #expect(throws: Refusal.self) {
        try Candidate(validating: pose, id: 1, scale: scale, box: unit)
      }
    }
    for wrong in [
      Candidate.Box(min: Vector3(x: 1, y: 0, z: 0), max: .zero),
      Candidate.Box(min: Vector3(x: .nan, y: 0, z: 0), max: .zero),
      Candidate.Box(min: .zero, max: Vector3(x: 1e9, y: 0, z: 0)),
    ] {
      #expect(throws: Refusal.self) { try Candidate(validating: pose, id: 1, box: wrong) }
    }
    let p = InputTests.place
    let far = LonLat(lon: 10.5, lat: 47)
    for rings in [[], [[p]], [[p, p, p]], [[p, far, LonLat(lon: 10, lat: 46)]]] {
      #expect(throws: Refusal.self) { try Building(validating: rings, top: 10) }
    }
    let square = [
      p, LonLat(lon: 9.5216, lat: 47.139), LonLat(lon: 9.5216, lat: 47.1391),
    ]
    #expect(throws: Refusal.self) { try Building(validating: [square], top: .nan) }
    #expect(throws: Refusal.self) { try Building(validating: [square], base: 12, top: 10) }
    #expect(throws: Refusal.self) {
      try HeightGrid(southWest: p, step: 0.1, columns: .max, rows: .max, heights: [])
    }
    #expect(throws: Refusal.self) {
      try HeightGrid(
        southWest: p, step: 0.1, columns: 2, rows: 2, heights: [0, 1, 2, .infinity])
    }
    var rules = ViewRules()
    rules.maximumOverlap = .nan
    rules.maximumShown = -1
    #expect(throws: Refusal.self) { try VisibilityEngine(rules: rules) }
    #expect(throws: Refusal.self) {
      try SceneIndex([
        Candidate(validating: pose, id: 1, box: unit),
        Candidate(validating: pose, id: 1, box: unit),
      ])
    }
    let long = [UInt32](repeating: 0, count: 1_001)
    var workspace = ViewWorkspace()
    #expect(throws: Refusal.self) {
      try VisibilityEngine().view(
        from: camera(), of: SceneIndex([]), previous: long, using: &workspace)
    }
  }

  @Test("heights across the antimeridian are found; beyond the grid nothing is known")
  func heights() throws {
    let grid = try HeightGrid(
      southWest: LonLat(lon: 179.5, lat: -1), step: 0.5, columns: 3, rows: 3,
      heights: [0, 1, 2, 10, 11, 12, 20, 21, .nan])
    #expect(grid.height(at: LonLat(lon: 180, lat: -1)) == 1)
    #expect(grid.height(at: LonLat(lon: -180, lat: -0.5)) == 11)
    #expect(abs((grid.height(at: LonLat(lon: -179.75, lat: -0.75)) ?? 0) - 6.5) < 1e-9)
    #expect(grid.height(at: LonLat(lon: -179.6, lat: -0.1)) == nil)
    #expect(grid.height(at: LonLat(lon: 179.4, lat: -0.5)) == nil)
    #expect(grid.height(at: LonLat(lon: -179.4, lat: -0.5)) == nil)
    #expect(grid.maximumHeight == 21)
  }

  @Test("each rule of views that is out of its range is named; at its ends it is taken")
  func rules() throws {
    let numbers: [(WritableKeyPath<ViewRules, Double>, ClosedRange<Double>, String)] = [
      (\.leastDegrees, 0...180, "/leastDegrees"), (\.boxDegrees, 0...180, "/boxDegrees"),
      (\.fullDegrees, 0...180, "/fullDegrees"),
      (\.leastVisibleFraction, 0...1, "/leastVisibleFraction"),
      (\.wallGrace, 0...100, "/wallGrace"), (\.maximumOverlap, 0...1, "/greatestOverlap"),
      (\.margin, 0...1_000, "/margin"), (\.newcomerSlack, 0...1, "/newcomerSlack"),
    ]
    let counts: [(WritableKeyPath<ViewRules, Int>, ClosedRange<Int>, String)] = [
      (\.maximumShown, 0...1_000, "/mostShown"),
      (\.maximumCandidates, 1...10_000_000, "/mostCandidates"),
    ]
    func named<Value>(_ path: WritableKeyPath<ViewRules, Value>, _ value: Value) -> [String] {
      var rules = ViewRules()
      rules[keyPath: path] = value
      do {
        try rules.check()
        return []
      } catch { return error.violations.map(\.pointer) }
    }
    for (path, range, name) in numbers {
      for end in [range.lowerBound, range.upperBound] { #expect(named(path, end) == []) }
      for value in [range.lowerBound.nextDown, range.upperBound.nextUp, .nan] {
        #expect(named(path, value) == [name])
      }
    }
    for (path, range, name) in counts {
      for end in [range.lowerBound, range.upperBound] { #expect(named(path, end) == []) }
      for value in [range.lowerBound - 1, range.upperBound + 1] {
        #expect(named(path, value) == [name])
      }
    }
  }
}
