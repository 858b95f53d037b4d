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
  func reportable(_ id: EntityID, caller: Caller, in session: StoreSession) throws
    -> ReportableThing?

  /// The thing as an admin sees it in a report, also when it is withdrawn.
  func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing?

  /// Withdraws the thing everywhere; records it in the change log.
  func remove(_ id: EntityID, in transaction: WriteTransaction) throws

  /// Brings back what ``remove(_:in:)`` has just withdrawn; records it in the change log.
  ///
  /// - Parameter removal: when it was withdrawn, and what the thing was when it was reported.
  func restore(_ id: EntityID, after removal: Removal, in transaction: WriteTransaction) throws
}

/// What is known of a removal when it is taken back.
///
/// - Thread: pure.
public struct Removal: Sendable {
  public var at: Instant
  /// The evidence of its case.
  public var evidence: [UInt8]

  public init(at: Instant, evidence: [UInt8]) {
    self.at = at
    self.evidence = evidence
  }
}

/// A capability whose things can be taken out of sight until who answers for them has changed them.
public protocol HideableThings: ReportableThings {
  /// Takes the thing out of everybody's sight but its owner's; records it in the change log.
  ///
  /// A change by its owner brings it back.
  func hide(_ id: EntityID, in transaction: WriteTransaction) throws

  /// Brings back what ``hide(_:in:)`` has taken out of sight, unchanged; records it in the change log.
  func unhide(_ id: EntityID, in transaction: WriteTransaction) throws
}

/// A capability whose things are told of in the audit log, for what they are called there.
///
/// - Thread: shared.
public protocol AuditedThings: Sendable {
  /// As entries name the kind of their subject.
  var auditedKind: String { get }

  /// What the things are called; those that are gone are left out.
  func names(of ids: [EntityID], in session: StoreSession) throws -> [EntityID: String]
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

/// A capability whose things have pictures, which the capability of media keeps.
///
/// - Thread: shared.
public protocol PicturedThings: Sendable {
  /// What sort of thing it is: a stable word in camel case; stored.
  var pictureKind: String { get }

  /// Whether `caller` sees the thing, and so its pictures.
  func shows(_ subject: EntityID, caller: Caller, in session: StoreSession) throws -> Bool

  /// The account or organization that keeps the thing's picture, if `caller` may change it.
  ///
  /// - Throws: `notFound` for what the caller does not see, `forbidden` for what is seen alone.
  func holder(
    of subject: EntityID, changedBy caller: Caller, in session: StoreSession
  ) throws -> EntityID

  /// Notes in the thing, and in the change log, that its picture is another one.
  func pictureChanged(_ subject: EntityID, in transaction: WriteTransaction) throws
}

extension PicturedThings {
  /// For things whose pictures are changed together with the rest of them.
  public func holder(
    of subject: EntityID, changedBy caller: Caller, in session: StoreSession
  ) throws -> EntityID { throw Refusal.notFound("picture") }
}
