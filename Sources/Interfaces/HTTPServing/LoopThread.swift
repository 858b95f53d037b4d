import Base
import CLinuxSockets
import Glibc
import Synchronization

/// What a loop does in its thread: waits for the kernel, for messages and for the time.
///
/// - Thread: confined to its own.
final class LoopThread {
  /// How many that wait their turn have it between two looks at the kernel's events.
  private static let turns = 32
  /// How many turns a client has at once between two looks; the rest of its own wait theirs.
  private static let turnsAtOnce = 8

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
  /// What waits its turn: whoever asks little passes by.
  private var waiting: [LoopMessage] = []
  /// The turns that clients have had since the last look.
  private var turnsTaken: [IPAddress: Int] = [:]
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
      turnsTaken.removeAll(keepingCapacity: true)
      var isTold = false
      for i in 0..<max(0, Int(count)) {
        let event = events[i]
        if event.number == ConnectionID.wakeUp.number {
          isTold = true
        } else if let found = connection(ConnectionID(number: event.number)), found.note(event),
          !found.awaitsTurn
        {
          if mayGoOn(found) { found.goOn() } else { goOnLater(found) }
        }
      }
      if isTold {
        for message in loop.takeMessages() {
          if mayHandle(message) { handle(message) } else { waiting.append(message) }
        }
      }
      goOn()
      let time = SystemClock().monotonicSeconds()
      wakeRested(time)
      sweepIfDue(time)
    }
    for connection in table { connection?.end(.aborted) }
    for message in waiting { message.drop(core) }
    loop.closeMailbox()
  }

  /// Milliseconds until something is to be done without an event.
  private var timeout: Int32 {
    if !waiting.isEmpty { return 0 }
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
  func goOnLater(_ connection: Connection) {
    guard !connection.awaitsTurn else { return }
    connection.awaitsTurn = true
    waiting.append(.wake(connection.id))
  }

  /// Gives some of those that wait their turn.
  private func goOn() {
    guard !waiting.isEmpty else { return }
    let now = Array(waiting.prefix(LoopThread.turns))
    waiting.removeFirst(now.count)
    for message in now { handle(message) }
  }

  /// Whether the client of a connection has a turn left before the next look; takes it if so.
  ///
  /// Who floods a thousand connections fills the queue of those that wait, and waits behind nobody but
  /// itself: who asks once is answered in between.
  private func mayGoOn(_ connection: Connection) -> Bool {
    let taken = turnsTaken[connection.clientNetwork, default: 0]
    guard taken < LoopThread.turnsAtOnce else { return false }
    turnsTaken[connection.clientNetwork] = taken + 1
    return true
  }

  private func mayHandle(_ message: LoopMessage) -> Bool {
    switch message {
    case .answer(let id, _), .wake(let id): connection(id).map(mayGoOn) ?? true
    case .take, .cut, .drain, .stop: true
    }
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
