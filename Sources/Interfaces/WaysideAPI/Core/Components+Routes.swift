import Base
import Itineraries

/// What ways from one place to another look like.
extension Components {
  private static let metres = Schema.number(0...1e9)
  private static let seconds = Schema.number(0...1e9)
  private static let place: [Schema.Property] = [
    .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
  ]

  private static let stop: [Schema.Property] =
    [.required("id", .string(3...1000)), .required("name", .string())] + place + [
      .optional("distance", metres), .optional("wheelchair", .boolean),
      .required("timetable", .string()), .required("timeZone", .string()),
      .required("firstDay", .string(10...10)), .required("lastDay", .string(10...10)),
    ]

  static let routes: [(String, Schema)] = [
    (
      "Routes",
      answer([
        .required("itineraries", .array(.named("Itinerary"), 1...10)),
        .required("breaking", .array(.string())), .optional("earlier", .instant),
        .optional("later", .instant), .required("ordering", .named("RouteOrdering")),
        .required("co2Source", .string()),
      ])
    ),
    (
      "Stop", answer(stop)
    ),
    (
      "Stops", answer([.required("items", .array(.named("Stop"), 0...100))])
    ),
    (
      "DepartureHandler",
      answer([
        .required("stop", .named("Stop")),
        .required("items", .array(.named("Departure"), 0...200)),
      ])
    ),
    (
      "Departure",
      answer([
        .required("mode", .choice(TravelMode.ofLegs.map(\.rawValue))),
        .required("line", .string()),
        .required("headsign", .string()), .required("agency", .string()),
        .required("trip", .string()), .optional("platform", .string()),
        .required("planned", .instant), .required("expected", .instant),
        .required("delay", .integer(-1_000_000...1_000_000)),
        .optional("headway", .integer(1...1_000_000)), .optional("cancelled", .boolean),
      ])
    ),
    (
      "Geodata",
      answer([
        .required(
          "maps",
          .array(
            answer([
              .required("name", .string()), .required("imported", .instant),
              .required("bounds", .array(.number(-180...180), 4...4)),
              .required("hasPlaces", .boolean),
            ]))),
        .required("heightTiles", count),
        .required(
          "heights",
          .array(answer([.required("name", .string()), .required("imported", .instant)]))),
        .required("timetables", .array(.named("ImportedTimetable"))),
        .required("warnings", .array(.string())),
      ])
    ),
    (
      "ImportedTimetable",
      answer([
        .required("name", .string()), .required("imported", .instant),
        .required("publisher", .string()), .required("version", .string()),
        .required("timeZone", .string()), .required("firstDay", .string(10...10)),
        .required("lastDay", .string(10...10)),
        .required("daysLeft", .integer(-1_000_000...1_000_000)),
        .optional(
          "delays",
          answer([
            .required("applied", count), .required("cancelled", count),
            .required("unknownTrips", count),
          ])),
      ])
    ),
    (
      "RouteOrdering",
      answer([
        .required("by", words(TravelOrder.self)), .required("unknownFares", .integer(0...10)),
      ])
    ),
    (
      "RouteFare",
      answer([
        .required("amount", .string(1...20)), .required("currency", .string(3...3)),
      ])
    ),
    (
      "Itinerary",
      answer([
        .required("departure", .instant), .required("arrival", .instant),
        .required("duration", seconds), .required("distance", metres), .required("walk", metres),
        .required("transfers", .integer(0...200)), .required("co2", .number(0...1e9)),
        .required("fare", .nullable(.named("RouteFare"))),
        .required("legs", .array(.named("ItineraryLeg"), 1...1000)),
        .optional(
          "stopovers",
          .array(.named("ItineraryStopover"), 1...ItineraryRequest.maximumVia),
          "The calls at places of via, in order of time."),
      ])
    ),
    (
      "ItineraryStopover",
      answer(
        [
          .required(
            "via", .integer(0...ItineraryRequest.maximumVia - 1),
            "Position among the places of via.")
        ] + place + [
          .required("arrival", .instant), .required("departure", .instant),
          .required("leg", .integer(1...1000), "Position in legs of the first leg after it."),
        ])
    ),
    (
      "ItineraryLeg",
      answer([
        .required("mode", .choice(TravelMode.ofLegs.map(\.rawValue))),
        .required("departure", .instant),
        .required("arrival", .instant), .required("duration", seconds),
        .required("distance", metres), .required("co2", .number(0...1e9)),
        .optional("from", .string()), .optional("to", .string()), .optional("estimated", .boolean),
        .optional(
          "snapped",
          answer([
            .required("start", metres), .required("end", metres), .optional("overWater", .boolean),
          ])),
        .optional("line", .string()), .optional("headsign", .string()),
        .optional("agency", .string()), .optional("trip", .string()),
        .optional(
          "plannedDeparture", .instant,
          "By the timetable, without the delays that are known; with a line only."),
        .optional("plannedArrival", .instant),
        .optional("color", .string(7...7)), .optional("textColor", .string(7...7)),
        .optional("headway", .integer(1...1_000_000)), .optional("wheelchair", .boolean),
        .optional("bicycles", .boolean),
        .optional("stops", .array(.named("ItineraryStop"), 2...1000)),
        .required("geometry", .named("ItineraryLine")),
        .required("steps", .array(.named("ItineraryStep"))),
      ])
    ),
    (
      "ItineraryLine",
      answer([
        .required("type", .choice(["LineString"])),
        .required("coordinates", .array(.array(.number(), 2...2), 2...1_000_000)),
      ])
    ),
    (
      "ItineraryStop",
      answer(
        [.required("name", .string())] + place + [
          .required("arrival", .instant), .required("departure", .instant),
        ])
    ),
    (
      "ItineraryStep",
      answer(
        [
          .required("instruction", .string(1...500)), .required("name", .string()),
          .required("distance", metres), .required("duration", seconds),
        ] + place)
    ),
  ]
}
