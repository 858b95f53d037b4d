import Base
import Planning
import TestSupport
import Testing

@Suite("Override requests")
struct OverrideTests {
  private static let now = Instant(milliseconds: 1_780_000_000_000)
  private static let ids = (0..<12).map { EntityID(high: 3, low: UInt64($0) + 1) }
  private static let (holder, ana, ben) = (ids[0], ids[1], ids[2])
  private static let (first, second) = (ids[3], ids[4])

  private func request(_ id: EntityID, by requester: EntityID) -> OverrideRequest {
    OverrideRequest(
      id: id, requester: requester, start: Self.now.adding(seconds: 90_000),
      end: Self.now.adding(seconds: 93_600), reason: "Exam", priority: .high, askedAt: Self.now)
  }

  private func contested(_ requests: OverrideRequest...) throws -> ContestedBooking {
    var booking = ContestedBooking(booking: Self.ids[7], holder: Self.holder)
    for request in requests { _ = try booking.apply(.ask(request), at: Self.now) }
    return booking
  }

  private func slug(
    _ booking: inout ContestedBooking, _ command: ContestedBooking.Command, at now: Instant = now
  ) -> String? {
    let before = booking
    do throws(Refusal) {
      _ = try booking.apply(command, at: now)
      return nil
    } catch {
      #expect(booking == before)
      return error.slug
    }
  }

  @Test("MF-T-clickSend: a request needs a reason, and one at a time is enough")
  func asking() throws {
    var booking = try contested()
    let asked = request(Self.first, by: Self.ana)
    #expect(
      try booking.apply(.ask(asked), at: Self.now) == [
        .askHolder(Self.first), .setTimer(Self.first, at: Self.now.adding(seconds: 86_400)),
      ])
    #expect(slug(&booking, .ask(request(Self.second, by: Self.ana))) == "override-state")
    #expect(slug(&booking, .ask(request(Self.second, by: Self.holder))) == "override-state")
    var silent = request(Self.second, by: Self.ben)
    silent.reason = ""
    #expect(slug(&booking, .ask(silent)) == "invalid-content")
    var backwards = request(Self.second, by: Self.ben)
    backwards.end = backwards.start
    #expect(slug(&booking, .ask(backwards)) == "invalid-content")
  }

  @Test("MF-RES-05: only the holder answers, and a high priority decides nothing by itself")
  func holderOnly() throws {
    var booking = try contested(request(Self.first, by: Self.ana))
    #expect(slug(&booking, .approve(Self.first, by: Self.ana)) == "not-holder")
    #expect(slug(&booking, .deny(Self.first, by: Self.ben)) == "not-holder")
    #expect(booking.stands && booking.requests.map(\.state) == [.open])
  }

  @Test("CUSR1.A1.9-10, MF-RES-07: the first approval swaps the bookings and denies the others")
  func approving() throws {
    var booking = try contested(
      request(Self.first, by: Self.ana), request(Self.second, by: Self.ben))
    #expect(
      try booking.apply(.approve(Self.second, by: Self.holder), at: Self.now) == [
        .swap(request: Self.second), .stopTimer(Self.second),
        .tellRequester(Self.second, .approved), .offerOtherTimes, .stopTimer(Self.first),
        .tellRequester(Self.first, .denied),
      ])
    #expect(!booking.stands)
    #expect(slug(&booking, .approve(Self.first, by: Self.holder)) == "override-state")
    #expect(slug(&booking, .ask(request(Self.ids[8], by: Self.ids[9]))) == "override-state")
  }

  @Test("CUSR1.A3.10: a denial leaves the booking and tells the requester")
  func denying() throws {
    var booking = try contested(request(Self.first, by: Self.ana))
    #expect(
      try booking.apply(.deny(Self.first, by: Self.holder), at: Self.now)
        == [.stopTimer(Self.first), .tellRequester(Self.first, .denied)])
    #expect(booking.stands)
    #expect(slug(&booking, .ask(request(Self.second, by: Self.ana))) == nil, "asked anew")
  }

  @Test("CUSR1.E1.10, MF-RES-07: after 24 hours it has expired, also if the timer has not rung")
  func expiring() throws {
    var booking = try contested(request(Self.first, by: Self.ana))
    let end = Self.now.adding(seconds: 86_400)
    #expect(try booking.apply(.expire(Self.first), at: end.adding(milliseconds: -1)) == [])
    #expect(slug(&booking, .approve(Self.first, by: Self.holder), at: end) == "override-state")
    #expect(
      try booking.apply(.expire(Self.first), at: end) == [.tellRequester(Self.first, .expired)])
    #expect(try booking.apply(.expire(Self.first), at: end) == [], "it expires once")
    #expect(booking.stands)
  }

  @Test("a request for a time that is over sooner than in 24 hours expires with that time")
  func expiringWithItsTime() throws {
    var asked = request(Self.first, by: Self.ana)
    asked.start = Self.now.adding(seconds: 3600)
    asked.end = Self.now.adding(seconds: 7200)
    var booking = ContestedBooking(booking: Self.ids[7], holder: Self.holder)
    #expect(
      try booking.apply(.ask(asked), at: Self.now)
        == [.askHolder(Self.first), .setTimer(Self.first, at: asked.end)])
    #expect(
      slug(&booking, .approve(Self.first, by: Self.holder), at: asked.end) == "override-state")
    var begun = booking
    #expect(
      slug(&begun, .approve(Self.first, by: Self.holder), at: asked.end.adding(seconds: -60))
        == nil)
    #expect(
      try booking.apply(.expire(Self.first), at: asked.end)
        == [.tellRequester(Self.first, .expired)])
    #expect(booking.stands)
  }

  @Test("MF-RES-06: a booking that is gone takes all requests for it along")
  func releasing() throws {
    var booking = try contested(
      request(Self.first, by: Self.ana), request(Self.second, by: Self.ben))
    #expect(
      try booking.apply(.release, at: Self.now) == [
        .stopTimer(Self.first), .tellRequester(Self.first, .obsolete), .stopTimer(Self.second),
        .tellRequester(Self.second, .obsolete),
      ])
    #expect(slug(&booking, .approve(Self.first, by: Self.holder)) == "override-state")
  }

  @Test("a booking that moves leaves only those requests behind that its new time does not touch")
  func moving() throws {
    let asked = request(Self.first, by: Self.ana)
    var later = request(Self.second, by: Self.ben)
    (later.start, later.end) = (asked.end, asked.end.adding(seconds: 3600))
    var booking = try contested(asked, later)
    #expect(
      try booking.apply(
        .move(start: later.start, end: later.end.adding(seconds: 3600)), at: Self.now)
        == [.stopTimer(Self.first), .tellRequester(Self.first, .obsolete)])
    #expect(booking.stands && booking.requests.map(\.state) == [.obsolete, .open])
    #expect(slug(&booking, .approve(Self.first, by: Self.holder)) == "override-state")
    #expect(slug(&booking, .approve(Self.second, by: Self.holder)) == nil)
  }

  @Test(
    "random walks: one approval at most, then no request is open",
    arguments: 0..<50 as Range<UInt64>)
  func walks(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var booking = try contested()
    var now = Self.now
    var swaps = 0
    for _ in 0..<60 {
      let id = Self.ids[Int.random(in: 3...8, using: &random)]
      let who = Self.ids[Int.random(in: 0...2, using: &random)]
      let command: ContestedBooking.Command =
        switch Int.random(in: 0...9, using: &random) {
        case 0...3: .ask(request(id, by: who))
        case 4: .approve(id, by: who)
        case 5, 6: .deny(id, by: who)
        case 7, 8: .expire(id)
        default: .release
        }
      // A request's identifier is new by construction.
      if case .ask = command, booking.requests.contains(where: { $0.id == id }) { continue }
      let before = booking
      do throws(Refusal) {
        for case .swap in try booking.apply(command, at: now) { swaps += 1 }
      } catch {
        #expect(booking == before, "seed \(seed)")
      }
      #expect(booking.requests.count { $0.state == .approved } == swaps, "seed \(seed)")
      #expect(swaps <= 1 && (swaps == 0 || !booking.stands), "seed \(seed)")
      if !booking.stands {
        #expect(!booking.requests.contains { $0.state == .open }, "seed \(seed)")
      }
      now = now.adding(seconds: Int64.random(in: 0...20_000, using: &random))
    }
  }
}
