import Base

/// A durable timer: something that has to happen at a time, whether or not a server runs then.
///
/// There is at most one for each kind and key; setting it again moves it.
///
/// - Thread: pure.
public struct Deadline: Hashable, Sendable {
  /// The name of a registered ``DeadlineKind``.
  public var kind: String
  /// What tells it from others of its kind, at most 200 bytes; often the subject's identifier.
  public var key: String
  /// UTC, milliseconds.
  public var due: Instant
  /// The thing that it is about.
  public var subject: EntityID
  /// Whose it is, if it concerns one account only; goes with that account.
  public var account: EntityID?
  /// The version of the subject that it was set for, so that its handler can tell an old timer from
  /// a new one; 0 where the handler looks for itself.
  public var version: Int
  /// How often its handler has failed since it was set.
  public internal(set) var failures = 0

  /// - Parameter key: the subject's identifier unless given.
  public init(
    _ kind: String, key: String? = nil, due: Instant, subject: EntityID, account: EntityID? = nil,
    version: Int = 0
  ) {
    self.kind = kind
    self.key = key ?? subject.description
    self.due = due
    self.subject = subject
    self.account = account
    self.version = version
  }
}
