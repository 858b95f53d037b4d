/// All within 100 m of a point, over sockets and in turns: ours with rights checked and whole answers, Redis's
/// `GEOSEARCH` with names and distances.
enum RedisCases {
  private static let worldSize = 1_000_000

  static var all: [Benchmark] { [inTurns(.a100, clients: 16), inTurns(.a100Realm, clients: 16)] }

  /// How many times as many answers a second come from us as from Redis, two seconds each.
  private static func inTurns(_ kind: NearbyKind, clients: Int) -> Benchmark {
    Benchmark(name: "Redis.nearby/\(kind.rawValue)/c\(clients)", unit: "x", samples: 9) {
      let peer = try RedisPeer(worldSize)
      let server = try LoadedServer(worldSize)
      let queries = NearbyQuery.atPoints(kind, worldSize: worldSize, count: 20_000)
      let token = queries.first?.token(try Worlds.folder(worldSize))
      let load = try WrkLoad(targets: queries.map(\.target), token: token)
      return {
        let ours = try load.run(port: server.port, clients: clients, seconds: 2)
        let theirs = try peer.load(
          key: kind.isFiltered ? "greatest" : "all", metres: Int(kind.radius), limit: kind.limit,
          clients: clients, requests: 60_000)
        return Sample(
          ours.value / theirs.value,
          [("ours", ours.value), ("redis", theirs.value)]
            + ours.details.map { ("ours_\($0.name)", $0.value) }
            + theirs.details.map { ("redis_\($0.name)", $0.value) })
      }
    }
  }
}
