import Base
import Geodesy

/// Where a page of entries around a centre ended: what comes next is farther away, or as far and of
/// a greater identifier.
///
/// Distance and identifier of an entry that stays where it is never change, so that a page goes on
/// behind the one before, whatever has come or gone meanwhile.
public struct CatalogPageEnd: Hashable, Comparable, Sendable {
  /// Geodesic metres from the centre, exact.
  public var distance: Double
  public var id: EntityID

  public init(distance: Double, id: EntityID) {
    self.distance = distance
    self.id = id
  }

  public static func < (a: CatalogPageEnd, b: CatalogPageEnd) -> Bool {
    (a.distance, a.id) < (b.distance, b.id)
  }
}

extension CatalogLayer.Version {
  /// A page of the entries within a distance, nearest first, equally near ones by identifier.
  ///
  /// - Parameters:
  ///   - end: where the page before ended; nil for the first page.
  ///   - limit: most entries of the page, at least 1.
  ///   - isHidden: which entries do not count; nil if all do.
  /// - Returns: the page, and where it ended if there is more.
  /// - Complexity: as ``nearby(realms:around:metres:beyond:limit:besides:)``; pages before are passed
  ///   over by whole nodes of the index.
  public func page(
    realms: [EntityID], around centre: LonLat, metres: Double, after end: CatalogPageEnd? = nil,
    limit: Int, besides isHidden: ((EntityID) -> Bool)? = nil
  ) -> (hits: [CatalogHit], next: CatalogPageEnd?) {
    // The ruler and the geodesic differ by half a millimetre at most.
    let tolerance = 0.001
    // One more tells that there is more; of those as far as the last some may be cut off.
    var wanted = limit + 2
    while true {
      var found = nearby(
        realms: realms, around: centre, metres: metres,
        beyond: end.map { $0.distance - 2 * tolerance } ?? 0, limit: wanted, besides: isHidden)
      let isAll = found.count < wanted
      if !isAll, let last = found.last {
        while found.last?.distance == last.distance { found.removeLast() }
      }
      orderTies(&found)
      if let end {
        found.removeAll { hit in
          hit.distance <= end.distance + tolerance && pageEnd(hit, from: centre) <= end
        }
      }
      if isAll || found.count > limit {
        let page = Array(found.prefix(limit))
        return (page, found.count > limit ? page.last.map { pageEnd($0, from: centre) } : nil)
      }
      wanted = wanted.multipliedReportingOverflow(by: 4).overflow ? .max : wanted * 4
    }
  }

  private func pageEnd(_ hit: CatalogHit, from centre: LonLat) -> CatalogPageEnd {
    CatalogPageEnd(
      distance: Geodesic.distance(from: centre, to: hit.position.lonLat), id: id(of: hit))
  }

  /// Puts hits of equal distances in the order of their identifiers.
  private func orderTies(_ hits: inout [CatalogHit]) {
    var start = 0
    while start < hits.count {
      var end = start + 1
      while end < hits.count, hits[end].distance == hits[start].distance { end += 1 }
      if end - start > 1 { hits[start..<end].sort { id(of: $0) < id(of: $1) } }
      start = end
    }
  }
}

extension CatalogHit {
  /// Puts sorted hits of several indexes in the order that geodesics say, where the ruler is not
  /// sure.
  static func settle(_ hits: inout [CatalogHit], from centre: LonLat) {
    var start = 0
    while start < hits.count {
      var end = start + 1
      var isAmbiguous = false
      while end < hits.count, hits[end].distance - hits[end - 1].distance <= 2 * Ruler.errorBound {
        isAmbiguous =
          isAmbiguous || hits[end].distance != hits[start].distance
          || hits[end].position != hits[start].position
        end += 1
      }
      if isAmbiguous {
        for i in start..<end {
          hits[i].distance = Geodesic.distance(from: centre, to: hits[i].position.lonLat)
        }
        hits[start..<end].sort { ($0.distance, $0.slot) < ($1.distance, $1.slot) }
      }
      start = end
    }
  }
}
