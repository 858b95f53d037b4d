import Access
import Base
import Foundation
import Notifications
import Outgoing
import Storage
import WebPush

/// Sends the pushes that wait, one bounded round at a time; keeps no state but the store's.
///
/// A push that is not taken is tried again after 10, 20, 40... seconds or as the push service wants,
/// ten times within its life, and then given up. A push service that does not answer, or asks for a
/// pause, gets nothing until then; a subscription that it no longer knows ends. A crash between sending
/// and forgetting sends a push twice, which its tag makes one on the screen.
///
/// - Thread: shared; a lease keeps rounds from each other's messages.
public struct PushSender: Sendable {
  /// Most pushes of one round.
  static let batch = 32
  /// How many leave at once.
  static let concurrent = 8
  static let maximumTries = 10
  /// Longer than a round takes: seconds until what a crashed process held is tried again.
  static let leaseSeconds: Int64 = 300
  static let backoff: (first: Int64, most: Int64) = (10, 3600)

  /// What became of one push.
  enum Outcome: Sendable {
    case sent
    /// The push service will not take this one.
    case refused
    /// There is no such subscription any more.
    case gone
    /// It may be taken later; with the pause in seconds that the push service wants, and whether
    /// nothing else need be tried there meanwhile.
    case later(seconds: Int64?, pausesService: Bool)
    /// The server ends; it was no try.
    case interrupted

    var word: String {
      switch self {
      case .sent: "sent"
      case .refused: "refused"
      case .gone: "gone"
      case .later: "later"
      case .interrupted: "interrupted"
      }
    }
  }

  let platform: Platform
  let kinds: NotificationKinds
  let poster: NotificationPoster
  let key: ServiceKey
  let identity: ServerIdentification
  let transport: any PushTransport

  private struct Parcel: Sendable {
    var message: PushMessage
    var content: PushContent
  }

  /// When there is something to send; nil if nothing waits.
  public func nextDue() throws -> Instant? {
    try platform.store.readOnce { try PushStore.nextDue(in: $0) }
  }

  /// Sends what is due.
  ///
  /// - Parameters:
  ///   - report: is told the word of each outcome.
  ///   - isCancelled: asked while requests are under way; true gives them up.
  /// - Returns: whether more may be due.
  @discardableResult
  public func sendDue(
    report: @escaping @Sendable (String) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> Bool {
    let (parcels, isFull) = try lease()
    if parcels.isEmpty { return isFull }
    let outcomes = Guarded<[Int: Outcome]>([:])
    // Whoever did not answer in this round is not asked again in it.
    let silent = Guarded<Set<String>>([])
    let next = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: min(Self.concurrent, parcels.count)) { _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard parcels.indices.contains(index) else { return }
        let origin = parcels[index].message.origin
        let outcome: Outcome =
          if isCancelled() {
            .interrupted
          } else if silent.current.contains(origin) {
            .later(seconds: nil, pausesService: false)
          } else {
            send(parcels[index], isCancelled: isCancelled)
          }
        if case .later(_, pausesService: true) = outcome {
          silent.withLock { _ = $0.insert(origin) }
        }
        outcomes.withLock { $0[index] = outcome }
        report(outcome.word)
      }
    }
    let results = outcomes.current
    try platform.store.write { transaction in
      var pauses: [String: Instant] = [:]
      for (index, parcel) in parcels.enumerated() {
        guard let outcome = results[index] else { continue }
        let pause = try settle(parcel.message, outcome, in: transaction)
        guard let pause else { continue }
        let origin = parcel.message.origin
        pauses[origin] = max(pause, pauses[origin] ?? pause)
      }
      for (origin, time) in pauses { try PushStore.pause(origin, until: time, in: transaction) }
    }
    return isFull
  }

  /// Takes what is due into this round; what may not leave goes, or waits for the end of quiet hours.
  private func lease() throws -> (parcels: [Parcel], isFull: Bool) {
    let now = platform.clock.now()
    let isDue = try platform.store.readOnce { try PushStore.nextDue(in: $0) }.map { $0 <= now }
    guard isDue == true else { return ([], false) }
    return try platform.store.write { transaction in
      let due = try PushStore.due(at: transaction.now, limit: Self.batch, in: transaction)
      var parcels: [Parcel] = []
      for message in due {
        switch try leave(message, in: transaction) {
        case .never: try PushStore.drop(message, in: transaction)
        case .later(let time):
          try PushStore.postpone(message, until: time, tries: message.tries, in: transaction)
        case .now(let notification, let kind):
          let content = PushContent(notification, kind, key: key)
          guard
            transaction.now
              < message.createdAt.adding(seconds: Int64(content.lifeSeconds))
          else {
            try PushStore.drop(message, in: transaction)
            continue
          }
          try PushStore.postpone(
            message, until: transaction.now.adding(seconds: Self.leaseSeconds),
            tries: message.tries, in: transaction)
          parcels.append(Parcel(message: message, content: content))
        }
      }
      return (parcels, due.count == Self.batch)
    }
  }

  private func leave(_ message: PushMessage, in session: StoreSession) throws -> DeliveryLeave {
    let now = platform.clock.now()
    guard message.sessionEnds > now else { return .never }
    return try poster.leave(of: message.notification, on: .webpush, kinds, at: now, in: session)
  }

  // MARK: Sending

  private func send(
    _ parcel: Parcel, isCancelled: @escaping @Sendable () -> Bool
  ) -> Outcome {
    let message = parcel.message
    guard let receiver = P256PublicKey(message.point) else { return .gone }
    let now = platform.clock.now()
    let age = max(0, now.seconds(since: message.createdAt))
    let request: (body: [UInt8], authorization: String)
    do throws(WebPushError) {
      request = (
        try PushEncryption.seal(
          parcel.content.message, padded: parcel.content.paddedBytes, to: receiver,
          secret: message.secret), try identity.authorization(for: message.origin, at: now)
      )
    } catch { return .refused }
    let fields = [
      (name: "Authorization", value: request.authorization),
      (name: "Content-Type", value: "application/octet-stream"),
      (name: "Content-Encoding", value: "aes128gcm"),
      (name: "TTL", value: String(max(0, parcel.content.lifeSeconds - Int(min(age, 1e6))))),
      (name: "Urgency", value: parcel.content.urgency),
      (name: "Topic", value: parcel.content.topic),
    ]
    do throws(OutgoingError) {
      let answer = try transport.post(
        message.endpoint, fields: fields, body: request.body, isCancelled: isCancelled)
      return Self.outcome(of: answer, at: platform.clock.now())
    } catch {
      switch error.code {
      case .cancelled: return .interrupted
      case .wrongAddress, .notPublic: return .gone
      default: return .later(seconds: nil, pausesService: true)
      }
    }
  }

  /// What an answer of a push service means (RFC 8030, sections 5 and 8.4; RFC 9110, section 10.2.3).
  static func outcome(of answer: OutgoingAnswer, at now: Instant) -> Outcome {
    switch answer.status {
    case 200..<300: return .sent
    case 404, 410: return .gone
    case 429, 500..<600:
      let wanted = answer.field("retry-after").flatMap { text in
        Int64(text).map(Double.init)
          ?? HTTPDate.read(text).map { $0.seconds(since: now).rounded(.up) }
      }
      return .later(
        seconds: wanted.map { Int64(min(max($0, 1), 86_400)) }, pausesService: true)
    default: return .refused
    }
  }

  /// - Returns: until when the push service gets nothing; nil for no pause.
  private func settle(
    _ message: PushMessage, _ outcome: Outcome, in transaction: WriteTransaction
  ) throws -> Instant? {
    switch outcome {
    case .sent, .refused: try PushStore.drop(message, in: transaction)
    case .gone: try PushStore.forget(message.subscription, in: transaction)
    case .later(let wanted, let pausesService):
      let doublings = Int64(min(message.tries, 20))
      let seconds = max(wanted ?? 0, min(Self.backoff.first << doublings, Self.backoff.most))
      let time = transaction.now.adding(seconds: seconds)
      let tries = message.tries + (pausesService ? 1 : 0)
      if tries >= Self.maximumTries {
        try PushStore.drop(message, in: transaction)
      } else {
        try PushStore.postpone(message, until: time, tries: tries, in: transaction)
      }
      return pausesService ? time : nil
    case .interrupted:
      try PushStore.postpone(message, until: transaction.now, tries: message.tries, in: transaction)
    }
    return nil
  }
}
