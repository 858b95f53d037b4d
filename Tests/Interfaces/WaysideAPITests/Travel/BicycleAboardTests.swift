import Base
import Foundation
import Geodata
import HTTPServing
import TestSupport
import Testing

/// Bicycles that come along, where the timetable says that they may.
@Suite("bicycles aboard over HTTP")
struct BicycleAboardTests {
  private func legs(_ trips: String) throws -> [JSONValue] {
    let (folder, data) = try MappedTown.make(trips: trips)
    defer { withExtendedLifetime(folder) {} }
    let fixture = try APIFixture(geodata: GeodataLibrary(data))
    // From beside the first stop to beside the last, two minutes before the bus.
    let answer = try fixture.call(
      .get,
      "/v1/routes?from=1.0009,10.0&to=1.0009,10.0216&mode=bus,bicycle"
        + "&departAt=2026-06-10T07:08:00Z")
    #expect(answer.status == 200, "\(answer.text)")
    let ways = answer.json["itineraries"]?.array ?? []
    let rides = ways.compactMap { $0["legs"]?.array }.first { legs in
      legs.contains { $0["line"] != nil }
    }
    return rides ?? []
  }

  private static func trips(bus: String) -> String {
    """
    route_id,service_id,trip_id,trip_headsign,bikes_allowed
    1,daily,bus,Corner,\(bus)
    1,daily,bus-back,Start,\(bus)
    T,daily,tram,Top,
    T,daily,tram-back,Corner,

    """
  }

  @Test("a ride that takes bicycles says so, and one rides at both of its ends")
  func allowed() throws {
    let legs = try legs(Self.trips(bus: "1"))
    #expect(legs.compactMap { $0["mode"]?.string } == ["bicycle", "bus", "bicycle"])
    #expect(legs.map { $0["bicycles"]?.bool } == [nil, true, nil])
  }

  @Test("where a ride takes none, or nobody knows, the bicycle is left at the stop")
  func left() throws {
    for (word, flag) in [("2", Bool?.some(false)), ("", nil)] {
      let legs = try legs(Self.trips(bus: word))
      let ride = legs.first { $0["line"] != nil }
      #expect(ride?["mode"]?.string == "bus" && ride?["bicycles"]?.bool == flag, "\(legs)")
      #expect(legs.last?["mode"]?.string == "walk")
    }
  }
}
