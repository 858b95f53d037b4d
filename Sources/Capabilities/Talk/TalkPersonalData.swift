import Base
import Media
import Registration
import Storage

/// What an account has said and heard.
///
/// - Thread: shared.
struct TalkPersonalData: PersonalDataHolder {
  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) throws {
    let messages = try MessageStore.all(by: account, in: session)
    json.member("messages", of: messages) { $0.writeForExport(to: &$1) }
    let calls = try CallStore.all(of: account, in: session)
    json.member("calls", of: calls) { $0.writeForExport(to: &$1) }
    let heard = try session.all(
      "SELECT message, at FROM message_hearings WHERE account = ?1 ORDER BY message",
      [.id(account)]
    ) { (message: try $0.id(0), at: try $0.instant(1)) }
    json.member("messageHearings", of: heard) { hearing, json in
      json.object { json in
        json.member("message", hearing.message)
        json.member("at", hearing.at)
      }
    }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for message in try MessageStore.all(by: account, in: transaction) {
      try MessageStore.delete(message, in: transaction)
    }
    for statement in [
      "UPDATE messages SET author = NULL, client_key = NULL WHERE author = ?1",
      "DELETE FROM message_hearings WHERE account = ?1",
      "DELETE FROM hidden_messages WHERE account = ?1",
      "DELETE FROM call_signals WHERE sender = ?1",
      "DELETE FROM calls WHERE caller = ?1 OR callee = ?1",
    ] {
      try transaction.execute(statement, [.id(account)])
    }
  }
}
