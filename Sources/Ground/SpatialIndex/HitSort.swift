/// Sorts hits by distance, then item.
///
/// Around a position the squared distances of entries are spread about evenly, so they are thrown
/// into as many buckets as there are hits first; what is left to do is a short insertion sort.
enum HitSort {
  /// Up to so many hits are sorted by insertion at once.
  private static let few = 12
  /// A bucket with more hits than this is left to the general sort.
  private static let crowded = 24

  /// - Complexity: O(n) for distances spread evenly over an area, O(n log n) for any.
  static func sort(_ hits: inout [SpatialHit]) {
    let count = hits.count
    if count <= few {
      hits.withUnsafeMutableBufferPointer { insertionSort($0, 0, count) }
      return
    }
    var greatest = 0.0
    for hit in hits { greatest = max(greatest, hit.distance * hit.distance) }
    guard greatest > 0, greatest.isFinite, count < 1 << 20 else {
      hits.sort(by: SpatialHit.precedes)
      return
    }
    let scale = Double(count - 1) / greatest
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: count + 1) { starts in
      withUnsafeTemporaryAllocation(of: SpatialHit.self, capacity: count) { copy in
        hits.withUnsafeMutableBufferPointer { hits in
          distribute(hits, through: copy, scale: scale, starts)
        }
      }
    }
  }

  private static func distribute(
    _ hits: UnsafeMutableBufferPointer<SpatialHit>,
    through copy: UnsafeMutableBufferPointer<SpatialHit>, scale: Double,
    _ starts: UnsafeMutableBufferPointer<Int32>
  ) {
    let count = hits.count
    @inline(__always)
    func bucket(_ hit: SpatialHit) -> Int {
      let place = hit.distance * hit.distance * scale
      // Written so that nothing that is not a number is converted.
      return place < Double(count - 1) ? (place > 0 ? Int(place) : 0) : count - 1
    }
    starts.update(repeating: 0)
    for hit in hits { starts[bucket(hit) + 1] += 1 }
    for i in 1...count { starts[i] += starts[i - 1] }
    for hit in hits {
      let b = bucket(hit)
      copy.initializeElement(at: Int(starts[b]), to: hit)
      starts[b] += 1
    }
    _ = hits.update(fromContentsOf: copy)
    // Now each start is the end of its bucket.
    var begin = 0
    for b in 0..<count {
      let end = Int(starts[b])
      if end - begin > crowded {
        hits[begin..<end].sort(by: SpatialHit.precedes)
      } else {
        insertionSort(hits, begin, end)
      }
      begin = end
    }
  }

  @inline(__always)
  private static func insertionSort(
    _ hits: UnsafeMutableBufferPointer<SpatialHit>, _ begin: Int, _ end: Int
  ) {
    var next = begin + 1
    while next < end {
      let hit = hits[next]
      var hole = next
      while hole > begin, SpatialHit.precedes(hit, hits[hole - 1]) {
        hits[hole] = hits[hole - 1]
        hole -= 1
      }
      hits[hole] = hit
      next += 1
    }
  }
}
