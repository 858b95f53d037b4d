import Base
import Outgoing

/// Whether mail leaves, as far as this process has seen (MF-GC-07).
///
/// - Thread: shared.
public final class MailHealth: Sendable {
  private let failing = Guarded<Instant?>(nil)

  /// Since when no mail could be handed over; nil while mail leaves, or nothing was to be sent.
  public var downSince: Instant? { failing.current }

  /// Notes what came of a mail.
  func note(_ result: Result<Void, any Error>, at now: Instant) {
    if Self.isOutage(result) {
      failing.withLock { $0 = $0 ?? now }
    } else {
      failing.swap(nil)
    }
  }

  /// Whether a mail failed for a reason that holds for every other one as well.
  static func isOutage(_ result: Result<Void, any Error>) -> Bool {
    if case .failure(let error) = result { !isOfOneMail(error) } else { false }
  }

  /// Whether the other side is there and has answered about this one mail.
  private static func isOfOneMail(_ error: any Error) -> Bool {
    if error is MailRefused { return true }
    return (error as? OutgoingError)?.code == .refusedForNow
  }
}
