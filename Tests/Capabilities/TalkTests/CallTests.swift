import Base
import Testing

@testable import Talk

@Suite("a call is one state machine with the server's clock")
struct CallTests {
  private static func id(_ number: UInt64) -> EntityID { EntityID(high: 0, low: number) }
  private static let (ana, ben) = (id(1), id(2))
  /// Devices: one of Ana's, from which she calls, and two of Ben's.
  private static let (anas, bens, bensOther) = (id(11), id(21), id(22))
  private static let start = Instant(milliseconds: 1_000_000)

  private static func call() -> Call {
    Call(
      id: id(100), conversation: id(50), media: .voice, caller: ana, callee: ben,
      callerSession: anas, state: .ringing, offeredAt: start, isHidden: false)
  }

  private func after(_ seconds: Int64) -> Instant { Self.start.adding(seconds: seconds) }

  @Test(
    "SC-CALL-02, SC-CALL-08: who is called accepts on one device; the others are told that it is taken"
  )
  func accepted() throws {
    var call = Self.call()
    #expect(try call.apply(.accept, by: Self.ben, Self.bens, at: after(10)) == [.wait])
    #expect(call.state == .connecting && call.calleeSession == Self.bens)
    #expect(call.deadline == after(10 + Call.connecting))
    // The answer was lost, and is asked for again.
    #expect(try call.apply(.accept, by: Self.ben, Self.bens, at: after(11)).isEmpty)
    #expect(throws: Refusal.self) {
      try call.apply(.accept, by: Self.ben, Self.bensOther, at: after(11))
    }
    #expect(try call.apply(.connected, by: Self.ana, Self.anas, at: after(12)) == [.wait])
    #expect(try call.apply(.connected, by: Self.ben, Self.bens, at: after(12)).isEmpty)
    #expect(call.state == .active)
    #expect(try call.apply(.end(.hungUp), by: Self.ben, Self.bens, at: after(60)) == [.forget])
    #expect(call.reason == .hungUp && call.endedAt == after(60))
  }

  @Test("SC-CALL-03, SC-CALL-09: declined by one device, on all of them")
  func declined() throws {
    var call = Self.call()
    #expect(try call.apply(.decline, by: Self.ben, Self.bensOther, at: after(5)) == [.forget])
    #expect(call.reason == .declined)
    #expect(throws: Refusal.self) { try call.apply(.accept, by: Self.ben, Self.bens, at: after(6)) }
  }

  @Test("SC-CALL-04, SC-CALL-10: nobody takes it within 120 seconds, not a second less")
  func timedOut() throws {
    var call = Self.call()
    #expect(try call.apply(.timeOut, by: nil, nil, at: after(119)) == [.wait])
    #expect(call.state == .ringing)
    #expect(try call.apply(.timeOut, by: nil, nil, at: after(120)) == [.forget, .tellMissed])
    #expect(call.reason == .noAnswer)
  }

  @Test("the caller takes it back while it rings: the other one missed it")
  func cancelled() throws {
    var call = Self.call()
    #expect(throws: Refusal.self) {
      try call.apply(.end(.hungUp), by: Self.ben, Self.bens, at: after(1))
    }
    #expect(
      try call.apply(.end(.hungUp), by: Self.ana, Self.anas, at: after(1)) == [
        .forget, .tellMissed,
      ])
    #expect(call.reason == .cancelled)
  }

  @Test("two that find no way to each other are told within half a minute")
  func neverConnected() throws {
    var call = Self.call()
    _ = try call.apply(.accept, by: Self.ben, Self.bens, at: after(100))
    #expect(try call.apply(.timeOut, by: nil, nil, at: after(120)) == [.wait])
    #expect(try call.apply(.timeOut, by: nil, nil, at: after(130)) == [.forget])
    #expect(call.reason == .neverConnected)
  }

  @Test("whatever all devices do in whatever order: one winner, one end, one reason, and it stays")
  func interleavings() throws {
    let steps: [(Call.Command, EntityID?, EntityID?)] = [
      (.accept, Self.ben, Self.bens), (.accept, Self.ben, Self.bensOther),
      (.decline, Self.ben, Self.bens), (.decline, Self.ben, Self.bensOther),
      (.connected, Self.ana, Self.anas), (.connected, Self.ben, Self.bens),
      (.end(.hungUp), Self.ana, Self.anas), (.end(.connectionLost), Self.ben, Self.bens),
      (.timeOut, nil, nil),
    ]
    var seen = 0
    func explore(_ call: Call, _ depth: Int) throws {
      seen += 1
      if depth == 0 { return }
      for (command, account, session) in steps {
        var next = call
        let time = command == .timeOut ? call.deadline : call.offeredAt.adding(seconds: 1)
        let effects = (try? next.apply(command, by: account, session, at: time)) ?? []
        #expect((next.state == .ended) == (next.reason != nil))
        #expect((next.state == .ended) == (next.endedAt != nil))
        if let winner = call.calleeSession { #expect(next.calleeSession == winner) }
        if call.state == .ended {
          #expect(next.reason == call.reason && next.endedAt == call.endedAt && effects.isEmpty)
        }
        #expect(effects.filter { $0 == .forget }.count <= 1)
        try explore(next, depth - 1)
      }
    }
    try explore(Self.call(), 5)
    #expect(seen > 60_000)
  }
}
