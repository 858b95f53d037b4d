import Base
import HTTPServing
import Testing
import WaysideAPI

/// Faults around accounts and things that were once put into the program and found by nobody.
@Suite("accounts and things, as a user would notice")
struct AccountSurvivorsTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func signUp(_ more: (String, JSON)...) throws -> Reply {
    var body: JSON = [
      "name": "Ana", "email": "ana@example.org", "password": .text(APIFixture.password),
      "acceptTerms": true,
    ]
    for (name, value) in more { body = body.with(name, value) }
    return try fixture.call(.post, "/v1/accounts", body)
  }

  @Test("SC-REG-06: a confirmation of the password in other letter cases is refused")
  func confirmation() throws {
    let before = try fixture.state()
    for wrong in [APIFixture.password.uppercased(), APIFixture.password.lowercased() + " "] {
      let reply = try signUp(("passwordConfirmation", .text(wrong)))
      #expect(reply.status == 422, "\(reply.text)")
      #expect(reply.pointers == ["/passwordConfirmation"])
    }
    #expect(try fixture.state() == before)
    let right = try signUp(("passwordConfirmation", .text(APIFixture.password)))
    #expect(right.status == 201, "\(right.text)")
  }

  @Test("SC-REG-04: a telephone number has eight digits or more, its country code among them")
  func shortNumbers() throws {
    let seven = try signUp(("phoneNumber", "+4232361"))
    #expect(seven.status == 422 && seven.pointers == ["/phoneNumber"], "\(seven.text)")
    #expect(try signUp(("phoneNumber", "+42323611")).status == 201)
  }

  @Test("an inch is 2.54 cm")
  func inches() throws {
    let ana = try fixture.person()
    let made = try fixture.call(
      .post, "/v1/objects", as: ana, ["name": "Cube", "prompt": "red cube 10 inches"])
    let box = try fixture.call(.get, "/v1/objects/\(made.require("id"))", as: ana)
      .json["boundingBox"]
    for axis in 0..<3 {
      let size = try #require(box?["max"]?[axis]?.number) - #require(box?["min"]?[axis]?.number)
      #expect(abs(size - 0.254) < 1e-6, "\(size)")
    }
  }

  @Test("a position that is only inexact is no way walked")
  func inexactPositions() throws {
    let (guide, walker) = (try fixture.guide(), try fixture.person())
    let tour = try fixture.publishedTour(by: guide)
    let run = try fixture.call(.post, "/v1/tours/\(tour)/runs", as: walker).require("id")
    func send(_ lat: Double, accuracy: Double) throws -> Double? {
      fixture.clock.advance(seconds: 60)
      let reply = try fixture.call(
        .post, "/v1/runs/\(run)/positions", as: walker,
        [
          "points": [
            [
              "lat": .number(lat), "lon": 9.5209, "accuracy": .number(accuracy),
              "at": .text("\(fixture.clock.now())"),
            ]
          ]
        ])
      try #require(reply.status == 200, "\(reply.text)")
      return try fixture.call(.get, "/v1/runs/\(run)", as: walker)
        .json["metrics"]?["distance"]?.number
    }
    #expect(try send(47.1300, accuracy: 20) == 0)
    // 33 m apart, each of them right to 20 m only.
    #expect(try send(47.1303, accuracy: 20) == 0)
    #expect(try send(47.1300, accuracy: 20) == 0)
    // As far, and right to 5 m: counted from where the inexact ones begin to be told apart.
    let walked = try #require(try send(47.1310, accuracy: 5))
    #expect((105...117).contains(walked), "\(walked)")
  }
}
