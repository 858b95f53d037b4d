import Base
import Testing

@testable import Transit

/// Writes protocol buffers, for tests.
struct ProtobufWriter {
  var bytes: [UInt8] = []

  mutating func varint(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  mutating func integer(_ field: UInt64, _ value: Int64) {
    varint(field << 3)
    varint(UInt64(bitPattern: value))
  }

  mutating func text(_ field: UInt64, _ value: String) { raw(field, Array(value.utf8)) }

  mutating func raw(_ field: UInt64, _ value: [UInt8]) {
    varint(field << 3 | 2)
    varint(UInt64(value.count))
    bytes += value
  }

  mutating func message(_ field: UInt64, _ body: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    body(&inner)
    raw(field, inner.bytes)
  }

  /// A feed message with a header and trip updates.
  static func feed(
    timestamp: Int64?, _ updates: [(inout ProtobufWriter) -> Void]
  ) -> [UInt8] {
    var writer = ProtobufWriter()
    writer.message(1) { header in
      header.text(1, "2.0")
      if let timestamp { header.integer(3, timestamp) }
    }
    for (number, update) in updates.enumerated() {
      writer.message(2) { entity in
        entity.text(1, "\(number)")
        entity.message(3, update)
      }
    }
    return writer.bytes
  }

  mutating func trip(_ id: String, date: String? = nil, relation: Int64? = nil) {
    message(1) { trip in
      trip.text(1, id)
      if let date { trip.text(3, date) }
      if let relation { trip.integer(4, relation) }
    }
  }

  mutating func stop(
    sequence: Int64? = nil, id: String? = nil, delay: Int64? = nil, time: Int64? = nil,
    relation: Int64? = nil
  ) {
    message(2) { stop in
      if let sequence { stop.integer(1, sequence) }
      if let id { stop.text(4, id) }
      if delay != nil || time != nil {
        stop.message(2) { event in
          if let delay { event.integer(1, delay) }
          if let time { event.integer(2, time) }
        }
      }
      if let relation { stop.integer(5, relation) }
    }
  }
}

@Suite struct RealtimeTests {
  /// Half past five in the morning there.
  private let moment = instant("2026-06-02T03:30:00Z")
  private var timestamp: Int64 { moment.milliseconds / 1000 }

  private func arrival(
    _ updates: [(inout ProtobufWriter) -> Void], from: String = "A", to: String = "D",
    isDated: Bool = true
  ) throws -> (arrival: Instant?, report: UpdateReport) {
    let engine = try TestFeed.crossing.engine()
    let message = try TripUpdates(
      message: ProtobufWriter.feed(timestamp: isDated ? timestamp : nil, updates))
    let (late, report) = engine.applying(message, now: moment)
    return (try late.earliest(engine.query(from, to), departAt: moment).first?.arrival, report)
  }

  @Test("TV-RTE-04: a message that says neither its time nor a day is of the day on which it comes")
  func undated() throws {
    let (late, report) = try arrival(
      [
        { update in
          update.trip("b1")
          update.stop(sequence: 2, delay: 300)
        }
      ], isDated: false)
    #expect(report.unknownTrips == 0 && late == instant("2026-06-02T07:30:00Z"))
  }

  @Test("fields of fixed size are read to the last byte of a message, and not beyond")
  func fixedFields() throws {
    let eight: [UInt8] = [0x09, 1, 2, 3, 4, 5, 6, 7, 8]
    let four: [UInt8] = [0x15, 1, 2, 3, 4]
    for message in [eight, four, eight + four] {
      var reader = ProtobufReader(message[...])
      while try reader.next() != nil {}
      for cut in 1..<message.count where cut != eight.count {
        var reader = ProtobufReader(message[..<cut])
        #expect(throws: ProtobufReader.Damage.self) { while try reader.next() != nil {} }
      }
    }
  }

  @Test("TV-RTE-04: a delayed bus misses its tram, and the journey takes the next")
  func delayed() throws {
    let (onTime, _) = try arrival([])
    #expect(onTime == instant("2026-06-02T06:30:00Z"))
    let (late, report) = try arrival([
      { update in
        update.trip("b1", date: "20260602")
        update.stop(sequence: 2, delay: 300)
      }
    ])
    #expect(late == instant("2026-06-02T07:30:00Z"))
    #expect(
      report
        == {
          var r = UpdateReport(); r.applied = 1; return r
        }())
  }

  @Test("TV-RTE-04: what does not run, or passes a stop, is on a board only if asked for")
  func cancelledOnBoards() throws {
    let engine = try TestFeed.crossing.engine()
    let message = try TripUpdates(
      message: ProtobufWriter.feed(
        timestamp: timestamp,
        [
          { update in update.trip("b1", date: "20260602", relation: 3) },
          { update in
            update.trip("b2", date: "20260602")
            update.stop(sequence: 1, relation: 1)
          },
        ]))
    let (late, _) = engine.applying(message, now: moment)
    func board(_ engine: TransitEngine, _ stop: String, all: Bool) throws -> [BoardDeparture] {
      let number = try #require(engine.timetable.stop(id: stop))
      return try engine.board(
        [number], from: moment, seconds: 86_400 / 2, limit: 20, withCancelled: all)
    }
    let planned = try board(engine, "A", all: true)
    #expect(planned.map(\.trip).contains("b1") && planned.allSatisfy { !$0.isCancelled })
    #expect(try board(late, "A", all: false).filter { $0.trip.hasPrefix("b") }.isEmpty)
    let told = try board(late, "A", all: true)
    #expect(told.map(\.planned) == planned.map(\.planned))
    #expect(told.allSatisfy { $0.isCancelled == $0.trip.hasPrefix("b") })
    // The one that passes the first stop calls at the next.
    let next = try board(late, "B1", all: true)
    #expect(next.first { $0.trip == "b2" }?.isCancelled == false)
    #expect(next.first { $0.trip == "b1" }?.isCancelled == true)
    // Not before it is asked for, nor behind.
    let first = try #require(planned.first { $0.trip == "b1" }).planned
    let stop = try #require(late.timetable.stop(id: "A"))
    let short = try late.board(
      [stop], from: first.adding(seconds: 1), seconds: 60, limit: 20, withCancelled: true)
    #expect(short.filter { $0.trip == "b1" }.isEmpty)
  }

  @Test("Updates name stops by number or name, delays in seconds or as a time")
  func forms() throws {
    let forms: [(inout ProtobufWriter) -> Void] = [
      { update in update.stop(id: "B1", delay: 300) },
      // 8:15 there instead of 8:10.
      { update in update.stop(sequence: 2, time: 1_780_380_900) },
      { update in update.stop(sequence: 1, delay: 300) },
      { update in update.integer(5, 300) },
    ]
    for form in forms {
      let (late, _) = try arrival([
        { update in
          update.trip("b1")
          form(&update)
        }
      ])
      #expect(late == instant("2026-06-02T07:30:00Z"))
    }
    // Early again from the second stop on: nothing is missed.
    let (onTime, _) = try arrival([
      { update in
        update.trip("b1")
        update.stop(sequence: 1, delay: 300)
        update.stop(sequence: 2, relation: 2)
      }
    ])
    #expect(onTime == instant("2026-06-02T06:30:00Z"))
  }

  @Test("a stop that the vehicle passes is not told among those of a ride; its line still leads by")
  func passed() throws {
    let engine = try TestFeed.crossing.engine()
    let message = try TripUpdates(
      message: ProtobufWriter.feed(
        timestamp: timestamp,
        [
          { update in
            update.trip("b1", date: "20260602")
            update.stop(sequence: 2, relation: 1)
          }
        ]))
    let (diverted, _) = engine.applying(message, now: moment)
    let express = try TestFeed.crossing.with(
      "stop_times.txt",
      """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
      b1,08:00:00,08:00:00,A,1,,
      b1,08:10:00,08:11:00,B1,2,1,1
      b1,08:20:00,08:20:00,C,3,,
      """
    ).engine()
    for (engine, names) in [
      (engine, ["Anger", "Brunnen", "Chur, Platz"]), (diverted, ["Anger", "Chur, Platz"]),
      (express, ["Anger", "Chur, Platz"]),
    ] {
      let journey = try engine.earliest(engine.query("A", "C"), departAt: moment).first
      let ride = try #require(journey?.rides.first)
      #expect(ride.trip == "b1" && ride.calls.map { engine.stops[$0.stop].name } == names)
      #expect(engine.geometry(of: ride).count == 3)
      #expect(ride.calls.last?.arrival == instant("2026-06-02T06:20:00Z"))
    }
  }

  @Test("Cancelled trips, skipped stops and unknown trips")
  func cancelled() throws {
    let (next, first) = try arrival([{ $0.trip("b1", relation: 3) }])
    #expect(next == instant("2026-06-02T07:30:00Z") && first.cancelled == 1)
    let (skipped, _) = try arrival([
      { update in
        update.trip("b1")
        update.stop(id: "B1", relation: 1)
      }
    ])
    #expect(skipped == instant("2026-06-02T07:30:00Z"))
    let (same, report) = try arrival([
      { $0.trip("nobody") }, { $0.trip("b1", relation: 1) }, { $0.trip("b1", date: "20260607") },
      { update in
        update.trip("b2")
        update.stop(id: "Z", delay: 5)
      },
    ])
    #expect(same == instant("2026-06-02T06:30:00Z"))
    #expect(report.unknownTrips == 2 && report.unsupported == 1 && report.unknownStops == 1)
  }

  @Test("an update without a date is of the day on which its trip is under way")
  func night() throws {
    let engine = try TestFeed.crossing.engine()
    // Ten to one in the night to the third: the trip of the second.
    let message = try TripUpdates(
      message: ProtobufWriter.feed(
        timestamp: instant("2026-06-02T22:45:00Z").milliseconds / 1000,
        [
          { update in
            update.trip("night")
            update.stop(sequence: 6, delay: 600)
          }
        ]))
    let late = engine.applying(message, now: moment).engine
    let query = engine.query("B2", "D")
    #expect(
      try late.earliest(query, departAt: instant("2026-06-02T22:30:00Z"))[0].arrival
        == instant("2026-06-02T23:10:00Z"))
    #expect(
      try late.earliest(query, departAt: instant("2026-06-03T22:30:00Z"))[0].arrival
        == instant("2026-06-03T23:00:00Z"))
  }

  @Test("a late trip waits at its stops as planned, and never leaves before it came")
  func waiting() {
    // Another trip's times stand before it.
    var (arrivals, departures): ([Int32], [Int32]) = (
      [0, 50, 100, 200, 300], [0, 60, 110, 240, 300]
    )
    let late = DelayOverlay.TripDelay(
      stops: [
        .init(position: 0, arrival: 30, departure: 30),
        .init(position: 2, arrival: -90, departure: 0),
      ])
    late.apply(&arrivals, &departures, from: 2, count: 3)
    #expect(arrivals == [0, 50, 130, 230, 270] && departures == [0, 60, 140, 270, 300])
  }

  @Test("a vehicle that is early is not held up by stops that it has passed and nobody names")
  func early() {
    var (arrivals, departures): ([Int32], [Int32]) = ([0, 120, 240, 360], [0, 120, 240, 360])
    let early = DelayOverlay.TripDelay(
      stops: [.init(position: 2, arrival: -200, departure: -200)])
    early.apply(&arrivals, &departures, from: 0, count: 4)
    #expect(arrivals[2...] == [40, 160] && departures[2...] == [40, 160])
  }

  @Test("damaged messages are refused with where, and never trap")
  func damage() throws {
    let message = ProtobufWriter.feed(
      timestamp: timestamp,
      [
        { update in
          update.trip("b1", date: "20260602", relation: 0)
          update.stop(sequence: 2, id: "B1", delay: -300, time: 1_780_380_900)
          update.integer(5, .min)
        }
      ])
    let engine = try TestFeed.crossing.engine()
    Fuzzing.truncations(message) { bytes in
      if let read = try? TripUpdates(message: bytes) {
        _ = engine.applying(read, now: moment)
      }
    }
    Fuzzing.mutations(message, seed: 7, count: 4000) { bytes in
      guard let read = try? TripUpdates(message: bytes) else { return }
      let late = engine.applying(read, now: moment).engine
      _ = try? late.earliest(engine.query("A", "D"), departAt: moment)
    }
    for bytes: [UInt8] in [[], [0x0a], [0x0b], [0x00], Array(repeating: 0xff, count: 20)] {
      #expect(throws: Refusal.self) { try TripUpdates(message: bytes) }
    }
    do {
      _ = try TripUpdates(message: Array(message.dropLast(3)))
      Issue.record("read")
    } catch {
      #expect(error.slug == "gtfs-realtime" && error.detail.contains("byte"))
    }
  }
}
