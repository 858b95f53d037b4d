import Base
import Geodesy
import Media
import Storage

/// Rows of stops and of the AR objects at them.
enum TourStopStore {
  /// Writes the stops in their order; every one must have an identifier.
  static func insert(
    _ stops: [TourStop], of revision: EntityID, in transaction: WriteTransaction
  ) throws {
    for (ordinal, stop) in stops.enumerated() {
      var radius: Double?
      var area: SQLValue = .null
      switch stop.trigger {
      case .radius(let metres)?: radius = metres
      case .polygon(let polygon)?: area = .blob(WKB.encode(.polygon(polygon)))
      case nil: break
      }
      try transaction.execute(
        """
        INSERT INTO tour_stops (id, revision, ordinal, kind, title, texts, height, trigger_radius,
          trigger_area, title_key, geometry)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ST_GeomFromWKB(?11, 4326))
        """,
        [
          .id(stop.id), .id(revision), .int(ordinal), .text(stop.kind.rawValue),
          .text(stop.title.stored), .text(stop.text.stored), .real(orNull: stop.height),
          .real(orNull: radius), area, .text(stop.title.searchKey),
          .blob(WKB.encode(.point(stop.position))),
        ])
      for recording in stop.recordings {
        try transaction.execute(
          "INSERT INTO tour_stop_recordings (stop, language, recording) VALUES (?1, ?2, ?3)",
          [.id(stop.id), .text(recording.language), .id(recording.recording)])
      }
      for (place, object) in stop.objects.enumerated() {
        try transaction.execute(
          "INSERT INTO tour_stop_objects (stop, ordinal, object) VALUES (?1, ?2, ?3)",
          [.id(stop.id), .int(place), .id(object)])
      }
      if let id = stop.id, let pictures = stop.pictures, !pictures.isEmpty {
        try PictureStore.set(pictures, of: TourStop.pictureKind, id, in: transaction)
      }
    }
  }

  /// The stops of a revision in their order; AR objects that were withdrawn, and pictures that were
  /// hidden, are left out.
  ///
  /// - Parameter sold: for somebody who bought the tour, who keeps what its owner withdrew.
  static func stops(
    of revision: EntityID, sold: Bool = false, in session: StoreSession
  ) throws -> [TourStop] {
    var objects: [EntityID: [EntityID]] = [:]
    try session.each(
      """
      SELECT u.stop, u.object FROM tour_stop_objects u
      JOIN tour_stops s ON s.id = u.stop
      JOIN objects o ON o.id = u.object
      WHERE s.revision = ?1 AND (o.state = 'live' OR (o.is_sold = 1 AND ?2 = 1))
      ORDER BY s.ordinal, u.ordinal
      """, [.id(revision), .bool(sold)]
    ) { objects[try $0.id(0), default: []].append(try $0.id(1)) }
    var pictures: [EntityID: [EntityID]] = [:]
    try session.each(
      """
      SELECT u.subject, u.picture FROM picture_uses u
      JOIN tour_stops s ON s.id = u.subject
      JOIN pictures p ON p.id = u.picture
      WHERE u.kind = ?2 AND s.revision = ?1 AND p.hidden_at IS NULL ORDER BY s.ordinal, u.ordinal
      """, [.id(revision), .text(TourStop.pictureKind)]
    ) { pictures[try $0.id(0), default: []].append(try $0.id(1)) }
    let recordings = try recordings(of: revision, in: session)
    return try session.all(
      """
      SELECT s.id, s.kind, s.title, s.texts, s.height, s.trigger_radius, s.trigger_area,
        ST_AsBinary(s.geometry)
      FROM tour_stops s WHERE s.revision = ?1 ORDER BY s.ordinal
      """, [.id(revision)]
    ) { row in
      let id = try row.id(0)
      guard case .point(let position) = try WKB.decode(row.blob(7)) else {
        throw DatabaseError(.unreadable, "a stored stop is not a point")
      }
      return TourStop(
        id: id, title: try LocalizedText(stored: row.text(2)),
        text: try LocalizedText(stored: row.text(3)), position: position,
        height: try row.optional(4, row.real), kind: try row.word(1, TourStop.Kind.self),
        objects: objects[id] ?? [], trigger: try trigger(row),
        recordings: recordings[id] ?? [], pictures: pictures[id])
    }
  }

  /// The recordings at the stops of a revision.
  private static func recordings(
    of revision: EntityID, in session: StoreSession
  ) throws -> [EntityID: [StopRecording]] {
    var recordings: [EntityID: [StopRecording]] = [:]
    try session.each(
      """
      SELECT u.stop, u.language, u.recording, r.seconds FROM tour_stop_recordings u
      JOIN tour_stops s ON s.id = u.stop
      LEFT JOIN tour_recordings r ON r.id = u.recording
      WHERE s.revision = ?1 ORDER BY u.stop, u.language
      """, [.id(revision)]
    ) { row in
      recordings[try row.id(0), default: []].append(
        StopRecording(
          language: try row.text(1), recording: try row.id(2),
          seconds: try row.optional(3, row.real)))
    }
    return recordings
  }

  private static func trigger(_ row: any Row) throws -> StopTrigger? {
    if let radius = try row.optional(5, row.real) { return .radius(radius) }
    guard let wkb = try row.optional(6, row.blob) else { return nil }
    guard case .polygon(let polygon) = try WKB.decode(wkb) else {
      throw DatabaseError(.unreadable, "a stored trigger is not a polygon")
    }
    return .polygon(polygon)
  }

  static func delete(of revision: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      DELETE FROM tour_stop_objects
      WHERE stop IN (SELECT s.id FROM tour_stops s WHERE s.revision = ?1)
      """, [.id(revision)])
    try transaction.execute(
      """
      DELETE FROM picture_uses
      WHERE kind = ?2 AND subject IN (SELECT s.id FROM tour_stops s WHERE s.revision = ?1)
      """, [.id(revision), .text(TourStop.pictureKind)])
    try deleteRecordings(atStopsOf: "?1", [.id(revision)], in: transaction)
    try transaction.execute("DELETE FROM tour_stops WHERE revision = ?1", [.id(revision)])
  }

  /// Lets the stops of revisions, a list in SQL, go of their recordings.
  static func deleteRecordings(
    atStopsOf revisions: String, _ parameters: [SQLValue], in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      DELETE FROM tour_stop_recordings
      WHERE stop IN (SELECT s.id FROM tour_stops s WHERE s.revision IN (\(revisions)))
      """, parameters)
  }
}
