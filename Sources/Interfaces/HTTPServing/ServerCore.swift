import Base
import Synchronization

/// What all callbacks of one server share.
///
/// - Thread: shared; everything is immutable or guarded.
final class ServerCore: Sendable {
  let router: Router
  let configuration: HTTPServerConfiguration
  let registry: ConnectionRegistry
  let pool: WorkerPool
  let isDraining = Atomic(false)
  /// Set before the last look at what is running: from then on nothing may be suspended.
  let isStopping = Atomic(false)
  /// Connections refused at the door, and cut at a deadline.
  let refusedConnections = Atomic(0)
  let cutConnections = Atomic(0)
  private let requestCount = Atomic<UInt64>(0)
  private let requestSeed = SystemRandom().next()

  init(_ router: Router, _ configuration: HTTPServerConfiguration) {
    self.router = router
    self.configuration = configuration
    registry = ConnectionRegistry(
      limits: configuration.limits, trusted: configuration.trustedProxies)
    pool = WorkerPool(threads: configuration.pooledWorkers, limit: configuration.pooledQueue)
  }

  func now() -> Double { configuration.clock.monotonicSeconds() }

  /// A number that no other request of this process has, spread over 64 bits.
  func nextRequestID() -> RequestID {
    let count = requestCount.wrappingAdd(1, ordering: .relaxed).newValue
    var mixer = SeededRandom(seed: requestSeed &+ count &* 0x9e37_79b9_7f4a_7c15)
    return RequestID(mixer.next())
  }

  /// The address the request comes from: the peer, or what the nearest untrusted hop is said to be
  /// by trusted proxies.
  func clientAddress(peer: IPAddress, headers: HTTPHeaders) -> IPAddress {
    let trusted = configuration.trustedProxies
    guard !trusted.isEmpty, trusted.contains(peer) else { return peer }
    var client = peer
    for hop in headers.values(of: "X-Forwarded-For").joined(separator: ",").split(separator: ",")
      .reversed()
    {
      guard let address = IPAddress(String(hop.trimmingSpaces())) else { break }
      client = address
      if !trusted.contains(address) { break }
    }
    return client
  }
}
