import Base
import Objects

/// What answers of objects, instances and purchases look like.
extension Components {
  private static let triple = Schema.array(.number(), 3...3)
  static let box = Schema.Property.required(
    "boundingBox", answer([.required("min", triple), .required("max", triple)]))

  private static let object: [Schema.Property] = [
    .required("id", .id), .required("name", .string(1...100)),
    .required("alt", .string(0...500)), .required("kind", words(ARObject.Kind.self)),
    .required("origin", words(ARObject.Origin.self)), .optional("owner", .id), box,
    .required("triangles", count), .required("bytes", count), .required("type", .string(1...100)),
    .required("sha256", .string(64...64)), .required("state", words(ARObject.State.self)),
    .required("createdAt", .instant), version, .required("content", .string(1...200)),
    .optional("picture", .named("Picture")),
  ]

  static let placed: [Schema.Property] = [
    .required("id", .id), .required("object", .id), .required("pose", .named("Pose")),
    .required("scale", .number(0.01...100)), .required("priority", .integer(0...100)),
    .optional("name", .string(1...80)), .optional("message", .string(1...280)),
    // Whether the message is shown in the picture of a camera; beside a message only.
    .optional("showsMessage", .boolean),
  ]

  private static let listed: [Schema.Property] =
    placed + [
      .required("realms", .array(.id)),
      .optional("trigger", answer([.required("radius", .number(1...1000))])),
      .required("author", .id), .required("createdAt", .instant), version,
      // Out of everybody's sight but its author's, until that changes it.
      .optional("hidden", .boolean),
    ]

  static let content: [(String, Schema)] = [
    ("Object", answer(object)),
    (
      "Picture",
      answer([
        .required("id", .id), .required("alt", .string(0...500)),
        .required("width", .integer(1...1280)), .required("height", .integer(1...2560)),
        .required("placeholder", .string(20...10_000)),
        .required(
          "sizes",
          .array(
            answer([
              .required("width", .integer(1...1280)), .required("height", .integer(1...2560)),
              .required("bytes", count), .required("content", .string(1...200)),
            ]), 1...3)),
      ])
    ),
    (
      "ScanRequest",
      answer([
        .required("id", .id), .required("name", .string(1...100)),
        .required("alt", .string(0...500)), .required("state", words(ScanRequest.State.self)),
        .optional("object", .id), .optional("reason", .string(ScanRequest.reasonLength)),
        .required("createdAt", .instant), .optional("decidedAt", .instant),
        .required("photos", .array(.named("Picture"), 0...ScanRequest.photoCount.upperBound)),
      ])
    ),
    (
      "InventoryItem",
      answer(
        object + [
          .required("source", words(InventoryItem.Source.self)), .required("realms", .array(.id)),
        ])
    ),
    (
      "Pose",
      answer([
        .required(
          "position",
          answer([
            .required("lat", .number(-90...90)), .required("lon", .number(-180...180)),
            // Absent where a stop does not say how high it is: on the ground.
            .optional("h", .number()),
          ])),
        .required(
          "quaternion",
          answer([
            .required("x", .number(-1.001...1.001)), .required("y", .number(-1.001...1.001)),
            .required("z", .number(-1.001...1.001)), .required("w", .number(-1.001...1.001)),
          ])),
      ])
    ),
    (
      "Instance",
      answer(
        listed + [
          .required(
            "reactions",
            answer(ReactionKind.allCases.map { .required($0.rawValue, count) })),
          .optional("ownReaction", words(ReactionKind.self)),
          .required("actions", .array(words(InstanceDetails.Action.self))),
        ])
    ),
    (
      "ListedInstance",
      // In a sub-realm with reactions, among one's own without.
      answer(
        listed + [
          .optional(
            "reactions", answer(ReactionKind.allCases.map { .required($0.rawValue, count) })),
          .optional("ownReaction", words(ReactionKind.self)),
          .optional("actions", .array(words(InstanceDetails.Action.self))),
        ])
    ),
    (
      "NearbyInstance",
      answer(
        placed + [
          .required("distance", .number(0...20_100_000)), .required("bearing", bearing),
          // Of a tour that is under way.
          .optional("stop", .id), box,
        ])
    ),
    (
      "Purchase",
      answer([
        .required("id", .id), .required("kind", .choice(["purchase", "refund", "adRevenue"])),
        .optional("subject", .id), .optional("organization", .id), .required("amount", count),
        .required("tax", count), .required("currency", .choice(["CAD", "USD"])),
        .required("reference", .string()), .required("at", .instant),
      ])
    ),
  ]
}
