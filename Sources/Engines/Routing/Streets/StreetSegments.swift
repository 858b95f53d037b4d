import Geodesy

/// The pieces of streets between junctions, with all that does not depend on a mode.
///
/// A directed segment is its number doubled, plus 1 against the direction of mapping.
struct StreetSegments {
  var from: [UInt32] = []
  var to: [UInt32] = []
  var attributes: [UInt32] = []
  var names: [UInt32] = []
  /// The OpenStreetMap way each one is part of; 0 for ways across squares.
  var ways: [Int64] = []
  var lengthsCm: [UInt32] = []
  /// Decimetres of climb and of descent in the direction of mapping.
  var climbs: [UInt16] = []
  var descents: [UInt16] = []
  /// Traffic signals between the ends.
  var signals: [UInt8] = []
  /// Where the line of each segment starts; one entry more than segments.
  var shapeStarts: [UInt32] = [0]
  var shape: [FixedPosition] = []

  var count: Int { from.count }

  func points(_ segment: Int) -> ArraySlice<FixedPosition> {
    shape[Int(shapeStarts[segment])..<Int(shapeStarts[segment + 1])]
  }

  mutating func append(
    from a: UInt32, to b: UInt32, attributes number: UInt32, name: UInt32,
    way: Int64, signals signalCount: Int, line: [FixedPosition], heights: (any HeightSource)?,
    isLevel: Bool
  ) {
    from.append(a)
    to.append(b)
    attributes.append(number)
    names.append(name)
    ways.append(way)
    signals.append(UInt8(clamping: signalCount))
    var metres = 0.0
    for (p, q) in zip(line, line.dropFirst()) { metres += StreetSegments.distance(p, q) }
    lengthsCm.append(UInt32(min((metres * 100).rounded(), 4e9)))
    let climb = heights.map { ClimbProfile.climb(along: line, heights: $0, isLevel: isLevel) }
    climbs.append(UInt16(clamping: Int(((climb?.up ?? 0) * 10).rounded())))
    descents.append(UInt16(clamping: Int(((climb?.down ?? 0) * 10).rounded())))
    shape.append(contentsOf: line)
    shapeStarts.append(UInt32(shape.count))
  }

  /// Geodesic metres between two positions.
  static func distance(_ p: FixedPosition, _ q: FixedPosition) -> Double {
    guard let ruler = Ruler(at: p.lonLat) else {
      return Geodesic.distance(from: p.lonLat, to: q.lonLat)
    }
    return ruler.distance(to: q.lonLat)
  }
}
