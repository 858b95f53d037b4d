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
  private var refs: [UInt32] = []
  private var layers: [Int8] = []
  private var flags: [UInt8] = []
  private var heightSources: [UInt8] = []
  private var sources: [UInt64] = []
  private var translationStarts: [UInt32] = [0]
  private var translations: [UInt32] = []
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
    _ match: MapRules.Match, _ feature: MapDetails, rings: [[FixedPosition]]
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
    names.append(texts.number(feature.name))
    bases.append(UInt16(clamping: Int((feature.base * 10).rounded())))
    heights.append(UInt16(clamping: Int((feature.height * 10).rounded())))
    refs.append(texts.number(feature.ref))
    layers.append(feature.layer)
    flags.append(feature.flags.rawValue)
    heightSources.append(feature.heightSource.rawValue)
    sources.append(feature.source)
    for translation in feature.translations {
      translations.append(texts.number(translation.language))
      translations.append(texts.number(translation.name))
    }
    translationStarts.append(UInt32(translations.count))
  }

  func write(into writer: inout FlatFileWriter) {
    writer.add(MapFile.kinds, kinds)
    writer.add(MapFile.isArea, isArea)
    writer.add(MapFile.details, details)
    writer.add(MapFile.names, names)
    writer.add(MapFile.bases, bases)
    writer.add(MapFile.heights, heights)
    writer.add(MapFile.refs, refs)
    writer.add(MapFile.layers, layers)
    writer.add(MapFile.flags, flags)
    writer.add(MapFile.heightSources, heightSources)
    writer.add(MapFile.sources, sources)
    writer.add(MapFile.translationStarts, translationStarts)
    writer.add(MapFile.translations, translations)
    writer.add(MapFile.ringStarts, ringStarts)
    writer.add(MapFile.pointStarts, pointStarts)
    writer.add(MapFile.points, points)
    writer.add(MapFile.textStarts, texts.starts)
    writer.add(MapFile.textBytes, texts.bytes)
    writer.add(MapFile.tree, PackedBoxes(boxes).snapshotBytes())
  }
}
