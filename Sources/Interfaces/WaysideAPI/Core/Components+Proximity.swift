import Base
import Presence
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
          .map(\.rawValue)),
      """
      tourPush: around a tour's area; tourStart: around its start; tourArea, stop, instance, \
      realmArea: that itself; place: of a calendar item.
      """),
    .optional("tour", .id), .optional("stop", .id), .optional("instance", .id),
    .optional("realm", .id), .optional("item", .id),
  ]

  private static let point = Schema.Property.required(
    "point", .integer(0...PositionReport.limit - 1), "Its place among the points, from 0.")

  static let proximity: [(String, Schema)] = [
    ("Zone", answer(zone)), ("ZoneEvent", answer(zone + [point])),
    (
      "Proximity",
      answer([
        .required(
          "entered", .array(.named("ZoneEvent")),
          "In the order of the points; what was crossed between two is here and in left."),
        .required("left", .array(.named("ZoneEvent"))),
        .required("inside", .array(.named("Zone")), "After the last point."),
        .required(
          "nearestTours",
          .array(
            answer([
              .required("tour", .id), .required("name", .string(1...120)),
              .optional(
                "distance", .number(0...20_100_000),
                "Metres to its start; absent if no point counted."),
              .optional("bearing", .number(0...360), "Degrees clockwise from north to its start."),
              .required("atStart", .boolean, "Whether its start is here."),
            ])), "Tours to be told of here, nearest start first."),
        .required(
          "ignored",
          .array(
            answer([
              point,
              .required(
                "reason", words(ProximityUpdate.IgnoredReason.self),
                """
                old: not later than one before; future: ahead of the server's clock; expired: \
                older than what is remembered; inaccurate: too vague.
                """),
            ])), "Points that have changed nothing."),
        .optional(
          "run", .named("RunAdvance"), "What the points did to the tour that is under way."),
      ])
    ),
    (
      "ZonePlan",
      answer([
        .required(
          "armed",
          .array(
            answer(zone + [position, .required("radius", .number(0...1e7), "Metres.")])),
          "Circles to watch; for areas, circles around them. Nearest border first."),
        .required(
          "rearm",
          answer([position, .required("radius", .number(0...20_000), "Metres.")]),
          "The circle after which to ask again: until then nothing else can be entered."),
        .required("inside", .array(.named("Zone")), "Where the position is inside of already."),
        .required(
          "watchable", .boolean,
          """
          False if the rearm circle is too small for phones to watch: send positions while moving.
          """),
      ])
    ),
  ]
}
