import FlatFiles

/// The names of the arrays in a file of places.
enum PlaceFile {
  /// Stands for no entry.
  static let noEntry = UInt32.max
  static let format = FlatFile.Format(magic: "WAYPLACE", version: 1)

  // Entries: all but houses, the most important first.
  static let kinds: UInt32 = 1
  static let categories: UInt32 = 2
  static let names: UInt32 = 3
  static let importances: UInt32 = 4
  /// How many words the name has.
  static let nameWords: UInt32 = 5
  static let positions: UInt32 = 6
  static let quarters: UInt32 = 7
  static let towns: UInt32 = 8
  static let sources: UInt32 = 9
  /// The details of points of interest: texts, ``detailCount`` each; 0 for an entry without.
  static let detailNumbers: UInt32 = 10
  static let details: UInt32 = 11
  /// Where each entry's houses and pieces begin; one more than there are entries.
  static let firstHouses: UInt32 = 12
  static let firstLines: UInt32 = 13

  // Houses.
  static let houseNumbers: UInt32 = 20
  static let housePostcodes: UInt32 = 21
  static let housePositions: UInt32 = 22
  static let houseSources: UInt32 = 23
  static let houseFlags: UInt32 = 24

  // Pieces of streets.
  static let lineStarts: UInt32 = 30
  static let linePoints: UInt32 = 31
  static let lineTree: UInt32 = 32
  static let houseTree: UInt32 = 33
  static let entryTree: UInt32 = 34

  // Words, sorted; the entries of each.
  static let wordStarts: UInt32 = 40
  static let wordBytes: UInt32 = 41
  /// How many bytes each word shares with the one before.
  static let wordShared: UInt32 = 42
  static let postingStarts: UInt32 = 43
  static let postings: UInt32 = 44

  static let textStarts: UInt32 = 50
  static let textBytes: UInt32 = 51

  /// Set in a posting whose word is no part of the entry's name, but of its address or kind.
  static let besideName: UInt32 = 1 << 31
  /// Street, house number, postcode, city, opening hours, telephone, website, wheelchair.
  static let detailCount = 8
  /// Set for a house whose number lies between known ones.
  static let isInterpolated: UInt8 = 1
}
