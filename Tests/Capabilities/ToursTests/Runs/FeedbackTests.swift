import Access
import Base
import CapabilityTestSupport
import Geodesy
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Runs: telling the organization")
struct FeedbackTests {
  let stand: TourStand
  let tour: EntityID

  init() throws {
    stand = try TourStand()
    tour = try stand.published().tour.id
  }

  /// A run on which the first stop was reached.
  private func walk(_ caller: Caller, trial: Bool = false) throws -> EntityID {
    let run = try stand.runs.start(tour, RunStart(trial: trial), caller: caller).run.id
    stand.clock.advance(seconds: 10)
    _ = try stand.runs.advance(
      run, [RunPoint(position: LonLat(lon: 9.5223, lat: 47.1362), at: stand.clock.now())],
      caller: caller)
    return run
  }

  private func list() throws -> [TourFeedback] {
    try stand.tours.feedback(of: tour, PageRequest(), caller: stand.editor).items
  }

  @Test("Stars and a sentence are told of the own run after an arrival, and told anew")
  func telling() throws {
    let early = try stand.runs.start(tour, caller: stand.walker).run.id
    let draft = FeedbackDraft(stars: 4, text: "A fine walk.")
    #expect(
      try refusal { _ = try stand.runs.tell(draft, of: early, caller: stand.walker) }?.slug
        == "nothing-reached")
    let run = try walk(stand.walker)
    let other = stand.anotherWalker()
    #expect(
      try refusal { _ = try stand.runs.tell(draft, of: run, caller: other) }?.kind == .notFound)
    let first = try stand.runs.tell(draft, of: run, caller: stand.walker)
    _ = try stand.runs.tell(FeedbackDraft(stars: 5), of: run, caller: stand.walker)
    let told = try list()
    #expect(told.map(\.id) == [first.id] && told[0].stars == 5 && told[0].text == nil)
    let details = try stand.runs.details(run, caller: stand.walker)
    let shown = try json { details.write(to: &$0) }
    #expect(shown["feedback"]?["stars"]?.integer == 5)
  }

  @Test("The organization reads it newest first and without names; others do not")
  func reading() throws {
    for stars in 1...3 {
      let walker = stand.anotherWalker()
      _ = try stand.runs.tell(FeedbackDraft(stars: stars), of: walk(walker), caller: walker)
    }
    let page = try stand.tours.feedback(
      of: tour, PageRequest(limit: 2), caller: stand.colleague)
    #expect(page.items.map(\.stars) == [3, 2])
    let rest = try stand.tours.feedback(
      of: tour, PageRequest(limit: 2, cursor: page.next), caller: stand.editor)
    #expect(rest.items.map(\.stars) == [1] && rest.next == nil)
    let line = try json { page.items[0].write(to: &$0) }
    #expect(Set(line.members?.map(\.name) ?? []) == ["id", "stars", "at"])
    for caller in [stand.stranger, stand.walker] {
      #expect(
        try refusal { _ = try stand.tours.feedback(of: tour, PageRequest(), caller: caller) }?.kind
          == .forbidden)
    }
  }

  @Test("Statistics tell the stars from five people on, each once, and of no trial")
  func statistics() throws {
    for stars in [1, 2, 3, 5] {
      let walker = stand.anotherWalker()
      _ = try stand.runs.tell(FeedbackDraft(stars: stars), of: walk(walker), caller: walker)
    }
    let trying = stand.anotherWalker()
    _ = try stand.runs.tell(
      FeedbackDraft(stars: 1), of: walk(trying, trial: true), caller: trying)
    func stars() throws -> TourStatistics.Stars {
      try stand.tours.statistics(of: tour, caller: stand.editor).stars
    }
    #expect(try stars().count.told == nil && stars().mean == nil)
    let first = try walk(stand.walker)
    _ = try stand.runs.tell(FeedbackDraft(stars: 1), of: first, caller: stand.walker)
    try stand.runs.leave(first, caller: stand.walker)
    // The last walk of somebody counts.
    _ = try stand.runs.tell(FeedbackDraft(stars: 4), of: walk(stand.walker), caller: stand.walker)
    #expect(try stars().count.told == 5 && stars().mean == 3)
  }

  @Test("Feedback is reported by its organization only, and told no more once it is removed")
  func reporting() throws {
    let told = try stand.runs.tell(
      FeedbackDraft(stars: 1, text: "Rude words."), of: walk(stand.walker), caller: stand.walker)
    let port = ReportableFeedback()
    try stand.store.read { (session: StoreSession) throws in
      let thing = try #require(try port.reportable(told.id, caller: stand.editor, in: session))
      #expect(thing.owner == stand.walker.testAccount)
      let evidence = try JSONValue(parsing: thing.evidence)
      #expect(evidence["feedback"]?["text"]?.string == "Rude words.")
      for caller in [stand.stranger, stand.walker, .anonymous] {
        #expect(try port.reportable(told.id, caller: caller, in: session) == nil)
      }
    }
    try stand.store.write { try port.remove(told.id, in: $0) }
    #expect(try list().isEmpty)
    #expect(try stand.store.read { try port.evidence(told.id, in: $0) } != nil)
  }

  @Test("An account's export has what it told, and its erasure deletes it")
  func personalData() throws {
    _ = try stand.runs.tell(
      FeedbackDraft(stars: 2, text: "Steep."), of: walk(stand.walker), caller: stand.walker)
    let account = stand.walker.testAccount
    let export = try stand.store.read { session in
      var json = JSONWriter()
      try json.object { try ToursPersonalData().export(account, from: session, to: &$0) }
      return try JSONValue(parsing: json.bytes)
    }
    #expect(export["tourRuns"]?[0]?["feedback"]?["text"]?.string == "Steep.")
    try stand.store.write { try ToursPersonalData().erase(account, in: $0) }
    #expect(try stand.rows("tour_feedback") == 0 && stand.rows("tour_runs") == 0)
  }
}
