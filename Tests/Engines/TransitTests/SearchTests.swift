import Base
import Geodesy
import Testing

@testable import Transit

@Suite struct SearchTests {
  private func text(_ journey: Journey) -> String {
    journey.rides.map { "\($0.trip):\($0.calls.count)" }.joined(separator: " ")
  }

  @Test("the earliest arrival changes at the crossing, also on foot between its platforms")
  func change() throws {
    let engine = try TestFeed.crossing.engine()
    let query = engine.query("A", "D")
    let found = try engine.earliest(query, departAt: instant("2026-06-02T05:30:00Z"))
    #expect(found.count == 1)
    #expect(text(found[0]) == "b1:2 t1:2")
    // Zurich is two hours ahead in summer.
    #expect(found[0].departure == instant("2026-06-02T06:00:00Z"))
    #expect(found[0].arrival == instant("2026-06-02T06:30:00Z"))
    #expect(found[0].walkMetres > 20 && found[0].walkMetres < 60)
    #expect(found[0].grams > 0)
  }

  @Test("the latest departure still arrives in time")
  func arriveBy() throws {
    let engine = try TestFeed.crossing.engine()
    let query = engine.query("A", "D")
    let found = try engine.latest(query, arriveBy: instant("2026-06-02T08:00:00Z"))
    #expect(found.map(text) == ["b2:2 t2:2"])
    #expect(found[0].departure == instant("2026-06-02T07:00:00Z"))
    let before = try engine.latest(query, arriveBy: instant("2026-06-02T07:29:59Z"))
    #expect(before.map(text) == ["b1:2 t1:2"])
    // Early enough that the first ride does not wait for the second.
    #expect(before[0].arrival == instant("2026-06-02T06:30:00Z"))
  }

  @Test("what arrives in the last second of the longest duration arrives in time")
  func longest() throws {
    let engine = try TestFeed.crossing.engine()
    var query = engine.query("A", "D")
    for (seconds, expected) in [(1800, ["b1:2 t1:2"]), (1799, [])] {
      query.maximumDuration = seconds
      let found = try engine.earliest(query, departAt: instant("2026-06-02T06:00:00Z"))
      #expect(found.map(text) == expected, "\(seconds) s")
    }
  }

  @Test("trips past 24:00 belong to the day before")
  func night() throws {
    let engine = try TestFeed.crossing.engine()
    let query = engine.query("B2", "D")
    let found = try engine.earliest(query, departAt: instant("2026-06-02T22:10:00Z"))
    #expect(found[0].rides[0].trip == "night")
    #expect(found[0].departure == instant("2026-06-02T22:40:00Z"))
    #expect(found[0].arrival == instant("2026-06-02T23:00:00Z"))
    // On the fifth the service does not run, so the night to the sixth has none.
    let after = try engine.earliest(query, departAt: instant("2026-06-05T22:10:00Z"))
    #expect(after[0].rides[0].trip == "t1")
  }

  @Test("days outside of the calendar are refused with the days that it has")
  func outside() throws {
    let engine = try TestFeed.crossing.engine()
    let query = engine.query("A", "D")
    do {
      _ = try engine.earliest(query, departAt: instant("2026-08-02T22:10:00Z"))
      Issue.record("answered")
    } catch {
      #expect(error.slug == "outside-timetable")
      #expect(error.detail.contains("2026-06-01") && error.detail.contains("2026-06-30"))
    }
  }

  @Test(
    "a change takes two minutes, and a fifth more than the walk between, unless asked otherwise")
  func changeTimes() throws {
    let moment = instant("2026-06-02T05:30:00Z")
    // The bus stops at B1 at 8:10; the tram leaves beside it, at B2, at 8:11:59 or 8:12:00.
    let tight = try TestFeed.crossing.with("stop_times.txt", line: 8, "t1,08:11:59,08:11:59,B2,5")
      .engine()
    #expect(
      try tight.earliest(tight.query("A", "D"), departAt: moment)[0].arrival
        == instant("2026-06-02T07:30:00Z"))
    let enough = try TestFeed.crossing.with("stop_times.txt", line: 8, "t1,08:12:00,08:12:00,B2,5")
      .engine()
    #expect(
      try enough.earliest(enough.query("A", "D"), departAt: moment)[0].arrival
        == instant("2026-06-02T06:30:00Z"))
    var hurry = tight.query("A", "D")
    hurry.change = ChangeRule(least: 60)
    #expect(
      try tight.earliest(hurry, departAt: moment)[0].arrival == instant("2026-06-02T06:30:00Z"))
    var slow = enough.query("A", "D")
    slow.change = ChangeRule(least: 600)
    #expect(
      try enough.earliest(slow, departAt: moment)[0].arrival == instant("2026-06-02T07:30:00Z"))
    // What the feed says goes before what the traveller says.
    let ruled = try TestFeed.crossing.with("stop_times.txt", line: 8, "t1,08:11:59,08:11:59,B2,5")
      .with(
        "transfers.txt",
        "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nB1,B2,2,30\n"
      ).engine()
    var ruledQuery = ruled.query("A", "D")
    ruledQuery.change = ChangeRule(least: 600)
    #expect(
      try ruled.earliest(ruledQuery, departAt: moment)[0].arrival
        == instant("2026-06-02T06:30:00Z"))
    // A longer walk counts by a fifth more: 500 m in 360 s are 432 s.
    #expect(
      enough.dayWindow.change(
        FootpathTable.Edge(to: 0, seconds: 360, metres: 500, ruledSeconds: -1), .usual) == 432)
  }

  @Test("transfers.txt: minimum times at a station, and changes that are not possible")
  func transfers() throws {
    let header = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n"
    let slow = try TestFeed.crossing.with("transfers.txt", header + "B,B,2,600").engine()
    let query = slow.query("A", "D")
    let moment = instant("2026-06-02T05:30:00Z")
    // Ten minutes are too long for the first tram; the next one goes at 9:15, and the later bus
    // reaches it only in five.
    #expect(
      try slow.earliest(query, departAt: moment)[0].arrival == instant("2026-06-02T07:30:00Z"))
    let never = try TestFeed.crossing.with("transfers.txt", header + "B,B,3,").engine()
    #expect(try never.earliest(query, departAt: moment).isEmpty)
  }

  @Test("transfers.txt: a minimum time that is not given is the usual one, not none")
  func transfersWithoutTimes() throws {
    let header = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n"
    // A change of one second: with the usual two minutes it is missed.
    let tight = TestFeed.crossing.with("stop_times.txt", line: 8, "t1,08:11:59,08:11:59,B2,5")
    let moment = instant("2026-06-02T05:30:00Z")
    for rows in ["", "B1,B2,2,", "B,B,2,\nB1,B1,2,"] {
      let engine = try tight.with("transfers.txt", header + rows).engine()
      #expect(
        try engine.earliest(engine.query("A", "D"), departAt: moment)[0].arrival
          == instant("2026-06-02T07:30:00Z"), "\(rows)")
    }
    let given = try tight.with("transfers.txt", header + "B1,B2,2,0").engine()
    #expect(
      try given.earliest(given.query("A", "D"), departAt: moment)[0].arrival
        == instant("2026-06-02T06:30:00Z"))
  }

  @Test("transfers.txt: the report tells of minimum times that are missing or no numbers")
  func reportOfTransfers() throws {
    let rows = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nB1,B2,2,\nB2,B1,2,soon\n"
    let report = try TestFeed.crossing.with("transfers.txt", rows).read().report
    #expect(
      report.notes == [
        "1 rows of transfers.txt ask for a minimum time and give none; "
          + "the usual time to change holds there"
      ])
    #expect(
      report.examples == [
        ImportReport.Skipped(
          file: "transfers.txt", line: 3, field: "min_transfer_time",
          reason: "is no number of seconds")
      ])
  }

  @Test("a delay breaks a change, a cancelled trip is not used, a skipped stop not served")
  func delays() throws {
    let engine = try TestFeed.crossing.engine()
    let query = engine.query("A", "D")
    let moment = instant("2026-06-02T05:30:00Z")
    let day = engine.day(of: moment)
    let trip = engine.timetable.trips.first {
      engine.timetable.tripNames[Int($0.name)].id == "b1"
    }
    let b1 = try #require(trip)
    var late = DelayOverlay()
    late.set(
      .init(stops: [.init(position: 1, arrival: 360, departure: 360)]), trip: b1, day: day)
    #expect(
      try engine.with(late).earliest(query, departAt: moment)[0].arrival
        == instant("2026-06-02T07:30:00Z"))
    var cancelled = DelayOverlay()
    cancelled.set(.init(isCancelled: true), trip: b1, day: day)
    #expect(
      try engine.with(cancelled).earliest(query, departAt: moment)[0].departure
        == instant("2026-06-02T07:00:00Z"))
    var skipped = DelayOverlay()
    skipped.set(.init(skipped: [1]), trip: b1, day: day)
    #expect(
      try engine.with(skipped).earliest(query, departAt: moment)[0].rides[0].trip == "b2")
    // Other days run as planned.
    let next = instant("2026-06-03T05:30:00Z")
    #expect(
      try engine.with(late).earliest(query, departAt: next)[0].arrival
        == instant("2026-06-03T06:30:00Z"))
  }

  @Test("a table of departures has each one worth leaving at")
  func departures() throws {
    let engine = try TestFeed.crossing.engine()
    let rows = try engine.departures(
      engine.query("A", "D"), from: instant("2026-06-02T00:00:00Z"),
      until: instant("2026-06-02T20:00:00Z"))
    #expect(
      rows == [
        TransitDeparture(
          departure: instant("2026-06-02T06:00:00Z"), arrival: instant("2026-06-02T06:30:00Z"),
          rides: 2),
        TransitDeparture(
          departure: instant("2026-06-02T07:00:00Z"), arrival: instant("2026-06-02T07:30:00Z"),
          rides: 2),
      ])
  }

  @Test("a ride follows its shape between its stops, or straight lines where there is none")
  func geometry() throws {
    let shaped = TestFeed.crossing
      .with(
        "shapes.txt",
        """
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        s,47.00,8.99,1
        s,47.00,9.00,2
        s,47.005,9.01,3
        s,47.00,9.02,4
        s,47.00,9.04,5
        """
      )
      .with(
        "trips.txt",
        """
        route_id,service_id,trip_id,trip_headsign,shape_id
        11,week,b1,Platz,s
        11,week,b2,Platz,s
        T,daily,t1,Dorf,
        T,daily,t2,Dorf,
        T,daily,night,Dorf,
        """)
    let engine = try shaped.engine()
    let found = try engine.earliest(
      engine.query("A", "D"), departAt: instant("2026-06-02T05:30:00Z"))
    let rides = found[0].rides
    let line = engine.geometry(of: rides[0])
    #expect(line.count == 3)
    #expect(abs(line[1].lat - 47.005) < 1e-6)
    #expect(engine.geometry(of: rides[1]).count == 2)
  }
}
