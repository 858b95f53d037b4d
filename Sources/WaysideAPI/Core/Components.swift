/// The named schemas of the OpenAPI document.
///
/// Answers are described openly: members may be added, so clients must pass over unknown ones.
enum Components {
  static let all: [(String, Schema)] = inputs + realms + content

  private static let position = Schema.array(.number(), 2...3)
  private static let coordinates = Schema.object(
    [
      .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
      .optional("h", .number(-12_000...1_000_000)),
    ])

  private static let inputs: [(String, Schema)] = [
    (
      "PoseInput",
      .object([
        .required(
          "position",
          .object([
            .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
            .required("h", .number(-12_000...1_000_000)),
          ])),
        .optional(
          "quaternion",
          .object([
            .required("x", .number()), .required("y", .number()), .required("z", .number()),
            .required("w", .number()),
          ])),
        .optional(
          "angles",
          .object([
            .required("yaw", .number()), .required("pitch", .number()),
            .required("roll", .number()),
          ])),
      ])
    ),
    (
      "Line",
      .object([
        .required("type", .choice(["LineString"])),
        .required("coordinates", .array(position, 2...100_000)),
      ])
    ),
    (
      "Area",
      .object([
        .required("type", .choice(["Polygon", "MultiPolygon"])),
        .required("coordinates", .array(.any)),
      ])
    ),
    (
      "StopInput",
      .object(
        [
          .required("title", .any), .optional("text", .any), .required("position", coordinates),
          .optional("kind", .choice(["object", "popup"])), .optional("objects", .array(.id)),
          .optional("trigger", .any), .optional("narration", .any),
        ], open: true)
    ),
  ]

  private static func answer(_ members: [Schema.Property]) -> Schema {
    .object(members, open: true)
  }

  private static let realms: [(String, Schema)] = [
    ("Account", answer([.required("id", .id), .optional("role", .string())])),
    ("AccountSummary", answer([.required("id", .id), .required("name", .string())])),
    ("NewSession", answer([.required("token", .string()), .required("account", .any)])),
    ("Session", answer([.required("id", .id)])),
    ("Realm", answer([.required("id", .id), .required("name", .string())])),
    ("Member", answer([.required("account", .any), .required("role", .string())])),
    ("Invitation", answer([])),
    ("OrganizationRequest", answer([.required("id", .id)])),
    ("Organization", answer([.required("id", .id), .required("name", .string())])),
    ("Report", answer([.required("id", .id)])),
    ("ReportCase", answer([.required("id", .id), .required("subject", .any)])),
    ("Notification", answer([.required("id", .id), .required("text", .string())])),
    ("NotificationSetting", answer([.required("kind", .string()), .required("enabled", .boolean)])),
  ]

  private static let content: [(String, Schema)] = [
    ("Object", answer([.required("id", .id), .required("name", .string())])),
    ("Instance", answer([.required("id", .id), .required("pose", .any)])),
    (
      "NearbyInstance",
      answer([
        .required("id", .id), .required("distance", .number()), .required("bearing", .number()),
      ])
    ),
    ("Tour", answer([.required("id", .id), .required("state", .string())])),
    ("Run", answer([.required("id", .id)])),
    (
      "RunAdvance",
      answer([
        .required("arrived", .array(.any)), .required("completed", .boolean),
        .required("metrics", .any),
      ])
    ),
    ("Purchase", answer([.required("id", .id)])),
    ("TourSummary", answer([.required("id", .id), .required("name", .string())])),
  ]
}
