import Base
import Foundation
import Outgoing
import Storage
import TestSupport
import Testing

@testable import Realms

@Suite("Rounds of mail, with a mail server that does not do its part")
struct MailRoundTests {
  let fixture: RealmsFixture

  init() throws { fixture = try RealmsFixture() }

  /// Takes mails, but for those to some recipients.
  private final class House: MailTransport {
    /// What comes of mails to these.
    let errors: Guarded<[String: any Error]>
    let tried = Guarded<[String]>([])

    init(_ errors: [String: any Error] = [:]) { self.errors = Guarded(errors) }

    func send(_ mail: Mail, isCancelled: @escaping @Sendable () -> Bool) throws {
      tried.withLock { $0.append(mail.recipient) }
      let error = errors.withLock { $0[mail.recipient] }
      if let error { throw error }
    }
  }

  /// Takes a connection and says nothing.
  private final class Silence: MailTransport {
    let tried = Guarded<[String]>([])
    let isStopping = Guarded(false)

    func send(_ mail: Mail, isCancelled: @escaping @Sendable () -> Bool) throws {
      tried.withLock { $0.append(mail.recipient) }
      isStopping.swap(true)
      let end = SystemClock().monotonicSeconds() + 30
      while !isCancelled() {
        guard SystemClock().monotonicSeconds() < end else {
          throw OutgoingError(.timedOut, "no answer in time")
        }
        usleep(1000)
      }
      throw OutgoingError(.cancelled, "the request was given up")
    }
  }

  private func add(_ recipients: [String], by channel: MailChannel = .mail) throws {
    try fixture.platform.store.write { transaction in
      for recipient in recipients {
        try fixture.realms.outbox.add(
          to: recipient, by: channel, subject: "Hello", body: "There",
          id: fixture.platform.ids.next(), in: transaction)
      }
    }
  }

  private func tries() throws -> [Int] { try fixture.mails().map(\.tries) }

  @Test("a stop gives up the mail that is under way, which was no try, and begins no other")
  func stopped() throws {
    try add(["a@example.org", "b@example.org", "c@example.org"])
    let silence = Silence()
    let round = try fixture.dispatcher(silence).deliverPending {
      [isStopping = silence.isStopping] in isStopping.current
    }
    #expect(round == MailDispatcher.Round())
    #expect(silence.tried.current == ["a@example.org"])
    #expect(try tries() == [0, 0, 0])
    #expect(fixture.realms.outbox.health.downSince == nil)
    #expect(try fixture.dispatcher(House()).deliverPending().sent == 3, "at once")
  }

  @Test("a mail server that is not there is tried by one mail of a round; text messages leave")
  func unreachable() throws {
    try add(["a@example.org", "b@example.org", "c@example.org"])
    try add(["+4232366111"], by: .text)
    let down = OutgoingError(.timedOut, "no answer in time")
    let house = House(["a@example.org": down, "b@example.org": down, "c@example.org": down])
    let round = try fixture.dispatcher(house).deliverPending()
    #expect(round.postponed == 1 && round.sent == 1 && round.givenUp == 0)
    #expect(house.tried.current == ["a@example.org", "+4232366111"])
    #expect(try tries() == [1, 0, 0])
    #expect(fixture.realms.outbox.health.downSince != nil)
    house.errors.swap([:])
    #expect(try fixture.dispatcher(house).deliverPending().sent == 2)
    fixture.clock.advance(seconds: 60)
    #expect(try fixture.dispatcher(house).deliverPending().sent == 1)
  }

  @Test(
    "a mail that is refused, or put off by greylisting, holds up no other",
    arguments: [
      MailRefused(reason: "no such box") as any Error,
      OutgoingError(.refusedForNow, "come back later", status: 451),
    ])
  func refused(error: any Error) throws {
    try add(["a@example.org", "b@example.org"])
    let house = House(["a@example.org": error])
    #expect(try fixture.dispatcher(house).deliverPending().sent == 1)
    #expect(house.tried.current == ["a@example.org", "b@example.org"])
  }
}
