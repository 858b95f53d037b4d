import Access
import Registration

/// All services of this capability, put together.
///
/// - Thread: shared.
public struct MailServices: Sendable {
  public let outbox: MailOutbox
  public let unwanted: UnwantedMail
  private let platform: Platform

  public init(platform: Platform, key: ServiceKey) {
    self.platform = platform
    outbox = MailOutbox(key: key)
    unwanted = UnwantedMail(platform: platform, key: key)
  }

  /// Mail that waits is sent: somebody may be waiting for a code.
  public func sending(by transport: any MailTransport) -> UpkeepTask {
    let dispatcher = MailDispatcher(platform: platform, outbox: outbox, transport: transport)
    return UpkeepTask("mail", everySeconds: 2, lane: .mail) { isStopping in
      try dispatcher.deliverPending(isStopping: isStopping)
    }
  }
}
