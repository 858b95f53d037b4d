import Base

/// A built-in thing that everyone may place: a name and the description it is built from.
///
/// - Thread: pure.
public struct ShapePreset: Hashable, Sendable {
  /// A stable name in kebab case.
  public let name: String
  /// Read by ``ShapePrompt``.
  public let prompt: String

  public static let all = [
    ShapePreset(name: "cube", prompt: "blue cube 1 m"),
    ShapePreset(name: "ball", prompt: "red ball 1 m"),
    ShapePreset(name: "cone", prompt: "orange cone 1 m"),
    ShapePreset(name: "arrow-down", prompt: "orange arrow pointing down 1 m"),
    ShapePreset(name: "arrow-forward", prompt: "green arrow pointing forward 1 m"),
    ShapePreset(name: "ring", prompt: "gold ring 1 m"),
    ShapePreset(name: "star", prompt: "yellow star 1 m"),
    ShapePreset(name: "heart", prompt: "red heart 1 m"),
    ShapePreset(name: "tree", prompt: "green tree 3 m"),
    ShapePreset(name: "flag", prompt: "red flag 3 m"),
    ShapePreset(name: "pillar", prompt: "white pillar 3 m"),
    ShapePreset(name: "pedestal", prompt: "grey pedestal 1 m"),
    ShapePreset(name: "sign-start", prompt: "green sign 2 m: Start"),
    ShapePreset(name: "sign-info", prompt: "blue sign 2 m: i"),
  ]

  /// The shape; every preset in ``all`` has one.
  public func shape() throws(Refusal) -> Shape { try ShapePrompt(prompt).shape }
}
