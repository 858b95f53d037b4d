import Base
import Foundation
import Geodata
import Geodesy
import HTTPServing
import Places
import Routing
import TestSupport
import Testing
import WaysideAPI

/// The streets and places of Liechtenstein, imported once.
private enum Country {
  static let extract: String? = {
    let extract = Checkout.root.path + "/.build/geodata/liechtenstein.osm.pbf"
    return FileManager.default.fileExists(atPath: extract) ? extract : nil
  }()

  static let isMissing: Comment = "SKIPPED: no map of Liechtenstein; run tools/geodata"

  static let library = Result {
    let folder = try TemporaryFolder()
    let geodata = GeodataFolder(in: folder.path)
    let path = try #require(extract, isMissing)
    _ = try geodata.importing {
      _ = try ExtractImport(extract: path).write(to: geodata.place(.maps, name: "real"))
      return try PlaceImport(extract: path).write(to: geodata.place(.places, name: "real"))
    }
    return (folder, GeodataLibrary(geodata))
  }
}

@Suite(
  "where shall we meet, on a real map", .enabled(if: Country.extract != nil, Country.isMissing))
struct MeetingPlaceTests {
  /// In Vaduz, Vaduz, Schaan and Triesen.
  private static let homes = [
    LonLat(lon: 9.5209, lat: 47.1410), LonLat(lon: 9.5240, lat: 47.1380),
    LonLat(lon: 9.5096, lat: 47.1653), LonLat(lon: 9.5250, lat: 47.1080),
  ]

  private static let table = [
    ["walk"], ["walk", "bicycle"], ["walk", "bicycle"], ["walk", "car"],
  ]

  @Test("by bicycle the own way takes as long as tables and routes say, which choose by time alone")
  func bicycles() throws {
    let library = try Country.library.get().1
    let fixture = try APIFixture(geodata: library)
    let (realm, members) = try fixture.family("Ana", "Ben")
    for (member, home) in zip(members, Self.homes) {
      try fixture.setTravel(member, modes: ["bicycle"], home: (home.lat, home.lon))
    }
    let reply = try fixture.call(
      .post, "/v1/realms/\(realm)/meeting-places", as: members[0],
      ["participants": .list([.text(members[1].id)]), "kinds": ["restaurant"]])
    let places = try reply.items.map { item -> JSON in
      .list([
        .number(try #require(item["place"]?["lon"]?.number)),
        .number(try #require(item["place"]?["lat"]?.number)),
      ])
    }
    #expect(places.count > 5)
    let table = try fixture.call(
      .post, "/v1/matrix",
      [
        "sources": .list([.list([.number(Self.homes[0].lon), .number(Self.homes[0].lat)])]),
        "targets": .list(places), "mode": "bicycle",
      ])
    let times = try #require(table.json["durations"]?[0]?.array, "\(table.text.prefix(300))")
    let own = reply.items.compactMap { $0["own"]?.number }
    #expect(own == times.compactMap { $0.number?.rounded(.up) })
  }

  @Test("places are those of the map, and as good as the best of all; own ways are those of routes")
  func best() throws {
    let library = try Country.library.get().1
    let fixture = try APIFixture(geodata: library)
    let (realm, members) = try fixture.family("Ana", "Ben", "Cleo", "Dan")
    for ((member, home), modes) in zip(zip(members, Self.homes), Self.table) {
      try fixture.setTravel(member, modes: modes, home: (home.lat, home.lon))
    }
    let reply = try fixture.call(
      .post, "/v1/realms/\(realm)/meeting-places", as: members[0],
      [
        "participants": .list(members.dropFirst().map { .text($0.id) }),
        "kinds": ["restaurant"], "order": "longest",
      ])
    #expect(reply.status == 200, "\(reply.text)")
    #expect(reply.json["ways"]?.string == "streets" && reply.json["known"]?.integer == 4)
    #expect(reply.items.count >= 5)
    let longest = reply.items.compactMap { $0["spread"]?["longest"]?.integer }
    #expect(longest == longest.sorted() && longest.count == reply.items.count)
    // Every named restaurant of the map, by each one's own means, one by one.
    var all: [LonLat] = []
    for index in library.current.places {
      index.forEachPlace { place in
        if place.kind == .poi, place.category == "restaurant", !place.name.isEmpty {
          all.append(place.position)
        }
      }
    }
    func seconds(_ from: Int, _ to: LonLat) throws -> Double {
      try Self.table[from].compactMap { StreetMode(rawValue: $0) }.compactMap { mode in
        try library.streets.table(
          sources: [Self.homes[from]], targets: [to], StreetProfile(mode)
        ).doorToDoor[0][0]?.duration
      }.min() ?? .infinity
    }
    let least = try all.map { place in
      try Self.homes.indices.map { try seconds($0, place) }.max() ?? .infinity
    }.min()
    let grain = Double(reply.json["grain"]?.integer ?? 0)
    #expect(grain == 300)
    #expect(longest.first.map(Double.init) == least.map { ($0 / grain).rounded(.up) * grain })
    // The own way is what a route says.
    for item in reply.items.prefix(3) {
      let (lat, lon) = (
        try #require(item["place"]?["lat"]?.number), try #require(item["place"]?["lon"]?.number)
      )
      let route = try fixture.call(
        .get, "/v1/routes?from=\(Self.homes[0].lat),\(Self.homes[0].lon)&to=\(lat),\(lon)&mode=walk"
      )
      #expect(
        item["own"]?.number == route.json["itineraries"]?.array?.first?["duration"]?.number,
        "\(route.text.prefix(300))")
    }
  }
}
