import Base
import Foundation
import Objects
import Presence
import Realms
import SpatialCatalog
import Storage
import Tours
import WaysideAPI

/// What has to be done now and then while the server runs: mail, expiry, unused media.
final class Upkeep: Sendable {
  private let services: Services
  private let mail: MailDispatcher
  private let logger: Logger
  private let isStopping = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Seconds between looks into the outbox: somebody may be waiting for a code.
  private static let mailInterval = 2
  /// Seconds between looks for devices that have not been heard of for long.
  private static let forgettingInterval = 30.0
  /// Seconds between rounds of the rest.
  private static let interval = 300.0

  init(services: Services, folder: String, logger: Logger) throws {
    self.services = services
    self.logger = logger
    mail = MailDispatcher(
      platform: services.platform,
      transport: try services.platform.settings.mailTransport(folder: folder + "/mail"))
  }

  /// A month: longer than a process is cut off or a snapshot lies unused.
  private static let changeLogAge: Int64 = 30 * 86_400
  /// Changes that stay whatever their age, so that a quiet server keeps its snapshots.
  private static let changeLogLength = 100_000

  func start() {
    let thread = Thread { [self] in
      let clock = SystemClock()
      var nextRound = clock.monotonicSeconds()
      var nextForgetting = nextRound
      while !isStopping.current {
        attempt("mail") { _ = try mail.deliverPending() }
        if clock.monotonicSeconds() >= nextForgetting {
          nextForgetting += Self.forgettingInterval
          services.watch.forgetExpired()
        }
        if clock.monotonicSeconds() >= nextRound {
          nextRound += Self.interval
          attempt("expiry") { _ = try services.realms.maintenance.expire() }
          attempt("sessions") { try services.realms.sessionCache.saveUse() }
          attempt("recordings") { try services.recordings.sweep() }
          attempt("media") { try services.objects.sweep() }
          attempt("change-log") {
            try services.platform.store.pruneChanges(
              before: services.platform.clock.now().adding(seconds: -Self.changeLogAge),
              keeping: Self.changeLogLength)
          }
          attempt("catalog") { try services.catalog.saveSnapshots(leastChanges: 20_000) }
        }
        _ = wake.wait(timeout: .now() + .seconds(Self.mailInterval))
      }
      ended.signal()
    }
    thread.name = "wayside-upkeep"
    thread.start()
  }

  func stop() {
    isStopping.swap(true)
    wake.signal()
    ended.wait()
  }

  private func attempt(_ what: StaticString, _ work: () throws -> Void) {
    do { try work() } catch { logger.warning("upkeep-failed", ["what": .literal(what)]) }
  }
}
