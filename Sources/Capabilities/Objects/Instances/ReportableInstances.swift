import Access
import Base
import Storage

/// Lets instances be reported and removed; their object and its other instances stay.
///
/// - Thread: shared.
public struct ReportableInstances: HideableThings {
  public init() {}

  public var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "instance") }

  public func reportable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let instance = try InstanceStore.findLive(id, in: session),
      Rights.can(caller, .see, instance.thing)
    else { return nil }
    return try thing(instance, in: session)
  }

  public func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing? {
    guard let instance = try InstanceStore.find(id, in: session) else { return nil }
    return try thing(instance, in: session)
  }

  public func remove(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard let instance = try InstanceStore.find(id, in: transaction), instance.state != .removed
    else { return }
    try InstanceStore.remove(id, in: transaction)
    try transaction.record("instance", id, .delete)
  }

  public func hide(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard let instance = try InstanceStore.find(id, in: transaction), instance.state == .live
    else { return }
    try InstanceStore.remove(id, untilChanged: true, in: transaction)
    try transaction.record("instance", id, .delete)
  }

  public func restore(
    _ id: EntityID, after removal: Removal, in transaction: WriteTransaction
  ) throws { try show(id, from: .removed, in: transaction) }

  public func unhide(_ id: EntityID, in transaction: WriteTransaction) throws {
    try show(id, from: .hidden, in: transaction)
  }

  private func show(
    _ id: EntityID, from state: Instance.State, in transaction: WriteTransaction
  ) throws {
    guard let instance = try InstanceStore.find(id, in: transaction), instance.state == state
    else { return }
    try InstanceStore.show(id, in: transaction)
    try transaction.record("instance", id, .insert)
  }

  /// The instance with its object: both are needed to judge it.
  private func thing(_ instance: Instance, in session: StoreSession) throws -> ReportableThing {
    let object = try ObjectStore.find(instance.object, in: session)
    var json = JSONWriter(capacity: 1024)
    json.object { json in
      json.key("instance")
      instance.write(to: &json)
      if let object {
        json.key("object")
        object.write(to: &json)
      }
    }
    return ReportableThing(
      owner: instance.author, title: instance.placement.caption.name ?? object?.name ?? "Instance",
      evidence: json.bytes)
  }
}
