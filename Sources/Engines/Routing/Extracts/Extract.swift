import FlatFiles

/// An imported OpenStreetMap extract: its streets and its map, in one mapped file.
///
/// - Thread: immutable, shared.
public struct Extract: Sendable {
  static let format = FlatFile.Format(magic: "WAYEXTRT", version: 3)

  public let streets: StreetNetwork
  public let map: MapFeatures

  /// Maps a file written by ``ExtractImport``; it must not be changed in place while this lives.
  ///
  /// - Throws: ``FlatFileError`` if it cannot be read or anything about it is wrong.
  /// - Complexity: one pass over the file; tens of milliseconds for a city.
  public init(path: String) throws(FlatFileError) {
    try self.init(FlatFile(FlatMemory(mapping: path), format: Extract.format))
  }

  /// Takes the content of such a file; it is copied.
  public init(content: [UInt8]) throws(FlatFileError) {
    try self.init(FlatFile(FlatMemory(copying: content), format: Extract.format))
  }

  private init(_ file: FlatFile) throws(FlatFileError) {
    map = try MapFeatures(file)
    streets = try StreetNetwork(file, waters: Waters(map))
  }
}
