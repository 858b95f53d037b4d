import Base

/// Shapes that several requests share.
extension Components {
  private static let angle = Schema.number(-360...360)
  private static let part = Schema.number(-1000...1000)
  private static let latitude = Schema.Property.required("lat", .number(-90...90))
  private static let longitude = Schema.Property.required("lon", .number(-180...180))

  private static let place = Schema.Property.required(
    "position",
    .object([latitude, longitude, .required("h", .number(-12_000...100_000))]))

  static let requests: [(String, Schema)] = [
    (
      "PoseInput",
      .oneOf([
        .object([
          place,
          .required(
            "quaternion",
            .object([
              .required("x", part), .required("y", part), .required("z", part),
              .required("w", part),
            ])),
        ]),
        .object([
          place,
          .required(
            "angles",
            .object([
              .required("yaw", angle), .required("pitch", angle), .required("roll", angle),
            ])),
        ]),
      ])
    ),
    // A line, or the word for one through the stops along the walking network.
    ("TourRoute", .oneOf([.named("Line"), .choice(["walk"])])),
    (
      "StopTrigger",
      .oneOf([
        .object([.required("radius", .number(1...1000))]),
        .object([.required("polygon", .named("Polygon"))]),
      ])
    ),
    (
      "Narration",
      .oneOf([
        .object([.required("kind", .choice(["speech"]))]),
        .object([.required("kind", .choice(["recording"])), .required("media", .id)]),
      ])
    ),
  ]
}
