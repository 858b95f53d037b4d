import Base
import Presence
import Visibility

/// What cameras ask and are answered.
extension Components {
  static let viewRequests: [(String, Schema)] = [
    (
      "ViewRequest",
      .object([
        .required(
          "pose", .named("CameraPoseInput"),
          """
          Where the camera is and how it is turned; with yaw, pitch and roll 0 it looks east. \
          Without h it is aboveGround over the imported heights; where none are known, h is required.
          """),
        .optional(
          "axes", words(CameraAxes.self),
          """
          Which own axis the camera looks along: +x with its left along +y (GeoPose, the default), \
          or -z with its right along +x (WebXR, ARCore, ARKit, glTF).
          """),
        .required(
          "fieldOfView",
          .object([
            .required("horizontal", .number(0...180)), .required("vertical", .number(0...180)),
          ]), "Degrees between opposite sides of the picture: above 0, below 180."),
        .required(
          "viewport",
          .object([
            .required("width", .integer(Camera.sides)), .required("height", .integer(Camera.sides)),
          ]), "Pixels of the picture."),
        .optional(
          "range", .number(0...Camera.maximumRange),
          "Metres along the ground, above 0; \(Int(Camera.defaultRange)) by default."),
        .optional(
          "aboveGround", .number(Camera.heightsAboveGround),
          """
          Metres of the camera above the ground, \(Camera.usualAboveGround) by default; needed on \
          towers and bridges where no heights are imported, and wherever h is left out.
          """),
        .required(
          "realm", .oneOf([.id, .choice(["public"])]),
          "The sub-realm whose instances are asked for."),
        .optional(
          "tour", .id,
          """
          The tour that the caller is on: objects of its next stop come before all others. Without \
          a run of it under way it changes nothing.
          """),
        .optional(
          "limit", .integer(ViewRequest.limits),
          "Most items; as many as the server's operator has set by default, usually 20."),
        .optional(
          "previous", .array(.id, 0...VisibilityEngine.maximumHistory),
          """
          Items shown before, in any order: they stay unless something clearly better comes. \
          Unknown ones are passed over.
          """),
      ])
    )
  ]

  private static func rotation(_ text: String) -> Schema.Property {
    .required(
      "quaternion", answer(["x", "y", "z", "w"].map { .required($0, .number(-1.001...1.001)) }),
      text)
  }

  private static func numbers(_ names: [String]) -> Schema {
    answer(names.map { .required($0, .number()) })
  }

  private static let item: [Schema.Property] =
    placed + [
      box, .optional("stop", .id, "During a tour: the stop that the object stands at."),
      .optional("target", .boolean, "During a tour: whether it is of the stop to go to next."),
      .required(
        "distance", .number(0...20_100_000),
        "Metres in a straight line from the camera to the object's origin."),
      .required("bearing", bearing, "Degrees clockwise from north to its origin."),
      .required(
        "elevation", .number(-90...90), "Degrees above the camera's horizontal plane."),
      .required(
        "screen", numbers(["x", "y", "width", "height"]),
        """
        The rectangle around what is in the picture of its box, in pixels from the left upper \
        corner, x to the right, y down.
        """),
      .optional(
        "middle", numbers(["x", "y"]),
        "The pixels of its box's middle, in or beyond the picture; absent if behind the camera."),
      .required("angularSize", .number(0...180), "Degrees that it takes up."),
      .required(
        "enu", numbers(["e", "n", "u"]), "Its origin in metres east, north and up of the camera."),
      rotation("Turns its own axes into the camera's east, north, up."),
      .required(
        "own",
        answer([
          .required("position", numbers(["forward", "left", "up"])),
          rotation("Turns its own axes into forward, left, up."),
        ]), "Its place in metres, and its rotation, in the camera's own frame."),
      .required(
        "occluded", .number(0...1), "The part of it that buildings and ground hide."),
      .required(
        "level", words(DetailLevel.self),
        "What is worth drawing at its size: the full model, its box, or a label."),
    ]

  static let views: [(String, Schema)] = [
    (
      "View",
      answer([
        .required("items", .array(answer(item)), "Nearest first."),
        .required(
          "hidden",
          answer([
            .required("outOfView", count), .required("occluded", count),
            .required("cluttered", count, "Covered by something shown, or beyond the limit."),
            .required("tooSmall", count),
            .optional(
              "beyondRange", count,
              "Absent for callers who block someone: how many of those are far is not counted."),
          ]), "How many are not shown, each once, by the first reason that holds."),
        .required(
          "complete", .boolean,
          "False if there were too many in range to look at; the nearest were."
        ),
        .required(
          "considered",
          answer([
            .required("buildings", .boolean), .required("terrain", .boolean),
            .optional(
              "guessedHeights", .number(0...1),
              """
              The part of the houses known here whose heights are only what is usual for their kind; \
              absent without houses.
              """),
          ]),
          "Whether houses and ground are known here, so that they can hide something."),
      ])
    ),
    (
      "ViewCell",
      answer([
        .optional(
          "sequence", .integer(),
          """
          Give it back as since, for the same circle and sub-realm. Absent during a tour, whose \
          objects are all there is: ask without since after it.
          """),
        .required(
          "complete", .boolean,
          "Whether items is everything, which replaces what was known, or what is new or changed."),
        .required(
          "items", .array(answer(placed + [box, .optional("stop", .id)])), "Nearest first."),
        .required("removed", .array(.id), "What was in the circle and no longer is."),
      ])
    ),
  ]
}
