import Base
import Itineraries

/// What ways from one place to another look like.
extension Components {
  private static let metres = Schema.number(0...1e9)
  private static let seconds = Schema.number(0...1e9)
  private static let place: [Schema.Property] = [
    .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
  ]

  static let routes: [(String, Schema)] = [
    (
      "Routes",
      answer([
        .required("itineraries", .array(.named("Itinerary"), 1...10)),
        .required("breaking", .array(.string())), .required("ordering", .named("RouteOrdering")),
        .required("co2Source", .string()),
      ])
    ),
    (
      "RouteOrdering",
      answer([
        .required("by", words(ItineraryOrder.self)), .required("unknownFares", .integer(0...10)),
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
        .required("transfers", .integer(0...20)), .required("co2", .number(0...1e9)),
        .required("fare", .nullable(.named("RouteFare"))),
        .required("legs", .array(.named("ItineraryLeg"), 1...100)),
      ])
    ),
    (
      "ItineraryLeg",
      answer([
        .required("mode", words(ItineraryMode.self)), .required("departure", .instant),
        .required("arrival", .instant), .required("duration", seconds),
        .required("distance", metres), .required("co2", .number(0...1e9)),
        .optional("from", .string()), .optional("to", .string()), .optional("estimated", .boolean),
        .optional("line", .string()), .optional("headsign", .string()),
        .optional("agency", .string()), .optional("trip", .string()),
        .optional("color", .string(7...7)), .optional("textColor", .string(7...7)),
        .optional("headway", .integer(1...1_000_000)), .optional("wheelchair", .boolean),
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
