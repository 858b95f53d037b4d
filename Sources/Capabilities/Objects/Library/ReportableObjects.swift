import Access
import Base
import Notifications
import Storage

/// Lets objects be reported and removed; removing withdraws them everywhere (CG-RL-15).
///
/// - Thread: shared.
public struct ReportableObjects: HideableThings {
  let rights: ObjectRights
  let withdrawal: ObjectWithdrawal

  public init(rights: ObjectRights, notifications: any NotificationSink) {
    self.rights = rights
    withdrawal = ObjectWithdrawal(notifications: notifications)
  }

  public var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "object") }

  public func reportable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let object = try ObjectStore.find(id, in: session),
      object.state == .live || object.isSold,
      try rights.shows(object, caller: caller, in: session)
    else { return nil }
    return Self.thing(object)
  }

  public func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing? {
    try ObjectStore.find(id, in: session).map(Self.thing)
  }

  public func remove(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard let object = try ObjectStore.find(id, in: transaction) else { return }
    try withdrawal.withdraw(object, in: transaction)
    // A decision takes it from its buyers, too.
    guard object.isSold else { return }
    try ObjectStore.set(isSold: false, id, in: transaction)
    try transaction.record("object", id, .delete)
  }

  public func hide(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard let object = try ObjectStore.find(id, in: transaction) else { return }
    try withdrawal.hide(object, in: transaction)
  }

  public func unhide(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard let object = try ObjectStore.find(id, in: transaction) else { return }
    try withdrawal.show(object, in: transaction)
  }

  public func restore(
    _ id: EntityID, after removal: Removal, in transaction: WriteTransaction
  ) throws {
    guard let object = try ObjectStore.find(id, in: transaction), object.state == .withdrawn
    else { return }
    // Its owner had withdrawn it already, and only its buyers had it still.
    let state = try JSONValue(parsing: removal.evidence)["state"]?.string
    if state == ARObject.State.withdrawn.rawValue {
      try ObjectStore.set(isSold: true, id, in: transaction)
      try transaction.record("object", id, .update)
    } else {
      try withdrawal.restore(object, in: transaction)
    }
  }

  private static func thing(_ object: ARObject) -> ReportableThing {
    var json = JSONWriter(capacity: 512)
    object.write(to: &json)
    return ReportableThing(owner: object.owner, title: object.name, evidence: json.bytes)
  }
}
