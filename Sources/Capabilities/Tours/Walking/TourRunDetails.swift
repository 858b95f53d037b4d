import Base
import Geodesy
import Realms

/// A run as its walker sees it: what was reached, what comes next, time and distance.
public struct TourRunDetails: Sendable {
  public var run: TourRun
  /// Whether this request began the run.
  public var isNew: Bool
  public var name: String
  public var stops: [TourStop]
  /// The indices of the stops that this request reached, in order.
  public var arrived: [Int]
  /// How many positions of this request changed nothing.
  public var ignored: Int
  /// Where the walker was last, if this request told.
  public var position: LonLat?
  public var now: Instant
  /// Languages that the caller prefers, best first.
  public var languages: [String] = []

  /// The index of the next stop; nil after the last one and after leaving.
  public var target: Int? {
    guard run.state == .active, stops.indices.contains(run.arrivals.count) else { return nil }
    return run.arrivals.count
  }
}

extension TourRunDetails {
  /// Writes the run as one JSON object, with every stop that was reached.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      run.writeHead(name: name, to: &json)
      writeProgress(Array(run.arrivals.indices), to: &json)
    }
  }

  /// Writes the answer to positions: only what they reached.
  public func writeAdvance(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.id(run.id)
      json.key("state")
      json.string(run.state.rawValue)
      writeProgress(arrived, to: &json)
      json.key("ignored")
      json.integer(ignored)
    }
  }

  private func writeProgress(_ reached: [Int], to json: inout JSONWriter) {
    json.key("arrived")
    json.array { json in
      for index in reached where stops.indices.contains(index) {
        json.object { json in
          json.key("stop")
          json.id(run.arrivals[index].stop)
          json.key("at")
          json.instant(run.arrivals[index].at)
          stops[index].writeMembers(
            order: index + 1, withTexts: true, languages: languages, to: &json)
        }
      }
    }
    json.key("target")
    writeTarget(to: &json)
    json.key("completed")
    json.bool(run.completedAt != nil)
    json.key("reached")
    json.integer(run.arrivals.count)
    json.key("stopCount")
    json.integer(stops.count)
    run.writeMetrics(now: now, to: &json)
  }

  /// The next stop without its texts, which belong to the arrival (UC4.12).
  private func writeTarget(to json: inout JSONWriter) {
    guard let target else { return json.null() }
    let stop = stops[target]
    json.object { json in
      if let id = stop.id {
        json.key("stop")
        json.id(id)
      }
      stop.writeMembers(order: target + 1, withTexts: false, languages: languages, to: &json)
      guard let position else { return }
      let way = Geodesic.inverse(from: position, to: stop.position)
      json.key("distance")
      json.number(way.distance, decimals: 1)
      json.key("bearing")
      json.number(way.initialBearing, decimals: 1)
    }
  }
}
