import Content
import Proximity

/// What answers to positions look like.
extension Components {
  private static let position = Schema.Property.required(
    "position",
    answer([.required("lat", .number(-90...90)), .required("lon", .number(-180...180))]))

  /// A zone, and the one thing that it belongs to.
  private static let zone: [Schema.Property] = [
    .required("id", .id),
    .required(
      "kind",
      .choice(
        [ZoneKind.tourPush, .tourStart, .tourArea, .stop, .instance, .place, .realmArea]
          .map(\.rawValue))),
    .optional("tour", .id), .optional("stop", .id), .optional("instance", .id),
    .optional("realm", .id), .optional("item", .id),
  ]

  private static let point = Schema.Property.required(
    "point", .integer(0...PositionReport.limit - 1))

  static let proximity: [(String, Schema)] = [
    ("Zone", answer(zone)), ("ZoneEvent", answer(zone + [point])),
    (
      "Proximity",
      answer([
        .required("entered", .array(.named("ZoneEvent"))),
        .required("left", .array(.named("ZoneEvent"))),
        .required("inside", .array(.named("Zone"))),
        .required(
          "nearestTours",
          .array(
            answer([
              .required("tour", .id), .required("name", .string(1...120)),
              .optional("distance", .number(0...20_100_000)),
              .optional("bearing", .number(0...360)), .required("atStart", .boolean),
            ]))),
        .required(
          "ignored",
          .array(
            answer([point, .required("reason", words(ProximityUpdate.IgnoredReason.self))]))),
        .optional("run", .named("RunAdvance")),
      ])
    ),
    (
      "ZonePlan",
      answer([
        .required(
          "armed", .array(answer(zone + [position, .required("radius", .number(0...1e7))]))),
        .required("rearm", answer([position, .required("radius", .number(0...20_000))])),
        .required("inside", .array(.named("Zone"))), .required("watchable", .boolean),
      ])
    ),
  ]
}
