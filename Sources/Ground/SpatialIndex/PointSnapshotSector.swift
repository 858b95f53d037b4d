import Geodesy

extension PointSnapshot {
  /// What ``findAll(withinMetres:of:reachingInto:reaches:most:into:where:)`` saw in its circle.
  public struct SectorCount: Hashable, Sendable {
    /// Entries that are outside of the sector.
    public var others = 0
    /// Whether the results and the others are all that there is.
    public var isComplete = true
  }

  /// Finds all entries within a distance that may reach into a sector, in no particular order and
  /// without saying how far they are, and counts the others.
  ///
  /// - Parameters:
  ///   - metres: geodesic distance, inclusive.
  ///   - centre: where distances are measured from.
  ///   - sector: seen from about there.
  ///   - reaches: of all items.
  ///   - most: with more than so many results and others, the search ends.
  ///   - hits: replaced by the results, whose distance is 0; by some of them if there are too many.
  ///   - filter: which items count; nil for all.
  /// - Complexity: O(log n + entries inside), about 5 ns per result and 1 ns per other up to 20 km
  ///   (and 85° of latitude), where all entries are results beyond.
  public func findAll(
    withinMetres metres: Double, of centre: LonLat, reachingInto sector: Sector,
    reaches: Reaches, most: Int, into hits: inout SpatialHits, where filter: ((UInt32) -> Bool)?
  ) -> SectorCount {
    hits.hits.removeAll(keepingCapacity: true)
    var count = SectorCount()
    guard most >= 0, let circle = Bounds.circle(around: centre, metres: metres) else {
      return count
    }
    guard let border = CircleBorder(around: centre, metres: metres) else {
      count.isComplete = findAll(
        withinMetres: metres, of: centre, most: most, into: &hits, where: filter)
      return count
    }
    // With unknown reaches this is never so.
    let leastDepth = sector.leastDepth(reach: reaches.greatest)
    FixedBox.forEach(of: circle) { box in
      let box = box.widened
      let shift = border.ruler.shift(to: box)
      for run in runs {
        let nodes = run.tree.nodes
        nodes.forEachLeaf(touching: box) { index in
          let around = nodes.leafBox(index)
          let isInside = border.encloses(around, shift: shift)
          if isInside, filter == nil, sector.greatestDepth(in: around, shift: shift) < leastDepth {
            count.others += run.liveCount(inLeaf: index)
          } else {
            run.forEach(inLeaf: index, in: box) { lon, lat, item in
              guard isInside || border.encloses(lonE7: Double(lon) + shift, latE7: Double(lat)),
                filter.map({ $0(item) }) ?? true
              else { return }
              let position = FixedPosition(lonE7: lon, latE7: lat)
              let depth = sector.depth(position)
              if depth < leastDepth || depth < sector.leastDepth(reach: reaches[around: item]) {
                count.others += 1
              } else {
                hits.hits.append(SpatialHit(distance: 0, item: item, position: position))
              }
            }
          }
          return hits.hits.count + count.others <= most
        }
      }
    }
    count.isComplete = hits.hits.count + count.others <= most
    return count
  }
}

extension PackedNodes {
  /// The box around the entries of a leaf; the world if it is the only one.
  @inline(__always)
  func leafBox(_ index: Int) -> FixedBox {
    if height == 0 { return .world }
    return PackedNodes.box(
      node(level: 1, index / PackedNodes.fanout), index % PackedNodes.fanout)
  }
}

extension PackedRun<PackedPoints> {
  /// How many living entries a leaf has.
  @inline(__always)
  func liveCount(inLeaf index: Int) -> Int {
    let nodes = tree.nodes
    let used = min(PackedNodes.fanout, nodes.count - index * PackedNodes.fanout)
    return used - (dead.map { $0[index].nonzeroBitCount } ?? 0)
  }
}
