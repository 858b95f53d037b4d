import Access
import Base
import Calendar
import Geodesy
import Registration
import Storage

/// A place that somebody keeps under a name, to meet there again.
///
/// - Thread: pure.
public struct SavedPlace: Hashable, Sendable {
  public var id: EntityID
  public var name: String
  /// With a position.
  public var place: Place

  /// Characters of a name.
  public static let names = 1...100

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("name", name)
      json.key("place")
      place.write(to: &json)
    }
  }
}

/// What is to be kept.
///
/// - Thread: pure.
public struct SavedPlaceDraft: Sendable {
  var name: String
  var place: Place

  /// Reads `{name, place}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    name = fields.string("name", SavedPlace.names)
    place =
      fields.object("place") { fields in
        let place = Place.read(fields)
        if place?.position == nil { fields.reject("lat", "is required") }
        return place ?? Place()
      } ?? Place()
    try fields.finish()
  }
}

/// The places that people keep for themselves, as candidates for where to meet.
///
/// - Thread: shared.
public struct SavedPlaceService: Sendable {
  let platform: Platform

  /// Most places of one account.
  public static let maximum = 200

  static func all(of account: EntityID, in session: StoreSession) throws -> [SavedPlace] {
    try session.all(
      """
      SELECT id, name, lat, lon, label, address FROM saved_places WHERE account = ?1
      ORDER BY name_key, id
      """, [.id(account)]
    ) { row in
      SavedPlace(
        id: try row.id(0), name: try row.text(1),
        place: Place(
          position: LonLat(lon: try row.real(3), lat: try row.real(2)),
          label: try row.optional(4, row.text), address: try row.optional(5, row.text)))
    }
  }

  /// Those of the caller, by name.
  public func list(caller: Caller) throws -> [SavedPlace] {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try Self.all(of: account, in: $0) }
  }

  /// One of the caller's.
  ///
  /// - Throws: `notFound`.
  public func find(_ id: EntityID, caller: Caller) throws -> SavedPlace {
    guard let place = try list(caller: caller).first(where: { $0.id == id }) else {
      throw Refusal.notFound("place")
    }
    return place
  }

  /// Keeps a place; one of the same name gives way to it.
  ///
  /// - Returns: its identifier.
  /// - Throws: `invalid` beyond ``maximum``.
  public func keep(_ draft: SavedPlaceDraft, caller: Caller) throws -> EntityID {
    let account = try caller.requiredPerson().account
    let id = platform.ids.next()
    return try platform.store.write { transaction in
      try transaction.execute(
        "DELETE FROM saved_places WHERE account = ?1 AND name_key = ?2",
        [.id(account), .text(NameKey.of(draft.name))])
      guard
        try transaction.count(
          "SELECT COUNT(*) FROM saved_places WHERE account = ?1", [.id(account)]) < Self.maximum
      else { throw Refusal.invalid("/name", "At most \(Self.maximum) places can be kept.") }
      try transaction.execute(
        """
        INSERT INTO saved_places (id, account, name, name_key, lat, lon, label, address)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """,
        [
          .id(id), .id(account), .text(draft.name), .text(NameKey.of(draft.name)),
          .real(draft.place.position?.lat ?? 0), .real(draft.place.position?.lon ?? 0),
          .text(orNull: draft.place.label), .text(orNull: draft.place.address),
        ])
      try transaction.record("savedPlace", id, .insert)
      return id
    }
  }

  /// Keeps a place no longer.
  ///
  /// - Throws: `notFound`.
  public func remove(_ id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    let count = try platform.store.write { transaction in
      try transaction.execute(
        "DELETE FROM saved_places WHERE id = ?1 AND account = ?2", [.id(id), .id(account)])
    }
    guard count > 0 else { throw Refusal.notFound("place") }
  }
}

/// Where an account sets out and which places it keeps.
struct PlacesData: PersonalDataHolder {
  func export(_ account: EntityID, from session: StoreSession, to json: inout JSONWriter) throws {
    let places = try SavedPlaceService.all(of: account, in: session)
    json.array("savedPlaces") { json in for place in places { place.write(to: &json) } }
    let activities = try session.all(
      "SELECT activity FROM starting_places WHERE account = ?1 ORDER BY activity", [.id(account)]
    ) { try $0.id(0) }
    try json.array("startingPlaces") { json in
      for activity in activities {
        guard let place = try StartingPlace.all(of: activity, in: session)[account] else {
          continue
        }
        json.object { json in
          json.member("activity", activity)
          json.key("place")
          place.write(to: &json)
        }
      }
    }
  }

  func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    for table in ["saved_places", "starting_places"] {
      try transaction.execute("DELETE FROM \(table) WHERE account = ?1", [.id(account)])
    }
  }
}
