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
    let from = sources.map(candidates)
    let to = targets.map(candidates)
    let mode = metric.profile.mode
    let cells = network.with(mode) { space in
      let search = ManyToMany(
        metric, targets: to.map { seeds($0.main.map(ends.targets) ?? []) }, in: space)
      return from.map { source in
        row(
          source, to, search.row(from: seeds(source.main.map(ends.sources) ?? []), in: space), space
        )
      }
    }
    let doorToDoor = zip(cells, from).map { row, source in
      zip(row, to).map { cell, target -> StreetSummary? in
        guard let cell, let ends = source.pair(target, metric) else { return nil }
        let approach = Approach(mode, from: ends.from, to: ends.to)
        return StreetSummary(
          distance: cell.distance + approach.metres,
          duration: (cell.duration + approach.seconds).rounded(.up))
      }
    }
    return StreetTable(
      cells: cells, sources: from.map(\.main), targets: to.map(\.main), doorToDoor: doorToDoor)
  }

  private func candidates(_ place: LonLat?) -> SnappedCandidates {
    place.map { SnappedCandidates(snapper.nearest(to: $0)) } ?? SnappedCandidates()
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
