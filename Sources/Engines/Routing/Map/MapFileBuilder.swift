import FlatFiles
import Geodesy
import SpatialIndex

/// Lays map features out in flat arrays with an R-tree.
struct MapFileBuilder {
  private var kinds: [UInt8] = []
  private var isArea: [UInt8] = []
  private var details: [UInt32] = []
  private var names: [UInt32] = []
  /// Decimetres.
  private var bases: [UInt16] = []
  private var heights: [UInt16] = []
  private var ringStarts: [UInt32] = [0]
  private var pointStarts: [UInt32] = [0]
  private var points: [FixedPosition] = []
  private var texts = NameTable()
  private var boxes: [PackedBoxes.Entry] = []

  var count: Int { kinds.count }

  /// How many features of each kind there are.
  var counts: [MapFeature.Kind: Int] {
    Dictionary(
      kinds.compactMap(MapFeature.Kind.init(rawValue:)).map { ($0, 1) }, uniquingKeysWith: +)
  }

  mutating func add(
    _ match: MapRules.Match, _ name: String, _ base: Double, _ height: Double,
    rings: [[FixedPosition]]
  ) {
    guard rings.first?.first != nil else { return }
    for box in FixedBox.boxes(around: rings.joined()) {
      boxes.append(PackedBoxes.Entry(box: box, item: UInt32(kinds.count)))
    }
    for ring in rings {
      points += ring
      pointStarts.append(UInt32(points.count))
    }
    ringStarts.append(UInt32(pointStarts.count - 1))
    kinds.append(match.kind.rawValue)
    isArea.append(match.isArea ? 1 : 0)
    details.append(texts.number(match.detail))
    names.append(texts.number(name))
    bases.append(UInt16(clamping: Int((base * 10).rounded())))
    heights.append(UInt16(clamping: Int((height * 10).rounded())))
  }

  func write(into writer: inout FlatFileWriter) {
    writer.add(MapFile.kinds, kinds)
    writer.add(MapFile.isArea, isArea)
    writer.add(MapFile.details, details)
    writer.add(MapFile.names, names)
    writer.add(MapFile.bases, bases)
    writer.add(MapFile.heights, heights)
    writer.add(MapFile.ringStarts, ringStarts)
    writer.add(MapFile.pointStarts, pointStarts)
    writer.add(MapFile.points, points)
    writer.add(MapFile.textStarts, texts.starts)
    writer.add(MapFile.textBytes, texts.bytes)
    writer.add(MapFile.tree, PackedBoxes(boxes).snapshotBytes())
  }
}
