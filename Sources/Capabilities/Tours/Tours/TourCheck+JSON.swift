import Base

extension TourCheck {
  /// Writes the members of the check into an open object.
  public func writeMembers(to json: inout JSONWriter) {
    json.key("count")
    json.integer(count)
    json.key("warnings")
    TourWarning.write(warnings, to: &json)
    writeWalk(to: &json)
  }

  /// Writes the simulated walk into an open object.
  public func writeWalk(to json: inout JSONWriter) {
    json.key("walk")
    json.object { json in
      json.key("noise")
      json.number(walk.noise)
      json.key("seed")
      json.integer(Int(clamping: walk.seed))
      json.key("speed")
      json.number(walk.speed, decimals: 3)
      json.key("distance")
      json.number(metres, decimals: 1)
      json.key("seconds")
      json.number(seconds, decimals: 0)
      json.key("points")
      json.integer(points)
      json.key("repeated")
      json.integer(repeated)
      json.key("stops")
      json.array { json in
        for (place, visit) in visits.enumerated() { write(visit, place, to: &json) }
      }
      json.key("findings")
      json.array { json in
        for finding in findings { finding.write(to: &json) }
      }
    }
  }

  private func write(_ visit: Visit, _ place: Int, to json: inout JSONWriter) {
    json.object { json in
      json.key("order")
      json.integer(place + 1)
      json.key("title")
      json.string(titles[place])
      if let truly = visit.truly {
        json.key("entered")
        json.number(truly, decimals: 1)
      }
      if let triggered = visit.triggered {
        json.key("noticed")
        json.number(triggered, decimals: 1)
      }
    }
  }
}

extension TourCheck.Finding {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("kind")
      json.string(kind.rawValue)
      json.key("stop")
      json.integer(stop + 1)
      if let other {
        json.key("other")
        json.integer(other + 1)
      }
      if let metres {
        json.key("metres")
        json.number(metres, decimals: 1)
      }
      json.key("detail")
      json.string(detail)
    }
  }
}

extension TourWarning {
  static func write(_ warnings: [TourWarning], to json: inout JSONWriter) {
    json.array { json in
      for warning in warnings {
        json.object { json in
          json.key("code")
          json.string(warning.code.rawValue)
          json.key("pointer")
          json.string(warning.pointer)
          json.key("detail")
          json.string(warning.detail)
        }
      }
    }
  }
}
