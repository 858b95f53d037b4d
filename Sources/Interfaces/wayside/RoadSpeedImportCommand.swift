import Base
import FlatFiles
import Foundation
import Geodata
import Routing

/// `wayside import road-speeds`: traffic, road works and closures for the data folder.
enum RoadSpeedImportCommand {
  static let command = Command(
    name: "import road-speeds", operands: "FILE.json", operandCount: 1...1,
    summary: """
      Takes speeds of roads that differ from the usual into use, for cars.
      The file names OpenStreetMap ways or boxes, a factor (0 closes the road), and from when until
      when it holds: {"speeds": [{"way": 4711, "direction": "forward", "factor": 0.4,
      "until": "2026-11-21T10:00:00Z"}, {"box": [9.50, 47.13, 9.53, 47.15], "factor": 0.7}]}.
      It replaces the file of that name; without one, roads are as fast as their tags say.
      """,
    options: [
      Arguments.Option(
        name: "data", value: "DIR", summary: "the data folder; made if it is absent"),
      Arguments.Option(
        name: "name", value: "NAME", summary: "what to keep it as; made of the file's name"),
      Command.json,
    ],
    run: run)

  private static func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let folder = GeodataFolder(in: try arguments.required("data"))
    guard let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    else { throw Refusal(.notFound, "no-file", "There is no file \(path).") }
    guard size <= RoadSpeeds.maximumSize, let content = FileManager.default.contents(atPath: path)
    else {
      throw Refusal.invalid(
        path, "cannot be read, or is larger than \(RoadSpeeds.maximumSize >> 20) MiB")
    }
    let speeds = try RoadSpeeds(json: [UInt8](content))
    let name = arguments["name"] ?? GeodataFolder.name(ofFile: path)
    try folder.importing {
      try FlatFileWriter.write(
        [UInt8](content), to: folder.place(.roadSpeeds, name: name))
    }
    guard arguments.has("json") else {
      Terminal.say("imported \(name): \(speeds.entries.count) roads and areas")
      return
    }
    Terminal.say { json in
      json.member("name", name)
      json.member("entries", speeds.entries.count)
    }
  }
}
