import Base
import Foundation
import Media
import Objects
import WaysideAPI

/// `wayside scan`: the operator's side of scan requests.
enum ScanCommand {
  static let list = Command(
    name: "scan list", operands: "", operandCount: 0...0,
    summary: "Lists the scan requests that wait, the oldest first.\n" + Command.alone,
    options: Command.storeOptions + [Command.json]
  ) { arguments in
    let installation = try Installation(arguments)
    defer { installation.close() }
    let requests = try installation.services.scans.open()
    if arguments.has("json") {
      Terminal.say { json in
        json.array("items") { json in
          for request in requests { request.write(to: &json) }
        }
      }
    } else {
      for request in requests {
        Terminal.say(
          "\(request.id) \(request.createdAt) “\(request.name)”, \(request.photos.count) photos")
      }
      if requests.isEmpty { Terminal.say("no scan request waits") }
    }
  }

  static let fetch = Command(
    name: "scan fetch", operands: "ID", operandCount: 1...1,
    summary: "Writes the photos of a scan request that waits as 01.webp and so on.\n"
      + Command.alone,
    options: Command.storeOptions + [
      Arguments.Option(name: "into", value: "FOLDER", summary: "the folder; made if it is absent")
    ]
  ) { arguments in
    let id = try request(arguments)
    let folder = URL(fileURLWithPath: try arguments.required("into"), isDirectory: true)
    let installation = try Installation(arguments)
    defer { installation.close() }
    let photos = try installation.services.scans.files(id)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, bytes) in photos.enumerated() {
      let name = "\(index < 9 ? "0" : "")\(index + 1).webp"
      try Data(bytes).write(to: folder.appendingPathComponent(name), options: .atomic)
    }
    Terminal.say("wrote \(photos.count) photos into \(folder.path)")
  }

  static let fulfil = Command(
    name: "scan fulfil", operands: "ID FILE.glb", operandCount: 2...2,
    summary: "Puts a model into the inventory of who asked for it, and tells them.\n"
      + Command.alone,
    options: Command.storeOptions + [Command.json]
  ) { arguments in
    let id = try request(arguments)
    let path = arguments.operands[1]
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Refusal(.notFound, "no-file", "The file \(path) cannot be read.")
    }
    let installation = try Installation(arguments)
    defer { installation.close() }
    let object = try installation.services.scans.fulfil(id, with: [UInt8](data))
    if arguments.has("json") {
      Terminal.say { json in json.member("object", object.id) }
    } else {
      Terminal.say("made the object \(object.id)")
    }
  }

  static let decline = Command(
    name: "scan decline", operands: "ID", operandCount: 1...1,
    summary: "Declines a scan request and tells who made it why.\n" + Command.alone,
    options: Command.storeOptions + [
      Arguments.Option(name: "reason", value: "TEXT", summary: "why; they read it")
    ]
  ) { arguments in
    let id = try request(arguments)
    let reason = try arguments.required("reason")
    let installation = try Installation(arguments)
    defer { installation.close() }
    try installation.services.scans.decline(id, because: reason)
    Terminal.say("declined")
  }

  private static func request(_ arguments: Arguments) throws(UsageError) -> EntityID {
    guard let id = EntityID(arguments.operands[0]) else {
      throw UsageError(message: "ID must be one of those that wayside scan list shows")
    }
    return id
  }
}
