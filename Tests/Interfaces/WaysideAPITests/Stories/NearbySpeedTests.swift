import Access
import Base
import Geodesy
import HTTPServing
import Objects
import Storage
import Testing
import WaysideAPI

@Suite("how fast what is near is found")
struct NearbySpeedTests {
  /// Milliseconds in which 95 of 100 questions are answered; with 1,000,000 instances and a release
  /// build the cases `Nearby.*` of the benchmarks measure the same.
  private static let limit = 200.0
  private static let count = 10_000
  /// A town so small that it is searched at once, asked the same in turn: how busy the machine is.
  private static let few = 100
  /// How much longer a whole town may take on a machine that is too busy for the limit.
  private static let factor = 20.0

  private struct Town {
    let fixture: APIFixture
    var times: [Double] = []
    var found = 0

    /// Things on 4 km by 4 km.
    init(_ count: Int, _ random: inout SeededRandom) throws {
      fixture = try APIFixture()
      let person = try fixture.person()
      let object = try #require(EntityID(try fixture.object(of: person)))
      let author = try #require(EntityID(person.id))
      let ids = fixture.services.platform.ids
      let instances = (0..<count).map { _ in
        let position = LonLat(
          lon: 9.52 + (random.unit() - 0.5) * 0.053, lat: 47.14 + (random.unit() - 0.5) * 0.036)
        return Instance(
          id: ids.next(), object: object, author: author,
          placement: Placement(
            realms: [SubRealmID.publicRealm], pose: GeoPose(position: position, height: 460)),
          createdAt: fixture.clock.now())
      }
      try fixture.services.platform.store.write { transaction in
        for instance in instances {
          try InstanceStore.insert(instance, in: transaction)
          try transaction.record("instance", instance.id, .insert)
        }
      }
    }

    mutating func ask(_ request: HTTPRequest) {
      let clock = SystemClock()
      // Not with the check of the answer against the interface's description.
      let start = clock.monotonicSeconds()
      let response = fixture.api.router.respond(to: request) { API.render($0) }
      times.append((clock.monotonicSeconds() - start) * 1000)
      let reply = Reply(response)
      #expect(reply.status == 200)
      found += reply.items.count
    }

    /// Milliseconds in which 95 of 100 were answered.
    var slow: Double { times.sorted()[95] }
  }

  @Test(
    "RL-Q-01, CG-RL-12: 95 % of questions what is near, and what is in view, take at most 200 ms")
  func nearby() throws {
    var random = SeededRandom(seed: 8)
    var (town, hamlet) = (try Town(Self.count, &random), try Town(Self.few, &random))
    for round in 0..<100 {
      let lat = 47.14 + (random.unit() - 0.5) * 0.03
      let lon = 9.52 + (random.unit() - 0.5) * 0.04
      let request =
        if round % 2 == 0 {
          try HTTPRequest(.get, "/v1/nearby?lat=\(lat)&lon=\(lon)&radius=1000&limit=200")
        } else {
          try HTTPRequest(
            .post, "/v1/view", headers: [("Content-Type", ContentType.json)],
            body: .bytes(
              ViewingTests.question(heading: 360 * random.unit(), lat: lat, lon: lon).bytes))
        }
      town.ask(request)
      hamlet.ask(request)
    }
    let limit = max(Self.limit, Self.factor * hamlet.slow)
    #expect(town.slow <= limit, "\(town.slow) ms, of few things \(hamlet.slow) ms")
    #expect(town.found > 5_000, "\(town.found)")
  }
}
