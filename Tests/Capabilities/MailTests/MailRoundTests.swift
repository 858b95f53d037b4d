import Base
import Foundation
import Outgoing
import PeopleTestSupport
import Storage
import TestSupport
import Testing

@testable import Access
@testable import Mail

@Suite("Rounds of mail, at several processes and with a mail server that does not do its part")
struct MailRoundTests {
  let fixture: PeopleFixture

  init() throws { fixture = try PeopleFixture() }

  /// Takes mails, but for those to some recipients.
  private final class House: MailTransport {
    /// What comes of mails to these.
    let errors: Guarded<[String: any Error]>
    let tried = Guarded<[String]>([])

    init(_ errors: [String: any Error] = [:]) { self.errors = Guarded(errors) }

    func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {
      tried.withLock { $0.append(mail.recipient) }
      let error = errors.withLock { $0[mail.recipient] }
      if let error { throw error }
    }
  }

  /// Takes a connection and says nothing.
  private final class Silence: MailTransport {
    let tried = Guarded<[String]>([])
    let isStopping = Guarded(false)

    func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {
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
        try fixture.people.mail.outbox.add(
          to: recipient, by: channel, subject: "Hello", body: "There",
          id: fixture.platform.ids.next(), in: transaction)
      }
    }
  }

  private func tries() throws -> [Int] { try fixture.mails().map(\.tries) }

  /// Lets something happen while it takes the first mail.
  private final class Slow: MailTransport {
    let sent = Guarded<[String]>([])
    private let meanwhile: @Sendable () throws -> Void

    init(_ meanwhile: @escaping @Sendable () throws -> Void) { self.meanwhile = meanwhile }

    func send(_ mail: OutgoingMail, isCancelled: @escaping @Sendable () -> Bool) throws {
      let isFirst = sent.withLock { sent -> Bool in
        sent.append(mail.recipient)
        return sent.count == 1
      }
      if isFirst { try meanwhile() }
    }
  }

  @Test("a mail that one process is about to send is sent by no other, whatever both have seen")
  func twoProcesses() throws {
    try add(["a@example.org", "b@example.org", "c@example.org"])
    let house = House()
    let other = fixture.dispatcher(house)
    let slow = Slow { try other.deliverPending() }
    #expect(try fixture.dispatcher(slow).deliverPending().sent == 1)
    #expect(slow.sent.current == ["a@example.org"])
    #expect(house.tried.current == ["b@example.org", "c@example.org"])
    #expect(try fixture.mails().isEmpty)
  }

  @Test("a hundred mails that two send at once arrive once each")
  func atOnce() throws {
    let recipients = (100..<200).map { "p\($0)@example.org" }
    try add(recipients)
    let house = House()
    let dispatcher = fixture.dispatcher(house)
    let errors = Guarded<[String]>([])
    concurrently(2) { _ in
      do { try dispatcher.deliverPending() } catch { errors.withLock { $0.append("\(error)") } }
    }
    #expect(errors.current == [])
    #expect(house.tried.current.sorted() == recipients)
  }

  @Test("what a process holds that does not come back leaves when its lease is over")
  func lost() throws {
    try add(["a@example.org"])
    let (house, clock) = (House(), fixture.clock)
    let other = fixture.dispatcher(house)
    let slow = Slow {
      try other.deliverPending()
      clock.advance(seconds: Double(MailDispatcher.leaseSeconds))
      try other.deliverPending()
    }
    try fixture.dispatcher(slow).deliverPending()
    #expect(house.tried.current == ["a@example.org"])
    #expect(try fixture.mails().isEmpty)
  }

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
    #expect(fixture.people.mail.outbox.health.downSince == nil)
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
    #expect(fixture.people.mail.outbox.health.downSince != nil)
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
