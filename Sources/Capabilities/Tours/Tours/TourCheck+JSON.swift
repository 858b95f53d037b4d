import Base

extension TourCheck {
  /// Writes the members of the check into an open object.
  public func writeMembers(to json: inout JSONWriter) {
    json.member("count", count)
    json.key("warnings")
    TourWarning.write(warnings, to: &json)
    writeWalk(to: &json)
  }

  /// Writes the simulated walk into an open object.
  public func writeWalk(to json: inout JSONWriter) {
    json.object("walk") { json in
      json.member("noise", walk.noise)
      json.member("seed", Int(clamping: walk.seed))
      json.member("speed", walk.speed, decimals: 3)
      json.member("distance", metres, decimals: 1)
      json.member("seconds", seconds, decimals: 0)
      json.member("points", points)
      json.member("repeated", repeated)
      json.array("stops") { json in
        for (place, visit) in visits.enumerated() { write(visit, place, to: &json) }
      }
      json.array("findings") { json in
        for finding in findings { finding.write(to: &json) }
      }
    }
  }

  private func write(_ visit: Visit, _ place: Int, to json: inout JSONWriter) {
    json.object { json in
      json.member("order", place + 1)
      json.member("title", titles[place])
      json.member("entered", visit.truly, decimals: 1)
      json.member("noticed", visit.triggered, decimals: 1)
    }
  }
}

extension TourCheck.Finding {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("stop", stop + 1)
      if let other {
        json.member("other", other + 1)
      }
      json.member("metres", metres, decimals: 1)
      json.member("detail", detail)
    }
  }
}

extension TourWarning {
  static func write(_ warnings: [TourWarning], to json: inout JSONWriter) {
    json.array { json in
      for warning in warnings {
        json.object { json in
          json.member("code", warning.code.rawValue)
          json.member("pointer", warning.pointer)
          json.member("detail", warning.detail)
        }
      }
    }
  }
}
