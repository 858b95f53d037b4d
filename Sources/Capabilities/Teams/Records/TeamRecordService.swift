import Access
import Base
import Calendar
import Groups
import Storage

/// Statistics and records of a team and its players: kept by its admins, read by its members.
///
/// - Thread: shared.
public struct TeamRecordService: Sendable {
  /// Most records of one team.
  static let limit = 20_000

  let platform: Platform
  let realms: SubRealmService

  /// The records of a team, the latest day first (BZ-STA-01, BZ-STA-02).
  ///
  /// - Throws: `notFound`; `forbidden` with slug `members-only`.
  public func list(
    of id: EntityID, _ filter: TeamRecordFilter, _ page: PageRequest, caller: Caller
  ) throws -> Page<TeamRecord> {
    let after = try page.textPosition()
    _ = try team(id, caller)
    return try platform.store.readOnce { session in
      let found = try Self.select(
        id, filter, before: after.map { ($0.text, $0.id) }, limit: page.limit + 1, session)
      return Page(reading: found, limit: page.limit) { Cursor($0.day.text, $0.id) }
    }
  }

  /// The records of a team as comma-separated values with a heading (RFC 4180), the latest first.
  ///
  /// - Throws: as ``list(of:_:_:caller:)``.
  public func export(
    of id: EntityID, _ filter: TeamRecordFilter, caller: Caller
  ) throws -> [UInt8] {
    _ = try team(id, caller)
    let all = try platform.store.read { session in
      try Self.select(id, filter, before: nil, limit: Self.limit, session)
    }
    var text = "day,season,player,metric,value,unit\r\n"
    for record in all {
      var number = ByteWriter(capacity: 24)
      number.double(record.value)
      let cells = [
        record.day.text, record.season, record.accountName ?? "", record.metric, number.string,
        record.unit,
      ]
      text += cells.map(Self.cell).joined(separator: ",") + "\r\n"
    }
    return Array(text.utf8)
  }

  /// A cell that no spreadsheet takes for a formula and no reader for two.
  private static func cell(_ text: String) -> String {
    let isNumber = Double(text) != nil
    let first = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    let safe = first && !isNumber ? "'" + text : text
    let needsQuotes = safe.utf8.contains { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }
    return needsQuotes ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
  }

  /// Keeps a record, as one of the admins (US6).
  ///
  /// - Throws: `notFound`; `forbidden` with slug `realm-admin-needed`; `invalid` for a player who is
  ///   not in the team; `conflict` with slug `too-many-records`.
  public func add(
    _ draft: TeamRecordDraft, to id: EntityID, caller: Caller
  ) throws -> TeamRecord {
    try checkAdmin(of: team(id, caller))
    let record = platform.ids.next()
    try platform.store.write { transaction in
      try Self.checkPlayer(draft, in: id, transaction)
      let count = try transaction.count(
        "SELECT COUNT(*) FROM team_records WHERE realm = ?1", [.id(id)])
      guard count < Self.limit else {
        throw Refusal(
          .conflict, "too-many-records",
          "A team keeps \(Self.limit) records. Delete old ones first.")
      }
      try transaction.execute(
        """
        INSERT INTO team_records (id, realm, account, metric, value, unit, season, day, version)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1)
        """, [.id(record), .id(id)] + Self.values(draft))
      try transaction.record("teamRecord", record, realm: id, .insert)
    }
    return try self.record(record, caller: caller)
  }

  /// One record of a team that the caller is in.
  ///
  /// - Throws: `notFound`.
  public func record(_ id: EntityID, caller: Caller) throws -> TeamRecord {
    let found = try platform.store.readOnce {
      try $0.first(Self.selection + " WHERE t.id = ?1", [.id(id)], Self.read)
    }
    guard let found, caller.role(in: found.realm) != nil else { throw Refusal.notFound("record") }
    return found
  }

  /// Makes of a record what it shall be, as one of the admins.
  ///
  /// - Throws: as ``add(_:to:caller:)``, and `stale`.
  public func replace(
    _ id: EntityID, with draft: TeamRecordDraft, expecting version: ExpectedVersion,
    caller: Caller
  ) throws -> TeamRecord {
    let old = try record(id, caller: caller)
    try checkAdmin(of: team(old.realm, caller))
    try platform.store.write { transaction in
      try version.check(Self.version(of: id, in: transaction))
      try Self.checkPlayer(draft, in: old.realm, transaction)
      try transaction.execute(
        """
        UPDATE team_records SET account = ?3, metric = ?4, value = ?5, unit = ?6, season = ?7,
          day = ?8, version = version + 1
        WHERE id = ?1 AND realm = ?2
        """, [.id(id), .id(old.realm)] + Self.values(draft))
      try transaction.record("teamRecord", id, realm: old.realm, .update)
    }
    return try record(id, caller: caller)
  }

  /// Takes a record away, as one of the admins.
  ///
  /// - Throws: `notFound`, `forbidden` with slug `realm-admin-needed`, `stale`.
  public func delete(
    _ id: EntityID, expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    let old = try record(id, caller: caller)
    try checkAdmin(of: team(old.realm, caller))
    try platform.store.write { transaction in
      try version.check(Self.version(of: id, in: transaction))
      try transaction.execute("DELETE FROM team_records WHERE id = ?1", [.id(id)])
      try transaction.record("teamRecord", id, realm: old.realm, .delete)
    }
  }

  // MARK: Rules

  private static func version(of id: EntityID, in session: StoreSession) throws -> Int {
    let current = try session.first(
      "SELECT version FROM team_records WHERE id = ?1", [.id(id)]
    ) { try $0.int(0) }
    guard let current else { throw Refusal.notFound("record") }
    return current
  }

  private func team(_ id: EntityID, _ caller: Caller) throws -> SubRealm {
    let realm = try realms.get(id, caller: caller)
    guard realm.kind == .team else { throw Refusal.notFound("team") }
    guard realm.ownRole != nil else {
      throw Refusal(.forbidden, "members-only", "Only members see the records of a team.")
    }
    return realm
  }

  private func checkAdmin(of realm: SubRealm) throws {
    guard let role = realm.ownRole, role >= .admin else { throw CommunityService.adminNeeded }
  }

  private static func checkPlayer(
    _ draft: TeamRecordDraft, in realm: EntityID, _ session: StoreSession
  ) throws {
    guard let account = draft.account else { return }
    guard
      try session.exists(
        "SELECT 1 FROM memberships WHERE sub_realm = ?1 AND account = ?2",
        [.id(realm), .id(account)])
    else { throw Refusal.invalid("/account", "is not in the team") }
  }

  // MARK: Rows

  private static let selection = """
    SELECT t.id, t.realm, t.account, a.display_name, t.metric, t.value, t.unit, t.season, t.day,
      t.version
    FROM team_records t LEFT JOIN accounts a ON a.id = t.account
    """

  private static func values(_ draft: TeamRecordDraft) -> [SQLValue] {
    [
      .id(draft.account), .text(draft.metric), .real(draft.value), .text(draft.unit),
      .text(draft.season), .text(draft.day?.text ?? ""),
    ]
  }

  private static func select(
    _ realm: EntityID, _ filter: TeamRecordFilter, before: (day: String, id: EntityID)?,
    limit: Int, _ session: StoreSession
  ) throws -> [TeamRecord] {
    var sql = selection + " WHERE t.realm = ?1"
    var parameters: [SQLValue] = [.id(realm)]
    func add(_ condition: String, _ value: SQLValue) {
      parameters.append(value)
      sql += " AND \(condition) ?\(parameters.count)"
    }
    if let account = filter.account { add("t.account =", .id(account)) }
    if let metric = filter.metric { add("t.metric =", .text(metric)) }
    if let season = filter.season { add("t.season =", .text(season)) }
    if let before {
      parameters += [.text(before.day), .id(before.id)]
      let first = parameters.count - 1
      sql += " AND (t.day < ?\(first) OR (t.day = ?\(first) AND t.id < ?\(first + 1)))"
    }
    parameters.append(.int(limit))
    return try session.all(
      sql + " ORDER BY t.day DESC, t.id DESC LIMIT ?\(parameters.count)", parameters, read)
  }

  /// Everything that is kept of an account, for its export.
  static func all(of account: EntityID, in session: StoreSession) throws -> [TeamRecord] {
    try session.all(
      selection + " WHERE t.account = ?1 ORDER BY t.day, t.id", [.id(account)], read)
  }

  private static func read(_ row: any Row) throws -> TeamRecord {
    guard let day = CivilDate(text: try row.text(8)) else {
      throw DatabaseError(.unreadable, "a record is of no day")
    }
    return TeamRecord(
      id: try row.id(0), realm: try row.id(1), account: try row.optional(2, row.id),
      accountName: try row.optional(3, row.text), metric: try row.text(4),
      value: try row.real(5), unit: try row.text(6), season: try row.text(7), day: day,
      version: try row.int(9))
  }
}
