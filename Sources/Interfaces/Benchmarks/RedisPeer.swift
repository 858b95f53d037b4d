import Base
import Foundation
import Geodesy
import Glibc

/// A Redis server of this run over the sample points: one key of all, and one of the greatest sub-realm.
///
/// It keeps nothing on disk, checks no rights and answers names with distances.
final class RedisPeer {
  private let process = Process()
  let port: Int

  /// Starts a server on a free port and fills it.
  ///
  /// - Parameter count: how many points.
  /// - Throws: `Unavailable` where Redis is not installed or does not come up.
  init(_ count: Int) throws {
    guard let program = Programs.find("redis-server") else {
      throw Unavailable(reason: "redis-server is not installed (tools/setup --peers)")
    }
    port = try RedisPeer.freePort()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      "--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    for attempt in 0... {
      usleep(50_000)
      if (try? ask("PING")) != nil { break }
      if attempt == 100 { throw Unavailable(reason: "redis-server does not answer") }
    }
    Main.say("filling Redis with \(count) points")
    try fill(count)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// The name of a point, as `redis-benchmark` writes it for `m:__rand_int__`.
  static func member(_ number: Int) -> String {
    let digits = String(number)
    return "m:" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  /// How many points a key holds; they are named by their place in it.
  private(set) var sizes: [String: Int] = [:]

  private func fill(_ count: Int) throws {
    let path = FileManager.default.temporaryDirectory.path + "/wayside-bench-\(getpid()).redis"
    defer { unlink(path) }
    let realms = SampleWorld.realms(count)
    var commands = ByteWriter(capacity: count * 120)
    for (number, point) in SampleWorld.points(count).enumerated() {
      // Beyond these latitudes Redis takes nothing.
      guard abs(point.lat) < 85 else { continue }
      let place = FixedPosition(point)
      for key in realms[number] == 1 ? ["all", "greatest"] : ["all"] {
        let name = sizes[key, default: 0]
        sizes[key] = name + 1
        commands.text("GEOADD \(key) ")
        commands.fixedPoint(Int64(place.lonE7), decimals: 7)
        commands.byte(0x20)
        commands.fixedPoint(Int64(place.latE7), decimals: 7)
        commands.text(" \(RedisPeer.member(name))\r\n")
      }
    }
    try Data(commands.bytes).write(to: URL(fileURLWithPath: path))
    _ = try Programs.run("sh", ["-c", "redis-cli -p \(port) --pipe <'\(path)'"])
  }

  private func ask(_ words: String...) throws -> String {
    try Programs.run("redis-cli", ["-p", "\(port)"] + words)
  }

  /// Answers per second of `redis-benchmark` to "all within so many metres of a point of a key", at
  /// random points, with the percentiles in microseconds.
  func load(key: String, metres: Int, limit: Int, clients: Int, requests: Int) throws -> Sample {
    let output = try Programs.run(
      "redis-benchmark",
      [
        "-p", "\(port)", "-c", "\(clients)", "--threads", "\(min(clients, 2))", "-n", "\(requests)",
        "-r", "\(sizes[key, default: 1])", "--csv",
        "GEOSEARCH", key, "FROMMEMBER", "m:__rand_int__", "BYRADIUS", "\(metres)", "m", "ASC",
        "COUNT", "\(limit)", "WITHDIST",
      ])
    // "test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95","p99","max"
    let fields = output.split(separator: "\n").last?.split(separator: "\",\"").dropFirst()
      .compactMap { Double($0.filter { $0.isNumber || $0 == "." }) }
    guard let fields, fields.count >= 6 else {
      throw Unavailable(reason: "redis-benchmark gave no result: \(output.suffix(200))")
    }
    return Sample(fields[0], [("p50", fields[3] * 1000), ("p99", fields[5] * 1000)])
  }

  private static func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Unavailable(reason: "no socket for Redis") }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(socket, generic, length) == 0 && getsockname(socket, generic, &length) == 0
      }
    }
    guard result else { throw Unavailable(reason: "no free port for Redis") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
