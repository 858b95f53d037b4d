import Access
import Base
import Foundation
import HTTPServing
import Identity
import SpatialCatalog
import Storage
import WaysideAPI

/// What is near: from the rows into the catalog, through the router, and over sockets.
enum NearbyCases {
  static var all: [Benchmark] {
    [10_000, 1_000_000].flatMap { count in
      [start(count)] + NearbyKind.allCases.flatMap { [catalog($0, count), router($0, count)] }
    } + [manyMemberships]
      + [1, 16, 64].flatMap { clients in
        [empty(clients: clients)]
          + NearbyKind.allCases.map { http($0, 1_000_000, clients: clients) }
      } + [.a100, .a100Realm].map { besideEmpty($0, 1_000_000, clients: 16) }
  }

  // MARK: Start

  /// From a closed data folder to services that can answer, with what this adds to the process.
  private static func start(_ count: Int) -> Benchmark {
    Benchmark(name: "Services.start/\(sizeName(count))", unit: "ms", samples: 3, warmsUp: false) {
      let folder = try Worlds.folder(count)
      Worlds.closeAll()
      return {
        let before = residentBytes()
        var services: Services?
        let taken = try seconds { services = try Worlds.open(folder) }
        let grown = residentBytes() - before
        services?.platform.store.close()
        return Sample(taken * 1000, [("bytesPerInstance", grown / Double(count))])
      }
    }
  }

  /// What the process holds in memory now, in bytes, by a line of its status.
  static func residentBytes(of process: Int32 = getpid(), line name: String = "VmRSS:") -> Double {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      let words = line.split(separator: " ")
      if words.count > 1, let kilobytes = Double(words[1]) { return kilobytes * 1024 }
    }
    return .nan
  }

  // MARK: In process

  /// The answer from memory, without a request around it.
  private static func catalog(_ kind: NearbyKind, _ count: Int) -> Benchmark {
    Benchmark(name: "Catalog.nearby/\(kind.rawValue)/\(sizeName(count))", unit: "us") {
      try asked(kind, count)
    }
  }

  /// How many times the price of one sub-realm a caller in a thousand pays, on average.
  private static var manyMemberships: Benchmark {
    Benchmark(name: "Catalog.nearby/1e3-memberships:1/1e6", unit: "x") {
      let (all, one) = (try asked(.a100All, 1_000_000), try asked(.a100Realm, 1_000_000))
      func mean(_ sample: Sample) -> Double {
        sample.details.first { $0.name == "mean" }?.value ?? .nan
      }
      return {
        let (many, single) = (mean(all()), mean(one()))
        return Sample(many / single, [("many", many), ("single", single)])
      }
    }
  }

  /// Asks the catalog the sample queries of one kind, each timed.
  private static func asked(_ kind: NearbyKind, _ count: Int) throws -> () -> Sample {
    let folder = try Worlds.folder(count)
    let services = try Worlds.services(count)
    let layer = services.catalog.layer("instances")
    let queries = NearbyQuery.sample(kind, worldSize: count, count: 20_000)
    guard let first = queries.first else { throw Unavailable(reason: "no queries") }
    let mine = try services.identity.sessionCache.caller(token: first.token(folder)).visibleRealms
    return {
      eachTimed(queries) { query in
        let realms =
          kind.isOfCaller
          ? mine
          : kind.isFiltered ? [WorldWriter.realm(query.realm)] : [SubRealmID.publicRealm]
        return layer.current.nearby(
          realms: realms, around: query.place, metres: kind.radius, limit: kind.limit
        ).count
      }
    }
  }

  /// The whole way of a request but for sockets.
  private static func router(_ kind: NearbyKind, _ count: Int) -> Benchmark {
    Benchmark(name: "Nearby.router/\(kind.rawValue)/\(sizeName(count))", unit: "us") {
      let folder = try Worlds.folder(count)
      let api = try Worlds.services(count).api(limits: nil, metrics: Metrics())
      let requests = try NearbyQuery.sample(kind, worldSize: count, count: 5000).map { query in
        try HTTPRequest(
          .get, query.target,
          headers: [
            ("Host", "127.0.0.1"), ("Authorization", "Bearer \(query.token(folder))"),
          ])
      }
      try expectAnswers(api.router, requests)
      return {
        var bytes = 0
        var sample = eachTimed(requests) { request in
          bytes += api.router.respond(to: request).contentLength ?? 0
          return 0
        }
        sample.details.removeLast()
        sample.details.append(("bytes", Double(bytes) / Double(requests.count)))
        return sample
      }
    }
  }

  /// A measurement of refusals would look very fast.
  private static func expectAnswers(_ router: Router, _ requests: [HTTPRequest]) throws {
    for request in requests.prefix(100) {
      let status = router.respond(to: request).status
      if status != 200 { throw Unavailable(reason: "\(request.path) answers \(status.code)") }
    }
  }

  // MARK: Over HTTP

  /// The rate of answers of the same server that cost nothing to make.
  private static func empty(clients: Int) -> Benchmark {
    Benchmark(name: "Empty.http/livez/c\(clients)", unit: "1/s", samples: 3) {
      let server = try LoadedServer(1_000_000)
      let load = try WrkLoad(targets: ["/livez"], token: nil)
      return { try load.run(port: server.port, clients: clients, seconds: 2) }
    }
  }

  /// How many times the rate of answers that cost nothing to make its own is, in turns.
  private static func besideEmpty(_ kind: NearbyKind, _ count: Int, clients: Int) -> Benchmark {
    Benchmark(
      name: "Nearby.http:empty/\(kind.rawValue)/\(sizeName(count))/c\(clients)", unit: "x",
      samples: 7
    ) {
      let server = try LoadedServer(count)
      let queries = NearbyQuery.sample(kind, worldSize: count, count: 20_000)
      let token = queries.first?.token(try Worlds.folder(count))
      let load = try WrkLoad(targets: queries.map(\.target), token: token)
      let empty = try WrkLoad(targets: ["/livez"], token: nil)
      return {
        let ours = try load.run(port: server.port, clients: clients, seconds: 2).value
        let most = try empty.run(port: server.port, clients: clients, seconds: 2).value
        return Sample(ours / most, [("ours", ours), ("empty", most)])
      }
    }
  }

  private static func http(_ kind: NearbyKind, _ count: Int, clients: Int) -> Benchmark {
    Benchmark(
      name: "Nearby.http/\(kind.rawValue)/\(sizeName(count))/c\(clients)", unit: "1/s", samples: 3
    ) {
      let server = try LoadedServer(count)
      let queries = NearbyQuery.sample(kind, worldSize: count, count: 20_000)
      let token = queries.first?.token(try Worlds.folder(count))
      let load = try WrkLoad(targets: queries.map(\.target), token: token)
      return { try load.run(port: server.port, clients: clients, seconds: 2) }
    }
  }
}

/// The server over the sample world, set up as `wayside serve --rate-limits off` does.
final class LoadedServer {
  private let server: HTTPServer

  var port: Int { server.port }

  convenience init(_ count: Int) throws { try self.init(Worlds.services(count)) }

  init(_ services: Services) throws {
    let metrics = Metrics()
    let api = try services.api(limits: nil, metrics: metrics)
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.render = { API.render($0) }
    let requests = metrics.histogram(
      "wayside_request_seconds", "Time to answer a request.", labels: ["operation", "status"])
    configuration.observe = { exchange in
      requests.observe(
        exchange.seconds, exchange.operation, String(exchange.status.code / 100) + "xx")
    }
    server = try HTTPServer(router: api.router, configuration: configuration)
  }

  deinit { server.stop() }
}
