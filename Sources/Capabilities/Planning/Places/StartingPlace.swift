import Base
import Geodesy
import Storage

/// Where somebody sets out to an activity, as that one has said; told to nobody else.
///
/// - Thread: pure.
public enum StartingPlace: Hashable, Sendable {
  /// From the appointment before, or from home where there is none.
  case previous
  case home
  /// From somewhere that was shown.
  case shown(LonLat)

  /// What can be said.
  public enum Source: String, Sendable, CaseIterable {
    case previous, home, shown
  }

  public var source: Source {
    switch self {
    case .previous: .previous
    case .home: .home
    case .shown: .shown
    }
  }

  public var position: LonLat? { if case .shown(let position) = self { position } else { nil } }

  /// Reads `{from, lat?, lon?}`; the position only of what is shown.
  public init(reading fields: JSONFields) throws(Refusal) {
    let source = fields.choice("from", Source.self)
    let lat = fields.optional("lat") { $0.number("lat", -90...90) }
    let lon = fields.optional("lon") { $0.number("lon", -180...180) }
    switch source {
    case .shown:
      if lat == nil || lon == nil { fields.reject("lat", "and lon are required for \"shown\"") }
      self = .shown(LonLat(lon: lon ?? 0, lat: lat ?? 0))
    case .home: self = .home
    default: self = .previous
    }
    if source != .shown, lat != nil || lon != nil {
      fields.reject("lat", "and lon belong to \"shown\" alone")
    }
    try fields.finish()
  }

  private init(_ source: Source, _ position: LonLat?) {
    switch source {
    case .previous: self = .previous
    case .home: self = .home
    case .shown: self = position.map(Self.shown) ?? .previous
    }
  }

  // MARK: Rows

  /// Those that were given for an activity.
  static func all(
    of activity: EntityID, in session: StoreSession
  ) throws -> [EntityID: StartingPlace] {
    var places: [EntityID: StartingPlace] = [:]
    try session.each(
      "SELECT account, source, lat, lon FROM starting_places WHERE activity = ?1", [.id(activity)]
    ) { row in
      places[try row.id(0)] = StartingPlace(
        try row.word(1, Source.self),
        try row.optional(2, row.real).map { LonLat(lon: try row.real(3), lat: $0) })
    }
    return places
  }

  func put(
    of account: EntityID, in activity: EntityID, _ transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO starting_places (activity, account, source, lat, lon) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (activity, account) DO UPDATE SET source = ?3, lat = ?4, lon = ?5
      """,
      [
        .id(activity), .id(account), .text(source.rawValue), .real(orNull: position?.lat),
        .real(orNull: position?.lon),
      ])
  }

  /// Forgets those of people who no longer take part, and all once nothing is to be chosen any more.
  ///
  /// - Parameter isOver: whether the activity is planned, or will not be.
  static func tidy(
    _ activity: EntityID, host: EntityID, isOver: Bool, in transaction: WriteTransaction
  ) throws {
    try transaction.execute(
      """
      DELETE FROM starting_places WHERE activity = ?1 AND (?2 = 1 OR (account <> ?3
        AND account NOT IN (SELECT account FROM activity_invitees WHERE activity = ?1)))
      """,
      [.id(activity), .bool(isOver), .id(host)])
  }

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("from", source.rawValue)
      json.member("lat", position?.lat)
      json.member("lon", position?.lon)
    }
  }
}
