import Access
import Base
import GeoFormats
import Geodesy

/// An instance as one caller sees it.
///
/// - Thread: pure.
public struct InstanceDetails: Hashable, Sendable {
  /// What a caller can do with an instance (the context menu of UC8 to UC10).
  public enum Action: String, Sendable, CaseIterable {
    case react
    case addToInventory
    case report
    case edit
    case delete
  }

  public var instance: Instance
  public var reactions: ReactionSummary
  /// The sub-realms of the instance that the caller is in; all of them for its author.
  public var realms: [EntityID]
  public var actions: [Action]

  init(_ instance: Instance, reactions: ReactionSummary, caller: Caller) {
    self.instance = instance
    self.reactions = reactions
    let thing = instance.thing
    let isOwn = caller.isPerson && caller.account == instance.author
    realms = instance.placement.realms.filter { isOwn || caller.role(in: $0) != nil }
    actions = Action.allCases.filter { action in
      switch action {
      case .react: Rights.can(caller, .join, thing)
      case .addToInventory, .report: caller.isPerson && !isOwn
      case .edit: Rights.can(caller, .edit, thing)
      case .delete: Rights.can(caller, .delete, thing)
      }
    }
  }

  /// Writes it as the interface shows it: one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      instance.writeMembers(realms: realms, to: &json)
      reactions.writeMembers(to: &json)
      json.array("actions") { json in
        for action in actions { json.string(action.rawValue) }
      }
    }
  }
}

extension Instance {
  /// Writes the instance as one JSON object with all its sub-realms, for its author and exports.
  public func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(realms: placement.realms, to: &json) }
  }

  func writeMembers(realms: [EntityID], to json: inout JSONWriter) {
    json.member("id", id)
    json.member("object", object)
    json.array("realms") { json in
      for realm in realms { json.id(realm) }
    }
    json.key("pose")
    placement.pose.write(to: &json)
    json.member("scale", placement.scale)
    json.member("priority", placement.priority)
    if let radius = placement.triggerRadius {
      json.object("trigger") { json in
        json.member("radius", radius)
      }
    }
    placement.caption.writeMembers(to: &json)
    json.member("author", author)
    if state == .hidden { json.member("hidden", true) }
    json.member("createdAt", createdAt)
    json.member("version", version)
  }
}
