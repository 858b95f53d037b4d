import Base
import Foundation
import Geodesy
import Testing

@testable import Tours

@Suite("Runs: the state machine of a walk")
struct RunProgressTests {
  private let start = Instant(milliseconds: 1_777_629_600_000)
  private let end = Instant(milliseconds: 1_777_629_600_000 + 86_400_000)
  private let centre = LonLat(lon: 9.5223, lat: 47.1362)

  private func course(_ stops: [LonLat], radius: Double = 15) -> RunCourse {
    RunCourse(
      stops.enumerated().map { i, position in
        TourStop(
          id: EntityID(high: 1, low: UInt64(i)), title: LocalizedText("S"),
          text: LocalizedText("T"), position: position)
      }, radius: radius)
  }

  private func walker() -> RunProgress {
    RunProgress(reached: 0, walked: 0)
  }

  private func place(_ metres: Double, _ bearing: Double = 0) -> LonLat {
    Geodesic.destination(from: centre, bearingDegrees: bearing, distanceMetres: metres)
  }

  private func point(
    _ position: LonLat, _ seconds: Double, accuracy: Double? = nil
  ) -> RunPoint {
    RunPoint(
      position: position, accuracy: accuracy,
      at: start.adding(milliseconds: Int64(seconds * 1000)))
  }

  private func take(
    _ progress: inout RunProgress, _ point: RunPoint, _ course: RunCourse
  ) -> RunProgress.Outcome {
    progress.take(point, on: course, earliest: start, latest: end)
  }

  @Test("UC4.10-11: the target is reached within 15 m and not at 15.1 m")
  func radius() {
    for bearing in stride(from: 0.0, to: 360, by: 45) {
      var progress = walker()
      let course = course([centre])
      #expect(take(&progress, point(place(15.1, bearing), 1), course) == .moved)
      #expect(take(&progress, point(place(14.9, bearing), 2), course) == .arrived(0))
    }
  }

  @Test("UC4.10-11: a trigger of its own, circle or polygon, decides instead")
  func triggers() {
    let square = [(-30.0, -30.0), (30, -30), (30, 30), (-30, 30), (-30, -30)].map { east, north in
      Geodesic.destination(
        from: Geodesic.destination(from: centre, bearingDegrees: 90, distanceMetres: east),
        bearingDegrees: 0, distanceMetres: north)
    }
    for (trigger, inside, outside) in [
      (StopTrigger.radius(60), place(59), place(61)),
      (.polygon(Polygon([square])), place(29), place(31)),
    ] {
      var stop = TourStop(
        id: EntityID(high: 1, low: 1), title: LocalizedText("S"), text: LocalizedText("T"),
        position: centre)
      stop.trigger = trigger
      let course = RunCourse([stop], radius: 15)
      var progress = walker()
      #expect(take(&progress, point(outside, 1), course) == .moved)
      #expect(take(&progress, point(inside, 2), course) == .arrived(0))
    }
  }

  @Test("UC4.13-14: only the target is reached; passing a later stop does not count")
  func order() {
    let stops = [place(0), place(100), place(200)]
    let course = course(stops)
    var progress = walker()
    #expect(take(&progress, point(stops[2], 1), course) == .moved)
    #expect(take(&progress, point(stops[1], 60), course) == .moved)
    #expect(take(&progress, point(stops[0], 120), course) == .arrived(0))
    #expect(take(&progress, point(stops[0], 130), course) == .moved)
    #expect(take(&progress, point(stops[1], 200), course) == .arrived(1))
    #expect(progress.completedAt == nil)
    #expect(take(&progress, point(stops[2], 300), course) == .arrived(2))
    #expect(progress.completedAt == start.adding(seconds: 300))
  }

  @Test("Vague, repeated, late and foreign positions change nothing")
  func ignored() {
    let course = course([centre])
    var progress = walker()
    _ = take(&progress, point(place(100), 10), course)
    let before = progress
    for bad in [
      point(centre, 20, accuracy: 50.1), point(centre, 10), point(centre, 5), point(centre, -1),
      point(centre, 90_000),
    ] {
      #expect(take(&progress, bad, course) == .ignored)
      #expect(progress == before)
    }
    #expect(take(&progress, point(centre, 60, accuracy: 50), course) == .arrived(0))
  }

  @Test("UC4.16: an exact walk is measured within 10 m", arguments: [0.5, 1.4, 3.0])
  func exact(_ speed: Double) {
    let course = course([place(2000)])
    var progress = walker()
    for second in 0...Int(1000 / speed) {
      _ = take(&progress, point(place(Double(second) * speed), Double(second)), course)
    }
    #expect(abs(progress.walked - 1000) < 10)
  }

  @Test(
    "UC4.16: with noise of 3 to 6 m a kilometre is measured within 15 %",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func noisy(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for sigma in [3.0, 6.0] {
      let course = course([place(3000)])
      var progress = walker()
      for second in 0...714 {
        let truth = place(Double(second) * 1.4)
        let noise = Geodesic.destination(
          from: truth, bearingDegrees: random.unit() * 360,
          distanceMetres: abs(random.gaussian()) * sigma)
        _ = take(&progress, point(noise, Double(second), accuracy: sigma * 2), course)
      }
      #expect(abs(progress.walked - 1000) < 150, "seed \(seed), \(sigma) m: \(progress.walked)")
    }
  }

  @Test(
    "Standing still for ten minutes with noise adds next to nothing",
    arguments: [1, 2, 3] as [UInt64])
  func standing(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let course = course([place(3000)])
    var progress = walker()
    for second in 0...600 {
      let noise = place(abs(random.gaussian()) * 4, random.unit() * 360)
      _ = take(&progress, point(noise, Double(second), accuracy: 10), course)
    }
    #expect(progress.walked < 60, "seed \(seed): \(progress.walked)")
  }

  @Test("A jump that nobody can walk is not counted, a single wild position does no harm")
  func jumps() {
    let course = course([place(9000)])
    var progress = walker()
    _ = take(&progress, point(place(0), 0), course)
    _ = take(&progress, point(place(5000), 5), course)
    _ = take(&progress, point(place(20), 10), course)
    #expect(abs(progress.walked - 20) < 0.01)
    _ = take(&progress, point(place(8000), 100), course)
    #expect(abs(progress.walked - 20) < 0.01)
    _ = take(&progress, point(place(8050), 140), course)
    #expect(abs(progress.walked - 70) < 0.01)
  }

  @Test("After the completion time and distance stand")
  func completed() {
    let course = course([centre])
    var progress = walker()
    _ = take(&progress, point(place(100), 1), course)
    _ = take(&progress, point(centre, 100), course)
    let (walked, completedAt) = (progress.walked, progress.completedAt)
    #expect(take(&progress, point(place(200), 300), course) == .moved)
    #expect(progress.walked == walked && progress.completedAt == completedAt)
  }

  @Test(
    "Walks of any positions keep the invariants: reached and walked only grow, and repeating a walk changes nothing",
    arguments: [11, 12, 13, 14] as [UInt64])
  func invariants(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let stops = (0..<5).map { _ in place(random.unit() * 60, random.unit() * 360) }
    let course = course(stops)
    var progress = walker()
    var points: [RunPoint] = []
    for _ in 0..<500 {
      let point = point(
        place(random.unit() * 80, random.unit() * 360), (random.unit() * 4000).rounded(),
        accuracy: random.unit() * 70)
      points.append(point)
      let before = progress
      let outcome = take(&progress, point, course)
      #expect(progress.reached >= before.reached && progress.reached <= before.reached + 1)
      #expect(progress.walked >= before.walked)
      #expect((outcome == .ignored) == (progress == before))
      #expect((progress.completedAt != nil) == (progress.reached == stops.count))
      if case .arrived(let index) = outcome {
        #expect(Geodesic.distance(from: stops[index], to: point.position) <= 15)
      }
    }
    let after = progress
    for point in points { #expect(take(&progress, point, course) == .ignored) }
    #expect(progress == after)
  }
}
