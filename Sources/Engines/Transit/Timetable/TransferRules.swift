import Geodesy

extension Timetable {
  /// Puts the feed's `transfers.txt` over the walks.
  ///
  /// Type 0 (recommended): the walk exists. Type 1 (timed): the vehicle waits, so that a change takes
  /// the walk alone. Type 2: a change takes the seconds given. Type 3: there is no walk, no change. A
  /// rule of a station holds for all its platforms; one of a platform goes before it.
  mutating func applyTransfers(
    _ transfers: [Feed.Transfer], to walks: [Footpath], _ walk: StraightWalk
  ) {
    guard !transfers.isEmpty else {
      footpaths = FootpathTable(walks, stopCount: stops.count)
      return
    }
    struct Pair: Hashable {
      var from: Int
      var to: Int
    }
    var platforms: [[Int]] = stops.indices.map { stops[$0].kind == .station ? [] : [$0] }
    for (number, stop) in stops.enumerated() where stop.kind == .platform {
      if let parent = stop.parent { platforms[parent].append(number) }
    }
    // Walks that run between the same pair: the quickest counts.
    var byPair: [Pair: Footpath] = [:]
    for walk in FootpathTable(walks, stopCount: stops.count).all {
      byPair[Pair(from: walk.from, to: walk.to)] = walk
    }
    let isStation = stops.map { $0.kind == .station ? 1 : 0 }
    let stations = { (transfer: Feed.Transfer) in
      isStation[transfer.from] + isStation[transfer.to]
    }
    let wideFirst = transfers.enumerated().sorted {
      (-stations($0.element), $0.offset) < (-stations($1.element), $1.offset)
    }
    for (_, transfer) in wideFirst {
      for from in platforms[transfer.from] {
        for to in platforms[transfer.to] {
          let pair = Pair(from: from, to: to)
          if from == to {
            switch transfer.kind {
            case .minimumTime: changeSeconds[from] = transfer.seconds
            case .impossible: changeSeconds[from] = Timetable.noChange
            case .timed: changeSeconds[from] = 0
            case .recommended: break
            }
            continue
          }
          if transfer.kind == .impossible {
            byPair[pair] = nil
            continue
          }
          let straight = StopDistance.metres(stops[from].position, stops[to].position)
          let metres = straight * max(walk.detour, 1)
          // A mistaken pair across the country is no walk.
          guard metres <= 20_000 else { continue }
          var path =
            byPair[pair]
            ?? Footpath(
              from: from, to: to, seconds: walk.seconds(metres: metres),
              metres: Int(metres.rounded(.up)))
          switch transfer.kind {
          case .minimumTime:
            path.ruledSeconds = Int(transfer.seconds)
            // A shorter time than our walk's says that there is a shorter way.
            path.seconds = min(path.seconds, Int(transfer.seconds))
          case .timed: path.ruledSeconds = path.seconds
          case .recommended, .impossible: break
          }
          byPair[pair] = path
        }
      }
    }
    footpaths = FootpathTable(Array(byPair.values), stopCount: stops.count)
  }

  /// Stands for "transfers.txt does not say".
  static let noRule: Int32 = -1
  /// Seconds that stand for "no change possible here": longer than any search looks ahead.
  static let noChange: Int32 = 30 * 86_400
}
