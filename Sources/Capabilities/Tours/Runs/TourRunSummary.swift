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
      json.member("stopCount", stopCount)
      json.member("reached", reached)
      run.writeMetrics(now: now, to: &json)
    }
  }
}

extension TourRun {
  func writeHead(name: String, to json: inout JSONWriter) {
    json.member("id", id)
    json.member("tour", tour)
    json.member("name", name)
    json.member("state", state.rawValue)
    json.member("startedAt", startedAt)
    json.member("completedAt", completedAt)
    json.member("endedAt", endedAt)
    json.member("pausedAt", state == .paused ? pausedAt : nil)
    json.member("keptUntil", keptUntil)
    json.member("trial", isTrial)
  }

  /// Writes the time taken and the distance walked (UC4.16).
  func writeMetrics(now: Instant, to json: inout JSONWriter) {
    json.object("metrics") { json in
      json.member("distance", walked, decimals: 1)
      json.member("seconds", seconds(now: now), decimals: 0)
    }
  }
}
