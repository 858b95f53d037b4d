import Base
import Geodesy

@testable import Transit

/// A feed written as tables, for tests.
struct TestFeed {
  var tables: [String: String]

  /// A small one: two lines that cross at B, by bus (weekdays) and by tram (daily but one day).
  static let crossing = TestFeed(tables: [
    "agency.txt": """
    agency_id,agency_name,agency_url,agency_timezone
    a,Stadtbus,https://example.org,Europe/Zurich
    """,
    "stops.txt": """
    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding
    A,Anger,47.00,9.00,,,
    B1,Brunnen,47.00,9.02,0,B,
    B2,Brunnen,47.0002,9.0202,0,B,
    B,Brunnen,47.0001,9.0201,1,,1
    C,"Chur, Platz",47.00,9.04,,,2
    D,Dorf,47.02,9.02,,,
    """,
    "routes.txt": """
    route_id,agency_id,route_short_name,route_long_name,route_type,route_color,route_text_color
    11,a,11,,3,FF0000,FFFFFF
    T,a,,Tram,0,,
    """,
    "calendar.txt": """
    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
    week,1,1,1,1,1,0,0,20260601,20260630
    daily,1,1,1,1,1,1,1,20260601,20260630
    """,
    "calendar_dates.txt": """
    service_id,date,exception_type
    daily,20260605,2
    week,20260606,1
    """,
    "trips.txt": """
    route_id,service_id,trip_id,trip_headsign,wheelchair_accessible
    11,week,b1,Platz,1
    11,week,b2,Platz,
    T,daily,t1,Dorf,
    T,daily,t2,Dorf,
    T,daily,night,Dorf,
    """,
    "stop_times.txt": """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    b1,08:00:00,08:00:00,A,1
    b1,08:10:00,08:11:00,B1,2
    b1,08:20:00,08:20:00,C,3
    b2,09:00:00,09:00:00,A,1
    b2,,,B1,2
    b2,09:20:00,09:20:00,C,3
    t1,08:15:00,08:15:00,B2,5
    t1,08:30:00,08:30:00,D,6
    t2,09:15:00,09:15:00,B2,5
    t2,09:30:00,09:30:00,D,6
    night,24:40:00,24:40:00,B2,5
    night,25:00:00,25:00:00,D,6
    """,
  ])

  func with(_ table: String, _ text: String?) -> TestFeed {
    var copy = self
    copy.tables[table] = text
    return copy
  }

  /// The same with a line of a table replaced; lines count from 1, the header.
  func with(_ table: String, line: Int, _ text: String) -> TestFeed {
    var lines = (tables[table] ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    lines[line - 1] = text
    return with(table, lines.joined(separator: "\n"))
  }

  func adding(_ table: String, _ line: String) -> TestFeed {
    with(table, (tables[table] ?? "") + "\n" + line)
  }

  func read() throws(Refusal) -> (feed: Feed, report: ImportReport) {
    let tables = tables
    return try FeedReader.read { (name) throws(Refusal) in tables[name].map { Array($0.utf8) } }
  }

  func engine() throws(Refusal) -> TransitEngine {
    try TransitEngine(Timetable(try read().feed))
  }
}

extension TransitEngine {
  /// The window of its first day.
  var dayWindow: ServiceWindow { day(timetable.firstDay).forward }

  /// A way from a stop itself.
  func at(_ id: String) -> [StopAccess] {
    timetable.stop(id: id).map { [StopAccess(stop: $0, seconds: 0, metres: 0)] } ?? []
  }

  func query(_ from: String, _ to: String) -> TransitQuery {
    TransitQuery(access: at(from), egress: at(to))
  }
}

/// An instant of ISO 8601.
func instant(_ text: String) -> Instant {
  Instant(rfc3339: text) ?? Instant(milliseconds: 0)
}
