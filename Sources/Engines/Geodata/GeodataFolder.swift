import Base
import Foundation

/// Where imported maps, heights and timetables lie in a data folder.
///
/// ```
/// DIR/maps/NAME/extract.map       streets and map features of one OpenStreetMap extract
/// DIR/maps/NAME/places.bin        its names and addresses, found by text
/// DIR/timetables/NAME/timetable.bin   one GTFS feed, with the walks between its stops
/// DIR/timetables/NAME/updates.pb      the trip updates that hold now, if any
/// DIR/elevation/N47E009.hgt       heights of one square degree
/// DIR/road-speeds/NAME            road speeds that differ from the usual, as JSON
/// DIR/geodata.lock                held by the import that runs
/// ```
///
/// Files carry their format's version and checksum. They are written beside their place, flushed
/// and renamed, so that readers see the old file or the new one; what a killed import leaves behind
/// is removed by the next.
///
/// - Thread: shared.
public struct GeodataFolder: Sendable {
  /// One sort of imported data.
  public struct Section: Hashable, Sendable {
    var folder: String
    /// The file in each entry's folder; nil where the entries are files themselves.
    var file: String?

    public init(folder: String, file: String?) {
      self.folder = folder
      self.file = file
    }

    public static let maps = Section(folder: "maps", file: "extract.map")
    public static let places = Section(folder: "maps", file: "places.bin")
    public static let timetables = Section(folder: "timetables", file: "timetable.bin")
    public static let tripUpdates = Section(folder: "timetables", file: "updates.pb")
    public static let roadSpeeds = Section(folder: "road-speeds", file: nil)
    public static let elevation = Section(folder: "elevation", file: nil)
  }

  /// One imported file.
  public struct Entry: Hashable, Sendable {
    /// What it was imported as: the name of a map, the file name of a height tile.
    public var name: String
    public var path: String
    /// Changes whenever the file is replaced.
    public var version: Version
    /// When it was imported.
    public var imported: Instant
  }

  /// What tells one file from its successor.
  public struct Version: Hashable, Sendable {
    var inode: UInt64
    var bytes: Int64
    var seconds: Int64
    var nanoseconds: Int64

    /// The same in every process.
    var text: String { "\(inode).\(bytes).\(seconds).\(nanoseconds)" }
  }

  /// The data folder.
  public let path: String

  public init(in path: String) { self.path = path }

  /// The imported files of a section, by name.
  public func entries(_ section: Section) -> [Entry] {
    let folder = path + "/" + section.folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard !name.hasPrefix("."), !GeodataFolder.isLeftover(name) else { return nil }
      return entry(name, folder + "/" + name + (section.file.map { "/" + $0 } ?? ""))
    }
  }

  private func entry(_ name: String, _ path: String) -> Entry? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let modified = status.st_mtim
    return Entry(
      name: name, path: path,
      version: Version(
        inode: UInt64(status.st_ino), bytes: Int64(status.st_size),
        seconds: Int64(modified.tv_sec), nanoseconds: Int64(modified.tv_nsec)),
      imported: Instant(milliseconds: 0).adding(seconds: Int64(modified.tv_sec)))
  }

  /// Where the file of a name is to be written; makes the folders for it.
  ///
  /// - Throws: `invalid-content` for a name that is not one to sixty-four of `a-z 0-9 - _ .`.
  public func place(_ section: Section, name: String) throws -> String {
    try GeodataFolder.check(name: name)
    var folder = path + "/" + section.folder
    if section.file != nil { folder += "/" + name }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder + "/" + (section.file ?? name)
  }

  private static func check(name: String) throws(Refusal) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x61...0x7a, 0x41...0x5a, 0x30...0x39, 0x2d, 0x2e, 0x5f: true
      default: false
      }
    }
    guard isPlain, (1...64).contains(name.utf8.count), !name.hasPrefix("."), !isLeftover(name)
    else {
      throw .invalid(
        "name",
        "a name has 1 to 64 of the letters A to Z, digits, -, _ and ., and begins with none"
          + " of the last: \(name.prefix(80))")
    }
  }

  /// A name made of that of a file: `Porto 2020.osm.pbf` becomes `porto-2020`.
  public static func name(ofFile path: String) -> String {
    let file = (path as NSString).lastPathComponent
    let stem = file.split(separator: ".", maxSplits: 1).first.map(String.init) ?? file
    let letters = stem.lowercased().unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "0"..."9", "-", "_": Character(scalar)
      default: "-"
      }
    }
    let name = String(letters.prefix(64))
    return name.isEmpty ? "extract" : name
  }

  // MARK: Writing

  private static func isLeftover(_ name: String) -> Bool { name.contains(".new-") }

  /// Runs an import: one at a time, after what a killed one has left is removed.
  ///
  /// - Throws: `import-running` if another process imports into this folder.
  public func importing<Result>(_ body: () throws -> Result) throws -> Result {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path + "/geodata.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Refusal(.storageFull, "not-written", "The data folder cannot be written.")
    }
    // The lock ends with the process, however that ends.
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Refusal(
        .conflict, "import-running", "Another import into this data folder is running; wait for it."
      )
    }
    purge()
    do {
      return try body()
    } catch {
      purge()
      throw error
    }
  }

  /// Removes what killed and failed imports have left; only under the lock, when nobody writes.
  private func purge() {
    for section in [Section.maps, .timetables, .elevation, .roadSpeeds] {
      let folder = path + "/" + section.folder
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      for name in names where GeodataFolder.isLeftover((name as NSString).lastPathComponent) {
        try? FileManager.default.removeItem(atPath: folder + "/" + name)
      }
      // Folders that nothing came into; those with a file in them stay.
      if section.file != nil { for name in names { rmdir(folder + "/" + name) } }
    }
  }

  /// Removes an imported file; false if there is none of that name.
  public func remove(_ section: Section, name: String) throws -> Bool {
    try GeodataFolder.check(name: name)
    let folder = path + "/" + section.folder
    guard let file = section.file else { return unlink(folder + "/" + name) == 0 }
    if unlink(folder + "/" + name + "/" + file) != 0 { return false }
    // What belongs to a timetable goes with it, not the other way round.
    if section == .tripUpdates || section == .places { return true }
    try? FileManager.default.removeItem(atPath: folder + "/" + name)
    return true
  }
}
