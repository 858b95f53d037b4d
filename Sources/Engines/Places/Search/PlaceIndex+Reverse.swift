import FlatFiles
import Geodesy
import SpatialIndex

extension PlaceIndex {
  /// How far a house, a street and a named place are looked for, in metres.
  private static let houseReach = 60.0
  private static let streetReach = 250.0
  private static let areaReach = 20_000.0

  /// What lies at a position: the nearest house, the nearest street, the area around; what is there,
  /// each once, the most exact first.
  ///
  /// - Parameter kinds: all kinds if empty; stops and points of interest are told where they are
  ///   asked for by name.
  /// - Returns: places with their distance; none where nothing is known nearby.
  /// - Complexity: O(log n + what lies within 250 m); some ten microseconds.
  /// - Thread: any.
  public func places(at position: LonLat, kinds: Set<PlaceKind> = []) -> [Place] {
    var found: [Place] = []
    var hits = SpatialHits(capacity: 16)
    func wants(_ kind: PlaceKind) -> Bool { kinds.isEmpty || kinds.contains(kind) }
    if wants(.address) {
      houseTree.findNearest(1, to: position, withinMetres: PlaceIndex.houseReach, into: &hits)
      if let hit = hits.first, Int(hit.item) < houseCount {
        var place = self.place(house: Int(hit.item))
        place.distance = hit.distance
        found.append(place)
      }
    }
    for kind in [PlaceKind.poi, .stop] where kinds.contains(kind) {
      if let place = nearest(kind, position, PlaceIndex.streetReach, &hits) { found.append(place) }
    }
    if wants(.street), let place = nearestStreet(position) { found.append(place) }
    if wants(.area), let place = self.area(position, &hits) { found.append(place) }
    return found
  }

  private func nearest(
    _ kind: PlaceKind, _ position: LonLat, _ metres: Double, _ hits: inout SpatialHits
  ) -> Place? {
    entryTree.findNearest(1, to: position, withinMetres: metres, into: &hits) {
      [kinds] item in
      Int(item) < kinds.count && kinds[Int(item)] == kind.rawValue
    }
    guard let hit = hits.first else { return nil }
    var place = self.place(Int(hit.item))
    place.distance = hit.distance
    return place
  }

  private func nearestStreet(_ position: LonLat) -> Place? {
    var lines: [UInt32] = []
    lineTree.find(nearby: position, metres: PlaceIndex.streetReach, into: &lines)
    let plane = PlaneDistance(FixedPosition(position))
    var best: (metres: Double, line: Int, point: FixedPosition)?
    for number in lines where Int(number) < lineCount {
      let points = line(Int(number))
      for (a, b) in zip(points, points.dropFirst()) {
        let near = plane.metres(toLine: a, b)
        guard near.metres < best?.metres ?? PlaceIndex.streetReach else { continue }
        best = (near.metres, Int(number), PlaneDistance.point(a, b, near.at))
      }
    }
    guard let best else { return nil }
    var place = self.place(street(ofLine: best.line))
    // Where one stands on it, not its middle.
    place.position = best.point.lonLat
    place.distance = Geodesic.distance(from: position, to: place.position)
    return place
  }

  /// The quarter or town that the nearest thing lies in, else the nearest place with a name.
  private func area(_ position: LonLat, _ hits: inout SpatialHits) -> Place? {
    entryTree.findNearest(1, to: position, withinMetres: 1_000, into: &hits)
    if let hit = hits.first, Int(hit.item) < count {
      let index = Int(hit.item)
      if kind(index) == .area { return area(index, hit.distance) }
      for area in [quarters[index], towns[index]] where Int(area) < count {
        let distance = Geodesic.distance(from: position, to: positions[Int(area)].lonLat)
        return self.area(Int(area), distance)
      }
    }
    let plane = PlaneDistance(FixedPosition(position))
    let near = areas.map { (metres: plane.metres(to: positions[$0]), area: $0) }
      .min { $0.metres < $1.metres }
    guard let near, near.metres < PlaceIndex.areaReach else { return nil }
    return area(near.area, Geodesic.distance(from: position, to: positions[near.area].lonLat))
  }

  private func area(_ index: Int, _ distance: Double) -> Place {
    var place = self.place(index)
    place.distance = distance
    return place
  }
}
