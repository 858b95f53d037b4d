/// The shape of a body, as its reader tells it.
public struct JSONDescription: Hashable, Sendable {
  public var schema: JSONSchema
  /// Shapes that it refers to by name.
  public var components: [String: JSONSchema]
}

extension JSONFields {
  /// What a reader asks for: members, limits, and which of them may be absent.
  ///
  /// The reader runs once, on nothing; what it makes, and an error that it throws about the
  /// placeholders which it gets, are dropped.
  ///
  /// - Returns: the object that it reads.
  public static func describe(_ read: (JSONFields) throws -> Void) -> JSONDescription {
    let outline = Outline(JSONComponents())
    try? read(JSONFields(outline: outline))
    return JSONDescription(schema: outline.object, components: outline.components.schemas)
  }
}

/// The named shapes of one description.
final class JSONComponents {
  fileprivate(set) var schemas: [String: JSONSchema] = [:]
}

/// What is asked for of one object.
final class Outline {
  private(set) var properties: [JSONSchema.Property] = []
  private var optional: Set<String> = []
  let components: JSONComponents
  /// Whether members that nobody asks for are passed over.
  var isOpen = false

  init(_ components: JSONComponents) { self.components = components }

  var object: JSONSchema { .object(properties, open: isOpen) }

  func nested() -> Outline { Outline(components) }

  /// Notes that a reader takes the absence of a member; once it is noted as required, it stays so.
  ///
  /// - Returns: true, so that the reader goes on as if it were there.
  func mayLack(_ name: String) -> Bool {
    optional.insert(name)
    return true
  }

  /// Notes a member; the first shape that is asked for counts.
  func note(_ name: String, _ schema: JSONSchema, component: String? = nil) {
    if let component { components.schemas[component] = schema }
    let shape = component.map(JSONSchema.named) ?? schema
    guard let index = properties.firstIndex(where: { $0.name == name }) else {
      properties.append(
        optional.contains(name) ? .optional(name, shape) : .required(name, shape))
      return
    }
    if properties[index].schema == .any { properties[index].schema = shape }
  }
}
