/// The shape of a JSON value, in the terms of OpenAPI 3.0.
///
/// For a body that is read, the reader itself tells it (``JSONFields/describe(_:)``); for answers it
/// is written down, and tests hold the two against each other.
///
/// - Thread: pure.
public indirect enum JSONSchema: Hashable, Sendable {
  case string(ClosedRange<Int>? = nil, format: String? = nil)
  case choice([String])
  case number(ClosedRange<Double>? = nil)
  case integer(ClosedRange<Int>? = nil)
  case boolean
  case array(JSONSchema, ClosedRange<Int>? = nil)
  case object([Property], open: Bool = false)
  /// An object with any names and values of one sort.
  case map(JSONSchema)
  case oneOf([JSONSchema])
  case nullable(JSONSchema)
  /// A schema of the document's components.
  case named(String)
  /// Any JSON value.
  case any

  /// One member of an object.
  public struct Property: Hashable, Sendable {
    public var name: String
    public var schema: JSONSchema
    public var isRequired: Bool
    /// What it means, in which unit and frame; nil where the name says it all.
    public var text: String?

    /// A member that must be there.
    public static func required(
      _ name: String, _ schema: JSONSchema, _ text: String? = nil
    ) -> Property {
      Property(name: name, schema: schema, isRequired: true, text: text)
    }

    /// A member that may be absent.
    public static func optional(
      _ name: String, _ schema: JSONSchema, _ text: String? = nil
    ) -> Property {
      Property(name: name, schema: schema, isRequired: false, text: text)
    }
  }

  public static let id = JSONSchema.string(36...36, format: "uuid")
  public static let instant = JSONSchema.string(format: "date-time")

  /// The same shape as requests may write it: a member that may be absent may also be null, which
  /// the readers of the capabilities take for absent or for clearing.
  public var asRequest: JSONSchema {
    switch self {
    case .object(let properties, let open):
      let members = properties.map { property in
        let inner = property.schema.asRequest
        return property.isRequired
          ? Property.required(property.name, inner, property.text)
          : Property.optional(property.name, inner.orNull, property.text)
      }
      return .object(members, open: open)
    case .array(let element, let count): return .array(element.asRequest, count)
    case .oneOf(let choices): return .oneOf(choices.map(\.asRequest))
    case .nullable(let inner): return inner.asRequest.orNull
    default: return self
    }
  }

  private var orNull: JSONSchema {
    switch self {
    case .nullable, .any: self
    default: .nullable(self)
    }
  }

  /// A list's page: its items and where the next page begins.
  public static func page(of item: JSONSchema, _ more: [Property] = []) -> JSONSchema {
    .object(
      [.required("items", .array(item)), .optional("next", .string())] + more, open: true)
  }

  /// Writes the schema in the dialect of OpenAPI 3.0.
  ///
  /// - Parameter text: what it means where it stands.
  public func write(to json: inout JSONWriter, describing text: String? = nil) {
    json.object { json in
      json.member("description", text)
      switch self {
      // Beside a reference nothing else counts.
      case .named where text != nil: writeNullableMembers(to: &json)
      case .nullable(let inner):
        json.member("nullable", true)
        inner.writeNullableMembers(to: &json)
      default: writeMembers(to: &json)
      }
    }
  }

  /// As ``writeMembers(to:)``, in forms that let null in (OpenAPI 3.0.3, 4.7.24.1 with proposal
  /// 2019-10-31 on null).
  private func writeNullableMembers(to json: inout JSONWriter) {
    switch self {
    case .choice(let words):
      type("string", &json)
      json.array("enum") { json in
        for word in words { json.string(word) }
        json.null()
      }
    case .named:
      json.array("allOf") { json in write(to: &json) }
    default: writeMembers(to: &json)
    }
  }

  private func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .string(let count, let format):
      type("string", &json)
      if let count {
        json.member("minLength", count.lowerBound)
        json.member("maxLength", count.upperBound)
      }
      json.member("format", format)
    case .choice(let words):
      type("string", &json)
      json.array("enum") { json in
        for word in words { json.string(word) }
      }
    case .number(let range):
      type("number", &json)
      if let range {
        json.member("minimum", range.lowerBound)
        json.member("maximum", range.upperBound)
      }
    case .integer(let range):
      type("integer", &json)
      if let range {
        json.member("minimum", range.lowerBound)
        json.member("maximum", range.upperBound)
      }
    case .boolean: type("boolean", &json)
    case .array(let element, let count):
      type("array", &json)
      json.key("items")
      element.write(to: &json)
      if let count {
        json.member("minItems", count.lowerBound)
        if count.upperBound < .max {
          json.member("maxItems", count.upperBound)
        }
      }
    case .object(let properties, let open):
      type("object", &json)
      json.object("properties") { json in
        for property in properties {
          json.key(property.name)
          property.schema.write(to: &json, describing: property.text)
        }
      }
      let required = properties.filter(\.isRequired)
      if !required.isEmpty {
        json.array("required") { json in
          for property in required { json.string(property.name) }
        }
      }
      json.member("additionalProperties", open)
    case .map(let value):
      type("object", &json)
      json.key("additionalProperties")
      value.write(to: &json)
    case .oneOf(let choices):
      json.array("oneOf") { json in
        for choice in choices { choice.write(to: &json) }
      }
    case .nullable(let inner): inner.writeMembers(to: &json)
    case .named(let name):
      json.member("$ref", "#/components/schemas/" + name)
    case .any: break
    }
  }

  private func type(_ name: StaticString, _ json: inout JSONWriter) {
    json.member("type", name)
  }
}
