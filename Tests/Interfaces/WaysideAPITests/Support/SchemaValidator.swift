import Base

/// Checks JSON values against the schemas of an OpenAPI 3.0 document, as far as ours go.
struct SchemaValidator: Sendable {
  let components: JSONValue

  /// What does not fit; a member that no schema names counts, even where the schema is open.
  func problems(_ value: JSONValue, _ schema: JSONValue, at place: String = "") -> [String] {
    if schema["nullable"]?.bool == true, value == .null { return [] }
    if let reference = schema["$ref"]?.string {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let target = components[name] else { return ["\(place): no schema \(name)"] }
      return problems(value, target, at: place)
    }
    if let all = schema["allOf"]?.array {
      return all.flatMap { problems(value, $0, at: place) }
    }
    if let choices = schema["oneOf"]?.array {
      let tried = choices.map { problems(value, $0, at: place) }
      let fitting = tried.count { $0.isEmpty }
      if fitting == 1 { return [] }
      return ["\(place): fits \(fitting) of \(choices.count) choices \(tried.flatMap { $0 })"]
    }
    if let words = schema["enum"]?.array, !words.contains(value) {
      return ["\(place): \(value) is none of \(words.compactMap(\.string))"]
    }
    switch schema["type"]?.string {
    case nil: return []
    case "object"?: return objectProblems(value, schema, place)
    case "array"?: return arrayProblems(value, schema, place)
    case "string"?: return textProblems(value, schema, place)
    case "boolean"?: return value.bool == nil ? ["\(place): no boolean"] : []
    case "integer"?:
      return value.integer == nil ? ["\(place): no integer"] : numberProblems(value, schema, place)
    case "number"?:
      return value.number == nil ? ["\(place): no number"] : numberProblems(value, schema, place)
    case let type?: return ["\(place): unknown type \(type)"]
    }
  }

  private func objectProblems(
    _ value: JSONValue, _ schema: JSONValue, _ place: String
  ) -> [String] {
    guard let members = value.members else { return ["\(place): no object"] }
    var found: [String] = []
    for name in schema["required"]?.array?.compactMap(\.string) ?? [] where value[name] == nil {
      found.append("\(place)/\(name): is missing")
    }
    let properties = schema["properties"]
    for member in members {
      let at = "\(place)/\(member.name)"
      if let inner = properties?[member.name] {
        found += problems(member.value, inner, at: at)
      } else if case .object? = schema["additionalProperties"] {
        found += problems(member.value, schema["additionalProperties"] ?? .null, at: at)
      } else if properties?.members?.isEmpty == false {
        found.append("\(at): is not described")
      }
    }
    return found
  }

  private func arrayProblems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    guard let items = value.array else { return ["\(place): no array"] }
    var found: [String] = []
    if items.count < schema["minItems"]?.integer ?? 0 { found.append("\(place): too few") }
    if items.count > schema["maxItems"]?.integer ?? .max { found.append("\(place): too many") }
    guard let inner = schema["items"] else { return found }
    for (i, item) in items.enumerated() { found += problems(item, inner, at: "\(place)/\(i)") }
    return found
  }

  private func numberProblems(
    _ value: JSONValue, _ schema: JSONValue, _ place: String
  ) -> [String] {
    guard let number = value.number else { return [] }
    if number < schema["minimum"]?.number ?? -.infinity {
      return ["\(place): \(number) is too low"]
    }
    if number > schema["maximum"]?.number ?? .infinity {
      return ["\(place): \(number) is too high"]
    }
    return []
  }

  private func textProblems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    guard let text = value.string else { return ["\(place): no string"] }
    let count = text.unicodeScalars.count
    if count < schema["minLength"]?.integer ?? 0 { return ["\(place): too short"] }
    if count > schema["maxLength"]?.integer ?? .max { return ["\(place): too long"] }
    switch schema["format"]?.string {
    case "uuid"? where EntityID(text) == nil: return ["\(place): no identifier"]
    case "date-time"? where Instant(rfc3339: text) == nil: return ["\(place): no time"]
    default: return []
    }
  }
}
