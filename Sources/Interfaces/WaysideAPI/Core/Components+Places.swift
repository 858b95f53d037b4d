import Base
import Places

/// Answers about places.
extension Components {
  /// What `kinds` of a search can name.
  static let placeKinds = PlaceKind.allCases.map(\.word) + ["tour", "calendar"]

  static let places: [(String, Schema)] = [
    (
      "Place",
      answer([
        .required("kind", .choice(placeKinds)), .required("category", .string()),
        .required("title", .string()), .required("context", .string()),
        .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
        .optional("distance", .number(0...100_000_000)), .required("match", .number(0...1)),
        .optional("name", .string()), .optional("street", .string()),
        .optional("houseNumber", .string()), .optional("isInterpolated", .boolean),
        .optional("postcode", .string()), .optional("locality", .string()),
        .optional("city", .string()), .optional("openingHours", .string()),
        .optional("phone", .string()), .optional("website", .string()),
        .optional("wheelchair", .choice(["yes", "limited", "no"])),
        .optional("source", .string()), .optional("plusCode", .string()), .optional("tour", .id),
      ])
    ),
    (
      "Places",
      answer([
        .required("items", .array(.named("Place"))), .required("attribution", .string()),
      ])
    ),
  ]
}
