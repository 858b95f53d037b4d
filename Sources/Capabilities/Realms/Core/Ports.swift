import Base
import Storage

/// A capability that keeps personal data, for export and erasure (PIPEDA, CO1).
public protocol PersonalDataHolder: Sendable {
  /// Writes members into the open export object: everything kept about `account`, nothing of
  /// others.
  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) throws

  /// Removes or pseudonymises everything kept about `account`, within the erasing transaction.
  func erase(_ account: EntityID, in transaction: WriteTransaction) throws
}

/// What sorts of things can be reported.
public enum ReportSubjectKind: String, Sendable, CaseIterable {
  case object
  case instance
  case tour
  case account
}

/// A capability whose things can be reported and removed.
public protocol ReportableThings: Sendable {
  var kind: ReportSubjectKind { get }

  /// The thing as `caller` sees it; nil if it is absent or hidden from the caller.
  func reportable(_ id: EntityID, by caller: Caller, in session: StoreSession) throws
    -> ReportableThing?

  /// The thing as an admin sees it in a report, also when it is withdrawn.
  func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing?

  /// Withdraws the thing everywhere; records it in the change log.
  func remove(_ id: EntityID, in transaction: WriteTransaction) throws
}

/// What a report needs to know about its subject.
public struct ReportableThing: Sendable {
  /// The account that answers for it; nil if it has been erased.
  public var owner: EntityID?
  /// How a person would call it.
  public var title: String
  /// One encoded JSON object, frozen into the report as evidence.
  public var evidence: [UInt8]

  public init(owner: EntityID?, title: String, evidence: [UInt8]) {
    self.owner = owner
    self.title = title
    self.evidence = evidence
  }
}
