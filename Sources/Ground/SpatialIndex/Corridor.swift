import Foundation
import Geodesy

/// The surroundings of a short line, in a plane where nothing is farther than on the earth.
struct Corridor {
  // In 1e-7 degrees from the line's start.
  private let startLon: Double
  private let startLat: Double
  private let endLon: Double
  private let endLat: Double
  private let metresPerLon: Double
  private let metresPerLat: Double
  private let width: Double

  /// Nil where the plane is not good enough: long lines, near the poles or the antimeridian.
  init?(from start: LonLat, to end: LonLat, metres: Double) {
    guard let ruler = Ruler(at: start) else { return nil }
    let (perLon, perLat) = ruler.leastMetresPerE7
    let length = ruler.distance(to: end)
    let reach = length + metres
    guard reach < Ruler.reach, abs(end.lon - start.lon) < 180,
      (180 - abs(start.lon)) * 1e7 * perLon > Ruler.reach
    else { return nil }
    (startLon, startLat) = (start.lon * 1e7, start.lat * 1e7)
    (endLon, endLat) = (end.lon * 1e7, end.lat * 1e7)
    (metresPerLon, metresPerLat) = (perLon, perLat)
    // How far the shortest line bends away from the straight one in longitude and latitude, at most:
    // its curvature there is tan(lat) / R.
    let bend = length * length * tan(abs(start.lat) * .pi / 180 + 0.004) / 4e7
    width = metres + bend + 0.05
  }

  /// False only if the box is certainly farther from the line than the corridor's width.
  func mayTouch(_ box: FixedBox) -> Bool {
    let west = (Double(box.west) - startLon) * metresPerLon
    let east = (Double(box.east) - startLon) * metresPerLon
    let south = (Double(box.south) - startLat) * metresPerLat
    let north = (Double(box.north) - startLat) * metresPerLat
    let (x, y) = ((endLon - startLon) * metresPerLon, (endLat - startLat) * metresPerLat)
    func isInside(_ px: Double, _ py: Double) -> Bool {
      px >= west && px <= east && py >= south && py <= north
    }
    if isInside(0, 0) || isInside(x, y) { return true }
    // The least distance between a segment and a rectangle that holds none of its ends is that of an
    // end to the rectangle, of a corner to the segment, or zero where they cross.
    func toBox(_ px: Double, _ py: Double) -> Double {
      hypot(max(0, max(west - px, px - east)), max(0, max(south - py, py - north)))
    }
    if min(toBox(0, 0), toBox(x, y)) <= width { return true }
    var left = false
    var right = false
    for (px, py) in [(west, south), (west, north), (east, south), (east, north)] {
      let along = px * x + py * y
      let square = x * x + y * y
      let t = square > 0 ? min(1, max(0, along / square)) : 0
      if hypot(px - t * x, py - t * y) <= width { return true }
      let side = x * py - y * px
      if side >= 0 { left = true }
      if side <= 0 { right = true }
    }
    return left && right && max(0, x) >= west && min(0, x) <= east && max(0, y) >= south
      && min(0, y) <= north
  }
}
