import Access
import Base
import HTTPServing
import Moderation
import Notifications
import Storage
import TestSupport
import Testing

@testable import WaysideAPI

@Suite("slow readers of events, through a socket")
struct SlowReaderTests {
  let fixture: APIFixture
  let server: HTTPServer

  init() throws {
    fixture = try APIFixture()
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.workers = 2
    configuration.quarantineFolder = fixture.folder.path
    configuration.render = { API.render($0) }
    server = try HTTPServer(router: fixture.api.router, configuration: configuration)
  }

  private func notify(_ person: APIFixture.Person, _ count: Int) throws {
    let account = try #require(EntityID(person.id))
    let poster = NotificationPoster(ids: fixture.services.platform.ids)
    let text = String(repeating: "Something happened. ", count: 90)
    try fixture.services.platform.store.write { transaction in
      for _ in 0..<count {
        try poster.post(
          ModerationNotice.reinstated(reason: Told(text)), to: account,
          about: NotificationSubject(.tour, fixture.services.platform.ids.next()), version: 1,
          in: transaction)
      }
    }
  }

  private func connect(
    _ person: APIFixture.Person, after last: String? = nil, receiveBuffer: Int32? = nil
  ) throws -> RawHTTPClient {
    let client = try #require(
      RawHTTPClient(port: server.port, timeoutSeconds: 10, receiveBuffer: receiveBuffer))
    let resume = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    client.send(
      """
      GET /v1/events HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer \(person.token ?? "")\r\n\
      \(resume)\r\n
      """)
    #expect(client.readHead()?.status == 200)
    return client
  }

  @Test("a reader that is too slow is cut off, comes back for the rest, and misses nothing")
  func cutOff() throws {
    defer { server.stop() }
    let ana = try fixture.person()
    let slow = try connect(ana, receiveBuffer: 4096)
    #expect(slow.readChunk() == Array(": welcome\n\n".utf8))
    var posted = 0
    while fixture.services.events.count > 0, posted < 20_000 {
      try notify(ana, 200)
      posted += 200
    }
    #expect(fixture.services.events.count == 0, "the stream is still open after \(posted)")
    var got = events(slow)
    let seenBefore = got.count
    #expect(seenBefore < posted)
    while got.count < posted {
      let more = events(try connect(ana, after: got.last ?? "0"), wanted: posted - got.count)
      #expect(!more.isEmpty)
      if more.isEmpty { break }
      got += more
    }
    #expect(got.count == posted && Set(got).count == posted)
    #expect(got == got.sorted())
  }

  /// Identifiers of the whole notifications that come until the stream ends, or all are there.
  private func events(_ client: RawHTTPClient, wanted: Int = .max) -> [String] {
    var text = ""
    var ids: [String] = []
    while ids.count < wanted, let chunk = client.readChunk(), !chunk.isEmpty {
      text += String(decoding: chunk, as: UTF8.self)
      while let end = text.firstRange(of: "\n\n") {
        let lines = text[..<end.lowerBound].split(separator: "\n")
        if lines.contains("event: notification"),
          let id = lines.first(where: { $0.hasPrefix("id: ") })
        {
          ids.append(String(id.dropFirst(4)))
        }
        text.removeSubrange(..<end.upperBound)
      }
    }
    return ids
  }
}
