import Foundation
import Geodesy

/// Draws the outline around streets: everything within a margin of them, on a grid.
struct ReachedArea {
  private let frame: (origin: LonLat, east: Double, north: Double)
  private var cell: Double
  private var columns = 0
  private var rows = 0
  private var filled: [Bool] = []

  /// Metres to each side of a street that belong to it.
  private static let margin = 30.0
  /// The grid has at most about this many cells a side.
  private static let maximumCells = 400.0

  /// - Parameter lines: the streets.
  init(lines: [[LonLat]], around centre: LonLat) {
    let metresPerDegree = 111_319.49
    let east = metresPerDegree * max(cos(centre.lat * .pi / 180), 0.01)
    var low = (x: 0.0, y: 0.0)
    var high = (x: 0.0, y: 0.0)
    let local = lines.map { line in
      line.map { p -> (x: Double, y: Double) in
        let x = (p.lon - centre.lon).remainder(dividingBy: 360) * east
        let y = (p.lat - centre.lat) * metresPerDegree
        low = (min(low.x, x), min(low.y, y))
        high = (max(high.x, x), max(high.y, y))
        return (x, y)
      }
    }
    let extent = max(high.x - low.x, high.y - low.y)
    cell = max(12, extent / ReachedArea.maximumCells)
    let margin = max(ReachedArea.margin, cell * 1.5)
    let pad = margin + 2 * cell
    columns = Int((high.x - low.x + 2 * pad) / cell) + 1
    rows = Int((high.y - low.y + 2 * pad) / cell) + 1
    frame = (
      LonLat(
        lon: centre.lon + (low.x - pad) / east, lat: centre.lat + (low.y - pad) / metresPerDegree),
      east, metresPerDegree
    )
    filled = Array(repeating: false, count: columns * rows)
    for line in local {
      var last = line.first ?? (0, 0)
      for point in line {
        let length = hypot(point.x - last.x, point.y - last.y)
        let parts = max(1, min(100_000, Int(length / (cell / 2)) + 1))
        for part in 1...parts {
          let t = Double(part) / Double(parts)
          stamp(
            (last.x + (point.x - last.x) * t - low.x + pad) / cell,
            (last.y + (point.y - last.y) * t - low.y + pad) / cell, radius: margin / cell)
        }
        last = point
      }
    }
  }

  /// Fills the cells whose middle lies within a circle, all in cells.
  private mutating func stamp(_ x: Double, _ y: Double, radius: Double) {
    let reach = Int(radius) + 1
    let (column, row) = (Int(x), Int(y))
    for j in max(0, row - reach)...max(0, min(rows - 1, row + reach)) {
      for i in max(0, column - reach)...max(0, min(columns - 1, column + reach)) {
        let dx = Double(i) + 0.5 - x
        let dy = Double(j) + 0.5 - y
        if dx * dx + dy * dy <= radius * radius { filled[j * columns + i] = true }
      }
    }
  }

  /// The outline as polygons with holes: exteriors counter-clockwise (RFC 7946).
  ///
  /// Cut along the antimeridian where they cross it (RFC 7946, 3.1.9).
  ///
  /// - Complexity: O(cells).
  func outline() -> MultiPolygon {
    for meridian in [-180.0, 180] {
      let column = (meridian - frame.origin.lon) * frame.east / cell
      guard column > 0, column < Double(columns) else { continue }
      // The cells on the meridian belong to both sides and are cut there.
      let middle = Int(column)
      return MultiPolygon(
        outline(0...middle, -.infinity...meridian).polygons
          + outline(middle...columns - 1, meridian ... .infinity).polygons)
    }
    return outline(0...columns - 1, -.infinity ... .infinity)
  }

  /// The outline of some columns, brought within longitudes that are then normalised.
  private func outline(
    _ kept: ClosedRange<Int>, _ longitudes: ClosedRange<Double>
  ) -> MultiPolygon {
    var filled = filled
    if kept.count < columns {
      for index in filled.indices where !kept.contains(index % columns) { filled[index] = false }
    }
    let rings = GridOutline(columns: columns, rows: rows, filled: filled).rings()
    var exteriors: [(ring: [GridOutline.Corner], holes: [[GridOutline.Corner]])] = []
    var holes: [[GridOutline.Corner]] = []
    for ring in rings {
      if GridOutline.area(ring) > 0 { exteriors.append((ring, [])) } else { holes.append(ring) }
    }
    for hole in holes where abs(GridOutline.area(hole)) * cell * cell > 10_000 {
      guard let corner = hole.first else { continue }
      // The smallest ring around it is the one it is a hole of.
      let around = exteriors.indices.filter { GridOutline.contains(exteriors[$0].ring, corner) }
      let owner = around.min {
        GridOutline.area(exteriors[$0].ring) < GridOutline.area(exteriors[$1].ring)
      }
      if let owner { exteriors[owner].holes.append(hole) }
    }
    return MultiPolygon(
      exteriors.map { part in
        Polygon(([part.ring] + part.holes).map { positions($0, longitudes) })
      })
  }

  /// Cuts the corners of the grid's steps and closes the ring.
  private func positions(
    _ ring: [GridOutline.Corner], _ longitudes: ClosedRange<Double>
  ) -> [LonLat] {
    // A whole turn, so that a border on the meridian stays on its side of it.
    let turn: Double =
      if longitudes.upperBound == -180 { 360 } else if longitudes.lowerBound == 180 { -360 } else {
        0
      }
    var positions = GridOutline.smoothed(ring).map { corner in
      let lon = frame.origin.lon + Double(corner.x) / 2 * cell / frame.east
      return LonLat(
        lon: min(max(lon, longitudes.lowerBound), longitudes.upperBound) + turn,
        lat: frame.origin.lat + Double(corner.y) / 2 * cell / frame.north)
    }
    if let first = positions.first { positions.append(first) }
    return positions
  }
}
