import Base

/// Whose inventory: an account's own, or the shared one of a sub-realm's members.
///
/// - Thread: pure.
public enum InventoryHolder: Hashable, Sendable {
  case account(EntityID)
  case realm(EntityID)

  var id: EntityID {
    switch self {
    case .account(let id), .realm(let id): id
    }
  }

  var kind: String {
    switch self {
    case .account: "account"
    case .realm: "realm"
    }
  }
}
