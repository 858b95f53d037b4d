import Access
import Base
import CapabilityTestSupport
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Tours: names, descriptions and recordings per language")
struct TourLanguagesTests {
  let stand: TourStand

  init() throws { stand = try TourStand() }

  private static let names = #"{"en":"Old Town","de":"Altstadt"}"#
  private static let descriptions = #"{"en":"From church to castle.","de":"Zum Schloss."}"#

  private func made() throws -> TourDetails {
    try stand.make([
      "name": "", "names": Self.names, "description": "", "descriptions": Self.descriptions,
      "languages": "[\"en\",\"de\"]",
      "stops": """
      [{"title":{"en":"Cathedral","de":"Kathedrale"},"texts":{"en":"Built.","de":"Erbaut."},
        "position":{"lat":47.1362,"lon":9.5223}},
       {"title":{"en":"Castle","de":"Schloss"},"texts":{"en":"Old."},
        "position":{"lat":47.14,"lon":9.5246}}]
      """,
    ])
  }

  private func shown(_ id: EntityID, _ languages: [String] = []) throws -> JSONValue {
    let details = try stand.tours.details(id, caller: stand.editor, languages: languages)
    return try json { details.write(to: &$0) }
  }

  @Test("A reader gets name and description in the own language, else in the tour's first one")
  func names() throws {
    let id = try made().tour.id
    for (language, name, text) in [
      ("de-CH", "Altstadt", "Zum Schloss."), ("fr", "Old Town", "From church to castle."),
    ] {
      let tour = try shown(id, [language])
      #expect(tour["name"]?.string == name && tour["description"]?.string == text)
      #expect(tour["names"]?["de"]?.string == "Altstadt")
      #expect(tour["descriptions"]?["en"]?.string == "From church to castle.")
    }
    // One string is that of the first language; the others stay.
    _ = try stand.edit(id, #"{"name":"The Old Town"}"#)
    #expect(try shown(id)["names"]?["de"]?.string == "Altstadt")
    #expect(try shown(id)["name"]?.string == "The Old Town")
    _ = try stand.edit(id, #"{"names":{"de":"Gassen"}}"#)
    #expect(try shown(id)["names"]?.members?.map(\.name) == ["de"])
    // The tour's first language decides, whatever comes first in a map.
    _ = try stand.edit(id, #"{"names":{"de":"Gassen","en":"Lanes"}}"#)
    #expect(try shown(id, ["fr"])["name"]?.string == "Lanes")
    let wrong = try refusal { _ = try stand.edit(id, #"{"names":{"e":"x"},"descriptions":{}}"#) }
    #expect(wrong?.violations.map(\.pointer) == ["/names/e", "/descriptions"])
  }

  @Test("The tag of what readers see differs by language; editors change by the version alone")
  func tags() throws {
    let id = try stand.tours.publish(made().tour.id, caller: stand.editor).tour.id
    func tag(_ languages: [String], _ caller: Caller) throws -> String {
      try stand.tours.details(id, caller: caller, languages: languages).tag
    }
    #expect(try tag(["de"], .anonymous) != tag(["en"], .anonymous))
    #expect(try tag(["de-CH"], .anonymous) == tag(["de"], .anonymous))
    #expect(try tag(["fr"], .anonymous) == tag([], .anonymous))
    #expect(try tag(["de"], stand.editor) == tag(["en"], stand.editor))
  }

  @Test("Lists and runs have names in the reader's language")
  func lists() throws {
    let id = try stand.tours.publish(made().tour.id, caller: stand.editor).tour.id
    let list = try stand.tours.list(TourQuery(), caller: .anonymous)
    let line = try json { json in json.object { list.writeMembers(languages: ["de"], to: &$0) } }
    #expect(line["items"]?[0]?["name"]?.string == "Altstadt")
    #expect(line["items"]?[0]?["names"]?["en"]?.string == "Old Town")
    let languages = try #require(line["items"]?[0]?["languages"]?.array)
    #expect(languages.compactMap(\.string) == ["en", "de"])
    #expect(line["items"]?[0]?["description"]?.string == "Zum Schloss.")
    let run = try stand.runs.start(id, caller: stand.walker, languages: ["de"])
    #expect(run.name == "Altstadt")
    let summary = try #require(
      try stand.runs.list(PageRequest(), caller: stand.walker).items.first)
    let own = try json { summary.write(now: stand.clock.now(), languages: ["de"], to: &$0) }
    #expect(own["name"]?.string == "Altstadt")
  }

  @Test("Search finds tours by names and by stops in every language, and says which stop")
  func search() throws {
    let id = try stand.tours.publish(made().tour.id, caller: stand.editor).tour.id
    func found(_ text: String) throws -> TourSummary? {
      try stand.tours.list(TourQuery(text: text), caller: .anonymous).page.items.first
    }
    #expect(try found("kathedr")?.stop?.order == 1)
    #expect(try found("SCHLÖSS")?.stop?.title.text(in: ["en"]) == "Castle")
    let byName = try found("altst")
    #expect(byName?.id == id && byName?.stop == nil)
    #expect(try found("museum") == nil)
    // Stops of before are completed.
    try stand.store.write { try $0.execute("UPDATE tour_stops SET title_key = NULL", []) }
    #expect(try found("kathedr") == nil)
    #expect(try TourSearchKeys(platform: stand.platform).complete() == 2)
    #expect(try found("kathedr")?.id == id)
  }

  @Test("A stop has a recording per language, and speech where there is a text only")
  func recordings() throws {
    let tour = try made().tour.id
    let stops = StopRecordings(tours: stand.tours, recordings: stand.recordings)
    func stop() throws -> EntityID {
      try #require(
        try stand.tours.details(tour, caller: stand.editor).revision.content.stops[0].id)
    }
    _ = try stops.put(
      TourExchangeTests.sound, at: stop(), of: tour, in: "de", expecting: .any,
      caller: stand.editor)
    var heard = try shown(tour)["stops"]?[0]
    #expect(heard?["narration"]?["kind"]?.string == "speech")
    #expect(heard?["narrations"]?["en"]?["kind"]?.string == "speech")
    #expect(heard?["narrations"]?["de"]?["kind"]?.string == "recording")
    #expect(heard?["narrations"]?["de"]?["seconds"]?.number == 1)
    #expect(try shown(tour)["stops"]?[1]?["narrations"]?.members?.map(\.name) == ["en"])
    let german = try stops.find(at: stop(), of: tour, in: "de", caller: stand.editor)
    #expect(
      try refusal { _ = try stops.find(at: stop(), of: tour, caller: stand.editor) }?.kind
        == .notFound)
    _ = try stops.put(
      TourExchangeTests.sound, at: stop(), of: tour, expecting: .any, caller: stand.editor)
    heard = try shown(tour)["stops"]?[0]
    #expect(heard?["narration"]?["kind"]?.string == "recording")
    #expect(heard?["narrations"]?["de"]?["media"]?.string == german.id.description)
    #expect(try stops.find(at: stop(), of: tour, in: "en", caller: stand.editor).id != german.id)
    // Who knows of one narration only leaves the others.
    _ = try stand.edit(
      tour,
      """
      {"stops":[{"id":"\(try stop())","title":{"en":"Cathedral"},"text":{"en":"Built."},
       "position":{"lat":47.1362,"lon":9.5223},"narration":{"kind":"speech"}}]}
      """)
    heard = try shown(tour)["stops"]?[0]
    #expect(heard?["narrations"]?["en"]?["kind"]?.string == "speech")
    #expect(heard?["narrations"]?["de"]?["kind"]?.string == "recording")
    stand.clock.advance(seconds: 90_000)
    #expect(try stand.recordings.sweep() == 1, "only that of English is played no more")
    _ = try stops.remove(
      at: stop(), of: tour, in: "de", expecting: .any, caller: stand.editor)
    #expect(try stand.recordings.sweep() == 1)
    let wrong = try refusal {
      _ = try stops.remove(at: stop(), of: tour, in: "e!", expecting: .any, caller: stand.editor)
    }
    #expect(wrong?.violations.map(\.pointer) == ["language"])
  }

  @Test("A recording of before the languages is that of the tour's first one")
  func old() throws {
    let tour = try made().tour.id
    let recording = try stand.recordings.upload(TourExchangeTests.sound, caller: stand.editor)
    let stop = try #require(
      try stand.tours.details(tour, caller: stand.editor).revision.content.stops[1].id)
    try stand.store.write { transaction in
      try transaction.execute(
        "INSERT INTO tour_stop_recordings (stop, language, recording) VALUES (?1, '', ?2)",
        [.id(stop), .id(recording.id)])
      try transaction.execute(
        "UPDATE tour_revisions SET names = NULL, names_key = NULL, descriptions = NULL", [])
    }
    let seen = try shown(tour, ["de"])
    #expect(seen["stops"]?[1]?["narration"]?["media"]?.string == recording.id.description)
    #expect(seen["stops"]?[1]?["narrations"]?["en"]?["kind"]?.string == "recording")
    #expect(seen["name"]?.string == "Old Town" && seen["names"]?["en"]?.string == "Old Town")
    let stops = StopRecordings(tours: stand.tours, recordings: stand.recordings)
    for language in [nil, "en"] {
      #expect(
        try stops.find(at: stop, of: tour, in: language, caller: stand.editor) == recording)
    }
  }

  @Test("Exports and bundles carry names, descriptions and recordings of all languages")
  func exchange() throws {
    let recordings = try (0..<2).map { _ in
      try stand.recordings.upload(TourExchangeTests.sound, caller: stand.editor).id
    }
    let tour = try made().tour.id
    _ = try stand.edit(
      tour,
      """
      {"stops":[{"title":{"en":"Cathedral","de":"Kathedrale"},"text":{"en":"Built.","de":"Erbaut."},
       "position":{"lat":47.1362,"lon":9.5223},"narrations":{
       "de":{"kind":"recording","media":"\(recordings[0])"},
       "en":{"kind":"recording","media":"\(recordings[1])","seconds":1}}}]}
      """)
    let file = try stand.exchange.export(tour, as: .bundle, caller: stand.editor)
    let imported = try stand.exchange.importTour(file.bytes, caller: stand.stranger)
    #expect(imported.notes.isEmpty)
    let content = imported.details.revision.content
    #expect(content.names.text(in: ["de"]) == "Altstadt" && content.name == "Old Town")
    #expect(content.descriptions.text(in: ["de"]) == "Zum Schloss.")
    #expect(Set(content.stops[0].recordings.map(\.language)) == ["en", "de"])
    #expect(Set(content.stops[0].recordings.map(\.recording)).count == 2)
    let again = try stand.exchange.export(
      imported.details.tour.id, as: .bundle, caller: stand.stranger)
    let back = try stand.exchange.importTour(again.bytes, caller: stand.stranger)
    #expect(back.details.revision.content.stops[0].recordings.count == 2)
    let plain = try stand.exchange.export(tour, as: .geoJSON, caller: stand.editor)
    let copy = try stand.exchange.importTour(plain.bytes, caller: stand.editor)
    #expect(
      Set(copy.details.revision.content.stops[0].recordings.map(\.recording)) == Set(recordings))
  }

  @Test("A language that other stops are recorded in, and one is not, is to be looked at")
  func linter() throws {
    let recording = try stand.recordings.upload(TourExchangeTests.sound, caller: stand.editor).id
    let tour = try made().tour.id
    _ = try stand.edit(
      tour,
      """
      {"stops":[{"title":"A","text":{"en":"One.","de":"Eins."},
       "position":{"lat":47.1362,"lon":9.5223},
       "narrations":{"en":{"kind":"recording","media":"\(recording)"}}},
       {"title":"B","text":{"en":"Two.","de":"Zwei."},"position":{"lat":47.14,"lon":9.5246}}]}
      """)
    let content = try stand.tours.details(tour, caller: stand.editor).revision
    let missing = TourLinter.warnings(
      content.content, area: content.measures.area, settings: Settings()
    ).filter { $0.code == .missingRecording }
    #expect(missing.map(\.pointer) == ["/stops/1/narrations"])
  }
}
