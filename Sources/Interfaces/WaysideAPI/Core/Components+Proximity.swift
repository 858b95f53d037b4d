import Base
import Presence
import Proximity

/// What answers to positions look like.
extension Components {
  private static let position = Schema.Property.required(
    "position",
    answer([.required("lat", .number(-90...90)), .required("lon", .number(-180...180))]))

  /// A zone, and the one thing that it belongs to.
  ///
  /// - Parameter kinds: the words for its kind, and where such a zone lies.
  private static func zone(_ kinds: [(name: String, place: String)]) -> [Schema.Property] {
    [
      .required("id", .id),
      .required(
        "kind", .choice(kinds.map { $0.name }),
        kinds.map { "\($0.name): \($0.place)" }.joined(separator: "; ") + "."),
      .optional("tour", .id), .optional("stop", .id), .optional("instance", .id),
      .optional("realm", .id), .optional("item", .id),
    ]
  }

  private static let point = Schema.Property.required(
    "point", .integer(0...PositionReport.limit - 1), "Its place among the points, from 0.")

  static func proximity(
    _ kinds: [(name: String, place: String)]
  ) -> [(String, Schema)] {
    let zone = zone(kinds)
    return [("Zone", answer(zone)), ("ZoneEvent", answer(zone + [point])), zonePlan(zone)]
      + reports
  }

  private static let reports: [(String, Schema)] = [
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
              .optional("bearing", bearing, "Degrees clockwise from north to its start."),
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
    )
  ]

  private static func zonePlan(_ zone: [Schema.Property]) -> (String, Schema) {
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
    )
  }
}
