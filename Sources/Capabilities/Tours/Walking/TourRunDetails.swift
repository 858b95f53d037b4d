import Access
import Base
import GeoFormats
import Geodesy

/// A run as its walker sees it: what was reached, what comes next, time and distance.
public struct TourRunDetails: Sendable {
  public var run: TourRun
  /// Whether this request began the run.
  public var isNew: Bool
  /// The tour as it was when the run began.
  public var content: TourContent
  /// The indices of the stops that this request reached, in order.
  public var arrived: [Int]
  /// How many positions of this request changed nothing.
  public var ignored: Int
  /// Where the walker was last, if this request told.
  public var position: LonLat?
  public var now: Instant
  /// What the walker has told of it.
  public var feedback: TourFeedback?
  /// Languages that the caller prefers, best first.
  public var languages: [String] = []

  /// The tour's name, in the first fitting language.
  public var name: String { content.names.text(in: languages) }
  public var stops: [TourStop] { content.stops }

  /// The index of the next stop; nil after the last one and after leaving.
  public var target: Int? {
    guard run.state == .active || run.state == .paused, stops.indices.contains(run.arrivals.count)
    else { return nil }
    return run.arrivals.count
  }
}

extension TourRunDetails {
  /// Writes the run as one JSON object, with every stop that was reached.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      run.writeHead(name: name, to: &json)
      writeProgress(Array(run.arrivals.indices), to: &json)
      if let feedback {
        json.key("feedback")
        feedback.write(to: &json)
      }
    }
  }

  /// Writes the answer to positions: only what they reached.
  public func writeAdvance(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", run.id)
      json.member("state", run.state.rawValue)
      json.member("trial", run.isTrial)
      writeProgress(arrived, to: &json)
      json.member("ignored", ignored)
    }
  }

  private func writeProgress(_ reached: [Int], to json: inout JSONWriter) {
    json.array("arrived") { json in
      for index in reached where stops.indices.contains(index) {
        json.object { json in
          json.member("stop", run.arrivals[index].stop)
          json.member("at", run.arrivals[index].at)
          stops[index].writeMembers(
            order: index + 1, withTexts: true, first: content.defaultLanguage, languages: languages,
            to: &json)
        }
      }
    }
    json.key("target")
    writeTarget(to: &json)
    json.member("completed", run.completedAt != nil)
    json.member("reached", run.arrivals.count)
    json.member("stopCount", stops.count)
    run.writeMetrics(now: now, to: &json)
  }

  /// The next stop without its texts, which belong to the arrival (UC4.12).
  private func writeTarget(to json: inout JSONWriter) {
    guard let target else { return json.null() }
    let stop = stops[target]
    json.object { json in
      json.member("stop", stop.id)
      stop.writeMembers(
        order: target + 1, withTexts: false, first: content.defaultLanguage, languages: languages,
        to: &json)
      guard let position else { return }
      let way = Geodesic.inverse(from: position, to: stop.position)
      json.member("distance", way.distance, decimals: 1)
      json.member("bearing", bearing: way.initialBearing, decimals: 1)
    }
  }
}
