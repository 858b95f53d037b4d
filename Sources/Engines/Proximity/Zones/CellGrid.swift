import Geodesy
import SpatialIndex

/// Cells over the whole earth in levels, each four times as large as the one before.
///
/// Rows have equal heights in degrees of latitude; towards the poles the cells of a row span twice,
/// four times ... as much longitude, so that they stay about as wide as they are high.
///
/// - Thread: pure.
enum CellGrid {
  /// The levels' cells are 2^15 (365 m), 2^17, 2^19 and so on to 2^31 times 1e-7 degree high.
  static let finestShift = 15
  static let levelCount = 9

  @inline(__always)
  static func shift(level: Int) -> Int { finestShift + 2 * level }

  /// One number for a cell of any level.
  @inline(__always)
  static func key(level: Int, row: Int, column: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: level << 56 | row << 28 | column)
  }

  @inline(__always)
  static func row(latE7: Int, shift: Int) -> Int { (latE7 &+ 900_000_000) >> shift }

  @inline(__always)
  static func column(lonE7: Int, shift: Int) -> Int { (lonE7 &+ 1_800_000_000) >> shift }

  /// The binary logarithm of the width of a row's cells in 1e-7 degrees of longitude.
  @inline(__always)
  static func widthShift(row: Int, shift: Int) -> Int {
    let south = (row << shift) &- 900_000_000
    let north = south &+ (1 << shift)
    // The latitude of the row that is nearest to the equator.
    let least = south >= 0 ? south : north <= 0 ? -north : 0
    return least < 600_000_000 ? shift : polarWidthShift(least, shift)
  }

  private static func polarWidthShift(_ latE7: Int, _ shift: Int) -> Int {
    var result = shift
    for threshold in thresholds where latE7 >= threshold { result += 1 }
    // 2^32 of 1e-7 degrees are more than a whole turn.
    return min(result, 32)
  }

  /// Latitudes in 1e-7 degrees with cosines 1/2, 1/4, 1/8 ...
  private static let thresholds: [Int] = [
    600_000_000, 755_224_879, 828_192_443, 864_166_784, 882_092_154, 891_047_171, 895_523_722,
    897_761_878, 898_880_942, 899_440_471, 899_720_236, 899_860_118, 899_930_059, 899_965_030,
    899_982_515, 899_991_258, 899_995_629,
  ]

  /// The finest level at which a box touches at most four cells.
  static func level(for boxes: [FixedBox]) -> Int {
    for level in 0..<levelCount - 1 {
      var cells = 0
      for box in boxes {
        let shift = shift(level: level)
        let (first, last) = rows(of: box, shift: shift)
        if last - first > 3 {
          cells = .max
          break
        }
        for row in first...last {
          let (west, east) = columns(of: box, shift: widthShift(row: row, shift: shift))
          cells += east - west + 1
        }
        if cells > 4 { break }
      }
      if cells <= 4 { return level }
    }
    return levelCount - 1
  }

  /// Calls `body` with the key of every cell of a level that touches a box.
  @inline(__always)
  static func forEachCell(of box: FixedBox, level: Int, _ body: (UInt64) -> Void) {
    let shift = shift(level: level)
    let (first, last) = rows(of: box, shift: shift)
    var row = first
    while row <= last {
      let (west, east) = columns(of: box, shift: widthShift(row: row, shift: shift))
      var column = west
      while column <= east {
        body(key(level: level, row: row, column: column))
        column &+= 1
      }
      row &+= 1
    }
  }

  @inline(__always)
  private static func rows(of box: FixedBox, shift: Int) -> (Int, Int) {
    (row(latE7: Int(box.south), shift: shift), row(latE7: Int(box.north), shift: shift))
  }

  @inline(__always)
  private static func columns(of box: FixedBox, shift: Int) -> (Int, Int) {
    (column(lonE7: Int(box.west), shift: shift), column(lonE7: Int(box.east), shift: shift))
  }

  /// How far the border of the position's own cell is at least, in metres.
  ///
  /// - Parameter least: ``Ruler/leastMetresPerE7`` at the position.
  @inline(__always)
  static func distanceToEdge(
    lonE7: Double, latE7: Double, level: Int, least: (lon: Double, lat: Double)
  ) -> Double {
    let shift = shift(level: level)
    let y = latE7 + 900_000_000
    let row = row(latE7: Int(latE7), shift: shift)
    let width = widthShift(row: row, shift: shift)
    let x = lonE7 + 1_800_000_000
    let column = column(lonE7: Int(lonE7), shift: width)
    let south = y - Double(row << shift)
    let west = x - Double(column << width)
    let north = Double(1 << shift) - south
    let east = min(Double(1 << width) - west, 3_600_000_000 - x)
    // One step less, because positions are rounded to their cells.
    return max(0, min(min(south, north) * least.lat, min(west, east) * least.lon) - 0.02)
  }
}
