import Base
import Groups

/// One record of money, kept for six years.
///
/// - Thread: pure.
public struct LedgerEntry: Sendable {
  /// Why money moved.
  public enum Kind: String, Sendable, CaseIterable {
    case purchase
    case refund
    case adRevenue
  }

  public var id: EntityID
  public var kind: Kind
  /// What was bought; nil for advertisements.
  public var subject: EntityID?
  /// Who sold it.
  public var organization: EntityID?
  /// Minor units of the currency, 0 or more.
  public var amount: Int
  /// The part of the amount that is tax.
  public var tax: Int
  public var currency: Currency
  /// The payment provider's.
  public var reference: String
  public var at: Instant

  public init(
    id: EntityID, kind: Kind, subject: EntityID?, organization: EntityID?, amount: Int, tax: Int,
    currency: Currency, reference: String, at: Instant
  ) {
    self.id = id
    self.kind = kind
    self.subject = subject
    self.organization = organization
    self.amount = amount
    self.tax = tax
    self.currency = currency
    self.reference = reference
    self.at = at
  }

  /// Until when it is kept: the end of the sixth year after its own (tax years end with the year).
  public var keepUntil: Instant {
    let year = CivilDate(daysSinceEpoch: Int(at.milliseconds / 86_400_000)).year
    guard let end = CivilDate(year: min(year + 7, 9999), month: 1, day: 1) else { return at }
    return Instant(milliseconds: Int64(end.daysSinceEpoch) * 86_400_000)
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("kind", kind.rawValue)
      json.member("subject", subject)
      json.member("organization", organization)
      json.member("amount", amount)
      json.member("tax", tax)
      json.member("currency", currency.rawValue)
      json.member("reference", reference)
      json.member("at", at)
    }
  }
}
