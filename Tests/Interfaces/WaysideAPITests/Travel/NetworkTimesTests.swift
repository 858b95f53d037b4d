import Base
import Foundation
import Geodata
import HTTPServing
import Routing
import TestSupport
import Testing

@Suite("travel times of appointments where a map and a timetable are imported")
struct NetworkTimesTests {
  let fixture: APIFixture
  /// Beside the bus's first stop, and beside the tram's last.
  static let (bus, tram) = ((1.0009, 10.0), (1.0216, 10.0207))

  init() throws {
    fixture = try APIFixture(geodata: GeodataLibrary(MappedTown.folder.get().1))
  }

  private func traveller(
    _ modes: [String], home: (Double, Double) = bus, _ more: (String, JSON)...
  ) throws -> APIFixture.Person {
    let person = try fixture.person()
    try fixture.setTravel(person, modes: modes, home: home)
    for (name, value) in more {
      try fixture.setTravel(person, modes: modes, home: home, (name, value))
    }
    return person
  }

  private func appointment(
    _ start: String = "2026-06-10T10:00", at point: (Double, Double) = tram
  ) -> JSON { APIFixture.appointment(start: start, at: point) }

  @Test(
    "TV-RTE-01, TV-RTE-03: a plan is the journey of the timetable that leaves last, not an estimate"
  )
  func timetable() throws {
    let person = try traveller(["walk", "bus", "tram"])
    let plan = try fixture.made(appointment(), by: person).json["plan"]
    let journey = try #require(plan?["journey"])
    let legs = journey["legs"]?.array ?? []
    #expect(legs.compactMap { $0["mode"]?.string } == ["walk", "bus", "tram", "walk"])
    #expect(legs[1]["line"]?.string == "Bus 1" && journey["estimate"] == nil)
    let asked = try fixture.call(
      .get,
      "/v1/routes?from=1.0009,10.0&to=1.0216,10.0207&mode=transit&arriveBy=2026-06-10T08:00:00Z")
    let best = asked.json["itineraries"]?[0]
    #expect(plan?["leaveAt"]?.string?.prefix(16) == best?["departure"]?.string?.prefix(16))
  }

  @Test("the order of the preferences decides between ways")
  func storedOrder() throws {
    func modes(_ order: String) throws -> [String] {
      let person = try traveller(["walk", "bus", "tram"], ("order", .text(order)))
      let plan = try fixture.made(appointment(), by: person).json["plan"]
      return plan?["journey"]?["legs"]?.array?.compactMap { $0["mode"]?.string } ?? []
    }
    #expect(try modes("fastest") == ["walk", "bus", "tram", "walk"])
    #expect(try modes("leastEmissions") == ["walk"])
  }

  @Test("what comes too late by the preferred way is in time if the fastest way is")
  func hurried() throws {
    let person = try traveller(["walk", "bus", "tram"], ("order", "leastEmissions"))
    func plan(after end: String, on day: String) throws -> JSONValue? {
      let start = try #require(Instant(rfc3339: "2026-06-\(day)T\(end):00Z"))
        .adding(seconds: -1800).description.prefix(16)
      _ = try fixture.made(appointment(String(start), at: Self.bus), by: person)
      return try fixture.made(appointment("2026-06-\(day)T10:00"), by: person).json["plan"]
    }
    func modes(_ plan: JSONValue?) -> [String?]? {
      plan?["journey"]?["legs"]?.array?.map { $0["mode"]?.string }
    }
    // On foot it takes 56 minutes, by bus and tram half of that.
    let leisure = try plan(after: "08:45", on: "10")
    #expect(modes(leisure) == ["walk"] && leisure?["verdict"]?.string == "reachable")
    #expect(leisure?["detail"]?.string == "")
    let hurry = try plan(after: "09:15", on: "11")
    #expect(modes(hurry) == ["walk", "bus", "tram", "walk"], "\(hurry ?? .null)")
    #expect(hurry?["verdict"]?.string == "reachable" && hurry?["reason"] == nil)
    #expect(
      hurry?["detail"]?.string
        == "The way that is preferred would come too late: this is the fastest.")
    _ = try fixture.made(appointment("2026-06-12T09:20", at: Self.bus), by: person)
    let late = try fixture.made(
      appointment("2026-06-12T10:00"), by: person, confirm: ["unreachable"]
    ).json["plan"]
    #expect(modes(late) == ["walk", "bus", "tram", "walk"], "\(late ?? .null)")
    #expect(late?["verdict"]?.string == "unreachable" && late?["reason"]?.string == "tooLate")
  }

  @Test("the time to change of the preferences moves plans, their verdict and the reminder")
  func storedChangeTime() throws {
    func moment(_ value: JSONValue?) throws -> Instant {
      try #require(value?.string.flatMap { Instant(rfc3339: $0) })
    }
    let modes = ["walk", "bus", "tram"]
    let person = try traveller(modes)
    let read = try fixture.call(.get, "/v1/me/travel-preferences", as: person)
    #expect(read.json["changeTime"]?.integer == 120)
    let id = try fixture.made(appointment(), by: person).require("id")
    func plan() throws -> JSONValue {
      try fixture.call(.get, "/v1/appointments/\(id)/plan", as: person).json
    }
    let first = try plan()
    let leaves = try moment(first["leaveAt"])
    #expect(try fixture.nextReminder() == leaves.adding(seconds: -600))
    // The tram leaves six minutes after the bus has come: with eight it is the one before.
    try fixture.setTravel(person, modes: modes, home: Self.bus, ("changeTime", 480))
    let kept = try fixture.call(.get, "/v1/me/travel-preferences", as: person)
    #expect(kept.json["changeTime"]?.integer == 480)
    let careful = try plan()
    #expect(try moment(careful["leaveAt"]) == leaves.adding(seconds: -600))
    #expect(try fixture.nextReminder() == leaves.adding(seconds: -1200))
    let rides = (careful["journey"]?["legs"]?.array ?? []).filter { $0["line"] != nil }
    #expect(rides.count == 2)
    let change = try moment(rides.last?["departure"]).seconds(since: moment(rides[0]["arrival"]))
    #expect(change >= 480)
    // From an appointment that ends five minutes before the bus is left for: with eight minutes to
    // change one would have had to take the bus before.
    let start = leaves.adding(seconds: 7200 - 300 - 1800).description.prefix(16)
    _ = try fixture.made(
      appointment(String(start), at: Self.bus), by: person, confirm: ["nextUnreachable"])
    let late = try plan()
    #expect(late["origin"]?.string == "previous")
    #expect(late["verdict"]?.string == "unreachable", "\(late)")
    try fixture.setTravel(person, modes: modes, home: Self.bus, ("changeTime", 120))
    let again = try plan()
    #expect(again["verdict"]?.string != "unreachable", "\(again)")
    #expect((300..<360).contains(try #require(again["margin"]?.integer)))
  }

  @Test("the time at the first stop of the preferences moves plans, and ways are asked for with it")
  func storedBoardingTime() throws {
    let person = try traveller(["walk", "bus", "tram"])
    let read = try fixture.call(.get, "/v1/me/travel-preferences", as: person)
    #expect(read.json["boardingTime"]?.integer == 60)
    let id = try fixture.made(appointment(), by: person).require("id")
    func leaves() throws -> Instant {
      let plan = try fixture.call(.get, "/v1/appointments/\(id)/plan", as: person).json
      return try #require(plan["leaveAt"]?.string.flatMap { Instant(rfc3339: $0) })
    }
    let usual = try leaves()
    try fixture.setTravel(
      person, modes: ["walk", "bus", "tram"], home: Self.bus, ("boardingTime", 0))
    #expect(try leaves() == usual.adding(seconds: 60))
    try fixture.setTravel(
      person, modes: ["walk", "bus", "tram"], home: Self.bus, ("boardingTime", 180))
    let kept = try fixture.call(.get, "/v1/me/travel-preferences", as: person)
    #expect(kept.json["boardingTime"]?.integer == 180)
    #expect(try leaves() == usual.adding(seconds: -120))
    let asked = try fixture.call(
      .get,
      "/v1/routes?from=1.0009,10.0&to=1.0216,10.0207&mode=transit&arriveBy=2026-06-10T08:00:00Z"
        + "&boardingTime=180")
    let best = try #require(asked.json["itineraries"]?[0])
    #expect(try leaves().description.prefix(19) == best["departure"]?.string?.prefix(19) ?? "")
  }

  @Test("a rule of transfers.txt goes before the time to change of the preferences")
  func transfersFirst() throws {
    let (folder, data) = try MappedTown.make(
      transfers: "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nb24,t0,2,60\n")
    _ = folder
    let fixture = try APIFixture(geodata: GeodataLibrary(data))
    let person = try fixture.person()
    var leaves: [String?] = []
    for (day, seconds) in [("10", 120), ("11", 480)] as [(String, JSON)] {
      try fixture.setTravel(
        person, modes: ["walk", "bus", "tram"], home: Self.bus, ("changeTime", seconds))
      let plan = try fixture.made(appointment("2026-06-\(day)T10:00"), by: person).json["plan"]
      leaves.append(plan?["leaveAt"]?.string)
    }
    #expect(leaves[0] != nil && leaves[0]?.dropFirst(10) == leaves[1]?.dropFirst(10))
  }

  @Test("what the preferences avoid is avoided by the plan")
  func storedAvoidances() throws {
    let files = try TemporaryFolder()
    var town = OSMFileWriter()
    // 330 m of steps, or three sides of a square.
    for (id, lon, lat) in [(1, 10.0, 1.0), (2, 10.003, 1.0), (3, 10.003, 1.003), (4, 10.0, 1.003)] {
      town.node(Int64(id), lon: lon, lat: lat)
    }
    town.way(1, [1, 2], ["highway": "steps"])
    town.way(2, [1, 4, 3, 2], ["highway": "residential"])
    try Data(town.bytes).write(to: URL(filePath: files.file("town.osm.pbf")))
    let folder = GeodataFolder(in: files.file("data"))
    _ = try ExtractImport(extract: files.file("town.osm.pbf"))
      .write(to: folder.place(.maps, name: "town"))
    let fixture = try APIFixture(geodata: GeodataLibrary(folder))
    func distance(_ avoid: [String]) throws -> Double {
      let person = try fixture.person()
      try fixture.setTravel(
        person, home: (1.0, 10.0), ("avoid", .list(avoid.map { .text($0) })))
      let made = try fixture.made(appointment(at: (1.0, 10.003)), by: person)
      return try #require(made.json["plan"]?["journey"]?["distance"]?.number, "\(made.text)")
    }
    #expect((320...350).contains(try distance([])))
    #expect((980...1020).contains(try distance(["steps"])))
  }

  @Test("TV-RTE-12: own vehicles go by the streets, and only where they are at hand")
  func streets() throws {
    var minutes: [Int] = []
    for mode in ["walk", "bicycle", "car"] {
      let plan = try fixture.made(appointment(), by: traveller([mode])).json["plan"]
      #expect(plan?["journey"]?["legs"]?.array?.compactMap { $0["mode"]?.string } == [mode])
      minutes.append(plan?["minutes"]?.integer ?? 0)
    }
    #expect(minutes[0] > minutes[1] && minutes[1] > minutes[2])
  }

  @Test(
    "TV-RTE-08: limits and dates beyond the timetable make an appointment unreachable, with the reason"
  )
  func reasons() throws {
    let limited = try traveller(["walk"], ("maximumWalk", 500))
    let refused = try fixture.call(.post, "/v1/appointments", as: limited, appointment())
    #expect(refused.status == 409 && APIFixture.warnings(refused) == ["unreachable"])
    let made = try fixture.made(appointment(), by: limited, confirm: ["unreachable"])
    #expect(made.json["plan"]?["reason"]?.string == "limits")
    let late = try fixture.made(
      appointment("2026-05-20T10:00"), by: traveller(["walk", "bus"]), confirm: ["unreachable"])
    #expect(late.json["plan"]?["reason"]?.string == "outsideTimetable")
  }

  @Test("days after the timetable's last are planned by a typical week, which is said")
  func typicalWeek() throws {
    let person = try traveller(["walk", "bus", "tram"])
    let known = try fixture.made(appointment(), by: person).json["plan"]
    // The same weekday, a year and a day later.
    let later = try fixture.made(appointment("2027-06-09T10:00"), by: person).require("id")
    let reply = try fixture.call(.get, "/v1/appointments/\(later)/plan", as: person)
    let plan: JSONValue? = reply.json
    #expect(plan?["verdict"]?.string == "reachable", "\(plan?["detail"]?.string ?? "")")
    #expect(plan?["leaveAt"]?.string?.dropFirst(10) == known?["leaveAt"]?.string?.dropFirst(10))
    #expect(plan?["leaveAt"]?.string?.hasPrefix("2027-06-09") == true)
    #expect(plan?["detail"]?.string?.contains("is not known yet") == true)
    #expect(known?["detail"]?.string?.contains("is not known yet") != true)
  }

  @Test(
    "a holiday is no typical day, and a feed that ends later elsewhere does not hide the own one")
  func untypicalWeek() throws {
    // The last Wednesday that the town's feed tells of is a holiday; the other feed knows five later ones.
    let (folder, data) = try MappedTown.make(holidays: ["20260624"], july: true)
    defer { withExtendedLifetime(folder) {} }
    let fixture = try APIFixture(geodata: GeodataLibrary(data))
    let person = try fixture.person()
    try fixture.setTravel(person, modes: ["walk", "bus", "tram"], home: Self.bus)
    let later = try fixture.made(appointment("2027-06-09T10:00"), by: person).require("id")
    let plan: JSONValue? = try fixture.call(.get, "/v1/appointments/\(later)/plan", as: person).json
    #expect(plan?["verdict"]?.string == "reachable", "\(plan?["detail"]?.string ?? "")")
    #expect(plan?["detail"]?.string?.contains("on 2026-06-17") == true)
    #expect(plan?["leaveAt"]?.string?.hasPrefix("2027-06-09") == true)
  }

  @Test("a typical day has the times of the timetable, not the delays of the day it is read from")
  func typicalAsPlanned() throws {
    let modes = ["walk", "bus", "tram"]
    let known = try fixture.made(appointment(), by: traveller(modes)).json["plan"]
    let ride = known?["journey"]?["legs"]?.array?.first { $0["line"] != nil }
    let leaves = try #require(ride?["departure"]?.string.flatMap { Instant(rfc3339: $0) })
    // The bus does not run on the tenth of June, the last Wednesday that is no holiday.
    let (folder, data) = try MappedTown.make(holidays: ["20260617", "20260624"])
    defer { withExtendedLifetime(folder) {} }
    let start = String(leaves.adding(seconds: 7200).description.dropFirst(11).prefix(8))
    try Data(TownUpdates.bytes(start: start, isCancelled: true))
      .write(to: URL(filePath: data.place(.tripUpdates, name: "town")))
    let fixture = try APIFixture(geodata: GeodataLibrary(data))
    let person = try fixture.person()
    try fixture.setTravel(person, modes: modes, home: Self.bus)
    let day = try fixture.made(appointment(), by: person).json["plan"]
    #expect(day?["leaveAt"] != known?["leaveAt"])
    let id = try fixture.made(appointment("2027-06-09T10:00"), by: person).require("id")
    let later = try fixture.call(.get, "/v1/appointments/\(id)/plan", as: person).json
    #expect(later["detail"]?.string?.contains("on 2026-06-10") == true, "\(later)")
    #expect(later["leaveAt"]?.string?.dropFirst(10) == known?["leaveAt"]?.string?.dropFirst(10))
  }

  @Test(
    "where the own feed has ended and another, far away, tells of the day, the own week is typical")
  func endedBesideAnother() throws {
    let (folder, data) = try MappedTown.make(july: true)
    defer { withExtendedLifetime(folder) {} }
    let fixture = try APIFixture(geodata: GeodataLibrary(data))
    let person = try fixture.person()
    try fixture.setTravel(person, modes: ["walk", "bus", "tram"], home: Self.bus)
    let known = try fixture.made(appointment(), by: person).json["plan"]
    let july = try fixture.made(appointment("2026-07-08T10:00"), by: person).require("id")
    let plan: JSONValue? = try fixture.call(.get, "/v1/appointments/\(july)/plan", as: person).json
    #expect(plan?["verdict"]?.string == "reachable", "\(plan?["detail"]?.string ?? "")")
    #expect(plan?["detail"]?.string?.contains("is how one travels on 2026-06-") == true)
    #expect(plan?["leaveAt"]?.string?.hasPrefix("2026-07-08") == true)
    #expect(plan?["leaveAt"]?.string?.dropFirst(10) == known?["leaveAt"]?.string?.dropFirst(10))
  }

  @Test(
    "TV-RTE-04: a late ride has the times that hold now, and those of the timetable beside them")
  func late() throws {
    let asked =
      "/v1/routes?from=1.0009,10.0&to=1.0216,10.0207&mode=transit&arriveBy=2026-06-10T08:00:00Z"
    func moment(_ value: JSONValue?) throws -> Instant {
      try #require(value?.string.flatMap { Instant(rfc3339: $0) })
    }
    func rides(_ fixture: APIFixture) throws -> [[JSONValue]] {
      let person = try fixture.person()
      try fixture.setTravel(person, modes: ["walk", "bus", "tram"], home: Self.bus)
      let plan = try fixture.made(appointment(), by: person).json["plan"]
      let way = try fixture.call(.get, asked).json["itineraries"]?[0]
      return [plan?["journey"]?["legs"], way?["legs"]].map { legs in
        (legs?.array ?? []).filter { $0["line"] != nil }
      }
    }
    let onTime = try rides(fixture)
    for legs in onTime {
      #expect(legs.count == 2)
      for leg in legs {
        #expect(leg["plannedDeparture"]?.string == leg["departure"]?.string)
        #expect(leg["plannedArrival"]?.string == leg["arrival"]?.string)
      }
    }
    let leaves = try moment(onTime[0].first?["departure"])
    let (folder, data) = try MappedTown.make()
    defer { withExtendedLifetime(folder) {} }
    // The town's clocks are two hours ahead.
    let start = String(leaves.adding(seconds: 7200).description.dropFirst(11).prefix(8))
    try Data(TownUpdates.bytes(start: start))
      .write(to: URL(filePath: data.place(.tripUpdates, name: "town")))
    for (legs, before) in try zip(rides(APIFixture(geodata: GeodataLibrary(data))), onTime) {
      #expect(legs.count == 2)
      let (bus, was) = (try #require(legs.first), try #require(before.first))
      for (time, planned) in [
        ("departure", "plannedDeparture"), ("arrival", "plannedArrival"),
      ] {
        #expect(try moment(bus[planned]) == moment(was[time]))
        #expect(try moment(bus[time]) == moment(was[time]).adding(seconds: 120))
        #expect(try moment(legs[1][planned]) == moment(legs[1][time]))
      }
    }
  }

  @Test("where no map lies the way is estimated, and says so")
  func beyond() throws {
    let person = try traveller(["walk"], home: Town.station)
    let plan = try fixture.made(appointment(at: Town.parliament), by: person).json["plan"]
    #expect(plan?["verdict"]?.string == "reachable" && plan?["minutes"]?.integer == 6)
    #expect(plan?["journey"]?["estimate"]?.string?.contains("no map") == true)
  }

  @Test("a place off the road of a map is estimated for want of a way, not of a map")
  func offTheRoad() throws {
    // In the middle of a block, 50 m from the streets around it.
    let person = try traveller(["car"], home: (1.00135, 10.00045))
    let plan = try fixture.made(appointment(), by: person).json["plan"]
    let journey = plan?["journey"]
    #expect(journey?["legs"]?.array?.compactMap { $0["mode"]?.string } == ["walk", "car"])
    let words =
      "The way between the street and a place is not known; it is estimated by the distance."
    #expect(journey?["estimate"]?.string == words && plan?["detail"]?.string == words)
  }

  @Test(
    "legs of plans say how far off the streets they begin and end, and where water lies between")
  func snapped() throws {
    let files = try TemporaryFolder()
    var town = OSMFileWriter()
    // A street, a lake north of it and a home beyond the lake.
    for (id, lon, lat) in [
      (1, 10.0, 1.0), (2, 10.003, 1.0), (3, 9.999, 1.0005), (4, 10.004, 1.0005),
      (5, 10.004, 1.0015), (6, 9.999, 1.0015),
    ] {
      town.node(Int64(id), lon: lon, lat: lat)
    }
    town.way(1, [1, 2], ["highway": "residential"])
    town.way(2, [3, 4, 5, 6, 3], ["natural": "water"])
    try Data(town.bytes).write(to: URL(filePath: files.file("town.osm.pbf")))
    let folder = GeodataFolder(in: files.file("data"))
    _ = try ExtractImport(extract: files.file("town.osm.pbf"))
      .write(to: folder.place(.maps, name: "town"))
    let fixture = try APIFixture(geodata: GeodataLibrary(folder))
    let person = try fixture.person()
    try fixture.setTravel(person, home: (1.0017, 10.0005))
    let id = try fixture.made(appointment(at: (0.9999, 10.0025)), by: person).require("id")
    // As it is kept, and the way home that is found when it is asked for.
    let plan = try fixture.call(.get, "/v1/appointments/\(id)/plan", as: person).json
    let there = plan["journey"]?["legs"]?[0]?["snapped"]
    #expect(there?["overWater"]?.bool == true, "\(plan)")
    #expect((187...189).contains(try #require(there?["start"]?.number)))
    #expect((10.5...11.5).contains(try #require(there?["end"]?.number)))
    let back = plan["home"]?["journey"]?["legs"]?[0]?["snapped"]
    #expect(back?["overWater"]?.bool == true && back?["end"] == there?["start"])
    let near = try fixture.made(
      appointment("2026-06-10T15:00", at: (1.0001, 10.0005)), by: person
    ).json["plan"]?["journey"]?["legs"]?[0]?["snapped"]
    #expect(near?["start"] == there?["end"] && near?["overWater"] == nil)
  }

  @Test(
    "TV-ALY-05: one place is planned from: the previous appointment, home, or the one position sent"
  )
  func oneOrigin() throws {
    let person = try traveller(["walk"])
    let first = try fixture.made(appointment(), by: person)
    let second = try fixture.made(
      appointment("2026-06-10T15:00", at: Self.bus), by: person
    ).require("id")
    #expect(first.json["plan"]?["origin"]?.string == "home")
    let path = "/v1/appointments/\(second)/plan"
    let plan = try fixture.call(.get, path, as: person)
    #expect(plan.json["origin"]?.string == "previous")
    let live = try fixture.call(.get, path + "?from=1.0216,10.0000", as: person)
    #expect(live.json["origin"]?.string == "live")
    let two = try fixture.call(
      .get, path + "?from=1.0216,10.0000&from=1.0009,10.0", as: person)
    #expect(two.status == 400 && two.pointers == ["from"])
  }
}
