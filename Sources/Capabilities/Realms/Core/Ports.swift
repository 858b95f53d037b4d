import Base
import Storage

/// What sort of thing is reported; each capability names its own.
///
/// - Thread: pure.
public struct ReportSubjectKind: RawRepresentable, Hashable, Sendable {
  /// A stable word in camel case; stored, and the word of the interface.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
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
