import Base
import GeoFormats
import Geodesy
import Proximity
import Tours

/// What has come of a device's positions.
///
/// - Thread: pure.
public struct PositionAnswer: Sendable {
  /// A zone, and what it belongs to.
  public struct Place: Hashable, Sendable {
    public var zone: EntityID
    public var kind: ZoneKind
    /// The tour, instance, sub-realm or calendar item.
    public var subject: EntityID
  }

  /// A zone was entered or left.
  public struct Event: Hashable, Sendable {
    public var place: Place
    /// The place among the request's points of the one that showed it.
    public var point: Int
  }

  /// A tour that begins or passes nearby.
  public struct NearTour: Sendable {
    public var tour: EntityID
    public var name: String
    /// To its start; nil if the request has told no position that counts.
    public var way: Geodesic.Inverse?
    /// Whether its start is here (RI-FR5).
    public var isAtStart: Bool
  }

  public var entered: [Event] = []
  public var left: [Event] = []
  public var inside: [Place] = []
  /// Nearest start first.
  public var nearestTours: [NearTour] = []
  public var ignored: [ProximityUpdate.Ignored]
  /// The progress of the tour that the caller is on.
  public var run: TourRunDetails?

  /// Whether other devices of the account have something to learn.
  public var hasNews: Bool { !entered.isEmpty || !left.isEmpty || !(run?.arrived.isEmpty ?? true) }
}

extension PositionAnswer {
  /// Writes the answer as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      write(entered, "entered", withPoint: true, to: &json)
      write(left, "left", withPoint: true, to: &json)
      json.array("inside") { json in
        for place in inside { json.object { place.writeMembers(to: &$0) } }
      }
      json.array("nearestTours") { json in
        for tour in nearestTours { tour.write(to: &json) }
      }
      json.array("ignored") { json in
        for point in ignored {
          json.object { json in
            json.member("point", point.point)
            json.member("reason", point.reason.rawValue)
          }
        }
      }
      if let run {
        json.key("run")
        run.writeAdvance(to: &json)
      }
    }
  }

  /// Writes what other devices of the account are told: no position, and no way back to one finer
  /// than the zones themselves.
  public func writeNews(to json: inout JSONWriter) {
    json.object { json in
      write(entered, "entered", withPoint: false, to: &json)
      write(left, "left", withPoint: false, to: &json)
      if let run, !run.arrived.isEmpty {
        json.member("run", run.run.id)
      }
    }
  }

  private func write(
    _ events: [Event], _ name: StaticString, withPoint: Bool, to json: inout JSONWriter
  ) {
    json.key(name)
    json.array { json in
      for event in events {
        json.object { json in
          event.place.writeMembers(to: &json)
          if withPoint {
            json.member("point", event.point)
          }
        }
      }
    }
  }
}

extension PositionAnswer.Place {
  /// Writes the zone's identifier and kind, and what it belongs to.
  func writeMembers(to json: inout JSONWriter) {
    json.member("id", zone)
    json.member("kind", kind.rawValue)
    switch kind {
    case .stop:
      json.member("tour", subject)
      json.member("stop", zone)
    case .tourPush, .tourStart, .tourArea:
      json.member("tour", subject)
    case .instance:
      json.member("instance", subject)
    case .realmArea:
      json.member("realm", subject)
    default:
      json.member("item", subject)
    }
  }
}

extension PositionAnswer.NearTour {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("tour", tour)
      json.member("name", name)
      if let way {
        json.member("distance", way.distance, decimals: 1)
        json.member("bearing", bearing: way.initialBearing, decimals: 1)
      }
      json.member("atStart", isAtStart)
    }
  }
}
