import Base
import Calendar
import Geodesy
import Storage

/// Which occurrence of which event people ride to.
struct RideGoal: Hashable, Sendable {
  var item: EntityID
  /// As ``AttendanceStore/key(_:at:)`` says.
  var occurrence: Instant

  var sql: [SQLValue] { [.id(item), .instant(occurrence)] }
}

/// Car sharing in the database.
enum RideStore {
  private static let partColumns = "account, role, seats, source, lat, lon, label"

  private static func part(_ row: any Row) throws -> RidePart {
    RidePart(
      account: try row.id(0), role: try row.word(1, RidePart.Role.self), seats: try row.int(2),
      source: try row.word(3, RideDraft.Source.self),
      start: RidePart.Start(
        position: LonLat(lon: try row.real(5), lat: try row.real(4)),
        label: try row.optional(6, row.text)))
  }

  /// Most parts of one role that are looked at for one occurrence.
  static let limit = 200

  /// What one account says.
  static func part(
    of account: EntityID, to goal: RideGoal, in session: StoreSession
  ) throws -> RidePart? {
    try session.first(
      """
      SELECT \(partColumns) FROM ride_parts
      WHERE item = ?1 AND occurrence = ?2 AND account = ?3 AND role IS NOT NULL
      """, goal.sql + [.id(account)], part)
  }

  /// What those of a role say, without those between whom and `account` there is a block.
  static func parts(
    _ role: RidePart.Role, to goal: RideGoal, seenBy account: EntityID, in session: StoreSession
  ) throws -> [RidePart] {
    try session.all(
      """
      SELECT \(partColumns) FROM ride_parts r
      WHERE item = ?1 AND occurrence = ?2 AND role = ?3 AND account <> ?4 AND NOT EXISTS (
        SELECT 1 FROM blocks b WHERE (b.blocker = r.account AND b.blocked = ?4)
          OR (b.blocker = ?4 AND b.blocked = r.account))
      ORDER BY account LIMIT \(limit)
      """, goal.sql + [.text(role.rawValue), .id(account)], part)
  }

  /// How many starts an account has said so far.
  static func starts(
    of account: EntityID, to goal: RideGoal, in session: StoreSession
  ) throws -> Int {
    try session.first(
      "SELECT starts FROM ride_parts WHERE item = ?1 AND occurrence = ?2 AND account = ?3",
      goal.sql + [.id(account)]
    ) { try $0.int(0) } ?? 0
  }

  static func put(
    _ part: RidePart, starts: Int, to goal: RideGoal, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO ride_parts (item, occurrence, account, role, seats, source, lat, lon, label,
        starts)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (item, occurrence, account) DO UPDATE SET role = ?4, seats = ?5, source = ?6,
        lat = ?7, lon = ?8, label = ?9, starts = ?10
      """,
      goal.sql + [
        .id(part.account), .text(part.role.rawValue), .int(part.seats),
        .text(part.source.rawValue), .real(part.start.position.lat),
        .real(part.start.position.lon), .text(orNull: part.start.label), .int(starts),
      ])
  }

  /// Forgets where an account sets out; how often it has said so stays until the event is over.
  static func takeBack(
    _ account: EntityID, from goal: RideGoal, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE ride_parts SET role = NULL, seats = 0, source = NULL, lat = NULL, lon = NULL,
        label = NULL
      WHERE item = ?1 AND occurrence = ?2 AND account = ?3
      """, goal.sql + [.id(account)])
  }

  // MARK: Pairs

  private static let pairColumns = "driver, seeker, state, by_role"

  private static func pair(_ row: any Row) throws -> RidePair {
    let role = try row.optional(3, row.text).flatMap(RidePart.Role.init)
    let agreement: RideAgreement =
      switch (try row.text(2), role) {
      case ("asked", let role?): .asked(by: role)
      case ("closed", let role?): .closed(by: role)
      default: .agreed
      }
    return RidePair(driver: try row.id(0), seeker: try row.id(1), agreement: agreement)
  }

  /// All pairs of an occurrence that have anything to do with an account, or all.
  static func pairs(
    to goal: RideGoal, of account: EntityID? = nil, in session: StoreSession
  ) throws -> [RidePair] {
    try session.all(
      """
      SELECT \(pairColumns) FROM ride_pairs WHERE item = ?1 AND occurrence = ?2
      """ + (account == nil ? "" : " AND (driver = ?3 OR seeker = ?3)")
        + " ORDER BY driver, seeker", goal.sql + (account.map { [.id($0)] } ?? []), pair)
  }

  /// What others have asked an account for and wait for an answer to, without those between whom and
  /// the account there is a block.
  static func asking(
    _ account: EntityID, in session: StoreSession
  ) throws -> [(goal: RideGoal, pair: RidePair)] {
    try session.all(
      """
      SELECT \(pairColumns), item, occurrence FROM ride_pairs p
      WHERE state = 'asked' AND ((driver = ?1 AND by_role = 'seeker')
        OR (seeker = ?1 AND by_role = 'driver')) AND NOT EXISTS (
        SELECT 1 FROM blocks b WHERE (b.blocker = p.driver AND b.blocked = p.seeker)
          OR (b.blocker = p.seeker AND b.blocked = p.driver))
      ORDER BY occurrence, item, driver, seeker LIMIT \(limit)
      """, [.id(account)]
    ) { row in
      (goal: RideGoal(item: try row.id(4), occurrence: try row.instant(5)), pair: try pair(row))
    }
  }

  static func put(
    _ pair: RidePair, to goal: RideGoal, _ transaction: WriteTransaction
  ) throws {
    let (state, role): (String, RidePart.Role?) =
      switch pair.agreement {
      case .none: ("closed", .seeker)
      case .asked(let role): ("asked", role)
      case .agreed: ("agreed", nil)
      case .closed(let role): ("closed", role)
      }
    try transaction.execute(
      """
      INSERT INTO ride_pairs (item, occurrence, driver, seeker, state, by_role)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (item, occurrence, driver, seeker) DO UPDATE SET state = ?5, by_role = ?6
      """,
      goal.sql + [
        .id(pair.driver), .id(pair.seeker), .text(state), .text(orNull: role?.rawValue),
      ])
  }

  /// Ends what is between two of whom one has blocked the other; nobody is told.
  static func closeBlocked(_ goal: RideGoal, _ transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      UPDATE ride_pairs SET state = 'closed', by_role = 'seeker'
      WHERE item = ?1 AND occurrence = ?2 AND state <> 'closed' AND EXISTS (
        SELECT 1 FROM blocks b
        WHERE (b.blocker = ride_pairs.driver AND b.blocked = ride_pairs.seeker)
          OR (b.blocker = ride_pairs.seeker AND b.blocked = ride_pairs.driver))
      """, goal.sql)
  }

  // MARK: Occurrences

  /// The occurrences of an item that somebody rides to.
  static func goals(
    of item: EntityID, by account: EntityID? = nil, in session: StoreSession
  ) throws -> [RideGoal] {
    try session.all(
      "SELECT DISTINCT occurrence FROM ride_parts WHERE item = ?1"
        + (account == nil ? "" : " AND account = ?2") + " ORDER BY occurrence",
      [.id(item)] + (account.map { [.id($0)] } ?? [])
    ) { RideGoal(item: item, occurrence: try $0.instant(0)) }
  }

  static func accounts(to goal: RideGoal, in session: StoreSession) throws -> [EntityID] {
    try session.all(
      "SELECT account FROM ride_parts WHERE item = ?1 AND occurrence = ?2 ORDER BY account",
      goal.sql
    ) { try $0.id(0) }
  }

  /// What stands in the place of one occurrence takes over who rides with whom.
  static func move(_ goal: RideGoal, to other: RideGoal, _ transaction: WriteTransaction) throws {
    for table in ["ride_parts", "ride_pairs"] {
      try transaction.execute(
        "UPDATE \(table) SET item = ?3, occurrence = ?4 WHERE item = ?1 AND occurrence = ?2",
        goal.sql + other.sql)
    }
  }

  static func delete(_ goal: RideGoal, _ transaction: WriteTransaction) throws {
    for table in ["ride_pairs", "ride_parts"] {
      try transaction.execute(
        "DELETE FROM \(table) WHERE item = ?1 AND occurrence = ?2", goal.sql)
    }
  }
}
