import Access
import Base
import Media
import Moderation
import Notifications
import Registration
import Storage

/// Exports and erases what an account keeps here: objects, inventory, instances, reactions.
///
/// - Thread: shared.
public struct ObjectsPersonalData: PersonalDataHolder {
  let rights: ObjectRights
  let withdrawal: ObjectWithdrawal

  public init(rights: ObjectRights, notifications: any NotificationSink) {
    self.rights = rights
    withdrawal = ObjectWithdrawal(notifications: notifications)
  }

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    try json.array("objects") { json in
      for object in try ObjectStore.owned(by: account, in: session) { object.write(to: &json) }
    }
    try json.array("inventory") { json in
      for entry in try InventoryStore.entries(addedBy: account, in: session) {
        json.object { json in
          json.member("object", entry.object)
          if entry.holder != account {
            json.member("realm", entry.holder)
          }
          json.member("addedAt", entry.at)
        }
      }
    }
    try json.array("instances") { json in
      for instance in try InstanceStore.everything(of: account, in: session) {
        instance.write(to: &json)
      }
    }
    try json.array("reactions") { json in
      for reaction in try ReactionStore.all(by: account, in: session) {
        json.object { json in
          json.member("instance", reaction.instance)
          json.member("kind", reaction.kind.rawValue)
          json.member("at", reaction.at)
        }
      }
    }
  }

  /// Withdraws the account's objects and takes their names and owner away.
  ///
  /// Deletes its instances, reactions and inventory; the bytes go with the next sweep. What was sold
  /// with a tour stays with its buyers as they bought it, and leads to nobody.
  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for instance in try InstanceStore.everything(of: account, in: transaction) {
      try InstanceStore.delete(instance.id, in: transaction)
      try transaction.record("instance", instance.id, .delete)
    }
    // Cases about others' places name the objects that stand there, and their owner.
    try ReportStore.forgetEvidence(
      ReportSubjectKind(rawValue: "instance"),
      of: "SELECT i.id FROM instances i JOIN objects o ON o.id = i.object WHERE o.owner = ?1",
      account, in: transaction)
    for object in try ObjectStore.owned(by: account, in: transaction) {
      let wasLive = object.state != .withdrawn
      try withdrawal.withdraw(object, in: transaction)
      if try object.isSold || (wasLive && rights.isSold(object.id, in: transaction)) {
        try ObjectStore.set(isSold: true, object.id, in: transaction)
        try ObjectStore.forgetOwner(of: object.id, in: transaction)
        continue
      }
      try ObjectStore.pseudonymise(object.id, in: transaction)
      try MediaStore.release(by: "object", object.id, in: transaction)
    }
    for reaction in try ReactionStore.all(by: account, in: transaction) {
      try transaction.record("reaction", reaction.instance, .update)
    }
    try ReactionStore.deleteAll(by: account, in: transaction)
    try InventoryStore.deleteAll(of: account, in: transaction)
  }
}
