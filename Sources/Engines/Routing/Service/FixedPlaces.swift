import Geodesy

/// The places of a set on a network, made ready for questions about the ways between them and any
/// position, in one direction.
///
/// The labels of each place's search lie at the nodes; a question needs one more search, which
/// picks them up.
///
/// - Source: Knopp, Sanders, Schultes, Schulz, Wagner, "Computing many-to-many shortest paths using
///   highway hierarchies", ALENEX 2007 (buckets).
/// - Thread: immutable, shared.
final class FixedPlaces: Sendable {
  /// Longer ways are not found, so that labels lie only around their place.
  static let maximumSeconds = 3600.0
  static let maximumMetres = 10_000.0
  private static let maximumWeight = PathWeight.pack(
    cost: Int64(maximumSeconds * 1000), lengthCm: 0)

  let set: PlaceSet
  let direction: PlaceDirection
  let metric: StreetMetric
  private let places: [SnappedCandidates]
  private let search: ManyToMany
  /// Those with the main network not right beside them, with the distance to it.
  private let far: [(place: Int, distance: Double)]
  private static let near = 50.0

  /// - Complexity: O(places · search).
  init(
    _ set: PlaceSet, _ direction: PlaceDirection, _ metric: StreetMetric, in space: QuerySpace
  ) {
    self.set = set
    self.direction = direction
    self.metric = metric
    let snapper = Snapper(metric: metric)
    let role: SnapRole = direction == .toPlaces ? .end : .start
    let places = set.positions.map { position in
      position.map { SnappedCandidates(snapper.nearest(to: $0, for: role)) } ?? SnappedCandidates()
    }
    self.places = places
    let ends = RouteEnds(metric)
    far = places.enumerated().compactMap { number, place in
      guard set.positions[number] != nil else { return nil }
      let distance = FixedPlaces.distance(place) ?? .infinity
      return distance > FixedPlaces.near ? (number, distance) : nil
    }
    search = ManyToMany(
      metric,
      targets: places.map { place in
        guard let main = place.main else { return [] }
        return (direction == .toPlaces ? ends.targets(main) : ends.sources(main)).map(\.seed)
      }, isForward: direction == .toPlaces, below: FixedPlaces.maximumWeight, in: space)
  }

  /// Metres to the main network; nil if it is out of reach.
  func distance(_ here: SnappedCandidates) -> Double? { FixedPlaces.distance(here) }

  private static func distance(_ place: SnappedCandidates) -> Double? {
    place.isOnMain ? place.main?.distance : nil
  }

  /// Where a place gets onto the streets; nil if none are around.
  func place(_ number: Int) -> SnappedPlace? {
    places.indices.contains(number) ? places[number].main : nil
  }

  /// The places farther than so many metres from the main network, at least 50.
  func beyond(_ metres: Double) -> Set<Int> {
    Set(far.lazy.filter { $0.distance > metres }.map(\.place))
  }

  /// The places that lie on one of the other maps: its streets are nearer by more than so many metres.
  func strangers(among others: [FixedPlaces], nearerBy metres: Double) -> Set<Int> {
    if others.isEmpty { return [] }
    return Set(
      far.lazy.filter { one in
        one.distance.isFinite
          && others.contains { other in
            guard other.places.indices.contains(one.place) else { return false }
            let there = FixedPlaces.distance(other.places[one.place])
            return there.map { one.distance > $0 + metres } ?? false
          }
      }.map(\.place))
  }

  /// Where a way between a position and a place starts and ends on the streets.
  func ends(
    _ here: SnappedCandidates, _ place: Int
  ) -> (from: SnappedPlace, to: SnappedPlace)? {
    guard places.indices.contains(place), let pair = here.pair(places[place], metric) else {
      return nil
    }
    return direction == .toPlaces ? (pair.from, pair.to) : (pair.to, pair.from)
  }

  /// The ways of at most so many metres.
  ///
  /// - Returns: in the order of the set.
  func ways(
    _ here: SnappedCandidates, _ main: SnappedPlace, withinMetres metres: Double,
    in space: QuerySpace
  ) -> [PlaceWays.Way] {
    let ends = RouteEnds(metric)
    let limit = min(metres, FixedPlaces.maximumMetres)
    let row = search.row(
      from: (direction == .toPlaces ? ends.sources(main) : ends.targets(main)).map(\.seed),
      in: space)
    var ways: [PlaceWays.Way] = []
    for number in places.indices {
      var weight = row.weights[number]
      // Only on the same segment or island there may be a way that the search has not seen.
      if weight >= FixedPlaces.maximumWeight, here.island == nil, places[number].island == nil,
        !(places[number].main?.sharesSegment(with: main) ?? false)
      {
        continue
      }
      guard let pair = here.pair(places[number], metric) else { continue }
      let (from, to) = direction == .toPlaces ? (pair.from, pair.to) : (pair.to, pair.from)
      var durationMs = Int64(row.durationsMs[number])
      if pair.isIsland {
        let path = PathFinder(metric: metric).path(from: from, to: to, unpacks: false, in: space)
        weight = path?.weight ?? PathWeight.infinite
        durationMs = path?.durationMs ?? 0
      } else if let direct = ends.direct(from: from, to: to), direct.seed.weight <= weight {
        weight = direct.seed.weight
        durationMs = Int64(direct.seed.durationMs)
      }
      guard weight < FixedPlaces.maximumWeight else { continue }
      let approach = Approach(metric.profile.mode, from: from, to: to)
      let distance = Double(PathWeight.lengthCm(weight)) / 100 + approach.metres
      guard distance <= limit else { continue }
      ways.append(
        PlaceWays.Way(
          place: number, distance: distance,
          duration: Double(durationMs) / 1000 + approach.seconds))
    }
    return ways
  }
}
