import Base
import HTTPServing
import Testing

@Suite("going on a tour")
struct TouringTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func target(_ reply: Reply) -> String? { reply.json["target"]?["title"]?.string }

  private func arrived(_ reply: Reply) -> [String] {
    reply.json["arrived"]?.array?.compactMap { $0["title"]?.string } ?? []
  }

  @Test(
    """
    UC4.10-11, UC4.12, UC4.13-14, UC4.15, UC4.16: the target is recognised when it is reached, its \
    history comes with the arrival, then the next is the target, up to completion with time and \
    distance
    """)
  func toTheEnd() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.person())
    let tour = try fixture.publishedTour(by: guide)
    // How near is near enough is said to devices that count on without a network.
    let preview = try fixture.call(.get, "/v1/tours/\(tour)", as: walker)
    #expect(preview.json["arrivalMetres"]?.number == 15)
    let start = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker)
    #expect(start.status == 201)
    let run = try start.require("id")
    #expect(start["Location"] == "/v1/runs/\(run)")
    #expect(target(start) == "Stop 1")
    #expect(start.json["target"]?["text"] == nil, "the history belongs to the arrival")
    // Half way, and 30 m off: not there yet.
    let near = try fixture.walk(run, as: walker, to: (47.1410 + 0.00027, 9.5208))
    #expect(arrived(near).isEmpty && target(near) == "Stop 1")
    let distance = try #require(near.json["target"]?["distance"]?.number)
    #expect(abs(distance - 30) < 1)
    for (index, stop) in APIFixture.stops.enumerated() {
      let reply = try fixture.walk(run, as: walker, to: stop)
      #expect(arrived(reply) == ["Stop \(index + 1)"], "\(reply.text)")
      #expect(
        reply.json["arrived"]?[0]?["text"]?.string == "History of stop \(index + 1).")
      let isLast = index == APIFixture.stops.count - 1
      #expect(target(reply) == (isLast ? nil : "Stop \(index + 2)"))
      #expect(reply.json["completed"]?.bool == isLast)
    }
    let done = try fixture.call(.get, "/v1/runs/\(run)", as: walker)
    #expect(done.json["state"]?.string == "completed")
    #expect(done.json["metrics"]?["seconds"]?.number == 1200)
    let walked = try #require(done.json["metrics"]?["distance"]?.number)
    #expect((350...420).contains(walked), "30 m, 173 m and 167 m: \(walked)")
  }

  @Test("UC4.14.1: a tour can be left before all objects are visited, and positions then end")
  func leaving() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.person())
    let tour = try fixture.publishedTour(by: guide)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    _ = try fixture.walk(run, as: walker, to: APIFixture.stops[0])
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
    let left = try fixture.call(.get, "/v1/runs/\(run)", as: walker)
    #expect(left.json["state"]?.string == "left")
    #expect(left.json["reached"]?.integer == 1)
    let late = try fixture.walk(run, as: walker, to: APIFixture.stops[1])
    #expect(late.status == 409 && late.slug == "run-ended")
    let again = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker)
    #expect(again.status == 201)
    #expect(try again.require("id") != run)
  }

  @Test("UC4.18.1: who stays after completion has no target and still gets the tour's objects")
  func staying() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.person())
    let object = try fixture.object(of: guide)
    let tour = try fixture.publishedTour(by: guide, APIFixture.tourBody(objects: [object]))
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    for stop in APIFixture.stops { _ = try fixture.walk(run, as: walker, to: stop) }
    let back = try fixture.walk(run, as: walker, to: APIFixture.stops[0])
    #expect(back.status == 200)
    #expect(back.json["target"] == JSONValue.null && arrived(back).isEmpty)
    let details = try fixture.call(.get, "/v1/runs/\(run)", as: walker)
    #expect(details.json["arrived"]?.array?.count == 3)
    #expect(details.json["arrived"]?[0]?["objects"]?[0]?.string == object)
    #expect(try fixture.call(.get, "/v1/objects/\(object)/content", as: walker).status == 200)
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
  }

  @Test("TR-FR1: organization users and admins cannot start a tour, general users can")
  func generalUsersOnly() throws {
    let (guide, admin) = (try fixture.guide(), try fixture.admin())
    let tour = try fixture.publishedTour(by: guide)
    for person in [guide, admin] {
      let refused = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: person)
      #expect(refused.status == 403 && refused.slug == "wrong-role")
    }
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/runs").status == 401)
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/runs", as: fixture.person()).status == 201)
  }

  @Test("RL-TR-01: a priced tour starts only after it is paid, and is paid once")
  func paying() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.person())
    let tour = try fixture.publishedTour(by: guide, APIFixture.tourBody(price: "4.50"))
    let refused = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker)
    #expect(refused.status == 402 && refused.slug == "tour-not-paid")
    let preview = try fixture.call(.get, "/v1/tours/\(tour)", as: walker)
    #expect(preview.json["purchased"]?.bool == false)
    #expect(preview.json["stops"]?[0]?["text"] == nil, "the texts are what is paid for")
    #expect(try fixture.call(.get, "/v1/tours/\(tour)/export.gpx", as: walker).status == 402)
    let bought = try fixture.call(.post, "/v1/tours/\(tour)/purchase", as: walker)
    #expect(bought.status == 201)
    #expect(bought.json["amount"]?.integer == 450)
    let again = try fixture.call(.post, "/v1/tours/\(tour)/purchase", as: walker)
    #expect(try again.require("id") == bought.require("id"))
    #expect(try fixture.call(.get, "/v1/purchases", as: walker).items.count == 1)
    #expect(try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).status == 201)
    #expect(
      try fixture.call(.get, "/v1/tours/\(tour)", as: walker).json["stops"]?[0]?["text"] != nil)
    let free = try fixture.publishedTour(by: guide, APIFixture.tourBody(name: "Free"))
    let needless = try fixture.call(.post, "/v1/tours/\(free)/purchase", as: walker)
    #expect(needless.status == 409 && needless.slug == "tour-free")
  }

  @Test("a run is its walker's alone, and a second start goes on with the first")
  func ownRuns() throws {
    let (guide, walker, other) = (
      try fixture.guide(), try fixture.person(), try fixture.person()
    )
    let tour = try fixture.publishedTour(by: guide)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    let again = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker)
    #expect(again.status == 200)
    #expect(try again.require("id") == run)
    #expect(try fixture.call(.get, "/v1/runs/\(run)", as: other).status == 404)
    #expect(try fixture.walk(run, as: other, to: APIFixture.stops[0]).status == 404)
    #expect(try fixture.call(.get, "/v1/runs", as: other).items.isEmpty)
    #expect(try fixture.call(.get, "/v1/runs", as: walker).items.count == 1)
  }

  @Test("what is walked stays as it was begun, whatever its organization publishes or takes back")
  func changedMeanwhile() throws {
    let (guide, walker, other) = (
      try fixture.guide(), try fixture.person(), try fixture.person()
    )
    let tour = try fixture.publishedTour(by: guide)
    let path = "/v1/tours/\(tour)"
    let run = try fixture.call(.post, path + "/runs", as: walker).require("id")
    let begun = try fixture.call(.get, path, as: walker)
    // The same stops, told in the other direction.
    let edited = try fixture.call(
      .patch, path, as: guide, ["direction": "reverse"],
      headers: [fixture.call(.get, path, as: guide).tag()])
    try #require(edited.status == 200, "\(edited.text)")
    try #require(try fixture.call(.post, path + "/publication", as: guide).status == 200)
    let walked = try fixture.call(.get, path, as: walker)
    #expect(walked.json["stops"]?[0]?["text"]?.string == "History of stop 1.")
    let seen = try fixture.call(.get, path, as: other)
    #expect(seen.json["stops"]?[0]?["text"]?.string == "History of stop 3.")
    #expect(seen["ETag"] != walked["ETag"])
    // Nobody else sees it any more.
    #expect(try fixture.call(.delete, path + "/publication", as: guide).status == 204)
    let retired = try fixture.call(.get, path, as: walker)
    #expect(retired.status == 200 && retired.json["state"]?.string == "retired")
    #expect(retired.json["stops"]?[0]?["text"]?.string == "History of stop 1.")
    #expect(retired["ETag"] != begun["ETag"])
    for person in [other, .nobody] {
      #expect(try fixture.call(.get, path, as: person).status == 404)
    }
    // Until the tour is left.
    #expect(try fixture.walk(run, as: walker, to: APIFixture.stops[0]).status == 200)
    #expect(try fixture.call(.delete, "/v1/runs/\(run)", as: walker).status == 204)
    #expect(try fixture.call(.get, path, as: walker).status == 404)
  }
}
