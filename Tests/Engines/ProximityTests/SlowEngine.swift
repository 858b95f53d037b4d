import Base
import Foundation
import Geodesy

@testable import Proximity

/// The same rules told once more, without index, safe distance or ruler: all zones at every point.
struct SlowEngine {
  var zones: [Zone]
  var visible: VisibleRealms
  var now: Instant
  var last: (position: LonLat, accuracy: Double, at: Instant)?
  var inside: Set<EntityID> = []

  struct Outcome: Equatable {
    var entered: [EntityID] = []
    var left: [EntityID] = []
    var inside: [EntityID] = []
    var isIgnored = false
  }

  mutating func take(_ fix: PositionFix) -> Outcome {
    var outcome = Outcome()
    let accuracy = fix.accuracy ?? 0
    let isOld = last.map { fix.at <= $0.at } ?? false
    let ahead = fix.at.seconds(since: now)
    guard !isOld, ahead <= 60, ahead > -1800, accuracy <= 100 else {
      outcome.isIgnored = true
      outcome.inside = zones.filter { inside.contains($0.id) && visible.sees($0.realms) }
        .map(\.id).sorted()
      return outcome
    }
    var from: (position: LonLat, accuracy: Double)?
    if let last {
      let metres = Geodesic.distance(from: last.position, to: fix.position)
      let seconds = fix.at.seconds(since: last.at)
      if metres > 0, metres <= 20_000, seconds <= 1800,
        metres - accuracy - last.accuracy <= 100 * max(1, seconds)
      {
        from = (last.position, last.accuracy)
      }
    }
    for zone in zones {
      guard visible.sees(zone.realms) else {
        inside.remove(zone.id)
        continue
      }
      let gap = zone.signedDistance(from: fix.position)
      let isFar = gap > max(10, accuracy)
      if inside.contains(zone.id) {
        if isFar {
          inside.remove(zone.id)
          outcome.left.append(zone.id)
        }
        continue
      }
      let size: Double =
        switch zone.shape {
        case .circle(_, let radius): radius
        case .area(let area): area.size
        }
      if zone.contains(fix.position) {
        if accuracy <= max(20, size) {
          inside.insert(zone.id)
          outcome.entered.append(zone.id)
        }
      } else if let from, max(accuracy, from.accuracy) <= max(20, size),
        zone.touches(lineFrom: from.position, to: fix.position)
      {
        outcome.entered.append(zone.id)
        if isFar { outcome.left.append(zone.id) } else { inside.insert(zone.id) }
      }
    }
    last = (fix.position, accuracy, fix.at)
    outcome.entered.sort()
    outcome.left.sort()
    outcome.inside = inside.sorted()
    return outcome
  }
}

extension ProximityUpdate {
  var outcome: SlowEngine.Outcome {
    SlowEngine.Outcome(
      entered: entered.map(\.zone), left: left.map(\.zone), inside: inside.map(\.zone),
      isIgnored: !ignored.isEmpty)
  }
}
