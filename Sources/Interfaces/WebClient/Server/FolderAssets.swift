import Base
import HTTPServing

/// The files that `tools/web` wrote into a folder, read at every request: for work on the pages.
///
/// `files.json` in the folder says which there are: `{"/assets/main-1A2B3C4D.js": {"type", "tag",
/// "immutable"}, ...}`; no other file is served.
///
/// - Thread: shared.
public struct FolderAssets: WebAssets {
  private let folder: String

  /// - Throws: `notFound` with what to do if the folder does not hold the pages.
  public init(folder: String) throws(Refusal) {
    self.folder = folder
    guard listing() != nil else {
      throw Refusal(
        .notFound, "no-web-client",
        "There is no files.json in \(folder). Run tools/web, and give its .build/web/site.")
    }
  }

  public func asset(at path: String) -> WebAsset? {
    guard let entry = listing()?[path], let type = entry["type"]?.string,
      let tag = entry["tag"]?.string
    else { return nil }
    // One of the listing, not of the request.
    let file = folder + path
    return WebAsset(type: type, tag: tag, isImmutable: entry["immutable"] == .bool(true)) {
      encoding in
      encoding == .identity ? FolderAssets.bytes(of: file) : nil
    }
  }

  public var paths: [String] {
    guard case .object(let members)? = listing() else { return [] }
    return members.map(\.name).sorted()
  }

  private func listing() -> JSONValue? {
    guard let bytes = FolderAssets.bytes(of: folder + "/files.json") else { return nil }
    return try? JSONValue(parsing: bytes)
  }

  private static func bytes(of file: String) -> [UInt8]? {
    (try? OpenFile(path: file)).map { FileRegion($0).read() }
  }
}
