import CProtozeroShim

/// An OpenStreetMap extract in PBF, read block by block.
///
/// - Thread: confined.
/// - Source: OpenStreetMap wiki, "PBF format"; read with protozero.
public final class OSMFile {
  /// Sorts of objects.
  public struct Kinds: OptionSet, Sendable {
    public let rawValue: UInt32
    public static let nodes = Kinds(rawValue: UInt32(OSM_NODES))
    public static let ways = Kinds(rawValue: UInt32(OSM_WAYS))
    public static let relations = Kinds(rawValue: UInt32(OSM_RELATIONS))

    public init(rawValue: UInt32) { self.rawValue = rawValue }
  }

  private let reader: OpaquePointer
  /// Length of the file in bytes.
  public let size: Int64

  /// Opens the file and checks its header.
  public init(path: String) throws(OSMFileError) {
    var failure = osm_failure()
    let names = OSMKey.all.map { Array($0.rawValue.utf8CString) }
    let opened = OSMFile.withPointers(names) { pointers in
      osm_open(path, pointers, UInt32(names.count), &failure)
    }
    guard let opened else { throw OSMFile.error(failure) }
    reader = opened
    size = osm_size(opened)
  }

  deinit { osm_close(reader) }

  /// Reads the whole file, once.
  ///
  /// - Parameters:
  ///   - kinds: what the batches hold; blocks known to hold none of it are skipped.
  ///   - body: called for each block; its batch is valid only during the call.
  public func read(_ kinds: Kinds, _ body: (OSMBatch) -> Void) throws(OSMFileError) {
    osm_rewind(reader, kinds.rawValue)
    var batch = osm_batch()
    var failure = osm_failure()
    while true {
      let outcome = osm_next(reader, &batch, &failure)
      if outcome == 0 { return }
      if outcome < 0 { throw OSMFile.error(failure) }
      body(OSMBatch(batch))
    }
  }

  private static func withPointers<Result>(
    _ names: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    var flat: [CChar] = []
    var starts: [Int] = []
    for name in names {
      starts.append(flat.count)
      flat += name
    }
    return flat.withUnsafeBufferPointer { buffer in
      let pointers = starts.map { start in buffer.baseAddress.map { $0 + start } }
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
  }

  private static func error(_ failure: osm_failure) -> OSMFileError {
    let reason: OSMFileError.Reason =
      switch Int(failure.code) {
      case OSM_FAILURE_SYSTEM: .unreadable
      case OSM_FAILURE_CUT: .cut
      case OSM_FAILURE_MEMORY: .outOfMemory
      default: .damaged
      }
    let message = withUnsafeBytes(of: failure.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return OSMFileError(
      reason: reason, block: failure.blob, offset: failure.offset, message: message)
  }
}
