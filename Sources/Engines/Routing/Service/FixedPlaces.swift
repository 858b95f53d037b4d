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
    let limit = min(metres, FixedPlaces.greatestMetres)
    let row = search.row(
      from: (direction == .toPlaces ? ends.sources(main) : ends.targets(main)).map(\.seed),
      in: space)
    var ways: [PlaceWays.Way] = []
    for number in places.indices {
      var weight = row.weights[number]
      // Only on the same segment or island there may be a way that the search has not seen.
      if weight >= FixedPlaces.weightLimit, here.island == nil,
        places[number].main?.segment != main.segment
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
      guard weight < FixedPlaces.weightLimit else { continue }
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
