import Base
import CMicroHTTPD
import CSocketReads
import Foundation
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd.
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
  private let watchdog: Watchdog
  private let daemon: Guarded<DaemonHandle?>
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
    let workers = UInt32(clamping: max(1, configuration.workers))
    let total = UInt32(clamping: max(1, configuration.limits.total))
    var settings = wayside_mhd_settings()
    settings.workers = workers
    // Ours is the cap that counts; the library would divide its own among the workers.
    settings.connection_limit = min(total, 100_000) * min(workers, 1000)
    // The library clears all of it between two requests: no larger than headers need.
    settings.connection_memory = max(8192, configuration.limits.headerBytes) + 8192
    settings.cls = Unmanaged.passUnretained(core).toOpaque()
    settings.handle = handleRequest
    settings.completed = requestCompleted
    settings.connection = connectionChanged
    settings.target = requestLine
    settings.unescape = keepEscapes
    wayside_on_refusal(libraryRefuses)
    guard let started = wayside_mhd_start(&settings) else {
      close(socket)
      throw HTTPServerError("The HTTP library could not start its threads.")
    }
    let handle = DaemonHandle(started)
    guard let acceptor = Acceptor(core, handle, socket: socket) else {
      handle.stop()
      close(socket)
      throw HTTPServerError("The process has no free file descriptor.")
    }
    self.acceptor = acceptor
    daemon = Guarded(handle)
    core.pool.start()
    core.costlyPool.start()
    watchdog = Watchdog(core)
    watchdog.start()
    acceptor.start()
  }

  deinit { stop() }

  public var statistics: Statistics {
    Statistics(
      connections: core.registry.count,
      refusedConnections: core.refusedConnections.load(ordering: .relaxed),
      cutConnections: core.cutConnections.load(ordering: .relaxed))
  }

  /// Stops taking connections, finishes running requests, sends event streams away, stops.
  ///
  /// - Returns: whether everything was finished in time; what was not is cut.
  @discardableResult
  public func drain(timeoutSeconds: Double) -> Bool {
    guard let handle = daemon.swap(nil) else { return true }
    core.isDraining.store(true, ordering: .sequentiallyConsistent)
    acceptor.stop()
    let start = SystemClock().monotonicSeconds()
    var isQuiet = false
    let grace = min(timeoutSeconds, core.configuration.limits.drainGraceSeconds)
    while true {
      let records = core.registry.all
      for record in records {
        record.stream.current?.drain(retryMilliseconds: core.configuration.retryMilliseconds)
      }
      isQuiet = records.allSatisfy { $0.phase == .idle || $0.phase == .header }
      let passed = SystemClock().monotonicSeconds() - start
      // A client on a kept connection may be about to ask: it is answered and told to go.
      if passed >= timeoutSeconds || core.registry.isEmpty || (isQuiet && passed >= grace) {
        break
      }
      usleep(5000)
    }
    cutEverything()
    handle.stop()
    watchdog.stop()
    core.pool.stop()
    core.costlyPool.stop()
    return isQuiet
  }

  /// Stops at once; running handlers are still waited for.
  public func stop() { drain(timeoutSeconds: 0) }

  /// The library must not be stopped while connections are suspended: ends streams, waits for
  /// pooled handlers.
  private func cutEverything() {
    core.isStopping.store(true, ordering: .relaxed)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    while true {
      let records = core.registry.all
      for record in records {
        record.stream.current?.end(.drained)
        if record.phase != .handling { record.shutdown() }
      }
      if records.allSatisfy({ $0.phase != .handling && $0.phase != .streaming }) { return }
      usleep(2000)
    }
  }
}
