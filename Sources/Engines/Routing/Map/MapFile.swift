/// The names of the arrays of map features in the file of an extract.
enum MapFile {
  static let kinds: UInt32 = 500
  static let details: UInt32 = 501
  static let names: UInt32 = 502
  static let bases: UInt32 = 503
  static let heights: UInt32 = 504
  static let ringStarts: UInt32 = 505
  static let pointStarts: UInt32 = 506
  static let points: UInt32 = 507
  static let textStarts: UInt32 = 508
  static let textBytes: UInt32 = 509
  static let tree: UInt32 = 510
  static let isArea: UInt32 = 511
}
