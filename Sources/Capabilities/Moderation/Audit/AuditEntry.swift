import Base

/// What an admin, an operator or the service itself did that has to be answered for.
public struct AuditEntry: Sendable {
  /// Counts from 1 without gaps.
  public var number: Int
  public var at: Instant
  /// Nil for the operator's command line.
  public var actor: EntityID?
  /// In kebab case: `report-decided`, `account-suspended`.
  public var action: String
  public var subjectKind: String
  public var subject: EntityID
  public var detail: String

  func writeMembers(to json: inout JSONWriter) {
    json.member("number", number)
    json.member("at", at)
    json.member("actor", actor)
    json.member("action", action)
    json.member("subjectKind", subjectKind)
    json.member("subject", subject)
    json.member("detail", detail)
  }

  /// What the hash of the chain covers; lengths stand before texts, so that no two entries have
  /// the same form.
  var hashed: [UInt8] {
    var writer = ByteWriter(capacity: 200)
    writer.littleEndian(Int64(number))
    writer.littleEndian(at.milliseconds)
    writer.append(actor?.bytes ?? [])
    for text in [action, subjectKind, detail] {
      writer.littleEndian(Int64(text.utf8.count))
      writer.text(text)
    }
    writer.append(subject.bytes)
    return writer.bytes
  }
}
