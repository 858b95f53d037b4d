import Base
import Foundation
import Realms
import Tours
import WaysideAPI

/// `wayside import` and `wayside export`: tours in and out as files.
enum ImportCommand {
  static let importing = Command(
    name: "import", operands: "DIR|FILE", operandCount: 1...1,
    summary: """
      Loads a dataset folder, or a tour from a GeoJSON, GPX, KML or bundle file.
      A dataset's tours are published; a single tour becomes a draft.
      """,
    options: Command.storeOptions + [
      Arguments.Option(
        name: "as", value: "EMAIL", summary: "the organization user on whose behalf it is done"),
      Command.json,
    ],
    run: runImport)

  static let exporting = Command(
    name: "export", operands: "TOUR FILE", operandCount: 2...2,
    summary: "Writes a tour to a file; its ending chooses: .geojson, .gpx, .kml or .zip.",
    options: Command.storeOptions + [
      Arguments.Option(
        name: "as", value: "EMAIL", summary: "sees drafts of that user's organization")
    ],
    run: runExport)

  private static func runImport(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Refusal(.notFound, "no-file", "There is no file or folder \(path).")
    }
    let installation = try Installation(arguments)
    defer { installation.close() }
    let services = installation.services
    let caller = try services.realms.accounts.actingCaller(email: arguments.required("as"))
    if isFolder.boolValue {
      let report = try DatasetImport(services: services, caller: caller).run(folder: path)
      for note in report.notes { Terminal.note(note) }
      if arguments.has("json") {
        Terminal.say { json in
          json.key("objects")
          json.integer(report.objects)
          json.key("tours")
          json.integer(report.tours)
          json.key("instances")
          json.integer(report.instances)
        }
      } else {
        Terminal.say(
          "loaded \(report.objects) objects, \(report.tours) tours, \(report.instances) instances")
      }
    } else {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Refusal(.notFound, "no-file", "The file \(path) cannot be read.")
      }
      let imported = try services.exchange.importTour([UInt8](data), by: caller)
      for note in imported.notes { Terminal.note(note) }
      Terminal.say("made the draft \(imported.details.tour.id)")
    }
  }

  private static func runExport(_ arguments: Arguments) throws {
    let path = arguments.operands[1]
    guard let id = EntityID(arguments.operands[0]) else {
      throw UsageError(message: "TOUR must be the identifier of a tour")
    }
    let ending = (path as NSString).pathExtension
    guard let format = TourFormat(rawValue: ending) else {
      throw UsageError(message: "FILE must end in .geojson, .gpx, .kml or .zip")
    }
    let installation = try Installation(arguments)
    defer { installation.close() }
    let services = installation.services
    let caller =
      try arguments["as"].map { try services.realms.accounts.actingCaller(email: $0) }
      ?? .anonymous
    let file = try services.exchange.export(id, as: format, for: caller)
    do {
      try Data(file.bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Refusal(.storageFull, "not-written", "\(path) cannot be written: \(error)")
    }
    Terminal.say("wrote \(file.bytes.count) bytes to \(path)")
  }
}
