import Base

/// The rules by which a zip archive is accepted; every refusal names one as its slug.
public enum ZipRule: String, CaseIterable, Sendable {
  case broken = "zip-broken"
  case size = "zip-size"
  case entries = "zip-entries"
  case ratio = "zip-ratio"
  case name = "zip-name"
  case duplicate = "zip-duplicate"
  case link = "zip-link"
  case overlap = "zip-overlap"
  case nested = "zip-nested"
  case encrypted = "zip-encrypted"
  case method = "zip-method"

  func refusal(_ what: String) -> Refusal {
    Refusal(
      self == .size ? .tooLarge : .invalid, rawValue, "\(what) (rule \(rawValue)).",
      violations: [Refusal.Violation("", what)])
  }
}

/// Bounds on a zip archive.
///
/// - Thread: pure.
public struct ZipLimits: Sendable {
  public var entries: Int
  /// Most bytes of all entries together, unpacked.
  public var totalBytes: Int
  /// Most bytes of one entry, unpacked.
  public var entryBytes: Int
  /// Most unpacked bytes for a packed one; small entries (up to 64 KiB) are let off.
  public var ratio: Int
  public var allowsNestedArchives: Bool

  public init(
    entries: Int = 100, totalBytes: Int = 50 << 20, entryBytes: Int = 50 << 20, ratio: Int = 20,
    allowsNestedArchives: Bool = false
  ) {
    self.entries = entries
    self.totalBytes = totalBytes
    self.entryBytes = entryBytes
    self.ratio = ratio
    self.allowsNestedArchives = allowsNestedArchives
  }

  /// For archives that people upload.
  public static let upload = ZipLimits()

  /// For timetables and other data sets that the operator brings in: few large members, which
  /// pack well.
  public static let dataSet = ZipLimits(
    entries: 1000, totalBytes: 8 << 30, entryBytes: 4 << 30, ratio: 200)
}
