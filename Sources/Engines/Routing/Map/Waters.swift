import FlatFiles
import Geodesy
import SpatialIndex

/// The waters of a map, as what nobody walks across: areas, and the lines of rivers and canals.
///
/// - Thread: immutable, shared.
struct Waters: Sendable {
  /// Waters that one walks around in a few steps.
  private static let small: Set<String> = ["swimming_pool", "fountain"]
  /// Lines that no bridge-less walker crosses; one steps over a ditch.
  private static let wide: Set<String> = ["river", "canal"]

  private let map: MapFeatures

  /// Nil for a map that shows no water.
  init?(_ map: MapFeatures) {
    guard (0..<map.count).contains(where: { Waters.isObstacle($0, map) }) else { return nil }
    self.map = map
  }

  private static func isObstacle(_ number: Int, _ map: MapFeatures) -> Bool {
    switch map.kind(number) {
    case .water: return map.isArea(number) && !small.contains(map.detail(number))
    case .waterway:
      return wide.contains(map.detail(number))
        && !map.layerAndFlags(of: number).flags.contains(.tunnel)
    default: return false
    }
  }

  /// Whether a position lies on the water.
  ///
  /// - Complexity: O(log n + corners of the waters around).
  func contain(_ position: LonLat) -> Bool {
    let place = FixedPosition(position)
    return around([position]).contains { number in
      guard map.isArea(number) else { return false }
      var isInside = false
      map.forEachLine(of: number) { line in
        if Waters.crossings(line, eastOf: place) % 2 == 1 { isInside.toggle() }
      }
      return isInside
    }
  }

  /// Whether the straight line between two positions leads over water.
  ///
  /// - Complexity: O(log n + corners of the waters around).
  func separate(_ start: LonLat, _ end: LonLat) -> Bool {
    let (a, b) = (FixedPosition(start), FixedPosition(end))
    let numbers = around([start, end])
    if numbers.isEmpty { return false }
    let meets = numbers.contains { number in
      var meets = false
      map.forEachLine(of: number) { line in meets = meets || Waters.meets(line, a, b) }
      return meets
    }
    return meets || contain(start)
  }

  private func around(_ positions: [LonLat]) -> [Int] {
    let box = FixedBox.boxes(around: positions.map { FixedPosition($0) })
    return box.flatMap { map.find([.water, .waterway], touching: $0.bounds) }
      .filter { Waters.isObstacle($0, map) }
  }

  private typealias Line = Slice<UnsafeBufferPointer<FixedPosition>>

  /// From one position to another in 1e-7 degrees, the shorter way around the Earth.
  private static func offset(_ p: FixedPosition, _ origin: FixedPosition) -> (Double, Double) {
    var x = Double(p.lonE7) - Double(origin.lonE7)
    if abs(x) > 1.8e9 { x -= x > 0 ? 3.6e9 : -3.6e9 }
    return (x, Double(p.latE7) - Double(origin.latE7))
  }

  private static func crossings(_ line: Line, eastOf place: FixedPosition) -> Int {
    var count = 0
    guard var (px, py) = line.first.map({ offset($0, place) }) else { return 0 }
    for point in line.dropFirst() {
      let (qx, qy) = offset(point, place)
      if (py > 0) != (qy > 0), px - py * (qx - px) / (qy - py) > 0 { count += 1 }
      (px, py) = (qx, qy)
    }
    return count
  }

  private static func meets(_ line: Line, _ a: FixedPosition, _ b: FixedPosition) -> Bool {
    let (bx, by) = offset(b, a)
    guard var (px, py) = line.first.map({ offset($0, a) }) else { return false }
    var isLeft = bx * py - by * px > 0
    for point in line.dropFirst() {
      let (qx, qy) = offset(point, a)
      let isNextLeft = bx * qy - by * qx > 0
      if isLeft != isNextLeft {
        let (ex, ey) = (qx - px, qy - py)
        if (ey * px - ex * py > 0) != (ex * (by - py) - ey * (bx - px) > 0) { return true }
      }
      (px, py, isLeft) = (qx, qy, isNextLeft)
    }
    return false
  }
}
