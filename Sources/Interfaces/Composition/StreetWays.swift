import Base
import Geodesy
import Planning
import Routing
import Teams

/// How long people are under way on the streets of the imported maps.
///
/// - Thread: shared.
struct StreetWays: MeetingWays {
  let streets: StreetRouter

  func seconds(from: [LonLat], to: [LonLat], by way: OwnWay) -> [[Double?]]? {
    guard !from.isEmpty, !to.isEmpty else { return nil }
    let table = try? streets.table(
      sources: from, targets: to, StreetProfile(way.streetMode).quickest)
    return table.map { $0.doorToDoor.map { row in row.map { $0?.duration } } }
  }

  func seconds(
    between starts: [LonLat], and place: LonLat, by way: OwnWay
  ) -> ThereAndBack? {
    guard !starts.isEmpty,
      let (there, back) = try? streets.tables(
        starts: starts, places: [place], StreetProfile(way.streetMode).quickest)
    else { return nil }
    return ThereAndBack(
      there: there.doorToDoor.map { $0[0]?.duration },
      back: back.doorToDoor[0].map { $0?.duration })
  }

  func leastSeconds(between a: LonLat, and b: LonLat, by way: OwnWay) -> Double {
    guard way == .walk else { return 0 }
    // Streets are measured a little otherwise, and a way may set out from any street as near.
    let metres = Geodesic.distance(from: a, to: b) * 0.99 - 20
    return max(0, metres / streets.fastestWalk)
  }
}

/// How long cars are under way on the streets of the imported maps.
///
/// - Thread: shared.
struct StreetCars: CarWays {
  let streets: StreetRouter

  func seconds(from: [LonLat], to: [LonLat]) -> [[Double?]]? {
    StreetWays(streets: streets).seconds(from: from, to: to, by: .car)
  }
}

extension OwnWay {
  fileprivate var streetMode: StreetMode {
    switch self {
    case .walk: .walk
    case .bicycle: .bicycle
    case .car: .car
    }
  }
}
