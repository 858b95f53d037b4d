import Access
import Base
import Cryptography
import Groups
import Identity
import Notifications
import Storage

/// Buying priced tours, each once and for good (RL-TR-01, CG-RL-06).
///
/// - Thread: shared.
public struct PurchaseService: Sendable {
  let platform: Platform
  let payments: any PaymentProvider
  let notifications: any NotificationSink

  public init(
    platform: Platform, payments: any PaymentProvider, notifications: any NotificationSink
  ) {
    self.platform = platform
    self.payments = payments
    self.notifications = notifications
  }

  /// Buys a published tour for the caller; a tour that is bought already is not paid again.
  ///
  /// Requests that meet, and one that is repeated after the connection broke, ask the provider
  /// under the same key, so that they are one payment. A declined payment ends its key.
  ///
  /// - Returns: the entry in the ledger.
  /// - Throws: `forbidden` unless the caller is a general user, `notFound`, `conflict` for free
  ///   tours, `paymentRequired` with slug `payment-declined`.
  public func buy(_ tour: EntityID, caller: Caller) throws -> LedgerEntry {
    let account = try caller.required(.general).account
    let sale = try platform.store.read { try offer(tour, to: account, caller, in: $0) }
    if let entry = sale.bought { return entry }
    let key = BLAKE2b.hash(account.bytes + tour.bytes + Array(String(sale.payment).utf8))
    let outcome = try payments.charge(
      amount: sale.price.cents, currency: sale.currency,
      idempotencyKey: "tour-\(key.hexadecimal)")
    switch outcome {
    case .paid(let reference): return try settle(sale, account, reference)
    case .declined(let reason):
      try platform.store.write {
        try PurchaseStore.end(sale.payment, account, tour, in: $0)
      }
      throw Refusal(.paymentRequired, "payment-declined", reason)
    }
  }

  /// What the caller has bought, the oldest first.
  public func list(caller: Caller) throws -> [LedgerEntry] {
    let account = try caller.required(.general, .organization).account
    return try platform.store.read { try Ledger().entries(of: account, in: $0) }
  }

  private struct Sale {
    var tour: EntityID
    var organization: EntityID
    var name: String
    var price: TourPrice
    var currency: Currency
    /// Counts the payments of this account for this tour.
    var payment: Int
    var bought: LedgerEntry?
  }

  private func offer(
    _ id: EntityID, to account: EntityID, _ caller: Caller, in session: StoreSession
  ) throws -> Sale {
    let (tour, _) = try Tour.find(id, caller: caller, in: session)
    let bought = try bought(id, by: account, in: session)
    // Nothing is sold that is not published; what is bought already is answered.
    guard tour.state == .published || bought != nil,
      let revision = try TourRevisionStore.released(tour, in: session)
    else { throw Refusal.notFound("tour") }
    if bought == nil, revision.content.price.isFree {
      throw Refusal(.conflict, "tour-free", "This tour is free; start it right away.")
    }
    let languages = try AccountDirectory.languages(of: account, in: session)
    return Sale(
      tour: id, organization: tour.organization, name: revision.content.names.text(in: languages),
      price: revision.content.price, currency: revision.currency,
      payment: try PurchaseStore.ended(account, id, in: session), bought: bought)
  }

  private func bought(
    _ tour: EntityID, by account: EntityID, in session: StoreSession
  ) throws -> LedgerEntry? {
    guard try Ledger().hasPurchased(account, tour, in: session) else { return nil }
    return try Ledger().entries(of: account, in: session).last {
      $0.subject == tour && $0.kind == .purchase
    }
  }

  private func settle(
    _ sale: Sale, _ account: EntityID, _ reference: String
  ) throws -> LedgerEntry {
    try platform.store.write { transaction in
      if let entry = try bought(sale.tour, by: account, in: transaction) { return entry }
      let entry = LedgerEntry(
        id: platform.ids.next(), kind: .purchase, subject: sale.tour,
        organization: sale.organization, amount: sale.price.cents, tax: 0,
        currency: sale.currency, reference: reference, at: transaction.now)
      try Ledger().append(entry, buyer: account, in: transaction)
      try PurchaseStore.end(sale.payment, account, sale.tour, in: transaction)
      try notifications.post(
        TourNotice.bought(
          tour: Told(sale.name), price: sale.price.description, currency: sale.currency.rawValue),
        to: account, about: NotificationSubject(.tour, sale.tour), version: sale.payment + 1,
        in: transaction)
      return entry
    }
  }
}
