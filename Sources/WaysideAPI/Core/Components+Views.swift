import Base
import Content
import Visibility

/// What cameras ask and are answered.
extension Components {
  static let viewRequests: [(String, Schema)] = [
    (
      "ViewRequest",
      .object([
        .required("pose", .named("PoseInput")),
        // Which own axis the camera looks along; forwardX, as in GeoPose, by default.
        .optional("axes", words(CameraAxes.self)),
        .required(
          "fieldOfView",
          .object([
            .required("horizontal", .number(0...180)), .required("vertical", .number(0...180)),
          ])),
        .required(
          "viewport",
          .object([
            .required("width", .integer(Camera.sides)), .required("height", .integer(Camera.sides)),
          ])),
        .optional("range", .number(0...Camera.greatestRange)),
        .optional("aboveGround", .number(Camera.heightsAboveGround)),
        .required("realm", .oneOf([.id, .choice(["public"])])),
        .optional("tour", .id), .optional("limit", .integer(ViewRequest.limits)),
        .optional("previous", .array(.id, 0...VisibilityEngine.greatestHistory)),
      ])
    )
  ]

  private static let rotation = Schema.Property.required(
    "quaternion",
    answer(["x", "y", "z", "w"].map { .required($0, .number(-1.001...1.001)) }))

  private static func metres(_ names: [String]) -> Schema {
    answer(names.map { .required($0, .number()) })
  }

  private static let item: [Schema.Property] =
    placed + [
      box, .optional("stop", .id), .optional("target", .boolean),
      .required("distance", .number(0...20_100_000)), .required("bearing", .number(0...360)),
      .required("elevation", .number(-90...90)),
      .required("screen", metres(["x", "y", "width", "height"])),
      .optional("middle", metres(["x", "y"])), .required("angularSize", .number(0...180)),
      .required("enu", metres(["e", "n", "u"])), rotation,
      .required(
        "own", answer([.required("position", metres(["forward", "left", "up"])), rotation])),
      .required("occluded", .number(0...1)), .required("level", words(DetailLevel.self)),
    ]

  static let views: [(String, Schema)] = [
    (
      "View",
      answer([
        .required("items", .array(answer(item))),
        .required(
          "hidden",
          answer([
            .required("outOfView", count), .required("occluded", count),
            .required("cluttered", count), .required("tooSmall", count),
            .optional("beyondRange", count),
          ])),
        .required("complete", .boolean),
        .required(
          "considered",
          answer([.required("buildings", .boolean), .required("terrain", .boolean)])),
      ])
    ),
    (
      "ViewCell",
      answer([
        // Absent during a tour, whose objects are all there is.
        .optional("sequence", .integer()), .required("complete", .boolean),
        .required("items", .array(answer(placed + [box, .optional("stop", .id)]))),
        .required("removed", .array(.id)),
      ])
    ),
  ]
}
