import Base
import FlatFiles
import Geodesy
import SpatialIndex

/// The streets of one extract: segments, a graph with its hierarchy for each mode, and an R-tree.
///
/// Part of an ``Extract``, which is mapped, not parsed.
///
/// - Thread: immutable, shared.
public final class StreetNetwork: Sendable {
  let from: FlatArray<UInt32>
  let to: FlatArray<UInt32>
  let attributeNumbers: FlatArray<UInt32>
  let attributeTable: FlatArray<StreetAttributes>
  let nameNumbers: FlatArray<UInt32>
  /// The OpenStreetMap way of each segment; 0 for ways across squares.
  let ways: FlatArray<Int64>
  let nameStarts: FlatArray<UInt32>
  let nameBytes: FlatArray<UInt8>
  let lengthsCm: FlatArray<UInt32>
  let climbs: FlatArray<UInt16>
  let descents: FlatArray<UInt16>
  let signals: FlatArray<UInt8>
  let shapeStarts: FlatArray<UInt32>
  let shape: FlatArray<FixedPosition>
  let modes: [ModeNetwork]
  let tree: BoxSnapshot
  /// What nobody walks across; nil where the extract shows no water.
  let waters: Waters?
  /// Made at the first customisation of each mode.
  private let plans = Guarded<[StreetMode: CustomisationPlan]>([:])
  /// The box around all streets.
  public let bounds: Bounds

  /// Number of pieces between junctions.
  public var segmentCount: Int { from.count }

  init(_ file: FlatFile, waters: Waters? = nil) throws(FlatFileError) {
    self.waters = waters
    from = try file.array(NetworkFile.from, of: UInt32.self)
    to = try file.array(NetworkFile.to, of: UInt32.self)
    attributeNumbers = try file.array(NetworkFile.attributes, of: UInt32.self)
    attributeTable = try file.array(NetworkFile.attributeTable, of: StreetAttributes.self)
    nameNumbers = try file.array(NetworkFile.names, of: UInt32.self)
    ways = try file.array(NetworkFile.ways, of: Int64.self)
    nameStarts = try file.array(NetworkFile.nameStarts, of: UInt32.self)
    nameBytes = try file.array(NetworkFile.nameBytes, of: UInt8.self)
    lengthsCm = try file.array(NetworkFile.lengths, of: UInt32.self)
    climbs = try file.array(NetworkFile.climbs, of: UInt16.self)
    descents = try file.array(NetworkFile.descents, of: UInt16.self)
    signals = try file.array(NetworkFile.signals, of: UInt8.self)
    shapeStarts = try file.array(NetworkFile.shapeStarts, of: UInt32.self)
    shape = try file.array(NetworkFile.shape, of: FixedPosition.self)
    let count = from.count
    var modes: [ModeNetwork] = []
    for mode in StreetMode.allCases {
      modes.append(try ModeNetwork(file, mode, segments: count))
    }
    self.modes = modes
    let treeBytes = try file.array(NetworkFile.tree, of: UInt8.self)
    do throws(SnapshotError) {
      tree = BoxSnapshot(
        try PackedBoxes(
          lying: UnsafeRawBufferPointer(treeBytes.buffer), in: treeBytes.owner))
    } catch {
      throw .inconsistent("its index is damaged")
    }
    bounds = StreetNetwork.box(of: shape)
    try check()
  }

  func mode(_ mode: StreetMode) -> ModeNetwork { modes[mode.index] }

  /// How weights of a mode are computed; the same for every profile.
  func plan(_ mode: StreetMode) -> CustomisationPlan {
    if let known = plans.withLock({ $0[mode] }) { return known }
    let plan = CustomisationPlan(self.mode(mode))
    plans.withLock { $0[mode] = plan }
    return plan
  }

  func attributes(_ segment: Int) -> StreetAttributes {
    attributeTable[Int(attributeNumbers[segment])]
  }

  /// The line of a segment in the direction of mapping; at least two positions.
  func points(_ segment: Int) -> Slice<UnsafeBufferPointer<FixedPosition>> {
    shape.buffer[Int(shapeStarts[segment])..<Int(shapeStarts[segment + 1])]
  }

  /// The segments whose boxes touch a box.
  func segments(touching bounds: Bounds) -> [Int32] {
    var items: [UInt32] = []
    tree.find(touching: bounds, into: &items)
    return items.map(Int32.init(clamping:))
  }

  /// The name on the street sign; empty where there is none.
  func name(_ number: UInt32) -> String {
    let start = Int(nameStarts[Int(number)])
    let end = Int(nameStarts[Int(number) + 1])
    return String(
      decoding: UnsafeBufferPointer(rebasing: nameBytes.buffer[start..<end]), as: UTF8.self)
  }

  private static func box(of shape: FlatArray<FixedPosition>) -> Bounds {
    guard let first = shape.first else { return Bounds(west: 0, south: 0, east: 0, north: 0) }
    var (low, high) = (first, first)
    for point in shape {
      low = FixedPosition(
        lonE7: min(low.lonE7, point.lonE7), latE7: min(low.latE7, point.latE7))
      high = FixedPosition(
        lonE7: max(high.lonE7, point.lonE7), latE7: max(high.latE7, point.latE7))
    }
    let (a, b) = (low.lonLat, high.lonLat)
    let plain = Bounds(west: a.lon, south: a.lat, east: b.lon, north: b.lat)
    guard b.lon - a.lon > 180 else { return plain }
    // Over the antimeridian: from the westernmost street of the east to the easternmost of the west.
    var (west, east) = (Int32.max, Int32.min)
    for point in shape {
      if point.lonE7 >= 0 { west = min(west, point.lonE7) } else { east = max(east, point.lonE7) }
    }
    let (c, d) = (Double(west) * 1e-7, Double(east) * 1e-7)
    return d + 360 - c < b.lon - a.lon
      ? Bounds(west: c, south: a.lat, east: d, north: b.lat) : plain
  }

  private func check() throws(FlatFileError) {
    let count = segmentCount
    guard to.count == count, attributeNumbers.count == count, nameNumbers.count == count,
      ways.count == count, lengthsCm.count == count, climbs.count == count, descents.count == count,
      signals.count == count, shapeStarts.count == count + 1, shapeStarts.first == 0,
      let last = shapeStarts.last, Int(last) == shape.count,
      zip(shapeStarts, shapeStarts.dropFirst()).allSatisfy({ $0 + 2 <= $1 }),
      attributeNumbers.allSatisfy({ Int($0) < attributeTable.count }),
      nameNumbers.allSatisfy({ Int($0) + 1 < nameStarts.count }),
      zip(nameStarts, nameStarts.dropFirst()).allSatisfy({ $0 <= $1 }),
      Int(nameStarts.last ?? 1) == nameBytes.count
    else { throw .inconsistent("a segment leads outside of the file") }
  }
}
