import Base
import Foundation
import Synchronization

/// An HTTP/1.1 server: loops that read, answer and write, beside pools for what has to wait.
///
/// Started when made. Stop it with ``drain(timeoutSeconds:)``; letting go of it stops it at once.
///
/// - Thread: shared.
public final class HTTPServer: Sendable {
  /// Counts since the start.
  public struct Statistics: Sendable {
    /// Open now.
    public var connections: Int
    /// Not taken because of a cap.
    public var refusedConnections: Int
    /// Cut at a deadline.
    public var cutConnections: Int
  }

  private let core: ServerCore
  /// Empty once it is stopped.
  private let loops: Guarded<[EventLoop]>
  private let acceptor: Acceptor
  /// The port it listens on; 0 on a Unix socket.
  public let port: Int

  /// Binds and begins to answer.
  ///
  /// - Throws: if the address cannot be listened on or the quarantine folder does not exist.
  public init(router: Router, configuration: HTTPServerConfiguration) throws(HTTPServerError) {
    var isFolder: ObjCBool = false
    let folder = configuration.quarantineFolder
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw HTTPServerError("The folder for uploads does not exist.") }
    core = ServerCore(router, configuration)
    let socket: Int32
    if let path = configuration.unixSocket {
      (socket, port) = (try ListeningSocket.open(path: path), 0)
    } else {
      (socket, port) = try ListeningSocket.open(
        address: configuration.address, port: configuration.port)
    }
    var loops: [EventLoop] = []
    for _ in 0..<max(1, configuration.workers) {
      if let loop = EventLoop(core) { loops.append(loop) }
    }
    guard loops.count == max(1, configuration.workers),
      let acceptor = Acceptor(core, loops, socket: socket)
    else {
      close(socket)
      throw HTTPServerError("The process has no free file descriptor.")
    }
    self.acceptor = acceptor
    self.loops = Guarded(loops)
    core.pool.start()
    core.costlyPool.start()
    for (i, loop) in loops.enumerated() { loop.start(name: "http-\(i)") }
    acceptor.start()
  }

  deinit { stop() }

  public var statistics: Statistics {
    Statistics(
      connections: core.caps.count,
      refusedConnections: core.refusedConnections.load(ordering: .relaxed),
      cutConnections: core.cutConnections.load(ordering: .relaxed))
  }

  /// Stops taking connections, finishes running requests, sends event streams away, stops.
  ///
  /// - Returns: whether everything was finished in time; what was not is cut.
  @discardableResult
  public func drain(timeoutSeconds: Double) -> Bool {
    let loops = loops.swap([])
    guard !loops.isEmpty else { return true }
    core.isDraining.store(true, ordering: .sequentiallyConsistent)
    acceptor.stop()
    for loop in loops { loop.post(.drain) }
    let start = SystemClock().monotonicSeconds()
    let grace = min(timeoutSeconds, core.configuration.limits.drainGraceSeconds)
    var isQuiet = false
    while true {
      isQuiet = loops.allSatisfy { $0.busy.load(ordering: .relaxed) == 0 }
      let passed = SystemClock().monotonicSeconds() - start
      // A client on a kept connection may be about to ask: it is answered and told to go.
      if passed >= timeoutSeconds || core.caps.count == 0 || (isQuiet && passed >= grace) {
        break
      }
      usleep(5000)
    }
    for loop in loops { loop.stop() }
    core.pool.stop()
    core.costlyPool.stop()
    return isQuiet
  }

  /// Stops at once; running handlers are still waited for.
  public func stop() { drain(timeoutSeconds: 0) }
}
