import Base
import Foundation

/// A folder that exists for one test and is removed after it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = NSTemporaryDirectory() + "wayside-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in this folder.
  public func file(_ name: String) -> String { path + "/" + name }
}
