import Access
import Base
import Geodesy
import Storage

extension TourService {
  /// Lists published tours, or those of the caller's organization.
  ///
  /// By name; around a position by distance to the start. Grouped lists are ordered by group
  /// first, and tours without a place come last under "Elsewhere".
  ///
  /// - Throws: `invalid` for a radius out of range or a cursor of another list; for own tours
  ///   `unauthenticated` or `forbidden`.
  public func list(_ query: TourQuery, caller: Caller) throws -> TourList {
    try Tour.checkAudience(caller)
    let text = query.text?.trimmedOfSpace ?? ""
    guard text.unicodeScalars.count <= 120 else {
      throw Refusal.invalid("q", "must have at most 120 characters")
    }
    let filter = TourListStore.Filter(
      organization: query.isOwn ? try Tour.organization(caller: caller).organization : nil,
      pattern: text.isEmpty ? nil : SearchKey.pattern(text))
    let page =
      try query.near.map { try near($0, filter, query) } ?? byName(filter, query)
    return TourList(page: page, groups: query.grouping.map { groups(page.items, $0) })
  }

  private func byName(_ filter: TourListStore.Filter, _ query: TourQuery) throws
    -> Page<TourSummary>
  {
    let last = try query.page.position { parts throws(Refusal) in
      let texts = [try parts.text()] + (query.grouping == nil ? [] : [try parts.text()])
      return (texts: texts, id: try parts.id())
    }
    let items = try platform.store.read { session in
      try TourListStore.byName(
        filter, grouping: query.grouping, after: last, limit: query.page.limit + 1, in: session)
    }
    return Page(reading: items, limit: query.page.limit) { item in
      let id = item.id.description
      return switch query.grouping {
      case .organization: Cursor(item.sortKey.organization, item.sortKey.name, id)
      case .place: Cursor(item.sortKey.place, item.sortKey.name, id)
      case nil: Cursor(item.sortKey.name, id)
      }
    }
  }

  private func near(
    _ near: TourQuery.Near, _ filter: TourListStore.Filter, _ query: TourQuery
  ) throws -> Page<TourSummary> {
    guard (1...Ellipsoid.greatestDistance).contains(near.radius),
      let box = Bounds.circle(around: near.position, metres: near.radius)
    else { throw Refusal.invalid("radius", "must lie between 1 and 20003932 metres") }
    var items = try platform.store.read { try TourListStore.inBox(box, filter, in: $0) }
    for i in items.indices {
      items[i].distanceToStart = Geodesic.distance(from: near.position, to: items[i].start)
    }
    items.removeAll { ($0.distanceToStart ?? .infinity) > near.radius }
    func key(_ item: TourSummary) -> (String, Double, EntityID) {
      let group =
        switch query.grouping {
        case .organization: item.sortKey.organization
        case .place: item.sortKey.place
        case nil: ""
        }
      return (group, item.distanceToStart ?? 0, item.id)
    }
    items.sort { key($0) < key($1) }
    let last = try query.page.position { parts throws(Refusal) in
      let group = try parts.text()
      let distance = Double(bitPattern: try parts.integer(UInt64.self))
      return (group, distance, try parts.id())
    }
    if let last { items.removeAll { !(key($0) > last) } }
    let page = Array(items.prefix(query.page.limit + 1))
    let pictured = try platform.store.read { session in
      try TourListStore.withStops(
        TourListStore.pictured(page, in: session), filter, in: session)
    }
    return Page(reading: pictured, limit: query.page.limit) {
      let (group, distance, id) = key($0)
      return Cursor(group, String(distance.bitPattern), id.description)
    }
  }

  private func groups(
    _ items: [TourSummary], _ grouping: TourQuery.Grouping
  ) -> [TourList.Group] {
    var groups: [TourList.Group] = []
    var last: String?
    for item in items {
      let key = grouping == .organization ? item.sortKey.organization : item.sortKey.place
      if key == last, !groups.isEmpty {
        groups[groups.count - 1].tours.append(item.id)
      } else {
        groups.append(
          grouping == .organization
            ? TourList.Group(
              name: item.organizationName, organization: item.organization, tours: [item.id])
            : TourList.Group(
              name: item.place ?? "Elsewhere", organization: nil, tours: [item.id]))
        last = key
      }
    }
    return groups
  }
}
