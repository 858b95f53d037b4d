import Foundation

/// The checkout that the tests were built from, and the real data files beside it.
public enum Checkout {
  /// The folder that holds Package.swift.
  public static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// The sources of one target, wherever its floor is.
  public static func sources(of target: String) throws -> URL {
    let sources = root.appending(path: "Sources")
    let floors = try FileManager.default.contentsOfDirectory(
      at: sources, includingPropertiesForKeys: nil)
    let found = floors.map { $0.appending(path: target) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    guard let found else { throw CocoaError(.fileNoSuchFile) }
    return found.resolvingSymlinksInPath()
  }

  /// Where real maps and timetables lie: the folder of WAYSIDE_DATA, or shared/data beside the
  /// checkout; nil where that file is in neither.
  ///
  /// - Parameter file: a file that has to be there, such as `osm/monaco-2023.osm.pbf`.
  public static func realData(holding file: String) -> String? {
    let named = ProcessInfo.processInfo.environment["WAYSIDE_DATA"].map { [$0] } ?? []
    let beside = ["..", "../.."].map {
      root.appending(path: $0 + "/shared/data").standardizedFileURL.path
    }
    return (named + beside).first { FileManager.default.fileExists(atPath: $0 + "/" + file) }
  }
}
