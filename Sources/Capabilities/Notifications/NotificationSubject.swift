import Base

/// What a notification opens: the pages have a path for each, which a test compares.
public enum SubjectKind: String, Sendable, CaseIterable {
  case account
  case activity
  case appointment
  case booking
  case conversation
  case course
  case event
  case feedback
  case friend
  case instance
  case invitation
  /// How somebody logs in; the identifier is the account's.
  case login
  case memberReport
  case message
  case news
  case object
  case operatorMessage
  case organizationRequest
  case overrideRequest
  case picture
  case report
  case scanRequest
  case subRealm
  case timetable
  case tour
}

/// The very thing that a notification is about.
///
/// - Thread: pure.
public struct NotificationSubject: Hashable, Sendable {
  public var kind: SubjectKind
  public var id: EntityID
  /// Which occurrence of a repeated subject it is about; nil for all of it.
  public var occurrence: Instant?

  public init(_ kind: SubjectKind, _ id: EntityID, at occurrence: Instant? = nil) {
    self.kind = kind
    self.id = id
    self.occurrence = occurrence
  }
}
