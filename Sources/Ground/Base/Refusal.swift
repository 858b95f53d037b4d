/// Why something asked for was not done: what is wrong, where, and what to do about it.
///
/// The one error that a caller outside the process gets to see. Every other error is a fault of
/// ours and reaches the caller as an unexplained 500 with a request number.
///
/// - Thread: pure.
public struct Refusal: Error, Hashable, Sendable {
  /// What sort of refusal; decides the HTTP status.
  public enum Kind: String, Sendable, CaseIterable {
    /// The request cannot be read at all (400).
    case malformed
    /// The caller must log in (401).
    case unauthenticated
    /// The caller is known and may not (403).
    case forbidden
    /// There is no such thing, or the caller may not know of it (404).
    case notFound
    /// The present state does not allow it (409).
    case conflict
    /// It is gone for good (410).
    case gone
    /// The thing has changed since it was read (412).
    case stale
    /// A size limit is exceeded (413).
    case tooLarge
    /// The type of the content is not one that is accepted (415).
    case unsupportedType
    /// The request is readable and its content is wrong (422).
    case invalid
    /// The request must say which version it changes (428).
    case preconditionRequired
    /// Too many requests (429).
    case limited
    /// Out of work space for now (503).
    case busy
    /// The disk is full (507).
    case storageFull
    /// It needs to be paid for first (402).
    case paymentRequired
    /// A mistake of ours (500).
    case fault
  }

  /// One wrong place of a request.
  public struct Violation: Hashable, Sendable {
    /// JSON Pointer into the body (`/stops/3/title`), or the name of a query parameter or header.
    public var pointer: String
    /// What is wrong there and what would be right.
    public var detail: String

    public init(_ pointer: String, _ detail: String) {
      self.pointer = pointer
      self.detail = detail
    }
  }

  public var kind: Kind
  /// A stable name in kebab case, from one catalogue: `invalid-body`, `unknown-realm`.
  public var slug: String
  /// One or two sentences for a person; never a secret, a path or SQL.
  public var detail: String
  /// Every wrong place found, for kinds `malformed` and `invalid`.
  public var violations: [Violation]
  /// For `limited` and `busy`: after how many seconds it may work.
  public var retryAfterSeconds: Int?
  /// Encoded JSON members that the problem document carries besides (RFC 9457, section 3.2).
  public var members: [UInt8]

  public init(
    _ kind: Kind, _ slug: String, _ detail: String, violations: [Violation] = [],
    retryAfterSeconds: Int? = nil, members: [UInt8] = []
  ) {
    self.kind = kind
    self.slug = slug
    self.detail = detail
    self.violations = violations
    self.retryAfterSeconds = retryAfterSeconds
    self.members = members
  }

  /// The answer for a thing that is absent or that the caller may not know of; both look alike.
  public static func notFound(_ what: String) -> Refusal {
    Refusal(.notFound, "not-found", "There is no such \(what).")
  }

  /// One wrong member of the body or one wrong parameter.
  public static func invalid(_ pointer: String, _ detail: String) -> Refusal {
    Refusal(
      .invalid, "invalid-content", "The request is readable, but its content is wrong: \(detail)",
      violations: [Violation(pointer, detail)])
  }
}
