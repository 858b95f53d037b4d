import Base
import Foundation

/// Looks every second at what stands in the way of a store's work.
///
/// A thread of its own asks, so that who reads ``obstacles`` is answered at once, however long the
/// database takes.
///
/// - Thread: shared.
public final class StoreHealth: Sendable {
  private struct Seen {
    var found: [String] = []
    /// When the database last answered, by the monotonic clock.
    var answered: Double
  }

  /// Seconds without an answer after which a database is said to be gone.
  private static let patience = 5.0
  /// Seconds by which clocks may differ.
  private static let clockTolerance = 60.0
  /// Bytes below which a disk is said to be full.
  private static let leastSpace: UInt64 = 4 << 20
  /// Files that can still be made below which a disk is said to have no room for more.
  private static let leastFiles: UInt = 64

  private let store: Store
  private let folder: String
  private let seen: Guarded<Seen>
  private let isStopping = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameter folder: the data folder, whose disk is looked at.
  public init(_ store: Store, folder: String) {
    self.store = store
    self.folder = folder
    seen = Guarded(Seen(answered: SystemClock().monotonicSeconds()))
  }

  /// Why the store cannot do its work now, in sentences without names and paths; empty if it can.
  public var obstacles: [String] {
    let seen = seen.current
    var all = seen.found
    if SystemClock().monotonicSeconds() - seen.answered > Self.patience {
      all.append("the database does not answer")
    }
    if let failure = store.writeFailure { all.append("the store cannot write: \(failure)") }
    if store.isFull { all.append("the disk was full at the last write") }
    return all
  }

  /// Begins to look; the first look is over when this returns, unless the database is silent.
  public func start() {
    let first = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      while !isStopping.current {
        look()
        first.signal()
        _ = wake.wait(timeout: .now() + 1)
      }
    }
    thread.name = "wayside-health"
    thread.start()
    _ = first.wait(timeout: .now() + Self.patience)
  }

  /// Ends it; nobody waits for a database that is silent.
  public func stop() {
    isStopping.swap(true)
    wake.signal()
  }

  private func look() {
    var found = disk()
    do {
      let (clock, isReadOnly, last) = try store.read(deadlineSeconds: 3) { session in
        let state = try session.dialect.state(in: session)
        let last = try session.first("SELECT at FROM changes ORDER BY sequence DESC LIMIT 1") {
          try $0.instant(0)
        }
        return (state.clock, state.isReadOnly, last)
      }
      if isReadOnly { found.append("the database can only be read") }
      let now = store.clock.now()
      if let clock, abs(clock.seconds(since: now)) > Self.clockTolerance {
        found.append("the clocks of server and database differ by more than a minute")
      }
      if let last, last.seconds(since: now) > Self.clockTolerance {
        found.append("the clock is behind the last change")
      }
      seen.withLock { seen in
        seen.found = found
        seen.answered = SystemClock().monotonicSeconds()
      }
    } catch {
      // What it said before says nothing now; how long it is silent tells the rest.
      seen.withLock { $0.found = found }
    }
  }

  private func disk() -> [String] {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return ["the data folder is gone"] }
    return Self.obstacles(of: status)
  }

  /// What stands in the way on a disk with such figures.
  static func obstacles(of status: statvfs) -> [String] {
    if status.f_flag & UInt(ST_RDONLY) != 0 { return ["the data folder can only be read"] }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    if free < leastSpace { return ["the disk is full"] }
    // Some file systems, as btrfs, make room for files as they come, and count none.
    if status.f_files > 0, status.f_favail < leastFiles {
      return ["the disk has no room for more files: it is out of inodes"]
    }
    return []
  }
}
