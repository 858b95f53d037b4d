import Base
import Geodesy

/// What a phone should watch by itself, and how long that will do.
///
/// Phones watch only a few regions (20 per app on iOS, 100 on Android). The plan spends one of them on
/// a circle around the present position and the others on zones, so that no zone can be entered or
/// left unnoticed before that circle is left. Then the phone asks for the next plan.
///
/// - Thread: immutable, shared.
public struct ZonePlan: Sendable {
  /// The zones to watch, nearest border first; at most `slots` - 1.
  public let armed: [Zone]
  /// The circle to watch as well: on leaving it, ask for a new plan.
  public let centre: LonLat
  /// Metres; no border of a zone that is not armed is nearer to the centre.
  public let radius: Double
  /// The zones that the position is inside of, armed or not, in the order of their identifiers.
  public let inside: [Zone]
  /// False if the circle is smaller than the phone can watch: too many borders are too near.
  ///
  /// The device should then report positions itself while it moves. The circle is given as it is, for a
  /// larger one could be crossed by entries unnoticed.
  public let canBeWatched: Bool
}

/// Makes ``ZonePlan``s.
///
/// The distance to the nearest border of all zones that are not armed is greatest if those with the
/// nearest borders are armed, so that is what it does. A zone that one is deep inside of has a distant
/// border like one that is far away, and needs no slot: its state is known.
///
/// - Thread: pure.
public struct ZonePlanner: Sendable {
  /// Regions that the phone can watch, the re-arm circle included.
  public var slots: Int
  /// Metres that the circle stays away from the nearest border of a zone that is not armed: what a
  /// phone walks before it notices that it has left a region.
  public var margin = 20.0
  /// Metres; circles below it cannot be watched: 100 m is what iOS resolves.
  public var leastRadius = 100.0
  /// Whether the phone can watch areas.
  ///
  /// If not, it watches an area's ``Zone/enclosingCircle`` from outside. Within that circle an area
  /// counts like a zone that is not armed, whether one is inside of the area or beside it: its border
  /// keeps the plan's circle small, so that leaving it is as little missed as coming to it.
  public var armsAreas = true
  /// Metres, at most 19,000; the circle is not made larger.
  public var maximumRadius = 10_000.0

  public init(slots: Int) { self.slots = slots }

  /// For iOS: 20 regions.
  public static let iOS = ZonePlanner(slots: 20)
  /// For Android: 100 regions.
  public static let android = ZonePlanner(slots: 100)

  /// - Parameters:
  ///   - position: where the device is; the plan is as good as this is.
  ///   - visible: whose zones count.
  ///   - isShown: whether a zone counts.
  /// - Throws: ``Base/Refusal`` naming `lat`, `lon` or `slots` (2...1,000).
  /// - Complexity: O(zones within the radius + cells of it): grows from 500 m until it has enough.
  public func plan(
    around position: LonLat, zones: ZoneSnapshot, visible: VisibleRealms,
    where isShown: (Zone) -> Bool = { _ in true }
  ) throws(Refusal) -> ZonePlan {
    guard (-90...90).contains(position.lat) else { throw .invalid("lat", "is not in -90...90") }
    guard (-180...180).contains(position.lon) else { throw .invalid("lon", "is not in -180...180") }
    guard (2...1_000).contains(slots) else { throw .invalid("slots", "is not in 2...1000") }
    let most = min(max(maximumRadius, 0) + max(margin, 0), 19_500)
    var reach = min(500, most)
    while true {
      let found = borders(within: reach, of: position, zones, visible, isShown)
      if found.near.count >= slots || reach >= most || found.unarmable < reach {
        return plan(position, found, reach)
      }
      reach = min(reach * 2, most)
    }
  }

  private struct Found {
    /// Zones with a border within the reach, and the distances to it; nearest first.
    var near: [(zone: Zone, metres: Double)] = []
    /// Metres to the nearest border that cannot be armed.
    var unarmable = Double.infinity
    var inside: [Zone] = []
  }

  private func borders(
    within reach: Double, of p: LonLat, _ zones: ZoneSnapshot, _ visible: VisibleRealms,
    _ isShown: (Zone) -> Bool
  ) -> Found {
    var found = Found()
    for zone in zones.zones(near: p, metres: reach, visible: visible) where isShown(zone) {
      let signed = zone.signedDistance(from: p)
      if signed <= 0 { found.inside.append(zone) }
      if !armsAreas, case .area(let area) = zone.shape {
        let circle = area.enclosingCircle
        let gap = Geodesic.distance(from: circle.centre, to: p) - circle.radius
        if gap > 0 {
          if gap <= reach { found.near.append((zone, gap)) }
        } else {
          found.unarmable = min(found.unarmable, abs(signed))
        }
        continue
      }
      if abs(signed) <= reach { found.near.append((zone, abs(signed))) }
    }
    found.near.sort {
      ($0.metres, -Int($0.zone.priority), $0.zone.id)
        < ($1.metres, -Int($1.zone.priority), $1.zone.id)
    }
    return found
  }

  private func plan(_ p: LonLat, _ found: Found, _ reach: Double) -> ZonePlan {
    let armed = found.near.prefix(slots - 1)
    let nearest = min(
      found.unarmable, found.near.dropFirst(slots - 1).first?.metres ?? reach)
    let radius = max(0, nearest - max(margin, 0))
    return ZonePlan(
      armed: armed.map(\.zone), centre: p, radius: radius, inside: found.inside,
      canBeWatched: radius >= leastRadius)
  }
}
