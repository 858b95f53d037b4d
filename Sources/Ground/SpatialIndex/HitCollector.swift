import Geodesy

/// Collects hits and keeps the bound beyond which there cannot be one of the nearest.
///
/// Distances may be off by `error`. A hit is refused only if `limit` others are nearer by more than
/// twice that, so the true nearest are always kept, and some more.
struct HitCollector {
  let limit: Int
  let error: Double
  /// Hits farther than this are of no interest, metres.
  private(set) var bound: Double
  /// The least distances so far, at most `limit`; a heap with the greatest first.
  private var least: [Double]

  /// - Parameters:
  ///   - limit: how many are wanted, at least 1.
  ///   - bound: greatest measured distance in metres to begin with.
  ///   - heap: an empty array whose memory is used.
  init(limit: Int, error: Double, bound: Double, heap: [Double]) {
    self.limit = limit
    self.error = error
    self.bound = bound
    least = heap
  }

  /// The work space, to be used again.
  consuming func emptied() -> [Double] {
    least.removeAll(keepingCapacity: true)
    return least
  }

  @inline(__always)
  mutating func add(_ hit: SpatialHit, to hits: inout [SpatialHit]) {
    hits.append(hit)
    if least.count < limit {
      push(hit.distance)
      if least.count == limit { bound = min(bound, least[0] + 2 * error) }
    } else if hit.distance < least[0] {
      replaceGreatest(with: hit.distance)
      bound = min(bound, least[0] + 2 * error)
    }
  }

  private mutating func push(_ distance: Double) {
    var hole = least.count
    least.append(distance)
    least.withUnsafeMutableBufferPointer { heap in
      while hole > 0 {
        let parent = (hole - 1) / 2
        if heap[parent] >= distance { break }
        heap[hole] = heap[parent]
        hole = parent
      }
      heap[hole] = distance
    }
  }

  private mutating func replaceGreatest(with distance: Double) {
    least.withUnsafeMutableBufferPointer { heap in
      var hole = 0
      while true {
        var child = 2 * hole + 1
        if child >= heap.count { break }
        if child + 1 < heap.count, heap[child + 1] > heap[child] { child += 1 }
        if heap[child] <= distance { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = distance
    }
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
    if error > Ruler.errorBound {
      // A metric that chooses well but does not measure: what is answered is measured here.
      for i in hits.indices {
        hits[i].distance = Geodesic.distance(from: centre, to: hits[i].position.lonLat)
      }
    }
    HitSort.sort(&hits)
    if error > 0, error <= Ruler.errorBound {
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
