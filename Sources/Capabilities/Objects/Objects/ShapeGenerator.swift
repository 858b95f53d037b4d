import Base
import Models

/// The built-in generator: simple coloured shapes and signs from a small English vocabulary.
///
/// - Thread: shared.
public struct ShapeGenerator: ObjectGenerator {
  public init() {}

  public func generate(_ prompt: String) throws -> GeneratedObject {
    let parsed = try ShapePrompt(prompt)
    return GeneratedObject(
      kind: parsed.shape.text.isEmpty ? .shape : .text, glb: parsed.shape.glb(),
      description: parsed.description)
  }
}
