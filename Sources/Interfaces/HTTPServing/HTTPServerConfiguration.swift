import Base
import Foundation

/// How many connections there may be and how long each may take; all times in seconds.
public struct ConnectionLimits: Sendable {
  /// Connections in all.
  public var total = 4096
  /// Of these, how many are kept for addresses that hold few connections.
  public var reserved = 410
  /// Connections of one address (one /64 of IPv6), and requests under way of one client behind trusted
  /// proxies.
  public var perAddress = 512
  /// Connections of one address while only the reserve is left.
  public var perAddressInReserve = 8
  /// Bytes under way with one client: those of answers that its connections, or a trusted proxy for it,
  /// have not taken, and those of its bodies that are in memory.
  public var bytesPerAddress = 64 << 20
  /// Bytes from which an answer or a body counts as under way.
  public var leastBytesUnderWay = 65_536
  /// From birth, or from the first line on a kept connection, until the header is complete.
  public var headerSeconds = 5.0
  /// Without a request on a kept connection.
  public var idleSeconds = 60.0
  /// Without a byte of an answer that its reader has taken.
  public var readerStallSeconds = 5.0
  /// Without a byte of a body; longer, because a phone that sends may pass through a tunnel.
  public var senderStallSeconds = 20.0
  /// How much has to move in both directions over each ``paceSeconds``.
  public var minimumBytesPerSecond = 4096.0
  public var paceSeconds = 30.0
  /// How long a refused body is still read, so that the refusal reaches its sender.
  public var lingerSeconds = 2.0
  /// How long a connection is not read after a 429 or 503 with `Retry-After`.
  ///
  /// Who asks on regardless waits in the own buffers. Not for trusted proxies, which speak for many.
  public var restSeconds = 0.25
  /// How long kept connections may still ask while the server drains.
  public var drainGraceSeconds = 1.0
  /// Silence on an event stream before a comment is sent.
  public var heartbeatSeconds = 15.0
  /// Request line and fields together.
  public var headerBytes = 16_384
  public var headerFields = 100

  public init() {}
}

/// Everything a server is started with.
public struct HTTPServerConfiguration: Sendable {
  /// An IPv4 or IPv6 address; `::` takes both.
  public var address = "127.0.0.1"
  /// 0 takes a free one; see ``HTTPServer/port``.
  public var port = 8080
  /// The absolute path of a Unix socket to listen on instead, for a proxy on the same machine: all
  /// that comes through it comes from a trusted proxy.
  public var unixSocket: String?
  /// Threads that read, answer and write.
  public var workers = ProcessInfo.processInfo.activeProcessorCount
  /// Threads for routes with `execution: .pooled`.
  public var pooledWorkers = 32
  /// How many pooled requests may wait for a thread before 503.
  public var pooledQueue = 512
  /// Threads for routes with `execution: .costly`.
  public var costlyWorkers = 2
  /// How many costly requests may wait before 503.
  public var costlyQueue = 8
  public var limits = ConnectionLimits()
  /// Where bodies of kind `.file` are received; must exist.
  public var quarantineFolder = FileManager.default.temporaryDirectory.path
  /// Peers that are believed for whom they ask.
  ///
  /// The limits of an address apply to whom they name, and not to their own connections.
  public var trustedProxies = TrustedProxies()
  /// Where trusted proxies say for whom they ask.
  public var proxyHeader = ProxyHeader.xForwardedFor
  public var clock: any WallClock = SystemClock()
  /// How often deadlines are looked at.
  public var watchdogSeconds = 0.25
  /// Wish to clients of event streams when the server stops.
  public var retryMilliseconds = 2000
  /// Turns refusals of the server into answers.
  public var render: @Sendable (HTTPRefusal) -> HTTPResponse = { $0.problemResponse() }
  /// Adds fields to every answer; the request is nil if it could not be read.
  public var decorate: @Sendable (inout HTTPResponse, HTTPRequest?) -> Void = { _, _ in }
  /// Told of every finished request, on the worker's thread: must be quick.
  public var observe: (@Sendable (HTTPExchange) -> Void)?

  public init() {}
}
