import Access
import Base
import Cryptography
import Identity
import Mail
import Notifications
import Outgoing
import Registration
import Storage
import WebPush

/// What the rest must know of pushes.
public let pushCapability = Capability(
  "push",
  schema: [pushSchema],
  tables: [
    TableClaim(
      "push_subscriptions", export: .yes("pushSubscriptions"), erasure: .yes("deleted"),
      rules: .yes("push-subscription-is-of-its-session")),
    TableClaim(
      "push_messages", export: .no("says only which notifications wait to leave"),
      erasure: .yes("deleted with the subscriptions"), rules: .yes("push-is-for-its-account")),
  ],
  invariants: [
    Invariant(
      "push-subscription-is-of-its-session", "Pushes go to whose session asked for them.",
      countingBreaches: """
        SELECT COUNT(*) FROM push_subscriptions p JOIN sessions s ON s.id = p.session
        WHERE p.account <> s.account
        """),
    Invariant(
      "push-is-for-its-account", "No push tells of what is another account's.",
      countingBreaches: """
        SELECT COUNT(*) FROM push_messages m JOIN push_subscriptions p ON p.id = m.subscription
        JOIN notifications n ON n.id = m.notification WHERE n.account <> p.account
        """),
  ],
  personalData: [PushData()],
  parts: [PushConsent()])

/// The services of this capability, put together.
///
/// - Thread: shared.
public struct PushServices: Sendable {
  public let subscriptions: PushSubscriptionService
  /// Nil where the operator wants no pushes.
  public let sender: PushSender?

  /// - Parameters:
  ///   - key: the installation's secret, from which the key for push services is derived: it needs
  ///     no keeping of its own, and every process on one store has the same.
  ///   - poster: knows what may leave.
  ///   - isOn: whether the operator wants pushes.
  /// - Throws: ``CryptographyError`` if no key can be derived.
  public init(
    platform: Platform, key: ServiceKey, consents: ConsentService, kinds: NotificationKinds,
    poster: NotificationPoster, transport: any PushTransport, isOn: Bool
  ) throws {
    let own = try Self.ownKey(key)
    let contact = platform.settings.mail.map { "mailto:" + $0.from }
    let identity = ServerIdentification(
      key: own, contact: contact ?? platform.settings.publicAddress)
    subscriptions = PushSubscriptionService(
      platform: platform, consents: consents, transport: transport,
      publicKey: isOn ? identity.publicKey : nil)
    sender =
      isOn
      ? PushSender(
        platform: platform, kinds: kinds, poster: poster, key: key, identity: identity,
        transport: transport) : nil
  }

  /// What sends pushes while the server runs; nil where the operator wants none.
  ///
  /// - Parameters:
  ///   - metrics: gets the numbers of pushes by what became of them.
  ///   - reportFailure: is told what went wrong; the work is tried again.
  public func worker(
    metrics: Metrics? = nil, reportFailure: @escaping @Sendable (any Error) -> Void
  ) -> ChangeWorker? {
    guard let sender else { return nil }
    let messages = metrics?.counter(
      "wayside_push_messages", "Pushes that were tried, by what became of them.",
      labels: ["outcome"])
    return ChangeWorker(
      "wayside-push", following: [PushStore.changeKind], patrolSeconds: 5,
      reportFailure: reportFailure
    ) { isStopping in
      try sender.sendDue(report: { messages?.add(1, $0) }, isCancelled: isStopping)
    }
  }

  /// The first hash of a row that is a key: nearly always the very first.
  ///
  /// It is tried before it is used, so that a library that does not work is noticed at the start.
  private static func ownKey(_ key: ServiceKey) throws -> P256PrivateKey {
    for number: UInt8 in 0..<16 {
      let hash = key.hash(Array("server identification".utf8) + [number], for: .push)
      guard let found = P256PrivateKey(hash.bytes) else { continue }
      guard found.publicKey.verifies(try found.signature(of: hash.bytes), of: hash.bytes) else {
        throw CryptographyError("the key for push services does not fit itself")
      }
      return found
    }
    throw CryptographyError("no key for push services can be derived from the service key")
  }
}

/// Where pushes go, of an account.
private struct PushData: PersonalDataHolder {
  func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let all = try PushStore.list(of: account, at: Instant(milliseconds: 0), in: session)
    json.member("pushSubscriptions", of: all) { subscription, json in
      json.object { json in
        json.member("id", subscription.id)
        json.member("session", subscription.session)
        json.member("endpoint", subscription.endpoint)
        json.member("createdAt", subscription.createdAt)
      }
    }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try PushStore.endAll(of: account, in: transaction)
  }
}

/// Without the consent to them, no device of an account gets pushes.
private struct PushConsent: ConsentFollower {
  func consentEnds(
    _ kind: ConsentKind, of account: EntityID, in transaction: WriteTransaction
  ) throws {
    if kind == .push { try PushStore.endAll(of: account, in: transaction) }
  }
}
