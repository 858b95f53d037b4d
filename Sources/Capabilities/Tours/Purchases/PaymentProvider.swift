import Base
import Cryptography
import Groups

/// What came of asking for money.
public enum PaymentOutcome: Hashable, Sendable {
  /// Paid; the provider's reference for the books.
  case paid(reference: String)
  /// Refused, with a reason for the buyer.
  case declined(reason: String)
}

/// Takes and gives back money.
public protocol PaymentProvider: Sendable {
  /// Asks for `amount` minor units; the same key never charges twice.
  ///
  /// - Throws: when the provider cannot be reached; nothing is known then, and the same key can be
  ///   tried again.
  func charge(amount: Int, currency: Currency, idempotencyKey: String) throws -> PaymentOutcome
}

/// Stands in for a provider where none is connected: pays everything, keeps a record, moves no
/// money.
public final class RecordedTestPayments: PaymentProvider {
  /// One charge that was asked for.
  public struct Charge: Hashable, Sendable {
    public var amount: Int
    public var currency: Currency
    public var outcome: PaymentOutcome
  }

  private let charges = Guarded<[String: Charge]>([:])
  private let declines: @Sendable (Int) -> Bool

  /// - Parameter declines: whether a charge of that amount is declined, to try that out.
  public init(declines: @escaping @Sendable (Int) -> Bool = { _ in false }) {
    self.declines = declines
  }

  public func charge(
    amount: Int, currency: Currency, idempotencyKey: String
  ) throws -> PaymentOutcome {
    charges.withLock { charges in
      if let known = charges[idempotencyKey] { return known.outcome }
      let digest = BLAKE2b.hash(Array(idempotencyKey.utf8)).hexadecimal
      let outcome: PaymentOutcome =
        declines(amount)
        ? .declined(reason: "The test payment was declined.")
        : .paid(reference: "test-\(digest.prefix(16))")
      charges[idempotencyKey] = Charge(amount: amount, currency: currency, outcome: outcome)
      return outcome
    }
  }

  /// Everything that was asked for, by key.
  public var record: [String: Charge] { charges.current }
}
