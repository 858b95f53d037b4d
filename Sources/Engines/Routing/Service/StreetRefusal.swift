import Base
import Geodesy

/// Why a question about streets is not answered.
enum StreetRefusal {
  /// Two places on maps that are not joined.
  static let differentMaps = Refusal(
    .notFound, "no-route",
    "The two places lie on different imported maps, and ways do not lead from one map to another; "
      + "import both extracts as one: wayside import osm ONE.osm.pbf OTHER.osm.pbf.")

  static func noNetwork(isEmpty: Bool) -> Refusal {
    Refusal(
      .notFound, "no-network-near",
      isEmpty
        ? "No street network has been imported." : "No imported street network covers this place.")
  }

  /// The place on the main network, or near enough on an island.
  ///
  /// - Parameters:
  ///   - isOnMap: whether the position lies within the box of an imported map.
  ///   - measures: whether the refusal says how far the nearest street is, which takes milliseconds.
  static func require(
    _ nearest: Snapper.Nearest, _ snapper: Snapper, _ position: LonLat, _ name: String,
    isOnMap: Bool, measures: Bool = true
  ) throws(Refusal) -> SnappedPlace {
    if var main = nearest.main {
      main.isPastIsland = nearest.island != nil
      return main
    }
    if let island = nearest.island { return island }
    let mode = snapper.metric.profile.mode.rawValue
    let found =
      !measures
      ? "there is no street for mode \(mode)"
      : snapper.distanceBeyondReach(position).map {
        "the nearest street for mode \(mode) is \(Int($0.rounded())) m away"
      }
        ?? "there is no street for mode \(mode) within 18 km"
    guard isOnMap else {
      throw Refusal(
        .notFound, "no-network-near", "A place lies outside of the imported maps: \(found).",
        violations: [Refusal.Violation(name, found)])
    }
    throw Refusal(
      .notFound, "no-network-near",
      "A place must be within \(Int(Snapper.reach)) m of a street: \(found).",
      violations: [Refusal.Violation(name, found)])
  }
}
