import Access
import Base
import Foundation
import Groups
import HTTPServing
import Identity
import TestSupport
import Testing

@testable import WaysideAPI

/// The operation of the article `AddAnEndpoint`, as it would stand in `RealmEndpoints`.
private struct OwnerEndpoint {
  let realms: SubRealmService

  var operation: WaysideAPI.Operation {
    Operation(
      .get, "/v1/realms/{realm}/owner", "getRealmOwner", "Who owns a sub-realm.",
      access: .user,
      answers: [.json(200, "The account", .named("AccountSummary"))],
      errors: ["members-only"]
    ) { request in
      let members = try realms.members(
        of: request.realm("realm"), PageRequest(limit: 200), caller: request.caller)
      guard let owner = members.items.first(where: { $0.role == .owner }) else {
        throw Refusal.notFound("owner")
      }
      return request.json { owner.account.write(to: &$0) }
    }
  }
}

private typealias Operation = WaysideAPI.Operation

@Suite("the worked example of an endpoint")
struct WorkedExampleTests {
  @Test("an operation that is added to the list is routed, guarded, described and answers")
  func endpoint() throws {
    let fixture = try APIFixture()
    let person = try fixture.person("Ana")
    let realm = try fixture.group(of: person)
    let operation = OwnerEndpoint(realms: fixture.services.groups.subRealms).operation
    let cache = fixture.services.identity.sessionCache
    let api = try API(
      operations: fixture.api.operations + [operation],
      dependencies: API.Dependencies { try cache.caller(token: $0) })
    func ask(_ token: String?) throws -> Reply {
      let headers = token.map { [("Authorization", "Bearer " + $0)] } ?? []
      let request = try HTTPRequest(.get, "/v1/realms/\(realm)/owner", headers: headers)
      return Reply(api.router.respond(to: request) { API.render($0) })
    }
    #expect(try ask(person.token).json["id"]?.string == person.id)
    #expect(try ask(nil).slug == "login-required")
    #expect(try ask(fixture.person().token).status == 404)
    let document = try JSONValue(
      parsing: OpenAPIDocument.make(
        api.operations, components: [], address: "https://wayside.example.org"))
    let described = document["paths"]?["/v1/realms/{realm}/owner"]?["get"]
    #expect(described?["operationId"]?.string == "getRealmOwner")
    #expect(
      described?["responses"]?["403"]?["description"]?.string?.contains("members-only") == true)
  }

  @Test("the article shows the code that is compiled here")
  func article() throws {
    let path = "AddAnEndpoint.md"
    let article = try WorkedExampleArticle(path)
    #expect(article.blocks.contains { $0.hasPrefix("Operation(") })
    #expect(
      try article.blocks(
        missingIn: "Tests/Interfaces/WaysideAPITests/Contract/WorkedExampleTests.swift"
      ).filter { $0.hasPrefix("Operation(") } == [])
    let text = try WorkedExampleArticle.text("Sources/Interfaces/wayside/Wayside.docc/" + path)
    // Both files that the article names are there.
    for path in [
      "Sources/Interfaces/WaysideAPI/Endpoints/RealmEndpoints.swift",
      "Tests/Interfaces/WaysideAPITests/Coverage/RealmStories.swift",
    ] {
      #expect(text.contains(path), "\(path)")
      _ = try WorkedExampleArticle.text(path)
    }
  }
}
