import FlatFiles

/// A path between two snapped places, before it is told to anyone.
struct FoundPath {
  var weight: Int64
  var durationMs: Int64
  /// The directed segments, the first and the last of them only in part.
  var directed: [UInt32]

  var metres: Double { Double(PathWeight.lengthCm(weight)) / 100 }
  var seconds: Double { Double(durationMs) / 1000 }
}

/// Finds paths between snapped places.
struct PathFinder {
  let metric: StreetMetric

  /// - Parameter unpacks: whether ``FoundPath/directed`` is filled.
  /// - Returns: nil if there is no path.
  func path(
    from a: SnappedPlace, to b: SnappedPlace, unpacks: Bool, in space: QuerySpace
  ) -> FoundPath? {
    let ends = RouteEnds(metric)
    let direct = ends.direct(from: a, to: b)
    let sources = ends.sources(a)
    let targets = ends.targets(b)
    let search = HierarchySearch(metric: metric)
    defer {
      space.forward.reset()
      space.backward.reset()
    }
    let meeting = search.run(
      from: sources.map(\.seed), to: targets.map(\.seed),
      below: direct?.seed.weight ?? PathWeight.infinite, in: space)
    guard let meeting else {
      return direct.map {
        FoundPath(
          weight: $0.seed.weight, durationMs: Int64($0.seed.durationMs), directed: [$0.directed])
      }
    }
    let between = search.duration(meeting, in: space)
    guard let source = PathFinder.end(sources, at: between.source),
      let target = PathFinder.end(targets, at: between.target)
    else { return nil }
    var directed: [UInt32] = []
    if unpacks {
      directed.append(source.directed)
      for arc in search.path(meeting, in: space).arcs {
        directed.append(metric.mode.arcDirected[Int(arc)])
      }
      directed.append(target.directed)
    }
    return FoundPath(
      weight: meeting.weight,
      durationMs: between.ms + Int64(source.seed.durationMs) + Int64(target.seed.durationMs),
      directed: directed)
  }

  /// The lightest of the ends at a node: the one that the search has used.
  static func end(_ ends: [RouteEnds.End], at node: Int32) -> RouteEnds.End? {
    ends.filter { $0.seed.node == node }.min { $0.seed.weight < $1.seed.weight }
  }
}
