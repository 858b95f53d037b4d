import Foundation

/// The form of a name by which lists are sorted: without case and accents.
public enum NameKey {
  public static func of(_ name: String) -> String {
    name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
