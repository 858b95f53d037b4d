import Access
import Base
import Cryptography
import Deadlines
import Foundation
import Geodesy
import Identity
import Itineraries
import Notifications
import Outgoing
import PeopleTestSupport
import Registration
import Storage
import TestSupport
import Testing

@testable import Calendar
@testable import Travel

/// A store on either engine with the services of travel, a clock that stands still, and people.
final class TravelFixture: Sendable {
  let store: TestStore
  let clock = ManualClock()
  let platform: Platform
  let people: PeopleServices
  let times: SettableTimes
  let source = SettableCalendars()
  let calendar: CalendarServices
  let travel: TravelServices

  init(_ engine: StoreEngine = .chosen) throws {
    store = try TestStore(
      engine, schema: [deadlinesSchema, realmsSchema, notificationsSchema, calendarSchema],
      clock: clock)
    platform = Platform(store: store.store, clock: clock)
    people = try PeopleServices(platform: platform)
    times = SettableTimes()
    let notifications = NotificationPoster(ids: platform.ids)
    let upkeep = TravelPlanUpkeep(
      platform: platform, times: times, notifications: notifications)
    calendar = CalendarServices(
      platform: platform, kinds: try CalendarItemKinds(CalendarItemKind.all), follower: upkeep,
      notifications: notifications, source: source)
    travel = TravelServices(upkeep: upkeep, calendar: calendar, notifications: notifications)
  }

  /// Fires the reminders that are due, as a process of its own would.
  var deadlines: DeadlineRunner {
    get throws {
      try DeadlineRunner(store: store.store, kinds: [travel.leaveBy.deadline])
    }
  }

  /// Rings every reminder that is due; returns how many were posted.
  @discardableResult
  func ringDue() throws -> Int {
    func posted() throws -> Int {
      try store.store.readOnce {
        try $0.count("SELECT COUNT(*) FROM notifications WHERE kind = 'leaveBy'")
      }
    }
    let before = try posted()
    while try deadlines.fireDue(.transaction) > 0 {}
    return try posted() - before
  }

  struct Person: Sendable {
    let id: EntityID
    let token: String
    let cache: SessionCache
    var caller: Caller { get throws { try cache.caller(token: token) } }
  }

  static func fields(_ json: String) throws -> JSONFields {
    try JSONFields(JSONValue(parsing: Array(json.utf8)))
  }

  func person(_ name: String, home: String? = "{\"lat\": 47.1410, \"lon\": 9.5209}") throws
    -> Person
  {
    let made = try people.identity.accounts.signUp(
      SignUp(
        reading: Self.fields(
          """
          {"name": "\(name)", "email": "\(name.lowercased())@example.org",
           "password": "Tangerine-42", "acceptTerms": true, "logIn": true,
           "timeZone": "Europe/Vaduz"}
          """), settings: platform.settings),
      device: "test", from: ClientAddress("192.0.2.7"))
    let session = try #require(made.session)
    let person = Person(
      id: made.account.id, token: session.token, cache: people.identity.sessionCache)
    let homeMember = home.map { ", \"home\": \($0)" } ?? ""
    _ = try travel.preferences.replace(
      TravelPreferences(reading: Self.fields("{\"modes\": [\"walk\"]\(homeMember)}")),
      expecting: .any, caller: person.caller)
    return person
  }

  func make(
    _ person: Person, _ title: String = "Dentist", start: String = "2026-05-01T15:00",
    place: String = "{\"lat\": 47.1380, \"lon\": 9.5216}", _ more: String = ""
  ) throws -> AppointmentDetails {
    try travel.appointments.create(
      AppointmentDraft(
        reading: Self.fields(
          """
          {"title": "\(title)", "start": "\(start)", "zone": "Europe/Vaduz", "duration": 1800,
           "place": \(place), "confirm": ["unreachable", "nextUnreachable", "overlap", "past"]
           \(more)}
          """)), caller: person.caller)
  }

  func reminders(_ person: Person, _ kind: String = "leaveBy") throws -> [String] {
    let notifications = NotificationService(
      store: store.store,
      kinds: try NotificationKinds(calendarNotifications + travelNotifications),
      poster: NotificationPoster(ids: platform.ids, clocks: AccountClocks()))
    return try notifications.list(PageRequest(limit: 200), caller: person.caller).page.items
      .filter { $0.kind == kind }.map(\.text)
  }

  /// How many rows break one of the rules that doctor checks.
  func breaches() throws -> [String] {
    try platform.store.read { session in
      try (calendarInvariants + travelInvariants).filter { try $0.breaches(in: session) > 0 }.map(
        \.name)
    }
  }
}

/// Straight-line times that can be made slower, or fail.
final class SettableTimes: TravelTimes {
  private let state = Guarded(
    (
      version: "1", lasting: nil as String?, isAvailable: true, questions: 0, rides: false, delay: 0
    ))

  var dataVersion: String { state.withLock { $0.version } }
  var lastingVersion: String { state.withLock { $0.lasting ?? $0.version } }
  var isAvailable: Bool { state.withLock { $0.isAvailable } }
  /// How often journeys were asked for.
  var questions: Int { state.withLock { $0.questions } }

  func setVersion(_ version: String) { state.withLock { $0.version = version } }
  /// Names the data without delays; before, every version is of other data.
  func setLasting(_ version: String) { state.withLock { $0.lasting = version } }
  func setAvailable(_ isAvailable: Bool) { state.withLock { $0.isAvailable = isAvailable } }
  /// Lets every way take `seconds` longer, as a delay does.
  func setDelay(_ seconds: Int, version: String) {
    state.withLock { state in
      state.delay = seconds
      state.version = version
    }
  }
  /// Lets everybody go by the bus of line 11.
  func setRides(_ rides: Bool) { state.withLock { $0.rides = rides } }

  func journey(_ request: TravelRequest) -> TravelAnswer {
    let (isAvailable, rides, delay) = state.withLock { state in
      state.questions += 1
      return (state.isAvailable, state.rides, state.delay)
    }
    guard isAvailable else { return .none(NoJourney(.unavailable, "The data are away.")) }
    var answer = StraightLineTimes().journey(request)
    if delay != 0, case .journey(var late) = answer, !late.legs.isEmpty {
      switch request.timing {
      case .arriveBy:
        late.departure = late.departure.adding(seconds: Int64(-delay))
        late.legs[0].departure = late.departure
      case .departAt:
        late.arrival = late.arrival.adding(seconds: Int64(delay))
        late.legs[0].arrival = late.arrival
      }
      answer = .journey(late)
    }
    guard rides, case .journey(var journey) = answer, let leg = journey.legs.first else {
      return answer
    }
    let boarding = leg.departure.adding(seconds: 120)
    journey.legs = [
      Journey.Leg(mode: .walk, departure: leg.departure, arrival: boarding, distance: 100),
      Journey.Leg(
        mode: .bus, departure: boarding, arrival: leg.arrival, distance: leg.distance,
        line: "bus 11", from: "Vaduz Post", to: "Parliament"),
    ]
    journey.estimate = nil
    return .journey(journey)
  }
}

/// Calendars elsewhere that can be changed, and fail.
final class SettableCalendars: CalendarSource {
  private let state = Guarded(
    (answer: Result<[UInt8], OutgoingError>.success([]), type: "text/calendar", requests: 0))

  /// How often somebody asked.
  var requests: Int { state.withLock { $0.requests } }

  func set(_ text: String) { state.withLock { $0.answer = .success(Array(text.utf8)) } }
  func fail(_ error: OutgoingError) { state.withLock { $0.answer = .failure(error) } }

  func get(
    _ address: String, unlessTagged tag: String?
  ) throws(OutgoingError) -> OutgoingAnswer {
    let (answer, type) = state.withLock { state in
      state.requests += 1
      return (state.answer, state.type)
    }
    let body = try answer.get()
    let own = "\"\(body.count)-\(body.reduce(0) { $0 &* 31 &+ Int($1) })\""
    return OutgoingAnswer(
      status: tag == own ? 304 : 200, fields: [("etag", own), ("content-type", type)],
      body: tag == own ? [] : body)
  }
}
