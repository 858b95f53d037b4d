import Base
import Geodata

/// `wayside remove`: takes imported maps, timetables and what belongs to them out of use.
enum RemoveCommand {
  static let command = Command(
    name: "remove", operands: "map|timetable|trip-updates|road-speeds|elevation NAME",
    operandCount: 2...2,
    summary: """
      Removes an imported file.
      A running server does without it within a second or two; requests under way end with it.
      """,
    options: [
      Arguments.Option(name: "data", value: "DIR", summary: "the data folder"), Command.json,
    ],
    run: run)

  private static let sections: [(word: String, section: GeodataFolder.Section)] = [
    ("map", .maps), ("timetable", .timetables), ("trip-updates", .tripUpdates),
    ("road-speeds", .roadSpeeds), ("elevation", .elevation),
  ]

  private static func run(_ arguments: Arguments) throws {
    let (word, name) = (arguments.operands[0], arguments.operands[1])
    guard let section = sections.first(where: { $0.word == word })?.section else {
      throw UsageError(
        message: "what is removed is one of \(sections.map(\.word).joined(separator: ", "))")
    }
    let folder = GeodataFolder(in: try arguments.required("data"))
    let isRemoved = try folder.importing { try folder.remove(section, name: name) }
    guard isRemoved else {
      let names = folder.entries(section).map(\.name)
      throw Refusal(
        .notFound, "no-import",
        "There is no \(word) named \(name); "
          + (names.isEmpty ? "none is imported." : "there are: \(names.joined(separator: ", "))."))
    }
    if arguments.has("json") {
      Terminal.say { json in
        json.member("removed", name)
      }
    } else {
      Terminal.say("removed \(word) \(name)")
    }
  }
}
