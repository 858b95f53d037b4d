import Access
import Base
import CapabilityTestSupport
import Geodesy
import Groups
import Notifications
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Tours: drafts, publication, who sees and edits")
struct TourServiceTests {
  let stand: TourStand

  init() throws { stand = try TourStand() }

  @Test(
    "TM-FR1, UC2.post: an organization user makes a draft of the own organization; others are refused"
  )
  func create() throws {
    let tour = try stand.make()
    #expect(tour.tour.state == .draft)
    #expect(tour.tour.organization == stand.walks)
    #expect(tour.organization.name == "Vaduz Walks")
    #expect(try refusal { _ = try stand.make(caller: stand.walker) }?.kind == .forbidden)
    #expect(try refusal { _ = try stand.make(caller: stand.admin) }?.kind == .forbidden)
    #expect(try refusal { _ = try stand.make(caller: .anonymous) }?.kind == .unauthenticated)
    let foreign = try refusal { _ = try stand.make(["organization": "\"\(stand.rival)\""]) }
    #expect(foreign?.slug == "not-your-organization")
    #expect(try stand.platform.store.read { try $0.count("SELECT COUNT(*) FROM tours") } == 1)
  }

  @Test("TM-FR2, UC2.20.1: a draft is seen by the own organization and by nobody else")
  func draft() throws {
    let id = try stand.make().tour.id
    #expect(try stand.tours.details(id, caller: stand.colleague).isEditor)
    for caller in [stand.stranger, stand.walker, .anonymous] {
      #expect(try refusal { _ = try stand.tours.details(id, caller: caller) }?.kind == .notFound)
    }
    #expect(try stand.tours.list(TourQuery(), caller: stand.walker).page.items.isEmpty)
  }

  @Test("TM-FR3, UC2.18-20, UC2.21-22: a tour is published at once or later, and everyone sees it")
  func publish() throws {
    let id = try stand.make().tour.id
    #expect(try stand.tours.publish(id, caller: stand.colleague).tour.state == .published)
    for caller in [stand.stranger, stand.walker, .anonymous] {
      #expect(try stand.tours.details(id, caller: caller).revision.content.name == "Old Town")
    }
    #expect(try stand.tours.list(TourQuery(), caller: .anonymous).page.items.map(\.id) == [id])
    let again = try stand.tours.publish(id, caller: stand.editor)
    #expect(again.tour.version == 2)
  }

  @Test("Publication tells the other members of the organization")
  func publicationIsTold() throws {
    let id = try stand.published().tour.id
    let posts = stand.notifications.letters.current
    #expect(posts.map(\.to) == [stand.colleague.account].compactMap { $0 })
    #expect(posts.first?.kind == .tourPublished && posts.first?.subject == id)
  }

  @Test("A tour without stops can be kept as a draft, but not be published")
  func incomplete() throws {
    let id = try stand.make(["stops": ""]).tour.id
    let refused = try refusal { _ = try stand.tours.publish(id, caller: stand.editor) }
    #expect(refused?.slug == "tour-incomplete")
    #expect(refused?.violations.map(\.pointer) == ["/stops"])
  }

  @Test("TM-FR6: the own organization edits; others get 403 for what they see and 404 for the rest")
  func edit() throws {
    let id = try stand.make().tour.id
    #expect(
      try stand.edit(id, #"{"name":"New"}"#, caller: stand.colleague).revision.content.name == "New"
    )
    #expect(try refusal { _ = try stand.edit(id, "{}", caller: stand.stranger) }?.kind == .notFound)
    #expect(try refusal { _ = try stand.edit(id, "{}", caller: stand.walker) }?.kind == .forbidden)
    _ = try stand.tours.publish(id, caller: stand.editor)
    for change in [
      { _ = try stand.edit(id, #"{"name":"X"}"#, caller: stand.stranger) },
      { _ = try stand.tours.publish(id, caller: stand.stranger) },
      { try stand.tours.unpublish(id, caller: stand.stranger) },
      { try stand.tours.delete(id, expecting: .any, caller: stand.stranger) },
    ] {
      #expect(try refusal(change)?.slug == "not-your-organization")
    }
    #expect(try stand.tours.details(id, caller: .anonymous).revision.content.name == "New")
  }

  @Test(
    "TM-FR4(a), TM-FR4(b), TM-FR4(e)i, UC2.6-8, UC3.6-7, UC3.10-12: every member is kept and can be changed"
  )
  func members() throws {
    let made = try stand.make([
      "place": "\"Vaduz\"", "price": "\"4.50\"", "currency": "\"CAD\"",
      "links": "[{\"title\":\"Site\",\"url\":\"https://example.org\"}]",
      "languages": "[\"en\"]", "durationMinutes": "95",
      "wheelchair": "\"limited\"",
      "area": """
      {"type":"Polygon","coordinates":[[[9.52,47.13],[9.53,47.13],[9.53,47.15],[9.52,47.15],[9.52,47.13]]]}
      """,
    ])
    let content = made.revision.content
    #expect(content.place == "Vaduz" && content.price.cents == 450)
    #expect(content.links == [TourLink(title: "Site", url: "https://example.org")])
    #expect(made.revision.measures.duration == 95 * 60)
    #expect(content.area?.polygons.first?.exterior.count == 5)
    #expect(content.stops.count == 3 && content.stops[2].height == 577.5)
    let changed = try stand.edit(
      made.tour.id,
      """
      {"name":"Zweite","description":"Neu","price":0,"area":null,
       "route":{"type":"LineString","coordinates":[[9.52,47.13],[9.521,47.131]]}}
      """)
    #expect(changed.revision.content.price.isFree)
    #expect(changed.revision.content.area == nil)
    #expect(changed.revision.content.route.points.count == 2)
    #expect(changed.revision.content.stops.map(\.id) == content.stops.map(\.id))
    #expect(changed.revision.content.links == content.links)
    #expect(content.wheelchair == .limited && changed.revision.content.wheelchair == .limited)
    let untold = try stand.edit(made.tour.id, #"{"wheelchair":null}"#)
    #expect(untold.revision.content.wheelchair == nil)
    #expect(changed.tour.version == made.tour.version + 1)
  }

  @Test("CG-RL-06: only the organization's currency is taken")
  func currency() throws {
    let refused = try refusal { _ = try stand.make(["price": "5", "currency": "\"USD\""]) }
    #expect(refused?.violations.map(\.pointer) == ["/currency"])
    #expect(try stand.make(caller: stand.stranger).revision.currency == .usDollar)
  }

  @Test("UC3.24.1: a draft of a published tour hides nothing, and shows only after publication")
  func draftOfPublished() throws {
    let id = try stand.published().tour.id
    let edited = try stand.edit(id, #"{"name":"Second"}"#)
    #expect(edited.tour.state == .published && edited.revision.number == 2)
    #expect(try stand.tours.details(id, caller: stand.walker).revision.content.name == "Old Town")
    #expect(try stand.tours.details(id, caller: stand.colleague).revision.content.name == "Second")
    let edits = try stand.edit(id, #"{"description":"More"}"#)
    #expect(edits.revision.id == edited.revision.id)
    // UC3.22-26
    _ = try stand.tours.publish(id, caller: stand.editor)
    #expect(try stand.tours.details(id, caller: stand.walker).revision.content.name == "Second")
    #expect(
      try stand.tours.details(id, caller: stand.walker).revision.content.description == "More")
  }

  @Test("UC3.22-26: after an edit is published, walkers see the new version")
  func superseded() throws {
    let id = try stand.published().tour.id
    for name in ["B", "C"] {
      _ = try stand.edit(id, "{\"name\":\"\(name)\"}")
      _ = try stand.tours.publish(id, caller: stand.editor)
    }
    #expect(try stand.tours.details(id, caller: .anonymous).revision.content.name == "C")
  }

  @Test("A stale change is refused and changes nothing")
  func stale() throws {
    let made = try stand.make()
    _ = try stand.edit(made.tour.id, #"{"name":"B"}"#, expecting: .oneOf([1]))
    let refused = try refusal {
      _ = try stand.edit(made.tour.id, #"{"name":"C"}"#, expecting: .oneOf([1]))
    }
    #expect(refused?.kind == .stale)
    #expect(
      try stand.tours.details(made.tour.id, caller: stand.editor).revision.content.name == "B")
  }

  @Test("Taking the publication back hides the tour from all but its organization")
  func unpublish() throws {
    let id = try stand.published().tour.id
    try stand.tours.unpublish(id, caller: stand.editor)
    #expect(
      try refusal { _ = try stand.tours.details(id, caller: stand.walker) }?.kind == .notFound)
    #expect(try stand.tours.details(id, caller: stand.colleague).tour.state == .retired)
    #expect(try refusal { try stand.tours.unpublish(id, caller: stand.editor) }?.kind == .conflict)
    #expect(try stand.tours.publish(id, caller: stand.editor).tour.state == .published)
  }

  @Test("Deleting takes unpublished changes, then retired tours; never what is published")
  func delete() throws {
    let draft = try stand.make().tour.id
    try stand.tours.delete(draft, expecting: .any, caller: stand.editor)
    #expect(
      try refusal { _ = try stand.tours.details(draft, caller: stand.editor) }?.kind == .notFound)
    let id = try stand.published().tour.id
    #expect(
      try refusal { try stand.tours.delete(id, expecting: .any, caller: stand.editor) }?.kind
        == .conflict)
    _ = try stand.edit(id, #"{"name":"B"}"#)
    try stand.tours.delete(id, expecting: .any, caller: stand.editor)
    #expect(try stand.tours.details(id, caller: stand.editor).revision.content.name == "Old Town")
    try stand.tours.unpublish(id, caller: stand.editor)
    try stand.tours.delete(id, expecting: .any, caller: stand.editor)
    #expect(
      try refusal { _ = try stand.tours.details(id, caller: stand.editor) }?.kind == .notFound)
  }

  @Test("An area that crosses itself is refused with the place")
  func wrongArea() throws {
    let refused = try refusal {
      _ = try stand.make([
        "area": #"{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}"#
      ])
    }
    #expect(refused?.kind == .invalid)
    #expect(refused?.violations.first?.pointer.hasPrefix("/area") == true)
  }

  @Test(
    "Changes are recorded for those who follow: drafts for the organization, publication for all")
  func changeLog() throws {
    let id = try stand.published().tour.id
    _ = try stand.edit(id, #"{"name":"B"}"#)
    try stand.tours.unpublish(id, caller: stand.editor)
    let changes = try stand.platform.store.changes(after: 0).filter { $0.kind == "tour" }
    #expect(
      changes.map(\.realm) == [
        stand.walks, SubRealmID.publicRealm, stand.walks, SubRealmID.publicRealm,
      ])
    #expect(changes.map(\.operation) == [.insert, .insert, .update, .delete])
    #expect(changes.allSatisfy { $0.subject == id })
  }
}
