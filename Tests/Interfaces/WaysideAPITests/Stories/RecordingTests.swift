import Access
import Base
import HTTPServing
import Storage
import Testing
import Tours
import WaysideAPI

@Suite("hearing a tour")
struct RecordingTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  /// Some seconds of silence as a WAV file, with a comment that is not to be kept.
  static func sound(seconds: Int = 1) -> [UInt8] {
    let comment = Array("LIST\u{12}\0\0\0INFOICMT\u{06}\0\0\0secret".utf8)
    let samples = 8000 * seconds
    var wav = ByteWriter(capacity: samples + 100)
    wav.text("RIFF")
    wav.littleEndian(UInt32(36 + comment.count + samples))
    wav.text("WAVEfmt ")
    wav.littleEndian(UInt32(16))
    for value in [1, 1] as [UInt16] { wav.littleEndian(value) }
    for value in [8000, 8000] as [UInt32] { wav.littleEndian(value) }
    for value in [1, 8] as [UInt16] { wav.littleEndian(value) }
    wav.append(comment)
    wav.text("data")
    wav.littleEndian(UInt32(samples))
    wav.append([UInt8](repeating: 128, count: samples))
    return wav.bytes
  }

  private func stop(_ tour: String, _ place: Int, as guide: APIFixture.Person) throws -> String {
    let shown = try fixture.call(.get, "/v1/tours/\(tour)", as: guide)
    return try #require(shown.json["stops"]?[place]?["id"]?.string)
  }

  private func tag(_ tour: String, as guide: APIFixture.Person) throws -> (String, String) {
    try fixture.call(.get, "/v1/tours/\(tour)", as: guide).tag()
  }

  private func put(
    _ bytes: [UInt8], _ path: String, as person: APIFixture.Person, _ headers: [(String, String)]
  ) throws -> Reply {
    try fixture.call(.put, path, as: person, bytes: bytes, type: "audio/wav", headers: headers)
  }

  @Test(
    """
    TM-FR4(d)iii: a stop's recording is uploaded into the draft, heard by visitors once it is \
    published, and taken away again
    """)
  func story() throws {
    let (guide, visitor) = (try fixture.guide(), try fixture.person())
    let other = try fixture.guide("Other Walks")
    let tour = try fixture.publishedTour(by: guide)
    let published = try stop(tour, 0, as: guide)
    var path = "/v1/tours/\(tour)/stops/\(published)/recording"
    #expect(try fixture.call(.get, path, as: visitor).status == 404, "read aloud")
    let made = try put(Self.sound(), path, as: guide, [tag(tour, as: guide)])
    #expect(made.status == 200, "\(made.text)")
    #expect(made.json["hasDraft"]?.bool == true)
    #expect(made.json["stops"]?[0]?["narration"]?["kind"]?.string == "recording")
    // The draft has a stop of its own; what is published is as it was.
    #expect(try fixture.call(.get, path, as: visitor).status == 404)
    let drafted = try stop(tour, 0, as: guide)
    path = "/v1/tours/\(tour)/stops/\(drafted)/recording"
    #expect(try fixture.call(.get, path, as: guide).status == 200)
    #expect(try fixture.call(.get, path, as: visitor).status == 404)
    #expect(try fixture.call(.get, path, as: other).status == 404)
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/publication", as: guide).status == 200)
    for listener in [visitor, .nobody, other] {
      let heard = try fixture.call(.get, path, as: listener)
      #expect(heard.status == 200 && heard["Content-Type"] == "audio/wav")
      #expect(!heard.bytes.isEmpty && !heard.text.contains("secret"), "comments are taken out")
    }
    let part = try fixture.call(.get, path, as: visitor, headers: [("Range", "bytes=0-3")])
    #expect(part.status == 206 && part.text == "RIFF")
    // Another recording in place of it, then none.
    let again = try put(Self.sound(seconds: 2), path, as: guide, [tag(tour, as: guide)])
    #expect(again.status == 200)
    let last = "/v1/tours/\(tour)/stops/\(try stop(tour, 0, as: guide))/recording"
    #expect(try fixture.call(.get, last, as: guide).bytes.count > 16_000)
    let gone = try fixture.call(.delete, last, as: guide, headers: [tag(tour, as: guide)])
    #expect(gone.json["stops"]?[0]?["narration"]?["kind"]?.string == "speech")
    #expect(try fixture.call(.get, last, as: guide).status == 404)
    #expect(try fixture.call(.get, path, as: visitor).status == 200, "as published")
    // What nothing plays any more is forgotten after a day, with its bytes.
    fixture.clock.advance(seconds: 90_000)
    #expect(try fixture.services.recordings.sweep() == 1)
    #expect(try fixture.services.recordings.sweep() == 0)
    #expect(try fixture.call(.get, path, as: visitor).status == 200)
  }

  @Test("A stop is heard in the language that is asked for")
  func languages() throws {
    let guide = try fixture.guide()
    let tour = try fixture.publishedTour(by: guide)
    func path(_ language: String = "") throws -> String {
      "/v1/tours/\(tour)/stops/\(try stop(tour, 0, as: guide))/recording\(language)"
    }
    let made = try put(Self.sound(), path("?language=de"), as: guide, [tag(tour, as: guide)])
    #expect(made.status == 200, "\(made.text)")
    let narrations = made.json["stops"]?[0]?["narrations"]
    #expect(narrations?["de"]?["kind"]?.string == "recording")
    #expect(narrations?["de"]?["seconds"]?.number == 1)
    #expect(made.json["stops"]?[0]?["narration"]?["kind"]?.string == "speech")
    #expect(try fixture.call(.get, path("?language=de"), as: guide).status == 200)
    #expect(try fixture.call(.get, path(), as: guide).status == 404)
    #expect(
      try put(Self.sound(), path("?language=!!"), as: guide, [tag(tour, as: guide)]).status == 422)
    let gone = try fixture.call(
      .delete, path("?language=de"), as: guide, headers: [tag(tour, as: guide)])
    #expect(gone.status == 200, "\(gone.text)")
    #expect(try fixture.call(.get, path("?language=de"), as: guide).status == 404)
  }

  @Test("What is wrong with an upload is said, and leaves nothing behind")
  func refusals() throws {
    let (guide, visitor) = (try fixture.guide(), try fixture.person())
    let other = try fixture.guide("Other Walks")
    let tour = try fixture.publishedTour(by: guide)
    let path = "/v1/tours/\(tour)/stops/\(try stop(tour, 1, as: guide))/recording"
    let current = try tag(tour, as: guide)
    let absent = "/v1/tours/\(tour)/stops/\(fixture.services.platform.ids.next())/recording"
    let before = try fixture.state()
    #expect(try put(Self.sound(), path, as: visitor, [current]).status == 403)
    let foreign = try put(Self.sound(), path, as: other, [current])
    #expect(foreign.status == 403 && foreign.slug == "not-your-organization")
    #expect(try put(Self.sound(), absent, as: guide, [current]).status == 404)
    #expect(try put(Self.sound(), path, as: guide, []).status == 428)
    #expect(try put(Self.sound(), path, as: guide, [("If-Match", "\"99\"")]).status == 412)
    #expect(try fixture.call(.delete, path, as: guide).status == 428)
    for bytes in [[], Array("ID3 but no sound".utf8), Array(Self.sound().prefix(30))] {
      let refused = try put(bytes, path, as: guide, [current])
      #expect((400..<500).contains(refused.status), "\(refused.text)")
    }
    #expect(try fixture.state() == before)
    let rows = try fixture.services.platform.store.read { session in
      try session.count("SELECT COUNT(*) FROM tour_recordings")
        + session.count("SELECT COUNT(*) FROM media_uses WHERE kind = 'recording'")
    }
    #expect(rows == 0)
  }

  @Test("RL-TR-01: the recordings of a priced tour are heard by those who have bought it")
  func priced() throws {
    let (guide, visitor) = (try fixture.guide(), try fixture.person())
    let tour = try fixture.draft(by: guide, APIFixture.tourBody(price: "4.50"))
    let path = "/v1/tours/\(tour)/stops/\(try stop(tour, 0, as: guide))/recording"
    #expect(try put(Self.sound(), path, as: guide, [tag(tour, as: guide)]).status == 200)
    let kept = "/v1/tours/\(tour)/stops/\(try stop(tour, 0, as: guide))/recording"
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/publication", as: guide).status == 200)
    let refused = try fixture.call(.get, kept, as: visitor)
    #expect(refused.status == 402 && refused.slug == "tour-not-paid")
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/purchase", as: visitor).status == 201)
    #expect(try fixture.call(.get, kept, as: visitor).status == 200)
  }
}

@Suite("trying a tour out")
struct TourCheckTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  @Test("TM-FR5: before publication a draft is tried out: rules of thumb, and a simulated walk")
  func checks() throws {
    let (guide, visitor) = (try fixture.guide(), try fixture.person())
    let tour = try fixture.draft(by: guide)
    let path = "/v1/tours/\(tour)/checks"
    let sound = try fixture.call(.post, path, as: guide, ["noise": 0])
    #expect(sound.status == 200)
    #expect(sound.json["count"]?.integer == 0, "\(sound.text)")
    #expect(sound.json["walk"]?["stops"]?.array?.count == 3)
    let tag = try fixture.call(.get, "/v1/tours/\(tour)", as: guide).tag()
    // One stop 30 m beside the route, one with a tiny trigger, two on top of each other.
    let edited = try fixture.call(
      .patch, "/v1/tours/\(tour)", as: guide,
      [
        "stops": [
          [
            "title": "Aside", "text": "x", "position": ["lat": 47.1402, "lon": 9.5215],
            "trigger": ["radius": 10],
          ],
          [
            "title": "Tiny", "text": "x", "position": ["lat": 47.1395, "lon": 9.5214],
            "trigger": ["radius": 2],
          ],
          [
            "title": "Near", "text": "x", "position": ["lat": 47.1388, "lon": 9.52149],
            "trigger": ["radius": 25],
          ],
          [
            "title": "Nearer", "text": "x", "position": ["lat": 47.13855, "lon": 9.52153],
            "trigger": ["radius": 25],
          ],
        ]
      ], headers: [tag])
    #expect(edited.status == 200)
    let counted = edited.json["warningCount"]?.integer
    #expect(counted == edited.json["warnings"]?.array?.count && counted ?? 0 >= 3)
    let found = try fixture.call(.post, path, as: guide, ["noise": 12, "seed": 3])
    let codes = found.json["warnings"]?.array?.compactMap { $0["code"]?.string } ?? []
    #expect(Set(codes).isSuperset(of: ["stop-unreachable", "trigger-small", "triggers-overlap"]))
    let kinds = found.json["walk"]?["findings"]?.array?.compactMap { $0["kind"]?.string } ?? []
    #expect(kinds.contains("off-route") || kinds.contains("spurious"), "\(found.text)")
    #expect(kinds.contains("overlapping"), "\(found.text)")
    let again = try fixture.call(.post, path, as: guide, ["noise": 12, "seed": 3])
    #expect(again.bytes == found.bytes, "the same seed, the same bytes")
    #expect(
      try fixture.call(.post, path, as: guide, ["noise": 12, "seed": 4]).bytes != found.bytes)
    // The details of the draft and the answer of the publication carry the count.
    let shown = try fixture.call(.get, "/v1/tours/\(tour)", as: guide)
    #expect(shown.json["warningCount"]?.integer == counted)
    let published = try fixture.call(.post, "/v1/tours/\(tour)/publication", as: guide)
    #expect(published.json["warningCount"]?.integer == counted)
    #expect(
      try fixture.call(.get, "/v1/tours/\(tour)", as: visitor).json["warningCount"] == nil)
    #expect(try fixture.call(.post, path, as: visitor).status == 403)
    #expect(try fixture.call(.post, path, as: fixture.guide("Other")).status == 403)
    for body: JSON in [["noise": -1], ["noise": 101], ["seed": 1.5], ["speed": 0], ["x": 1]] {
      #expect(try fixture.call(.post, path, as: guide, body).status == 422)
    }
  }
}
