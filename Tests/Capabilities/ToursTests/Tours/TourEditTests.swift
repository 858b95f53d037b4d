import Access
import Base
import CapabilityTestSupport
import Geodesy
import Storage
import TestSupport
import Testing

@testable import Tours

@Suite("Tours: what is read from requests")
struct TourEditTests {
  private func violations(_ changes: [String: String]) throws -> [Refusal.Violation] {
    try refusal { _ = try TourEdit(creating: TourStand.fields(changes)) }?.violations ?? []
  }

  private func pointers(_ changes: [String: String]) throws -> [String] {
    try violations(changes).map(\.pointer)
  }

  @Test(
    "UC2.4.1.2: a blank required field is refused by its name",
    arguments: ["name", "description", "route"])
  func required(_ name: String) throws {
    #expect(try pointers([name: ""]) == ["/\(name)"])
    #expect(try pointers([name: "null"]) == ["/\(name)"])
    if name != "route" { #expect(try pointers([name: "\"  \""]) == ["/\(name)"]) }
  }

  @Test("UC2.4-5: name, description and route are enough, everything else is optional")
  func optional() throws {
    let content = try TourEdit(creating: TourStand.fields(["stops": ""])).newContent()
    #expect(content.price.isFree)
    #expect(content.links.isEmpty && content.stops.isEmpty && content.durationMinutes == nil)
  }

  @Test(
    "TM-FR4(e)ii: amounts below 10.00 are taken, as text and as number",
    arguments: [
      ("\"0\"", 0), ("0", 0), ("\"9.99\"", 999), ("9.99", 999), ("4.35", 435), ("\"4.5\"", 450),
      ("1e-2", 1), ("8.2", 820),
    ])
  func price(_ json: String, _ cents: Int) throws {
    let content = try TourEdit(creating: TourStand.fields(["price": json])).newContent()
    #expect(content.price.cents == cents)
  }

  @Test(
    "TM-FR4(e)ii: a price of 10.00 or more, a negative one and a third decimal are refused",
    arguments: [
      "10", "\"10.00\"", "10.00", "999999", "1e300", "-1", "\"-0.01\"", "\"+1\"", "1.005",
      "\"1.005\"", "\"1.\"", "\".5\"", "\"1e0\"", "\"\"", "true", "[1]", "\"99999999999999999999\"",
      "\"１\"",
    ])
  func wrongPrice(_ json: String) throws {
    #expect(try pointers(["price": json]) == ["/price"])
  }

  @Test("TM-FR4(f): fifty links are taken, only http and https, without passwords")
  func links() throws {
    let many = (0..<50).map { "{\"url\":\"https://example.org/\($0)\"}" }.joined(separator: ",")
    let content = try TourEdit(creating: TourStand.fields(["links": "[\(many)]"])).newContent()
    #expect(content.links.count == 50)
    let plain = try TourEdit(creating: TourStand.fields(["links": "[\"https://example.org/x\"]"]))
    #expect(try plain.newContent().links == [TourLink(url: "https://example.org/x")])
    #expect(try pointers(["links": "[\"x\"]"]) == ["/links/0"])
    for url in [
      "javascript:alert(1)", "ftp://example.org", "https://", "//example.org", "https://a:b@c.org",
      "https://exa mple.org", "x", "data:text/html,x",
    ] {
      #expect(try pointers(["links": "[{\"title\":\"T\",\"url\":\"\(url)\"}]"]) == ["/links/0/url"])
    }
  }

  @Test("Every wrong member of a stop is named where it stands")
  func stops() throws {
    func stop(_ more: String) -> [String: String] {
      ["stops": "[{\"title\":\"A\",\"text\":\"B\",\(more)}]"]
    }
    let place = "\"position\":{\"lat\":47,\"lon\":9}"
    #expect(try pointers(stop("\"position\":{\"lat\":91,\"lon\":9}")) == ["/stops/0/position/lat"])
    #expect(try pointers(stop("\"position\":{\"lat\":1}")) == ["/stops/0/position/lon"])
    #expect(
      try pointers(stop("\(place),\"trigger\":{\"radius\":0}")) == ["/stops/0/trigger/radius"])
    #expect(try pointers(stop("\(place),\"kind\":\"quiz\"")) == ["/stops/0/kind"])
    #expect(try pointers(stop("\(place),\"objects\":[\"x\"]")) == ["/stops/0/objects/0"])
    #expect(
      try pointers(stop("\(place),\"narration\":{\"kind\":\"recording\"}"))
        == ["/stops/0/narration/media"])
    #expect(try pointers(stop("\(place),\"colour\":1")) == ["/stops/0/colour"])
    #expect(
      try pointers(
        stop("\(place),\"trigger\":{\"polygon\":{\"type\":\"Polygon\",\"coordinates\":[[[9,47]]]}}")
      ).first?.hasPrefix("/stops/0/trigger/polygon/coordinates") == true)
    #expect(
      try pointers(["stops": "[{}]"]).sorted() == ["/stops/0/position", "/stops/0/title"])
    #expect(
      try pointers(["stops": "[{\"title\":\"A\",\"text\":\"\",\(place)}]"]) == ["/stops/0/text"])
  }

  @Test("A route needs two different points in range")
  func route() throws {
    func line(_ coordinates: String) -> [String: String] {
      ["route": "{\"type\":\"LineString\",\"coordinates\":\(coordinates)}"]
    }
    #expect(try pointers(line("[[9,47]]")) == ["/route/coordinates"])
    #expect(try pointers(line("[[9,47],[9,47]]")) == ["/route"])
    #expect(try pointers(line("[[9,47],[9,97]]")) == ["/route/coordinates/1"])
    #expect(try pointers(line("[[9,47],[9]]")) == ["/route/coordinates/1"])
    #expect(
      try pointers(["route": "{\"type\":\"Point\",\"coordinates\":[9,47]}"]) == ["/route/type"])
    #expect(try pointers(["route": "7"]) == ["/route"])
  }

  @Test("TM-FR4(c)ii: the direction of travel can be turned; stops turn with a route that stays")
  func direction() throws {
    let old = try TourEdit(creating: TourStand.fields()).newContent()
    let turned = try TourEdit(
      changing: JSONFields(JSONValue(parsing: Array(#"{"direction":"reverse"}"#.utf8)))
    ).applied(to: old)
    #expect(turned.route.points == old.route.points.reversed())
    #expect(turned.stops == old.stops.reversed())
    let made = try TourEdit(creating: TourStand.fields(["direction": "\"reverse\""])).newContent()
    #expect(made.route == turned.route)
    #expect(made.stops.map(\.position) == old.stops.map(\.position))
  }

  @Test("Texts per language: tags are checked, and a text without a tag gets the tour's language")
  func languages() throws {
    let stops = """
      [{"title":{"en":"Castle","DE-li":"Schloss"},"texts":{"en":"Old","de-LI":"Alt"},"text":"Alt",
      "position":{"lat":47,"lon":9}}]
      """
    let content = try TourEdit(creating: TourStand.fields(["stops": stops])).newContent()
    #expect(content.languages == ["en", "de-LI"])
    #expect(content.stops[0].title.text(in: ["de-CH"]) == "Schloss")
    #expect(content.stops[0].title.text(in: ["fr"]) == "Castle")
    let plain = try TourEdit(creating: TourStand.fields(["languages": "[\"de\"]"])).newContent()
    #expect(plain.stops[0].text.entries.first?.language == "de")
    #expect(try pointers(["languages": "[\"e\"]"]) == ["/languages/0"])
    #expect(try pointers(["languages": "[\"en\",\"EN\"]"]) == ["/languages/1"])
    let clash = stops.replacing("\"text\":\"Alt\"", with: "\"text\":\"Neu\"")
    #expect(try pointers(["stops": clash]) == ["/stops/0/text"])
    #expect(LanguageTag.normalised("zh-hans-cn") == "zh-Hans-CN")
    #expect(LanguageTag.normalised("en_US") == nil)
  }

  @Test("UC3.8.1: a change needs no member; null clears optional ones and is refused for others")
  func changes() throws {
    func edit(_ body: String) throws -> TourEdit {
      try TourEdit(changing: JSONFields(JSONValue(parsing: Array(body.utf8))))
    }
    let old = try TourEdit(
      creating: TourStand.fields(["price": "5", "place": "\"Vaduz\"", "durationMinutes": "90"])
    ).newContent()
    #expect(try edit("{}").applied(to: old) == old)
    let cleared = try edit(#"{"price":null,"place":null,"durationMinutes":null,"links":null}"#)
      .applied(to: old)
    #expect(cleared.price.isFree && cleared.place == nil && cleared.durationMinutes == nil)
    for name in ["name", "description", "route"] {
      #expect(
        try refusal { _ = try edit("{\"\(name)\":null}") }?.violations.first?.pointer == "/\(name)")
    }
    #expect(try refusal { _ = try edit(#"{"nmae":"x"}"#) }?.violations.first?.pointer == "/nmae")
  }
}
