import Base

/// Whose acts are counted; IPv6 addresses count by their /64.
public struct RateLimitKey: Hashable, Sendable {
  private enum Form: Hashable {
    case address(IPAddress)
    case id(EntityID)
    case text(String)
  }

  private let form: Form

  /// Counted by ``IPAddress/network``.
  public static func address(_ address: IPAddress) -> RateLimitKey {
    RateLimitKey(form: .address(address.network))
  }

  public static func id(_ id: EntityID) -> RateLimitKey { RateLimitKey(form: .id(id)) }

  public static func text(_ text: String) -> RateLimitKey { RateLimitKey(form: .text(text)) }
}
