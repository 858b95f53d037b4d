import Foundation

/// The form of a name by which lists are sorted: without case and accents.
public enum NameKey {
  /// The key of a name: equal for names that people take for the same.
  public static func of(_ name: String) -> String {
    name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
