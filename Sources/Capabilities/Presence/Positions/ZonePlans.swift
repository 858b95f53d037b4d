import Access
import Base
import GeoFormats
import Geodesy
import Objects
import Proximity
import Storage
import Tours

/// Plans of the zones that a phone is to watch by itself until it has moved on.
///
/// - Thread: shared.
public struct ZonePlans: Sendable {
  let zones: ZoneCatalog
  let underWay: ActiveTours
  let hiddenInstances: HiddenInstances
  let clock: any WallClock

  /// How many regions phones can watch: 20 per app on iOS, 100 on Android.
  public static let slots = 2...100

  public init(
    zones: ZoneCatalog, underWay: ActiveTours, hiddenInstances: HiddenInstances,
    clock: any WallClock
  ) {
    self.zones = zones
    self.underWay = underWay
    self.hiddenInstances = hiddenInstances
    self.clock = clock
  }

  /// What to watch around a position, by the caller's rights.
  ///
  /// - Throws: `invalid` naming `lat`, `lon` or `slots`.
  public func plan(
    around position: LonLat, slots: Int, caller: Caller
  ) throws -> ZonePlanAnswer {
    var planner = ZonePlanner(slots: slots)
    planner.armsAreas = false
    let isOnTour = try caller.account.flatMap { try underWay.walk(of: $0) } != nil
    let isHidden = hiddenInstances.selection(for: caller.account).filter
    let plan = try planner.plan(
      around: position, zones: zones.layer.snapshot, visible: VisibleRealms(caller: caller)
    ) { zone in
      if zone.kind == .place { return !zones.isOver(zones.subject(of: zone.id), at: clock.now()) }
      guard zone.kind == .instance else { return true }
      if isOnTour { return false }
      return isHidden.map { !$0(zones.subject(of: zone.id)) } ?? true
    }
    func place(_ id: EntityID, _ kind: ZoneKind) -> PositionAnswer.Place {
      PositionAnswer.Place(zone: id, kind: kind, subject: zones.subject(of: id))
    }
    return ZonePlanAnswer(
      armed: plan.armed.map { zone in
        let circle = zone.enclosingCircle
        return ZonePlanAnswer.Region(
          place: place(zone.id, zone.kind), centre: circle.centre, radius: circle.radius)
      },
      centre: plan.centre, radius: plan.radius,
      inside: plan.inside.map { place($0.id, $0.kind) },
      canBeWatched: plan.canBeWatched)
  }
}

/// Regions for a phone to watch.
///
/// - Thread: pure.
public struct ZonePlanAnswer: Sendable {
  /// A circle around a zone, or the zone itself if it is a circle.
  public struct Region: Sendable {
    public var place: PositionAnswer.Place
    public var centre: LonLat
    /// Metres.
    public var radius: Double
  }

  public var armed: [Region]
  public var centre: LonLat
  /// Metres; after leaving this circle another plan is needed.
  public var radius: Double
  public var inside: [PositionAnswer.Place]
  public var canBeWatched: Bool

  /// Writes the plan as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.array("armed") { json in
        for region in armed {
          json.object { json in
            region.place.writeMembers(to: &json)
            json.member("position", position: region.centre)
            json.key("radius")
            // Rounded up: a circle that is too small would miss something.
            json.number((region.radius * 10).rounded(.up) / 10, decimals: 1)
          }
        }
      }
      json.object("rearm") { json in
        json.member("position", position: centre)
        json.member("radius", (radius * 10).rounded(.down) / 10, decimals: 1)
      }
      json.array("inside") { json in
        for place in inside { json.object { place.writeMembers(to: &$0) } }
      }
      json.member("watchable", canBeWatched)
    }
  }
}
