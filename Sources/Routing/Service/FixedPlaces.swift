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
  static let greatestSeconds = 3600.0
  static let greatestMetres = 10_000.0
  private static let weightLimit = PathWeight.pack(
    cost: Int64(greatestSeconds * 1000), lengthCm: 0)

  let set: PlaceSet
  let direction: PlaceDirection
  let metric: StreetMetric
  private let places: [SnappedCandidates]
  private let search: ManyToMany

  /// - Complexity: O(places · search).
  init(
    _ set: PlaceSet, _ direction: PlaceDirection, _ metric: StreetMetric, in space: QuerySpace
  ) {
    self.set = set
    self.direction = direction
    self.metric = metric
    let snapper = Snapper(metric: metric)
    let places = set.positions.map { position in
      position.map { SnappedCandidates(snapper.nearest(to: $0)) } ?? SnappedCandidates()
    }
    self.places = places
    let ends = RouteEnds(metric)
    search = ManyToMany(
      metric,
      targets: places.map { place in
        guard let main = place.main else { return [] }
        return (direction == .toPlaces ? ends.targets(main) : ends.sources(main)).map(\.seed)
      }, isForward: direction == .toPlaces, below: FixedPlaces.weightLimit, in: space)
  }

  /// The ways of at most so many metres.
  ///
  /// - Returns: in the order of the set; nil where no street is near the position.
  func ways(
    at position: LonLat, withinMetres metres: Double, in space: QuerySpace
  ) -> [PlaceWay]? {
    let here = SnappedCandidates(Snapper(metric: metric).nearest(to: position))
    guard let main = here.main else { return nil }
    let ends = RouteEnds(metric)
    let limit = min(metres, FixedPlaces.greatestMetres)
    let row = search.row(
      from: (direction == .toPlaces ? ends.sources(main) : ends.targets(main)).map(\.seed),
      in: space)
    var ways: [PlaceWay] = []
    for (number, there) in places.enumerated() {
      guard let pair = here.pair(there, metric) else { continue }
      let (from, to) = direction == .toPlaces ? (pair.from, pair.to) : (pair.to, pair.from)
      var weight = row.weights[number]
      var durationMs = Int64(row.durationsMs[number])
      if pair.isIsland {
        let path = PathFinder(metric: metric).path(from: from, to: to, unpacks: false, in: space)
        weight = path?.weight ?? PathWeight.infinite
        durationMs = path?.durationMs ?? 0
      } else if let direct = ends.direct(from: from, to: to), direct.seed.weight <= weight {
        weight = direct.seed.weight
        durationMs = Int64(direct.seed.durationMs)
      }
      guard weight < FixedPlaces.weightLimit else { continue }
      let approach = Approach(metric.profile.mode, from: from, to: to)
      let distance = Double(PathWeight.lengthCm(weight)) / 100 + approach.metres
      guard distance <= limit else { continue }
      ways.append(
        PlaceWay(
          place: number, distance: distance,
          duration: Double(durationMs) / 1000 + approach.seconds))
    }
    return ways
  }
}
