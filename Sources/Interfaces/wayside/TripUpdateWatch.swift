import Base
import Foundation
import Geodata

/// Fetches trip updates again and again while the server runs.
///
/// They go through the data folder, whose files ``GeodataWatch`` takes into use.
final class TripUpdateWatch: Sendable {
  private let downloads: [TripUpdateDownload]
  private let seconds: Double
  private let logger: Logger
  private let clock: any WallClock
  private let isStopping = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ downloads: [TripUpdateDownload], seconds: Double, clock: any WallClock, logger: Logger) {
    self.downloads = downloads
    self.seconds = seconds
    self.clock = clock
    self.logger = logger
  }

  /// Reads `NAME=URL,NAME=URL`.
  static func downloads(
    _ text: String?, folder: GeodataFolder, privateHosts: Set<String>
  ) throws -> [TripUpdateDownload] {
    try (text ?? "").split(separator: ",").map { part in
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else {
        throw UsageError(message: "--trip-updates is NAME=URL, several separated by commas")
      }
      return try TripUpdateDownload(
        name: pair[0], url: pair[1], folder: folder, privateHosts: privateHosts)
    }
  }

  /// What stands in the way of fresh updates, for people.
  var notes: [String] {
    downloads.compactMap { download in
      download.current.failure.map { "trip updates of \(download.name): \($0)" }
    }
  }

  func start() {
    guard !downloads.isEmpty else { return }
    let thread = Thread { [self] in
      while !isStopping.current {
        for download in downloads where !isStopping.current { run(download) }
        _ = wake.wait(timeout: .now() + seconds)
      }
      ended.signal()
    }
    thread.name = "wayside-trip-updates"
    thread.start()
  }

  func stop() {
    guard !downloads.isEmpty else { return }
    isStopping.swap(true)
    for download in downloads { download.cancel() }
    wake.signal()
    ended.wait()
  }

  /// Says when it starts to fail and when that ends, not at every try.
  private func run(_ download: TripUpdateDownload) {
    let before = download.current
    download.run(now: clock.now())
    if isStopping.current { return }
    let after = download.current
    if let failure = after.failure, failure != before.failure {
      // The log takes names, not sentences.
      let reason = failure.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
      logger.warning(
        "trip-updates-failed", ["name": .name(download.name), "reason": .name(reason)])
    } else if after.failure == nil, before.failure != nil {
      logger.info("trip-updates-again", ["name": .name(download.name)])
    }
  }
}
