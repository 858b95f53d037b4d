import Base
import Foundation
import Geodata

/// Takes files that an import has replaced into use while the server runs.
final class GeodataWatch: Sendable {
  private let library: GeodataLibrary
  private let logger: Logger
  private let isStopping = Guarded(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(library: GeodataLibrary, logger: Logger) {
    self.library = library
    self.logger = logger
  }

  func start() {
    tell()
    let thread = Thread { [self] in
      while !isStopping.current {
        if library.refresh() { tell() }
        _ = wake.wait(timeout: .now() + .seconds(1))
      }
      ended.signal()
    }
    thread.name = "wayside-geodata"
    thread.start()
  }

  func stop() {
    isStopping.swap(true)
    wake.signal()
    ended.wait()
  }

  private func tell() {
    let snapshot = library.current
    if snapshot.maps.isEmpty, snapshot.problems.isEmpty { return }
    logger.info("geodata", ["maps": .integer(snapshot.maps.count)])
    for problem in snapshot.problems {
      logger.warning("geodata-unusable", ["name": .name(problem.name)])
    }
  }
}
