import Base
import Geodesy

/// Shapes that several requests share.
extension Components {
  private static let angle = Schema.number(-360...360)
  private static let part = Schema.number(-1000...1000)
  private static let latitude = Schema.Property.required("lat", .number(-90...90))
  private static let longitude = Schema.Property.required("lon", .number(-180...180))

  /// A GeoPose, turned in one of the two ways.
  private static func pose(_ height: Schema.Property) -> Schema {
    let place = Schema.Property.required("position", .object([latitude, longitude, height]))
    return .oneOf([
      .object([
        place,
        .required(
          "quaternion",
          .object([
            .required("x", part), .required("y", part), .required("z", part), .required("w", part),
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
  }

  static let requests: [(String, Schema)] = [
    ("PoseInput", pose(.required("h", .number(GeoPose.heights)))),
    ("CameraPoseInput", pose(.optional("h", .number(GeoPose.heights)))),
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
        .object([
          .required("kind", .choice(["recording"])), .required("media", .id),
          .optional("seconds", .number(0...86_400)),
        ]),
      ])
    ),
  ]
}
