import Base
import Calendar
import Geodesy
import Itineraries
import Testing

@testable import Travel

/// One bus a day: it leaves at 17:18 and arrives at 18:34; what is cheaper is two hours sooner there.
private struct DailyBus: TravelTimes {
  /// A second bus, for those who hurry.
  var hasNightBus = false
  var dataVersion: String { "daily" }

  func journey(_ request: TravelRequest) -> TravelAnswer {
    var ways = [(17 * 60 + 18, 18 * 60 + 34)]
    if hasNightBus, request.rules.order == .fastest { ways.append((28 * 60, 29 * 60)) }
    let journeys = ways.map { way in
      Journey(
        legs: [], departure: Instant(milliseconds: Int64(way.0) * 60_000),
        arrival: Instant(milliseconds: Int64(way.1) * 60_000), distance: 20_000)
    }
    let found =
      switch request.timing {
      case .departAt(let time):
        journeys.filter { $0.departure >= time }.min { $0.arrival < $1.arrival }
      case .arriveBy(let time):
        journeys.filter { $0.arrival <= time }.max { $0.departure < $1.departure }
      }
    return found.map { .journey($0) } ?? .none(NoJourney(.noPath, "Nothing leads there."))
  }
}

@Suite("plans by which one would be there hours before") struct EarlyPlanTests {
  private func plan(
    atMinute minute: Int, _ times: DailyBus = DailyBus(), order: TravelOrder = .fastest,
    buffer: Int = 0
  ) -> TravelPlan {
    let account = EntityID(high: 0, low: 1)
    let start = Instant(milliseconds: Int64(minute) * 60_000)
    var item = CalendarItem(
      id: EntityID(high: 0, low: 2), uid: "", organizer: account, title: "Market",
      start: IANATimeZone.utc.wallTime(at: start), zone: .utc, duration: 3600,
      createdAt: start, updatedAt: start)
    item.place = Place(position: LonLat(lon: 9.6, lat: 47.2))
    var preferences = TravelPreferences(general: TravelRules(modes: [.walk, .bus], order: order))
    preferences.home = Place(position: LonLat(lon: 9.5, lat: 47.1))
    preferences.buffer = buffer
    let planner = TravelPlanner(
      times: times, preferences: preferences, account: account, now: Instant(milliseconds: 0))
    let occurrence = Occurrence(
      item, Participation(of: account, in: item, .accepted, at: start), at: start)
    return planner.plan(occurrence, in: [occurrence])
  }

  @Test("two hours before is in time; more is early, and says how much")
  func threshold() {
    #expect(plan(atMinute: 20 * 60 + 34).verdict == .reachable)
    let early = plan(atMinute: 29 * 60 + 16)
    #expect(early.verdict == .early && early.reason == nil)
    #expect(early.leaveAt == Instant(milliseconds: (17 * 60 + 18) * 60_000))
    #expect(early.detail.contains("10 hours before"), "\(early.detail)")
    #expect(plan(atMinute: 20 * 60 + 35).verdict == .early)
    // Minutes that one wants to have in hand are no waste.
    #expect(plan(atMinute: 20 * 60 + 35, buffer: 60).verdict == .reachable)
  }

  @Test("what one likes best is put aside where it alone would come hours before")
  func order() {
    let both = DailyBus(hasNightBus: true)
    let plan = plan(atMinute: 29 * 60 + 16, both, order: .cheapest)
    #expect(plan.verdict == .reachable)
    #expect(plan.leaveAt == Instant(milliseconds: 28 * 3_600_000))
    #expect(plan.detail.contains("come hours before it"), "\(plan.detail)")
    #expect(self.plan(atMinute: 29 * 60 + 16, order: .cheapest).verdict == .early)
  }
}
