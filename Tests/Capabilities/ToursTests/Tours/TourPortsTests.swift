import Access
import Base
import CapabilityTestSupport
import Geodesy
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Tours: moderation, personal data, catalog")
struct TourPortsTests {
  let stand: TourStand

  init() throws { stand = try TourStand() }

  @Test("A removed tour is gone from every read, and whoever is on it is led out")
  func removal() throws {
    let id = try stand.published().tour.id
    let run = try stand.runs.start(id, caller: stand.walker).run.id
    let port = ReportableTours()
    let seen = try stand.store.read { try port.reportable(id, caller: stand.walker, in: $0) }
    #expect(seen?.title == "Old Town" && seen?.owner == stand.editor.account)
    let evidence = try JSONValue(parsing: seen?.evidence ?? [])
    #expect(evidence["stops"]?[0]?["text"] == .string("Built in 1873."))
    try stand.store.write { try port.remove(id, in: $0) }
    for caller in [stand.editor, stand.walker, .anonymous] {
      #expect(try refusal { _ = try stand.tours.details(id, caller: caller) }?.kind == .notFound)
    }
    #expect(
      try refusal { _ = try stand.runs.details(run, caller: stand.walker) }?.kind == .notFound)
    #expect(
      try refusal { _ = try stand.exchange.export(id, as: .gpx, caller: stand.editor) }?.kind
        == .notFound)
    #expect(try stand.tours.list(TourQuery(), caller: .anonymous).page.items.isEmpty)
    #expect(try stand.tours.list(TourQuery(isOwn: true), caller: stand.editor).page.items.isEmpty)
    #expect(try stand.runs.list(PageRequest(), caller: stand.walker).items.isEmpty)
    try stand.store.read { session in
      let active = try RunService.activeRun(
        of: stand.walker.testAccount, in: session, now: stand.clock.now())
      let reportable = try port.reportable(id, caller: stand.walker, in: session)
      let kept = try port.evidence(id, in: session)
      #expect(active == nil && reportable == nil && kept != nil)
    }
    #expect(try stand.store.changes(after: 0).last?.operation == .delete)
  }

  @Test("Drafts and retired tours cannot be reported")
  func notReportable() throws {
    let id = try stand.make().tour.id
    let seen = try stand.store.read {
      try ReportableTours().reportable(id, caller: stand.editor, in: $0)
    }
    #expect(seen == nil)
  }

  @Test("CO1: runs are exported with all that is kept, and erased; tours forget who made them")
  func personalData() throws {
    let id = try stand.published().tour.id
    let run = try stand.runs.start(id, caller: stand.walker).run.id
    stand.clock.advance(seconds: 60)
    _ = try stand.runs.advance(
      run,
      [RunPoint(position: LonLat(lon: 9.5223, lat: 47.1362), at: stand.clock.now())],
      caller: stand.walker)
    let port = ToursPersonalData()
    func exported(_ account: EntityID) throws -> JSONValue {
      try stand.store.read { session in
        var writer = JSONWriter()
        try writer.object { writer in try port.export(account, from: session, to: &writer) }
        return try JSONValue(parsing: writer.bytes)
      }
    }
    let data = try exported(stand.walker.testAccount)
    #expect(data["tourRuns"]?.array?.count == 1)
    #expect(data["tourRuns"]?[0]?["arrivals"]?.array?.count == 1)
    #expect(try exported(stand.editor.testAccount)["toursCreated"]?[0] == .string(id.description))
    try stand.store.write { transaction in
      try port.erase(stand.walker.testAccount, in: transaction)
      try port.erase(stand.editor.testAccount, in: transaction)
    }
    #expect(try exported(stand.walker.testAccount)["tourRuns"]?.array?.isEmpty == true)
    #expect(try exported(stand.editor.testAccount)["toursCreated"]?.array?.isEmpty == true)
    #expect(try stand.rows("tour_runs") == 0 && stand.rows("tour_run_arrivals") == 0)
    #expect(try stand.tours.details(id, caller: .anonymous).tour.createdBy == nil)
  }

  @Test("The catalog gets every published tour with area, route and stops, and no other")
  func catalog() throws {
    let id = try stand.published().tour.id
    let draft = try stand.make().tour.id
    _ = try stand.edit(id, #"{"name":"Changed"}"#)
    var records: [TourRecord] = []
    try stand.store.read { try TourCatalogSource.each(in: $0) { records.append($0) } }
    let shown = try stand.tours.details(id, caller: stand.walker).revision
    #expect(records.map(\.id) == [id])
    #expect(records.first?.names.text() == "Old Town")
    #expect(records.first?.route == shown.content.route)
    #expect(
      records.first?.area == shown.measures.area && records.first?.start == shown.content.start)
    #expect(records.first?.stops.map(\.id) == shown.content.stops.compactMap(\.id))
    let asked = try stand.store.read { try TourCatalogSource.tours([draft, id], in: $0) }
    #expect(asked.map(\.id) == [id])
  }
}
