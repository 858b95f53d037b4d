import Access
import Base
import CapabilityTestSupport
import Geodesy
import TestSupport
import Testing

@testable import Tours

@Suite("Tours: what they were, and how often they are walked")
struct TourRevisionTests {
  let stand: TourStand

  init() throws { stand = try TourStand() }

  private func publish(_ id: EntityID, named name: String) throws {
    _ = try stand.edit(id, "{\"name\":\"\(name)\"}")
    _ = try stand.tours.publish(id, caller: stand.editor)
  }

  @Test("Revisions are told newest first, each as it was")
  func history() throws {
    let id = try stand.published().tour.id
    try publish(id, named: "B")
    _ = try stand.edit(id, #"{"name":"C"}"#)
    let page = try stand.tours.revisions(of: id, PageRequest(limit: 10), caller: stand.colleague)
    #expect(page.items.map(\.name) == ["C", "B", "Old Town"])
    #expect(page.items.map(\.use) == [.draft, .current, .former])
    #expect(page.items.map(\.number) == [3, 2, 1])
    let first = try #require(page.items.last)
    let then = try stand.tours.revision(first.id, of: id, caller: stand.editor)
    #expect(then.revision.content.name == "Old Town" && then.revision.content.stops.count == 3)
    let short = try stand.tours.revisions(of: id, PageRequest(limit: 2), caller: stand.editor)
    #expect(short.items.count == 2 && short.next != nil)
  }

  @Test("Revisions are for the own organization, and each belongs to its tour")
  func access() throws {
    let (id, other) = (try stand.published().tour.id, try stand.published().tour.id)
    let revision = try stand.tours.details(id, caller: stand.editor).revision.id
    for caller in [stand.stranger, stand.walker] {
      #expect(
        try refusal { _ = try stand.tours.revision(revision, of: id, caller: caller) }?.kind
          == .forbidden)
      #expect(
        try refusal { _ = try stand.tours.statistics(of: id, caller: caller) }?.kind == .forbidden)
    }
    #expect(
      try refusal { _ = try stand.tours.revision(revision, of: other, caller: stand.editor) }?.kind
        == .notFound)
  }

  @Test("The last 20 publications are kept, and older ones that somebody walked")
  func kept() throws {
    let id = try stand.published().tour.id
    _ = try stand.runs.start(id, caller: stand.walker)
    for number in 2...23 { try publish(id, named: "\(number)") }
    let page = try stand.tours.revisions(of: id, PageRequest(limit: 50), caller: stand.editor)
    #expect(page.items.map(\.number) == Array((4...23).reversed()) + [1])
  }

  @Test("Numbers of people are told from five on; the same person counts once")
  func floor() throws {
    let id = try stand.published().tour.id
    let walkers = (0..<5).map { _ in stand.anotherWalker() }
    for (place, walker) in walkers.enumerated() {
      let told = try stand.tours.statistics(of: id, caller: stand.editor)
      #expect(told.started.told == nil && told.stops.allSatisfy { $0.reached.told == nil })
      for _ in 0..<2 {
        let run = try stand.runs.start(id, caller: walker).run.id
        stand.clock.advance(seconds: 60)
        // The last one leaves before the first stop.
        if place < 4 {
          _ = try stand.runs.advance(
            run,
            [RunPoint(position: LonLat(lon: 9.5223, lat: 47.1362), at: stand.clock.now())],
            caller: walker)
        }
        try stand.runs.leave(run, caller: walker)
      }
    }
    let told = try stand.tours.statistics(of: id, caller: stand.editor)
    #expect(told.started.told == 5 && told.completed.told == nil)
    #expect(told.stops.map(\.title) == ["Cathedral", "Museum", "Castle"])
    #expect(told.stops.map(\.reached.told) == [nil, nil, nil])
  }

  @Test("A draft is kept while a stop lacks its text, and the checks say so")
  func withoutText() throws {
    let made = try stand.make([
      "stops": #"[{"title":"Gate","position":{"lat":47.1362,"lon":9.5223}}]"#
    ])
    #expect(made.revision.content.stops.map { $0.text.text() } == [""])
    #expect(made.warnings?.map(\.code) == [.missingText])
    #expect(made.warnings?.map(\.pointer) == ["/stops/0/text"])
  }
}
