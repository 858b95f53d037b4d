import Access
import Base
import HTTPServing
import Storage
import Testing
import WaysideAPI

/// Rides that people who come to an event share.
extension APIFixture {
  private func start(_ lat: Double, _ lon: Double) -> JSON {
    ["from": "shown", "lat": .number(lat), "lon": .number(lon), "label": "At the mill"]
  }

  func tellOfRides() throws {
    let (ana, ben, cleo) = (try person("Ana"), try person("Ben"), try person("Cleo"))
    let eve = try person("Eve")
    let realm = try team(of: ana, [ben, cleo])
    let made = try call(
      .post, "/v1/realms/\(realm)/events", as: ana,
      [
        "kind": "event", "title": "Regatta", "start": "2026-06-13T09:00",
        "place": ["lat": 47.139, "lon": 9.5215, "label": "Boathouse"], "placeIsSafe": true,
      ])
    try #require(made.status == 201, "\(made.text)")
    let event = try "/v1/group-events/" + made.require("id")
    let rides = event + "/rides"
    let offer: JSON = ["role": "driver", "seats": 1, "start": start(47.201234, 9.521234)]
    let wanted: JSON = ["role": "seeker", "start": start(47.171717, 9.521717)]
    // Rides are for those who come; others do not learn of them.
    #expect(try call(.put, rides + "/own", as: ana, offer).slug == "ride-state")
    #expect(try call(.get, rides, as: eve).status == 404)
    for one in [ana, ben, cleo] {
      #expect(try call(.put, event + "/answer", as: one, ["answer": "accepted"]).status == 200)
    }
    let home: JSON = ["role": "seeker", "start": ["from": "home"]]
    #expect(try call(.put, rides + "/own", as: ben, home).pointers == ["/start/from"])
    for wrong: JSON in [
      ["role": "driver", "start": ["from": "home"]],
      ["role": "driver", "seats": 8, "start": ["from": "home"]],
      ["role": "seeker", "seats": 1, "start": ["from": "home"]],
      ["role": "seeker", "start": ["from": "home", "lat": 1, "lon": 1]],
      ["role": "seeker", "start": ["from": "shown", "lat": 1]],
    ] { #expect(try call(.put, rides + "/own", as: ben, wrong).status == 422) }
    #expect(try call(.get, rides, as: ben).items.isEmpty)
    let offered = try call(.put, rides + "/own", as: ana, offer)
    #expect(offered.json["own"]?["seats"]?.integer == 1 && offered.items.isEmpty)
    #expect(try call(.get, rides, as: ben).items.isEmpty, "not before the own part is said")
    // Drivers with seats, with the detour in steps, and without any place.
    let found = try call(.put, rides + "/own", as: ben, wanted)
    #expect(found.items.map { $0["account"]?["name"]?.string } == ["Ana"], "\(found.text)")
    #expect(found.items.first?["detour"]?.integer == 5 && !found.text.contains("47.20"))
    #expect(found.items.first?["estimated"]?.bool == true)
    #expect(try call(.put, rides + "/own", as: cleo, wanted).items.count == 1)
    let (toAna, toBen, toCleo) = (
      rides + "/with/\(ana.id)", rides + "/with/\(ben.id)", rides + "/with/\(cleo.id)"
    )
    #expect(try call(.put, rides + "/with/\(eve.id)", as: ben).status == 404)
    let asked = try call(.put, toAna, as: ben)
    #expect(asked.items.map { $0["state"]?.string } == ["asked"] && !asked.text.contains("47.20"))
    #expect(try call(.put, toAna + "/decision", as: ben, ["accept": true]).slug == "ride-state")
    #expect(
      try heard(ana, "rideAsked").map { $0["text"]?.string }
        == [
          "Ben asks for a seat in your car to “Regatta”, Sat, 13 June 2026 at 09:00 (Vaduz time)."
        ])
    let seen = try call(.get, rides, as: ana)
    #expect(seen.items.map { $0["state"]?.string } == ["received", "open"], "\(seen.text)")
    #expect(!seen.text.contains("47.17"))
    #expect(seen.items.allSatisfy { $0["place"] == nil })
    // What waits is listed for the one who is to answer, without any place.
    func waiting(_ person: Person) throws -> [JSONValue] {
      try call(.get, "/v1/ride-requests", as: person).items
    }
    let request = try waiting(ana)
    #expect(request.map { $0["account"]?["name"]?.string } == ["Ben"])
    #expect(request.first?["role"]?.string == "seeker")
    #expect(request.first?["event"]?["title"]?.string == "Regatta")
    #expect(request.first?["event"]?["repeats"]?.bool == false)
    #expect(try !call(.get, "/v1/ride-requests", as: ana).text.contains("47.17"))
    #expect(try waiting(ben).isEmpty && waiting(eve).isEmpty)
    // Agreed: each sees the place of the other, and nobody else's.
    func told() throws -> Int {
      try services.platform.store.readOnce {
        try $0.count("SELECT COUNT(*) FROM changes WHERE kind = 'calendarItem'")
      }
    }
    let before = try told()
    let agreed = try call(.put, toBen + "/decision", as: ana, ["accept": true])
    #expect(try told() > before, "open pages are told")
    #expect(try waiting(ana).isEmpty, "answered")
    let ride = agreed.items.first { $0["account"]?["name"]?.string == "Ben" }
    #expect(ride?["place"]?["lat"]?.number == 47.171717 && ride?["pickUp"]?.integer == 1)
    #expect(ride?["place"]?["label"]?.string == "At the mill")
    let mine = try call(.get, rides, as: ben).items.first
    #expect(mine?["place"]?["lat"]?.number == 47.201234 && mine?["state"]?.string == "agreed")
    // One seat, one rider.
    #expect(try call(.get, rides, as: cleo).items.isEmpty, "no seat is left")
    #expect(try call(.put, toCleo, as: ana).slug == "ride-full")
    #expect(try !call(.get, rides, as: cleo).text.contains("47.20"))
    let kept = try call(.get, "/v1/me/export", as: ben).json
    #expect(kept["rides"]?.array?.first?["part"]?["start"]?["lat"]?.number == 47.171717)
    #expect(kept["rideAgreements"]?.array?.map { $0["agreed"]?.bool } == [true])
    // Moved: it stays agreed, and both are told.
    let moved = try call(
      .patch, event, as: ana, ["start": "2026-06-13T10:00"], headers: [made.tag()])
    #expect(moved.status == 200, "\(moved.text)")
    #expect(
      try heard(ben, "rideChange").compactMap { $0["text"]?.string }.contains(
        "Ana still rides with you to the changed “Regatta”, "
          + "Sat, 13 June 2026 at 10:00 (Vaduz time)."))
    // Left: the seat is free again, and the place is hidden.
    #expect(try call(.delete, toAna, as: ben).status == 204)
    #expect(
      try heard(ana, "rideChange").compactMap { $0["text"]?.string }.contains {
        $0.hasPrefix("Ben no longer rides with you to “Regatta”")
      })
    #expect(try !call(.get, rides, as: ana).text.contains("47.17"))
    #expect(try call(.put, toBen, as: ana).slug == "ride-state", "only Ben may ask again")
    #expect(try call(.put, toCleo, as: ana).status == 200)
    #expect(try waiting(cleo).map { $0["role"]?.string } == ["driver"], "a seat is offered")
    #expect(try call(.put, toAna + "/decision", as: cleo, ["accept": false]).status == 200)
    #expect(try call(.put, toAna, as: ben).status == 200)
    #expect(try call(.put, toBen + "/decision", as: ana, ["accept": true]).status == 200)
    // Who no longer comes rides no more.
    #expect(try call(.put, event + "/answer", as: ben, ["answer": "declined"]).status == 200)
    #expect(try call(.get, rides, as: ben).json["own"] == nil)
    #expect(try !call(.get, rides, as: ana).text.contains("Ben"))
    #expect(try call(.delete, rides + "/own", as: ana).status == 204)
    #expect(try call(.get, rides, as: ana).json["own"] == nil)
    #expect(try call(.get, rides, as: cleo).items.isEmpty)
  }
}
