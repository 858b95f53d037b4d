import Access
import Base
import HTTPServing

/// How often accounts and addresses may call, and how they are told.
///
/// One budget for reading and writing, and smaller ones for what is costly or attracts abuse.
/// Counted per account when logged in, else per address (IPv6 per /64).
///
/// - Source: RateLimit fields (IETF draft-ietf-httpapi-ratelimit-headers); figures after
///   anchors of the field (Mastodon: 1,500 per 5 minutes; Synapse: registration 3 at once).
/// - Thread: shared.
public final class RateLimits: Sendable {
  /// What an operation may draw on.
  public enum Budget: Int, Sendable, CaseIterable {
    /// Reading and writing.
    case general
    /// Positions of devices.
    case position
    /// What cameras see.
    case view
    /// Places by text and position.
    case search
    /// Tiles of the map and pictures: a page that turns it asks for fifty at once.
    case map
    case signUp
    /// What is told who may come in; a device that is known is let pass where the rest of its address is refused by
    /// the log-in itself, which counts more strictly.
    case logIn
    /// Files that are kept or taken apart.
    case upload
    case report
    /// What is said to others.
    case message

    /// As it is announced.
    var name: String {
      switch self {
      case .signUp: "sign-up"
      case .logIn: "log-in"
      default: "\(self)"
      }
    }

    var policy: RateLimitPolicy {
      switch self {
      case .general: .per(1500, seconds: 300)
      case .position: .per(600, seconds: 300)
      case .view: .per(3000, seconds: 300)
      case .search: .per(1200, seconds: 300)
      case .map: .per(15_000, seconds: 300)
      case .signUp: .per(60, seconds: 1800)
      case .logIn: .per(600, seconds: 300)
      case .upload: .per(200, seconds: 1800)
      case .report: .per(30, seconds: 1800)
      case .message: .per(300, seconds: 300)
      }
    }

    /// Seconds in which an empty budget fills up, for the announcement.
    var window: Int { Int((Double(policy.burst) / policy.perSecond).rounded()) }
  }

  /// What was counted for one request.
  struct Outcome: Sendable {
    let budget: Budget
    let remaining: Int
    /// 0 if the request is allowed.
    let retryAfterSeconds: Int

    /// - Throws: `limited` with the seconds to wait.
    func check() throws(Refusal) {
      guard retryAfterSeconds > 0 else { return }
      throw Refusal(
        .limited, "rate-limited",
        """
        Too many requests of this sort; at most \(budget.policy.burst) in \(budget.window) \
        seconds. Try again in \(retryAfterSeconds) seconds.
        """, retryAfterSeconds: retryAfterSeconds)
    }

    func announce(on response: inout HTTPResponse) {
      let announcement = RateLimits.announcements[budget.rawValue]
      response.headers.append("RateLimit-Policy", announcement.policy)
      response.headers.append("RateLimit", announcement.left + String(remaining))
    }
  }

  /// The policies as they are announced, made once.
  private static let announcements = Budget.allCases.map {
    (policy: "\"\($0.name)\";q=\($0.policy.burst);w=\($0.window)", left: "\"\($0.name)\";r=")
  }

  /// In the order of the budgets.
  private let limiters: [RateLimiter<RateLimitKey>]

  public init(clock: any WallClock) {
    limiters = Budget.allCases.map { RateLimiter($0.policy, clock: clock) }
  }

  /// Counts one request, or what it costs beside that.
  func take(
    _ budget: Budget, _ caller: Caller, _ address: IPAddress, cost: Int = 1
  ) -> Outcome {
    let decision = limiters[budget.rawValue].take(RateLimits.key(caller, address), cost: cost)
    return Outcome(
      budget: budget, remaining: decision.remaining,
      retryAfterSeconds: decision.retryAfterSeconds)
  }

  /// How things stand, without counting: for a request that was counted before.
  func peek(_ budget: Budget, _ caller: Caller, _ address: IPAddress) -> Outcome {
    Outcome(
      budget: budget,
      remaining: limiters[budget.rawValue].remaining(RateLimits.key(caller, address)),
      retryAfterSeconds: 0)
  }

  private static func key(_ caller: Caller, _ address: IPAddress) -> RateLimitKey {
    caller.account.map(RateLimitKey.id) ?? .address(address)
  }
}
