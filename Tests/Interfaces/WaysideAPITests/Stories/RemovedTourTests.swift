import Access
import Base
import HTTPServing
import Media
import Storage
import Testing
import Tours
import WaysideAPI

@Suite("what tours leave when their organization takes them away")
struct RemovedTourTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private struct Heard {
    var path: String
    var recording: String
  }

  /// A published tour with a cover, a picture and a recording at its first stop.
  private func tour(_ name: String, price: JSON = 0, by guide: APIFixture.Person) throws -> Heard {
    let body = APIFixture.tourBody(name: name, price: price)
    let path = "/v1/tours/\(try fixture.draft(by: guide, body))"
    func tag() throws -> (String, String) { try fixture.call(.get, path, as: guide).tag() }
    let cover = try fixture.send(
      .put, path + "/picture", as: guide, "?alt=\(name)", headers: [tag()])
    let stop = path + "/stops/\(try #require(cover.json["stops"]?[0]?["id"]?.string))"
    let view = try fixture.send(.post, stop + "/pictures", as: guide, headers: [tag()])
    try #require(view.status == 200, "\(view.text)")
    let first = path + "/stops/\(try #require(view.json["stops"]?[0]?["id"]?.string))/recording"
    let sound = try fixture.call(
      .put, first, as: guide, bytes: RecordingTests.sound(), type: "audio/wav", headers: [tag()])
    let last = try #require(sound.json["stops"]?[0]?["id"]?.string, "\(sound.text)")
    try #require(try fixture.call(.post, path + "/publication", as: guide).status == 200)
    return Heard(path: path, recording: path + "/stops/\(last)/recording")
  }

  private func remove(_ tour: Heard, by guide: APIFixture.Person) throws {
    let retired = try fixture.call(.delete, tour.path + "/publication", as: guide)
    try #require(retired.status == 204, "\(retired.text)")
    let tag = try fixture.call(.get, tour.path, as: guide).tag()
    try #require(try fixture.call(.delete, tour.path, as: guide, headers: [tag]).status == 204)
  }

  private func kept(_ table: String) throws -> Int {
    try fixture.services.platform.store.read { try $0.count("SELECT COUNT(*) FROM \(table)") }
  }

  /// The recordings and pictures that are still there when all that is let go of has gone.
  private func left(released: Int) throws -> [Int] {
    let removed = RemovedTours(platform: fixture.services.platform)
    #expect(try removed.release() == released)
    #expect(try removed.release() == 0)
    try fixture.services.recordings.sweep()
    try fixture.services.pictures.sweep()
    return [try kept("tour_recordings"), try kept("pictures")]
  }

  @Test(
    "recordings and pictures of a tour that was taken away go a day later, the tour's record stays")
  func unsold() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.person("Walker"))
    let tour = try tour("Short", by: guide)
    #expect(try fixture.call(.post, tour.path + "/runs", as: walker).status == 201)
    try remove(tour, by: guide)
    #expect(try left(released: 0) == [1, 2], "not at once")
    fixture.clock.advance(seconds: 86_401)
    let again = try fixture.logIn(walker.email)
    #expect(try left(released: 0) == [1, 2], "somebody is on it")
    #expect(try fixture.call(.get, tour.recording, as: again).status == 200)
    let run = try #require(try fixture.call(.get, "/v1/runs", as: again).items.first?["id"]?.string)
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: again).status == 204)
    #expect(try left(released: 1) == [0, 0])
    let runs = try fixture.call(.get, "/v1/runs", as: again)
    #expect(runs.items.first?["name"]?.string == "Short", "\(runs.text)")
  }

  @Test("RL-TR-01: what a tour holds that was bought stays, until its buyers are gone")
  func sold() throws {
    let (guide, buyer) = (try fixture.guide(), try fixture.person("Buyer"))
    let sold = try tour("Sold", price: "4.50", by: guide)
    let unsold = try tour("Unsold", price: "4.50", by: guide)
    #expect(try fixture.call(.post, sold.path + "/purchase", as: buyer).status == 201)
    for tour in [sold, unsold] { try remove(tour, by: guide) }
    fixture.clock.advance(seconds: 86_401)
    #expect(try left(released: 1) == [1, 2])
    let again = try fixture.logIn(buyer.email)
    #expect(try fixture.call(.get, sold.recording, as: again).status == 200)
    let erased = try fixture.call(
      .delete, "/v1/me", as: again, ["password": .text(APIFixture.password)])
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try left(released: 1) == [0, 0])
  }

  @Test("a tour that was taken away by a decision keeps what it holds as long as one may appeal")
  func withdrawn() throws {
    let (guide, visitor, admin) = (
      try fixture.guide(), try fixture.person(), try fixture.admin()
    )
    let tour = try tour("Reported", by: guide)
    let id = String(tour.path.dropFirst("/v1/tours/".count))
    let report = try fixture.call(
      .post, "/v1/reports", as: visitor,
      ["subject": ["kind": "tour", "id": .text(id)], "reason": "offensive"])
    #expect(report.status == 201, "\(report.text)")
    let decided = try fixture.call(
      .post, "/v1/admin/reports/\(try report.require("id"))/decision", as: admin,
      ["decision": "remove", "reason": "Not here."])
    #expect(decided.status == 200, "\(decided.text)")
    fixture.clock.advance(seconds: 86_400 * 2)
    #expect(try left(released: 0) == [1, 2])
    fixture.clock.advance(seconds: 86_400 * 31)
    #expect(try left(released: 1) == [0, 0])
  }
}
