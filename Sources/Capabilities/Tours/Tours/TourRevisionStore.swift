import Base
import Geodesy
import Groups
import Media
import Storage

/// Rows of revisions with their areas, routes and stops.
enum TourRevisionStore {
  static let areas = SpatialColumn(table: "tour_areas", kind: .multiPolygon)
  static let routes = SpatialColumn(table: "tour_routes", kind: .lineString)
  static let stops = SpatialColumn(table: "tour_stops", kind: .point)

  static func insert(_ revision: TourRevision, in transaction: WriteTransaction) throws {
    let content = revision.content
    try transaction.execute(
      """
      INSERT INTO tour_revisions (id, tour, number, name, name_key, description, place, place_key,
        price, currency, links, languages, duration_minutes, distance, duration, start_lon,
        start_lat, own_area, stop_count, created_at, released_at, wheelchair, shape,
        names, names_key, descriptions)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
        ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)
      """,
      [
        .id(revision.id), .id(revision.tour), .int(revision.number), .text(content.name),
        .text(SearchKey.of(content.name)), .text(content.description), .text(orNull: content.place),
        .text(placeKey(content.place)), .int(content.price.cents),
        .text(revision.currency.rawValue), .text(stored(content.links)),
        .text(content.languages.joined(separator: " ")), .int(content.durationMinutes),
        .real(revision.measures.distance), .int(revision.measures.duration),
        .real(content.start.lon), .real(content.start.lat), .bool(content.area != nil),
        .int(content.stops.count), .instant(revision.createdAt), .instant(revision.releasedAt),
        .text(orNull: content.wheelchair?.rawValue),
        .blob(WKB.encode(.line(TourShape.of(content.route)))),
        .text(content.names.stored), .text(content.names.searchKey),
        .text(content.descriptions.stored),
      ])
    try transaction.execute(
      "INSERT INTO tour_areas (id, geometry) VALUES (?1, ST_GeomFromWKB(?2, 4326))",
      [.id(revision.id), .blob(WKB.encode(.multiPolygon(revision.measures.area)))])
    try transaction.execute(
      "INSERT INTO tour_routes (id, geometry) VALUES (?1, ST_GeomFromWKB(?2, 4326))",
      [.id(revision.id), .blob(WKB.encode(.line(content.route)))])
    if let picture = content.picture {
      try PictureStore.set([picture], of: TourContent.pictureKind, revision.id, in: transaction)
    }
    try TourStopStore.insert(content.stops, of: revision.id, in: transaction)
  }

  /// Sorts tours without a place behind all others.
  static func placeKey(_ place: String?) -> String {
    place.map { "0" + SearchKey.of($0) } ?? "1"
  }

  private static func stored(_ links: [TourLink]) -> String {
    var json = JSONWriter()
    TourLink.write(links, to: &json)
    return json.string
  }

  /// The revision with everything that belongs to it; nil if there is none.
  ///
  /// - Parameter sold: as somebody sees it who bought the tour.
  static func find(
    _ id: EntityID, sold: Bool = false, in session: StoreSession
  ) throws -> TourRevision? {
    let found = try session.first(
      """
      SELECT r.id, r.tour, r.number, r.name, r.description, r.place, r.price, r.currency, r.links,
        r.languages, r.duration_minutes, r.distance, r.duration, r.own_area, r.created_at,
        r.released_at, ST_AsBinary(a.geometry), ST_AsBinary(l.geometry), r.wheelchair, r.names, r.descriptions
      FROM tour_revisions r
      JOIN tour_areas a ON a.id = r.id
      JOIN tour_routes l ON l.id = r.id
      WHERE r.id = ?1
      """, [.id(id)], read)
    guard var revision = found else { return nil }
    revision.content.stops = try TourStopStore.stops(of: id, sold: sold, in: session)
    revision.content.settleRecordings()
    revision.content.picture =
      try PictureStore.pictures(of: TourContent.pictureKind, [id], in: session)[id]?.first?.id
    return revision
  }

  /// The revision as somebody sees it who walks it, and has bought it if it costs something.
  static func walked(_ id: EntityID, in session: StoreSession) throws -> TourRevision? {
    guard var revision = try find(id, in: session) else { return nil }
    if !revision.content.price.isFree {
      revision.content.stops = try TourStopStore.stops(of: id, sold: true, in: session)
      revision.content.settleRecordings()
    }
    return revision
  }

  /// What everyone sees of a published tour, and who has bought it of one that is so no more; nil
  /// if it never was.
  static func released(_ tour: Tour, in session: StoreSession) throws -> TourRevision? {
    try tour.releasedRevision.flatMap { try find($0, in: session) }
  }

  private static func read(_ row: any Row) throws -> TourRevision {
    let area = try multiPolygon(row.blob(16))
    guard case .line(let route) = try WKB.decode(row.blob(17)) else {
      throw DatabaseError(.unreadable, "a stored route is not a line")
    }
    guard let price = TourPrice(validCents: try row.int(6)) else {
      throw DatabaseError(.unreadable, "a stored price is out of range")
    }
    var content = TourContent(
      name: try row.text(3), description: try row.text(4), place: try row.optional(5, row.text),
      price: price, links: try TourLink.stored(row.text(8)),
      languages: try row.text(9).split(separator: " ").map(String.init),
      durationMinutes: try row.optional(10, row.int),
      wheelchair: try row.optional(18, row.text).flatMap(WheelchairAccess.init),
      area: try row.bool(13) ? area : nil, route: route)
    content.names =
      try LocalizedText.stored(row, 19) ?? content.names.resolved(content.defaultLanguage)
    content.descriptions =
      try LocalizedText.stored(row, 20) ?? content.descriptions.resolved(content.defaultLanguage)
    return TourRevision(
      id: try row.id(0), tour: try row.id(1), number: try row.int(2), content: content,
      currency: try row.word(7, Currency.self),
      measures: TourMeasures(
        distance: try row.real(11), duration: try row.int(12), area: area),
      createdAt: try row.instant(14), releasedAt: try row.optional(15, row.instant))
  }

  private static func multiPolygon(_ wkb: [UInt8]) throws -> MultiPolygon {
    switch try WKB.decode(wkb) {
    case .multiPolygon(let area): return area
    case .polygon(let polygon): return MultiPolygon([polygon])
    default: throw DatabaseError(.unreadable, "a stored area is not an area")
    }
  }

  /// Marks a draft as published; it does not change any more.
  static func release(_ id: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE tour_revisions SET released_at = ?2 WHERE id = ?1",
      [.id(id), .instant(transaction.now)])
  }

  /// Deletes a revision with everything that belongs to it; no run may refer to it.
  static func delete(_ id: EntityID, in transaction: WriteTransaction) throws {
    try TourStopStore.delete(of: id, in: transaction)
    try PictureStore.set([], of: TourContent.pictureKind, id, in: transaction)
    try transaction.execute("DELETE FROM tour_areas WHERE id = ?1", [.id(id)])
    try transaction.execute("DELETE FROM tour_routes WHERE id = ?1", [.id(id)])
    try transaction.execute("DELETE FROM tour_revisions WHERE id = ?1", [.id(id)])
  }
}
