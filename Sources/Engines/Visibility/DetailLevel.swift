/// How much of an object is worth loading and drawing.
public enum DetailLevel: String, Sendable, CaseIterable {
  /// The full model.
  case full
  /// A simplified box.
  case box
  /// A label only.
  case label
}
