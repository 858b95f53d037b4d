import Access
import Archives
import Base
import CapabilityTestSupport
import Foundation
import Geodesy
import Media
import Objects
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Tours as files")
struct TourExchangeTests {
  let stand: TourStand

  init() throws { stand = try TourStand() }

  /// A tour with everything that a tour can have.
  private func rich(area: Bool = true, tags: Bool = true) throws -> EntityID {
    let object = try stand.object("Crown")
    let recording = try stand.recordings.upload(Self.sound, caller: stand.editor)
    return try stand.make([
      "name": "\"Städtle & <Schloss>\"", "place": "\"Vaduz\"", "price": "\"4.50\"",
      "languages": "[\"en\",\"de\"]", "durationMinutes": "75",
      "wheelchair": "\"yes\"",
      "links": "[{\"title\":\"Site\",\"url\":\"https://example.org/?a=1&b=2\"}]",
      "area": area
        ? """
        {"type":"Polygon","coordinates":[[[9.52,47.13],[9.53,47.13],[9.53,47.15],[9.52,47.15],[9.52,47.13]]]}
        """ : "",
      "route": """
      {"type":"LineString","coordinates":[[9.52230000123,47.13620000456],[9.5224,47.138],[9.5246,47.14]]}
      """,
      "stops": """
      [{"title":{"en":"Cathedral","de":"Kathedrale"},"text":{"en":"Built\\nin 1873.","de":"Gebaut"},
        "position":{"lat":47.1362,"lon":9.5223,"h":506.1239},"objects":["\(object)"],
        "trigger":{"radius":25},"narration":{"kind":"recording","media":"\(recording.id)"}},
       {"title":{"en":"Square"},"text":{"en":"Look around & \(tags ? "<listen>" : "listen")"},
        "position":{"lat":47.138,"lon":9.5224},"trigger":{"polygon":{"type":"Polygon","coordinates":
        [[[9.522,47.1378],[9.5228,47.1378],[9.5228,47.1382],[9.522,47.1378]]]}}}]
      """,
    ]).tour.id
  }

  /// A second of silence.
  static let sound: [UInt8] = {
    var wav = ByteWriter(capacity: 8044)
    wav.text("RIFF")
    wav.littleEndian(UInt32(8036))
    wav.text("WAVEfmt ")
    wav.littleEndian(UInt32(16))
    for value in [1, 1] as [UInt16] { wav.littleEndian(value) }
    for value in [8000, 8000] as [UInt32] { wav.littleEndian(value) }
    for value in [1, 8] as [UInt16] { wav.littleEndian(value) }
    wav.text("data")
    wav.littleEndian(UInt32(8000))
    wav.append([UInt8](repeating: 128, count: 8000))
    return wav.bytes
  }()

  @Test("Export, import and export again give the same bytes", arguments: TourFormat.allCases)
  func roundTrip(_ format: TourFormat) throws {
    for area in [true, false] {
      let id = try rich(area: area, tags: format != .gpx)
      let first = try stand.exchange.export(id, as: format, caller: stand.editor)
      let imported = try stand.exchange.importTour(first.bytes, caller: stand.editor)
      #expect(imported.notes.isEmpty)
      #expect(imported.details.tour.id != id && imported.details.tour.state == .draft)
      let second = try stand.exchange.export(
        imported.details.tour.id, as: format, caller: stand.editor)
      #expect(first.name == second.name && first.mediaType == second.mediaType)
      #expect((first.bytes == second.bytes) as Bool, "\(format), own area: \(area)")
    }
  }

  @Test(
    "a stop without a text comes back without one, also from a file that names an empty one",
    arguments: [TourFormat.geoJSON, .bundle])
  func silentStop(_ format: TourFormat) throws {
    let id = try stand.make([
      "languages": "[\"en\"]",
      "stops": """
      [{"title":"Gate","position":{"lat":47.1362,"lon":9.5223}},
       {"title":"Tower","text":"Old.","position":{"lat":47.138,"lon":9.5224}}]
      """,
    ]).tour.id
    let file = try stand.exchange.export(id, as: format, caller: stand.editor)
    var files = [file.bytes]
    if format == .geoJSON {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(!text.contains("\"text\":{}"))
      let kind = "\"kind\":\"popup\""
      let empty = "\"text\":{}," + kind
      files.append(Array(text.replacing(kind, with: empty, maxReplacements: 1).utf8))
    }
    for bytes in files {
      let imported = try stand.exchange.importTour(bytes, caller: stand.editor)
      let stops = imported.details.revision.content.stops
      #expect(stops.map { $0.text.text() } == ["", "Old."])
      let again = try stand.exchange.export(
        imported.details.tour.id, as: format, caller: stand.editor)
      #expect((again.bytes == file.bytes) as Bool)
    }
  }

  @Test("A bundle moves a tour with models and recordings to another organization")
  func bundle() throws {
    let id = try rich()
    _ = try stand.edit(id, #"{"price":0}"#)
    let file = try stand.exchange.export(id, as: .bundle, caller: stand.editor)
    #expect(file.name == "stadtle-schloss.zip")
    let names = try ZipReader(file.bytes).entries.map(\.name)
    #expect(
      names == [
        "manifest.json", "tour.geojson", "objects/object-1.glb", "media/recording-1.wav",
      ])
    let imported = try stand.exchange.importTour(file.bytes, caller: stand.stranger)
    let (old, new) = (
      try stand.tours.details(id, caller: stand.editor).revision.content,
      imported.details.revision.content
    )
    #expect(new.portable == old.portable)
    #expect(new.wheelchair == .yes)
    #expect(imported.details.tour.organization == stand.rival)
    let object = try #require(new.stops[0].objects.first)
    #expect(try stand.objects.details(object, caller: stand.stranger).name == "Crown")
    guard case .recording(let recording) = new.stops[0].narration(in: "en") else {
      Issue.record("the recording is missing")
      return
    }
    #expect(try stand.recordings.find(recording, caller: stand.stranger).seconds == 1)
    let again = try stand.exchange.export(
      imported.details.tour.id, as: .bundle, caller: stand.stranger)
    #expect(try ZipReader(again.bytes).entries.map(\.name) == names)
  }

  @Test("A recording that is not here is told by the number of its stop, and the text read aloud")
  func missingRecording() throws {
    let id = try rich()
    _ = try stand.edit(id, #"{"price":0}"#)
    let file = try stand.exchange.export(id, as: .geoJSON, caller: stand.editor)
    let imported = try stand.exchange.importTour(file.bytes, caller: stand.stranger)
    #expect(
      imported.notes.filter { $0.contains("recording") } == [
        "Stop 1: the recording is not here; the text is read aloud instead."
      ])
    #expect(imported.details.revision.content.stops.allSatisfy { $0.recordings.isEmpty })
  }

  @Test("A bundle whose files were changed, are missing or are too many is refused")
  func tampered() throws {
    let file = try stand.exchange.export(try rich(), as: .bundle, caller: stand.editor)
    let zip = try ZipReader(file.bytes)
    let objects = try stand.rows("objects")
    func changed(_ change: (String, [UInt8]) -> [UInt8]?, adding: String? = nil) throws -> String? {
      var writer = ZipWriter()
      for entry in zip.entries {
        guard let bytes = change(entry.name, try zip.bytes(of: entry)) else { continue }
        try writer.add(entry.name, bytes)
      }
      if let adding { try writer.add(adding, [1]) }
      let bytes = try writer.bytes()
      return try refusal { _ = try stand.exchange.importTour(bytes, caller: stand.editor) }?.slug
    }
    #expect(try changed { $0 == "objects/object-1.glb" ? $1 + [0] : $1 } == "bundle-content")
    #expect(try changed { $0 == "tour.geojson" ? nil : $1 } == "bundle-content")
    #expect(try changed { $0 == "manifest.json" ? nil : $1 } == "bundle-content")
    #expect(try changed { $0 == "manifest.json" ? Array("{}".utf8) : $1 } == "invalid-content")
    #expect(try changed({ $1 }, adding: "extra.txt") == "bundle-content")
    #expect(try stand.rows("objects") == objects)
    for cut in stride(from: 0, to: file.bytes.count, by: 97) {
      #expect(
        try refusal {
          _ = try stand.exchange.importTour(Array(file.bytes.prefix(cut)), caller: stand.editor)
        } != nil)
    }
  }

  @Test("What is not here is left out with a note")
  func unknownReferences() throws {
    let file = try stand.exchange.export(try rich(), as: .geoJSON, caller: stand.editor)
    let text = String(decoding: file.bytes, as: UTF8.self).replacing("\"CAD\"", with: "\"USD\"")
    let imported = try stand.exchange.importTour(Array(text.utf8), caller: stand.stranger)
    #expect(imported.notes.count == 2)
    #expect(imported.details.revision.content.stops[0].objects.isEmpty)
    #expect(imported.details.revision.content.stops[0].recordings.isEmpty)
    let other = try refusal {
      _ = try stand.exchange.importTour(file.bytes, caller: stand.stranger)
    }
    #expect(other?.violations.map(\.pointer) == ["/currency"])
  }

  @Test("The sample tours of the repository's form are read, with names for objects")
  func sample() throws {
    let crown = try stand.object("crown")
    let file = """
      {"type":"FeatureCollection","wayside":{"format":"wayside-tour","version":1,"name":"Old Town",
       "description":"D","languages":["en","de"],"price":"0.00","currency":"CAD","links":[],
       "startStop":1,"organization":"Vaduz Walks"},"features":[
       {"type":"Feature","properties":{"role":"route"},"geometry":{"type":"LineString",
        "coordinates":[[9.52235,47.1362],[9.52248,47.13635]]}},
       {"type":"Feature","geometry":{"type":"Point","coordinates":[9.52248,47.13635]},"properties":
        {"role":"stop","order":2,"title":{"en":"B"},"text":{"en":"b"},"kind":"popup","objects":[]}},
       {"type":"Feature","geometry":{"type":"Point","coordinates":[9.52235,47.1362,506.0]},"properties":
        {"role":"stop","order":1,"title":{"en":"A","de":"Ä"},"text":{"en":"a"},"kind":"object",
         "objects":["crown"],"narration":{"kind":"speech"},"trigger":{"radius":25}}}]}
      """
    let imported = try stand.exchange.importTour(
      Array(file.utf8), names: ["crown": crown], caller: stand.editor)
    let content = imported.details.revision.content
    #expect(imported.notes.isEmpty)
    #expect(content.stops.map { $0.title.text() } == ["A", "B"])
    #expect(content.stops[0].objects == [crown] && content.stops[0].height == 506)
    #expect(content.stops[0].trigger == .radius(25))
  }

  @Test(
    "a GeoJSON file of 20,000 positions is read, one of more is refused with where it is too many")
  func positionsOfAFile() throws {
    func file(_ stray: Int) -> [UInt8] {
      // One way, and beside it what is no part of a tour: many lines.
      func line(_ count: Int) -> String {
        let places = (0..<count).map { "[9.\(100_000 + $0),47]" }.joined(separator: ",")
        return
          #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":["#
          + places + "]}}"
      }
      let features = ([2, stray] + Array(repeating: 19, count: 1000)).map(line)
      return Array(
        (#"{"type":"FeatureCollection","name":"Walk","features":["#
          + features.joined(separator: ",") + "]}").utf8)
    }
    _ = try stand.exchange.importTour(file(998), caller: stand.editor)
    let refused = try refusal {
      _ = try stand.exchange.importTour(file(999), caller: stand.editor)
    }
    #expect(
      refused?.violations == [
        Refusal.Violation("/features/1001/geometry", "makes more than 20000 positions in all")
      ])
  }

  @Test("GeoJSON, GPX and KML of other programs become drafts")
  func foreign() throws {
    let geoJSON = """
      {"type":"FeatureCollection","name":"Walk","features":[
       {"type":"Feature","properties":{"stroke":"#f00"},"geometry":{"type":"LineString","coordinates":[[9,47],[9.01,47]]}},
       {"type":"Feature","properties":{"name":"Bench"},"geometry":{"type":"Point","coordinates":[9,47]}},
       {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[9.01,47]}}]}
      """
    let gpx = """
      <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><name>Walk</name></metadata><wpt lat="47" lon="9"><name>Bench</name></wpt>
      <wpt lat="47" lon="9.01"/>
      <trk><trkseg><trkpt lat="47" lon="9"/><trkpt lat="47" lon="9.01"/></trkseg></trk></gpx>
      """
    let kml = """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Walk</name>
      <Placemark><name>Bench</name><Point><coordinates>9,47</coordinates></Point></Placemark>
      <Placemark><Point><coordinates>9.01,47</coordinates></Point></Placemark>
      <Placemark><LineString><coordinates>9,47 9.01,47</coordinates></LineString></Placemark>
      </Document></kml>
      """
    for file in [geoJSON, gpx, kml] {
      let content = try stand.exchange.importTour(Array(file.utf8), caller: stand.editor)
        .details.revision.content
      #expect(content.name == "Walk")
      #expect(content.route.points == [LonLat(lon: 9, lat: 47), LonLat(lon: 9.01, lat: 47)])
      #expect(content.stops.map { $0.title.text() } == ["Bench", "Stop 2"])
    }
  }

  @Test("Files of no known format, and broken ones, are refused and never stop the process")
  func broken() throws {
    for text in ["", "hello", "<html/>", "[]", "\u{feff}{", "{\"type\":\"Feature\"}", "PK", "{}"] {
      #expect(
        try refusal { _ = try stand.exchange.importTour(Array(text.utf8), caller: stand.editor) }
          != nil,
        "\(text)")
    }
    let file = try stand.exchange.export(try rich(), as: .geoJSON, caller: stand.editor).bytes
    var random = SeededRandom(seed: 5)
    for _ in 0..<400 {
      var bytes = file
      for _ in 0..<3 {
        let i = Int(random.next() % UInt64(bytes.count))
        bytes[i] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try? TourDocument(geoJSON: bytes)
    }
    #expect(
      try refusal { _ = try stand.exchange.importTour(file, caller: stand.walker) }?.kind
        == .forbidden)
  }

  @Test("A priced tour is exported for those who bought it")
  func priced() throws {
    let id = try rich()
    _ = try stand.tours.publish(id, caller: stand.editor)
    for format in TourFormat.allCases {
      let refused = try refusal {
        _ = try stand.exchange.export(id, as: format, caller: stand.walker)
      }
      #expect(refused?.slug == "tour-not-paid")
    }
    _ = try stand.purchases.buy(id, caller: stand.walker)
    for format in TourFormat.allCases {
      #expect(try !stand.exchange.export(id, as: format, caller: stand.walker).bytes.isEmpty)
    }
  }

  @Test("a bundle that is refused leaves no objects and no recordings behind")
  func refusedBundle() throws {
    let file = try stand.exchange.export(rich(), as: .bundle, caller: stand.editor)
    var bundle = try TourBundle(reading: file.bytes)
    // What comes after the objects and a sound recording fails.
    bundle.recordings.append(
      TourBundle.Recording(
        reference: "recording-9", mediaType: "audio/wav", bytes: Array("no sound".utf8)))
    let broken = try bundle.file()
    func counts() throws -> [Int] {
      try ["objects", "tour_recordings", "media_uses", "tours", "inventory_entries"]
        .map(stand.rows)
    }
    let before = try counts()
    let refused = try refusal {
      _ = try stand.exchange.importTour(broken, caller: stand.editor)
    }
    #expect(refused != nil)
    #expect(try counts() == before)
    #expect(
      try stand.exchange.importTour(file.bytes, caller: stand.editor).notes.isEmpty,
      "the sound bundle still comes in")
  }

  @Test(
    "TM-FR4(d)iii: every text has a voice: a recording that plays for those who see the tour, or speech"
  )
  func recordings() throws {
    let recording = try stand.recordings.upload(Self.sound, caller: stand.editor)
    #expect(recording.seconds == 1 && recording.media.type == "audio/wav")
    let stops = """
      [{"title":"A","text":"B","position":{"lat":47.1362,"lon":9.5223},
        "narration":{"kind":"recording","media":"\(recording.id)"}},
       {"title":"C","text":"D","position":{"lat":47.1380,"lon":9.5224}}]
      """
    let made = try stand.make(["stops": stops])
    let shown = try json { made.write(to: &$0) }
    #expect(shown["stops"]?[0]?["narration"]?["media"] == .string(recording.id.description))
    #expect(shown["stops"]?[1]?["narration"]?["kind"] == .string("speech"))
    #expect(
      try refusal { _ = try stand.recordings.find(recording.id, caller: stand.walker) }?.kind
        == .notFound)
    _ = try stand.tours.publish(made.tour.id, caller: stand.editor)
    #expect(try stand.recordings.find(recording.id, caller: stand.walker) == recording)
    stand.clock.advance(seconds: 90_000)
    #expect(try stand.recordings.sweep() == 0, "it is played")
    let foreign = try refusal { _ = try stand.make(["stops": stops], caller: stand.stranger) }
    #expect(foreign?.violations.map(\.pointer) == ["/stops/0/narration/media"])
    #expect(
      try refusal { _ = try stand.recordings.upload([1, 2, 3], caller: stand.editor) } != nil)
    #expect(
      try refusal { _ = try stand.recordings.upload(Self.sound, caller: stand.walker) }?.kind
        == .forbidden)
  }
}
