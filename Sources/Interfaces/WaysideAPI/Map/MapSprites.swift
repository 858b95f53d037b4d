/// The icons of the map as pictures: one sheet for each theme and density of screens, drawn by
/// `tools/web`.
///
/// - Thread: shared.
/// - Source: MapLibre style specification, "sprite".
public struct MapSprites: Sendable {
  private let read: @Sendable (String) -> [UInt8]?

  /// - Parameter read: the bytes of a file, `light@2x.png` for instance; nil if it is not there.
  public init(read: @escaping @Sendable (String) -> [UInt8]?) { self.read = read }

  /// Where the pages were not built: the map shows dots only.
  public static let none = MapSprites { _ in nil }

  /// What there can be: JSON tells where in the PNG each icon lies.
  static let names = MapPalette.Theme.allCases.flatMap { theme in
    [".json", ".png", "@2x.json", "@2x.png"].map { theme.rawValue + $0 }
  }

  /// The bytes of one of the files; nil for every other name.
  func file(_ name: String) -> [UInt8]? { Self.names.contains(name) ? read(name) : nil }

  /// Whether a style may name them.
  func have(_ theme: MapPalette.Theme) -> Bool { file(theme.rawValue + ".json") != nil }
}
