/// A straight line in longitude and latitude between two positions, as polygons' edges are.
///
/// Never goes across the antimeridian.
///
/// - Thread: pure.
public struct PlanarSegment: Hashable, Sendable {
  public var start: LonLat
  public var end: LonLat

  public init(_ start: LonLat, _ end: LonLat) {
    self.start = start
    self.end = end
  }

  /// Whether the two share at least a point; exact.
  public func intersects(_ other: PlanarSegment) -> Bool {
    guard bounds.intersects(other.bounds) else { return false }
    func separates(_ s: PlanarSegment, _ o: PlanarSegment) -> Bool {
      let a = Turn.sign(s.start, s.end, o.start)
      let b = Turn.sign(s.start, s.end, o.end)
      return (a > 0 && b > 0) || (a < 0 && b < 0)
    }
    return !separates(self, other) && !separates(other, self)
  }

  /// The point where the two cross or touch; nil if they do not, or if they run along each other.
  public func intersection(with other: PlanarSegment) -> LonLat? {
    guard intersects(other) else { return nil }
    let (dx, dy) = (end.lon - start.lon, end.lat - start.lat)
    let (ex, ey) = (other.end.lon - other.start.lon, other.end.lat - other.start.lat)
    let cross = dx * ey - dy * ex
    guard cross != 0 else { return nil }
    let t = ((other.start.lon - start.lon) * ey - (other.start.lat - start.lat) * ex) / cross
    let inside = min(1, max(0, t))
    return LonLat(lon: start.lon + dx * inside, lat: start.lat + dy * inside)
  }

  /// Whether the point lies on the segment; exact.
  public func contains(_ p: LonLat) -> Bool {
    bounds.contains(p) && Turn.sign(start, end, p) == 0
  }

  /// Whether the segment and a box that does not cross the antimeridian share a point; exact.
  public func touches(_ box: Bounds) -> Bool {
    guard bounds.intersects(box) else { return false }
    var left = false
    var right = false
    for lon in [box.west, box.east] {
      for lat in [box.south, box.north] {
        let turn = Turn.sign(start, end, LonLat(lon: lon, lat: lat))
        if turn >= 0 { left = true }
        if turn <= 0 { right = true }
      }
    }
    return left && right
  }

  public var bounds: Bounds {
    Bounds(
      west: min(start.lon, end.lon), south: min(start.lat, end.lat),
      east: max(start.lon, end.lon), north: max(start.lat, end.lat))
  }
}
