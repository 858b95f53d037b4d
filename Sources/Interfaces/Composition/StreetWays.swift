import Base
import Geodesy
import Planning
import Routing

/// How long people are under way on the streets of the imported maps.
///
/// - Thread: shared.
struct StreetWays: MeetingWays {
  let streets: StreetRouter

  func seconds(from: [LonLat], to: [LonLat], by way: OwnWay) -> [[Double?]]? {
    let mode: StreetMode =
      switch way {
      case .walk: .walk
      case .bicycle: .bicycle
      case .car: .car
      }
    guard !from.isEmpty, !to.isEmpty else { return nil }
    let table = try? streets.table(sources: from, targets: to, StreetProfile(mode))
    return table.map { $0.doorToDoor.map { row in row.map { $0?.duration } } }
  }
}
