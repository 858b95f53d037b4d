/// What went wrong in the store.
///
/// Messages name tables and rules, never bound values.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is, on either engine.
  public enum Code: String, Sendable {
    /// A unique, foreign-key or check constraint was violated.
    case constraint
    /// The disk is full; nothing was changed.
    case full
    /// Another process holds the database.
    case locked
    /// Reading or writing failed; the store takes no more writes until it is opened again.
    case inputOutput
    /// The engine finds its stored bytes damaged; the store takes no more writes until it is opened again.
    case corrupt
    /// A value that was read is none that this program knows: of a newer version, or a time zone that is no
    /// more. What was about it fails, and nothing else.
    case unreadable
    /// The deadline passed.
    case deadline
    /// The schema was made by a newer version.
    case schemaTooNew
    /// The database cannot be reached.
    case unavailable
    /// The database can be read but not written for now: a standby, or a file without permission.
    case readOnly
    /// A statement or its use is wrong: our own mistake.
    case misuse
    /// The store was closed.
    case closed
  }

  public var code: Code
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code.rawValue): \(message)" }
}
