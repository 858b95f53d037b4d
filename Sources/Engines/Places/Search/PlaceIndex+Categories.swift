import Geodesy
import SpatialIndex

extension PlaceIndex {
  /// The named points of interest of some categories around a position, the nearest first, each with
  /// its distance.
  ///
  /// - Parameters:
  ///   - categories: values of the tags that make them, such as `cafe` or `library`.
  ///   - metres: geodesic distance, inclusive.
  ///   - limit: at most so many, the nearest.
  /// - Complexity: O(log n + entries within the distance), some 50 ns per entry.
  /// - Thread: any.
  public func places(
    ofCategories categories: Set<String>, around position: LonLat, withinMetres metres: Double,
    limit: Int
  ) -> [Place] {
    // Which of the words of the file are asked for: entries hold their numbers.
    var known: [UInt32: Bool] = [:]
    var hits = SpatialHits(capacity: min(max(limit, 0), 4096))
    entryTree.find(withinMetres: metres, of: position, limit: limit, into: &hits) { item in
      let entry = Int(item)
      guard entry < self.count, self.kind(entry) == .poi, self.isNamed(entry) else {
        return false
      }
      let number = self.categoryNumber(entry)
      if let isWanted = known[number] { return isWanted }
      let isWanted = categories.contains(self.category(entry))
      known[number] = isWanted
      return isWanted
    }
    return hits.map { hit in
      var place = self.place(Int(hit.item))
      place.distance = hit.distance
      return place
    }
  }
}
