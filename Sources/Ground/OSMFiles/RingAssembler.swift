import Geodesy

/// Joins ways of a multipolygon to closed rings, and puts holes into outlines.
///
/// - Source: OpenStreetMap wiki, "Relation:multipolygon".
public enum RingAssembler {
  /// Joins lines at their ends until they close; what does not close is dropped.
  ///
  /// - Parameter lines: node numbers; reversed as needed.
  public static func rings(_ lines: [[UInt32]]) -> [[UInt32]] {
    var open = lines.filter { $0.count >= 2 }
    var rings: [[UInt32]] = []
    while var ring = open.popLast() {
      while ring.first != ring.last {
        guard let end = ring.last,
          let index = open.firstIndex(where: { $0.first == end || $0.last == end })
        else { break }
        let next = open.remove(at: index)
        ring += next.first == end ? next.dropFirst() : next.reversed().dropFirst()
      }
      if ring.first == ring.last, ring.count >= 4 { rings.append(ring) }
    }
    return rings
  }

  /// Polygons of outlines (counter-clockwise) with the holes (clockwise) that lie in them.
  public static func polygons(
    outer: [[FixedPosition]], inner: [[FixedPosition]]
  ) -> [[[FixedPosition]]] {
    var polygons = outer.map { [oriented($0, isOutline: true)] }
    for hole in inner {
      guard let point = hole.first else { continue }
      let owner = polygons.indices.filter { contains(polygons[$0][0], point) }
        .min { abs(area(polygons[$0][0])) < abs(area(polygons[$1][0])) }
      if let owner { polygons[owner].append(oriented(hole, isOutline: false)) }
    }
    return polygons
  }

  /// The ring counter-clockwise if it is an outline, clockwise if it is a hole (RFC 7946, section
  /// 3.1.6).
  public static func oriented(_ ring: [FixedPosition], isOutline: Bool) -> [FixedPosition] {
    (area(ring) > 0) == isOutline ? ring : ring.reversed()
  }

  /// Twice the signed area in square steps; positive counter-clockwise.
  public static func area(_ ring: [FixedPosition]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
      let (a, b) = edge
      return sum + Double(a.lonE7) * Double(b.latE7) - Double(b.lonE7) * Double(a.latE7)
    }
  }

  /// Whether a point lies inside a ring, by crossings of a ray.
  public static func contains(_ ring: [FixedPosition], _ point: FixedPosition) -> Bool {
    var isInside = false
    let (x, y) = (Double(point.lonE7), Double(point.latE7))
    for (a, b) in zip(ring, ring.dropFirst())
    where (a.latE7 > point.latE7) != (b.latE7 > point.latE7) {
      let t = (y - Double(a.latE7)) / (Double(b.latE7) - Double(a.latE7))
      if x < Double(a.lonE7) + t * (Double(b.lonE7) - Double(a.lonE7)) { isInside.toggle() }
    }
    return isInside
  }
}
