import Base

/// The line of a run in a list.
public struct TourRunSummary: Hashable, Sendable {
  public var run: TourRun
  /// The tour's name at the time of the run.
  public var names: LocalizedText
  public var stopCount: Int
  public var reached: Int

  /// Writes the line as one JSON object.
  ///
  /// - Parameter languages: that the reader prefers, best first.
  public func write(now: Instant, languages: [String] = [], to json: inout JSONWriter) {
    json.object { json in
      run.writeHead(name: names.text(in: languages), to: &json)
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
