import Geodesy

extension Polygon {
  /// Whether a position lies inside or on the border, with edges straight in longitude and
  /// latitude.
  ///
  /// - Complexity: O(n).
  func contains(_ p: LonLat) -> Bool {
    guard let exterior = rings.first, Self.side(of: p, in: exterior) != .outside else {
      return false
    }
    return rings.dropFirst().allSatisfy { Self.side(of: p, in: $0) != .inside }
  }

  private enum Side {
    case inside
    case border
    case outside
  }

  private static func side(of p: LonLat, in ring: [LonLat]) -> Side {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst()) {
      let cross = (b.lon - a.lon) * (p.lat - a.lat) - (b.lat - a.lat) * (p.lon - a.lon)
      if cross == 0, p.lon >= min(a.lon, b.lon), p.lon <= max(a.lon, b.lon),
        p.lat >= min(a.lat, b.lat), p.lat <= max(a.lat, b.lat)
      {
        return .border
      }
      if (a.lat > p.lat) != (b.lat > p.lat), (cross > 0) == (b.lat > a.lat) {
        isInside.toggle()
      }
    }
    return isInside ? .inside : .outside
  }
}

extension MultiPolygon {
  func contains(_ p: LonLat) -> Bool { polygons.contains { $0.contains(p) } }
}
