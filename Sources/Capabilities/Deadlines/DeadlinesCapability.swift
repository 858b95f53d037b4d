import Base
import Registration
import Storage

/// What the rest must know of deadlines.
public let deadlinesCapability = Capability(
  "deadlines",
  schema: [deadlinesSchema],
  tables: [
    TableClaim(
      "deadlines", export: .no("timers repeat what the tables of their subjects hold"),
      erasure: .yes("an account's own timers go"), rules: .yes("deadline-handlers-succeed"))
  ],
  invariants: [
    Invariant(
      "deadline-handlers-succeed", "No handler of a deadline has failed ten times in a row.",
      countingBreaches: "SELECT COUNT(*) FROM deadlines WHERE failures >= 10")
  ],
  personalData: [DeadlineData()])

/// The timers that are an account's alone.
private struct DeadlineData: PersonalDataHolder {
  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) {}

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM deadlines WHERE account = ?1", [.id(account)])
  }
}
