import Access
import Base
import Identity
import Storage

/// An entry of the audit log with the names that its reader knows people and things by.
///
/// - Thread: pure.
public struct ToldAuditEntry: Sendable {
  public var entry: AuditEntry
  /// Nil for the operator's command line, and for an account that was erased.
  public var actorName: String?
  /// Nil for what is gone, and for what nobody outside sees: an admin who reads its title has to
  /// answer for that, and does so at its case.
  public var subjectName: String?

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      entry.writeMembers(to: &json)
      json.member("actorName", actorName)
      json.member("subjectName", subjectName)
    }
  }
}

/// Finds what is meant in the audit log: its chain holds identifiers alone, so that erasing an account
/// erases its name there, too.
///
/// - Thread: shared.
public struct AuditNames: Sendable {
  let audit: AuditLog
  let named: [String: any AuditedThings]
  let reported: [String: any ReportableThings]

  init(audit: AuditLog, named: [any AuditedThings], reported: [any ReportableThings]) {
    self.audit = audit
    self.named = Dictionary(named.map { ($0.auditedKind, $0) }) { first, _ in first }
    self.reported = Dictionary(reported.map { ($0.kind.rawValue, $0) }) { first, _ in first }
  }

  /// The entries, newest first, for admins.
  public func list(_ page: PageRequest, caller: Caller) throws -> Page<ToldAuditEntry> {
    let found = try audit.list(page, caller: caller)
    return try audit.platform.store.readOnce { session in
      let actors = try AccountDirectory.names(
        of: Array(Set(found.items.compactMap(\.actor))), in: session)
      var subjects: [String: [EntityID: String]] = [:]
      for (kind, entries) in Dictionary(grouping: found.items, by: \.subjectKind) {
        subjects[kind] = try names(
          Array(Set(entries.map(\.subject))), of: kind, in: session)
      }
      return found.map { entry in
        ToldAuditEntry(
          entry: entry, actorName: entry.actor.flatMap { actors[$0] },
          subjectName: subjects[entry.subjectKind]?[entry.subject])
      }
    }
  }

  private func names(
    _ ids: [EntityID], of kind: String, in session: StoreSession
  ) throws -> [EntityID: String] {
    if kind == "account" { return try AccountDirectory.names(of: ids, in: session) }
    if let things = named[kind] { return try things.names(of: ids, in: session) }
    guard let things = reported[kind] else { return [:] }
    var names: [EntityID: String] = [:]
    for id in ids {
      names[id] = try? things.reportable(id, caller: .anonymous, in: session)?.title
    }
    return names
  }
}
