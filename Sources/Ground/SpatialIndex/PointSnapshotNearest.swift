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
    if let metric = RulerMetric(at: centre) {
      let error = metric.error
      let isInReach = metres <= metric.reach
      searchTrees(
        count, metric, beyond: least, isInReach ? metres + error : metric.reach, &hits, filter)
      if isInReach { HitCollector.drop(beyond: metres, from: centre, error: error, of: &hits.hits) }
      HitCollector.settle(&hits.hits, from: centre, error: error, limit: count)
      // Close to the end of the reach something beyond it could be as near.
      let isComplete = hits.hits.count == count && hits.hits[count - 1].distance < metric.reach - 1
      if isInReach || isComplete { return }
      hits.hits.removeAll(keepingCapacity: true)
    }
    searchTrees(count, GlobalMetric(at: centre), beyond: least, metres, &hits, filter)
    HitCollector.settle(&hits.hits, from: centre, error: 0, limit: count)
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
