import Geodesy

/// Collects the nearest hits: more than asked for at first, cut back to the nearest from time to
/// time, which tightens the bound of the search.
///
/// Distances may be off by `error`. A hit is dropped only if `limit` others are nearer by more than
/// twice that, so the true nearest are always kept.
struct HitCollector {
  let limit: Int
  let error: Double
  /// Hits farther than this are of no interest, metres.
  private(set) var bound: Double
  private var capacity: Int

  /// - Parameters:
  ///   - limit: how many are wanted, at least 1.
  ///   - bound: greatest measured distance in metres to begin with.
  init(limit: Int, error: Double, bound: Double) {
    self.limit = limit
    self.error = error
    self.bound = bound
    capacity = limit < 1 << 40 ? limit + max(16, limit / 2) : Int.max
  }

  @inline(__always)
  mutating func add(_ hit: SpatialHit, to hits: inout [SpatialHit]) {
    hits.append(hit)
    if hits.count >= capacity { cut(&hits) }
  }

  private mutating func cut(_ hits: inout [SpatialHit]) {
    let last = HitCollector.distance(rank: limit - 1, of: &hits)
    bound = min(bound, last + 2 * error)
    let bound = bound
    hits.removeAll { $0.distance > bound }
    // Many at the same distance: without this each further one would cut again.
    if hits.count > capacity - capacity / 8 { capacity = hits.count * 2 }
  }

  /// The distance that has the given rank, 0 for the nearest; reorders `hits`.
  ///
  /// - Complexity: O(n) on average (quickselect, median of three).
  private static func distance(rank: Int, of hits: inout [SpatialHit]) -> Double {
    var low = 0
    var high = hits.count - 1
    while low < high {
      let middle = low + (high - low) / 2
      let (a, b, c) = (hits[low].distance, hits[middle].distance, hits[high].distance)
      let pivot = max(min(a, b), min(max(a, b), c))
      var i = low
      var j = high
      while i <= j {
        while hits[i].distance < pivot { i += 1 }
        while hits[j].distance > pivot { j -= 1 }
        if i <= j {
          hits.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if rank <= j {
        high = j
      } else if rank >= i {
        low = i
      } else {
        break
      }
    }
    return hits[rank].distance
  }

  /// Removes the hits that the geodesic says are beyond `metres`.
  static func drop(
    beyond metres: Double, from centre: LonLat, error: Double, of hits: inout [SpatialHit]
  ) {
    let certain = metres - error
    hits.removeAll { hit in
      hit.distance > certain
        && Geodesic.distance(from: centre, to: hit.position.lonLat) > metres
    }
  }

  /// Sorts by distance, then item, as the geodesic says, and drops what is beyond the limit.
  static func settle(
    _ hits: inout [SpatialHit], from centre: LonLat, error: Double, limit: Int
  ) {
    HitSort.sort(&hits)
    if error > 0 {
      var start = 0
      while start < hits.count {
        var end = start + 1
        var isAmbiguous = false
        while end < hits.count, hits[end].distance - hits[end - 1].distance <= 2 * error {
          isAmbiguous = isAmbiguous || hits[end].position != hits[start].position
          end += 1
        }
        if isAmbiguous {
          for i in start..<end {
            hits[i].distance = Geodesic.distance(from: centre, to: hits[i].position.lonLat)
          }
          hits[start..<end].sort(by: SpatialHit.precedes)
        }
        start = end
      }
    }
    if hits.count > limit { hits.removeSubrange(limit...) }
  }
}
