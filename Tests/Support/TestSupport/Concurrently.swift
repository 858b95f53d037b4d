import Base
import Foundation

/// Runs `body` on `count` threads of their own at once, and returns when all have ended.
///
/// Unlike a concurrent queue it starts as many threads as asked for, however few cores there are.
public func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let ended = DispatchSemaphore(value: 0)
  for index in 0..<count {
    let thread = Thread {
      body(index)
      ended.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }
  for _ in 0..<count { ended.wait() }
}
