import Base
import Routing

/// Answers about ways along streets.
extension Components {
  private static let metres = Schema.number(0...100_000_000)
  private static let seconds = Schema.number(0...100_000_000)

  /// The members of a leg along streets; see `JSONWriter.members(of:)`.
  static let streetLeg: [Schema.Property] = [
    .required("mode", words(StreetMode.self)), .required("distance", metres),
    .required("duration", seconds), .required("climb", metres), .required("descent", metres),
    .required("from", .named("SnappedPlace")), .required("to", .named("SnappedPlace")),
    .required("geometry", .named("RouteLine")), .required("steps", .array(.named("RouteStep"))),
  ]

  /// Modes of tables and of what is reached: those along streets, and public transport.
  private static let reachModes = Schema.choice(StreetMode.allCases.map(\.rawValue) + ["transit"])

  static let streets: [(String, Schema)] = [
    (
      "RouteLine",
      answer([
        .required("type", .choice(["LineString"])),
        .required("coordinates", .array(.array(.number(), 2...3), 2 ... .max)),
      ])
    ),
    (
      "SnappedPlace",
      answer([
        .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
        .required("distance", metres), .required("street", .string()),
        .required("isPastIsland", .boolean), .optional("isOverWater", .boolean),
      ])
    ),
    (
      "RouteStep",
      answer([
        .required("maneuver", .string()), .required("instruction", .string()),
        .required("street", .string()), .required("distance", metres),
        .required("duration", seconds), .required("bearing", bearing),
        .required("start", .integer(0...1_000_000_000)),
      ])
    ),
    (
      "Matrix",
      answer([
        .required("mode", reachModes),
        .required("durations", .array(.array(.nullable(seconds)))),
        .optional("distances", .array(.array(.nullable(metres))), "Along streets alone."),
        .required(
          "sources", .array(.nullable(.named("SnappedPlace"))),
          "Where they were brought onto the streets; by public transport, onto those that are walked."
        ),
        .required("targets", .array(.nullable(.named("SnappedPlace")))),
      ])
    ),
    (
      "Isochrone",
      answer([
        .required("type", .choice(["FeatureCollection"])),
        .required(
          "features",
          .array(
            answer([
              .required("type", .choice(["Feature"])),
              .required("geometry", .named("MultiPolygon")),
              .required(
                "properties",
                answer([
                  .required("minutes", .number(1...StreetLimits.maximumMinutes)),
                  .required("mode", reachModes),
                ])),
            ]))),
        .required(
          "start", .nullable(.named("SnappedPlace")),
          "Where one gets onto the streets; null where public transport is reached without any."),
        .optional("stopCount", .integer(0...10_000_000), "Stops reached, by public transport."),
        .optional(
          "stops",
          .array(
            answer([
              .required("name", .string()), .required("lat", .number(-90...90)),
              .required("lon", .number(-180...180)), .required("arrival", .instant),
            ]), 0...StreetLimits.maximumStops), "The first of them, in the order of arrival."),
      ])
    ),
    (
      "Heights",
      answer([
        .required("datum", words(HeightDatum.self), "What the heights are counted from."),
        .required(
          "heights", .array(.nullable(.number(-12_000...10_000))),
          "Metres, in the order of the positions; null where nothing is imported."),
      ])
    ),
    (
      "TileDescription",
      answer([
        .required("tilejson", .choice(["3.0.0"])), .required("name", .string()),
        .required("tiles", .array(.string(), 1...1)), .required("scheme", .choice(["xyz"])),
        .required("attribution", .string()), .required("minzoom", .integer(0...30)),
        .required("maxzoom", .integer(0...30)), .optional("bounds", .array(.number(), 4...4)),
        .required(
          "vector_layers",
          .array(
            answer([.required("id", .string()), .required("fields", .map(.string()))]))),
        .required(
          "maps",
          .array(
            answer([.required("name", .string()), .required("imported", .instant)]))),
      ])
    ),
  ]
}

/// Bounds of questions about streets.
enum StreetLimits {
  /// Longest way of an isochrone.
  static let maximumMinutes = 120.0
  /// Most stops that an isochrone names.
  static let maximumStops = 2000
}
