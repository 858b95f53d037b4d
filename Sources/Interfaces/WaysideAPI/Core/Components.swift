import Base

/// The named schemas of the OpenAPI document.
///
/// Answers name every member that is written, but are open: members may be added, so clients must
/// pass over unknown ones. Requests are closed, but for geometries (RFC 7946, 6.1: foreign members).
enum Components {
  /// - Parameters:
  ///   - notificationKinds: the names of the registered kinds of notification.
  ///   - reportKinds: the words for what can be reported.
  ///   - zoneKinds: the words for the registered kinds of zones, and where such a zone lies.
  static func all(
    notificationKinds: [String], reportKinds: [String],
    zoneKinds: [(name: String, place: String)]
  ) -> [(String, Schema)] {
    geometry + (requests + viewRequests).map { ($0.0, $0.1.asRequest) } + realms
      + moderation(notificationKinds, reportKinds) + content + tours + views + travel
      + proximity(zoneKinds)
      + streets + routes + places + planning + teams + talk
  }

  /// The path parameters by name; identifiers are not listed.
  static func pathParameter(_ name: String) -> Schema {
    switch name {
    case "realm": .oneOf([.id, .choice(["public"])])
    // A link's token, or the identifier of an invitation to the caller.
    case "invitation", "slug", "feed": .string(1...200)
    // The timetable's name, a colon, and the feed's own name of the stop.
    case "stop": .string(1...1000)
    case "z", "x", "width": .integer(0...1_000_000)
    // A row and its ending.
    case "tile": .string(5...12)
    default: .id
    }
  }

  static func answer(_ members: [Schema.Property]) -> Schema { .object(members, open: true) }

  static func words<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> Schema
  where Word.RawValue == String { .choice(type.allCases.map(\.rawValue)) }

  static let count = Schema.integer(0...1_000_000_000)
  /// Degrees clockwise from north, below 360.
  static let bearing = Schema.number(0...359.99999)
  static let version = Schema.Property.required("version", .integer(1...1_000_000_000))
  /// A value of the preferences that clients keep with an account.
  static let preference = Schema.nullable(
    .oneOf([.boolean, .number(), .string(0...500)]))

  private static let position = Schema.array(.number(), 2...3)

  private static let geometry: [(String, Schema)] = [
    (
      "Polygon",
      .object(
        [
          .required("type", .choice(["Polygon"])),
          .required("coordinates", .array(.array(position, 4 ... .max), 1 ... .max)),
        ], open: true)
    ),
    (
      "MultiPolygon",
      .object(
        [
          .required("type", .choice(["MultiPolygon"])),
          .required(
            "coordinates", .array(.array(.array(position, 4 ... .max), 1 ... .max), 1 ... .max)),
        ], open: true)
    ),
    ("Area", .oneOf([.named("Polygon"), .named("MultiPolygon")])),
    (
      "Line",
      .object(
        [
          .required("type", .choice(["LineString"])),
          .required("coordinates", .array(position, 2...10_000)),
        ], open: true)
    ),
  ]
}
