import Base

/// Makes AR objects from words; the built-in one makes simple shapes, others can be plugged in.
///
/// - Thread: shared.
public protocol ObjectGenerator: Sendable {
  /// - Parameter prompt: at most 300 characters, trimmed.
  /// - Throws: ``Refusal`` if the words cannot be understood, with what would be; other errors if
  ///   the generator is out of order.
  func generate(_ prompt: String) throws -> GeneratedObject
}

/// What a generator made.
public struct GeneratedObject: Hashable, Sendable {
  /// `text` or `shape`, or `model` from generators that can do more.
  public var kind: ARObject.Kind
  /// A GLB file; it passes the same checks as an upload.
  public var glb: [UInt8]
  /// What is to be seen, in words.
  public var description: String

  public init(kind: ARObject.Kind, glb: [UInt8], description: String) {
    self.kind = kind
    self.glb = glb
    self.description = description
  }
}
