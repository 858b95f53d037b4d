import Base
import Foundation
import HTTPServing
import TestSupport
import Testing
import Transit

@testable import Geodata

@Suite struct TripUpdateDownloadTests {
  /// What the publisher's server answers at the moment.
  private struct Answer: Sendable {
    var status = 200
    var bytes: [UInt8] = []
    var seconds = 0.0
  }

  private let temporary: TemporaryFolder
  private let folder: GeodataFolder
  private let answer = Guarded(Answer())
  private let server: HTTPServer
  private let now = Instant(milliseconds: 1_700_000_000_000)

  init() throws {
    temporary = try TemporaryFolder()
    folder = GeodataFolder(in: temporary.path)
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.workers = 2
    configuration.pooledWorkers = 2
    configuration.quarantineFolder = temporary.path
    let answer = answer
    let route = Route(.get, "/updates.pb", operation: "updates") { _, _ in
      let current = answer.current
      if current.seconds > 0 { Thread.sleep(forTimeInterval: current.seconds) }
      return HTTPResponse(
        current.status == 200 ? 200 : 503, current.bytes, type: "application/x-protobuf")
    }
    server = try HTTPServer(router: Router([route]), configuration: configuration)
    try TownFeed.write(side: 6, lon: 10, lat: 1, to: temporary.file("feed"))
    let timetable = try Timetable(FeedReader.read(path: temporary.file("feed")).feed)
    let folder = folder
    try folder.importing {
      try TimetableFile.write(timetable, to: folder.place(.timetables, name: "town"))
    }
  }

  private func download(
    _ path: String = "/updates.pb", limits: TripUpdateDownload.Limits = .init()
  ) throws -> TripUpdateDownload {
    try TripUpdateDownload(
      name: "town", url: "http://127.0.0.1:\(server.port)\(path)", folder: folder, limits: limits,
      privateHosts: ["127.0.0.1"])
  }

  private var kept: [UInt8]? {
    FileManager.default.contents(atPath: temporary.path + "/timetables/town/updates.pb")
      .map { [UInt8]($0) }
  }

  /// A header with a version and a time, and no updates.
  private func message(time: UInt8) -> [UInt8] {
    [0x0a, 0x07, 0x0a, 0x03, 0x32, 0x2e, 0x30, 0x18, time]
  }

  @Test("Trip updates are fetched, and the last good ones are kept through failures")
  func keepsTheLastGood() throws {
    defer { server.stop() }
    let download = try download()
    answer.swap(Answer(bytes: message(time: 1)))
    #expect(download.run(now: now))
    #expect(kept == message(time: 1))
    #expect(download.current == .init(succeeded: now, failure: nil, failures: 0))
    answer.swap(Answer(status: 503, bytes: message(time: 2)))
    #expect(!download.run(now: now))
    #expect(download.current.failure?.contains("503") == true)
    answer.swap(Answer(bytes: Array("<html>".utf8)))
    #expect(!download.run(now: now))
    #expect(kept == message(time: 1))
    #expect(download.current.failures == 2)
    answer.swap(Answer(bytes: message(time: 3)))
    #expect(download.run(now: now))
    #expect(kept == message(time: 3))
    #expect(download.current.failure == nil)
  }

  @Test("what says the same time as before is not written again")
  func unchanged() throws {
    defer { server.stop() }
    let download = try download()
    answer.swap(Answer(bytes: message(time: 1)))
    #expect(download.run(now: now))
    let path = temporary.path + "/timetables/town/updates.pb"
    try FileManager.default.removeItem(atPath: path)
    #expect(download.run(now: now))
    #expect(kept == nil)
    answer.swap(Answer(bytes: message(time: 2)))
    #expect(download.run(now: now))
    #expect(kept == message(time: 2))
  }

  @Test("a download is limited in size and time")
  func limits() throws {
    defer { server.stop() }
    var limits = TripUpdateDownload.Limits()
    limits.bytes = 8
    answer.swap(Answer(bytes: message(time: 1)))
    let small = try download(limits: limits)
    #expect(!small.run(now: now))
    #expect(small.current.failure?.contains("larger") == true)
    limits = .init()
    limits.seconds = 1
    answer.swap(Answer(bytes: message(time: 1), seconds: 2.5))
    let slow = try download(limits: limits)
    #expect(!slow.run(now: now))
    #expect(slow.current.failure?.contains("time") == true)
    #expect(kept == nil)
  }

  @Test("a server that stops waits for no publisher")
  func cancelling() throws {
    defer { server.stop() }
    answer.swap(Answer(bytes: message(time: 1), seconds: 8))
    let download = try download()
    let clock = SystemClock()
    let start = clock.monotonicSeconds()
    concurrently(2) { thread in
      if thread == 0 {
        #expect(!download.run(now: now))
      } else {
        Thread.sleep(forTimeInterval: 0.3)
        download.cancel()
      }
    }
    #expect(!download.run(now: now), "none begins after it")
    #expect(clock.monotonicSeconds() - start < 7)
    #expect(kept == nil)
  }

  @Test("what is no address, no server or no timetable is said")
  func wrong() throws {
    defer { server.stop() }
    for text in ["", "ftp://example.org/x", "file:///etc/passwd", "updates", "http://"] {
      #expect(throws: Refusal.self) {
        try TripUpdateDownload(name: "town", url: text, folder: folder)
      }
    }
    let missing = try download("/other")
    #expect(!missing.run(now: now))
    answer.swap(Answer(bytes: message(time: 1)))
    let other = try TripUpdateDownload(
      name: "other", url: "http://127.0.0.1:\(server.port)/updates.pb", folder: folder,
      privateHosts: ["127.0.0.1"])
    #expect(!other.run(now: now))
    #expect(other.current.failure?.contains("no timetable") == true)
    let hidden = try TripUpdateDownload(
      name: "town", url: "http://127.0.0.1:\(server.port)/updates.pb", folder: folder)
    #expect(!hidden.run(now: now))
    #expect(hidden.current.failure?.contains("not public") == true)
    let port = server.port
    server.stop()
    let gone = try TripUpdateDownload(
      name: "town", url: "http://127.0.0.1:\(port)/updates.pb", folder: folder,
      privateHosts: ["127.0.0.1"])
    #expect(!gone.run(now: now))
    #expect(gone.current.failure != nil)
  }
}
