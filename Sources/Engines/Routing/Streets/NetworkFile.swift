/// The names of the arrays of a street network in the file of an extract.
enum NetworkFile {
  static let from: UInt32 = 1
  static let to: UInt32 = 2
  static let attributes: UInt32 = 3
  static let names: UInt32 = 4
  static let lengths: UInt32 = 5
  static let climbs: UInt32 = 6
  static let descents: UInt32 = 7
  static let signals: UInt32 = 8
  static let shapeStarts: UInt32 = 9
  static let shape: UInt32 = 10
  static let attributeTable: UInt32 = 11
  static let nameStarts: UInt32 = 12
  static let nameBytes: UInt32 = 13
  static let tree: UInt32 = 14
  static let ways: UInt32 = 15

  /// The first of the arrays of a mode.
  static func modeBase(_ mode: StreetMode) -> UInt32 { 100 + 50 * UInt32(mode.index) }
}
