import Base
import Geodata
import HTTPServing
import Testing

@Suite("park and ride in the plans of a day")
struct ParkAndRidePlanTests {
  let fixture: APIFixture
  private static let (home, office) = ((1.0009, 10.0), (1.0216, 10.0207))
  /// Two blocks from the office.
  private static let lunch = (1.0207, 10.0198)

  init() throws {
    fixture = try APIFixture(geodata: GeodataLibrary(MappedTown.folder.get().1))
  }

  private func traveller(_ modes: [String] = ["walk", "tram", "parkAndRide"]) throws
    -> APIFixture.Person
  {
    let person = try fixture.person()
    try fixture.setTravel(
      person, modes: modes, home: Self.home, ("maximumWalk", 1000), ("order", "leastEmissions"))
    return person
  }

  private func made(_ time: String, at place: (Double, Double), by person: APIFixture.Person) throws
    -> String
  {
    try fixture.made(
      APIFixture.appointment(start: "2026-06-10T\(time)", at: place), by: person,
      confirm: ["overlap"]
    ).require("id")
  }

  private func plan(_ id: String, _ person: APIFixture.Person) throws -> JSONValue {
    let reply = try fixture.call(.get, "/v1/appointments/\(id)/plan", as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return reply.json
  }

  private func modes(_ journey: JSONValue?) -> [String] {
    journey?["legs"]?.array?.compactMap { $0["mode"]?.string } ?? []
  }

  @Test("one drives to a park and ride, goes on by tram, and comes home by the car")
  func thereAndBack() throws {
    let person = try traveller()
    let kept = try fixture.call(.get, "/v1/me/travel-preferences", as: person).json["modes"]
    #expect(kept?.array?.compactMap(\.string).contains("parkAndRide") == true)
    let id = try made("10:00", at: Self.office, by: person)
    let plan = try plan(id, person)
    let journey = plan["journey"]
    #expect(modes(journey) == ["car", "walk", "tram", "walk"], "\(plan)")
    #expect(journey?["legs"]?[0]?["to"]?.string == "P+R South")
    #expect(journey?["carStands"]?["label"]?.string == "P+R South")
    #expect(journey?["carFetched"] == nil && plan["verdict"]?.string == "reachable")
    let back = plan["home"]?["journey"]
    #expect(modes(back) == ["walk", "tram", "walk", "car"], "\(plan)")
    #expect(back?["carFetched"] == journey?["carStands"] && back?["carStands"] == nil)
    #expect(back?["legs"]?[3]?["from"]?.string == "P+R South")
    let reminder = try #require(try fixture.nextReminder())
    fixture.clock.advance(seconds: reminder.seconds(since: fixture.clock.now()))
    #expect(try fixture.ringDue() == 1)
    let told = try fixture.notes(fixture.logIn(person.email), "leaveBy")
    #expect(told.first?.contains(": by car to P+R South, then Tram T from ") == true, "\(told)")
  }

  @Test("only if it is a means of the day: with a car alone one drives all the way")
  func notNamed() throws {
    let person = try traveller(["walk", "tram", "car"])
    let id = try made("10:00", at: Self.office, by: person)
    #expect(modes(try plan(id, person)["journey"]) == ["car"])
    try fixture.setTravel(
      person, modes: ["walk", "tram", "car"], home: Self.home, ("maximumWalk", 1000),
      ("order", "leastEmissions"),
      ("days", ["wednesday": ["modes": ["walk", "tram", "parkAndRide"], "maximumWalk": 1000]]))
    #expect(modes(try plan(id, person)["journey"]) == ["car", "walk", "tram", "walk"])
    let own = try fixture.made(
      APIFixture.appointment(start: "2026-06-17T10:00", at: Self.office)
        .with("modes", ["car", "walk", "tram"]), by: person, confirm: ["unreachable"])
    #expect(own.json["plan"]?["reason"]?.string == "limits", "\(own.text)")
  }

  @Test("between appointments the car stays where it was left, and the way home fetches it")
  func between() throws {
    var person = try traveller()
    let first = try made("10:00", at: Self.office, by: person)
    let stands = try #require(try plan(first, person)["journey"]?["carStands"])
    let second = try made("13:00", at: Self.lunch, by: person)
    #expect(try plan(first, person)["home"] == nil)
    for _ in 0..<2 {
      let on = try plan(second, person)
      #expect(modes(on["journey"]) == ["walk"], "\(on)")
      #expect(on["journey"]?["carStands"] == stands)
      #expect(on["home"]?["journey"]?["carFetched"] == stands, "\(on)")
      #expect(modes(on["home"]?["journey"]).last == "car")
      // While the first one is going on, its way lies behind.
      let start = try #require(Instant(rfc3339: "2026-06-10T08:30:00Z"))
      fixture.clock.advance(seconds: start.seconds(since: fixture.clock.now()))
      person = try fixture.logIn(person.email)
    }
  }

  @Test("who may drive all the way fetches the car for the next appointment where that is better")
  func onward() throws {
    let person = try traveller(["walk", "tram", "car", "parkAndRide"])
    let first = try made("10:00", at: Self.office, by: person)
    let journey = try plan(first, person)["journey"]
    #expect(modes(journey).contains("tram") && journey?["carStands"] != nil, "\(journey ?? .null)")
    // Beyond the walk, and without a stop.
    let second = try made("16:00", at: (1.0018, 10.0009), by: person)
    let on = try plan(second, person)
    #expect(modes(on["journey"]).last == "car", "\(on)")
    #expect(on["journey"]?["carFetched"] == journey?["carStands"])
    #expect(on["journey"]?["carStands"] == nil)
    #expect(modes(on["home"]?["journey"]) == ["car"] || modes(on["home"]?["journey"]) == ["walk"])
    // Where the first falls away one drives from home.
    let tag = try fixture.call(.get, "/v1/appointments/\(first)", as: person).tag()
    _ = try fixture.call(.delete, "/v1/appointments/\(first)", as: person, headers: [tag])
    let alone = try plan(second, person)
    #expect(alone["origin"]?.string == "home" && alone["journey"]?["carFetched"] == nil)
  }
}
