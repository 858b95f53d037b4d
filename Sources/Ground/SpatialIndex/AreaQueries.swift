import Geodesy

extension PointSnapshot {
  /// Finds the entries inside an area or on its border, in no particular order.
  ///
  /// - Parameters:
  ///   - hits: replaced by the results; their distance is 0.
  ///   - filter: which items count; nil for all.
  /// - Complexity: O(log n + entries in the area's box).
  public func find(
    in area: PreparedArea, into hits: inout SpatialHits, where filter: ((UInt32) -> Bool)? = nil
  ) {
    hits.hits.removeAll(keepingCapacity: true)
    // 180°E and 180°W are one meridian for an area, but not for a box.
    forEach(in: area.bounds.closedAtAntimeridian) { item, position in
      guard area.contains(position.lonLat) else { return }
      if let filter, !filter(item) { return }
      hits.hits.append(SpatialHit(distance: 0, item: item, position: position))
    }
  }

  /// Finds the entries within a distance of the shortest line between two positions, in no
  /// particular order.
  ///
  /// - Parameters:
  ///   - metres: inclusive, measured by ``Geodesic/nearest(to:onLineFrom:to:)``.
  ///   - hits: replaced by the results; their distance is that to the line.
  ///   - filter: which items count; nil for all.
  /// - Complexity: O(log n + entries in the circle around the whole line): cut long lines into
  ///   pieces.
  public func find(
    withinMetres metres: Double, ofLineFrom start: LonLat, to end: LonLat,
    into hits: inout SpatialHits, where filter: ((UInt32) -> Bool)? = nil
  ) {
    hits.hits.removeAll(keepingCapacity: true)
    guard metres >= 0, let circle = Bounds.circle(alongLineFrom: start, to: end, metres: metres)
    else { return }
    forEach(in: circle) { item, position in
      if let filter, !filter(item) { return }
      let distance = Geodesic.nearest(to: position.lonLat, onLineFrom: start, to: end).distance
      if distance > metres { return }
      hits.hits.append(SpatialHit(distance: distance, item: item, position: position))
    }
  }
}

extension BoxSnapshot {
  /// Finds the items with a box that shares at least a point with an area.
  ///
  /// - Parameter items: replaced by the results.
  /// - Complexity: O(log n + boxes that touch the area's box).
  public func find(touching area: PreparedArea, into items: inout [UInt32]) {
    items.removeAll(keepingCapacity: true)
    let bounds = area.bounds.closedAtAntimeridian
    forEachEntry(touching: bounds) { box, item in
      if area.intersects(box.bounds) { items.append(item) }
    }
    removeRepeated(&items, isSplit: bounds.crossesAntimeridian)
  }

  /// Finds the items that a movement along the shortest line between two positions may have come
  /// within a distance of: all that it has, and some that it has not.
  ///
  /// The rest is up to the caller, who knows the items' shapes. Up to 20 km and 85° of latitude a
  /// box is reported only if it is at most 4 % and a few metres farther; for longer lines, if it
  /// touches the box of the circle around the line.
  ///
  /// - Parameter items: replaced by the results.
  /// - Complexity: O(log n + boxes that touch the box of the circle around the line).
  public func find(
    nearLineFrom start: LonLat, to end: LonLat, metres: Double, into items: inout [UInt32]
  ) {
    items.removeAll(keepingCapacity: true)
    guard metres >= 0, let circle = Bounds.circle(alongLineFrom: start, to: end, metres: metres)
    else { return }
    let corridor = Corridor(from: start, to: end, metres: metres)
    forEachEntry(touching: circle) { box, item in
      if corridor?.mayTouch(box) ?? true { items.append(item) }
    }
    removeRepeated(&items, isSplit: circle.crossesAntimeridian)
  }
}

extension Bounds {
  /// The box of a circle that holds everything within `metres` of a line; nil if that is senseless.
  fileprivate static func circle(
    alongLineFrom start: LonLat, to end: LonLat, metres: Double
  ) -> Bounds? {
    let line = Geodesic.inverse(from: start, to: end)
    guard line.distance.isFinite else { return nil }
    let middle = Geodesic.destination(
      from: start, bearingDegrees: line.initialBearing, distanceMetres: line.distance / 2)
    // Half a metre for the rounding of entries and of the middle.
    return circle(around: middle, metres: line.distance / 2 + metres + 0.5)
  }

  /// With both sides of the antimeridian, if one of them belongs to it.
  fileprivate var closedAtAntimeridian: Bounds {
    guard !crossesAntimeridian, west > -180 || east < 180 else { return self }
    if east == 180 { return Bounds(west: west, south: south, east: -180, north: north) }
    if west == -180 { return Bounds(west: 180, south: south, east: east, north: north) }
    return self
  }
}
