import Access
import Base
import Foundation
import Identity
import Objects
import Tours
import WaysideAPI

/// `wayside import` and `wayside export`: tours in and out as files.
enum ImportCommand {
  static let importing = Command(
    name: "import", operands: "DIR|FILE", operandCount: 1...1,
    summary: """
      Loads a dataset folder, or a tour from a GeoJSON, GPX, KML or bundle file.
      A dataset's tours are published; a single tour becomes a draft.
      With --into, the points of a GeoJSON, CSV or GeoPackage file become instances there, all or none.

      """ + Command.alone,
    options: Command.storeOptions + [
      Arguments.Option(
        name: "as", value: "EMAIL", summary: "the organization user on whose behalf it is done"),
      Arguments.Option(
        name: "into", value: "REALM", summary: "places points in that sub-realm, or in public"),
      Arguments.Option(
        name: "object", value: "ID", summary: "what points show that do not name an object"),
      Arguments.Option(
        name: "height", value: "METRES",
        summary: "above the ellipsoid, of points that have none; 0 unless given"),
      Arguments.Option(
        name: "layer", value: "NAME", summary: "of a GeoPackage with several layers of points"),
      Command.json,
    ],
    run: runImport)

  static let exporting = Command(
    name: "export", operands: "TOUR FILE", operandCount: 2...2,
    summary: "Writes a tour to a file; its ending chooses: .geojson, .gpx, .kml or .zip.\n"
      + Command.alone,
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
    let isGeoPackage = (path as NSString).pathExtension.lowercased() == geoPackageEnding
    guard !isGeoPackage || arguments["into"] != nil else {
      throw UsageError(message: "a GeoPackage holds points, not a tour: say --into REALM")
    }
    let installation = try Installation(arguments, isMade: true)
    defer { installation.close() }
    let services = installation.services
    let caller = try services.identity.accounts.actingCaller(email: arguments.required("as"))
    if let realm = arguments["into"] {
      try runPoints(path, into: realm, arguments, services, caller)
    } else if isFolder.boolValue {
      let report = try DatasetImport(services: services, caller: caller).run(folder: path)
      for note in report.notes { Terminal.note(note) }
      if arguments.has("json") {
        Terminal.say { json in
          json.member("objects", report.objects)
          json.member("tours", report.tours)
          json.member("instances", report.instances)
        }
      } else {
        Terminal.say(
          "loaded \(report.objects) objects, \(report.tours) tours, \(report.instances) instances")
      }
    } else {
      let imported = try services.exchange.importTour(contents(of: path), caller: caller)
      for note in imported.notes { Terminal.note(note) }
      Terminal.say("made the draft \(imported.details.tour.id)")
    }
  }

  private static let geoPackageEnding = "gpkg"

  private static func contents(of path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Refusal(.notFound, "no-file", "The file \(path) cannot be read.")
    }
    return [UInt8](data)
  }

  private static func runPoints(
    _ path: String, into realm: String, _ arguments: Arguments, _ services: Services,
    _ caller: Caller
  ) throws {
    let ending = (path as NSString).pathExtension.lowercased()
    let format = PointFile.Format(rawValue: ending)
    guard format != nil || ending == geoPackageEnding else {
      throw UsageError(message: "FILE must end in .geojson, .csv or .gpkg with --into")
    }
    guard format == nil || arguments["layer"] == nil else {
      throw UsageError(message: "--layer is for files that end in .gpkg")
    }
    guard let into = realm == "public" ? SubRealmID.publicRealm : EntityID(realm) else {
      throw UsageError(message: "REALM must be the identifier of a sub-realm, or public")
    }
    let object = try arguments["object"].map { text in
      guard let id = EntityID(text) else {
        throw UsageError(message: "--object must be the identifier of an object")
      }
      return id
    }
    let height = try arguments["height"].map { text in
      guard let metres = Double(decimal: text) else {
        throw UsageError(message: "--height must be a number of metres")
      }
      return metres
    }
    let defaults = PointFile.Defaults(realm: into, object: object, height: height ?? 0)
    let file =
      if let format {
        try PointFile(contents(of: path), as: format, defaults)
      } else {
        try PointFile(geoPackage: path, layer: arguments["layer"], defaults)
      }
    let placed = try services.instances.place(InstanceBatch(file.drafts), caller: caller)
    if arguments.has("json") {
      Terminal.say { $0.member("instances", placed.count) }
    } else {
      Terminal.say("placed \(placed.count) instances")
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
      try arguments["as"].map { try services.identity.accounts.actingCaller(email: $0) }
      ?? .anonymous
    let file = try services.exchange.export(id, as: format, caller: caller)
    do {
      try Data(file.bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Refusal(.storageFull, "not-written", "\(path) cannot be written: \(error)")
    }
    Terminal.say("wrote \(file.bytes.count) bytes to \(path)")
  }
}
