import Geodesy

extension PointSnapshot {
  /// Finds all entries within a distance, in no particular order and without saying how far they
  /// are, unless there are too many.
  ///
  /// - Parameters:
  ///   - metres: geodesic distance, inclusive.
  ///   - centre: where distances are measured from.
  ///   - most: with more than so many, the search ends.
  ///   - hits: replaced by the results, whose distance is 0; by some of them if there are too many.
  ///   - filter: which items count; nil for all.
  /// - Returns: whether these are all.
  /// - Complexity: O(log n + entries inside), about 5 ns per entry up to 20 km (and 85° of
  ///   latitude), 1 µs per entry beyond.
  public func findAll(
    withinMetres metres: Double, of centre: LonLat, most: Int, into hits: inout SpatialHits,
    where filter: ((UInt32) -> Bool)? = nil
  ) -> Bool {
    hits.hits.removeAll(keepingCapacity: true)
    guard most >= 0, let circle = Bounds.circle(around: centre, metres: metres) else {
      return true
    }
    let stop = most < Int.max ? most + 1 : most
    if let border = CircleBorder(around: centre, metres: metres) {
      // Asked once, not for every entry.
      if let filter {
        collect(inside: border, circle, stop, &hits.hits, where: filter)
      } else {
        collect(inside: border, circle, stop, &hits.hits) { _ in true }
      }
    } else {
      collect(by: GlobalMetric(at: centre), metres, circle, stop, &hits.hits, filter)
    }
    return hits.hits.count <= most
  }

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
    // Beyond the ruler every entry costs a geodesic.
    if limit != Int.max, metres >= Ruler.reach {
      findNearest(limit, to: centre, withinMetres: metres, into: &hits, where: filter)
      return
    }
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
      let shift = ruler.shift(to: box)
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

  /// Appends what is inside of a circle, until there are `most`.
  @inline(__always)
  private func collect(
    inside border: CircleBorder, _ circle: Bounds, _ most: Int, _ hits: inout [SpatialHit],
    where filter: (UInt32) -> Bool
  ) {
    FixedBox.forEach(of: circle) { box in
      let box = box.widened
      let shift = border.ruler.shift(to: box)
      for run in runs {
        run.forEach(in: box) { lon, lat, item in
          guard border.encloses(lonE7: Double(lon) + shift, latE7: Double(lat)), filter(item)
          else { return true }
          hits.append(
            SpatialHit(
              distance: 0, item: item, position: FixedPosition(lonE7: lon, latE7: lat)))
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
