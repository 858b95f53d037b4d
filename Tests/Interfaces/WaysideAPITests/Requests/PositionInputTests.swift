import Base
import Foundation
import HTTPServing
import Presence
import TestSupport
import Testing
import WaysideAPI

@Suite("positions: input, consent, privacy")
struct PositionInputTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  @Test("RL-Q-02: 10,000 positions in one call are refused with the limit; 1,000 are taken")
  func tooMany() throws {
    let walker = try fixture.walker()
    func points(_ count: Int) -> JSON {
      [
        "points": .list(
          (0..<count).map { i in
            [
              "lat": 47.1, "lon": 9.5, "accuracy": 5,
              "at": .text("\(fixture.clock.now().adding(milliseconds: Int64(i - count)))"),
            ]
          })
      ]
    }
    let refused = try fixture.call(.post, "/v1/positions", as: walker, points(10_000))
    #expect(refused.status == 413 && refused.slug == "too-many-points")
    #expect(refused.json["detail"]?.string?.contains("at most 1000") == true)
    #expect(refused.pointers == ["/points"])
    let taken = try fixture.call(.post, "/v1/positions", as: walker, points(1_000))
    #expect(taken.status == 200 && taken.json["ignored"]?.array?.isEmpty == true)
  }

  @Test("old, repeated, future, unordered and vague positions change nothing, and are named")
  func ignored() throws {
    let walker = try fixture.walker()
    let now = fixture.clock.now()
    func point(_ seconds: Int64, _ accuracy: JSON = 5) -> JSON {
      [
        "lat": 47.1, "lon": 9.5, "accuracy": accuracy, "speed": 1.4,
        "at": .text("\(now.adding(seconds: seconds))"),
      ]
    }
    let reply = try fixture.call(
      .post, "/v1/positions", as: walker,
      [
        "points": [
          point(-4000), point(-20), point(-10), point(-20), point(-10), point(-5, 101),
          point(-4, 1e7), point(0), point(61), point(60),
        ]
      ])
    #expect(reply.status == 200)
    let found = (reply.json["ignored"]?.array ?? []).map {
      "\($0["point"]?.integer ?? -1) \($0["reason"]?.string ?? "")"
    }
    #expect(
      found == ["0 expired", "3 old", "4 old", "5 inaccurate", "6 inaccurate", "8 future"])
    let again = try fixture.call(.post, "/v1/positions", as: walker, ["points": [point(0)]])
    #expect(again.json["ignored"]?[0]?["reason"]?.string == "old")
  }

  @Test("what is no position is refused, naming each member")
  func malformed() throws {
    let walker = try fixture.walker()
    let at = "\"at\":\"\(fixture.clock.now())\""
    for (body, status, pointers) in [
      ("{}", 422, ["/points"]), ("[]", 422, [""]), ("{\"points\":{}}", 422, ["/points"]),
      ("{\"points\":[1]}", 422, ["/points/0"]),
      ("{\"points\":[{\"lat\":91,\"lon\":-181,\(at)}]}", 422, ["/points/0/lon", "/points/0/lat"]),
      ("{\"points\":[{\"lat\":NaN,\"lon\":0,\(at)}]}", 400, [""]),
      ("{\"points\":[{\"lat\":1e999,\"lon\":0,\(at)}]}", 400, [""]),
      ("{\"points\":[{\"lat\":\"1\",\"lon\":0,\(at)}]}", 422, ["/points/0/lat"]),
      ("{\"points\":[{\"lat\":1,\"lon\":0}]}", 422, ["/points/0/at"]),
      ("{\"points\":[{\"lat\":1,\"lon\":0,\"at\":\"yesterday\"}]}", 422, ["/points/0/at"]),
      ("{\"points\":[{\"lat\":1,\"lon\":0,\"accuracy\":-1,\(at)}]}", 422, ["/points/0/accuracy"]),
      ("{\"points\":[{\"lat\":1,\"lon\":0,\"speed\":1001,\(at)}]}", 422, ["/points/0/speed"]),
      ("{\"points\":[{\"lat\":1,\"lon\":0,\"name\":\"x\",\(at)}]}", 422, ["/points/0/name"]),
      ("{\"points\":[],\"device\":1}", 422, ["/device"]),
    ] {
      let reply = try fixture.call(.post, "/v1/positions", as: walker, .raw(body))
      #expect(reply.status == status, "\(body): \(reply.text)")
      #expect(reply.pointers.sorted() == pointers.sorted(), "\(body): \(reply.text)")
    }
    // At the poles and on the antimeridian there is nothing, and nothing goes wrong.
    for (lat, lon) in [(90.0, 0.0), (-90, 180), (0, 180), (0, -180), (85.5, 179.99)] {
      let reply = try fixture.report((lat, lon), as: walker)
      #expect(reply.status == 200 && reply.json["inside"]?.array?.isEmpty == true)
      let plan = try fixture.call(.get, "/v1/zones/plan?lat=\(lat)&lon=\(lon)")
      #expect(plan.status == 200 && plan.json["watchable"]?.bool == true)
    }
    for query in [
      "lat=1", "lon=1", "lat=91&lon=1", "lat=nan&lon=1", "lat=1&lon=1&slots=1",
      "lat=1&lon=1&slots=101", "lat=1&lon=1&x=1",
    ] {
      #expect(try fixture.call(.get, "/v1/zones/plan?\(query)").status == 400, "\(query)")
    }
  }

  @Test("withdrawing the consent to location forgets the device at once, and refuses positions")
  func consent() throws {
    let person = try fixture.person()
    let here = (47.1410, 9.5208)
    #expect(fixture.services.watch.deviceCount == 0)
    #expect(try fixture.report(here, as: person).status == 200)
    #expect(fixture.services.watch.deviceCount == 1)
    try fixture.consent(person, false)
    #expect(fixture.services.watch.deviceCount == 0)
    let refused = try fixture.report(here, as: person)
    #expect(refused.status == 403 && refused.slug == "location-consent-needed")
    #expect(fixture.services.watch.deviceCount == 0)
    // So does logging out, and erasing the account.
    try fixture.consent(person)
    let second = try fixture.logIn(person.email)
    _ = try fixture.report(here, as: person)
    _ = try fixture.report(here, as: second)
    #expect(fixture.services.watch.deviceCount == 2)
    #expect(try fixture.call(.delete, "/v1/sessions/current", as: second).status == 204)
    #expect(fixture.services.watch.deviceCount == 1)
    let gone = try fixture.call(
      .delete, "/v1/me", as: person, ["password": .text(APIFixture.password)])
    #expect(gone.status == 204, "\(gone.text)")
    #expect(fixture.services.watch.deviceCount == 0)
  }

  @Test("half an hour after its last position a device is forgotten")
  func expiry() throws {
    let walker = try fixture.walker()
    _ = try fixture.report((47.1410, 9.5208), as: walker)
    #expect(fixture.services.watch.deviceCount == 1)
    fixture.clock.advance(seconds: 1_800)
    fixture.services.watch.forgetExpired()
    #expect(fixture.services.watch.deviceCount == 0)
  }

  @Test("nothing of positions is in the data folder: no text, no number, in no encoding")
  func canary() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.walker())
    let tour = try fixture.publishedTour(by: guide)
    _ = try fixture.call(
      .put, "/v1/notification-settings", as: walker, ["kind": "tourNearby", "enabled": true])
    // Within the tour's area and at its first stop, so that everything that can be written is.
    let canaries = [(47.14101357, 9.52083197), (47.14100246, 9.52079864)]
    _ = try fixture.report(canaries[0], as: walker)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    let reply = try fixture.report(canaries[1], as: walker)
    #expect(reply.json["run"]?["arrived"]?.array?.count == 1)
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
    _ = try fixture.call(.get, "/v1/zones/plan?lat=\(canaries[0].0)&lon=\(canaries[0].1)")
    var needles: [[UInt8]] = []
    for number in canaries.flatMap({ [$0.0, $0.1] }) {
      // All that is finer than 1e-5 degrees, a metre.
      needles.append(Array("\(number)".utf8.dropLast(1)))
      withUnsafeBytes(of: number) { bytes in
        // The first bytes are those of every place nearby.
        needles.append(Array(bytes.prefix(6)))
        needles.append(Array(bytes.prefix(6).reversed()))
      }
    }
    for (lat, lon) in canaries {
      let fixed = [lon, lat].map { Int32(($0 * 1e7).rounded()) }
      for pair in [fixed, fixed.reversed()] {
        needles.append(pair.flatMap { withUnsafeBytes(of: $0.littleEndian) { Array($0) } })
        needles.append(pair.flatMap { withUnsafeBytes(of: $0.bigEndian) { Array($0) } })
      }
    }
    if StoreEngine.chosen == .postgres {
      // What a dump shows as bytes is in hexadecimal digits.
      let dump = try PostgresServer.dump(fixture.location).text.lowercased()
      let bytes = Data(dump.utf8)
      for needle in needles {
        let digits = needle.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(bytes.range(of: Data(digits.utf8)) == nil, "\(needle) in the dump")
        #expect(bytes.range(of: Data(needle)) == nil, "\(needle) in the dump")
      }
      #expect(dump.contains(tour.lowercased().replacing("-", with: "")), "the store was looked at")
    } else {
      try lookThroughFiles(fixture, for: needles)
    }
  }

  private func lookThroughFiles(_ fixture: APIFixture, for needles: [[UInt8]]) throws {
    let files = FileManager.default.enumerator(atPath: fixture.folder.path)?.allObjects ?? []
    var bytes = 0
    for case let name as String in files {
      guard let data = FileManager.default.contents(atPath: fixture.folder.file(name)) else {
        continue
      }
      bytes += data.count
      for needle in needles {
        #expect(data.range(of: Data(needle)) == nil, "\(needle) in \(name)")
      }
    }
    #expect(bytes > 100_000, "the store was looked at")
    #expect(files.contains { ($0 as? String)?.hasSuffix("-wal") == true }, "and its log")
  }
}
