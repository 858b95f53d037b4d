import Base
import Geodesy
import Testing

@testable import Transit

@Suite struct FareTests {
  @Test("amounts are read and written with the decimals of their currency")
  func prices() {
    #expect(Price(decimal: "2.80", currency: "CHF")?.minorUnits == 280)
    #expect(Price(decimal: "2.8", currency: "CHF")?.decimal == "2.80")
    #expect(Price(decimal: "3", currency: "CHF")?.decimal == "3.00")
    #expect(Price(decimal: ".05", currency: "CHF")?.decimal == "0.05")
    #expect(Price(decimal: "210", currency: "JPY")?.decimal == "210")
    #expect(Price(decimal: "1.500", currency: "KWD")?.minorUnits == 1500)
    #expect(Price(decimal: "2.800", currency: "CHF")?.minorUnits == 280)
    for wrong in ["", ".", "-1", "2,80", "2.801", "1e3", "2.8.0", "99999999999999999999", " 2"] {
      #expect(Price(decimal: wrong, currency: "CHF") == nil, "\(wrong)")
    }
  }

  private func read(_ attributes: String, _ rules: String?) throws -> (Feed, ImportReport) {
    var tables = TestFeed.crossing.tables
    tables["stops.txt"] = """
      stop_id,stop_name,stop_lat,stop_lon,zone_id
      a,A,49.40,8.60,1
      b,B,49.41,8.60,2
      c,C,49.42,8.60,
      """
    tables["routes.txt"] = "route_id,route_short_name,route_type\nr,1,3\nq,2,3\n"
    tables["stop_times.txt"] = """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,1
      t,08:10:00,08:10:00,b,2
      """
    tables["trips.txt"] = "route_id,service_id,trip_id\nr,d,t\n"
    tables["calendar.txt"] = """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      d,1,1,1,1,1,1,1,20260101,20261231
      """
    for name in ["frequencies.txt", "transfers.txt", "calendar_dates.txt", "shapes.txt"] {
      tables[name] = nil
    }
    tables["fare_attributes.txt"] = attributes
    tables["fare_rules.txt"] = rules
    let all = tables
    let read = try FeedReader.read { (name) throws(Refusal) in all[name].map { Array($0.utf8) } }
    return (read.feed, read.report)
  }

  @Test("fares and rules are read; rows that cannot be used are passed over, named and counted")
  func reading() throws {
    let (feed, report) = try read(
      """
      fare_id,price,currency_type,payment_method,transfers,transfer_duration
      one,2.80,CHF,0,0,
      any,5,CHF,1,,5400
      one,1,CHF,0,0,
      bad,two,CHF,0,0,
      worse,1,francs,0,0,
      worst,1,CHF,7,0,
      """,
      """
      fare_id,route_id,origin_id,destination_id,contains_id
      one,r,1,2,
      any,,,,1
      any,,,,2
      any,q,,,9
      none,,,,
      one,x,,,
      one,,8,,
      """)
    #expect(feed.fares.fares.map(\.id) == ["one", "any"])
    #expect(feed.fares.fares[0].transfers == 0 && feed.fares.fares[0].isPaidOnBoard)
    #expect(feed.fares.fares[1].transfers == nil && feed.fares.fares[1].transferSeconds == 5400)
    #expect(feed.fares.stopZones == [0, 1, -1])
    #expect(
      feed.fares.rules == [
        FareTable.Rule(fare: 0, route: 0, origin: 0, destination: 1),
        FareTable.Rule(fare: 1, contains: [0, 1]),
      ])
    #expect(report.skipped["fare_attributes.txt"] == 4)
    #expect(report.skipped["fare_rules.txt"] == 4)
    #expect(
      report.examples.contains {
        $0.file == "fare_attributes.txt" && $0.line == 5 && $0.field == "price"
      })
    // Kept in the file.
    let timetable = try Timetable(feed)
    let loaded = try TimetableFile.read(content: TimetableFile.content(timetable))
    #expect(loaded.fares == feed.fares && !loaded.fares.isEmpty)
  }

  @Test("a fare whose rules cannot be used does not hold everywhere; one without rules does")
  func rulesAreLimits() throws {
    let attributes = "fare_id,price,currency_type,payment_method,transfers\none,2,CHF,0,0\n"
    #expect(try read(attributes, "fare_id,route_id\none,x\n").0.fares.rules.isEmpty)
    #expect(try read(attributes, nil).0.fares.rules == [FareTable.Rule(fare: 0)])
  }

  @Test("a table without a column that it must have is refused with file and field")
  func columns() {
    do {
      _ = try read("fare_id,price\none,2\n", nil)
      Issue.record("was read")
    } catch {
      let refusal = error as? Refusal
      #expect(refusal?.slug == "gtfs-column")
      #expect(refusal?.detail.contains("fare_attributes.txt line 1, currency_type") ?? false)
    }
  }

  private func fare(
    _ id: String, _ amount: Int, transfers: Int? = nil, seconds: Int? = nil, agency: Int? = nil
  ) -> FareTable.Fare {
    FareTable.Fare(
      id: id, price: Price(minorUnits: amount, currency: "EUR"), transfers: transfers,
      transferSeconds: seconds, isPaidOnBoard: true, agency: agency)
  }

  private func ride(_ route: Int, _ stops: [Int], at boarding: Int64, agency: Int = 0)
    -> FareCalculator.Ride
  {
    FareCalculator.Ride(route: route, agency: agency, stops: stops, boarding: boarding)
  }

  @Test("a journey is paid with the cheapest fares for its parts")
  func parts() {
    var table = FareTable()
    table.stopZones = [0, 0, 1, 2]
    table.fares = [
      fare("single", 200, transfers: 0), fare("hour", 300, seconds: 3600), fare("train", 900),
    ]
    table.rules = [
      .init(fare: 0), .init(fare: 1, route: 0), .init(fare: 1, route: 1), .init(fare: 2, route: 7),
    ]
    let calculator = FareCalculator(table)
    func price(_ rides: FareCalculator.Ride...) -> Int? { calculator.price(rides)?.minorUnits }
    #expect(price(ride(0, [0, 1], at: 0)) == 200)
    // Two singles cost more than an hour.
    #expect(price(ride(0, [0, 1], at: 0), ride(1, [1, 2], at: 3000)) == 300)
    // But the hour is over.
    #expect(price(ride(0, [0, 1], at: 0), ride(1, [1, 2], at: 3700)) == 400)
    // A line for which the hour does not hold.
    #expect(price(ride(0, [0, 1], at: 0), ride(5, [1, 2], at: 60)) == 400)
    #expect(
      price(ride(0, [0, 1], at: 0), ride(1, [1, 2], at: 60), ride(5, [2, 3], at: 90)) == 500)
    #expect(calculator.price([]) == nil)
  }

  @Test("zones: origin and destination, and just the zones that are passed")
  func zones() {
    var table = FareTable()
    table.stopZones = [0, 1, 2, -1]
    table.fares = [
      fare("short", 100), fare("two", 150), fare("three", 180), fare("a", 50, agency: 9),
    ]
    table.rules = [
      .init(fare: 0, origin: 0, destination: 0), .init(fare: 1, contains: [0, 1]),
      .init(fare: 2, origin: 0, destination: 2), .init(fare: 3),
    ]
    let calculator = FareCalculator(table)
    func price(_ stops: [Int], agency: Int = 0) -> Int? {
      calculator.price([ride(0, stops, at: 0, agency: agency)])?.minorUnits
    }
    #expect(price([0, 0]) == 100)
    #expect(price([0, 1]) == 150 && price([1, 0]) == 150)
    #expect(price([0, 1, 2]) == 180)
    // Stops without a zone do not count; zones 1 and 2 alone are nobody's.
    #expect(price([0, 3, 1]) == 150)
    #expect(price([1, 2]) == nil)
    #expect(price([1, 2], agency: 9) == 50)
  }
}
