import Access
import Base
import Composition
import Cryptography
import Foundation
import Geodesy
import Objects
import Storage
import WaysideAPI

/// A data folder with 10,000 instances that have triggers and 500 devices that may report, made anew
/// for each run of the program.
final class PositionWorld {
  let services: Services
  let tokens: [String]
  private let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/wayside-bench-positions-\(getpid())"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let store = try Store.open(.file(path: path + "/wayside.sqlite"), schema: Services.schema)
    let world = try WorldWriter(store)
    let ids = EntityIDSource(clock: store.clock, random: SystemRandom())
    let author = ids.next()
    let circles = PositionCases.circles(PositionCases.zoneCount)
    try store.write { transaction in
      for circle in circles {
        try InstanceStore.insert(
          Instance(
            id: ids.next(), object: world.object, author: author,
            placement: Placement(
              realms: [SubRealmID.publicRealm],
              pose: GeoPose(position: circle.centre, height: 0), triggerRadius: circle.radius),
            createdAt: transaction.now), in: transaction)
      }
    }
    tokens = try (0..<500).map { _ in
      let member = try world.addMember(of: [])
      try store.write { transaction in
        try transaction.execute(
          """
          INSERT INTO consents (id, account, kind, version, given, at)
          VALUES (?1, ?2, 'location', '1', ?3, ?4)
          """,
          [.id(ids.next()), .id(member.account), .bool(true), .instant(transaction.now)])
      }
      return member.token
    }
    store.close()
    services = try Worlds.open(.file(path: path + "/wayside.sqlite"), media: path)
  }

  deinit {
    services.platform.store.close()
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// Closed-loop keep-alive devices: `wrk` with a script that lets each walk on.
struct PositionLoad {
  private let script: String

  /// - Parameters:
  ///   - points: of each request.
  ///   - round: later rounds send later times, so that no position is old.
  init(tokens: [String], around places: [LonLat], points: Int, round: Int) throws {
    guard Programs.find("wrk") != nil else {
      throw Unavailable(reason: "wrk is not installed (tools/setup --full)")
    }
    let folder = FileManager.default.temporaryDirectory.path
    let devices = "\(folder)/wayside-bench-\(getpid()).devices"
    script = "\(folder)/wayside-bench-\(getpid()).positions.lua"
    let lines = tokens.enumerated().map { i, token in
      "\(token) \(places[i * 7 % places.count].lat) \(places[i * 7 % places.count].lon)"
    }
    try lines.joined(separator: "\n").write(toFile: devices, atomically: true, encoding: .utf8)
    // Half of the devices for each of two threads: a device's times must grow.
    let text = """
      local threads, devices, at, sent = 0, {}, 0, {}
      local base = os.time() - 1700 + \(round) * 150
      function setup(thread)
        thread:set("number", threads)
        threads = threads + 1
      end
      function init(args)
        local line = 0
        for text in io.lines("\(devices)") do
          line = line + 1
          if line % 2 == number % 2 then
            local token, lat, lon = text:match("(%S+) (%S+) (%S+)")
            devices[#devices + 1] = {"Bearer " .. token, tonumber(lat), tonumber(lon), 0}
          end
        end
      end
      function request()
        at = at % #devices + 1
        local device = devices[at]
        local points = {}
        for i = 1, \(points) do
          device[4] = device[4] + 1
          local ms = device[4]
          device[2] = device[2] + 0.0000126
          points[i] = string.format('{"lat":%.7f,"lon":%.7f,"accuracy":5,"at":"%s.%03dZ"}',
            device[2], device[3], os.date("!%Y-%m-%dT%H:%M:%S", base + math.floor(ms / 1000)),
            ms % 1000)
        end
        return wrk.format("POST", "/v1/positions",
          {["Authorization"] = device[1], ["Content-Type"] = "application/json"},
          '{"points":[' .. table.concat(points, ",") .. ']}')
      end
      \(WrkLoad.reporting)
      """
    try text.write(toFile: script, atomically: true, encoding: .utf8)
  }

  func run(port: Int, clients: Int, seconds: Int) throws -> Sample {
    try WrkLoad.run(script: script, port: port, clients: clients, seconds: seconds)
  }
}

/// The zones in other spatial databases.
enum ZonePeers {
  static func count(_ store: Store, _ sql: String, _ place: LonLat) throws -> Int {
    try store.readOnce { session in
      var hits = 0
      try session.each(sql, [.real(place.lon), .real(place.lat)]) { row in
        _ = try row.integer(0)
        hits += 1
      }
      return hits
    }
  }

  /// Circles with their boxes in an R*Tree; distances on the ellipsoid.
  static func spatiaLite(_ circles: [(centre: LonLat, radius: Double)]) throws -> Store {
    let path = FileManager.default.temporaryDirectory.path + "/wayside-bench-zones-\(getpid())"
    for ending in ["", "-wal", "-shm"] { unlink(path + ".sqlite" + ending) }
    let schema = SchemaModule(
      name: "zone_peer",
      migrations: [
        Migration(
          number: 1,
          statements: [
            "CREATE VIRTUAL TABLE zone_boxes USING rtree(id, x0, x1, y0, y1)",
            """
            CREATE TABLE zones (id INTEGER PRIMARY KEY, lon %real NOT NULL, lat %real NOT NULL,
              radius %real NOT NULL)
            """,
          ], spatialColumns: [])
      ])
    let store = try Store.open(.file(path: path + ".sqlite"), schema: [schema])
    try store.write { transaction in
      for (i, circle) in circles.enumerated() {
        guard let box = Bounds.circle(around: circle.centre, metres: circle.radius)?.parts.first
        else { continue }
        try transaction.execute(
          "INSERT INTO zone_boxes VALUES (?1, ?2, ?3, ?4, ?5)",
          [
            .int(i), .real(box.west), .real(box.east), .real(box.south), .real(box.north),
          ])
        try transaction.execute(
          "INSERT INTO zones VALUES (?1, ?2, ?3, ?4)",
          [.int(i), .real(circle.centre.lon), .real(circle.centre.lat), .real(circle.radius)])
      }
    }
    return store
  }
}
