import Access
import Base
import Foundation
import Geodesy
import Media
import Moderation
import Objects
import Tours
import WaysideAPI

/// Loads a folder of open files: tours as GeoJSON, models as GLB, instances as GeoJSON, and a
/// manifest that names them (format `wayside-dataset`, version 1).
///
/// Everything goes through the same services as a request would, on behalf of one organization
/// user: what they refuse is refused here.
struct DatasetImport {
  let services: Services
  let caller: Caller

  /// What was loaded.
  struct Report {
    var objects = 0
    var tours = 0
    var instances = 0
    /// What was left out, a sentence each.
    var notes: [String] = []
  }

  /// Loads the dataset whose `manifest.json` stands in `folder`.
  ///
  /// - Throws: `invalid` with the file and place that is wrong.
  func run(folder: String) throws -> Report {
    var report = Report()
    let manifest = try json(folder + "/manifest.json")
    guard manifest["format"]?.string == "wayside-dataset", manifest["version"]?.integer == 1 else {
      throw Refusal(
        .invalid, "no-dataset", "\(folder)/manifest.json is not a wayside-dataset of version 1.")
    }
    var names: [String: EntityID] = [:]
    if let path = manifest["objects"]?.string {
      names = try objects(folder + "/" + path)
      report.objects = names.count
    }
    for path in manifest["tours"]?.array?.compactMap(\.string) ?? [] {
      let file = folder + "/" + path
      let imported = try inFile(file) {
        try services.exchange.importTour(try bytes(file), names: names, caller: caller)
      }
      _ = try inFile(file) { try services.tours.publish(imported.details.tour.id, caller: caller) }
      report.tours += 1
      report.notes += imported.notes.map { "\(path): \($0)" }
    }
    if let path = manifest["instances"]?.string {
      report.instances = try instances(folder + "/" + path, names)
    }
    return report
  }

  // MARK: Parts

  private func objects(_ path: String) throws -> [String: EntityID] {
    let list = try json(path).array ?? []
    let folder = (path as NSString).deletingLastPathComponent
    var names: [String: EntityID] = [:]
    var progress = Progress("objects")
    for (index, item) in list.enumerated() {
      guard let slug = item["slug"]?.string, let file = item["file"]?.string,
        let name = item["name"]?.string, let alt = item["alt"]?.string
      else {
        throw Refusal(
          .invalid, "wrong-manifest", "\(path): entry \(index) needs slug, file, name and alt.")
      }
      let source = folder + "/" + file
      names[slug] = try inFile(source) {
        let glb = try bytes(source)
        let text = AltText.text(alt)
        return item["preset"]?.bool == true
          ? try services.objects.importPreset(name: name, alt: text, bytes: glb).id
          : try services.objects.upload(
            ObjectUpload(name: name, alt: text, bytes: glb), caller: caller
          )
          .id
      }
      progress.show(index + 1, of: list.count)
    }
    return names
  }

  private func instances(_ path: String, _ names: [String: EntityID]) throws -> Int {
    let features = try json(path)["features"]?.array ?? []
    var progress = Progress("instances")
    for (index, feature) in features.enumerated() {
      try inFile("\(path), feature \(index)") {
        let properties = feature["properties"]
        guard let slug = properties?["object"]?.string, let object = names[slug] else {
          throw Refusal.invalid("/properties/object", "names no object of the dataset")
        }
        let coordinates = feature["geometry"]?["coordinates"]?.array?.compactMap(\.number) ?? []
        guard coordinates.count == 3 else {
          throw Refusal.invalid("/geometry/coordinates", "must be longitude, latitude, height")
        }
        let turn = YawPitchRoll(yaw: properties?["yaw"]?.number ?? 0, pitch: 0, roll: 0)
        let pose = try GeoPose(
          validating: LonLat(lon: coordinates[0], lat: coordinates[1]), height: coordinates[2],
          orientation: Quaternion(turn))
        _ = try services.instances.place(
          InstanceDraft(
            object: object,
            placement: Placement(
              realms: [SubRealmID.publicRealm], pose: pose,
              scale: properties?["scale"]?.number ?? 1,
              priority: properties?["priority"]?.integer ?? Placement.usualPriority)),
          caller: caller)
      }
      progress.show(index + 1, of: features.count)
    }
    return features.count
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Refusal(.notFound, "no-file", "The file \(path) cannot be read.")
    }
    return [UInt8](data)
  }

  private func json(_ path: String) throws -> JSONValue {
    do {
      return try JSONValue(parsing: try bytes(path))
    } catch let error as JSONSyntaxError {
      throw Refusal(.malformed, "invalid-json", "\(path) is not JSON: \(error).")
    }
  }

  /// Names the file in what `work` refuses.
  private func inFile<T>(_ path: String, _ work: () throws -> T) throws -> T {
    do {
      return try work()
    } catch var refusal as Refusal {
      refusal.detail = "\(path): \(refusal.detail)"
      throw refusal
    }
  }
}
