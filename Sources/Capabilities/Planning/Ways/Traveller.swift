import Access
import Base
import Calendar
import Foundation
import Geodesy
import Itineraries
import Storage
import Travel

/// Somebody who comes to a meeting: from where, and by what.
///
/// - Thread: pure.
struct Traveller: Hashable, Sendable {
  var account: EntityID
  /// Nil where it is not known.
  var start: LonLat?
  var ways: Set<OwnWay>
  /// Whether buses or trains are taken.
  var goesPublic: Bool
}

extension Traveller {
  /// How somebody comes to something that begins at a time: from the appointment before, if one
  /// ends or is under way within the three hours before it, else from home.
  ///
  /// - Parameters:
  ///   - at: nil if no time is known yet: then from home.
  ///   - said: where that one has said to set out.
  init(
    _ account: EntityID, at time: Instant?, from said: StartingPlace? = nil,
    in session: StoreSession
  ) throws {
    self.account = account
    let preferences = try TravelPreferences.of(account, in: session)
    let zone = try IANATimeZone.preset(of: account, in: session)
    let rules =
      time.map { preferences.rules(on: zone.wallTime(at: $0).date) }
      ?? preferences.general
    ways = Set(OwnWay.allCases.filter { rules.modes.contains($0.mode) })
    goesPublic = rules.modes.contains(where: \.isPublic)
    start = said?.position ?? preferences.home?.position
    guard let time, (said ?? .previous) == .previous else { return }
    let before = try Timeline.occurrences(
      of: account, from: time.adding(seconds: -Self.before), to: time, in: session)
    let last = before.filter { $0.start < time && $0.position != nil }
      .max { ($0.end, $0.start) < ($1.end, $1.start) }
    start = last?.position ?? start
  }

  private static let before: Int64 = 3 * 3600

  /// The same person, setting out from elsewhere.
  func starting(at position: LonLat) -> Traveller {
    var other = self
    other.start = position
    return other
  }
}

extension Traveller {
  /// Degrees of latitude of a side of the squares of ``roughly``: about 1.1 km.
  private static let side = 0.01

  /// The same person as others are told of: setting out in the middle of a square in which the true
  /// start lies, at most 0.8 km away.
  ///
  /// Whatever is computed for others with it, and however often they ask, they learn no more of the
  /// start than the square.
  var roughly: Traveller {
    guard let start else { return self }
    let lat = min(((start.lat / Self.side).rounded(.down) + 0.5) * Self.side, 90)
    // A whole number of columns, so that squares meet at the antimeridian.
    let columns = max((360 / Self.side * cos(lat * .pi / 180)).rounded(.down), 1)
    let width = 360 / columns
    let lon = ((start.lon / width).rounded(.down) + 0.5) * width
    return starting(at: LonLat(lon: lon.remainder(dividingBy: 360), lat: lat))
  }
}

extension OwnWay {
  var mode: TravelMode {
    switch self {
    case .walk: .walk
    case .bicycle: .bicycle
    case .car: .car
    }
  }
}

extension EstimatedWays {
  /// Seconds of each traveller whose start is known to each place, by what the traveller has at hand.
  ///
  /// One question for each way of getting about. Walks of more than half an hour are left to those
  /// who have nothing else.
  ///
  /// - Returns: by traveller, then place; whether some were estimated along straight lines: where no
  ///   map knows the way, and rides on public transport, which take a timetable each.
  func seconds(
    of travellers: [Traveller], to places: [LonLat]
  ) -> (table: [[Double]], isEstimated: Bool) {
    var best = [[Double]](
      repeating: [Double](repeating: .infinity, count: places.count), count: travellers.count)
    for way in OwnWay.allCases {
      let those = travellers.indices.filter {
        travellers[$0].start != nil && travellers[$0].ways.contains(way)
      }
      // Several may set out from one place.
      let starts = Array(Set(those.compactMap { travellers[$0].start }))
      let row = Dictionary(uniqueKeysWithValues: zip(starts, starts.indices))
      guard !starts.isEmpty, !places.isEmpty,
        let table = ways.seconds(from: starts, to: places, by: way)
      else { continue }
      for traveller in those {
        guard let row = travellers[traveller].start.flatMap({ row[$0] }) else { continue }
        for column in places.indices {
          guard let seconds = table[row][column] else { continue }
          best[traveller][column] = min(best[traveller][column], seconds)
        }
      }
    }
    var isEstimated = false
    for (row, traveller) in travellers.enumerated() {
      guard let start = traveller.start else { continue }
      for column in places.indices {
        let seconds = best[row][column]
        let isLongWalk = seconds > Self.maximumWalk && traveller.goesPublic
        guard seconds == .infinity || isLongWalk else { continue }
        isEstimated = true
        best[row][column] = min(seconds, Self.straight(start, places[column]))
      }
    }
    return (best, isEstimated)
  }
}
