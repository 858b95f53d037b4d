import Base
import Foundation
import HTTPServing
import TestSupport
import Testing

/// A server on a free port of the loopback address with its own folder, stopped with the test.
final class TestServer: Sendable {
  let server: HTTPServer
  let folder: String

  init(
    _ routes: [Route], configure: (inout HTTPServerConfiguration) -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory.path + "/http-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.workers = 2
    configuration.pooledWorkers = 4
    configuration.watchdogSeconds = 0.02
    configuration.quarantineFolder = folder
    configure(&configuration)
    server = try HTTPServer(router: Router(routes), configuration: configuration)
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func connect(timeoutSeconds: Int = 10, receiveBuffer: Int32? = nil) throws -> RawHTTPClient {
    try #require(
      RawHTTPClient(
        port: server.port, timeoutSeconds: timeoutSeconds, receiveBuffer: receiveBuffer))
  }
}

extension TestServer {
  /// Waits, at most a minute, until `condition` holds.
  static func eventually(_ condition: () -> Bool) -> Bool {
    let start = SystemClock().monotonicSeconds()
    while !condition() {
      if SystemClock().monotonicSeconds() - start > 60 { return false }
      usleep(2000)
    }
    return true
  }
}
