import HTTPServing
import Testing
import WaysideAPI

@Suite("whose a token is, on the threads that serve all connections")
struct SessionLookupTests {
  @Test("a token that is not in memory is looked up in the pool, one that is at once")
  func pool() throws {
    let fixture = try APIFixture()
    let ana = try fixture.person("Ana")
    let route = try #require(
      fixture.api.router.routes.first { $0.operation == "nearby" && $0.execution == .inline })
    func ask(_ token: String) throws -> (isLater: Bool, status: Int) {
      let request = try HTTPRequest(
        .get, "/v1/nearby?lat=47.14&lon=9.52&radius=100",
        headers: [("Authorization", "Bearer " + token)])
      let response = route.handler(request, .none)
      guard case .later = response.body else { return (false, response.status.code) }
      return (true, try response.settled().status.code)
    }
    let token = try #require(ana.token)
    #expect(try ask(token) == (true, 200))
    #expect(try ask(token) == (false, 200))
    #expect(try fixture.call(.delete, "/v1/sessions/current", as: ana).status == 204)
    #expect(try ask(token) == (true, 401))
    #expect(try ask("no token at all") == (false, 401))
  }
}
