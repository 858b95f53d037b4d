import Base
import Synchronization

/// What all loops of one server share.
///
/// - Thread: shared; everything is immutable or guarded.
final class ServerCore: Sendable {
  let router: Router
  let configuration: HTTPServerConfiguration
  let caps: ConnectionCaps
  /// Which address a request comes from.
  let client: ClientAddressRule
  let pool: WorkerPool
  /// For ``Route/Execution/costly``.
  let costlyPool: WorkerPool
  let isDraining = Atomic(false)
  /// Connections refused at the door, and cut at a deadline.
  let refusedConnections = Atomic(0)
  let cutConnections = Atomic(0)
  private let requestCount = Atomic<UInt64>(0)
  private let requestSeed = SystemRandom().next()

  init(_ router: Router, _ configuration: HTTPServerConfiguration) {
    self.router = router
    self.configuration = configuration
    var trusted = configuration.trustedProxies
    if configuration.unixSocket != nil { trusted.includesAllPeers = true }
    caps = ConnectionCaps(limits: configuration.limits, trusted: trusted)
    client = ClientAddressRule(trusted: trusted, header: configuration.proxyHeader)
    pool = WorkerPool(
      name: "http-pool", threads: configuration.pooledWorkers, limit: configuration.pooledQueue)
    costlyPool = WorkerPool(
      name: "http-costly", threads: configuration.costlyWorkers, limit: configuration.costlyQueue,
      niceness: 10)
  }

  func now() -> Double { configuration.clock.monotonicSeconds() }

  /// A number that no other request of this process has, spread over 64 bits.
  func nextRequestID() -> RequestID {
    let count = requestCount.wrappingAdd(1, ordering: .relaxed).newValue
    var mixer = SeededRandom(seed: requestSeed &+ count &* 0x9e37_79b9_7f4a_7c15)
    return RequestID(mixer.next())
  }
}
