import Base
import HTTPServing
import Presence
import Testing
import Tours

@testable import WaysideAPI

/// Bodies made at random from the schemas of the document, and spoiled ones.
private struct BodyMaker {
  let components: JSONValue
  var random: SeededRandom

  mutating func value(_ schema: JSONValue) -> JSONValue {
    if let name = schema["$ref"]?.string?.split(separator: "/").last {
      return value(components[String(name)] ?? .null)
    }
    if let choices = schema["oneOf"]?.array, let choice = pick(choices) { return value(choice) }
    if let inner = schema["allOf"]?[0] { return value(inner) }
    if let words = schema["enum"]?.array, let word = pick(words.filter({ $0 != .null })) {
      return word
    }
    switch schema["type"]?.string {
    case "object"?: return object(schema)
    case "array"?:
      let least = schema["minItems"]?.integer ?? 0
      let most = min(schema["maxItems"]?.integer ?? 3, least + 3)
      let item = schema["items"] ?? .null
      return .array((0..<count(least, most)).map { _ in value(item) })
    case "string"?:
      switch schema["format"]?.string {
      case "uuid"?: return .string("01980d3e-7c1a-7000-8000-000000000000")
      case "date-time"?: return .string("2026-05-01T10:00:00Z")
      default:
        let least = schema["minLength"]?.integer ?? 0
        let length = count(least, min(schema["maxLength"]?.integer ?? 20, least + 20))
        return .string(String(repeating: "x", count: length))
      }
    case "boolean"?: return .bool(random.unit() < 0.5)
    case "integer"?:
      let low = schema["minimum"]?.integer ?? 0
      return .number(Double(count(low, schema["maximum"]?.integer ?? low + 100)))
    case "number"?:
      let (low, high) = (schema["minimum"]?.number ?? -100, schema["maximum"]?.number ?? 100)
      return .number(low + random.unit() * (high - low))
    default: return .bool(true)
    }
  }

  private mutating func object(_ schema: JSONValue) -> JSONValue {
    let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
    var members: [JSONValue.Member] = []
    for property in schema["properties"]?.members ?? [] {
      guard required.contains(property.name) || random.unit() < 0.5 else { continue }
      let isNull = !required.contains(property.name) && random.unit() < 0.2
      members.append(
        JSONValue.Member(property.name, isNull ? .null : value(property.value)))
    }
    if case .object? = schema["additionalProperties"] {
      let one = value(schema["additionalProperties"] ?? .null)
      members.append(JSONValue.Member("en", one))
    }
    return .object(members)
  }

  mutating func count(_ low: Int, _ high: Int) -> Int {
    low + Int(random.unit() * Double(high - low))
  }

  mutating func pick(_ choices: [JSONValue]) -> JSONValue? {
    choices.isEmpty ? nil : choices[count(0, choices.count)]
  }
}

/// The readers behind schemas that are written by hand.
private enum ReaderProbe {
  static func read(_ operation: String, _ bytes: [UInt8]) throws {
    switch operation {
    case "sendPositions":
      let quick = PositionReport.reports(plain: bytes)
      let reports = try PositionReport.reports(reading: AuthorizedRequest.json(bytes))
      #expect(quick == nil || quick?.count == reports.count)
    case "sendRunPositions":
      _ = try RunPoint.points(reading: JSONFields(AuthorizedRequest.json(bytes)))
    default: _ = try ViewRequest(reading: JSONFields(AuthorizedRequest.json(bytes)))
    }
  }
}

@Suite("bodies: what the document describes is what is read")
struct BodyTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private static let shape = [
    "is not known", "is required", "must be a string", "must be a number", "must be a whole",
    "must be true or false", "must be an array", "must be an object", "must have at", "must lie",
    "must be one of", "must not be blank",
  ]

  /// What the document says about the JSON body of an operation.
  private func schema(_ operation: WaysideAPI.Operation) -> JSONValue? {
    let described = fixture.contract.document["paths"]?[operation.path]?[
      operation.method.rawValue.lowercased()]
    let schema = described?["requestBody"]?["content"]?[ContentType.json]?["schema"]
    // A file that is JSON is read by its format's reader.
    return schema?["format"]?.string == "binary" ? nil : schema
  }

  private func resolved(_ schema: JSONValue) -> JSONValue {
    guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return schema }
    return fixture.contract.validator.components[String(name)] ?? .null
  }

  @Test(
    "each operation with a JSON body describes an object, without members that are unknown to it")
  func described() throws {
    let withBody = fixture.api.operations.filter { schema($0) != nil }
    #expect(withBody.count > 35, "\(withBody.count)")
    for operation in withBody {
      let shape = resolved(try #require(schema(operation)))
      #expect(shape["type"]?.string == "object", "\(operation.name)")
      #expect(shape["properties"]?.members?.isEmpty == false, "\(operation.name)")
      #expect(shape["additionalProperties"]?.bool == false, "\(operation.name)")
    }
  }

  @Test("each operation that takes JSON shows a body that fits its schema and is read")
  func examples() throws {
    for operation in fixture.api.operations {
      guard let schema = self.schema(operation) else { continue }
      let example = try #require(operation.example, "\(operation.name)")
      let value = try JSONValue(parsing: Array(example.utf8))
      let problems = fixture.contract.validator.problems(value, schema)
      #expect(problems.isEmpty, "\(operation.name): \(problems)")
      #expect(throws: Never.self, "\(operation.name)") {
        try operation.readsBody?(Array(example.utf8))
      }
    }
  }

  @Test("each operation that takes JSON refuses a member that it does not know, by its name")
  func unknownMembers() throws {
    for operation in fixture.api.operations {
      guard schema(operation) != nil, let reads = operation.readsBody,
        let example = operation.example
      else { continue }
      guard case .object(let members) = try JSONValue(parsing: Array(example.utf8)) else {
        continue
      }
      var json = JSONWriter()
      json.value(.object(members + [.init("moon", .bool(true))]))
      do {
        try reads(json.bytes)
        Issue.record("\(operation.name) takes a moon")
      } catch let refusal as Refusal {
        #expect(refusal.violations.map(\.pointer) == ["/moon"], "\(operation.name)")
      }
    }
  }

  @Test(
    "what is written beside its reader is as the reader has it: random bodies pass, spoiled ones do not",
    arguments: ["sendPositions", "sendRunPositions", "view"])
  func hotPaths(_ name: String) throws {
    let operation = try #require(fixture.api.operations.first { $0.name == name })
    let schema = try #require(self.schema(operation))
    var maker = BodyMaker(
      components: fixture.contract.validator.components, random: SeededRandom(seed: 11))
    // The readers alone: who asks, and for what, does not matter here.
    func objections(_ body: JSONValue) throws -> [String] {
      var json = JSONWriter()
      json.value(body)
      do {
        try ReaderProbe.read(name, json.bytes)
        return []
      } catch let refusal as Refusal {
        return refusal.violations.map { "\($0.pointer) \($0.detail)" }
      }
    }
    for _ in 0..<300 {
      let body = maker.value(schema)
      let found = try objections(body).filter { text in
        Self.shape.contains { text.contains($0) }
      }
      #expect(found.isEmpty, "\(body): \(found)")
      guard case .object(let members) = body else { continue }
      #expect(try !objections(.object(members + [.init("moon", .bool(true))])).isEmpty)
      for member in members where member.value != .null {
        let others = members.filter { $0.name != member.name }
        let spoiled = try objections(.object(others + [.init(member.name, .bool(true))]))
        #expect(!spoiled.isEmpty || member.value.bool != nil, "\(member.name) of \(body)")
      }
    }
  }
}
