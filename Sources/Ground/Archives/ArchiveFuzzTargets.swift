import Base

/// Entry points for a fuzzer: each takes any bytes and must return.
public enum ArchiveFuzzTargets {
  /// Opens the bytes as a ZIP file and reads each entry.
  public static func zip(_ bytes: [UInt8]) {
    guard let reader = try? ZipReader(bytes) else { return }
    for entry in reader.entries { _ = try? reader.bytes(of: entry) }
  }
}
