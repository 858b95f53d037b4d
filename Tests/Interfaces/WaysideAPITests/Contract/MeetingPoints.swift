import Base
import Geodesy
import Notifications
import Proximity
import Registration
import SpatialCatalog
import Storage

// The capability of the articles about a table, a notification and a zone more: the blocks of code
// that they show are those below, which a test compares.

/// Where a sub-realm meets.
struct MeetingPoint: Equatable, Sendable {
  var id: EntityID
  var realm: EntityID
  /// Who has set it; nil after that account's erasure.
  var host: EntityID?
  var name: String
  var position: LonLat
  var version = 1
}

let meetingPointSchema = SchemaModule(
  name: "meetingPoints",
  migrations: [
    Migration(
      number: 1,
      statements: [
        """
        CREATE TABLE meeting_points (
          id %id NOT NULL PRIMARY KEY,
          realm %id NOT NULL REFERENCES sub_realms (id) ON DELETE CASCADE,
          host %id REFERENCES accounts (id),
          name %text NOT NULL,
          lat %real NOT NULL CHECK (lat BETWEEN -90 AND 90),
          lon %real NOT NULL CHECK (lon BETWEEN -180 AND 180),
          version %int NOT NULL)
        """,
        "CREATE INDEX meeting_points_host ON meeting_points (host)",
      ])
  ])

let meetingPointCapability = Capability(
  "meetingPoints",
  schema: [meetingPointSchema],
  tables: [
    TableClaim(
      "meeting_points", export: .yes("meetingPoints"), erasure: .yes("lose their host"),
      rules: .yes("meeting-point-has-a-name"))
  ],
  invariants: [
    Invariant(
      "meeting-point-has-a-name", "A meeting point has a name.",
      countingBreaches: "SELECT COUNT(*) FROM meeting_points WHERE name = ''")
  ],
  personalData: [MeetingPointData()],
  parts: meetingPointNotifications + [MeetingPointZones()])

/// Meeting points in the database.
enum MeetingPointStore {
  private static let selection =
    "SELECT id, realm, host, name, lon, lat, version FROM meeting_points"

  static func find(_ id: EntityID, in session: StoreSession) throws -> MeetingPoint? {
    try session.first(selection + " WHERE id = ?1", [.id(id)], read)
  }

  static func each(in session: StoreSession, _ emit: (MeetingPoint) -> Void) throws {
    try session.each(selection) { emit(try read($0)) }
  }

  static func insert(_ point: MeetingPoint, in transaction: WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO meeting_points (id, realm, host, name, lon, lat, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .id(point.id), .id(point.realm), .id(point.host), .text(point.name),
        .real(point.position.lon), .real(point.position.lat), .int(point.version),
      ])
    try transaction.record("meetingPoint", point.id, realm: point.realm, .insert)
  }

  private static func read(_ row: any Row) throws -> MeetingPoint {
    MeetingPoint(
      id: try row.id(0), realm: try row.id(1), host: try row.optional(2, row.id),
      name: try row.text(3), position: LonLat(lon: try row.real(4), lat: try row.real(5)),
      version: try row.int(6))
  }
}

struct MeetingPointData: PersonalDataHolder {
  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) throws {
    let names = try session.all(
      "SELECT name FROM meeting_points WHERE host = ?1 ORDER BY id", [.id(account)]
    ) { try $0.text(0) }
    json.array("meetingPoints") { json in
      for name in names { json.string(name) }
    }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute(
      "UPDATE meeting_points SET host = NULL WHERE host = ?1", [.id(account)])
  }
}

extension NotificationKind {
  static let meetingPointMoved = NotificationKind(
    "meetingPointMoved", "Moved meeting points", "Verlegte Treffpunkte",
    telling: MeetingPointNotice.self)
}

let meetingPointNotifications = [NotificationKind.meetingPointMoved]

/// What is told of meeting points.
enum MeetingPointNotice: Notice {
  case moved(name: Told)

  var kind: NotificationKind { .meetingPointMoved }
}

extension MeetingPointNotice {
  func words(in room: English) -> String {
    switch self {
    case .moved(let name): "“\(name)” has moved."
    }
  }
}

extension MeetingPointNotice {
  func words(in room: German) -> String {
    switch self {
    case .moved(let name): "„\(name)“ ist jetzt an einem anderen Ort."
    }
  }
}

/// Tells a member of a move, in the transaction of the move.
func tell(
  _ member: EntityID, of point: MeetingPoint, by notifications: any NotificationSink,
  in transaction: WriteTransaction
) throws {
  try notifications.post(
    MeetingPointNotice.moved(name: Told(point.name)), to: member,
    about: NotificationSubject(.subRealm, point.realm), version: point.version, in: transaction)
}

/// Everything within 50 m of a meeting point, for its sub-realm.
struct MeetingPointZones: ZoneSource {
  static let kind = ZoneKind(rawValue: "meetingPoint")

  var kinds: [ZoneKind: String] { [Self.kind: "around where a group meets"] }

  var changeKinds: Set<String> { ["meetingPoint"] }

  func all(in session: StoreSession, _ emit: (ZoneGroup) -> Void) throws {
    try MeetingPointStore.each(in: session) { emit(group($0)) }
  }

  func groups(of subjects: [EntityID], in session: StoreSession) throws -> [ZoneGroup] {
    try subjects.compactMap { try MeetingPointStore.find($0, in: session).map(group) }
  }

  private func group(_ point: MeetingPoint) -> ZoneGroup {
    let zone = try? Zone(
      id: point.id, realms: [point.realm], kind: Self.kind,
      shape: .circle(centre: point.position, radius: 50), priority: 50)
    return ZoneGroup(subject: point.id, zones: zone.map { [$0] } ?? [])
  }
}
