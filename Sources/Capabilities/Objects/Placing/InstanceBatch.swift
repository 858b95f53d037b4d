import Access
import Base
import Storage

/// Many objects to be placed at once: all of them or none.
public struct InstanceBatch: Sendable {
  /// Instances that one request may place.
  public static let limits = 1...10_000

  public var drafts: [InstanceDraft]

  public init(_ drafts: [InstanceDraft]) { self.drafts = drafts }

  /// Reads `instances`, each as ``InstanceDraft`` is read.
  public init(reading fields: JSONFields) {
    drafts = fields.array("instances", InstanceBatch.limits) { element, index in
      element.object(index) { InstanceDraft(reading: $0) }
    }.compactMap { $0 }
  }
}

extension InstanceService {
  /// Rows whose errors are told, at most.
  private static let maximumErrors = 100

  /// Places many objects of the caller's inventory, all in one transaction.
  ///
  /// - Returns: the identifiers of the new instances, in the order of the drafts.
  /// - Throws: `invalid` that names each wrong row, `/instances/17/object` and so on, the first
  ///   hundred; otherwise as ``place(_:caller:)``. Nothing is placed then.
  /// - Complexity: O(n log all).
  public func place(_ batch: InstanceBatch, caller: Caller) throws -> [EntityID] {
    let loggedIn = try caller.requiredPerson()
    var violations: [Refusal.Violation] = []
    for (row, draft) in batch.drafts.enumerated() {
      do throws(Refusal) {
        try check(draft.placement, caller: caller)
      } catch {
        violations += error.violations.map { $0.inRow(row) }
        // Who names sub-realms of others is told so, as for a single one.
        if violations.count >= Self.maximumErrors || error.kind == .forbidden {
          throw Refusal(error.kind, error.slug, error.detail, violations: violations)
        }
      }
    }
    guard violations.isEmpty else { throw Self.wrongRows(violations) }
    return try platform.store.write { transaction in
      for condition in conditions { try condition.check(loggedIn.account, in: transaction) }
      let absent = try Set(batch.drafts.map(\.object)).filter { object in
        try !InventoryItem.exists(
          object, caller: caller, account: loggedIn.account, in: transaction)
      }
      if !absent.isEmpty {
        let wrong = batch.drafts.enumerated().lazy.filter { absent.contains($1.object) }
        throw Self.wrongRows(
          try wrong.prefix(Self.maximumErrors).flatMap { row, draft in
            try objects.notInInventory(draft.object, caller: caller, in: transaction)
              .violations.map { $0.inRow(row) }
          })
      }
      return try batch.drafts.map { draft in
        let instance = Instance(
          id: platform.ids.next(), object: draft.object, author: loggedIn.account,
          placement: draft.placement, state: .live, createdAt: transaction.now, version: 1)
        try InstanceStore.insert(instance, in: transaction)
        try transaction.record("instance", instance.id, .insert)
        return instance.id
      }
    }
  }

  private static func wrongRows(_ violations: [Refusal.Violation]) -> Refusal {
    Refusal(
      .invalid, "invalid-content", "Nothing was placed: some of the instances are wrong.",
      violations: violations)
  }
}

extension Refusal.Violation {
  fileprivate func inRow(_ row: Int) -> Refusal.Violation {
    Refusal.Violation("/instances/\(row)\(pointer)", detail)
  }
}
