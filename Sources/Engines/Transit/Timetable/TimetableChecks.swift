import Geodesy

extension Timetable {
  /// What in a loaded timetable points outside of its arrays or is out of range; nil if nothing
  /// does.
  ///
  /// Searches rely on all of this, so that a forged file is refused and not followed.
  ///
  /// - Complexity: O(size).
  var contradiction: String? {
    guard patternStops.count == patternFlags.count, patternStops.count == patternMetres.count,
      patternStops.count == patternGrams.count, arrivals.count == departures.count,
      arrivals.count == sequences.count, changeSeconds.count == stops.count,
      max(patternStops.count, arrivals.count, trips.count) < Int(Int32.max)
    else { return "arrays that belong together differ in length" }
    let known = Int32(clamping: stops.count)
    guard patternStops.allSatisfy({ (0..<known).contains($0) }),
      patternFlags.allSatisfy({ $0 <= 3 }),
      patternMetres.allSatisfy({ (0...100_000_000).contains($0) }),
      patternGrams.allSatisfy({ (0...100_000_000).contains($0) })
    else { return "a pattern's stop" }
    let times = 0..<Int32(FeedReader.maximumTime)
    guard arrivals.allSatisfy(times.contains), departures.allSatisfy(times.contains) else {
      return "a time"
    }
    guard changeSeconds.allSatisfy({ (Timetable.noRule...Timetable.noChange).contains($0) }) else {
      return "a change"
    }
    for trip in trips {
      guard tripNames.indices.contains(Int(trip.name)),
        services.indices.contains(Int(trip.service)), trip.times >= 0,
        abs(Int(trip.shift)) < FeedReader.maximumTime, trip.headway >= 0
      else { return "a trip" }
    }
    return patternContradiction ?? footpathContradiction ?? shapeContradiction
  }

  private var patternContradiction: String? {
    for pattern in patterns {
      guard routes.indices.contains(Int(pattern.route)), pattern.stopCount >= 2,
        pattern.firstStop >= 0, pattern.firstTrip >= 0, pattern.tripCount >= 0,
        pattern.stops.upperBound <= patternStops.count, pattern.trips.upperBound <= trips.count
      else { return "a pattern" }
      for trip in pattern.trips
      where Int(trips[trip].times) + Int(pattern.stopCount) > arrivals.count {
        return "a trip's times"
      }
      for at in pattern.stops.dropFirst()
      where patternMetres[at] < patternMetres[at - 1] || patternGrams[at] < patternGrams[at - 1] {
        return "a pattern's lengths"
      }
    }
    return nil
  }

  private var footpathContradiction: String? {
    let (starts, edges) = (footpaths.starts, footpaths.edges)
    guard starts.count == stops.count + 1, starts.first == 0, starts.last == Int32(edges.count),
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return "its walks" }
    for edge in edges {
      guard stops.indices.contains(Int(edge.to)), (0...86_400).contains(edge.seconds),
        (0...1_000_000).contains(edge.metres), (-1...86_400).contains(edge.ruledSeconds)
      else { return "a walk" }
    }
    return nil
  }

  private var shapeContradiction: String? {
    guard shapeStarts.first == 0, shapeStarts.last == Int32(shapePoints.count),
      zip(shapeStarts, shapeStarts.dropFirst()).allSatisfy({ $0 <= $1 }),
      shapePoints.allSatisfy({
        abs(Int($0.latE7)) <= 900_000_000 && abs(Int($0.lonE7)) <= 1_800_000_000
      }),
      tripNames.allSatisfy({ $0.shape >= -1 && Int($0.shape) < shapeStarts.count - 1 })
    else { return "its shapes" }
    return nil
  }
}
