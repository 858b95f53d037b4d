import Geodesy

extension PointSnapshot {
  /// Finds the `count` nearest entries; sorted by distance, then item.
  ///
  /// - Parameters:
  ///   - count: at most so many.
  ///   - centre: where distances are measured from.
  ///   - least: only entries at least so far away, give or take half a millimetre; 0 for all.
  ///   - metres: only entries up to this distance, inclusive.
  ///   - hits: replaced by the results.
  ///   - filter: which items count; nil for all. A filter that few items pass makes the search look
  ///     at many: keep such groups in layers of their own.
  /// - Complexity: O(log n + count); about 8 µs for 20 of 1,000,000.
  public func findNearest(
    _ count: Int, to centre: LonLat, beyond least: Double = 0,
    withinMetres metres: Double = .infinity,
    into hits: inout SpatialHits, where filter: ((UInt32) -> Bool)? = nil
  ) {
    hits.hits.removeAll(keepingCapacity: true)
    guard count > 0, metres >= 0, centre.lon.isFinite, abs(centre.lat) <= 90 else { return }
    if let metric = RulerMetric(at: centre),
      settles(count, to: centre, by: metric, beyond: least, metres, &hits, filter)
    {
      return
    }
    // What is nearer than `least` is told to half a millimetre, which Lambert's formula does not know.
    if least == 0, let metric = WideMetric(at: centre),
      settles(count, to: centre, by: metric, beyond: least, metres, &hits, filter)
    {
      return
    }
    let metric = GlobalMetric(at: centre)
    _ = settles(count, to: centre, by: metric, beyond: least, metres, &hits, filter)
  }

  /// Searches as far as a metric reaches; false, and no hits, where some of the nearest may lie beyond.
  private func settles<M: Metric>(
    _ count: Int, to centre: LonLat, by metric: M, beyond least: Double, _ metres: Double,
    _ hits: inout SpatialHits, _ filter: ((UInt32) -> Bool)?
  ) -> Bool {
    let error = metric.error
    let isInReach = metres <= metric.reach
    let bound = isInReach ? metres + error : metric.reach
    searchTrees(count, metric, beyond: least, bound, &hits, filter)
    if isInReach, error > 0 {
      HitCollector.drop(beyond: metres, from: centre, error: error, of: &hits.hits)
    }
    HitCollector.settle(&hits.hits, from: centre, error: error, limit: count)
    // Close to the end of the reach something beyond it could be as near.
    let certain = metric.reach - 1 - 2 * error
    let isComplete = hits.hits.count == count && hits.hits[count - 1].distance < certain
    if isInReach || isComplete { return true }
    hits.hits.removeAll(keepingCapacity: true)
    return false
  }

  private func searchTrees<M: Metric>(
    _ count: Int, _ metric: M, beyond least: Double, _ bound: Double, _ hits: inout SpatialHits,
    _ filter: ((UInt32) -> Bool)?
  ) {
    if least > 0 {
      searchTrees(count, BeyondMetric(inner: metric, least: least), bound, &hits, filter)
    } else {
      searchTrees(count, metric, bound, &hits, filter)
    }
  }

  private func searchTrees<M: Metric>(
    _ count: Int, _ metric: M, _ bound: Double, _ hits: inout SpatialHits,
    _ filter: ((UInt32) -> Bool)?
  ) {
    // Moved out and back, so that the memory is used again and never copied.
    var heap: [Double] = []
    swap(&heap, &hits.heap)
    var search = NearestSearch(metric: metric, limit: count, bound: bound, heap: heap)
    heap = []
    for run in runs.reversed() {
      search.search(run, into: &hits.hits, where: filter)
    }
    let bound = search.collector.bound
    hits.hits.removeAll { $0.distance > bound }
    hits.heap = search.finish()
  }
}
