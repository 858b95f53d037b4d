import Base
import Media
import Storage

/// Rows of scan requests; their photos are pictures.
enum ScanRequestStore {
  private static let selection =
    "SELECT id, account, name, alt, state, object, reason, created_at, decided_at FROM scan_requests"

  static func find(_ id: EntityID, in session: StoreSession) throws -> ScanRequest? {
    let found = try session.all(selection + " WHERE id = ?1", [.id(id)], read)
    return try withPhotos(found, in: session).first
  }

  /// Those of an account, the newest first, at most `limit`, older than `before`.
  static func all(
    of account: EntityID, before: EntityID? = nil, limit: Int, in session: StoreSession
  ) throws -> [ScanRequest] {
    let found = try session.all(
      selection
        + " WHERE account = ?1\(before == nil ? "" : " AND id < ?3") ORDER BY id DESC LIMIT ?2",
      [.id(account), .int(limit)] + (before.map { [.id($0)] } ?? []), read)
    return try withPhotos(found, in: session)
  }

  /// All that wait, the oldest first.
  static func open(in session: StoreSession) throws -> [ScanRequest] {
    let found = try session.all(selection + " WHERE state = 'requested' ORDER BY id", [], read)
    return try withPhotos(found, in: session)
  }

  static func openCount(of account: EntityID, in session: StoreSession) throws -> Int {
    try session.count(
      "SELECT COUNT(*) FROM scan_requests WHERE account = ?1 AND state = 'requested'",
      [.id(account)])
  }

  static func insert(_ request: ScanRequest, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO scan_requests (id, account, name, alt, state, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      [
        .id(request.id), .id(request.account), .text(request.name), .text(request.alt.words),
        .text(request.state.rawValue), .instant(request.createdAt),
      ])
    try PictureStore.set(
      request.photos.map(\.id), of: ScanRequest.pictureKind, request.id, in: transaction)
    try transaction.record("scanRequest", request.id, .insert)
  }

  /// Writes how a request ended, and lets go of its photos.
  static func end(_ request: ScanRequest, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE scan_requests SET state = ?2, object = ?3, reason = ?4, decided_at = ?5 WHERE id = ?1
      """,
      [
        .id(request.id), .text(request.state.rawValue), .id(request.object),
        request.reason.map { .text($0) } ?? .null, .instant(transaction.now),
      ])
    try releasePhotos(of: request, in: transaction)
    try transaction.record("scanRequest", request.id, .update)
  }

  /// Deletes the requests of an account, and lets go of their photos.
  static func deleteAll(of account: EntityID, in transaction: WriteTransaction) throws {
    for request in try all(of: account, limit: .max, in: transaction) {
      try releasePhotos(of: request, in: transaction)
      try transaction.record("scanRequest", request.id, .delete)
    }
    try transaction.execute("DELETE FROM scan_requests WHERE account = ?1", [.id(account)])
  }

  private static func releasePhotos(
    of request: ScanRequest, in transaction: WriteTransaction
  ) throws {
    try PictureStore.set([], of: ScanRequest.pictureKind, request.id, in: transaction)
    for photo in request.photos { try PictureStore.deleteUnused(photo.id, in: transaction) }
  }

  private static func withPhotos(
    _ requests: [ScanRequest], in session: StoreSession
  ) throws -> [ScanRequest] {
    let photos = try PictureStore.pictures(
      of: ScanRequest.pictureKind, requests.map(\.id), in: session)
    return requests.map { request in
      var request = request
      request.photos = photos[request.id] ?? []
      return request
    }
  }

  private static func read(_ row: any Row) throws -> ScanRequest {
    ScanRequest(
      id: try row.id(0), account: try row.id(1), name: try row.text(2),
      alt: AltText(words: try row.text(3)), state: try row.word(4, ScanRequest.State.self),
      object: try row.optional(5, row.id), reason: try row.optional(6, row.text),
      createdAt: try row.instant(7), decidedAt: try row.optional(8, row.instant))
  }
}
