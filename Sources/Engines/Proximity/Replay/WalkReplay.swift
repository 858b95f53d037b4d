import Base
import Geodesy

/// Walks a route with a receiver that errs, and tells which zones would have been noticed when.
///
/// The same seed gives the same walk.
///
/// - Thread: pure.
public struct WalkReplay: Sendable {
  /// Metres per second; 5 km/h by default.
  public var speed = 5_000.0 / 3_600
  /// Seconds between two points.
  public var interval = 2.0
  public var noise = NoiseModel(deviation: 8)
  public var seed: UInt64 = 1
  /// Metres of the route by which a trigger may come before or after the true entry.
  public var tolerance = 25.0
  public var settings = ProximitySettings()

  /// More points are refused.
  public static let maximumPointCount = 1_000_000

  public init() {}

  /// - Parameters:
  ///   - route: in the direction of walking.
  ///   - stops: in the order in which they should come.
  /// - Throws: ``Base/Refusal`` for a route without length, or numbers out of range.
  /// - Complexity: O(points · (1 + zones near them)), some microseconds each.
  public func walk(_ route: LineString, stops: [Zone]) throws(Refusal) -> WalkReport {
    let line = MeasuredLine(route)
    try check(line)
    let step = speed * interval
    let count = Int(line.length / step) + 2
    let truth = try Walker(stops, settings)
    let receiver = try Walker(stops, settings)
    var source = NoiseSource(noise, seed: seed)
    var report = WalkReport()
    report.metres = line.length
    report.points = count
    report.seconds = line.length / speed
    var truly: [EntityID: Double] = [:]
    var triggered: [EntityID: Double] = [:]
    var order: [EntityID] = []
    for i in 0..<count {
      let along = min(line.length, Double(i) * step)
      guard let position = line.position(atMetres: along) else { break }
      let seconds = Double(i) * interval
      for event in try truth.go(to: position, seconds: seconds, accuracy: 0).entered
      where truly[event.zone] == nil {
        truly[event.zone] = along
      }
      let measured = source.measure(position, after: i == 0 ? 0 : interval)
      // Receivers tell about their true deviation, on the whole.
      let update = try receiver.go(to: measured, seconds: seconds, accuracy: noise.deviation)
      for event in update.entered {
        if triggered[event.zone] != nil {
          report.repeated += 1
          continue
        }
        triggered[event.zone] = along
        order.append(event.zone)
        for other in update.inside where other.zone != event.zone && triggered[other.zone] != along
        {
          report.overlapping.append(.init(first: other.zone, second: event.zone, at: along))
        }
      }
    }
    judge(stops, truly, triggered, order, into: &report)
    return report
  }

  private func judge(
    _ stops: [Zone], _ truly: [EntityID: Double], _ triggered: [EntityID: Double],
    _ order: [EntityID], into report: inout WalkReport
  ) {
    var places: [EntityID: Int] = [:]
    for (i, stop) in stops.enumerated() {
      places[stop.id] = i
      let visit = WalkReport.Visit(
        zone: stop.id, truly: truly[stop.id], triggered: triggered[stop.id])
      report.visits.append(visit)
      if visit.truly == nil { report.offRoute.append(stop.id) }
      if visit.truly != nil, visit.triggered == nil { report.missed.append(stop.id) }
      if visit.truly == nil, visit.triggered != nil { report.falsely.append(stop.id) }
      if let lateBy = visit.lateBy {
        if lateBy < -tolerance { report.early.append(stop.id) }
        if lateBy > tolerance { report.late.append(stop.id) }
      }
    }
    var furthest = -1
    for zone in order {
      guard let place = places[zone] else { continue }
      if place < furthest { report.outOfOrder.append(zone) }
      furthest = max(furthest, place)
    }
  }

  private func check(_ line: MeasuredLine) throws(Refusal) {
    guard line.length > 0, line.length.isFinite else {
      throw .invalid("/route", "needs at least two different positions on the earth")
    }
    guard speed >= 0.1, speed <= 50 else { throw .invalid("speed", "is not in 0.1...50 m/s") }
    guard interval >= 0.1, interval <= 600 else {
      throw .invalid("interval", "is not in 0.1...600 s")
    }
    guard noise.deviation >= 0, noise.deviation <= settings.maximumAccuracy else {
      throw .invalid("noise", "is not in 0...\(Int(settings.maximumAccuracy)) m")
    }
    guard line.length / (speed * interval) < Double(WalkReplay.maximumPointCount) else {
      throw .invalid(
        "interval", "makes more than \(WalkReplay.maximumPointCount) points of this route")
    }
  }
}

/// A device of its own on an engine of its own.
private struct Walker {
  private static let nobody = EntityID(high: 0, low: 0)
  private let engine: ProximityEngine
  private let visible: VisibleRealms
  private let clock = WalkClock()

  init(_ zones: [Zone], _ settings: ProximitySettings) throws(Refusal) {
    engine = ProximityEngine(
      zones: try ZoneLayer(zones), clock: clock, settings: settings, shardCount: 1)
    visible = VisibleRealms(zones.flatMap(\.realms))
  }

  func go(
    to p: LonLat, seconds: Double, accuracy: Double
  ) throws(Refusal) -> ProximityUpdate {
    let at = Instant(milliseconds: Int64(seconds * 1000) + 1)
    clock.time.swap(at)
    return try engine.update(
      DeviceKey(account: Walker.nobody, device: Walker.nobody),
      points: [PositionFix(position: p, accuracy: accuracy, at: at)], visible: visible)
  }
}

/// Shows the time of the walk.
private struct WalkClock: WallClock {
  let time = Guarded(Instant(milliseconds: 0))

  func now() -> Instant { time.current }
  func monotonicSeconds() -> Double { Double(time.current.milliseconds) / 1000 }
}
