import Access
import Base
import Calendar
import Foundation
import HTTPServing
import Identity
import Storage
import WaysideAPI

/// Events of teams: a month in the calendars of many, answers, and telling all who look.
enum EventCases {
  static var all: [Benchmark] { [month(teams: 50), answers(members: 64), telling(members: 1000)] }

  /// A member of so many teams, each with 20 events in the month, half of them accepted: the own
  /// calendar and those of all teams.
  static func month(teams: Int) -> Benchmark {
    Benchmark(name: "Events.month/\(teams)", unit: "ms") {
      let club = try Club(teams: teams, members: 1)
      let ids = try club.plan(20)
      for (number, id) in ids.enumerated() where number % 2 == 0 {
        try club.calendar.rsvp.answer(.accepted, to: id, caller: club.callers[0])
      }
      return {
        var found = 0
        let taken = try seconds { found = try club.month() }
        return Sample(taken * 1000, [("entries", Double(found))])
      }
    }
  }

  /// Answers to one event, acknowledged after they are on disk: so many members at once, each changing
  /// its mind.
  static func answers(members: Int) -> Benchmark {
    Benchmark(name: "Events.answers/c\(members)", unit: "1/s", samples: 3) {
      let club = try Club(teams: 1, members: members)
      let id = try club.plan(1)[0]
      return { try club.answer(id, seconds: 1) }
    }
  }

  /// From a change of an event to when the last of so many members with an open stream has it.
  static func telling(members: Int) -> Benchmark {
    Benchmark(name: "Events.telling/\(members)", unit: "ms", samples: 3) {
      let club = try Club(teams: 1, members: members)
      let id = try club.plan(1)[0]
      let streams = try club.openStreams()
      return {
        for stream in streams { _ = stream.takeQueued() }
        let taken = try seconds {
          try club.move(id)
          try Club.wait(for: streams)
        }
        return Sample(taken * 1000, [("streams", Double(streams.count))])
      }
    }
  }
}

/// Teams with the same members; the first one owns them.
private final class Club {
  let calendar: CalendarServices
  let callers: [Caller]
  private let services: Services
  private let folder: String
  private let realms: [EntityID]
  private let tokens: [String]
  private let begin: Instant

  init(teams: Int, members: Int) throws {
    folder = Worlds.root + "/events-\(getpid())-\(teams)-\(members)"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    services = try Worlds.open(.file(path: folder + "/wayside.sqlite"), media: folder)
    calendar = services.calendar
    let world = try WorldWriter(services.platform.store)
    let numbers = Array(1...teams)
    realms = numbers.map(WorldWriter.realm)
    tokens = try (0..<members).map { _ in try world.addMember(of: numbers).token }
    let cache = services.identity.sessionCache
    let owner = try cache.caller(token: tokens[0]).required().account
    try services.platform.store.write { [realms] transaction in
      for realm in realms {
        try transaction.execute("UPDATE sub_realms SET kind = 'team' WHERE id = ?1", [.id(realm)])
        try transaction.execute(
          "UPDATE memberships SET role = 'owner' WHERE sub_realm = ?1 AND account = ?2",
          [.id(realm), .id(owner)])
        try transaction.record("membership", owner, realm: realm, .update)
      }
    }
    callers = try tokens.map { try cache.caller(token: $0) }
    begin = services.platform.clock.now().adding(seconds: 86_400)
  }

  deinit {
    services.platform.store.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// So many events in each team, over four weeks.
  func plan(_ count: Int) throws -> [EntityID] {
    try realms.flatMap { realm in
      try (0..<count).map { number in
        let start = begin.adding(seconds: Int64(number) * 28 * 86_400 / Int64(count))
        let item = CalendarItem(
          id: EntityID(high: 0, low: 0), uid: "", kind: CalendarItemKind.event.name, realm: realm,
          organizer: EntityID(high: 0, low: 0), title: "Training",
          start: IANATimeZone.utc.wallTime(at: start), zone: .utc, duration: 7200,
          createdAt: begin, updatedAt: begin)
        return try calendar.items.create(item, caller: callers[0])
      }
    }
  }

  /// How many entries the month has.
  func month() throws -> Int {
    let (account, end) = (try callers[0].required().account, begin.adding(seconds: 31 * 86_400))
    return try services.platform.store.read { session in
      var found = try Timeline.occurrences(of: account, from: begin, to: end, in: session).count
      let first = RealmTimeline.Position(start: begin, item: EntityID(high: 0, low: 0))
      for realm in realms {
        found += try RealmTimeline.page(
          of: realm, kinds: ["event", "practice"], from: first, backward: false, drafts: false,
          reader: account, limit: 200, in: session
        ).count { $0.start < end }
      }
      return found
    }
  }

  func move(_ id: EntityID) throws {
    try calendar.items.change(id, expecting: .any, caller: callers[0]) { item in
      item.duration += 60
    }
  }

  /// Closed-loop members, each on a thread of its own.
  func answer(_ id: EntityID, seconds limit: Double) throws -> Sample {
    let clock = SystemClock()
    let start = clock.monotonicSeconds()
    let count = Guarded(0)
    let failure = Guarded<(any Error)?>(nil)
    let group = DispatchGroup()
    for caller in callers {
      group.enter()
      let thread = Thread { [rsvp = calendar.rsvp] in
        defer { group.leave() }
        var comes = true
        do {
          while clock.monotonicSeconds() - start < limit {
            try rsvp.answer(comes ? .accepted : .declined, to: id, caller: caller)
            comes.toggle()
            count.withLock { $0 += 1 }
          }
        } catch { failure.withLock { $0 = error } }
      }
      thread.start()
    }
    group.wait()
    if let error = failure.current { throw error }
    return Sample(Double(count.current) / (clock.monotonicSeconds() - start))
  }

  func openStreams() throws -> [EventStream] {
    let cache = services.identity.sessionCache
    return try zip(tokens, callers).map { token, caller in
      try services.events.open(caller: caller.required(), lastEvent: nil) {
        try cache.caller(token: token)
      }
    }
  }

  /// Waits until each stream has brought the change; its own message may come before or after it.
  static func wait(for streams: [EventStream]) throws {
    let clock = SystemClock()
    let end = clock.monotonicSeconds() + 60
    for stream in streams {
      var text = ""
      while !text.contains("event: change") {
        text += String(decoding: stream.takeQueued(), as: UTF8.self)
        guard clock.monotonicSeconds() < end else {
          throw Unavailable(reason: "a stream brought nothing within a minute")
        }
        usleep(200)
      }
    }
  }
}
