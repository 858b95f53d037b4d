import Base
import HTTPServing
import Testing

/// One's own minutes to spare, and the way home, as a client asks for them.
@Suite("the own buffer and the way home over HTTP")
struct BufferAndHomeTests {
  private let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func moment(_ value: JSONValue?) throws -> Instant {
    try #require(value?.string.flatMap { Instant(rfc3339: $0) })
  }

  @Test("so many minutes as one wishes to be there before, one leaves earlier, and is reminded")
  func buffer() throws {
    let person = try fixture.pedestrian()
    let made = try fixture.made(APIFixture.appointment(), by: person)
    let id = try made.require("id")
    func plan() throws -> JSONValue {
      try fixture.call(.get, "/v1/appointments/\(id)/plan", as: person).json
    }
    let (leaves, arrives) = (try moment(plan()["leaveAt"]), try moment(plan()["arriveAt"]))
    #expect(try fixture.nextReminder() == leaves.adding(seconds: -600))
    try fixture.setTravel(person, ("buffer", 15))
    let kept = try fixture.call(.get, "/v1/me/travel-preferences", as: person)
    #expect(kept.json["buffer"]?.integer == 15)
    #expect(try moment(plan()["leaveAt"]) == leaves.adding(seconds: -900))
    #expect(try moment(plan()["arriveAt"]) == arrives.adding(seconds: -900))
    #expect(try fixture.nextReminder() == leaves.adding(seconds: -1500))
    let tag = try kept.tag()
    let refused = try fixture.call(
      .put, "/v1/me/travel-preferences", as: person, ["modes": ["walk"], "buffer": 121],
      headers: [tag])
    #expect(refused.status == 422 && refused.pointers == ["/buffer"], "\(refused.text)")
  }

  @Test("the home is read back with its name and address, and both can be taken away")
  func homeAddress() throws {
    let person = try fixture.person()
    for address in ["Bahnhofstrasse 1, 9494 Schaan", nil] as [String?] {
      var home = Town.place(Town.station)
      if let address { home = home.with("label", "Home").with("address", .text(address)) }
      try fixture.setTravel(person, home: nil, ("home", home))
      let read = try fixture.call(.get, "/v1/me/travel-preferences", as: person).json["home"]
      #expect(read?["label"]?.string == (address == nil ? nil : "Home"))
      #expect(read?["address"]?.string == address && read?["lat"]?.number == Town.station.0)
    }
  }

  @Test("after the last appointment of a day its plan leads home; not after one before it")
  func wayHome() throws {
    let person = try fixture.pedestrian()
    let first = try fixture.made(APIFixture.appointment(), by: person).require("id")
    func plan(_ id: String) throws -> JSONValue {
      try fixture.call(.get, "/v1/appointments/\(id)/plan", as: person).json
    }
    let home = try #require(plan(first)["home"])
    let legs = home["journey"]?["legs"]?.array ?? []
    #expect(legs.compactMap { $0["mode"]?.string } == ["walk"])
    // It ends at 15:30 in Vaduz, two hours ahead.
    let ends = try #require(Instant(rfc3339: "2026-05-01T13:30:00Z"))
    #expect(try moment(legs.first?["departure"]) == ends)
    #expect(try moment(legs.first?["arrival"]) > ends.adding(seconds: 240))
    let last = try fixture.made(
      APIFixture.appointment("Dinner", start: "2026-05-01T19:00"), by: person
    ).require("id")
    #expect(try plan(first)["home"] == nil)
    #expect(try plan(last)["home"]?["journey"] != nil)
    // Whoever has no home is led to none.
    let stranger = try fixture.pedestrian(home: nil)
    let alone = try fixture.made(APIFixture.appointment(), by: stranger).require("id")
    let answer = try fixture.call(.get, "/v1/appointments/\(alone)/plan", as: stranger)
    #expect(answer.json["home"] == nil)
  }
}
