import FlatFiles
import Geodesy
import SpatialIndex

/// Lays places out in flat arrays.
struct PlaceFileBuilder {
  private var texts = PlaceTexts()
  private var words = PlaceWords()
  private let drafts: [PlaceDraft]
  private let areas: SurroundingAreas

  /// How many entries and houses there are.
  var counts: (entries: Int, houses: Int) {
    (drafts.count, drafts.reduce(0) { $0 + $1.houses.count })
  }

  init(_ unsorted: [PlaceDraft]) {
    // A posting has one bit for itself.
    drafts = Array(
      unsorted.sorted { a, b in
        if a.importance != b.importance { return a.importance > b.importance }
        if a.source != b.source { return a.source < b.source }
        return (a.names.first ?? "") < (b.names.first ?? "")
      }.prefix(Int(PlaceFile.besideName) - 1))
    var named: [SurroundingAreas.Named] = []
    var bordered: [SurroundingAreas.Bordered] = []
    for (index, draft) in drafts.enumerated() where draft.kind == .area {
      let entry = UInt32(index)
      if let box = FixedRectangle(around: draft.rings.joined()), draft.level >= 6 {
        bordered.append(
          SurroundingAreas.Bordered(
            entry: entry, isTown: draft.level <= 8, level: draft.level, box: box,
            rings: draft.rings))
      }
      if let reach = PlaceRules.reach(draft.category) {
        named.append(
          SurroundingAreas.Named(
            entry: entry, position: draft.position, reach: reach.metres, isTown: reach.isTown))
      }
    }
    areas = SurroundingAreas(named: named, bordered: bordered)
  }

  mutating func write(into writer: inout FlatFileWriter) {
    writeEntries(into: &writer)
    writeHouses(into: &writer)
    writeLines(into: &writer)
    let arrays = words.arrays()
    writer.add(PlaceFile.wordStarts, arrays.starts)
    writer.add(PlaceFile.wordBytes, arrays.bytes)
    writer.add(PlaceFile.wordShared, arrays.shared)
    writer.add(PlaceFile.postingStarts, arrays.postingStarts)
    writer.add(PlaceFile.postings, arrays.postings)
    writer.add(PlaceFile.textStarts, texts.starts)
    writer.add(PlaceFile.textBytes, texts.bytes)
  }

  private mutating func writeEntries(into writer: inout FlatFileWriter) {
    var nameWords: [UInt8] = []
    var quarters: [UInt32] = []
    var towns: [UInt32] = []
    var detailNumbers: [UInt32] = []
    var details: [UInt32] = [UInt32](repeating: 0, count: PlaceFile.detailCount)
    var points: [PackedPoints.Entry] = []
    for (index, draft) in drafts.enumerated() {
      let entry = UInt32(index)
      for name in draft.names { words.add(name: name, entry: entry) }
      for text in draft.beside { words.add(beside: text, entry: entry) }
      if draft.kind == .poi || draft.kind == .stop {
        for word in KindWords.words(for: draft.category) { words.add(beside: word, entry: entry) }
      }
      nameWords.append(UInt8(clamping: FoldedText.words(draft.names.first ?? "").count))
      let around = areas.around(draft.position, except: entry)
      quarters.append(draft.kind == .area ? PlaceFile.noEntry : around.quarter)
      towns.append(around.town)
      detailNumbers.append(number(of: draft.details, in: &details))
      points.append(PackedPoints.Entry(position: draft.position, item: entry))
    }
    writer.add(PlaceFile.kinds, drafts.map(\.kind.rawValue))
    writer.add(PlaceFile.categories, drafts.map { texts.number($0.category) })
    writer.add(PlaceFile.names, drafts.map { texts.number($0.names.first ?? "") })
    writer.add(PlaceFile.importances, drafts.map { UInt8(clamping: $0.importance) })
    writer.add(PlaceFile.nameWords, nameWords)
    writer.add(PlaceFile.positions, drafts.map(\.position))
    writer.add(PlaceFile.quarters, quarters)
    writer.add(PlaceFile.towns, towns)
    writer.add(PlaceFile.sources, drafts.map(\.source))
    writer.add(PlaceFile.detailNumbers, detailNumbers)
    writer.add(PlaceFile.details, details)
    writer.add(PlaceFile.entryTree, PackedPoints(points).snapshotBytes())
  }

  private mutating func number(of found: PlaceDetails?, in details: inout [UInt32]) -> UInt32 {
    guard let found, found != PlaceDetails() else { return 0 }
    let number = details.count / PlaceFile.detailCount
    for text in [
      found.street, found.number, found.postcode, found.city, found.openingHours, found.phone,
      found.website, found.wheelchair,
    ] { details.append(texts.number(text)) }
    return UInt32(number)
  }

  private mutating func writeHouses(into writer: inout FlatFileWriter) {
    var starts: [UInt32] = [0]
    let houses = drafts.flatMap(\.houses)
    var count = 0
    for draft in drafts {
      count += draft.houses.count
      starts.append(UInt32(count))
    }
    writer.add(PlaceFile.firstHouses, starts)
    writer.add(PlaceFile.houseNumbers, houses.map { texts.number($0.number) })
    writer.add(PlaceFile.housePostcodes, houses.map { texts.number($0.postcode) })
    writer.add(PlaceFile.housePositions, houses.map(\.position))
    writer.add(PlaceFile.houseSources, houses.map(\.source))
    writer.add(
      PlaceFile.houseFlags, houses.map { $0.isInterpolated ? PlaceFile.isInterpolated : 0 })
    let tree = PackedPoints(
      houses.enumerated().map { PackedPoints.Entry(position: $1.position, item: UInt32($0)) })
    writer.add(PlaceFile.houseTree, tree.snapshotBytes())
  }

  private func writeLines(into writer: inout FlatFileWriter) {
    var firstLines: [UInt32] = [0]
    var lineStarts: [UInt32] = [0]
    var points: [FixedPosition] = []
    var boxes: [PackedBoxes.Entry] = []
    for draft in drafts {
      for line in draft.lines {
        for box in FixedBox.boxes(around: line) {
          boxes.append(PackedBoxes.Entry(box: box, item: UInt32(lineStarts.count - 1)))
        }
        points += line
        lineStarts.append(UInt32(points.count))
      }
      firstLines.append(UInt32(lineStarts.count - 1))
    }
    writer.add(PlaceFile.firstLines, firstLines)
    writer.add(PlaceFile.lineStarts, lineStarts)
    writer.add(PlaceFile.linePoints, points)
    writer.add(PlaceFile.lineTree, PackedBoxes(boxes).snapshotBytes())
  }
}
