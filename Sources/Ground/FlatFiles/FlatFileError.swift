/// Why a file of flat arrays cannot be used.
public enum FlatFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system cannot open, map or write it; the system's error number.
  case unreadable(errno: Int32)
  /// It does not begin like a file of this kind.
  case notThisFormat
  /// Written by another version of the program.
  case otherVersion(UInt32)
  /// Shorter or longer than it says.
  case wrongLength(expected: UInt64, actual: UInt64)
  /// Its content has changed since it was written.
  case wrongChecksum
  /// A part that it must hold is missing or does not fit the others.
  case inconsistent(String)

  public var description: String {
    switch self {
    case .unreadable(let errno): "The file cannot be read or written (error \(errno))."
    case .notThisFormat: "This is not a file of this kind."
    case .otherVersion(let version):
      "The file has format version \(version); this program reads another; import it again."
    case .wrongLength(let expected, let actual):
      "The file is cut: it should have \(expected) bytes and has \(actual). Import it again."
    case .wrongChecksum: "The file is damaged: its checksum is wrong. Import it again."
    case .inconsistent(let what): "The file contradicts itself: \(what). Import it again."
    }
  }
}
