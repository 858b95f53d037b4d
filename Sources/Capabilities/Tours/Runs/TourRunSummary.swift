import Base

/// The line of a run in a list.
public struct TourRunSummary: Hashable, Sendable {
  public var run: TourRun
  /// The tour's name at the time of the run.
  public var name: String
  public var stopCount: Int
  public var reached: Int

  /// Writes the line as one JSON object.
  public func write(now: Instant, to json: inout JSONWriter) {
    json.object { json in
      run.writeHead(name: name, to: &json)
      json.key("stopCount")
      json.integer(stopCount)
      json.key("reached")
      json.integer(reached)
      run.writeMetrics(now: now, to: &json)
    }
  }
}

extension TourRun {
  func writeHead(name: String, to json: inout JSONWriter) {
    json.key("id")
    json.id(id)
    json.key("tour")
    json.id(tour)
    json.key("name")
    json.string(name)
    json.key("state")
    json.string(state.rawValue)
    json.key("startedAt")
    json.instant(startedAt)
    if let completedAt {
      json.key("completedAt")
      json.instant(completedAt)
    }
    if let endedAt {
      json.key("endedAt")
      json.instant(endedAt)
    }
  }

  /// Writes the time taken and the distance walked (UC4.16).
  func writeMetrics(now: Instant, to json: inout JSONWriter) {
    json.key("metrics")
    json.object { json in
      json.key("distance")
      json.number(walked, decimals: 1)
      json.key("seconds")
      json.number(seconds(now: now), decimals: 0)
    }
  }
}
