import Base
import Foundation
import Geodesy
import Routing

/// Streets: importing and loading an extract, weights for a profile, routes and tables.
///
/// Extracts are the `.osm.pbf` files in `$WAYSIDE_DATA/osm`, and Liechtenstein once `tools/geodata`
/// has fetched it. The pairs that routes are measured on are written to
/// `$WAYSIDE_BENCH_DIR/routing/`, with the distances found, for `tools/routing_peers.py`.
enum RoutingCases {
  private static let pairCount = 300

  static var all: [Benchmark] {
    extracts.flatMap { name, path in
      [importing(name, path), loading(name, path)]
        + StreetMode.allCases.flatMap { mode in
          [
            customising(name, path, mode), summaries(name, path, mode), routes(name, path, mode),
            matrix(name, path, mode),
          ]
        }
    }
  }

  private static var extracts: [(name: String, path: String)] {
    let fetched = FileManager.default.currentDirectoryPath + "/.build/geodata"
    let data = ProcessInfo.processInfo.environment["WAYSIDE_DATA"] ?? "../shared/data"
    return [fetched, data + "/osm"].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { $0.hasSuffix(".osm.pbf") }
        .map { ($0.replacing(".osm.pbf", with: ""), folder + "/" + $0) }
    }
  }

  private static let loaded = Guarded<[String: (Extract, StreetRouter)]>([:])

  /// The imported extract; imported once.
  private static func extract(
    _ name: String, _ path: String
  ) throws -> (extract: Extract, router: StreetRouter) {
    if let known = loaded.withLock({ $0[name] }) { return known }
    let extract = try Extract(content: ExtractImport(extract: path).content().content)
    let pair = (extract, StreetRouter([extract.streets]))
    loaded.withLock { $0[name] = pair }
    return pair
  }

  private static func importing(_ name: String, _ path: String) -> Benchmark {
    Benchmark(name: "Routing.import/\(name)", unit: "ms", samples: 3, warmsUp: false) {
      {
        var bytes = 0
        let taken = try seconds {
          bytes = try ExtractImport(extract: path).content().content.count
        }
        return Sample(taken * 1000, [("MB", Double(bytes) / 1e6)])
      }
    }
  }

  /// From a file on disk to the answer of a first route.
  private static func loading(_ name: String, _ path: String) -> Benchmark {
    Benchmark(name: "Routing.load/\(name)", unit: "ms", samples: 3) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let file = folder + "/" + name + ".map"
      _ = try ExtractImport(extract: path).write(to: file)
      return {
        Sample(
          try seconds { consume(StreetRouter([try Extract(path: file).streets])) } * 1000)
      }
    }
  }

  /// A profile that nobody has asked for before.
  private static func customising(_ name: String, _ path: String, _ mode: StreetMode) -> Benchmark {
    Benchmark(name: "Routing.customise/\(name)/\(mode.rawValue)", unit: "ms") {
      let router = try extract(name, path).router
      let place = try pairs(name, path, mode)[0].from
      let number = Guarded(0)
      return {
        let speed = number.withLock { number in
          number += 1
          return 6 + Double(number) * 0.25
        }
        let profile = StreetProfile(mode, speedKmh: mode == .car ? speed * 10 : speed)
        return Sample(try seconds { _ = try router.snap(place, profile) } * 1000)
      }
    }
  }

  private static func summaries(_ name: String, _ path: String, _ mode: StreetMode) -> Benchmark {
    Benchmark(name: "Routing.summary/\(name)/\(mode.rawValue)", unit: "us") {
      let router = try extract(name, path).router
      let pairs = try pairs(name, path, mode)
      try write(pairs, router, name, mode)
      return {
        eachTimed(pairs) { pair in
          (try? router.summary(from: pair.from, to: pair.to, StreetProfile(mode))) == nil ? 0 : 1
        }
      }
    }
  }

  private static func routes(_ name: String, _ path: String, _ mode: StreetMode) -> Benchmark {
    Benchmark(name: "Routing.route/\(name)/\(mode.rawValue)", unit: "us") {
      let router = try extract(name, path).router
      let pairs = try pairs(name, path, mode)
      return {
        eachTimed(pairs) { pair in
          let route = try? router.route(from: pair.from, to: pair.to, StreetProfile(mode))
          return route?.geometry.count ?? 0
        }
      }
    }
  }

  private static func matrix(_ name: String, _ path: String, _ mode: StreetMode) -> Benchmark {
    Benchmark(name: "Routing.matrix-100x100/\(name)/\(mode.rawValue)", unit: "ms") {
      let router = try extract(name, path).router
      let places = try pairs(name, path, mode).prefix(100).map(\.from)
      return {
        Sample(
          try seconds {
            consume(
              try router.matrix(sources: places, targets: places, StreetProfile(mode)).count)
          } * 1000)
      }
    }
  }

  // MARK: Pairs

  private struct Pair {
    var from: LonLat
    var to: LonLat
  }

  /// Half of them 200 to 3,000 m apart, half anywhere; both ends within 100 m of a street.
  private static func pairs(_ name: String, _ path: String, _ mode: StreetMode) throws -> [Pair] {
    let (extract, router) = try extract(name, path)
    let bounds = extract.streets.bounds
    var random = SeededRandom(seed: 42)
    var pairs: [Pair] = []
    for _ in 0..<2_000_000 where pairs.count < pairCount {
      let from = place(in: bounds, &random)
      let to = place(in: bounds, &random)
      let distance = Geodesic.distance(from: from, to: to)
      if pairs.count % 2 == 0, !(200...3000).contains(distance) { continue }
      let isNear = [from, to].allSatisfy { place in
        do throws(Refusal) {
          return try router.snap(place, StreetProfile(mode)).distance < 100
        } catch {
          return false
        }
      }
      if isNear { pairs.append(Pair(from: from, to: to)) }
    }
    guard pairs.count == pairCount else {
      throw Unavailable(reason: "\(name) has too few streets for mode \(mode.rawValue)")
    }
    return pairs
  }

  private static func place(in bounds: Bounds, _ random: inout SeededRandom) -> LonLat {
    LonLat(
      lon: bounds.west + random.unit() * (bounds.east - bounds.west),
      lat: bounds.south + random.unit() * (bounds.north - bounds.south))
  }

  private static var folder: String { Worlds.root + "/routing" }

  /// What the peers are asked the same for.
  private static func write(
    _ pairs: [Pair], _ router: StreetRouter, _ name: String, _ mode: StreetMode
  ) throws {
    var json = JSONWriter()
    json.object { json in
      json.member("extract", extracts.first { $0.name == name }?.path ?? name)
      json.array("pairs") { json in
        for pair in pairs {
          // Round squares, as the peers go, and as we answer.
          let found = try? router.summary(
            from: pair.from, to: pair.to, StreetProfile(mode, avoid: .squares))
          let across = try? router.summary(from: pair.from, to: pair.to, StreetProfile(mode))
          json.array { json in
            for degree in [pair.from.lon, pair.from.lat, pair.to.lon, pair.to.lat] {
              json.number(degree, decimals: 7)
            }
            if let found {
              json.number(found.distance, decimals: 1)
              json.number(found.duration, decimals: 1)
            } else {
              json.null()
              json.null()
            }
            if let across { json.number(across.distance, decimals: 1) } else { json.null() }
          }
        }
      }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(json.bytes).write(
      to: URL(fileURLWithPath: folder + "/\(name)-\(mode.rawValue).json"))
  }
}
