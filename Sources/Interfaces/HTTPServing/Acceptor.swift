import Base
import CLinuxSockets
import Foundation
import Synchronization

/// The thread that takes connections and hands each to the loop that has the fewest.
///
/// One thread rather than a listening socket for each loop, among which the kernel would spread
/// connections by chance: sixteen of them keep two loops equally busy, and a second server on the same port is
/// refused by the kernel. Stopping answers what the kernel had already taken instead of resetting it.
///
/// - Thread: shared.
final class Acceptor: Sendable {
  private let core: ServerCore
  private let loops: [EventLoop]
  private let socket: Int32
  /// Both ends of a pipe; ``stop()`` writes into it.
  private let wakeUp: (read: Int32, write: Int32)
  private let ended = DispatchSemaphore(value: 0)

  /// Takes over the listening socket; nil if the kernel gives no descriptor.
  init?(_ core: ServerCore, _ loops: [EventLoop], socket: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakeUp = (ends[0], ends[1])
    (self.core, self.loops, self.socket) = (core, loops, socket)
  }

  deinit {
    close(wakeUp.read)
    close(wakeUp.write)
  }

  func start() {
    let thread = Thread { [self] in run() }
    thread.name = "http-accept"
    thread.start()
  }

  /// Hands over what has been connected so far, closes the socket and ends the thread.
  func stop() {
    var byte: UInt8 = 1
    _ = write(wakeUp.write, &byte, 1)
    ended.wait()
  }

  private func run() {
    var wanted = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeUp.read, events: Int16(POLLIN), revents: 0),
    ]
    while wanted[1].revents == 0 {
      _ = poll(&wanted, 2, -1)
      while takeOne() {}
    }
    takeTheRest()
    close(socket)
    ended.signal()
  }

  /// Takes what the kernel has connected up to now, and what it is about to.
  ///
  /// Closing the socket resets connections that nobody has taken, however short ago they were made:
  /// so the kernel first ceases to make any.
  private func takeTheRest() {
    let isSilent = wayside_refuse_beginnings(socket) == 0
    var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    // On loopback a handshake is done at once; elsewhere it takes a round trip.
    let pause: Int32 = isSilent && core.configuration.unixSocket == nil ? 100 : 0
    while poll(&wanted, 1, pause) > 0, wanted.revents & Int16(POLLIN) != 0 {
      while takeOne() {}
    }
  }

  /// Takes one connection; false if there is none now.
  private func takeOne() -> Bool {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let connection = accept4(socket, address, &size, flags)
        guard connection >= 0 else { return isWorthAnotherTry(errno) }
        let time = core.now()
        // On a Unix socket every peer is this machine.
        let isLocal = core.configuration.unixSocket != nil
        guard let peer = IPAddress(address) ?? (isLocal ? .loopback : nil),
          let loop = loops.min(by: { load($0) < load($1) }),
          core.caps.admit(peer)
        else {
          core.refusedConnections.add(1, ordering: .relaxed)
          close(connection)
          return true
        }
        loop.load.add(1, ordering: .relaxed)
        loop.post(.take(socket: connection, peer: peer, at: time))
        return true
      }
    }
  }

  private func load(_ loop: EventLoop) -> Int { loop.load.load(ordering: .relaxed) }

  /// Out of descriptors, the kernel would wake us at once and for nothing: wait a little.
  private func isWorthAnotherTry(_ error: Int32) -> Bool {
    if error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS { usleep(20_000) }
    return error == EINTR || error == ECONNABORTED
  }
}
