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
  static let refs: UInt32 = 512
  static let layers: UInt32 = 513
  static let flags: UInt32 = 514
  static let heightSources: UInt32 = 515
  static let sources: UInt32 = 516
  /// Where each feature's translations begin; one more than there are features.
  static let translationStarts: UInt32 = 517
  /// Pairs of texts: a language and a name.
  static let translations: UInt32 = 518
}
