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
