import Base

/// What a GTFS-Realtime feed says of one trip.
///
/// - Source: GTFS Realtime Reference 2.0, TripUpdate.
/// - Thread: pure.
public struct TripUpdate: Sendable, Hashable {
  /// How the trip stands to the timetable.
  public enum Relation: Sendable, Hashable {
    case scheduled, cancelled
    /// Trips that the timetable does not have, or not once: not applied.
    case other
  }

  /// What is foretold for one stop, by its sequence, its identifier or both.
  public struct Stop: Sendable, Hashable {
    /// Whether the stop is served (GTFS Realtime, ScheduleRelationship).
    public enum Relation: Sendable, Hashable {
      case scheduled, skipped, noData
    }

    public var sequence: Int?
    public var stopID: String?
    public var arrival: Event?
    public var departure: Event?
    public var relation = Relation.scheduled

    public init() {}
  }

  /// When a vehicle comes or goes: seconds late, or the time itself.
  public struct Event: Sendable, Hashable {
    public var delay: Int?
    /// Seconds since 1970; it goes before the delay.
    public var time: Int64?

    public init(delay: Int? = nil, time: Int64? = nil) {
      (self.delay, self.time) = (delay, time)
    }
  }

  public var tripID = ""
  /// Days after 1970-01-01; nil if not said.
  public var day: Int?
  /// Seconds of the service day at which a trip by headway starts; nil if not said.
  public var start: Int32?
  public var relation = Relation.scheduled
  public var stops: [Stop] = []
  /// Seconds late where no stop says better.
  public var delay: Int?

  public init() {}
}

/// The trip updates of one message.
///
/// - Thread: pure.
public struct TripUpdates: Sendable, Hashable {
  /// Longest message that is read, in bytes.
  public static let maximumSize = 64 << 20

  /// When the message was made, in seconds since 1970; nil if not said.
  public var timestamp: Int64?
  public var updates: [TripUpdate] = []
  /// Entities that say nothing of trips (positions of vehicles, alerts), or were deleted.
  public var otherEntities = 0

  public init() {}

  /// Reads a `FeedMessage`.
  ///
  /// - Throws: ``Refusal`` `gtfs-realtime` if it is not one, or ends in the middle.
  /// - Complexity: O(bytes).
  public init(message bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= Self.maximumSize else {
      throw FeedRule.size.refusal(
        "trip updates", nil, nil, "are larger than \(Self.maximumSize >> 20) MiB")
    }
    do {
      var hasHeader = false
      var reader = ProtobufReader(bytes[...])
      while let (field, value) = try reader.next() {
        switch field {
        case 1:
          hasHeader = true
          timestamp = try Self.timestamp(value.message)
        case 2:
          if let update = try Self.entity(value.message) {
            updates.append(update)
          } else {
            otherEntities += 1
          }
        default: break
        }
      }
      guard hasHeader else {
        throw FeedRule.realtime.refusal(
          "trip updates", nil, nil, "have no header; this is no GTFS-Realtime message")
      }
    } catch let damage as ProtobufReader.Damage {
      throw FeedRule.realtime.refusal(
        "trip updates", nil, nil, "are damaged or cut off at byte \(damage.offset)")
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw FeedRule.realtime.refusal("trip updates", nil, nil, "cannot be read")
    }
  }

  private static func timestamp(_ message: ProtobufReader?) throws -> Int64? {
    guard var reader = message else { return nil }
    var result: Int64?
    while let (field, value) = try reader.next() {
      if field == 3 { result = value.integer }
    }
    return result
  }

  private static func entity(_ message: ProtobufReader?) throws -> TripUpdate? {
    guard var reader = message else { return nil }
    var update: TripUpdate?
    var isDeleted = false
    while let (field, value) = try reader.next() {
      if field == 2 { isDeleted = value.integer == 1 }
      if field == 3, let message = value.message { update = try TripUpdate(message) }
    }
    return isDeleted ? nil : update
  }
}

extension TripUpdate {
  init(_ message: ProtobufReader) throws {
    var reader = message
    while let (field, value) = try reader.next() {
      switch field {
      case 1: if let message = value.message { try readTrip(message) }
      case 2: if let message = value.message { stops.append(try Stop(message)) }
      case 5: delay = value.integer.map { Int($0) }
      default: break
      }
    }
  }

  private mutating func readTrip(_ message: ProtobufReader) throws {
    var reader = message
    while let (field, value) = try reader.next() {
      switch field {
      case 1: tripID = value.text ?? ""
      case 2: start = value.text.flatMap { FeedReader.time(Array($0.utf8)[...]) }
      case 3: day = value.text.flatMap { FeedReader.day(Array($0.utf8)[...]) }
      case 4:
        switch value.integer {
        case 0: relation = .scheduled
        // Cancelled, and deleted: one is told to passengers, both do not run.
        case 3, 7: relation = .cancelled
        default: relation = .other
        }
      default: break
      }
    }
  }
}

extension TripUpdate.Stop {
  fileprivate init(_ message: ProtobufReader) throws {
    var reader = message
    while let (field, value) = try reader.next() {
      switch field {
      case 1: sequence = value.integer.flatMap { Int(exactly: $0) }
      case 2: arrival = try value.message.map(TripUpdate.Event.init)
      case 3: departure = try value.message.map(TripUpdate.Event.init)
      case 4: stopID = value.text
      case 5:
        switch value.integer {
        case 1: relation = .skipped
        case 2: relation = .noData
        default: relation = .scheduled
        }
      default: break
      }
    }
  }
}

extension TripUpdate.Event {
  fileprivate init(_ message: ProtobufReader) throws {
    var reader = message
    while let (field, value) = try reader.next() {
      if field == 1 { delay = value.integer.map { Int($0) } }
      if field == 2 { time = value.integer }
    }
  }
}
