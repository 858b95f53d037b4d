import Base
import Groups
import Storage

/// What tours need to know about the organization that owns them.
public struct TourOrganization: Hashable, Sendable {
  public var id: EntityID
  public var name: String
  public var currency: Currency

  public init(id: EntityID, name: String, currency: Currency) {
    self.id = id
    self.name = name
    self.currency = currency
  }

  /// One that is no more; what it has sold stays with those who bought it.
  static func former(_ id: EntityID, _ currency: Currency) -> TourOrganization {
    TourOrganization(id: id, name: "Former organization", currency: currency)
  }
}
