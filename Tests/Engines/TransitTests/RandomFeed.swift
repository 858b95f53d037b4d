import Base
import Geodesy

@testable import Transit

/// Small feeds full of what goes wrong: overtaking, loops, nights, gaps in the calendar, stops
/// without boarding, vehicles that wait, headways.
enum RandomFeed {
  static func feed(seed: UInt64, stops stopCount: Int = 9, trips: Int = 24) -> Feed {
    var random = SeededRandom(seed: seed)
    func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(bound, 1))) }
    var feed = Feed()
    feed.timeZone = below(2) == 0 ? "Europe/Berlin" : "America/Sao_Paulo"
    feed.agencies = [Feed.Agency(id: "a", name: "A")]
    // The clocks of Berlin change on 2026-03-29.
    feed.firstDay = CivilDate(year: 2026, month: 3, day: 27)?.daysSinceEpoch ?? 0
    feed.dayCount = 5
    for number in 0..<stopCount {
      feed.stops.append(
        Feed.Stop(
          id: "s\(number)", name: "Stop \(number)", platform: "",
          position: LonLat(
            lon: 8.6 + Double(below(400)) * 1e-4, lat: 49.4 + Double(below(400)) * 1e-4),
          kind: .platform, parent: nil, wheelchair: .unknown))
    }
    for number in 0..<4 {
      feed.routes.append(
        Feed.Route(
          id: "r\(number)", agency: 0, shortName: "\(number)", longName: "",
          mode: [.bus, .tram, .rail, .metro][number], colour: nil, textColour: nil))
    }
    for number in 0..<3 {
      var days = DaySet(count: feed.dayCount)
      for day in 0..<feed.dayCount where number == 0 || below(2) == 0 { days.set(day, true) }
      feed.services.append(Feed.Service(id: "c\(number)", days: days))
    }
    var patterns: [[Int]] = []
    for _ in 0..<5 {
      var pattern = [below(stopCount)]
      while pattern.count < 2 + below(5) {
        let next = below(stopCount)
        if next != pattern.last { pattern.append(next) }
      }
      if pattern.count < 2 { pattern.append((pattern[0] + 1) % stopCount) }
      patterns.append(pattern)
    }
    for number in 0..<trips {
      let pattern = patterns[below(patterns.count)]
      var time = Int32(below(29 * 60) * 60)
      let start = feed.stopTimes.count
      for (order, stop) in pattern.enumerated() {
        let arrival = time
        time += Int32(below(4) * 60)
        feed.stopTimes.append(
          Feed.StopTime(
            stop: Int32(stop), arrival: arrival, departure: time, sequence: Int32(order),
            canBoard: below(8) != 0, canAlight: below(8) != 0))
        time += Int32(below(12) * 60)
      }
      feed.trips.append(
        Feed.Trip(
          id: "t\(number)", route: below(4), service: below(3), headsign: "",
          wheelchair: .unknown, shape: nil, times: start..<feed.stopTimes.count))
      if below(8) == 0 {
        let from = Int32(below(20) * 3600)
        feed.frequencies.append(
          Feed.Frequency(
            trip: number, start: from, end: from + Int32(below(3) * 3600) + 1,
            headway: Int32(600 + below(1800)), isExact: below(2) == 0))
      }
    }
    for _ in 0..<below(4) {
      let kind = Feed.Transfer.Kind(rawValue: UInt8(below(4))) ?? .recommended
      feed.transfers.append(
        Feed.Transfer(
          from: below(stopCount), to: below(stopCount), kind: kind, seconds: Int32(below(600))))
    }
    return feed
  }

  static func query(_ random: inout SeededRandom, stops: Int) -> TransitQuery {
    func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    func ways() -> [StopAccess] {
      (0...below(3)).map { _ in
        StopAccess(stop: below(stops), seconds: below(600), metres: below(800))
      }
    }
    var query = TransitQuery(access: ways(), egress: ways())
    query.maximumRides = 1 + below(5)
    if below(3) == 0 { query.modes = [.bus, .rail] }
    if below(3) == 0 { query.maximumDuration = 1800 + below(20_000) }
    return query
  }
}
