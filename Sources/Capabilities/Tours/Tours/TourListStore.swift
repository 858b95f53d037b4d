import Base
import Geodesy
import Groups
import Media
import Storage

/// Lists of tours.
enum TourListStore {
  /// - Parameter filter: what is listed; the public sees the version of what is published, which
  ///   drafts leave alone.
  private static func columns(_ filter: Filter) -> String {
    let (draft, version) =
      filter.organization == nil ? ("NULL", "r.number") : ("t.draft_revision", "t.version")
    return """
      t.id, t.state, t.organization, s.name, r.name, r.description, r.place, r.price, r.currency, \
      r.languages, r.distance, r.duration, r.stop_count, r.start_lon, r.start_lat, \
      \(draft), \(version), r.name_key, r.place_key, s.name_key, r.id, r.wheelchair, r.shape, \
      r.names, r.descriptions
      """
  }

  /// What limits a list: the tours of one organization, or published ones.
  struct Filter {
    var organization: EntityID?
    var pattern: String?
  }

  /// Whether a name of the tour fits a pattern.
  private static let isNamed = "COALESCE(r.names_key, r.name_key) LIKE ? ESCAPE '!'"
  /// Whether that of one of its stops does.
  private static let hasStopNamed = """
    EXISTS (SELECT 1 FROM tour_stops x WHERE x.revision = r.id AND x.title_key LIKE ? ESCAPE '!')
    """

  /// A condition with its parameters, counted from 1.
  private struct Condition {
    var sql: String
    var parameters: [SQLValue]

    init(_ filter: Filter) {
      if let organization = filter.organization {
        sql = "t.organization = ?1 AND t.state <> 'removed'"
        parameters = [.id(organization)]
      } else {
        sql = "t.state = 'published'"
        parameters = []
      }
      if let pattern = filter.pattern {
        add(
          " AND (\(TourListStore.isNamed) OR \(TourListStore.hasStopNamed))",
          [
            .text(pattern), .text(pattern),
          ])
      }
    }

    /// Appends SQL in which every `?` stands for the next of `values`.
    mutating func add(_ more: String, _ values: [SQLValue]) {
      var next = values[...]
      for character in more {
        sql.append(character)
        if character == "?", let value = next.popFirst() {
          parameters.append(value)
          sql += String(parameters.count)
        }
      }
    }
  }

  private static func tables(_ filter: Filter) -> String {
    let shown =
      filter.organization == nil
      ? "t.released_revision" : "COALESCE(t.draft_revision, t.released_revision)"
    return """
      FROM tours t
      JOIN tour_revisions r ON r.id = \(shown)
      JOIN sub_realms s ON s.id = t.organization
      """
  }

  /// Tours by name, grouped or not, after `last`: the group, if there are groups, and the name, then
  /// the tour; at most `limit`.
  static func byName(
    _ filter: Filter, grouping: TourQuery.Grouping?, after last: (texts: [String], id: EntityID)?,
    limit: Int, in session: StoreSession
  ) throws -> [TourSummary] {
    let group: String? =
      switch grouping {
      case .organization: "s.name_key"
      case .place: "r.place_key"
      case nil: nil
      }
    let order = [group, "r.name_key", "t.id"].compactMap { $0 }
    var condition = Condition(filter)
    if let last, last.texts.count == order.count - 1 {
      let places = order.map { _ in "?" }.joined(separator: ", ")
      condition.add(
        " AND (\(order.joined(separator: ", "))) > (\(places))",
        last.texts.map(SQLValue.text) + [.id(last.id)])
    }
    condition.add(" ORDER BY \(order.joined(separator: ", ")) LIMIT ?", [.int(limit)])
    let tours = try session.all(
      "SELECT \(columns(filter)) \(tables(filter)) WHERE \(condition.sql)", condition.parameters,
      read)
    return try withStops(pictured(tours, in: session), filter, in: session)
  }

  /// The same tours with their pictures, which take the place of the shapes of their routes.
  static func pictured(_ tours: [TourSummary], in session: StoreSession) throws -> [TourSummary] {
    let pictures = try PictureStore.pictures(
      of: TourContent.pictureKind, tours.map(\.revision), in: session)
    return tours.map { tour in
      var tour = tour
      tour.picture = pictures[tour.revision]?.first
      if tour.picture != nil { tour.shape = nil }
      return tour
    }
  }

  /// The same tours with the first stop that was searched for, where it was not the tour itself.
  static func withStops(
    _ tours: [TourSummary], _ filter: Filter, in session: StoreSession
  ) throws -> [TourSummary] {
    guard let pattern = filter.pattern, !tours.isEmpty else { return tours }
    let revisions = SQLList(tours.map(\.revision), from: 2)
    var found: [EntityID: TourSummary.FoundStop] = [:]
    try session.each(
      """
      SELECT r.id, x.ordinal, x.title FROM tour_revisions r
      JOIN tour_stops x ON x.revision = r.id
      WHERE r.id IN (\(revisions.sql)) AND x.title_key LIKE ?1 ESCAPE '!'
      AND NOT COALESCE(r.names_key, r.name_key) LIKE ?1 ESCAPE '!'
      ORDER BY x.ordinal DESC
      """, [.text(pattern)] + revisions.parameters
    ) { row in
      found[try row.id(0)] = TourSummary.FoundStop(
        order: try row.int(1) + 1, title: try LocalizedText(stored: row.text(2)))
    }
    return tours.map { tour in
      var tour = tour
      tour.stop = found[tour.revision]
      return tour
    }
  }

  /// Tours whose route comes into the box, in no particular order: candidates for a search around
  /// a position, because a tour starts on its route.
  static func inBox(
    _ box: Bounds, _ filter: Filter, in session: StoreSession
  ) throws -> [TourSummary] {
    var condition = Condition(filter)
    let within = session.within(
      box, of: TourRevisionStore.routes, alias: "l",
      firstParameter: condition.parameters.count + 1)
    condition.sql += " AND " + within.sql
    condition.parameters += within.parameters
    return try session.all(
      """
      SELECT \(columns(filter)) \(tables(filter))
      JOIN tour_routes l ON l.id = r.id
      WHERE \(condition.sql)
      """, condition.parameters, read)
  }

  private static func read(_ row: any Row) throws -> TourSummary {
    guard let price = TourPrice(validCents: try row.int(7)) else {
      throw DatabaseError(.unreadable, "a stored price is out of range")
    }
    let languages = try row.text(9).split(separator: " ").map(String.init)
    let first = languages.first ?? LanguageTag.undetermined
    var tour = TourSummary(
      id: try row.id(0), state: try row.word(1, Tour.State.self), organization: try row.id(2),
      organizationName: try row.text(3),
      names: try LocalizedText.stored(row, 23) ?? LocalizedText(row.text(4), language: first),
      descriptions: try LocalizedText.stored(row, 24)
        ?? LocalizedText(row.text(5), language: first),
      place: try row.optional(6, row.text), price: price,
      currency: try row.word(8, Currency.self),
      languages: languages,
      distance: try row.real(10), duration: try row.int(11), stopCount: try row.int(12),
      start: LonLat(lon: try row.real(13), lat: try row.real(14)), hasDraft: !row.isNull(15),
      version: try row.int(16), distanceToStart: nil,
      wheelchair: try row.optional(21, row.text).flatMap(WheelchairAccess.init),
      revision: try row.id(20),
      sortKey: TourSummary.SortKey(
        name: try row.text(17), place: try row.text(18), organization: try row.text(19)))
    if let shape = try row.optional(22, row.blob), case .line(let line) = try WKB.decode(shape) {
      tour.shape = line
    }
    return tour
  }
}
