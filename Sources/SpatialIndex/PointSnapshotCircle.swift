import Geodesy

extension PointSnapshot {
  /// Finds the entries within a distance.
  ///
  /// - Parameters:
  ///   - metres: geodesic distance, inclusive.
  ///   - centre: where distances are measured from.
  ///   - limit: at most so many, the nearest; nil for all.
  ///   - sorted: whether the results are sorted by distance, then item; always so with a limit.
  ///   - hits: replaced by the results.
  ///   - filter: which items count; nil for all.
  /// - Complexity: O(log n + entries inside), about 10 ns per entry up to 20 km (and 85° of
  ///   latitude), 1 µs per entry beyond. With a limit that cuts much off, O(log n + limit).
  public func find(
    withinMetres metres: Double, of centre: LonLat, limit: Int? = nil, sorted: Bool = true,
    into hits: inout SpatialHits, where filter: ((UInt32) -> Bool)? = nil
  ) {
    hits.hits.removeAll(keepingCapacity: true)
    guard let circle = Bounds.circle(around: centre, metres: metres) else { return }
    let limit = limit ?? Int.max
    guard limit > 0 else { return }
    // So many are found faster in any order and sorted than by searching for the nearest.
    let most = limit < Int.max / 8 ? max(512, 4 * limit) : Int.max
    var error = 0.0
    if metres < Ruler.reach, let ruler = Ruler(at: centre) {
      error = Ruler.errorBound
      collect(by: ruler, metres, circle, most, &hits.hits, filter)
      HitCollector.drop(beyond: metres, from: centre, error: error, of: &hits.hits)
    } else {
      collect(by: GlobalMetric(at: centre), metres, circle, most, &hits.hits, filter)
    }
    if hits.hits.count >= most {
      findNearest(limit, to: centre, withinMetres: metres, into: &hits, where: filter)
    } else if sorted || limit != Int.max {
      HitCollector.settle(&hits.hits, from: centre, error: error, limit: limit)
    }
  }

  /// Appends what measures at most `metres` plus the ruler's error, until there are `most`.
  func collect(
    by ruler: Ruler, _ metres: Double, _ circle: Bounds, _ most: Int,
    _ hits: inout [SpatialHit], _ filter: ((UInt32) -> Bool)?
  ) {
    let greatest = metres + Ruler.errorBound
    let squared = greatest * greatest
    FixedBox.forEach(of: circle) { box in
      let box = box.widened
      // Moved by a turn, so that differences to the origin are the short way.
      let centre = ruler.origin.lon * 1e7
      let shift =
        Double(box.west) - centre > 1_800_000_000
        ? -3_600_000_000.0 : centre - Double(box.east) > 1_800_000_000 ? 3_600_000_000.0 : 0
      for run in runs {
        run.forEach(in: box) { lon, lat, item in
          let d2 = ruler.squaredDistance(lonE7: Double(lon) + shift, latE7: Double(lat))
          if d2 > squared { return true }
          if let filter, !filter(item) { return true }
          hits.append(
            SpatialHit(
              distance: d2.squareRoot(), item: item,
              position: FixedPosition(lonE7: lon, latE7: lat)))
          return hits.count < most
        }
      }
    }
  }

  /// Appends what is at most `metres` away, until there are `most`.
  private func collect(
    by metric: GlobalMetric, _ metres: Double, _ circle: Bounds, _ most: Int,
    _ hits: inout [SpatialHit], _ filter: ((UInt32) -> Bool)?
  ) {
    FixedBox.forEach(of: circle) { box in
      for run in runs {
        run.forEach(in: box.widened) { lon, lat, item in
          let distance = metric.distance(lonE7: lon, latE7: lat, bound: metres)
          if distance > metres { return true }
          if let filter, !filter(item) { return true }
          hits.append(
            SpatialHit(
              distance: distance, item: item, position: FixedPosition(lonE7: lon, latE7: lat)))
          return hits.count < most
        }
      }
    }
  }
}
