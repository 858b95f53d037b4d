import Base
import HTTPServing
import Testing

/// What takes place near by soon.
extension APIFixture {
  func tellOfNearbyEvents() throws {
    let (ana, ben, eve) = (try person("Ana"), try person("Ben"), try person("Eve"))
    let realm = try team(of: ana, [ben])
    func plan(_ title: String, inHours hours: Int64, lat: Double) throws -> String {
      let start = "\(clock.now().adding(seconds: hours * 3600))"
      let made = try call(
        .post, "/v1/realms/\(realm)/events", as: ana,
        [
          "kind": "event", "title": .text(title), "start": .text(String(start.prefix(16))),
          "zone": "UTC", "duration": 7200, "placeIsSafe": true,
          "place": ["lat": .number(lat), "lon": 9.5215, "label": "Boathouse"],
        ])
      try #require(made.status == 201, "\(made.text)")
      return try made.require("id")
    }
    let soon = try plan("Soon", inHours: 3, lat: 47.139)
    let later = try plan("Later", inHours: 72, lat: 47.139)
    let far = try plan("Far", inHours: 3, lat: 47.3)
    let own = try call(
      .post, "/v1/appointments", as: eve,
      [
        "title": "Tea", "start": .text(String("\(clock.now().adding(seconds: 3600))".prefix(16))),
        "zone": "UTC", "duration": 3600, "place": ["lat": 47.14, "lon": 9.5215, "label": "Café"],
      ]
    ).require("id")
    func near(_ person: Person, _ more: String = "") throws -> [String?] {
      let reply = try call(.get, "/v1/nearby-events?lat=47.139&lon=9.5215" + more, as: person)
      try #require(reply.status == 200, "\(reply.text)")
      return reply.items.map { $0["id"]?.string }
    }
    #expect(try near(ben) == [soon])
    #expect(try near(ben, "&hours=100") == [soon, later])
    #expect(try near(ben, "&radius=50000&hours=100").contains(far))
    // Of others' groups and calendars nothing shows.
    #expect(try near(eve) == [own])
    let first = try call(.get, "/v1/nearby-events?lat=47.14&lon=9.5215", as: eve).items.first
    #expect(first?["distance"]?.number == 0 && first?["place"]?["label"]?.string == "Café")
    // Page by page, and as long as it goes on.
    let page = try call(
      .get, "/v1/nearby-events?lat=47.139&lon=9.5215&hours=100&limit=1", as: ben)
    #expect(page.items.map { $0["id"]?.string } == [soon])
    let next = try #require(page.json["next"]?.string)
    #expect(try near(ben, "&hours=100&limit=1&cursor=\(next)") == [later])
    clock.advance(seconds: 4 * 3600)
    #expect(try near(ben) == [soon])
    clock.advance(seconds: 2 * 3600)
    #expect(try near(ben) == [])
  }
}
