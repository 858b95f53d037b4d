import Base
import Geodesy
import Places
import Routing

/// The maps, heights and timetables in use at one moment.
///
/// - Thread: immutable, shared.
public struct GeodataSnapshot: Sendable {
  /// A file that cannot be used.
  public struct Problem: Hashable, Sendable {
    /// What it was imported as.
    public var name: String
    public var detail: String
  }

  /// Counts the changes since the start.
  public internal(set) var number = 0
  /// By name.
  public internal(set) var maps: [ImportedMap] = []
  /// Metres above the EGM96 geoid.
  public internal(set) var elevation = ElevationTiles()
  /// The files that these heights are from, by name.
  public internal(set) var heights: [ImportedHeights] = []
  /// By name.
  public internal(set) var timetables: [ImportedTimetable] = []
  /// The timetables as they are searched.
  public internal(set) var joined: [JoinedTimetables] = []
  /// By name.
  public internal(set) var roadSpeeds: [ImportedRoadSpeeds] = []
  public internal(set) var problems: [Problem] = []
  /// Names the files by which ways are found and the state of each: the same after a restart, another one as
  /// soon as a file in use is another; empty where there is none.
  public internal(set) var stateOfWays = ""
  /// The same without delays and road speeds, which come every half minute and matter for days.
  public internal(set) var lastingStateOfWays = ""
  /// Which maps and heights are in use: what is drawn, and what stands in the way of looking.
  ///
  /// Delays and road speeds, which come every half minute, leave it as it is.
  public internal(set) var stateOfGround = ""

  public init() {}

  /// The map that covers a position: of several, the one of the smallest area; nil if none does.
  public func map(covering position: LonLat) -> ImportedMap? {
    maps.filter { $0.bounds.contains(position) }.min {
      $0.bounds.squareDegrees < $1.bounds.squareDegrees
    }
  }

  /// Says in ``stateOfWays`` and ``stateOfGround`` what is in use; names of places lead nobody anywhere.
  mutating func nameState() {
    var files = maps.map { "map \($0.name) \($0.version.text)" }
    files += heights.map { "heights \($0.name) \($0.version.text)" }
    stateOfGround = files.joined(separator: "\n")
    let published = timetables.map { "timetable \($0.name) \($0.version.text)" }
    lastingStateOfWays = (files + published).joined(separator: "\n")
    files += timetables.map { timetable in
      let updates = timetable.updatesVersion.map { " \($0.text)" } ?? ""
      return "timetable \(timetable.name) \(timetable.version.text)\(updates)"
    }
    files += roadSpeeds.map { "speeds \($0.name) \($0.version.text)" }
    stateOfWays = files.joined(separator: "\n")
  }

  /// The car parks of all maps from which one goes on by public transport.
  public var parkAndRide: [ParkAndRide] { maps.flatMap(\.parkAndRide) }

  /// The places of all maps.
  public var places: [PlaceIndex] { maps.compactMap(\.places) }

  /// The maps that touch a box, by name.
  public func maps(touching bounds: Bounds) -> [ImportedMap] {
    maps.filter { $0.bounds.intersects(bounds) }
  }
}

/// One imported file of heights.
public struct ImportedHeights: Sendable, Hashable {
  /// Its corner: `N47E009.hgt`.
  public let name: String
  public let imported: Instant
  let version: GeodataFolder.Version
}

/// One imported OpenStreetMap extract.
public struct ImportedMap: Sendable {
  public let name: String
  public let extract: Extract
  /// Its names and addresses; nil for a map that was imported before there were any.
  public internal(set) var places: PlaceIndex?
  public let imported: Instant
  /// Car parks from which one goes on by public transport.
  public let parkAndRide: [ParkAndRide]
  /// The box of what the map knows: around its streets, and the sea before its coast; nil for a map that
  /// has neither.
  public let coverage: Bounds?
  let version: GeodataFolder.Version
  var placesVersion: GeodataFolder.Version?

  init(name: String, extract: Extract, imported: Instant, version: GeodataFolder.Version) {
    (self.name, self.extract, self.imported, self.version) = (name, extract, imported, version)
    parkAndRide = extract.map.parkAndRide
    guard extract.streets.segmentCount > 0 else {
      coverage = extract.map.boundsOfSea
      return
    }
    let streets = extract.streets.bounds
    if let sea = extract.map.boundsOfSea, !streets.crossesAntimeridian {
      coverage = Bounds(
        west: min(streets.west, sea.west), south: min(streets.south, sea.south),
        east: max(streets.east, sea.east), north: max(streets.north, sea.north))
    } else {
      coverage = streets
    }
  }

  /// The box around its streets.
  public var bounds: Bounds { extract.streets.bounds }
}
