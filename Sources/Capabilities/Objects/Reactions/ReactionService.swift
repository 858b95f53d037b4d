import Access
import Base
import Storage

/// The use cases of reactions: one per account and instance, changeable, seen by whoever sees the
/// instance.
///
/// - Thread: shared.
public struct ReactionService: Sendable {
  let platform: Platform

  public init(platform: Platform) { self.platform = platform }

  /// Reacts to an instance that the caller sees, or changes the reaction.
  ///
  /// - Returns: all reactions to it, as the caller now sees them.
  public func react(
    _ kind: ReactionKind, to instance: EntityID, caller: Caller
  ) throws -> ReactionSummary {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      _ = try Instance.find(instance, to: .join, caller: caller, in: transaction)
      if try ReactionStore.own(to: instance, by: account, in: transaction) != kind {
        try ReactionStore.set(kind, to: instance, by: account, in: transaction)
        try transaction.record("reaction", instance, .update)
      }
      return try ReactionStore.summary(of: instance, for: account, in: transaction)
    }
  }

  /// Takes the caller's reaction back; does nothing if there is none.
  public func remove(from instance: EntityID, caller: Caller) throws -> ReactionSummary {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      _ = try Instance.find(instance, to: .join, caller: caller, in: transaction)
      if try ReactionStore.delete(to: instance, by: account, in: transaction) {
        try transaction.record("reaction", instance, .update)
      }
      return try ReactionStore.summary(of: instance, for: account, in: transaction)
    }
  }
}

extension ReactionKind {
  /// Reads `{"kind": "like"}`.
  public static func read(_ fields: JSONFields) -> ReactionKind? {
    fields.choice("kind", ReactionKind.self)
  }
}
