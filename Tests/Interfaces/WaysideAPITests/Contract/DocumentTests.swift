import Access
import Base
import HTTPServing
import Testing
import WaysideAPI

@Suite("the OpenAPI document")
struct DocumentTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  @Test("every route stands in the document with its path parameters, query, body and success")
  func routes() throws {
    let paths = try #require(fixture.contract.document["paths"])
    for operation in fixture.api.operations {
      let name = operation.name
      let described = try #require(
        paths[operation.path]?[operation.method.rawValue.lowercased()], "\(name)")
      #expect(described["operationId"]?.string == name)
      let parameters = described["parameters"]?.array ?? []
      func names(_ place: String) -> Set<String> {
        Set(parameters.filter { $0["in"]?.string == place }.compactMap { $0["name"]?.string })
      }
      let inPath = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
        .map { String($0.dropFirst().dropLast()) }
      #expect(names("path") == Set(inPath), "\(name)")
      #expect(names("query") == Set(operation.query.map(\.name)), "\(name)")
      #expect(names("header").contains("If-Match") == (operation.version != .none), "\(name)")
      #expect(names("header").contains("Idempotency-Key") == (operation.creates != nil), "\(name)")
      if case .none = operation.body {
        #expect(described["requestBody"] == nil, "\(name)")
      } else {
        #expect(described["requestBody"]?["content"]?.members?.isEmpty == false, "\(name)")
      }
      let statuses = described["responses"]?.members?.map(\.name) ?? []
      #expect(statuses.contains { $0.hasPrefix("2") }, "\(name)")
      #expect(statuses.contains("default"), "\(name)")
    }
    let count = paths.members?.reduce(0) { $0 + ($1.value.members?.count ?? 0) }
    #expect(count == fixture.api.operations.count)
    #expect(fixture.api.router.routes.count == fixture.api.operations.count)
  }

  @Test(
    "each method answers success with its own statuses: 201 is POST's, 202 of what happens later")
  func statuses() throws {
    let later: Set = ["logOut", "endSession", "requestPasswordRecovery", "requestVerification"]
    for path in try #require(fixture.contract.document["paths"]?.members) {
      for member in path.value.members ?? [] {
        let operation = member.value
        let name = operation["operationId"]?.string ?? ""
        let statuses = operation["responses"]?.members?.map { $0.name } ?? []
        let said = Set(statuses.filter { $0 < "3" })
        let usual: Set<String> =
          switch member.name {
          case "get": ["200"]
          case "post": ["200", "201", "204"]
          default: ["200", "204"]
          }
        #expect(
          said.subtracting(later.contains(name) ? ["202"] : []).isSubset(of: usual), "\(name)")
      }
    }
  }

  @Test("what demands a session says so, what shows more with one offers it")
  func security() throws {
    for operation in fixture.api.operations {
      let described = fixture.contract.document["paths"]?[operation.path]?[
        operation.method.rawValue.lowercased()]
      let names = described?["security"]?.array.map { $0.map { $0.members?.first?.name ?? "" } }
      switch operation.access {
      case .unauthenticated: #expect(names == nil, "\(operation.name)")
      case .anyoneButAdmins, .anyRole: #expect(names == ["", "session"], "\(operation.name)")
      default: #expect(names == ["session"], "\(operation.name)")
      }
    }
  }

  @Test("every reference leads to a schema, and every schema is used")
  func references() throws {
    var used: Set<String> = ["Problem"]
    func walk(_ value: JSONValue) {
      if let reference = value["$ref"]?.string {
        used.insert(reference.split(separator: "/").last.map(String.init) ?? "")
      }
      for member in value.members ?? [] { walk(member.value) }
      for item in value.array ?? [] { walk(item) }
    }
    walk(fixture.contract.document)
    let schemas = fixture.contract.document["components"]?["schemas"]?.members?.map(\.name) ?? []
    // Parts of ways along streets, that all who tell of such ways share.
    let shared: Set = ["RouteLine", "RouteStep"]
    #expect(Set(schemas).union(shared) == used.union(shared))
    #expect(schemas.count == Set(schemas).count, "a schema stands twice")
  }

  @Test("paths have one method each once, and operations a name and a summary of their own")
  func names() {
    let operations = fixture.api.operations
    #expect(Set(operations.map { $0.method.rawValue + $0.path }).count == operations.count)
    #expect(operations.allSatisfy { $0.summary.hasSuffix(".") })
  }

  @Test("each other method on a path is answered with 405 and what is allowed")
  func otherMethods() throws {
    for path in Set(fixture.api.operations.map(\.path)) {
      let known = Set(fixture.api.operations.filter { $0.path == path }.map(\.method))
      let target = path.split(separator: "/").map { "/" + ($0.hasPrefix("{") ? "x" : $0) }.joined()
      for method in [HTTPMethod.get, .post, .put, .patch, .delete] where !known.contains(method) {
        // A literal path may be another's parameter: /v1/sessions/current, /v1/tours/import.
        let reply = try fixture.call(method, target)
        guard reply.status == 405 else {
          #expect(fixture.contract.operation(method, target) != nil, "\(method) \(path)")
          continue
        }
        let allowed = Set((reply["Allow"] ?? "").split(separator: ", ").map(String.init))
        #expect(Set(known.map(\.rawValue)).isSubset(of: allowed), "\(method) \(path)")
        #expect(!allowed.contains(method.rawValue))
      }
      let options = try fixture.call(.options, target)
      #expect(options.status == 204 && options["Allow"] != nil)
    }
  }

  @Test("the validator of these tests finds what does not fit")
  func validator() throws {
    let validator = fixture.contract.validator
    let schema = try JSONValue(parsing: Array("{\"$ref\": \"#/components/schemas/Problem\"}".utf8))
    func problems(_ json: String) throws -> [String] {
      validator.problems(try JSONValue(parsing: Array(json.utf8)), schema)
    }
    let good = "{\"type\":\"t\",\"title\":\"t\",\"status\":404,\"detail\":\"d\"}"
    #expect(try problems(good).isEmpty)
    #expect(try problems(good.replacing("404", with: "200")) == ["/status: 200.0 is too low"])
    #expect(try problems(good.replacing("404", with: "\"x\"")) == ["/status: no integer"])
    #expect(
      try problems(good.replacing("\"type\"", with: "\"kind\"")).sorted()
        == ["/kind: is not described", "/type: is missing"])
  }
}
