import FlatFiles
import Geodesy
import SpatialIndex

/// The places of one extract, found by text and by position.
///
/// Lies in a mapped file; what a search touches is read, the rest is not.
///
/// - Thread: immutable, shared.
public final class PlaceIndex: Sendable {
  let kinds: FlatArray<UInt8>
  private let categories: FlatArray<UInt32>
  private let names: FlatArray<UInt32>
  let importances: FlatArray<UInt8>
  let nameWords: FlatArray<UInt8>
  let positions: FlatArray<FixedPosition>
  let quarters: FlatArray<UInt32>
  let towns: FlatArray<UInt32>
  private let sources: FlatArray<Int64>
  private let detailNumbers: FlatArray<UInt32>
  private let details: FlatArray<UInt32>
  let firstHouses: FlatArray<UInt32>
  private let firstLines: FlatArray<UInt32>
  private let houseNumbers: FlatArray<UInt32>
  private let housePostcodes: FlatArray<UInt32>
  let housePositions: FlatArray<FixedPosition>
  private let houseSources: FlatArray<Int64>
  private let houseFlags: FlatArray<UInt8>
  private let lineStarts: FlatArray<UInt32>
  private let linePoints: FlatArray<FixedPosition>
  let words: WordTable
  private let textStarts: FlatArray<UInt32>
  private let textBytes: FlatArray<UInt8>
  let lineTree: BoxSnapshot
  let houseTree: PointSnapshot
  let entryTree: PointSnapshot
  let spaces = SearchSpaces()
  /// The entries that are areas, few as they are.
  let areas: [Int]

  /// Streets, areas, stops and points of interest.
  public var count: Int { kinds.count }

  public var houseCount: Int { housePositions.count }

  /// Maps a file written by ``PlaceImport``; it must not be changed in place while this lives.
  ///
  /// - Throws: ``FlatFileError`` if it cannot be read or anything about it is wrong.
  /// - Complexity: one pass over the file.
  public convenience init(path: String) throws(FlatFileError) {
    try self.init(FlatFile(FlatMemory(mapping: path), format: PlaceFile.format))
  }

  /// Takes the content of such a file; it is copied.
  public convenience init(content: [UInt8]) throws(FlatFileError) {
    try self.init(FlatFile(FlatMemory(copying: content), format: PlaceFile.format))
  }

  private init(_ file: FlatFile) throws(FlatFileError) {
    kinds = try file.array(PlaceFile.kinds, of: UInt8.self)
    categories = try file.array(PlaceFile.categories, of: UInt32.self)
    names = try file.array(PlaceFile.names, of: UInt32.self)
    importances = try file.array(PlaceFile.importances, of: UInt8.self)
    nameWords = try file.array(PlaceFile.nameWords, of: UInt8.self)
    positions = try file.array(PlaceFile.positions, of: FixedPosition.self)
    quarters = try file.array(PlaceFile.quarters, of: UInt32.self)
    towns = try file.array(PlaceFile.towns, of: UInt32.self)
    sources = try file.array(PlaceFile.sources, of: Int64.self)
    detailNumbers = try file.array(PlaceFile.detailNumbers, of: UInt32.self)
    details = try file.array(PlaceFile.details, of: UInt32.self)
    firstHouses = try file.array(PlaceFile.firstHouses, of: UInt32.self)
    firstLines = try file.array(PlaceFile.firstLines, of: UInt32.self)
    houseNumbers = try file.array(PlaceFile.houseNumbers, of: UInt32.self)
    housePostcodes = try file.array(PlaceFile.housePostcodes, of: UInt32.self)
    housePositions = try file.array(PlaceFile.housePositions, of: FixedPosition.self)
    houseSources = try file.array(PlaceFile.houseSources, of: Int64.self)
    houseFlags = try file.array(PlaceFile.houseFlags, of: UInt8.self)
    lineStarts = try file.array(PlaceFile.lineStarts, of: UInt32.self)
    linePoints = try file.array(PlaceFile.linePoints, of: FixedPosition.self)
    words = try WordTable(file, entries: kinds.count)
    textStarts = try file.array(PlaceFile.textStarts, of: UInt32.self)
    textBytes = try file.array(PlaceFile.textBytes, of: UInt8.self)
    let trees = (
      lines: try file.array(PlaceFile.lineTree, of: UInt8.self),
      houses: try file.array(PlaceFile.houseTree, of: UInt8.self),
      entries: try file.array(PlaceFile.entryTree, of: UInt8.self)
    )
    do throws(SnapshotError) {
      lineTree = BoxSnapshot(try PlaceIndex.boxes(trees.lines))
      houseTree = PointSnapshot(try PlaceIndex.points(trees.houses))
      entryTree = PointSnapshot(try PlaceIndex.points(trees.entries))
    } catch {
      throw .inconsistent("an index of its places is damaged")
    }
    areas = kinds.indices.filter { [kinds] in kinds[$0] == PlaceKind.area.rawValue }
    try check()
  }

  private static func boxes(_ bytes: FlatArray<UInt8>) throws(SnapshotError) -> PackedBoxes {
    try PackedBoxes(lying: UnsafeRawBufferPointer(bytes.buffer), in: bytes.owner)
  }

  private static func points(_ bytes: FlatArray<UInt8>) throws(SnapshotError) -> PackedPoints {
    try PackedPoints(lying: UnsafeRawBufferPointer(bytes.buffer), in: bytes.owner)
  }

  static func isPartition(_ starts: FlatArray<UInt32>, of count: Int) -> Bool {
    starts.first == 0 && starts.last.map { Int($0) } == count
      && zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// No number in the file may lead outside of its arrays.
  private func check() throws(FlatFileError) {
    let count = kinds.count
    let houses = housePositions.count
    func isText(_ numbers: FlatArray<UInt32>, _ count: Int) -> Bool {
      numbers.count == count && numbers.allSatisfy { Int($0) + 1 < textStarts.count }
    }
    func isArea(_ numbers: FlatArray<UInt32>) -> Bool {
      numbers.count == count
        && numbers.allSatisfy { $0 == PlaceFile.noEntry || Int($0) < count }
    }
    let detailCount = details.count / PlaceFile.detailCount
    guard PlaceIndex.isPartition(textStarts, of: textBytes.count), isText(categories, count),
      isText(names, count), importances.count == count, nameWords.count == count,
      positions.count == count, isArea(quarters), isArea(towns), sources.count == count,
      kinds.allSatisfy({ PlaceKind(rawValue: $0) != nil }),
      detailNumbers.count == count, details.count % PlaceFile.detailCount == 0,
      detailNumbers.allSatisfy({ Int($0) < detailCount }), isText(details, details.count),
      firstHouses.count == count + 1, PlaceIndex.isPartition(firstHouses, of: houses),
      isText(houseNumbers, houses), isText(housePostcodes, houses), houseSources.count == houses,
      houseFlags.count == houses, firstLines.count == count + 1,
      PlaceIndex.isPartition(firstLines, of: lineStarts.count - 1),
      PlaceIndex.isPartition(lineStarts, of: linePoints.count)
    else { throw .inconsistent("a place leads outside of the file") }
  }

  // MARK: Reading

  func kind(_ entry: Int) -> PlaceKind { PlaceKind(rawValue: kinds[entry]) ?? .poi }

  func name(_ entry: Int) -> String { text(names[entry]) }

  func isNamed(_ entry: Int) -> Bool { !bytes(names[entry]).isEmpty }

  func category(_ entry: Int) -> String { text(categories[entry]) }

  /// The number of the text that is its category.
  func categoryNumber(_ entry: Int) -> UInt32 { categories[entry] }

  /// The numbers of the houses of a street.
  func houses(of entry: Int) -> Range<Int> {
    Int(firstHouses[entry])..<Int(firstHouses[entry + 1])
  }

  func houseNumber(_ house: Int) -> UnsafeBufferPointer<UInt8> { bytes(houseNumbers[house]) }

  func postcode(_ house: Int) -> UnsafeBufferPointer<UInt8> { bytes(housePostcodes[house]) }

  /// The street of a house.
  func street(ofHouse house: Int) -> Int { owner(house, in: firstHouses) }

  /// The street of a piece.
  func street(ofLine line: Int) -> Int { owner(line, in: firstLines) }

  var lineCount: Int { lineStarts.count - 1 }

  func line(_ line: Int) -> UnsafeBufferPointer<FixedPosition> {
    UnsafeBufferPointer(
      rebasing: linePoints.buffer[Int(lineStarts[line])..<Int(lineStarts[line + 1])])
  }

  private func owner(_ part: Int, in starts: FlatArray<UInt32>) -> Int {
    var (left, right) = (0, starts.count - 1)
    while left < right {
      let middle = (left + right) / 2
      if Int(starts[middle + 1]) <= part { left = middle + 1 } else { right = middle }
    }
    return min(left, max(count - 1, 0))
  }

  /// The entry as a place.
  func place(_ entry: Int) -> Place {
    var place = Place(at: positions[entry].lonLat, name: name(entry))
    place.kind = kind(entry)
    place.category = text(categories[entry])
    place.importance = Double(importances[entry]) / 255
    place.source = PlaceIndex.source(sources[entry])
    let first = Int(detailNumbers[entry]) * PlaceFile.detailCount
    func detail(_ offset: Int) -> String { first > 0 ? text(details[first + offset]) : "" }
    place.street = detail(0)
    place.houseNumber = detail(1)
    place.postcode = detail(2)
    place.city = detail(3)
    place.openingHours = detail(4)
    place.phone = detail(5)
    place.website = detail(6)
    place.wheelchair = detail(7)
    if let quarter = Int(exactly: quarters[entry]), quarter < count {
      place.locality = name(quarter)
    }
    if place.city.isEmpty, let town = Int(exactly: towns[entry]), town < count {
      place.city = name(town)
    }
    return place
  }

  /// A house as a place.
  func place(house: Int) -> Place {
    let street = street(ofHouse: house)
    var place = self.place(street)
    place.kind = .address
    place.category = "house"
    place.street = place.name
    place.name = ""
    place.houseNumber = text(houseNumbers[house])
    let postcode = text(housePostcodes[house])
    if !postcode.isEmpty { place.postcode = postcode }
    place.position = housePositions[house].lonLat
    place.isInterpolated = houseFlags[house] & PlaceFile.isInterpolated != 0
    place.source = PlaceIndex.source(houseSources[house])
    return place
  }

  private static func source(_ number: Int64) -> String {
    guard number > 0 else { return "" }
    return ["node", "way", "relation", ""][Int(number & 3)] + "/\(number >> 2)"
  }

  private func text(_ number: UInt32) -> String { String(decoding: bytes(number), as: UTF8.self) }

  private func bytes(_ number: UInt32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      rebasing: textBytes.buffer[
        Int(textStarts[Int(number)])..<Int(textStarts[Int(number) + 1])])
  }
}

extension PlaceIndex {
  /// Calls `body` with everything there is: entries, the most important first, then houses.
  public func forEachPlace(_ body: (Place) -> Void) {
    for entry in 0..<count { body(place(entry)) }
    for house in 0..<houseCount { body(place(house: house)) }
  }
}
