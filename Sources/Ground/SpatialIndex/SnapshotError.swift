/// Why bytes are not a usable index snapshot.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not begin like an index snapshot.
  case notASnapshot
  /// Written by another version of the format.
  case otherVersion(UInt32)
  /// It holds the other kind of entries (positions instead of boxes, or boxes instead).
  case otherKind
  /// It does not have the length that its header announces.
  case wrongLength(expected: Int, actual: Int)
  /// Its content has changed since it was written.
  case wrongChecksum

  public var description: String {
    switch self {
    case .notASnapshot: "This is not an index snapshot."
    case .otherVersion(let version):
      "The snapshot has format version \(version), this program reads \(SnapshotHeader.version). "
        + "Remove it; it is built again from the store."
    case .otherKind: "The snapshot holds the other kind of entries."
    case .wrongLength(let expected, let actual):
      "The snapshot is cut: it should have \(expected) bytes and has \(actual)."
    case .wrongChecksum: "The snapshot is damaged: its checksum is wrong."
    }
  }
}
