import Access
import Base
import CapabilityTestSupport
import Foundation
import Geodesy
import Objects
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Tours: lists, search and preview")
struct TourListTests {
  let stand: TourStand

  init() throws { stand = try TourStand() }

  /// A published tour that starts at a position.
  private func tour(
    _ name: String, place: String? = nil, at start: LonLat = LonLat(lon: 9.52, lat: 47.14),
    caller: Caller? = nil
  ) throws -> EntityID {
    let made = try stand.make(
      [
        "name": "\"\(name)\"", "place": place.map { "\"\($0)\"" } ?? "",
        "route": """
        {"type":"LineString","coordinates":[[\(start.lon),\(start.lat)],[\(start.lon),\(start.lat + 0.01)]]}
        """,
        "stops": """
        [{"title":"A","text":"B","position":{"lat":\(start.lat),"lon":\(start.lon)}}]
        """,
      ], caller: caller)
    return try stand.tours.publish(made.tour.id, caller: caller ?? stand.editor).tour.id
  }

  private func names(_ query: TourQuery, caller: Caller = .anonymous) throws -> [String] {
    try stand.tours.list(query, caller: caller).page.items.map(\.name)
  }

  @Test("TR-FR2.1: general users see a list of the published tours, in alphabetical order")
  func byName() throws {
    for name in ["Öde Wege", "Castle", "alpine path"] { _ = try tour(name) }
    _ = try stand.make(["name": "\"Draft\""])
    #expect(try names(TourQuery(), caller: stand.walker) == ["alpine path", "Castle", "Öde Wege"])
    #expect(try refusal { _ = try names(TourQuery(), caller: stand.admin) }?.kind == .forbidden)
  }

  @Test("A line of the list has the route in few points where there is no picture")
  func shapes() throws {
    // East, then north.
    let points = (0..<500).map { i in
      "[\(0.001 * Double(min(i, 250))),\(0.001 * Double(max(i - 250, 0)))]"
    }
    let made = try stand.make([
      "route": "{\"type\":\"LineString\",\"coordinates\":[\(points.joined(separator: ","))]}"
    ])
    _ = try stand.tours.publish(made.tour.id, caller: stand.editor)
    let line = try #require(
      try stand.tours.list(TourQuery(), caller: .anonymous).page.items.first)
    let shape = try #require(line.shape).points
    #expect(shape.count == TourShape.limit)
    #expect(shape.first == LonLat(lon: 0, lat: 0))
    #expect(shape.last == LonLat(lon: 0.25, lat: 0.249))
    // At even steps.
    for (a, b) in zip(shape, shape.dropFirst()) {
      #expect((0.014...0.024).contains(hypot(b.lon - a.lon, b.lat - a.lat)))
    }
    let short = LineString([LonLat(lon: 1, lat: 2), LonLat(lon: 3.123456, lat: 4)])
    #expect(TourShape.of(short).points == [LonLat(lon: 1, lat: 2), LonLat(lon: 3.12346, lat: 4)])
  }

  @Test("Pages follow each other without gaps and repeats, in every order")
  func pages() throws {
    for i in 0..<7 {
      _ = try tour(
        "Tour \(i % 3)", place: i % 2 == 0 ? "Vaduz" : nil,
        at: LonLat(lon: 9.5 + 0.001 * Double(i % 4), lat: 47.1))
    }
    let near = TourQuery.Near(LonLat(lon: 9.5, lat: 47.1), radius: 5000)
    for grouping in [nil, TourQuery.Grouping.place, .organization] {
      for around in [nil, near] {
        var query = TourQuery(near: around, grouping: grouping, page: PageRequest(limit: 100))
        let whole = try stand.tours.list(query, caller: .anonymous).page.items.map(\.id)
        #expect(whole.count == 7)
        var collected: [EntityID] = []
        query.page = PageRequest(limit: 2)
        for _ in 0..<10 {
          let page = try stand.tours.list(query, caller: .anonymous).page
          collected += page.items.map(\.id)
          guard let next = page.next else { break }
          query.page.cursor = try Cursor(token: next.token)
        }
        #expect(collected == whole)
      }
    }
    let foreign = TourQuery(page: PageRequest(cursor: Cursor("x")))
    #expect(try refusal { _ = try names(foreign) }?.slug == "wrong-cursor")
  }

  @Test("TR-FR2.1.g: the list is grouped by organization or by location")
  func groups() throws {
    _ = try tour("B", place: "Vaduz")
    _ = try tour("A", place: "Balzers")
    _ = try tour("C")
    _ = try tour("D", place: "Vaduz", caller: stand.stranger)
    let places = try stand.tours.list(TourQuery(grouping: .place), caller: stand.walker)
    #expect(places.groups?.map(\.name) == ["Balzers", "Vaduz", "Elsewhere"])
    #expect(places.page.items.map(\.name) == ["A", "B", "D", "C"])
    let organizations = try stand.tours.list(
      TourQuery(grouping: .organization), caller: stand.walker)
    #expect(organizations.groups?.map(\.name) == ["Alpine Trails", "Vaduz Walks"])
    #expect(organizations.groups?.map(\.tours.count) == [1, 3])
    #expect(try stand.tours.list(TourQuery(), caller: stand.walker).groups == nil)
  }

  @Test(
    "Search by name does not care for case, accents and widths, and takes wildcards as they are")
  func search() throws {
    for name in ["Über die Städtle", "100 % Vaduz", "Path_way"] { _ = try tour(name) }
    for (text, found) in [
      ("UBER", ["Über die Städtle"]), ("stadtle", ["Über die Städtle"]), ("%", ["100 % Vaduz"]),
      ("h_w", ["Path_way"]), ("x", []), ("!", []), ("ｖａｄｕｚ", ["100 % Vaduz"]), ("  ", nil),
    ] as [(String, [String]?)] {
      let all = ["100 % Vaduz", "Path_way", "Über die Städtle"]
      #expect(try names(TourQuery(text: text)) == found ?? all, "\(text)")
    }
  }

  @Test(
    "Around a position: exactly the tours that start within the radius, nearest first",
    arguments: [1, 2, 3] as [UInt64])
  func near(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var starts: [EntityID: LonLat] = [:]
    let centres = [LonLat(lon: 9.52, lat: 47.14), LonLat(lon: 179.99, lat: -16.8)]
    for i in 0..<24 {
      let centre = centres[i % 2]
      let start = LonLat(
        lon: LonLat.normalise(lon: centre.lon + (random.unit() - 0.5) * 0.2),
        lat: centre.lat + (random.unit() - 0.5) * 0.2)
      let rounded = LonLat(
        lon: (start.lon * 1e7).rounded() / 1e7, lat: (start.lat * 1e7).rounded() / 1e7)
      starts[try tour("T\(i)", at: rounded)] = rounded
    }
    for centre in centres {
      for radius in [1000.0, 6000, 12_000] {
        let found = try stand.tours.list(
          TourQuery(near: .init(centre, radius: radius), page: PageRequest(limit: 200)),
          caller: .anonymous
        ).page.items
        let expected = starts.map { ($0.key, Geodesic.distance(from: centre, to: $0.value)) }
          .filter { $0.1 <= radius }.sorted { $0.1 < $1.1 }
        #expect(found.map(\.id) == expected.map(\.0), "seed \(seed)")
        for (item, truth) in zip(found, expected) {
          #expect(abs((item.distanceToStart ?? -1) - truth.1) < 0.001)
        }
      }
    }
    for radius in [0, -1, .nan, .infinity, 1e9] as [Double] {
      let query = TourQuery(near: .init(centres[0], radius: radius))
      #expect(try refusal { _ = try names(query) }?.violations.first?.pointer == "radius")
    }
  }

  @Test("UC3.1-4: an organization lists all its tours in every state, and no others")
  func own() throws {
    _ = try tour("Published")
    _ = try stand.make(["name": "\"Draft\""])
    let retired = try tour("Retired")
    try stand.tours.unpublish(retired, caller: stand.editor)
    _ = try tour("Other", caller: stand.stranger)
    let own = try stand.tours.list(TourQuery(isOwn: true), caller: stand.colleague).page.items
    #expect(own.map(\.name) == ["Draft", "Published", "Retired"])
    #expect(own.map(\.state) == [.draft, .published, .retired])
    #expect(
      try refusal { _ = try names(TourQuery(isOwn: true), caller: stand.walker) }?.kind
        == .forbidden)
  }

  @Test(
    "TR-FR3(a), TR-FR3(b), TR-FR3(c), TR-FR3(d), TR-FR3(e), TR-FR3(f), TR-FR3(g): the preview shows it all"
  )
  func preview() throws {
    let object = try stand.object()
    let id = try stand.published([
      "price": "\"4.50\"", "links": "[{\"title\":\"Site\",\"url\":\"https://example.org/\"}]",
      "stops": """
      [{"title":"Cathedral","text":"Secret","position":{"lat":47.1362,"lon":9.5223,"h":506},
        "objects":["\(object)"]}]
      """,
    ]).tour.id
    let shown = try stand.tours.details(id, caller: stand.walker)
    let json = try json { shown.write(to: &$0) }
    #expect(json["name"] == .string("Old Town"))
    #expect(json["description"] == .string("From the church to the castle."))
    #expect(json["links"]?[0]?["url"] == .string("https://example.org/"))
    #expect(json["price"] == .string("4.50"))
    #expect(json["currency"] == .string("CAD"))
    // The length of the route by the geodesics of PROJ, and 5 km/h plus two minutes for the stop.
    let points = shown.revision.content.route.points
    let length = zip(points, points.dropFirst()).reduce(0) {
      $0 + Geodesic.distance(from: $1.0, to: $1.1)
    }
    #expect(abs((json["distance"]?.number ?? 0) - length) < 0.1)
    #expect(json["duration"]?.integer == Int((length / (5 / 3.6) + 120).rounded()))
    #expect(json["route"]?["type"] == .string("LineString"))
    #expect(json["route"]?["coordinates"]?.array?.count == 3)
    #expect(json["area"]?["type"] == .string("Polygon"))
    #expect(json["objects"]?[0]?["object"] == .string(object.description))
    #expect(json["objects"]?[0]?["position"]?["lat"] == .number(47.1362))
    #expect(json["objects"]?[0]?["position"]?["h"] == .number(506))
    // What has to be bought is not given away.
    #expect(json["stops"]?[0]?["title"] == .string("Cathedral"))
    #expect(json["stops"]?[0]?["text"] == nil && json["warnings"] == nil)
  }

  @Test("TM-FR5, UC3.1-4: organization users preview the draft of their tour with all texts")
  func editorPreview() throws {
    let id = try stand.make(["price": "3"]).tour.id
    let shown = try json { try? stand.tours.details(id, caller: stand.colleague).write(to: &$0) }
    #expect(shown["state"] == .string("draft"))
    #expect(shown["stops"]?[1]?["text"] == .string("The old tavern."))
    #expect(shown["hasDraft"] == .bool(true) && shown["isPublished"] == .bool(false))
  }

  @Test(
    "TM-FR4(d)i, TM-FR4(d)ii, UC2.14-17, UC3.19-21, UC3.20.1: objects and pop-ups stand at stops")
  func objects() throws {
    let object = try stand.object()
    let id = try stand.make().tour.id
    let body = """
      {"stops":[{"title":"A","text":"B","position":{"lat":47.1362,"lon":9.5223},"objects":["\(object)"]},
       {"title":"C","text":"D","position":{"lat":47.138,"lon":9.5224}}]}
      """
    let edited = try stand.edit(id, body)
    #expect(edited.revision.content.stops.map(\.kind) == [.object, .popup])
    #expect(edited.revision.content.stops.map { $0.text.text() } == ["B", "D"])
    #expect(edited.revision.content.objects.map(\.object) == [object])
    #expect(edited.revision.content.objects.first?.position == LonLat(lon: 9.5223, lat: 47.1362))
    // A colleague keeps the object without having it in an inventory of the own.
    _ = try stand.edit(id, body, caller: stand.colleague)
    let foreign = try stand.object(caller: stand.stranger)
    let refused = try refusal {
      _ = try stand.edit(id, body.replacing(object.description, with: foreign.description))
    }
    #expect(refused?.violations.map(\.pointer) == ["/stops/0/objects/0"])
  }

  @Test("Objects of published tours are seen by everyone, those of drafts by the organization")
  func objectVisibility() throws {
    let object = try stand.object()
    let id = try stand.make([
      "stops": """
      [{"title":"A","text":"B","position":{"lat":47.1362,"lon":9.5223},"objects":["\(object)"]}]
      """
    ]).tour.id
    func sees(_ caller: Caller) throws -> Bool {
      try refusal { _ = try stand.objects.details(object, caller: caller) } == nil
    }
    #expect(try sees(stand.colleague))
    #expect(try !sees(stand.walker) && !sees(stand.stranger))
    _ = try stand.tours.publish(id, caller: stand.editor)
    #expect(try sees(stand.walker) && sees(.anonymous))
    try stand.tours.unpublish(id, caller: stand.editor)
    #expect(try !sees(stand.walker))
  }

  @Test("An object that was withdrawn is not shown at its stop any more")
  func withdrawnObject() throws {
    let object = try stand.object()
    let id = try stand.published([
      "stops": """
      [{"title":"A","text":"B","position":{"lat":47.1362,"lon":9.5223},"objects":["\(object)"]}]
      """
    ]).tour.id
    try stand.objects.withdraw(object, expecting: .any, caller: stand.editor)
    #expect(try stand.tours.details(id, caller: stand.walker).revision.content.objects.isEmpty)
  }
}
