import Access
import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("access: every operation for every principal")
struct AccessMatrixTests {
  /// What only the access table refuses with.
  private static let slugs: Set<String> = [
    "login-required", "session-ended", "account-suspended", "password-must-be-replaced",
  ]

  @Test(
    "RL-Q-02, RL-AI-01, RL-ACC-05: operations let through whom they should, and nobody else; what is refused changes nothing",
    arguments: Principal.allCases)
  func matrix(_ principal: Principal) throws {
    let fixture = try APIFixture()
    let person = try principal.person(in: fixture)
    for operation in fixture.api.operations {
      let admitted = try #require(
        ExpectedAccess.table[operation.name], "\(operation.name) stands in no row")
      let isAdmitted = admitted.contains(principal)
      // Ends the very session; what it does is shown elsewhere.
      if operation.name == "logOut", isAdmitted { continue }
      let before = try fixture.state()
      let reply = try fixture.call(
        operation.method, Self.target(operation, fixture), as: person,
        Self.hasBody(operation) ? ["unknown": true] : nil, headers: [("If-Match", "\"1\"")])
      reply.stream?.close()
      let cell = "\(operation.name) as \(principal.rawValue): \(reply.status) \(reply.text)"
      if !isAdmitted {
        #expect(reply.status == principal.refusal.status, "\(cell)")
        #expect(reply.slug == principal.refusal.slug, "\(cell)")
        #expect(try fixture.state() == before, "\(cell)")
      } else {
        #expect(reply.status != 401 && !Self.slugs.contains(reply.slug ?? ""), "\(cell)")
        #expect(reply.status < 500 || operation.name == "getReadiness", "\(cell)")
        // An admin may be refused by what a thing is, nobody by the role.
        #expect(reply.slug != "wrong-role", "\(cell)")
      }
    }
    #expect(fixture.faults.current.isEmpty, "\(fixture.faults.current)")
  }

  /// The operation's target with identifiers of nothing.
  private static func target(_ operation: WaysideAPI.Operation, _ fixture: APIFixture) -> String {
    let id = fixture.services.platform.ids.next().description
    // Without a sub-realm the list is one's own, and nobody has one.
    if operation.name == "listInstances" { return operation.path + "?realm=public" }
    return operation.path.split(separator: "/").map { segment in
      "/" + (segment.hasPrefix("{") ? id : String(segment))
    }.joined()
  }

  private static func hasBody(_ operation: WaysideAPI.Operation) -> Bool {
    if case .none = operation.body { false } else { true }
  }

  @Test("RL-AI-01: what stands under /v1/admin is for admins, and nothing else is for them alone")
  func adminPaths() throws {
    let fixture = try APIFixture()
    for operation in fixture.api.operations {
      let isAdmin = operation.access == .admin
      #expect(operation.path.hasPrefix("/v1/admin/") == isAdmin, "\(operation.name)")
    }
  }

  @Test("each operation stands in a row of what is expected, and each row has its operation")
  func completeness() throws {
    let fixture = try APIFixture()
    #expect(Set(fixture.api.operations.map(\.name)) == Set(ExpectedAccess.table.keys))
  }

  @Test("an interface with a name twice or with an error that nobody knows does not start")
  func consistency() throws {
    let surroundings = API.Dependencies { _ in .anonymous }
    func operation(_ name: String, _ errors: [String] = []) -> WaysideAPI.Operation {
      WaysideAPI.Operation(
        .get, "/v1/\(name)", name, "It.", access: .unauthenticated, answers: [.empty("It")],
        errors: errors
      ) { _ in .noContent }
    }
    _ = try API(operations: [operation("a"), operation("b")], dependencies: surroundings)
    #expect(throws: API.Inconsistency.self) {
      try API(operations: [operation("a"), operation("a")], dependencies: surroundings)
    }
    #expect(throws: API.Inconsistency.self) {
      try API(operations: [operation("a", ["moon"])], dependencies: surroundings)
    }
  }

  @Test("a token is refused at the very next request after log-out, and other schemes always")
  func tokens() throws {
    let fixture = try APIFixture()
    let person = try fixture.person()
    #expect(try fixture.call(.get, "/v1/me", as: person).status == 200)
    #expect(try fixture.call(.delete, "/v1/sessions/current", as: person).status == 204)
    let after = try fixture.call(.get, "/v1/me", as: person)
    #expect(after.status == 401)
    #expect(after["WWW-Authenticate"] == "Bearer realm=\"wayside\"")
    for value in [
      "Basic YTpi", "Bearer", "Bearer nonsense", "nonsense",
      "Bearer \(String(repeating: "x", count: 4000))",
    ] {
      let reply = try fixture.call(.get, "/v1/me", headers: [("Authorization", value)])
      #expect(reply.status == 401, "\(value)")
    }
    // Nobody is turned into nobody by a bad token.
    #expect(
      try fixture.call(
        .get, "/v1/tours", headers: [("Authorization", "Bearer nonsense")]
      ).status == 401)
    // What is open works with an ended session, above all logging in again.
    #expect(
      try fixture.call(
        .post, "/v1/sessions", as: person,
        ["login": .text(person.email), "password": .text(APIFixture.password)]
      ).status == 201)
  }

  @Test("a session ends after its days without use")
  func expiry() throws {
    let fixture = try APIFixture()
    let person = try fixture.person()
    fixture.clock.advance(seconds: 31 * 86_400)
    let reply = try fixture.call(.get, "/v1/me", as: person)
    #expect(reply.status == 401)
    #expect(reply.slug == "session-ended")
  }

  @Test("a role and a membership that change hold at the next request")
  func changes() throws {
    let fixture = try APIFixture()
    let (owner, guest) = (try fixture.person(), try fixture.person())
    let realm = try fixture.group(of: owner)
    try fixture.join(guest, realm, by: owner)
    let instance = try fixture.place(try fixture.object(of: owner), by: owner, in: realm)
    #expect(try fixture.call(.get, "/v1/instances/\(instance)", as: guest).status == 200)
    #expect(
      try fixture.call(.delete, "/v1/realms/\(realm)/members/\(guest.id)", as: owner).status == 204
    )
    #expect(try fixture.call(.get, "/v1/instances/\(instance)", as: guest).status == 404)
    #expect(try fixture.call(.post, "/v1/tours", as: guest, [:]).status == 403)
    let admin = try fixture.admin()
    let asked = try fixture.call(
      .post, "/v1/organization-requests", as: guest,
      ["organizationName": "Walks", "reason": "Walks."])
    _ = try fixture.call(
      .post, "/v1/admin/organization-requests/\(asked.require("id"))/decision", as: admin,
      ["decision": "accept"])
    #expect(try fixture.call(.post, "/v1/tours", as: guest, [:]).status == 422)
  }
}
