import Access
import Base
import Identity
import Storage

/// Lets what was said be reported, with its words and its number as evidence, and removed.
///
/// - Thread: shared.
struct ReportableMessages: ReportableThings {
  var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "message") }

  func reportable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let account = caller.account,
      let message = try MessageStore.find(id, for: account, in: session)
    else { return nil }
    return thing(message)
  }

  func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing? {
    try MessageStore.find(id, in: session).map(thing)
  }

  func remove(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard let message = try MessageStore.find(id, in: transaction) else { return }
    try MessageStore.withdraw(message, in: transaction)
  }

  func restore(
    _ id: EntityID, after removal: Removal, in transaction: WriteTransaction
  ) throws {
    guard let message = try MessageStore.find(id, in: transaction) else { return }
    try MessageStore.restore(message, in: transaction)
  }

  private func thing(_ message: Message) -> ReportableThing {
    var json = JSONWriter()
    message.writeForExport(to: &json)
    return ReportableThing(
      owner: message.author?.id,
      title: message.words.isEmpty ? "Voice message" : String(message.words.prefix(100)),
      evidence: json.bytes)
  }
}
