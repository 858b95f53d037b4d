import Base
import CLinuxSockets
import Foundation
import Synchronization

/// Names one connection of a loop for as long as that lives; never another one's.
struct ConnectionID: Hashable, Sendable {
  /// Place in the loop's table in the lower 32 bits, how often it was taken in the upper ones.
  let number: UInt64

  /// What the loop's own descriptor is watched with.
  static let wakeUp = ConnectionID(number: .max)
}

/// What other threads tell a loop.
enum LoopMessage: Sendable {
  /// A new connection, admitted by ``ConnectionCaps``, and when it was taken.
  case take(socket: Int32, peer: IPAddress, at: Double)
  /// What was worked out elsewhere; nil if that failed.
  case answer(ConnectionID, HTTPResponse?)
  /// A stream has something to send.
  case wake(ConnectionID)
  case cut(ConnectionID)
  /// Send streams away.
  case drain
  /// End everything.
  case stop

  /// Lets go of what it brings: the loop has ended, or the connection has.
  func drop(_ core: ServerCore) {
    switch self {
    case .take(let socket, let peer, _):
      close(socket)
      core.caps.release(peer)
    case .answer(_, let response):
      if case .events(let stream) = response?.body { stream.finish(.clientGone) }
    case .wake, .cut, .drain, .stop: break
    }
  }
}

/// A thread that reads, answers and writes, for its share of the connections.
///
/// Connections live in its thread and nowhere else. Others send messages, which name a connection by its
/// number: one that has ended meanwhile is not there any more.
///
/// - Thread: shared.
final class EventLoop: Sendable {
  private struct Mailbox {
    var messages: [LoopMessage] = []
    var isClosed = false
  }

  private let core: ServerCore
  private let mailbox = Guarded(Mailbox())
  private let epoll: Int32
  private let wakeUp: Int32
  private let ended = DispatchSemaphore(value: 0)
  /// Connections that it has or is about to get.
  let load = Atomic(0)
  /// Of these, those with a request that is neither answered nor still in its header.
  let busy = Atomic(0)

  /// Nil if the kernel gives no descriptor.
  init?(_ core: ServerCore) {
    self.core = core
    epoll = wayside_epoll()
    wakeUp = wayside_eventfd()
    guard epoll >= 0, wakeUp >= 0, wayside_watch(epoll, wakeUp, ConnectionID.wakeUp.number) == 0
    else { return nil }
  }

  deinit {
    if epoll >= 0 { close(epoll) }
    if wakeUp >= 0 { close(wakeUp) }
  }

  func start(name: String) {
    let thread = Thread { [self] in
      LoopThread(core, self, epoll: epoll).run()
      ended.signal()
    }
    thread.name = name
    thread.start()
  }

  /// Closes all connections, ends the thread and waits for it.
  func stop() {
    post(.stop)
    ended.wait()
  }

  /// Tells the loop something; after its end that is dropped.
  func post(_ message: LoopMessage) {
    let (isFirst, isLost) = mailbox.withLock { mailbox in
      if mailbox.isClosed { return (false, true) }
      mailbox.messages.append(message)
      return (mailbox.messages.count == 1, false)
    }
    if isLost { message.drop(core) }
    guard isFirst else { return }
    var one: UInt64 = 1
    write(wakeUp, &one, 8)
  }

  /// What was told since the last call, in order; for its own thread.
  func takeMessages() -> [LoopMessage] {
    var count: UInt64 = 0
    read(wakeUp, &count, 8)
    return mailbox.withLock { mailbox in
      let messages = mailbox.messages
      mailbox.messages = []
      return messages
    }
  }

  /// From now on nothing is taken; what has come and was not looked at is dropped.
  func closeMailbox() {
    let left = mailbox.withLock { mailbox in
      mailbox.isClosed = true
      let messages = mailbox.messages
      mailbox.messages = []
      return messages
    }
    for message in left { message.drop(core) }
  }
}
