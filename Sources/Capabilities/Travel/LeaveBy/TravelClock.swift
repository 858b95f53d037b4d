import Base
import Foundation
import Realms
import Storage

/// Lets alarms ring in time and plans follow what changes, while the server runs.
///
/// Two threads, so that the making of plans keeps no alarm waiting. Both follow the change log,
/// and look at the wall clock several times a second, so that a clock that jumps is noticed.
///
/// - Thread: shared.
public final class TravelClock: ChangeFollower {
  /// Milliseconds between looks at the clock: alarms ring within 1 s.
  private static let tick = 250
  /// Looks at the clock between looks at the data's version and at what other processes left.
  private static let patrol = 40

  private let leaveBy: LeaveByService
  private let keeper: PlanKeeper
  private let clock: any WallClock
  private let reportFailure: @Sendable (any Error) -> Void
  private let isStopping = Guarded(false)
  private let alarmsChanged = Guarded(true)
  private let plansChanged = Guarded(true)
  private let wake = (alarms: DispatchSemaphore(value: 0), plans: DispatchSemaphore(value: 0))
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter reportFailure: is told what went wrong; the work is tried again.
  public init(
    leaveBy: LeaveByService, keeper: PlanKeeper, clock: any WallClock,
    reportFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.leaveBy = leaveBy
    self.keeper = keeper
    self.clock = clock
    self.reportFailure = reportFailure
  }

  /// Begins, with what was due while no server ran.
  public func start(_ store: Store) throws {
    try store.follow(self)
    run("wayside-alarms", watchAlarms)
    run("wayside-plans", watchPlans)
  }

  private func run(_ name: String, _ work: @escaping @Sendable () -> Void) {
    let thread = Thread { [ended] in
      work()
      ended.signal()
    }
    thread.name = name
    thread.start()
  }

  /// Ends both threads and returns when they have ended.
  public func stop() {
    isStopping.swap(true)
    wake.alarms.signal()
    wake.plans.signal()
    ended.wait()
    ended.wait()
  }

  public func follow(_ changes: [Change]) {
    if changes.contains(where: { $0.kind == "leaveBy" }) {
      alarmsChanged.swap(true)
      wake.alarms.signal()
    }
    if changes.contains(where: { $0.kind == "travelProfile" }) {
      plansChanged.swap(true)
      wake.plans.signal()
    }
  }

  @Sendable private func watchAlarms() {
    var next: Instant?
    while !isStopping.current {
      attempt {
        if alarmsChanged.swap(false) { next = try leaveBy.nextDue() }
        if let due = next, due <= clock.now() {
          try leaveBy.ringDue()
          next = try leaveBy.nextDue()
        }
      } onFailure: {
        alarmsChanged.swap(true)
      }
      _ = wake.alarms.wait(timeout: .now() + .milliseconds(Self.tick))
    }
  }

  @Sendable private func watchPlans() {
    var round = 0
    while !isStopping.current {
      attempt {
        if plansChanged.swap(false) || round % Self.patrol == 0 {
          while !isStopping.current, try keeper.replanStale() > 0 {}
        }
      } onFailure: {
        plansChanged.swap(true)
      }
      round += 1
      _ = wake.plans.wait(timeout: .now() + .milliseconds(Self.tick))
    }
  }

  private func attempt(_ work: () throws -> Void, onFailure: () -> Void) {
    do { try work() } catch {
      onFailure()
      reportFailure(error)
      // What failed is not tried again at once, in a circle.
      Thread.sleep(forTimeInterval: 1)
    }
  }
}
