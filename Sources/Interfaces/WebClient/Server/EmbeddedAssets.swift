import CWebAssets

/// The files that were built into the program.
///
/// - Thread: shared, immutable.
public struct EmbeddedAssets: WebAssets {
  private let assets: [String: WebAsset]

  /// - Returns: nil if the program was built without them.
  public init?() {
    guard web_asset_count() > 0 else { return nil }
    var assets: [String: WebAsset] = [:]
    for index in 0..<web_asset_count() {
      guard let entry = web_asset_at(index)?.pointee, let path = entry.path,
        let type = entry.type, let tag = entry.tag
      else { continue }
      let parts = EmbeddedBytes(
        identity: UnsafeBufferPointer(start: entry.bytes, count: entry.count),
        brotli: entry.brotli.map { UnsafeBufferPointer(start: $0, count: entry.brotli_count) },
        gzip: entry.gzip.map { UnsafeBufferPointer(start: $0, count: entry.gzip_count) })
      assets[String(cString: path)] = WebAsset(
        type: String(cString: type), tag: String(cString: tag),
        isImmutable: entry.is_immutable != 0, bytes: { parts.copy($0) })
    }
    self.assets = assets
  }

  public func asset(at path: String) -> WebAsset? { assets[path] }

  public var paths: [String] { assets.keys.sorted() }
}

/// Bytes of one file within the program.
// Invariant: they are constants of the program: never written, never freed.
private struct EmbeddedBytes: @unchecked Sendable {
  let identity: UnsafeBufferPointer<UInt8>
  let brotli: UnsafeBufferPointer<UInt8>?
  let gzip: UnsafeBufferPointer<UInt8>?

  func copy(_ encoding: WebAsset.Encoding) -> [UInt8]? {
    switch encoding {
    case .identity: Array(identity)
    case .brotli: brotli.map { Array($0) }
    case .gzip: gzip.map { Array($0) }
    }
  }
}
