import Base
import Tours

/// What answers of tours and runs look like.
extension Components {
  private static let position = answer([
    .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
    .optional("h", .number()),
  ])
  private static let texts = Schema.map(.string())

  private static let stop: [Schema.Property] = [
    .optional("id", .id), .required("order", .integer(1...200)),
    .required("kind", words(TourStop.Kind.self)), .required("title", .string()),
    .required("titles", texts), .optional("text", .string()), .optional("texts", texts),
    .optional("narration", .named("Narration")),
    // One for each language in which there is a text or a recording.
    .optional("narrations", .map(.named("Narration"))), .required("position", position),
    .required("objects", .array(.id)), .optional("trigger", .named("StopTrigger")),
    .optional("pictures", .array(.named("Picture"), 0...10)),
  ]

  private static let head: [Schema.Property] = [
    .required("id", .id), .required("state", words(Tour.State.self)),
    .required("organization", .id), .required("organizationName", .string(1...100)),
    .required("name", .string(1...120)), .required("names", texts),
    .required("description", .string(1...4000)),
    .optional("picture", .named("Picture")),
    .optional("place", .string(1...120)), .required("price", .string(4...4)),
    .required("currency", .choice(["CAD", "USD"])),
    .required("languages", .array(.string(2...35))), .required("distance", .number(0...1e9)),
    .required("duration", count), .required("start", position), version,
    .optional("wheelchair", words(WheelchairAccess.self)),
  ]

  private static let warnings = Schema.array(
    answer([
      .required("code", words(TourWarning.Code.self)), .required("pointer", .string()),
      .required("detail", .string(1...500)),
    ]))

  private static let check: [Schema.Property] = [
    .required("count", count), .required("warnings", warnings),
    .required(
      "walk",
      answer([
        .required("noise", .number(TourCheck.Walk.noises)),
        .required("seed", .integer(TourCheck.Walk.seeds)),
        .required("speed", .number(TourCheck.Walk.speeds)),
        .required("distance", .number(0...1e9)), .required("seconds", .number(0...1e12)),
        .required("points", count), .required("repeated", count),
        .required(
          "stops",
          .array(
            answer([
              .required("order", .integer(1...200)), .required("title", .string()),
              .optional("entered", .number(0...1e9)), .optional("noticed", .number(0...1e9)),
            ]))),
        .required(
          "findings",
          .array(
            answer([
              .required("kind", words(TourCheck.Finding.Kind.self)),
              .required("stop", .integer(1...200)), .optional("other", .integer(1...200)),
              .optional("metres", .number(0...1e9)), .required("detail", .string(1...200)),
            ]))),
      ])),
  ]

  private static let editing: [Schema.Property] = [
    .optional("revision", count), .optional("hasDraft", .boolean),
    .optional("isPublished", .boolean), .optional("areaComputed", .boolean),
    .optional("warningCount", count), .optional("warnings", warnings),
  ]

  private static let tour: [Schema.Property] =
    head + editing + [
      .required("descriptions", texts), .required("purchased", .boolean),
      .optional("organizationPicture", .named("Picture")),
      .required(
        "links",
        .array(answer([.optional("title", .string(1...200)), .required("url", .string(8...2000))]))),
      .optional("durationMinutes", .integer(1...10_080)), .required("createdAt", .instant),
      // Where a stop has no trigger of its own.
      .optional("arrivalMetres", .number(1...1000)),
      .required("updatedAt", .instant), .optional("publishedAt", .instant),
      .required("end", position), .required("area", .named("Area")),
      .required("route", .named("Line")),
      .required(
        "objects",
        .array(answer([.required("object", .id), .required("position", position)]))),
      .required("stops", .array(answer(stop))),
    ]

  /// A number of people, or that they are too few to be told.
  private static let people = answer([
    .optional("count", count), .optional("fewerThan", .integer(1...1000)),
  ])

  private static let run: [Schema.Property] = [
    .required("id", .id), .required("state", words(TourRun.State.self)),
    .required("reached", count), .required("stopCount", count),
    .required(
      "metrics",
      answer([.required("distance", .number(0...1e9)), .required("seconds", .number(0...1e12))])),
  ]

  private static let runHead: [Schema.Property] = [
    .required("tour", .id), .required("name", .string(1...120)), .required("startedAt", .instant),
    .optional("completedAt", .instant), .optional("endedAt", .instant),
    .optional("pausedAt", .instant), .optional("keptUntil", .instant),
    .required("trial", .boolean),
  ]

  private static let progress: [Schema.Property] = [
    .required(
      "arrived",
      .array(answer(stop + [.required("stop", .id), .required("at", .instant)]))),
    .required(
      "target",
      .nullable(
        answer(
          stop + [
            .optional("stop", .id), .optional("distance", .number(0...20_100_000)),
            .optional("bearing", bearing),
          ]))),
    .required("completed", .boolean),
  ]

  static let tours: [(String, Schema)] = [
    ("Tour", answer(tour)),
    ("ImportedTour", answer(tour + [.required("notes", .array(.string()))])),
    (
      "TourSummary",
      answer(
        head + [
          .required("stopCount", count), .optional("distanceToStart", .number(0...20_100_000)),
          .required("hasDraft", .boolean), .optional("shape", .named("Line")),
          // The first stop that was searched for, where the tour's name was not.
          .optional(
            "stop", answer([.required("order", .integer(1...200)), .required("title", .string())])),
        ])
    ),
    (
      "TourGroup",
      answer([
        .required("name", .string()), .optional("organization", .id),
        .required("tours", .array(.id)),
      ])
    ),
    ("TourCheck", answer(check)),
    (
      "TourRevision",
      answer([
        .required("id", .id), .required("number", count),
        .required("use", words(TourRevisionSummary.Use.self)),
        .required("name", .string(1...120)), .required("distance", .number(0...1e9)),
        .required("stopCount", count), .required("createdAt", .instant),
        .optional("publishedAt", .instant),
      ])
    ),
    (
      "TourStatistics",
      answer([
        .required("started", people), .required("completed", people),
        .required(
          "stars",
          answer([
            .optional("count", count), .optional("fewerThan", .integer(1...1000)),
            .optional("mean", .number(1...5)),
          ])),
        .required(
          "stops",
          .array(
            answer([
              .required("order", .integer(1...200)), .required("title", .string()),
              .required("reached", people),
            ]))),
      ])
    ),
    (
      "Run", answer(run + runHead + progress + [.optional("feedback", .named("TourFeedback"))])
    ),
    (
      "TourFeedback",
      answer([
        .required("id", .id), .required("stars", .integer(1...5)),
        .optional("text", .string(1...500)), .required("at", .instant),
      ])
    ),
    ("RunSummary", answer(run + runHead)),
    (
      "RunAdvance",
      answer(run + progress + [.required("trial", .boolean), .required("ignored", count)])
    ),
  ]
}
