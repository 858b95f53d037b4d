import Base
import Geodesy

/// What somebody who comes to an event says about the way: seats to offer, or one wanted.
///
/// - Thread: pure.
public struct RidePart: Hashable, Sendable {
  /// What one does: takes others along, or rides with one.
  public enum Role: String, Sendable, CaseIterable {
    case driver
    case seeker

    /// Whom one of the role is matched with.
    public var opposite: Role { self == .driver ? .seeker : .driver }
  }

  /// Where somebody sets out, told to nobody before both have agreed.
  public struct Start: Hashable, Sendable {
    /// WGS 84.
    public var position: LonLat
    public var label: String?
  }

  public var account: EntityID
  public var role: Role
  /// Offered beside the driver's; 0 for those who look for one.
  public var seats: Int
  public var source: RideDraft.Source
  public var start: Start

  /// Seats that can be offered.
  public static let seats = 1...7

  /// Writes it as one JSON object, for the one who has said it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("role", role.rawValue)
      if role == .driver { json.member("seats", seats) }
      json.object("start") { json in
        json.member("from", source.rawValue)
        start.writeMembers(to: &json)
      }
    }
  }
}

extension RidePart.Start {
  /// Writes the members of an open object.
  func writeMembers(to json: inout JSONWriter) {
    json.member("lat", position.lat)
    json.member("lon", position.lon)
    json.member("label", label)
  }
}

/// What is said about the way, as it is sent.
///
/// - Thread: pure.
public struct RideDraft: Sendable {
  /// Where one sets out.
  public enum Source: String, Sendable, CaseIterable {
    /// The home of the travel preferences, as it is now.
    case home
    /// A place that was shown.
    case shown
  }

  public var role: RidePart.Role
  public var seats: Int
  public var source: Source
  /// Of what is shown.
  public var shown: RidePart.Start?

  /// Characters of a label.
  public static let labels = 0...200

  /// Reads `{role, seats?, start: {from, lat?, lon?, label?}}`; seats belong to drivers, the position
  /// to what is shown.
  public init(reading fields: JSONFields) throws(Refusal) {
    let role = fields.choice("role", RidePart.Role.self)
    let seats = fields.optional("seats") { $0.integer("seats", RidePart.seats) }
    if role == .driver, seats == nil { fields.reject("seats", "is required of drivers") }
    if role == .seeker, seats != nil { fields.reject("seats", "are offered by drivers alone") }
    self.role = role ?? .seeker
    self.seats = seats ?? 0
    let start = fields.object("start") { inner in
      let source = inner.choice("from", Source.self)
      let lat = inner.optional("lat") { $0.number("lat", -90...90) }
      let lon = inner.optional("lon") { $0.number("lon", -180...180) }
      let label = inner.optional("label") { $0.string("label", Self.labels) }
      guard source == .shown else {
        if lat != nil || lon != nil || label != nil {
          inner.reject("lat", "and lon and label belong to \"shown\" alone")
        }
        return (source: source, shown: RidePart.Start?.none)
      }
      if lat == nil || lon == nil { inner.reject("lat", "and lon are required for \"shown\"") }
      return (
        source: source,
        shown: RidePart.Start(
          position: LonLat(lon: lon ?? 0, lat: lat ?? 0),
          label: label.flatMap { $0.isEmpty ? nil : $0 })
      )
    }
    self.source = start?.source ?? .home
    self.shown = start?.shown
    try fields.finish()
  }
}
