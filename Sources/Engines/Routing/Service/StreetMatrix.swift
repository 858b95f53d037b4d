import FlatFiles
import Geodesy

/// A table of distances and times along streets.
public struct StreetTable: Sendable {
  /// A row for each source, a cell in it for each target; nil where there is no way.
  public var cells: [[StreetSummary?]]
  /// Where the places were brought onto the streets; nil for those too far from any.
  public var sources: [SnappedPlace?]
  public var targets: [SnappedPlace?]
  /// From place to place, with the ways to and from the streets, in whole seconds; as a route says.
  public var doorToDoor: [[StreetSummary?]]
}

extension StreetTable {
  /// The quicker way of each pair, of tables of the same places on several maps.
  ///
  /// - Returns: nil for none; where places were brought onto the streets as in the first.
  init?(quickestOf tables: [StreetTable]) {
    guard var best = tables.first else { return nil }
    for table in tables.dropFirst() {
      for row in best.cells.indices {
        for column in best.cells[row].indices {
          guard let found = table.doorToDoor[row][column],
            found.duration < best.doorToDoor[row][column]?.duration ?? .infinity
          else { continue }
          best.cells[row][column] = table.cells[row][column]
          best.doorToDoor[row][column] = found
        }
      }
    }
    self = best
  }

  /// A table without any way.
  init(noWaysFrom sources: Int, to targets: Int) {
    let none = [[StreetSummary?]](
      repeating: [StreetSummary?](repeating: nil, count: targets), count: sources)
    self.init(
      cells: none, sources: Array(repeating: nil, count: sources),
      targets: Array(repeating: nil, count: targets), doorToDoor: none)
  }
}

/// Computes a table of distances and times.
struct StreetMatrix {
  private let network: LoadedNetwork
  private let metric: StreetMetric
  private let snapper: Snapper
  private let ends: RouteEnds

  init(_ network: LoadedNetwork, _ profile: StreetProfile) {
    self.network = network
    metric = network.metric(profile)
    snapper = Snapper(metric: metric)
    ends = RouteEnds(metric)
  }

  func table(sources: [LonLat?], targets: [LonLat?]) -> StreetTable {
    table(
      from: sources.map { candidates($0, for: .start).here },
      to: targets.map { candidates($0, for: .end).here })
  }

  /// The ways from every start to every place, and those from every place to every start; each is
  /// brought onto the streets once where that is the same for both.
  func tables(
    starts: [LonLat?], places: [LonLat?]
  ) -> (there: StreetTable, back: StreetTable) {
    let (from, to) = (starts.map(bothWays), places.map(bothWays))
    return (
      table(from: from.map(\.start), to: to.map(\.end)),
      table(from: to.map(\.start), to: from.map(\.end))
    )
  }

  private func table(from: [SnappedCandidates], to: [SnappedCandidates]) -> StreetTable {
    let mode = metric.profile.mode
    let cells = network.with(mode) { space in
      zip(from, paths(from, to, space)).map { row($0, to, $1, space) }
    }
    let doorToDoor = zip(cells, from).map { row, source in
      zip(row, to).map { cell, target -> StreetSummary? in
        guard let cell, let ends = source.pair(target, metric) else { return nil }
        return Approach.doorToDoor(cell, mode, from: ends.from, to: ends.to)
      }
    }
    return StreetTable(
      cells: cells, sources: from.map(\.main), targets: to.map(\.main), doorToDoor: doorToDoor)
  }

  /// The paths on the main network, by source, then target.
  private func paths(
    _ from: [SnappedCandidates], _ to: [SnappedCandidates], _ space: QuerySpace
  ) -> [ManyToMany.Table] {
    let sources = { (place: SnappedCandidates) in seeds(place.main.map(ends.sources) ?? []) }
    let targets = { (place: SnappedCandidates) in seeds(place.main.map(ends.targets) ?? []) }
    if to.count == 1, from.count > 1 {
      let search = OneToMany(metric, place: targets(to[0]), isForward: true, in: space)
      return from.map { source in
        let path = search.path(from: sources(source))
        return ManyToMany.Table(weights: [path.weight], durationsMs: [path.durationMs])
      }
    }
    if from.count == 1, to.count > 1 {
      let search = OneToMany(metric, place: sources(from[0]), isForward: false, in: space)
      let paths = to.map { search.path(from: targets($0)) }
      return [
        ManyToMany.Table(
          weights: paths.map { $0.weight }, durationsMs: paths.map { $0.durationMs })
      ]
    }
    let search = ManyToMany(metric, targets: to.map(targets), in: space)
    return from.map { search.row(from: sources($0), in: space) }
  }

  private func candidates(
    _ place: LonLat?, for role: SnapRole
  ) -> (here: SnappedCandidates, isAlike: Bool) {
    guard let place else { return (SnappedCandidates(), true) }
    let nearest = snapper.nearest(to: place, for: role)
    return (SnappedCandidates(nearest), nearest.isAlike)
  }

  /// As a start and as an end; looked for once where all streets around are good for both.
  private func bothWays(_ place: LonLat?) -> (start: SnappedCandidates, end: SnappedCandidates) {
    let (start, isAlike) = candidates(place, for: .start)
    return (start, isAlike ? start : candidates(place, for: .end).here)
  }

  private func seeds(_ ends: [RouteEnds.End]) -> [HierarchySearch.Seed] { ends.map(\.seed) }

  private func row(
    _ source: SnappedCandidates, _ targets: [SnappedCandidates], _ row: ManyToMany.Table,
    _ space: QuerySpace
  ) -> [StreetSummary?] {
    targets.enumerated().map { index, target in
      guard let (a, b, isIsland) = source.pair(target, metric) else { return nil }
      if isIsland { return single(a, b, space) }
      let weight = row.weights[index]
      if let direct = ends.direct(from: a, to: b), direct.seed.weight <= weight {
        return StreetSummary(
          distance: Double(PathWeight.lengthCm(direct.seed.weight)) / 100,
          duration: Double(direct.seed.durationMs) / 1000)
      }
      if weight >= PathWeight.infinite { return nil }
      return StreetSummary(
        distance: Double(PathWeight.lengthCm(weight)) / 100,
        duration: Double(row.durationsMs[index]) / 1000)
    }
  }

  private func single(_ a: SnappedPlace, _ b: SnappedPlace, _ space: QuerySpace) -> StreetSummary? {
    PathFinder(metric: metric).path(from: a, to: b, unpacks: false, in: space).map {
      StreetSummary(distance: $0.metres, duration: $0.seconds)
    }
  }
}
