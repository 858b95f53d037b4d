import Base
import Foundation
import Geodata
import HTTPServing
import Routing
import TestSupport
import Testing

@Suite("ways from one place to another")
struct RouteTests {
  let fixture: APIFixture

  init() throws {
    fixture = try APIFixture(geodata: GeodataLibrary(MappedTown.folder.get().1))
  }

  /// From beside the bus's first stop to beside the tram's last, at nine in the morning there.
  private func routes(
    _ mode: String, _ more: String = "", from: String = "1.0009,10.0",
    to: String = "1.0216,10.0207",
    time: String = "departAt=2026-06-10T07:00:00Z"
  ) throws -> Reply {
    try fixture.call(.get, "/v1/routes?from=\(from)&to=\(to)&mode=\(mode)&\(time)\(more)")
  }

  private func modes(_ itinerary: JSONValue?) -> [String] {
    itinerary?["legs"]?.array?.compactMap { $0["mode"]?.string } ?? []
  }

  @Test("TV-RTE-03, TV-RTE-06, TV-RTE-15: legs with modes, times, lengths, lines and steps")
  func transit() throws {
    let reply = try routes("transit")
    #expect(reply.status == 200)
    let best = reply.json["itineraries"]?[0]
    #expect(modes(best) == ["walk", "bus", "tram", "walk"])
    #expect(best?["departure"]?.string?.hasPrefix("2026-06-10T07:") == true)
    let legs = best?["legs"]?.array ?? []
    let distance = legs.compactMap { $0["distance"]?.number }.reduce(0, +)
    #expect(abs(distance - (best?["distance"]?.number ?? 0)) < 1)
    #expect(legs.allSatisfy { ($0["geometry"]?["coordinates"]?.array?.count ?? 0) >= 2 })
    #expect(legs[1]["line"]?.string == "1" && legs[1]["color"]?.string == "#1F4E9E")
    #expect(legs[1]["stops"]?.array?.first?["name"]?.string == "Row 0 / 0")
    #expect((best?["co2"]?.number ?? 0) > 100)
    #expect(reply.json["co2Source"]?.string?.contains("DESNZ") == true)
    #expect(reply.json["breaking"]?.array?.isEmpty == true)
    for name in ["duration", "distance", "co2", "walk"] {
      let decimals = reply.text.components(separatedBy: "\"\(name)\":").dropFirst().map { rest in
        rest.prefix { $0.isNumber || $0 == "." }.split(separator: ".").dropFirst().first?.count ?? 0
      }
      #expect(decimals.max() ?? 9 <= 1, "\(name) is told by tenths")
    }
    // Anybody may ask, logged in or not.
    #expect(try fixture.call(.get, "/v1/routes?from=1,10&to=1.002,10.002").status == 200)
  }

  @Test("TV-RTE-12: on foot, by bicycle and by car, each as asked for")
  func streets() throws {
    var durations: [Double] = []
    for mode in ["walk", "bicycle", "car"] {
      let reply = try routes(mode)
      let best = reply.json["itineraries"]?[0]
      #expect(modes(best) == [mode])
      #expect(
        best?["legs"]?[0]?["steps"]?.array?.last?["instruction"]?.string == "You have arrived.")
      durations.append(best?["duration"]?.number ?? 0)
    }
    #expect(durations[0] > durations[1] && durations[1] > durations[2])
    // 45 m from both streets of a block: the car stands at the street, and one walks to it.
    let off = try routes("car", from: "1.00045,10.0004").json["itineraries"]?[0]
    #expect(modes(off) == ["walk", "car"])
    let walked = try #require(off?["legs"]?[0]?["distance"]?.number)
    #expect((40...50).contains(walked) && off?["walk"]?.number == walked)
    #expect(off?["legs"]?[1]?["snapped"]?["start"]?.number == walked)
    #expect(off?["legs"]?[1]?["snapped"]?["end"]?.number ?? 99 < 25)
    let without = try routes("walk,tram").json["itineraries"]?.array ?? []
    #expect(!without.isEmpty && without.allSatisfy { !modes($0).contains("bus") })
  }

  @Test("a car is left at a park and ride of the map, and fetched there on the way back")
  func parkAndRide() throws {
    let ways = try routes("transit,parkAndRide").json["itineraries"]?.array ?? []
    #expect(!ways.contains { modes($0) == ["car"] })
    let driven = try routes("transit,car").json["itineraries"]?.array ?? []
    #expect(driven.contains { modes($0) == ["car"] })
    #expect(!driven.contains { modes($0).contains("car") && modes($0).contains("tram") })
    let way = try #require(ways.first { modes($0) == ["car", "walk", "tram", "walk"] })
    #expect(way["legs"]?[0]?["to"]?.string == "P+R South")
    #expect(way["fare"] == .null)
    let stands = try #require(way["legs"]?[0]?["geometry"]?["coordinates"]?.array?.last)
    let (lon, lat) = (try #require(stands[0]?.number), try #require(stands[1]?.number))
    let back = try routes(
      "transit,parkAndRide", "&carAt=\(lat),\(lon)", from: "1.0216,10.0207", to: "1.0009,10.0")
    let home = back.json["itineraries"]?.array ?? []
    #expect(!home.isEmpty, "\(back.text)")
    for way in home {
      #expect(modes(way).last == "car" && modes(way).dropLast().allSatisfy { $0 != "car" })
    }
    #expect(home.contains { modes($0).contains("tram") })
    for more in ["&carAt=1,10&via=1,10", "&carAt=1"] {
      let refused = try routes("transit,car", more)
      #expect(refused.status == 400 && refused.pointers == ["carAt"], "\(refused.text)")
    }
    #expect(try routes("transit", "&carAt=1,10").pointers == ["carAt"])
  }

  @Test(
    "park and ride alone goes on by public transport, both ways, and not over places on the way")
  func parkAndRideAlone() throws {
    let there = try routes("parkAndRide").json["itineraries"]?.array ?? []
    #expect(there.contains { modes($0) == ["car", "walk", "tram", "walk"] })
    let back = try routes(
      "parkAndRide", "&carAt=1.0009,10.0198", from: "1.0216,10.0207", to: "1.0009,10.0")
    #expect(
      back.json["itineraries"]?.array?.contains { modes($0) == ["walk", "tram", "walk", "car"] }
        == true, "\(back.text)")
    let limited = try routes("parkAndRide", "&maxCO2=1")
    #expect(!limited.text.contains("not used are"), "\(limited.text)")
    for mode in ["parkAndRide", "transit,parkAndRide"] {
      let over = try routes(mode, "&via=1.0108,10.0")
      #expect(over.status == 400 && over.pointers == ["mode"], "\(over.text)")
    }
  }

  @Test("TV-RTE-14, TV-RTE-09, TV-RTE-10, TV-RTE-11: limits hold unless they are put aside")
  func limits() throws {
    for itinerary in try routes("transit", "&maxWalk=400").json["itineraries"]?.array ?? [] {
      #expect((itinerary["walk"]?.number ?? 0) <= 400)
    }
    let none = try routes("walk", "&maxWalk=1000")
    #expect(
      none.status == 404 && none.json["type"]?.string?.hasSuffix("no-route-within-limits") == true)
    #expect(none.json["detail"]?.string?.contains("at most 1000 m may be walked") == true)
    #expect(none.json["detail"]?.string?.contains("relax=true") == true)
    let relaxed = try routes("walk", "&maxWalk=1000&relax=true")
    #expect(relaxed.json["breaking"]?.array?.isEmpty == false)
    let ways = relaxed.json["itineraries"]?.array ?? []
    #expect(ways.contains { modes($0).contains("tram") })
    #expect(!ways.contains { modes($0).contains("car") || modes($0).contains("bicycle") })
  }

  @Test("TV-RTE-13, TV-RTE-02: orders; TV-RTE-17: arriving by a time")
  func orders() throws {
    let clean = try routes("transit,car", "&order=leastEmissions").json["itineraries"]
    #expect(clean?[0]?["co2"]?.number == 0)
    let cheapest = try routes("transit", "&order=cheapest").json
    #expect(cheapest["ordering"]?["by"]?.string == "cheapest")
    // The town's feed has no fares: what one walks comes first, the rest are unknown.
    let ways = cheapest["itineraries"]?.array ?? []
    #expect(ways.allSatisfy { $0["fare"] == .null })
    #expect(cheapest["ordering"]?["unknownFares"]?.integer == ways.count - 1)
    let fewest = try routes("transit", "&order=fewestTransfers").json["itineraries"]
    #expect(fewest?[0]?["transfers"]?.integer == 0)
    let by = try routes("transit", time: "arriveBy=2026-06-10T08:00:00Z").json["itineraries"]
    let arrival = try #require(by?[0]?["arrival"]?.string.flatMap { Instant(rfc3339: $0) })
    let limit = try #require(Instant(rfc3339: "2026-06-10T08:00:00Z"))
    #expect(arrival <= limit && arrival > limit.adding(seconds: -700))
  }

  @Test("what leaves later and arrives earlier is a question further, without repeats")
  func pages() throws {
    func runs(_ reply: Reply) -> [String] {
      (reply.json["itineraries"]?.array ?? []).flatMap { way in
        (way["legs"]?.array ?? []).compactMap { leg in
          leg["trip"]?.string.map { trip in trip + (leg["departure"]?.string ?? "") }
        }
      }
    }
    let page = try routes("transit")
    let later = try #require(page.json["later"]?.string)
    let earlier = try #require(page.json["earlier"]?.string)
    let next = try routes("transit", time: "departAt=" + later)
    let before = try routes("transit", time: "arriveBy=" + earlier)
    #expect(!runs(page).isEmpty && !runs(next).isEmpty && !runs(before).isEmpty)
    #expect(Set(runs(page)).isDisjoint(with: runs(next)))
    #expect(Set(runs(page)).isDisjoint(with: runs(before)))
    let leaves = try #require(Instant(rfc3339: later))
    for way in next.json["itineraries"]?.array ?? [] {
      let departure = try #require(way["departure"]?.string.flatMap { Instant(rfc3339: $0) })
      #expect(departure >= leaves)
    }
    // A way on foot has no timetable.
    #expect(try routes("walk").json["later"] == nil)
  }

  @Test("changes take the time that was asked for")
  func changeTime() throws {
    for seconds in [0, 120, 480] {
      let ways = try routes("transit", "&changeTime=\(seconds)").json["itineraries"]?.array ?? []
      let rides = ways.compactMap { $0["legs"]?.array?.filter { $0["trip"] != nil } }
      #expect(rides.contains { $0.count == 2 })
      for pair in rides where pair.count == 2 {
        let arrival = try #require(pair[0]["arrival"]?.string.flatMap { Instant(rfc3339: $0) })
        let departure = try #require(pair[1]["departure"]?.string.flatMap { Instant(rfc3339: $0) })
        #expect(departure >= arrival.adding(seconds: Int64(seconds)))
      }
    }
  }

  @Test("places on the way are called at, for as long as asked, in the best order if asked")
  func stopovers() throws {
    let way = try routes("transit", "&via=1.0108,10.0&stay=30").json["itineraries"]?[0]
    let stopover = try #require(way?["stopovers"]?[0])
    #expect(stopover["via"]?.integer == 0 && stopover["lat"]?.number == 1.0108)
    let arrival = try #require(stopover["arrival"]?.string.flatMap { Instant(rfc3339: $0) })
    let departure = try #require(stopover["departure"]?.string.flatMap { Instant(rfc3339: $0) })
    #expect(departure >= arrival.adding(seconds: 1800))
    let legs = way?["legs"]?.array ?? []
    let number = try #require(stopover["leg"]?.integer)
    #expect(legs[Int(number)]["departure"]?.string == stopover["departure"]?.string)
    // A round trip, along one street and back: the nearest first.
    let ends = "&via=1.0009,10.009;1.0009,10.0018;1.0009,10.0045"
    func order(_ more: String) throws -> (via: [Int64], metres: Double) {
      let reply = try fixture.call(.get, "/v1/routes?from=1.0009,10.0&mode=bicycle" + ends + more)
      let way = try #require(reply.json["itineraries"]?[0])
      let stopovers = way["stopovers"]?.array ?? []
      return (
        stopovers.compactMap { stopover in stopover["via"]?.integer.map { Int64($0) } },
        try #require(way["distance"]?.number)
      )
    }
    let (given, best) = (try order(""), try order("&optimize=true"))
    #expect(given.via == [0, 1, 2])
    #expect(given.metres > 2500 && abs(best.metres - 2000) < 20)
    for (more, pointer) in [
      ("&via=1,10;1", "via"), ("&via=1,10;", "via"), ("&via=91,10", "via"),
      ("&via=" + Array(repeating: "1,10", count: 11).joined(separator: ";"), "via"),
      ("&stay=5", "stay"), ("&via=1,10;1,10;1,10&stay=1,2", "stay"),
      ("&via=1,10&stay=1441", "stay"), ("&via=1,10&stay=-1", "stay"),
      ("&optimize=true", "optimize"),
    ] {
      let reply = try routes("walk", more)
      #expect(reply.status == 400 && reply.pointers == [pointer], "\(more): \(reply.text)")
    }
    #expect(try routes("transit", "&via=1,10&optimize=true").pointers == ["optimize"])
    let far = try routes("walk", "&via=1.0,10.1")
    #expect(far.status == 404 && far.slug == "no-network-near")
    #expect(far.json["detail"]?.string?.hasPrefix("In part 1 of 2 of the way: ") == true)
  }

  @Test(
    "a place on the way that lies on the next map: joined maps lead there, others say what to do")
  func stopoverOnTheNextMap() throws {
    let files = try TemporaryFolder()
    // A street of six junctions, cut between the fourth and the third; each half has both of them.
    for (name, nodes) in [("west", 1...4), ("east", 3...6)] {
      var half = OSMFileWriter()
      for node in nodes { half.node(Int64(node), lon: 10 + Double(node) * 9e-4, lat: 1) }
      half.way(1, Array(1...6), ["highway": "residential"])
      try Data(half.bytes).write(to: URL(filePath: files.file(name + ".osm.pbf")))
    }
    let paths = ["west", "east"].map { files.file($0 + ".osm.pbf") }
    func there(_ imports: [(name: String, paths: [String])]) throws -> Reply {
      let folder = GeodataFolder(in: files.file("data-\(imports.count)"))
      for (name, paths) in imports {
        _ = try ExtractImport(extracts: paths).write(to: folder.place(.maps, name: name))
      }
      return try APIFixture(geodata: GeodataLibrary(folder)).call(
        .get, "/v1/routes?from=1.0,10.0009&to=1.0,10.0018&via=1.0,10.0054&mode=walk")
    }
    let joined = try there([("both", paths)])
    let way = try #require(joined.json["itineraries"]?[0], "\(joined.text)")
    // Five hundred metres there, four hundred back.
    #expect(abs(try #require(way["distance"]?.number) - 901) < 5)
    #expect(way["stopovers"]?[0]?["via"]?.integer == 0)
    let apart = try there([("west", [paths[0]]), ("east", [paths[1]])])
    #expect(apart.status == 404 && apart.json["itineraries"] == nil, "\(apart.text)")
    let detail = try #require(apart.json["detail"]?.string)
    #expect(detail.hasPrefix("In part 1 of 2 of the way: "), "\(detail)")
    #expect(detail.contains("import both extracts as one"), "\(detail)")
  }

  @Test("what is reached by public transport: stops with times, areas, and a table like the ways")
  func reach() throws {
    let start = try #require(Instant(rfc3339: "2026-06-10T07:00:00Z"))
    let reply = try fixture.call(
      .get,
      "/v1/isochrone?at=1.0009,10.0&mode=transit&minutes=5,20&departAt=2026-06-10T07:00:00Z")
    #expect(reply.status == 200, "\(reply.text)")
    let features = reply.json["features"]?.array ?? []
    #expect(features.count == 2 && features[1]["properties"]?["mode"]?.string == "transit")
    let stops = reply.json["stops"]?.array ?? []
    #expect(reply.json["stopCount"]?.integer == stops.count && stops.count > 5)
    let arrivals = stops.compactMap { $0["arrival"]?.string.flatMap { Instant(rfc3339: $0) } }
    #expect(arrivals == arrivals.sorted() && arrivals.count == stops.count)
    #expect(arrivals.allSatisfy { $0 > start && $0 <= start.adding(seconds: 1200) })
    // On foot alone one comes much less far.
    let walked = try fixture.call(.get, "/v1/isochrone?at=1.0009,10.0&mode=walk&minutes=20")
    func east(_ area: JSONValue?) -> Double {
      let polygons = area?["geometry"]?["coordinates"]?.array ?? []
      return polygons.flatMap { $0[0]?.array ?? [] }.compactMap { $0[0]?.number }.max() ?? 0
    }
    #expect(east(features[1]) > east(walked.json["features"]?[0]) + 0.003)
    #expect(walked.json["stops"] == nil)
    // Where one gets onto the streets, from the middle of a block.
    for mode in ["walk", "car", "transit"] {
      let away = try fixture.call(
        .get,
        "/v1/isochrone?at=1.00045,10.00045&mode=\(mode)&minutes=5&departAt=2026-06-10T07:00:00Z")
      let distance = try #require(away.json["start"]?["distance"]?.number, "\(away.text)")
      #expect((45...55).contains(distance), "\(mode)")
    }
    let table = try fixture.call(
      .post, "/v1/matrix",
      [
        "sources": [[10.0, 1.0009]], "targets": [[10.0207, 1.0216], [11, 5]], "mode": "transit",
        "departAt": "2026-06-10T07:00:00Z",
      ])
    let seconds = try #require(table.json["durations"]?[0]?[0]?.number, "\(table.text)")
    let best = try routes("transit").json["itineraries"]?[0]?["arrival"]?.string
    #expect(best.flatMap { Instant(rfc3339: $0) } == start.adding(seconds: Int64(seconds)))
    #expect(table.json["durations"]?[0]?[1] == .null && table.json["distances"] == nil)
    #expect(table.json["sources"]?[0]?["distance"]?.number == 0)
    #expect(table.json["targets"]?[1] == .null)
    // Whoever wants half an hour to change is there as late as the routes say.
    let patient = try fixture.call(
      .post, "/v1/matrix",
      [
        "sources": [[10.0, 1.0009]], "targets": [[10.0207, 1.0216]], "mode": "transit",
        "departAt": "2026-06-10T07:00:00Z", "changeTime": 1800,
      ])
    let later = try #require(patient.json["durations"]?[0]?[0]?.number, "\(patient.text)")
    let slow = try routes("transit", "&changeTime=1800").json["itineraries"]?.array?
      .compactMap { $0["arrival"]?.string.flatMap { Instant(rfc3339: $0) } }.min()
    #expect(slow == start.adding(seconds: Int64(later)) && later > seconds)
    let calm = try fixture.call(
      .get,
      "/v1/isochrone?at=1.0009,10.0&mode=transit&minutes=60&departAt=2026-06-10T07:00:00Z"
        + "&changeTime=1800")
    let usual = try fixture.call(
      .get, "/v1/isochrone?at=1.0009,10.0&mode=transit&minutes=60&departAt=2026-06-10T07:00:00Z")
    #expect(calm.status == 200 && calm.text != usual.text)
    for more in ["&speed=5", "&avoid=rain", "&departAt=noon"] {
      let refused = try fixture.call(
        .get, "/v1/isochrone?at=1.0009,10.0&mode=transit&minutes=5" + more)
      #expect(refused.status == 400 && refused.pointers.count == 1, "\(refused.text)")
    }
    let late = try fixture.call(
      .get,
      "/v1/isochrone?at=1.0009,10.0&mode=transit&minutes=5&departAt=2030-06-10T07:00:00Z")
    #expect(late.status == 422 && late.slug == "outside-timetable")
    let fast: JSON = ["sources": [[10, 1]], "targets": [[10, 1]], "mode": "transit", "speed": 4]
    #expect(try fixture.call(.post, "/v1/matrix", fast).pointers == ["/speed"])
  }

  @Test("what is reached until a moment is what is reached in the minutes that are left until then")
  func reachedBy() throws {
    let asked = "/v1/isochrone?at=1.0009,10.0&mode=transit&departAt=2026-06-10T07:00:00Z"
    let until = try fixture.call(.get, asked + "&arriveBy=2026-06-10T09:20:00%2B02:00")
    #expect(until.status == 200, "\(until.text)")
    #expect(try until.json == fixture.call(.get, asked + "&minutes=20").json)
    #expect(until.json["features"]?[0]?["properties"]?["minutes"]?.number == 20)
    let end = try #require(Instant(rfc3339: "2026-06-10T07:20:00Z"))
    let arrivals = (until.json["stops"]?.array ?? [])
      .compactMap { $0["arrival"]?.string.flatMap { Instant(rfc3339: $0) } }
    #expect(arrivals.count > 5 && arrivals.allSatisfy { $0 <= end })
    // Leaving now, on foot; not a whole number of minutes.
    let now = fixture.clock.now()
    let walked = try fixture.call(
      .get, "/v1/isochrone?at=1.0009,10.0&mode=walk&arriveBy=\(now.adding(seconds: 630))")
    #expect(walked.json["features"]?[0]?["properties"]?["minutes"]?.number == 10.5)
    for (more, pointer) in [
      ("", "minutes"), ("&minutes=20&arriveBy=2026-06-10T07:20:00Z", "arriveBy"),
      ("&arriveBy=2026-06-10T07:00:59Z", "arriveBy"),
      ("&arriveBy=2026-06-10T06:00:00Z", "arriveBy"),
      ("&arriveBy=2026-06-10T09:00:01Z", "arriveBy"), ("&arriveBy=18:00", "arriveBy"),
    ] {
      let refused = try fixture.call(.get, asked + more)
      #expect(refused.status == 400 && refused.pointers == [pointer], "\(refused.text)")
    }
    for edge in ["07:01:00", "09:00:00"] {
      #expect(try fixture.call(.get, asked + "&arriveBy=2026-06-10T\(edge)Z").status == 200)
    }
  }

  @Test("bad questions are refused with what is wrong, and where")
  func bad() throws {
    let far = try routes("walk", from: "1.0,10.1")
    #expect(far.status == 404 && far.json["type"]?.string?.hasSuffix("no-network-near") == true)
    // 8.5 km from the town's edge.
    #expect(far.json["detail"]?.string?.contains("outside of the imported maps") == true)
    #expect(far.json["detail"]?.string?.contains(" m away") == true)
    let late = try routes("bus", time: "departAt=2027-06-10T07:00:00Z")
    #expect(late.status == 422 && late.json["type"]?.string?.hasSuffix("outside-timetable") == true)
    #expect(late.json["detail"]?.string?.contains("2026-06-30") == true)
    for (target, pointer) in [
      ("from=1,10&to=1,10&mode=horse", "mode"), ("from=1,10&to=1,10&mode=walk,,car", "mode"),
      ("from=1,10&to=1,10&mode=", "mode"), ("from=91,10&to=1,10", "from"), ("from=1,10", "to"),
      ("from=1,10&to=1,10&avoid=rain", "avoid"), ("from=1,10&to=1,10&maxWalk=-1", "maxWalk"),
      ("from=1,10&to=1,10&order=best", "order"), ("from=1,10&to=1,10&changeTime=-1", "changeTime"),
      ("from=1,10&to=1,10&departAt=noon", "departAt"),
      (
        "from=1,10&to=1,10&departAt=2026-06-10T07:00:00Z&arriveBy=2026-06-10T07:00:00Z", "arriveBy"
      ),
    ] {
      let reply = try fixture.call(.get, "/v1/routes?" + target)
      #expect(reply.status == 400 && reply.pointers == [pointer], "\(target): \(reply.text)")
    }
  }

  @Test("where the timetable around has ended, that is the reason, though the next one goes on")
  func endedBesideAnother() throws {
    let made = try MappedTown.make(beside: true)
    let library = GeodataLibrary(made.1)
    #expect(library.current.joined.map(\.names) == [["other", "town"]])
    let ended = try APIFixture(geodata: library)
    // Along the tram, four kilometres from the other feed's stops.
    func ask(_ time: String) throws -> [Reply] {
      [
        try ended.call(
          .get, "/v1/routes?from=1.0216,10.0216&to=1.0072,10.0216&mode=transit&departAt=\(time)"),
        try ended.call(
          .get, "/v1/routes?from=1.0216,10.0216&to=1.0072,10.0216&mode=transit&arriveBy=\(time)"),
        try ended.call(
          .get, "/v1/isochrone?at=1.0216,10.0216&mode=transit&minutes=20&departAt=\(time)"),
        try ended.call(
          .post, "/v1/matrix",
          [
            "sources": [[10.0216, 1.0216]], "targets": [[10.0216, 1.0072]], "mode": "transit",
            "departAt": JSON.text(time),
          ]),
      ]
    }
    for reply in try ask("2026-07-10T07:00:00Z") {
      #expect(reply.status == 422 && reply.slug == "outside-timetable", "\(reply.text)")
      #expect(
        reply.json["detail"]?.string?.contains("from 2026-06-01 to 2026-06-30;") == true,
        "\(reply.text)")
    }
    for reply in try ask("2026-06-10T07:00:00Z") { #expect(reply.status == 200, "\(reply.text)") }
    // Within a walk of the other feed's stops, too, which lead nowhere: those around are the nearest.
    let between = "from=1.0009,10.0198&to=1.0045,10.0198"
    let near = try ended.call(
      .get, "/v1/routes?\(between)&mode=transit&departAt=2026-07-10T07:00:00Z")
    #expect(near.slug == "outside-timetable", "\(near.text)")
    let onFoot = try ended.call(
      .get, "/v1/routes?\(between)&mode=walk&departAt=2026-07-10T07:00:00Z")
    #expect(onFoot.status == 200, "\(onFoot.text)")
    // Beside the other feed's stops it is that one which counts.
    let beside = try ended.call(
      .get, "/v1/isochrone?at=1.0,10.0&mode=transit&minutes=20&departAt=2026-07-10T07:00:00Z")
    #expect(beside.status == 200, "\(beside.text)")
  }

  @Test("without any imported data the answer is that there is no network")
  func empty() throws {
    let bare = try APIFixture()
    let reply = try bare.call(.get, "/v1/routes?from=1,10&to=1.001,10&mode=transit")
    #expect(reply.status == 404)
    #expect(reply.json["type"]?.string?.hasSuffix("no-network-near") == true)
  }
}
