import Access
import Base
import NotificationTestSupport
import Notifications
import Registration
import Storage

/// A stand-in for what another capability keeps: objects that can be reported, exported, erased.
public let toySchema = SchemaModule(
  name: "toys",
  migrations: [
    Migration(
      number: 1,
      statements: [
        """
        CREATE TABLE toys (
          id %id NOT NULL PRIMARY KEY, owner %id REFERENCES accounts (id), name %text NOT NULL,
          withdrawn %int NOT NULL, hidden %int NOT NULL DEFAULT 0)
        """
      ])
  ])

public struct Toys: HideableThings, PersonalDataHolder {
  public init() {}

  public var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "object") }

  public func add(_ id: EntityID, _ name: String, of owner: EntityID, to store: Store) throws {
    _ = try store.write { transaction in
      try transaction.execute(
        "INSERT INTO toys (id, owner, name, withdrawn) VALUES (?1, ?2, ?3, 0)",
        [.id(id), .id(owner), .text(name)])
    }
  }

  public func rename(_ id: EntityID, _ name: String, in store: Store) throws {
    _ = try store.write { transaction in
      try transaction.execute(
        "UPDATE toys SET name = ?2 WHERE id = ?1", [.id(id), .text(name)])
    }
  }

  public func isWithdrawn(_ id: EntityID, in store: Store) throws -> Bool {
    try store.read {
      try $0.exists("SELECT 1 FROM toys WHERE id = ?1 AND withdrawn = 1", [.id(id)])
    }
  }

  public func isHidden(_ id: EntityID, in store: Store) throws -> Bool {
    try store.read {
      try $0.exists("SELECT 1 FROM toys WHERE id = ?1 AND hidden = 1", [.id(id)])
    }
  }

  public func hide(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("UPDATE toys SET hidden = 1 WHERE id = ?1", [.id(id)])
    try transaction.record("object", id, .delete)
  }

  public func unhide(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("UPDATE toys SET hidden = 0 WHERE id = ?1", [.id(id)])
    try transaction.record("object", id, .insert)
  }

  public func restore(
    _ id: EntityID, after removal: Removal, in transaction: WriteTransaction
  ) throws {
    try transaction.execute("UPDATE toys SET withdrawn = 0 WHERE id = ?1", [.id(id)])
    try transaction.record("object", id, .insert)
  }

  private func find(
    _ id: EntityID, in session: StoreSession
  ) throws -> (thing: ReportableThing, withdrawn: Bool)? {
    try session.first("SELECT owner, name, withdrawn FROM toys WHERE id = ?1", [.id(id)]) { row in
      let name = try row.text(1)
      let evidence = written { json in
        json.object { json in
          json.member("name", name)
        }
      }
      return (
        ReportableThing(
          owner: try row.optional(0, row.id), title: name, evidence: Array(evidence.utf8)),
        try row.bool(2)
      )
    }
  }

  public func reportable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let found = try find(id, in: session), !found.withdrawn else { return nil }
    return found.thing
  }

  public func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing? {
    try find(id, in: session)?.thing
  }

  public func remove(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("UPDATE toys SET withdrawn = 1 WHERE id = ?1", [.id(id)])
    try transaction.record("object", id, .delete)
  }

  public func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter)
    throws
  {
    let names = try session.all("SELECT name FROM toys WHERE owner = ?1", [.id(account)]) {
      try $0.text(0)
    }
    json.array("toys") { json in
      for name in names { json.string(name) }
    }
  }

  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM toys WHERE owner = ?1", [.id(account)])
  }
}

/// Stand-ins for other capabilities' kinds of notification.
extension NotificationKind {
  public static let tourPublished = NotificationKind(
    "tourPublished", "A tour was published.", "A tour was published.", telling: TextNotice.self)
  public static let tourNearby = NotificationKind(
    "tourNearby", "A tour is near.", "A tour is near.", telling: TextNotice.self,
    isOnByDefault: false)
  public static let alarm = NotificationKind(
    "alarm", "Always arrives.", "Always arrives.", telling: TextNotice.self, isOptional: false)
}

public let toyNotifications: [NotificationKind] = [.tourPublished, .tourNearby, .alarm]
