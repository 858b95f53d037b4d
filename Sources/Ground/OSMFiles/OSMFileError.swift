/// Why an OpenStreetMap file could not be read, and where.
public struct OSMFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What sort of failure.
  public enum Reason: String, Sendable {
    /// The file cannot be opened or read.
    case unreadable
    /// It is not OpenStreetMap PBF, or it is damaged.
    case damaged
    /// It ends too early.
    case cut
    /// One block needs more memory than there is.
    case outOfMemory
    /// It can be read and holds nothing that is asked for.
    case empty
  }

  public var reason: Reason
  /// The number of the block, from 0; -1 for the header or the whole file.
  public var block: Int64
  /// The byte where that block starts.
  public var offset: Int64
  /// What the reader found there.
  public var message: String
  /// Which of several files it is about; nil where there is one.
  public var file: String?

  public init(reason: Reason, block: Int64, offset: Int64, message: String) {
    self.reason = reason
    self.block = block
    self.offset = offset
    self.message = message
  }

  public var description: String {
    let place = block < 0 ? "in the header" : "in block \(block), which starts at byte \(offset)"
    let words =
      switch reason {
      case .unreadable: "The file cannot be read: \(message)."
      case .damaged: "The file is not OpenStreetMap PBF or is damaged \(place): \(message)."
      case .cut: "The file is cut off \(place): \(message). Fetch it again."
      case .outOfMemory: "There is not enough memory to read the file \(place)."
      case .empty: message
      }
    return file.map { "\($0): \(words)" } ?? words
  }
}
