import Access
import Base
import Outgoing
import Storage

/// Empties the outbox.
///
/// A mail that cannot be sent is tried again after 1, 2, 4... minutes, eight times in about four
/// hours, and then given up; one that the other side refuses for good is given up at once. A crash
/// between sending and forgetting sends a mail twice, never not at all.
///
/// - Thread: shared; a lease keeps others, also in other processes, from a mail that is under way.
public struct MailDispatcher: Sendable {
  static let maximumTries = 8
  /// Longer than handing over one mail takes: seconds until what a crashed process held is sent.
  static let leaseSeconds: Int64 = 120

  let platform: Platform
  let outbox: MailOutbox
  let transport: any MailTransport

  public init(platform: Platform, outbox: MailOutbox, transport: any MailTransport) {
    self.platform = platform
    self.outbox = outbox
    self.transport = transport
  }

  /// What one round did.
  public struct Round: Hashable, Sendable {
    public var sent = 0
    public var postponed = 0
    public var givenUp = 0

    public init() {}
  }

  /// Sends what is due, at most `limit` mails.
  ///
  /// Once the mail server is not there, no other mail is tried in this round; text messages are.
  ///
  /// - Parameter isStopping: asked before each mail, and while one is handed over; true ends the
  ///   round, and for the mail that was under way it was no try.
  @discardableResult
  public func deliverPending(
    limit: Int = 100, isStopping: @escaping @Sendable () -> Bool = { false }
  ) throws -> Round {
    let now = platform.clock.now()
    let due = try platform.store.readOnce {
      try outbox.due(at: now, limit: limit, in: $0)
    }
    var round = Round()
    var isServerDown = false
    for waiting in due {
      if isStopping() { break }
      if isServerDown, waiting.mail.channel == .mail { continue }
      let claimed = try platform.store.write { transaction in
        try outbox.claim(
          waiting.mail.id, until: transaction.now.adding(seconds: Self.leaseSeconds),
          in: transaction)
      }
      guard let entry = claimed else { continue }
      let mail = entry.mail
      // One that cannot be opened waits like one that cannot be sent: its secret may be put back.
      let opened = Result { try outbox.open(entry) }
      let result = opened.flatMap { mail in
        Result { try transport.send(mail, isCancelled: isStopping) }
      }
      if result.isCancelled {
        try platform.store.write { try outbox.release(mail.id, in: $0) }
        break
      }
      if mail.channel == .mail, case .success = opened {
        outbox.health.note(result, at: now)
        isServerDown = MailHealth.isOutage(result)
      }
      let isSent = (try? result.get()) != nil
      let isLast = mail.tries + 1 >= Self.maximumTries || result.isRefused
      try platform.store.write { transaction in
        if isSent || isLast {
          try outbox.drop(mail, in: transaction)
        } else {
          let seconds = Int64(60) << Int64(min(mail.tries, Self.maximumTries))
          try outbox.postpone(mail.id, until: now.adding(seconds: seconds), in: transaction)
        }
      }
      if isSent {
        round.sent += 1
      } else if isLast {
        round.givenUp += 1
      } else {
        round.postponed += 1
      }
    }
    return round
  }
}

extension Result where Success == Void, Failure == any Error {
  /// Whether the other side will never take it.
  fileprivate var isRefused: Bool {
    if case .failure(is MailRefused) = self { true } else { false }
  }

  /// Whether it was given up because the server ends.
  fileprivate var isCancelled: Bool {
    guard case .failure(let error) = self else { return false }
    return (error as? OutgoingError)?.code == .cancelled
  }
}
