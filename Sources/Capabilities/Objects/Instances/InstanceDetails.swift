import Base
import GeoFormats
import Geodesy
import Realms

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

  init(_ instance: Instance, reactions: ReactionSummary, for caller: Caller) {
    self.instance = instance
    self.reactions = reactions
    if let account = caller.account, account == instance.author {
      realms = instance.placement.realms
      actions = [.react, .edit, .delete]
    } else {
      realms = instance.placement.realms.filter(caller.sees)
      actions =
        caller.role == nil || caller.role == .admin ? [] : [.react, .addToInventory, .report]
    }
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      instance.writeMembers(realms: realms, to: &json)
      reactions.writeMembers(to: &json)
      json.key("actions")
      json.array { json in
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
    json.key("id")
    json.id(id)
    json.key("object")
    json.id(object)
    json.key("realms")
    json.array { json in
      for realm in realms { json.id(realm) }
    }
    json.key("pose")
    placement.pose.write(to: &json)
    json.key("scale")
    json.number(placement.scale)
    json.key("priority")
    json.integer(placement.priority)
    if let radius = placement.triggerRadius {
      json.key("trigger")
      json.object { json in
        json.key("radius")
        json.number(radius)
      }
    }
    json.key("author")
    json.id(author)
    json.key("createdAt")
    json.instant(createdAt)
    json.key("version")
    json.integer(version)
  }
}
