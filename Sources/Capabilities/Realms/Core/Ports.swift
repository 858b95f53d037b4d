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

/// Puts a notification into an account's list, in the transaction of its cause.
public protocol NotificationSink: Sendable {
  /// - Parameters:
  ///   - kind: one of the kinds that accounts can switch off.
  ///   - subject: what it is about; the client opens it by `subjectKind` and this identifier.
  ///   - version: with account, kind and subject, makes the notification unique: a second one is
  ///     not written.
  ///   - text: one sentence for the list.
  func post(
    to account: EntityID, kind: NotificationKind, subjectKind: String, subject: EntityID,
    version: Int, text: String, in transaction: WriteTransaction) throws
}

/// Why an account is notified; each can be switched off by itself.
public enum NotificationKind: String, Sendable, CaseIterable {
  case invitation
  case membership
  case organizationDecision
  case moderation
  case tourNearby
  case tourPublished
  case purchase
  case appointmentInvitation
  case appointmentAnswer
  /// An appointment was moved, or cancelled by its owner.
  case appointmentChange
  /// It is time to leave.
  case leaveBy
  case security

  /// Whether it arrives before the account has chosen; tour pushes are off (CG-RL-17).
  public var isOnByDefault: Bool { self != .tourNearby }

  /// Whether it can be switched off at all.
  public var isOptional: Bool { self != .security && self != .moderation }
}
