import Base
import FlatFiles
import Geodesy
import OSMFiles
import Testing

@testable import Routing

/// The plainest search over the arcs, for comparison.
struct PlainSearch {
  let metric: StreetMetric

  /// The least weight from sources to targets; nil if there is no path.
  func weight(
    from sources: [HierarchySearch.Seed], to targets: [HierarchySearch.Seed]
  ) -> Int64? {
    let mode = metric.mode
    var labels = [Int64](repeating: PathWeight.infinite, count: mode.nodeCount)
    var open: [Int32] = []
    for seed in sources where seed.weight < labels[Int(seed.node)] {
      labels[Int(seed.node)] = seed.weight
      open.append(seed.node)
    }
    // Label correcting, without any order: slow, and hard to get wrong.
    while !open.isEmpty {
      var next: Set<Int32> = []
      for node in open {
        for arc in Int(mode.arcFirst[Int(node)])..<Int(mode.arcFirst[Int(node) + 1]) {
          guard let step = metric.step(arc) else { continue }
          let head = mode.arcHeads[arc]
          if labels[Int(node)] + step.weight < labels[Int(head)] {
            labels[Int(head)] = labels[Int(node)] + step.weight
            next.insert(head)
          }
        }
      }
      open = Array(next)
    }
    let best = targets.map { labels[Int($0.node)] + $0.weight }.min() ?? PathWeight.infinite
    return best < PathWeight.infinite ? best : nil
  }
}

/// Random towns: a lattice with holes, one-way streets, barriers, steps and turn restrictions.
struct RandomTown {
  let network: StreetNetwork
  let side: Int

  init(seed: UInt64, side: Int) throws {
    var random = SeededRandom(seed: seed)
    func below(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
    var collector = StreetCollector()
    var ways: [(id: Int64, a: Int64, b: Int64)] = []
    let kinds = ["residential", "primary", "footway", "steps", "track", "motorway", "cycleway"]
    for y in 0..<side {
      for x in 0..<side {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1)] where x + dx < side && y + dy < side {
          if below(dx + dy == 2 ? 12 : 6) == 0 || dx + dy == 2 && below(4) != 0 { continue }
          var tags: [OSMKey: String] = [.highway: below(3) == 0 ? kinds[below(7)] : "residential"]
          if below(4) == 0 { tags[.oneway] = below(2) == 0 ? "yes" : "-1" }
          if below(15) == 0 { tags[.access] = below(2) == 0 ? "private" : "destination" }
          let a = Int64(y * side + x + 1)
          let b = Int64((y + dy) * side + x + dx + 1)
          let id = Int64(ways.count + 1)
          if collector.addWay(id: id, refs: [a, b], tags: OSMTags(tags)) {
            ways.append((id, a, b))
          }
        }
      }
    }
    for _ in 0..<side * 2 {
      let from = ways[below(ways.count)]
      let touching = ways.filter { $0.id != from.id && ($0.a == from.b || $0.b == from.b) }
      guard !touching.isEmpty else { continue }
      let to = touching[below(touching.count)]
      var members = [
        OSMMember(kind: .way, ref: from.id, role: "from"),
        OSMMember(kind: .way, ref: to.id, role: "to"),
        OSMMember(kind: .node, ref: from.b, role: "via"),
      ]
      if below(2) == 0 {
        let far = to.a == from.b ? to.b : to.a
        let next = ways.filter { $0.id != to.id && ($0.a == far || $0.b == far) }
        guard !next.isEmpty else { continue }
        members = [
          members[0], OSMMember(kind: .way, ref: to.id, role: "via"),
          OSMMember(kind: .way, ref: next[below(next.count)].id, role: "to"),
        ]
      }
      let kind = below(4) == 0 ? "only_straight_on" : "no_left_turn"
      collector.addRelation(
        id: 1, members: members, tags: OSMTags([.type: "restriction", .restriction: kind]))
    }
    collector.prepareNodes()
    for y in 0..<side {
      for x in 0..<side {
        guard let index = collector.needed(Int64(y * side + x + 1)) else { continue }
        let jitter = { (random.unit() - 0.5) * 4e-4 }
        let position = LonLat(
          lon: 7 + Double(x) * 1e-3 + jitter(), lat: 43 + Double(y) * 1e-3 + jitter())
        let flags: BarrierRules.NodeFlags =
          below(12) == 0
          ? .blocksCar : below(20) == 0 ? .blocksSomeone : below(8) == 0 ? .signals : []
        collector.setNode(index, position: FixedPosition(position), flags: flags)
      }
    }
    network = try TestExtract.network(collector)
    self.side = side
  }

  func place(_ random: inout SeededRandom) -> LonLat {
    LonLat(
      lon: 7 + random.unit() * Double(side) * 1e-3, lat: 43 + random.unit() * Double(side) * 1e-3)
  }
}

@Suite struct HierarchyTests {
  static let seeds: [UInt64] = [1, 2, 3, 4]

  @Test("a hierarchy finds what Dijkstra finds, for every mode", arguments: seeds)
  func equalsDijkstra(seed: UInt64) throws {
    let town = try RandomTown(seed: seed, side: 5 + Int(seed) * 2)
    var random = SeededRandom(seed: seed &* 77)
    for mode in StreetMode.allCases {
      let metric = StreetMetric(town.network, StreetProfile(mode))
      let snapper = Snapper(metric: metric)
      let ends = RouteEnds(metric)
      let finder = PathFinder(metric: metric)
      let space = QuerySpace(nodes: metric.mode.nodeCount)
      for pair in 0..<40 {
        let near = (
          snapper.nearest(to: town.place(&random)), snapper.nearest(to: town.place(&random))
        )
        guard let a = near.0.main ?? near.0.island, let b = near.1.main ?? near.1.island else {
          continue
        }
        var expected = PlainSearch(metric: metric).weight(
          from: ends.sources(a).map(\.seed), to: ends.targets(b).map(\.seed))
        if let direct = ends.direct(from: a, to: b)?.seed.weight {
          expected = min(expected ?? direct, direct)
        }
        let found = finder.path(from: a, to: b, unpacks: true, in: space)
        #expect(found?.weight == expected, "seed \(seed), \(mode), pair \(pair)")
        if let found { checkPath(found, metric, a, b) }
      }
    }
  }

  /// The unpacked path is connected, allowed, and as long as the search says.
  private func checkPath(
    _ path: FoundPath, _ metric: StreetMetric, _ a: SnappedPlace, _ b: SnappedPlace
  ) {
    let network = metric.network
    var cm: Int64 = 0
    for (index, directed) in path.directed.enumerated() {
      #expect(metric.segments.costs[Int(directed)] != SegmentCosts.closed)
      let isForward = directed & 1 == 0
      var start = isForward ? 0.0 : 1.0
      var end = 1 - start
      let segment = Int(directed >> 1)
      if index == 0 { start = a.fraction(on: segment) ?? a.fraction }
      if index == path.directed.count - 1 { end = b.fraction(on: segment) ?? b.fraction }
      #expect(isForward ? end >= start : end <= start)
      cm += Int64((Double(network.lengthsCm[Int(directed >> 1)]) * abs(end - start)).rounded())
    }
    #expect(abs(cm - PathWeight.lengthCm(path.weight)) <= 2)
    for (x, y) in zip(path.directed, path.directed.dropFirst()) {
      let end = x & 1 == 0 ? network.to[Int(x >> 1)] : network.from[Int(x >> 1)]
      let start = y & 1 == 0 ? network.from[Int(y >> 1)] : network.to[Int(y >> 1)]
      #expect(end == start)
    }
  }

  @Test("a cell of a matrix is its single route", arguments: seeds)
  func matrixEqualsRoutes(seed: UInt64) throws {
    let town = try RandomTown(seed: seed &+ 100, side: 9)
    let router = StreetRouter([town.network])
    var random = SeededRandom(seed: seed)
    for mode in StreetMode.allCases {
      let profile = StreetProfile(mode, avoid: mode == .car ? .motorways : [])
      let sources = (0..<9).map { _ in town.place(&random) }
      let targets = (0..<7).map { _ in town.place(&random) } + [sources[0]]
      let table = try router.matrix(sources: sources, targets: targets, profile)
      for (i, source) in sources.enumerated() {
        for (j, target) in targets.enumerated() {
          let single = try? router.summary(from: source, to: target, profile)
          #expect(table[i][j] == single, "seed \(seed), \(mode), cell \(i),\(j)")
          let route = try? router.route(from: source, to: target, profile)
          #expect(route?.distance == single?.distance)
          #expect(route?.duration == single?.duration)
        }
      }
    }
  }

  @Test("a table of one place with many is the single routes, there and back", arguments: seeds)
  func oneToMany(seed: UInt64) throws {
    let town = try RandomTown(seed: seed &+ 150, side: 9)
    let router = StreetRouter([town.network])
    var random = SeededRandom(seed: seed)
    for mode in StreetMode.allCases {
      let profile = StreetProfile(mode)
      let place = town.place(&random)
      let far = LonLat(lon: 20, lat: 43)
      let starts = (0..<20).map { _ in town.place(&random) } + [place, far]
      let tables = try router.tables(starts: starts, places: [place], profile)
      for (number, start) in starts.enumerated() {
        let there = try? router.summary(from: start, to: place, profile)
        let back = try? router.summary(from: place, to: start, profile)
        #expect(tables.there.cells[number][0] == there, "seed \(seed), \(mode), \(number)")
        #expect(tables.back.cells[0][number] == back, "seed \(seed), \(mode), \(number)")
        // Nobody walks faster than is said, along the straight line.
        let taken = tables.there.doorToDoor[number][0]?.duration
        guard mode == .walk, let taken else { continue }
        let line = Geodesic.distance(from: start, to: place)
        #expect(taken >= (line * 0.99 - 20) / router.fastestWalk, "seed \(seed), \(number)")
      }
      let everywhere = try router.table(sources: starts, targets: starts, profile)
      #expect(tables.there.doorToDoor.map { $0[0] } == everywhere.doorToDoor.map { $0[20] })
      #expect(tables.back.doorToDoor[0] == everywhere.doorToDoor[20])
    }
  }

  @Test("a bounded search reaches what routes reach in the time", arguments: seeds)
  func boundedSearch(seed: UInt64) throws {
    let town = try RandomTown(seed: seed &+ 200, side: 10)
    let metric = StreetMetric(town.network, StreetProfile(.walk))
    var random = SeededRandom(seed: seed)
    guard let start = Snapper(metric: metric).nearest(to: town.place(&random)).main else { return }
    let seeds = RouteEnds(metric).sources(start).map(\.seed)
    let limit: Int32 = 400_000
    let space = QuerySpace(nodes: metric.mode.nodeCount)
    let labels = BoundedSearch(metric: metric).reached(from: seeds, withinMs: limit, in: space)
    let reached = Dictionary(uniqueKeysWithValues: labels.map { ($0.node, $0) })
    #expect(zip(labels, labels.dropFirst()).allSatisfy { $0.weight <= $1.weight })
    let search = HierarchySearch(metric: metric)
    for node in 0..<Int32(metric.mode.nodeCount) {
      let target = HierarchySearch.Seed(node: node, weight: 0, durationMs: 0)
      let meeting = search.run(from: seeds, to: [target], in: space)
      space.forward.reset()
      space.backward.reset()
      // Private ground is disliked, so cost and time part; where they agree, so do the searches.
      if let label = reached[node] {
        #expect(meeting.map { $0.weight <= label.weight } ?? false)
        #expect(label.durationMs <= limit)
      } else if let meeting {
        #expect(PathWeight.cost(meeting.weight) > Int64(limit) / 8)
      }
    }
  }

  @Test("what holds two towns together is contracted last, so that searches stay small")
  func neck() {
    let side = 8
    let neck = Int32(2 * side * side)
    var edges: [(Int32, Int32)] = []
    var positions: [FixedPosition] = []
    for town in 0..<2 {
      let first = town * side * side
      for node in 0..<side * side {
        let (column, row) = (node % side, node / side)
        let x = Double(town * (side + 2) + column)
        positions.append(FixedPosition(LonLat(lon: x * 0.001, lat: Double(row) * 0.001)))
        if column > 0 { edges.append((Int32(first + node), Int32(first + node - 1))) }
        if row > 0 { edges.append((Int32(first + node), Int32(first + node - side))) }
      }
    }
    positions.append(FixedPosition(LonLat(lon: 0.0085, lat: 0.0035)))
    // Two streets from each of the towns, or it would be no more than a bend.
    for row in 3...4 {
      edges.append((Int32(row * side + side - 1), neck))
      edges.append((Int32(side * side + row * side), neck))
    }
    let graph = UndirectedGraph(nodeCount: positions.count, edges: edges)
    #expect(NestedDissection.order(graph, positions: positions).last == neck)
  }

  @Test("an order of contraction holds every node once")
  func orderIsPermutation() {
    for seed in 0..<20 {
      var random = SeededRandom(seed: UInt64(seed))
      let count = 1 + Int(random.next() % 200)
      let edges = (0..<Int(random.next() % 500)).map { _ in
        (Int32(random.next() % UInt64(count)), Int32(random.next() % UInt64(count)))
      }
      let positions = (0..<count).map { _ in
        FixedPosition(LonLat(lon: random.unit() * 0.1, lat: random.unit() * 0.1))
      }
      let graph = UndirectedGraph(nodeCount: count, edges: edges)
      let order = NestedDissection.order(graph, positions: positions)
      #expect(order.sorted() == (0..<Int32(count)).map { $0 })
      let levels = NestedDissection.edgeLevels(graph, positions: positions)
      #expect(!levels.contains(.max))
    }
  }
}
