import Foundation
import Geodesy

@testable import Transit

/// Journeys the plain and slow way, straight from the feed: no patterns, no lines, no windows.
///
/// Every trip of every day is unrolled with its instants; every round goes over all of them.
struct ReferenceSearch {
  struct Call {
    var stop: Int
    var arrival: Int
    var departure: Int
    var canBoard: Bool
    var canAlight: Bool
  }

  struct Run {
    var calls: [Call]
    var mode: TransportMode
    /// From the first stop, as the timetable rounds them.
    var grams: [Int]
  }

  static let never = Int.max / 4
  let stopCount: Int
  var runs: [Run] = []
  /// Walks that a feed's transfers.txt gives a time are changes of that time.
  var walks: [[(to: Int, seconds: Int, metres: Int, ruled: Int?)]]
  var change: [Int?]

  /// - Parameter days: service days that may matter, in days after 1970-01-01.
  init(_ feed: Feed, _ timetable: Timetable, days: ClosedRange<Int>) throws {
    stopCount = feed.stops.count
    walks = (0..<stopCount).map { stop in
      timetable.footpaths(from: stop).map { ($0.to, $0.seconds, $0.metres, $0.ruledSeconds) }
    }
    change = (0..<stopCount).map { timetable.changeSeconds(at: $0) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: feed.timeZone) ?? .gmt
    var byTrip: [Int: [Feed.Frequency]] = [:]
    for row in feed.frequencies { byTrip[row.trip, default: []].append(row) }
    for day in days {
      // Noon of the day, less twelve hours.
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      var utc = Calendar(identifier: .gregorian)
      utc.timeZone = .gmt
      var parts = utc.dateComponents([.year, .month, .day], from: date)
      parts.hour = 12
      guard let noon = calendar.date(from: parts) else { continue }
      let origin = Int(noon.timeIntervalSince1970) - 43_200
      for (number, trip) in feed.trips.enumerated() where !trip.times.isEmpty {
        guard feed.services[trip.service].days.contains(day - feed.firstDay) else { continue }
        let times = feed.stopTimes[trip.times]
        var starts = [0]
        if let rows = byTrip[number], let first = times.first {
          starts = rows.flatMap { row in
            stride(from: Int(row.start), to: Int(row.end), by: Int(row.headway)).map {
              $0 - Int(first.departure)
            }
          }
        }
        let factor =
          EmissionFactors.unitedKingdom2022.gramsPerKilometre[feed.routes[trip.route].mode] ?? 0
        var metres = 0.0
        var grams: [Int] = []
        var last: LonLat?
        for time in times {
          let position = feed.stops[Int(time.stop)].position
          if let last { metres += StopDistance.metres(last, position) }
          last = position
          grams.append(Int((metres * (factor / 1000)).rounded()))
        }
        for start in starts {
          runs.append(
            Run(
              calls: times.map {
                Call(
                  stop: Int($0.stop), arrival: origin + start + Int($0.arrival),
                  departure: origin + start + Int($0.departure), canBoard: $0.canBoard,
                  canAlight: $0.canAlight)
              }, mode: feed.routes[trip.route].mode, grams: grams))
        }
      }
    }
  }

  /// Seconds of a change at a stop, and of one with a walk: the rule in plain words.
  private func change(_ stop: Int, _ query: TransitQuery) -> Int {
    change[stop] ?? query.change.least
  }

  private func change(_ walk: Int, ruled: Int?, _ query: TransitQuery) -> Int {
    let stretched = (Double(walk) * Double(query.change.walkPercent) / 100).rounded(.up)
    return ruled ?? max(query.change.least, Int(stretched))
  }

  /// The earliest arrival in seconds since 1970, for each most number of rides.
  func earliest(_ query: TransitQuery, departure: Int) -> [Int] {
    var ready = [Int](repeating: Self.never, count: stopCount)
    for way in query.access { ready[way.stop] = min(ready[way.stop], departure + way.seconds) }
    var goals: [Int] = []
    var best = Self.never
    for _ in 0..<query.maximumRides {
      var next = ready
      for run in runs where query.modes.contains(run.mode) {
        var isAboard = false
        for call in run.calls {
          if isAboard, call.canAlight {
            for way in query.egress where way.stop == call.stop {
              best = min(best, call.arrival + way.seconds)
            }
            next[call.stop] = min(next[call.stop], call.arrival + change(call.stop, query))
            for walk in walks[call.stop] {
              next[walk.to] = min(
                next[walk.to], call.arrival + change(walk.seconds, ruled: walk.ruled, query))
            }
          }
          if call.canBoard, ready[call.stop] <= call.departure { isAboard = true }
        }
      }
      ready = next
      goals.append(best > departure + query.maximumDuration ? Self.never : best)
    }
    return goals
  }

  /// The latest departure to arrive by a moment, for each most number of rides.
  func latest(_ query: TransitQuery, arrival: Int) -> [Int] {
    var leave = [Int](repeating: -Self.never, count: stopCount)
    for way in query.egress { leave[way.stop] = max(leave[way.stop], arrival - way.seconds) }
    var goals: [Int] = []
    var best = -Self.never
    var back: [[(from: Int, seconds: Int, ruled: Int?)]] = Array(repeating: [], count: stopCount)
    for (from, list) in walks.enumerated() {
      for walk in list { back[walk.to].append((from, walk.seconds, walk.ruled)) }
    }
    for _ in 0..<query.maximumRides {
      var next = leave
      for run in runs where query.modes.contains(run.mode) {
        var isAboard = false
        for call in run.calls.reversed() {
          if isAboard, call.canBoard {
            for way in query.access where way.stop == call.stop {
              best = max(best, call.departure - way.seconds)
            }
            next[call.stop] = max(next[call.stop], call.departure - change(call.stop, query))
            for walk in back[call.stop] {
              next[walk.from] = max(
                next[walk.from], call.departure - change(walk.seconds, ruled: walk.ruled, query))
            }
          }
          if call.canAlight, leave[call.stop] >= call.arrival { isAboard = true }
        }
      }
      leave = next
      goals.append(best < arrival - query.maximumDuration ? -Self.never : best)
    }
    return goals
  }

  struct Found: Hashable {
    var rides: Int
    var arrival: Int
    var walk: Int
    var grams: Int

    func isNoWorse(_ other: Found) -> Bool {
      rides <= other.rides && arrival <= other.arrival && walk <= other.walk
        && grams <= other.grams
    }
  }

  /// All journeys of which none is better in everything; for small feeds only.
  func pareto(_ query: TransitQuery, departure: Int) -> Set<Found> {
    var goals: Set<Found> = []
    var ready: [[Found]] = Array(repeating: [], count: stopCount)
    for way in query.access {
      ready[way.stop].append(
        Found(rides: 0, arrival: departure + way.seconds, walk: way.metres, grams: 0))
    }
    func keeps(_ found: Found) -> Bool {
      found.arrival <= departure + query.maximumDuration
        && found.walk <= query.maximumWalk ?? .max && found.grams <= query.maximumGrams ?? .max
    }
    for round in 1...query.maximumRides {
      var next: [[Found]] = Array(repeating: [], count: stopCount)
      for run in runs where query.modes.contains(run.mode) {
        var aboard: Set<Found> = []
        for (at, call) in run.calls.enumerated() {
          if call.canAlight {
            for label in aboard {
              let there = Found(
                rides: round, arrival: call.arrival, walk: label.walk,
                grams: label.grams + run.grams[at])
              guard keeps(there) else { continue }
              for way in query.egress where way.stop == call.stop {
                var end = there
                end.arrival += way.seconds
                end.walk += way.metres
                if keeps(end) { goals.insert(end) }
              }
              var here = there
              here.arrival += change(call.stop, query)
              if keeps(here) { next[call.stop].append(here) }
              for walk in walks[call.stop] {
                var end = there
                end.arrival += change(walk.seconds, ruled: walk.ruled, query)
                end.walk += walk.metres
                if keeps(end) { next[walk.to].append(end) }
              }
            }
          }
          if call.canBoard {
            for label in ready[call.stop] where label.arrival <= call.departure {
              var label = label
              label.arrival = 0
              label.grams -= run.grams[at]
              aboard.insert(label)
            }
          }
        }
      }
      ready = next.map { list in Self.best(Set(list)) }
    }
    return Set(Self.best(goals))
  }

  private static func best(_ list: Set<Found>) -> [Found] {
    list.filter { one in !list.contains { $0 != one && $0.isNoWorse(one) } }
  }
}
