/// What sort of thing a place is.
///
/// Written to files by raw value: add cases at the end only.
public enum PlaceKind: UInt8, CaseIterable, Sendable {
  /// A country, city, village or quarter.
  case area
  case street
  /// A house with its number.
  case address
  /// A stop or station of public transport.
  case stop
  /// A point of interest: a shop, a museum, a park, a summit.
  case poi
  /// A position that was typed as such; never in a file.
  case coordinates

  /// Its name as it is written at the interface.
  public var word: String { "\(self)" }

  public init?(word: String) {
    guard let kind = PlaceKind.allCases.first(where: { $0.word == word }) else { return nil }
    self = kind
  }
}
