import Base
import Geodata
import Geodesy
import HTTPServing
import Routing
import Transit

/// How old the imported maps, heights and timetables are.
struct GeodataEndpoints {
  let library: GeodataLibrary
  let clock: any WallClock

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/geodata", "getGeodata",
        """
        The imported maps, heights and timetables: from when they are, what they cover, until when they \
        hold, and what should be done about them; a timetable that ends within \
        \(GeodataSnapshot.noticeDays) days is among the warnings.
        """, access: .anyRole,
        answers: [.json(200, "What is imported", .named("Geodata"))]
      ) { request in
        let (snapshot, now) = (library.current, clock.now())
        return request.json { Self.write(snapshot, now, to: &$0) }
      }
    ]
  }

  private static func write(_ snapshot: GeodataSnapshot, _ now: Instant, to json: inout JSONWriter)
  {
    json.object { json in
      json.array("maps") { json in
        for map in snapshot.maps {
          json.object { json in
            json.member("name", map.name)
            json.member("imported", map.imported)
            json.array("bounds") { json in
              let bounds = map.bounds
              for edge in [bounds.west, bounds.south, bounds.east, bounds.north] {
                json.number(edge, decimals: 7)
              }
            }
            json.member("hasPlaces", map.places != nil)
          }
        }
      }
      json.member("heightTiles", snapshot.elevation.count)
      json.array("heights") { json in
        for heights in snapshot.heights {
          json.object { json in
            json.member("name", heights.name)
            json.member("imported", heights.imported)
          }
        }
      }
      json.array("timetables") { json in
        for timetable in snapshot.timetables { write(timetable, now, to: &json) }
      }
      json.array("warnings") { json in
        for warning in snapshot.warnings(at: now) { json.string(warning) }
      }
    }
  }

  private static func write(
    _ imported: ImportedTimetable, _ now: Instant, to json: inout JSONWriter
  ) {
    let timetable = imported.engine.timetable
    json.object { json in
      json.member("name", imported.name)
      json.member("imported", imported.imported)
      json.member("publisher", timetable.publisher)
      json.member("version", timetable.version)
      json.member("timeZone", timetable.timeZone)
      json.member("firstDay", timetable.firstDate)
      json.member("lastDay", timetable.lastDate)
      json.member("daysLeft", imported.daysLeft(at: now))
      if let updates = imported.updates {
        json.object("delays") { json in
          json.member("applied", updates.applied)
          json.member("cancelled", updates.cancelled)
          json.member("unknownTrips", updates.unknownTrips)
        }
      }
    }
  }
}
