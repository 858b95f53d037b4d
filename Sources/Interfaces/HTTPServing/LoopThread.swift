import Base
import CLinuxSockets
import Glibc
import Synchronization

/// What a loop does in its thread: waits for the kernel, for messages and for the time.
///
/// - Thread: confined to its own.
final class LoopThread {
  /// How many connections go on between two looks at the kernel's events.
  private static let turns = 32

  let core: ServerCore
  let loop: EventLoop
  /// What all connections read into, one at a time.
  let received = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  /// What all streams are written from.
  let streamed = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
  var head = ResponseHead()
  private let epoll: Int32
  private var table: [Connection?] = []
  private var free: [Int] = []
  private var taken: UInt32 = 0
  private var again: [ConnectionID] = []
  /// Those that rest, in the order in which they are woken: all rest for the same time.
  private var resting: [(id: ConnectionID, until: Double)] = []
  private var isStopping = false
  private var sweepAt = 0.0
  private var sweeps = 0

  init(_ core: ServerCore, _ loop: EventLoop, epoll: Int32) {
    (self.core, self.loop, self.epoll) = (core, loop, epoll)
  }

  deinit {
    received.deallocate()
    streamed.deallocate()
  }

  func run() {
    wayside_block_pipe_signal()
    var events = [wayside_event](
      repeating: wayside_event(), count: Int(wayside_most_events))
    while !isStopping {
      let count = wayside_wait(epoll, &events, timeout)
      var isTold = false
      for i in 0..<max(0, Int(count)) {
        let event = events[i]
        if event.number == ConnectionID.wakeUp.number {
          isTold = true
        } else {
          connection(ConnectionID(number: event.number))?.happened(event)
        }
      }
      if isTold { for message in loop.takeMessages() { handle(message) } }
      goOn()
      let time = SystemClock().monotonicSeconds()
      wakeRested(time)
      sweepIfDue(time)
    }
    for connection in table { connection?.end(.aborted) }
    loop.closeMailbox()
  }

  /// Milliseconds until something is to be done without an event.
  private var timeout: Int32 {
    if !again.isEmpty { return 0 }
    if table.count == free.count { return -1 }
    let next = resting.first.map { min($0.until, sweepAt) } ?? sweepAt
    let left = next - SystemClock().monotonicSeconds()
    return Int32(max(0, min(left * 1000, 60_000)).rounded(.up))
  }

  // MARK: Connections

  private func connection(_ id: ConnectionID) -> Connection? {
    let place = Int(id.number & 0xffff_ffff)
    guard table.indices.contains(place), let found = table[place], found.id == id else {
      return nil
    }
    return found
  }

  private func take(_ socket: Int32, _ peer: IPAddress, at time: Double) {
    taken &+= 1
    let place = free.popLast() ?? table.count
    if place == table.count { table.append(nil) }
    let id = ConnectionID(number: UInt64(taken & 0x7fff_ffff) << 32 | UInt64(place))
    let connection = Connection(id, socket, peer, self, at: time)
    table[place] = connection
    if wayside_watch(epoll, socket, id.number) != 0 { connection.end(.aborted) }
  }

  /// The connection has closed its socket.
  func forget(_ connection: Connection) {
    let place = Int(connection.id.number & 0xffff_ffff)
    table[place] = nil
    free.append(place)
    core.caps.release(connection.peer)
    loop.load.subtract(1, ordering: .relaxed)
  }

  /// Has a connection go on after the others have had their turn.
  func goOnLater(_ connection: Connection) { again.append(connection.id) }

  /// Gives some of those that wait their turn: who has asked once only is looked at in between.
  private func goOn() {
    guard !again.isEmpty else { return }
    let ids = Array(again.prefix(LoopThread.turns))
    again.removeFirst(ids.count)
    for id in ids { connection(id)?.goOn() }
  }

  private func handle(_ message: LoopMessage) {
    switch message {
    case .take(let socket, let peer, let time): take(socket, peer, at: time)
    case .answer(let id, let response):
      if let connection = connection(id) {
        connection.answered(response)
      } else {
        message.drop(core)
      }
    case .wake(let id): connection(id)?.goOn()
    case .cut(let id): connection(id)?.end(.aborted)
    case .drain:
      for connection in table { connection?.drain() }
    case .stop: isStopping = true
    }
  }

  // MARK: The time

  /// Has a connection rest for as long as all do.
  func rest(_ connection: Connection) {
    let until = SystemClock().monotonicSeconds() + core.configuration.limits.restSeconds
    resting.append((connection.id, until))
  }

  private func wakeRested(_ time: Double) {
    let count = resting.prefix(LoopThread.turns).prefix { $0.until <= time }.count
    guard count > 0 else { return }
    let rested = Array(resting.prefix(count))
    resting.removeFirst(count)
    for one in rested { connection(one.id)?.wake(at: core.now()) }
  }

  private func sweepIfDue(_ time: Double) {
    guard time >= sweepAt else { return }
    sweepAt = time + core.configuration.watchdogSeconds
    let now = core.now()
    for connection in table { connection?.keepTime(now) }
  }
}
