import Base
import FlatFiles
import Geodesy

/// Answers questions about ways along streets, over one or several imported extracts.
///
/// - Thread: shared. Networks are replaced in one step while it answers; a question that has begun
///   is answered from the network it began with.
public final class StreetRouter: Sendable {
  /// A matrix has at most so many cells.
  public static let maximumCells = 250_000

  let loaded: Guarded<[LoadedNetwork]>

  /// - Complexity: customises the usual profile of each mode, tens of milliseconds per extract.
  public init(_ networks: [StreetNetwork] = []) {
    loaded = Guarded(StreetRouter.load(networks, RoadSpeeds(), known: []))
  }

  /// Puts other networks in the place of the present ones; those that stay keep their weights.
  ///
  /// - Parameter speeds: those that differ from the usual; for profiles that say when.
  public func replace(_ networks: [StreetNetwork], speeds: RoadSpeeds = RoadSpeeds()) {
    loaded.swap(StreetRouter.load(networks, speeds, known: loaded.current))
  }

  private static func load(
    _ networks: [StreetNetwork], _ speeds: RoadSpeeds, known: [LoadedNetwork]
  ) -> [LoadedNetwork] {
    networks.map { network in
      if let same = known.first(where: { $0.network === network }) {
        return same.speeds == speeds ? same : LoadedNetwork(same, speeds)
      }
      let loaded = LoadedNetwork(network, speeds)
      loaded.prepare()
      return loaded
    }
  }

  /// The boxes around the imported networks.
  public var bounds: [Bounds] { loaded.current.map(\.network.bounds) }

  /// Distance and time only.
  ///
  /// - Throws: as ``route(from:to:_:)``.
  /// - Complexity: tens of microseconds in a city.
  public func summary(
    from: LonLat, to: LonLat, _ profile: StreetProfile
  ) throws(Refusal) -> StreetSummary {
    let found = try find(from, to, profile, unpacks: false)
    return StreetSummary(distance: found.path.metres, duration: found.path.seconds)
  }

  /// The best way from one place to another, of which line and steps are made when they are asked
  /// for.
  ///
  /// - Parameter explains: whether a refusal says how far the nearest street is, and whether an
  ///   avoidance is to blame; finding that out takes milliseconds.
  /// - Throws: as ``route(from:to:_:)``.
  public func way(
    from: LonLat, to: LonLat, _ profile: StreetProfile, explains: Bool = true
  ) throws(Refusal) -> StreetPath {
    let found = try find(from, to, profile, unpacks: true, explains: explains)
    return StreetPath(
      RouteAssembler(metric: found.metric, path: found.path, from: found.from, to: found.to))
  }

  /// The best way from one place to another.
  ///
  /// - Throws: a refusal with slug `no-network-near` (a place is too far from any street; it says how
  ///   far), or `no-route` (the streets do not connect; it says if an avoidance is to blame).
  public func route(
    from: LonLat, to: LonLat, _ profile: StreetProfile
  ) throws(Refusal) -> StreetRoute {
    try way(from: from, to: to, profile).route()
  }

  /// Distances and times from every source to every target.
  ///
  /// - Returns: row by row; nil for pairs without a way and for places far from any street.
  /// - Throws: `too-many-pairs` beyond ``maximumCells``.
  public func matrix(
    sources: [LonLat], targets: [LonLat], _ profile: StreetProfile
  ) throws(Refusal) -> [[StreetSummary?]] {
    try table(sources: sources, targets: targets, profile).cells
  }

  /// As ``matrix(sources:targets:_:)``, with where the places were brought onto the streets.
  public func table(
    sources: [LonLat], targets: [LonLat], _ profile: StreetProfile
  ) throws(Refusal) -> StreetTable {
    let tables = try matrices(sources, targets, profile).map {
      $0.matrix.table(sources: $0.sources, targets: $0.targets)
    }
    return StreetTable(quickestOf: tables)
      ?? StreetTable(noWaysFrom: sources.count, to: targets.count)
  }

  /// As ``table(sources:targets:_:)`` from starts to places, and from the places back to the starts.
  ///
  /// - Complexity: each place is brought onto the streets once; with one of them, a microsecond or two
  ///   beside that for each start and direction.
  public func tables(
    starts: [LonLat], places: [LonLat], _ profile: StreetProfile
  ) throws(Refusal) -> (there: StreetTable, back: StreetTable) {
    let tables = try matrices(starts, places, profile).map {
      $0.matrix.tables(starts: $0.sources, places: $0.targets)
    }
    return (
      StreetTable(quickestOf: tables.map(\.there))
        ?? StreetTable(noWaysFrom: starts.count, to: places.count),
      StreetTable(quickestOf: tables.map(\.back))
        ?? StreetTable(noWaysFrom: places.count, to: starts.count)
    )
  }

  /// What makes a table on each map that holds the places, with those that are on it.
  private func matrices(
    _ sources: [LonLat], _ targets: [LonLat], _ profile: StreetProfile
  ) throws(Refusal) -> [(matrix: StreetMatrix, sources: [LonLat?], targets: [LonLat?])] {
    let (cells, overflow) = sources.count.multipliedReportingOverflow(by: targets.count)
    guard !overflow, cells <= StreetRouter.maximumCells else {
      throw Refusal(
        .tooLarge, "too-many-pairs",
        "A matrix has at most \(StreetRouter.maximumCells) cells, sources times targets.")
    }
    return StreetRouter.holding(sources + targets, loaded.current, profile).map { held in
      // Places on other maps are as those far from any street.
      let places = (sources + targets).enumerated().map {
        held.strangers.contains($0) ? nil : $1
      }
      return (
        StreetMatrix(held.network, profile), Array(places[..<sources.count]),
        Array(places[sources.count...])
      )
    }
  }

  /// Metres per second: nobody who walks at the usual speed gets from a place to another faster, along
  /// the straight line between them.
  ///
  /// Nothing of the kind holds for other modes, whose ways begin and end at the nearest street.
  public var fastestWalk: Double {
    loaded.current.reduce(5 / 3.6) { max($0, $1.fastestWalk) }
  }

  /// The ways between a position and the places of a set around it.
  ///
  /// - Parameters:
  ///   - metres: longest way, at most 10 km; ways of more than an hour are left out, too.
  ///   - profile: its time of departure is not looked at.
  /// - Returns: nil where no street is within 2 km of the position: what is farther away says nothing
  ///   about the places around it.
  /// - Complexity: tens of microseconds; the first question about a set with a profile searches from
  ///   all of its places.
  public func ways(
    _ direction: PlaceDirection, of set: PlaceSet, at position: LonLat, withinMetres metres: Double,
    _ profile: StreetProfile
  ) -> PlaceWays? {
    let all = loaded.current
    guard let network = StreetRouter.holding([position], all, profile).first?.network else {
      return nil
    }
    let places = network.places(set, profile, direction)
    let here = SnappedCandidates(
      Snapper(metric: places.metric).nearest(
        to: position, for: direction == .toPlaces ? .start : .end))
    guard let main = here.main, main.distance <= 2000 else { return nil }
    let ways = network.with(profile.mode) { space in
      places.ways(here, main, withinMetres: metres, in: space)
    }
    return PlaceWays(
      ways, here, places, network,
      strangers: StreetRouter.strangers(places, of: network, in: all, profile))
  }

  /// The places of a set that lie on other maps than a network's.
  private static func strangers(
    _ places: FixedPlaces, of network: LoadedNetwork, in all: [LoadedNetwork],
    _ profile: StreetProfile
  ) -> Set<Int> {
    let others = all.filter { $0 !== network }.map {
      $0.places(places.set, profile, places.direction)
    }
    return places.strangers(among: others, nearerBy: sameMap)
  }

  /// How far one gets in given times.
  ///
  /// - Parameter seconds: one or several limits, 1...14,400.
  /// - Returns: an area per limit, in the order given.
  public func isochrone(
    at position: LonLat, seconds: [Double], _ profile: StreetProfile
  ) throws(Refusal) -> [MultiPolygon] {
    try isochrone(at: position, seconds: seconds, profile, later: [])
  }

  /// How far one gets in given times from a position, and from places of sets that are reached later
  /// by other means.
  ///
  /// - Parameters:
  ///   - seconds: one or several limits, 1...14,400.
  ///   - sets: with the seconds after which one is at each of their places; nil where one never is.
  ///     Places on other maps than that of the position count for nothing.
  /// - Returns: an area per limit, in the order given.
  /// - Complexity: as ``isochrone(at:seconds:_:)`` over all that is reached; the first question about
  ///   a set with a profile brings all of its places onto the streets.
  public func isochrone(
    at position: LonLat, seconds: [Double], _ profile: StreetProfile,
    later sets: [(places: PlaceSet, after: [Double?])]
  ) throws(Refusal) -> [MultiPolygon] {
    for limit in seconds where !(1...14_400).contains(limit) {
      throw .invalid("seconds", "each limit must lie between 1 and 14,400 seconds, not \(limit)")
    }
    let (network, metric, place) = try locate(position, profile, name: "at", for: .start)
    // Off the streets one walks to them first, as on any way.
    let metres =
      profile.mode == .walk ? place.leastDistance : Approach.toVehicle(place)
    let approach = Int32(min(Approach.seconds(metres) * 1000, 1e9).rounded(.up))
    var starts = [Isochrone.Start(place: place, delayMs: approach)]
    for (set, after) in sets {
      let places = network.places(set, profile, .fromPlaces)
      let strangers = StreetRouter.strangers(places, of: network, in: loaded.current, profile)
      for (number, delay) in after.enumerated() {
        guard let delay, !strangers.contains(number), let place = places.place(number) else {
          continue
        }
        let approach = Approach(profile.mode, onto: place)
        let milliseconds = (delay + approach.seconds) * 1000
        guard milliseconds.isFinite, (0...1e9).contains(milliseconds) else { continue }
        starts.append(Isochrone.Start(place: place, delayMs: Int32(milliseconds.rounded(.up))))
      }
    }
    return network.with(profile.mode) { space in
      Isochrone(metric: metric, starts: starts).areas(seconds: seconds, in: space)
    }
  }

  /// Whether it matters when a car sets out.
  public var hasRoadSpeeds: Bool { loaded.current.contains { !$0.speeds.entries.isEmpty } }

  /// Brings a position onto the streets.
  public func snap(_ position: LonLat, _ profile: StreetProfile) throws(Refusal) -> SnappedPlace {
    try locate(position, profile, name: "position").place
  }

  // Searching.

  private typealias Found = (
    metric: StreetMetric, path: FoundPath, from: SnappedPlace, to: SnappedPlace
  )

  private func find(
    _ from: LonLat, _ to: LonLat, _ profile: StreetProfile, unpacks: Bool, explains: Bool = true
  ) throws(Refusal) -> Found {
    let all = loaded.current
    let held = StreetRouter.holding([from, to], all, profile)
    if held.isEmpty { throw StreetRefusal.noNetwork(isEmpty: all.isEmpty) }
    var best: Found?
    var least = Int64.max
    var refusal: Refusal?
    for (network, strangers) in held {
      guard strangers.isEmpty else { throw StreetRefusal.differentMaps }
      let metric = network.metric(profile)
      let ends: (from: SnappedPlace, to: SnappedPlace)
      do throws(Refusal) {
        ends = try StreetRouter.ends(all, metric, from, to, explains)
      } catch {
        refusal = refusal ?? error
        continue
      }
      let path = network.with(profile.mode) { space in
        PathFinder(metric: metric).path(from: ends.from, to: ends.to, unpacks: unpacks, in: space)
      }
      guard let path else { continue }
      // On a map without the street in front, the way from the next one is no shorter.
      let cost =
        PathWeight.cost(path.weight)
        + Approach.milliseconds(profile.mode, from: ends.from, to: ends.to)
      if cost < least { (best, least) = ((metric, path, ends.from, ends.to), cost) }
    }
    guard let best else { throw refusal ?? noRoute(from, to, profile, explains) }
    return best
  }

  /// Two places on the same island are joined there; otherwise both go to the main network.
  private static func ends(
    _ all: [LoadedNetwork], _ metric: StreetMetric, _ from: LonLat, _ to: LonLat, _ explains: Bool
  ) throws(Refusal) -> (from: SnappedPlace, to: SnappedPlace) {
    let snapper = Snapper(metric: metric)
    let a = snapper.nearest(to: from, for: .start)
    let b = snapper.nearest(to: to, for: .end)
    if let pair = SnappedCandidates(a).pair(SnappedCandidates(b), metric), pair.isIsland {
      return (pair.from, pair.to)
    }
    return (
      try StreetRefusal.require(
        a, snapper, from, "from", isOnMap: isOnMap(from, all), measures: explains),
      try StreetRefusal.require(
        b, snapper, to, "to", isOnMap: isOnMap(to, all), measures: explains)
    )
  }

  private static func isOnMap(_ position: LonLat, _ all: [LoadedNetwork]) -> Bool {
    all.contains { $0.network.bounds.contains(position) }
  }

  private func locate(
    _ position: LonLat, _ profile: StreetProfile, name: String, for role: SnapRole = .both
  ) throws(Refusal) -> (network: LoadedNetwork, metric: StreetMetric, place: SnappedPlace) {
    let all = loaded.current
    guard let network = StreetRouter.holding([position], all, profile).first?.network else {
      throw StreetRefusal.noNetwork(isEmpty: all.isEmpty)
    }
    let metric = network.metric(profile)
    let snapper = Snapper(metric: metric)
    let place = try StreetRefusal.require(
      snapper.nearest(to: position, for: role), snapper, position, name,
      isOnMap: StreetRouter.isOnMap(position, all))
    return (network, metric, place)
  }

  private func noRoute(
    _ from: LonLat, _ to: LonLat, _ profile: StreetProfile, _ explains: Bool
  ) -> Refusal {
    var free = profile
    free.avoid = []
    if explains, free != profile, (try? summary(from: from, to: to, free)) != nil {
      return Refusal(
        .notFound, "no-route",
        "There is no way between the two places that avoids what is to be avoided; without that "
          + "there is one.")
    }
    return Refusal(
      .notFound, "no-route",
      "The streets do not connect the two places for mode \(profile.mode.rawValue).")
  }

  /// A place belongs to a network if no other has a street so many metres nearer.
  private static let sameMap = 100.0

  /// The networks to which most of the places belong, the largest first, and the places that belong to
  /// others only; several if they hold all of the places, as maps that overlap do.
  ///
  /// Networks of several extracts are not joined: what lies on another would be brought to the edge of
  /// this one, and its ways be wrong. On the largest fewest ways lead out of the map.
  private static func holding(
    _ places: [LonLat], _ all: [LoadedNetwork], _ profile: StreetProfile
  ) -> [(network: LoadedNetwork, strangers: Set<Int>)] {
    if all.count <= 1 { return all.map { ($0, []) } }
    let distances = all.map { network in
      let snapper = Snapper(metric: network.metric(profile))
      return places.map { snapper.nearest(to: $0).main?.distance ?? .infinity }
    }
    let least = places.indices.map { place in distances.map { $0[place] }.min() ?? .infinity }
    let ranked = all.indices.map { number in
      (
        network: all[number],
        strangers: Set(
          places.indices.filter { distances[number][$0] > least[$0] + sameMap }),
        size: all[number].network.bounds.squareDegrees
      )
    }.sorted { ($0.strangers.count, -$0.size) < ($1.strangers.count, -$1.size) }
    let whole = ranked.prefix { $0.strangers.isEmpty }
    return (whole.isEmpty ? ranked.prefix(1) : whole).map { ($0.network, $0.strangers) }
  }
}
