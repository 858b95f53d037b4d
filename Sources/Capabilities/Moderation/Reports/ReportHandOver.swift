import Access
import Base
import Storage

/// A report that others were to settle, and that falls to the admins of the server now.
///
/// - Thread: pure.
public struct HandedReport: Sendable {
  public var reporter: EntityID
  public var draft: ReportDraft
  /// When it was made.
  public var at: Instant

  public init(by reporter: EntityID, _ draft: ReportDraft, at: Instant) {
    self.reporter = reporter
    self.draft = draft
    self.at = at
  }
}

/// A capability whose reports others settle than the admins of the server, as long as there are such others.
///
/// Whether there are is asked when the admins read: who settles may change after a report was made.
///
/// - Thread: shared.
public protocol ReportHandOver: Sendable {
  /// Whether a report has nobody left to settle it.
  func isAnyLeft(in session: StoreSession) throws -> Bool

  /// Takes those reports away from where they waited, the oldest first.
  func take(in transaction: WriteTransaction) throws -> [HandedReport]
}

extension ModerationService {
  /// Takes into the queue what others can no longer settle; later, where the store takes no writes.
  ///
  /// - Complexity: one read while there is nothing of the sort.
  func takeOver() throws {
    let isAnyLeft = try platform.store.readOnce { session in
      try handOvers.contains { try $0.isAnyLeft(in: session) }
    }
    guard isAnyLeft else { return }
    do {
      try platform.store.write { try takeOver(in: $0) }
    } catch let refusal as Refusal where refusal.kind == .busy || refusal.kind == .storageFull {
      // The queue is read all the same.
    }
  }

  private func takeOver(in transaction: WriteTransaction) throws {
    for handOver in handOvers {
      for handed in try handOver.take(in: transaction) {
        let draft = handed.draft
        guard let thing = try things(draft.kind).evidence(draft.subject, in: transaction) else {
          continue
        }
        // Whoever has reported the same to us before counts once, yet what is said now is read, too.
        let isKnown =
          try ReportStore.report(
            on: draft.kind, draft.subject, by: handed.reporter, in: transaction) != nil
        _ = try add(
          draft, on: thing, by: isKnown ? nil : handed.reporter, at: handed.at, in: transaction)
      }
    }
  }
}
