import Base
import Testing

@testable import Transit

@Suite struct FeedReaderTests {
  @Test("a feed is read as published: agencies, parents, colours, wheelchairs, calendar, nights")
  func whole() throws {
    let (feed, report) = try TestFeed.crossing.read()
    #expect(feed.agencies == [Feed.Agency(id: "a", name: "Stadtbus")])
    #expect(feed.timeZone == "Europe/Zurich")
    #expect(feed.stops.map(\.id) == ["A", "B1", "B2", "B", "C", "D"])
    #expect(feed.stops[4].name == "Chur, Platz")
    #expect(feed.stops[1].parent == 3)
    // A platform has its station's word on wheelchairs where it has none of its own.
    #expect(feed.stops[1].wheelchair == .possible)
    #expect(feed.stops[4].wheelchair == .impossible)
    #expect(feed.routes.map(\.mode) == [.bus, .tram])
    #expect(feed.routes[0].colour == 0xff0000)
    #expect(feed.routes[1].colour == nil)
    #expect(feed.routes[1].name == "Tram")
    #expect(feed.trips.count == 5)
    #expect(feed.trips[0].wheelchair == .possible)
    #expect(feed.stopTimes.last?.arrival == Int32(25 * 3600))
    // Monday the first of June; the fifth is taken out of one service, Saturday put into another.
    let week = feed.services[0].days
    let daily = feed.services[1].days
    #expect(!daily.contains(4) && daily.contains(5) && daily.contains(6))
    #expect(week.contains(4) && week.contains(5) && !week.contains(6))
    #expect(feed.dayCount == 30)
    #expect(report.skippedRows == 0)
    #expect(report.rows["stop_times.txt"] == 12)
  }

  @Test("a service may run on one day alone")
  func oneDay() throws {
    let (feed, _) = try TestFeed.crossing.with(
      "calendar.txt", line: 2, "week,1,1,1,1,1,0,0,20260610,20260610"
    ).with("calendar_dates.txt", nil).read()
    let days = feed.services[0].days
    #expect((0..<feed.dayCount).filter { days.contains($0) } == [9])
  }

  @Test("a timetable ends with the last day on which a trip runs, whatever other rows say")
  func span() throws {
    let first = try #require(CivilDate(year: 2026, month: 6, day: 1)?.daysSinceEpoch)
    let feed = TestFeed.crossing
    let cases = [
      // Without a weekday, and without a trip.
      feed.adding("calendar.txt", "SPECIAL,0,0,0,0,0,0,0,20200101,20991231"),
      feed.adding("calendar.txt", "depot,1,1,1,1,1,1,1,20200101,20991231"),
      // Taken out before the first day and after the last.
      feed.adding("calendar_dates.txt", "daily,20991231,2\nweek,20200101,2"),
      feed.adding("calendar.txt", "SPECIAL,0,0,0,0,0,0,0,20200101,20991231")
        .adding("trips.txt", "T,SPECIAL,t9,Dorf,")
        .adding("stop_times.txt", "t9,08:15:00,08:15:00,B2,5\nt9,08:30:00,08:30:00,D,6"),
    ]
    for (number, feed) in cases.enumerated() {
      let read = try feed.read().feed
      #expect(read.firstDay == first && read.dayCount == 30, "case \(number)")
      let (week, daily) = (read.services[0].days, read.services[1].days)
      #expect(!daily.contains(4) && daily.contains(5) && daily.contains(29))
      #expect(week.contains(4) && week.contains(5) && !week.contains(6) && !daily.contains(30))
      let timetable = try feed.engine().timetable
      #expect(timetable.firstDate == "2026-06-01" && timetable.lastDate == "2026-06-30")
    }
    // Where nothing runs on the last of June it ends the day before.
    let shorter = feed.adding("calendar_dates.txt", "daily,20260630,2\nweek,20260630,2")
    #expect(try shorter.read().feed.dayCount == 29)
  }

  @Test("a blank time lies between its neighbours in proportion to the distance")
  func blank() throws {
    let (feed, report) = try TestFeed.crossing.read()
    #expect(report.interpolatedTimes == 1)
    let trip = feed.trips[1]
    let times = feed.stopTimes[trip.times].map(\.arrival)
    // B stands half way.
    #expect(abs(times[1] - (9 * 3600 + 600)) <= 1)
  }

  @Test("a wrong row is skipped alone, counted, and named by file, line and field")
  func skipped() throws {
    let cases: [(String, Int, String, String)] = [
      ("stops.txt", 6, "C,Chur,91,9.04,,,", "stop_lat"),
      ("stops.txt", 6, ",Chur,47,9.04,,,", "stop_id"),
      ("stops.txt", 6, "A,Chur,47,9.04,,,", "stop_id"),
      ("stops.txt", 6, "C,Chur,47,9.04,9,,", "location_type"),
      ("routes.txt", 2, "11,a,11,,99,,", "route_type"),
      ("routes.txt", 2, ",a,11,,3,,", "route_id"),
      ("calendar.txt", 3, ",1,1,1,1,1,1,1,20260601,20260630", "service_id"),
      ("calendar.txt", 3, "daily,1,1,1,1,1,1,2,20260601,20260630", "monday"),
      ("calendar.txt", 3, "daily,1,1,1,1,1,1,1,20260631,20260630", "start_date"),
      ("calendar.txt", 3, "daily,1,1,1,1,1,1,1,20260602,20260601", "end_date"),
      ("calendar_dates.txt", 2, "daily,2026-06-05,2", "date"),
      ("calendar_dates.txt", 2, "daily,20260605,3", "exception_type"),
      ("trips.txt", 2, "99,week,b1,Platz,1", "route_id"),
      ("trips.txt", 2, "11,never,b1,Platz,1", "service_id"),
      ("trips.txt", 3, "11,week,b1,Platz,1", "trip_id"),
      ("stop_times.txt", 3, "b1,8.10,08:11:00,B1,2", "arrival_time"),
      ("stop_times.txt", 3, "b1,08:10:00,08:61:00,B1,2", "departure_time"),
      ("stop_times.txt", 3, "b1,08:10:00,08:11:00,X,2", "stop_id"),
      // A station is no stop of a trip.
      ("stop_times.txt", 3, "b1,08:10:00,08:11:00,B,2", "stop_id"),
      ("stop_times.txt", 3, "zz,08:10:00,08:11:00,B1,2", "trip_id"),
      ("stop_times.txt", 3, "b1,08:10:00,08:11:00,B1,x", "stop_sequence"),
      ("stop_times.txt", 3, "b1,08:10:00,08:11:00,B1,1", "stop_sequence"),
    ]
    for (file, line, text, field) in cases {
      let report = try TestFeed.crossing.with(file, line: line, text).read().report
      let found = report.examples.first { $0.file == file && $0.line == line }
      #expect(found?.field == field, "\(file): \(text)")
      #expect((report.skipped[file] ?? 0) >= 1, "\(file): \(text)")
    }
  }

  @Test("a trip that goes back in time is left out as a whole, and counted")
  func backwards() throws {
    let (feed, report) = try TestFeed.crossing.with(
      "stop_times.txt", line: 3, "b1,07:10:00,07:11:00,B1,2"
    ).read()
    #expect(report.skippedTrips == 1)
    #expect(feed.trips[0].times.isEmpty)
    #expect(report.examples.first?.line == 2)
    #expect(report.examples.first?.reason.contains("goes back in time") == true)
  }

  @Test("a feed is refused as a whole by rule, with file, line and field")
  func refused() throws {
    let feed = TestFeed.crossing
    let cases: [(TestFeed, String, String)] = [
      (feed.with("stops.txt", nil), "gtfs-file", "stops.txt"),
      (
        feed.with("calendar.txt", nil).with("calendar_dates.txt", nil), "gtfs-file", "calendar.txt"
      ),
      (feed.with("trips.txt", "route_id,trip_id\n11,b1"), "gtfs-column", "trips.txt line 1"),
      (feed.adding("stops.txt", "E,\"open,47,9"), "gtfs-table", "stops.txt line 8"),
      (
        feed.with("agency.txt", line: 2, "a,Bus,https://example.org,Mars/Olympus"),
        "gtfs-time-zone", "agency.txt line 2, agency_timezone"
      ),
      (
        feed.adding("agency.txt", "b,Bahn,https://example.org,Europe/Berlin"), "gtfs-time-zone",
        "agency.txt line 3, agency_timezone"
      ),
      (
        feed.with(
          "stop_times.txt",
          feed.tables["stop_times.txt"]?.replacing("\nb", with: "\nz")
            .replacing("\nt", with: "\nz")),
        "gtfs-rows", "stop_times.txt"
      ),
    ]
    for (feed, rule, place) in cases {
      do {
        _ = try feed.read()
        Issue.record("read in spite of \(rule)")
      } catch {
        #expect(error.slug == rule)
        #expect(error.detail.hasPrefix(place), "\(error.detail)")
      }
    }
  }

  @Test("several agencies of one zone share a feed; each route names its own")
  func agencies() throws {
    let feed = try TestFeed.crossing
      .adding("agency.txt", "b,Bahn,https://example.org,Europe/Zurich")
      .with("routes.txt", line: 3, "T,b,,Tram,0,,").read().feed
    #expect(feed.routes.map(\.agency) == [0, 1])
  }

  @Test("quotes, CRLF, marks, blank lines and short rows are read as the format asks")
  func tables() throws {
    let text = "\u{feff}a,b , c\r\n1,\"x, \"\"y\"\"\nz\",3\r\n\r\n 4 ,5\n\"\",,9,10\n"
    var table = try CSVReader(file: "t.txt", bytes: Array(text.utf8))
    #expect(table.column("b") == 1 && table.column("c") == 2 && table.column("d") == nil)
    #expect(try table.next())
    #expect(table.text(1) == "x, \"y\"\nz")
    #expect(table.line == 2)
    #expect(try table.next())
    #expect(table.line == 5)
    #expect(table.integer(0) == 4 && table.isEmpty(2) && table.integer(2) == nil)
    #expect(try table.next())
    #expect(table.isEmpty(0) && table.integer(2) == 9)
    #expect(try !table.next())
  }

  @Test("times pass midnight; what is no time is nil")
  func times() {
    #expect(FeedReader.time(Array("0:00:00".utf8)[...]) == 0)
    #expect(FeedReader.time(Array("25:10:01".utf8)[...]) == 90_601)
    #expect(FeedReader.time(Array("167:59:59".utf8)[...]) == Int32(7 * 86_400 - 1))
    for text in ["168:00:00", "8:00", "08:60:00", "08:00:60", "-1:00:00", "08-00-00", "", "::"] {
      #expect(FeedReader.time(Array(text.utf8)[...]) == nil, "\(text)")
    }
  }
}
