import Base
import FlatFiles
import Geodesy
import Places
import Routing

/// The imported maps, heights and timetables in use, kept equal to the files of a folder.
///
/// - Thread: shared. What is in use is a ``GeodataSnapshot`` that never changes and is replaced in
///   one step; whoever works with one keeps it as long as it needs.
public final class GeodataLibrary: Sendable {
  private struct State {
    var snapshot = GeodataSnapshot()
    /// Which files the snapshot was made of.
    var maps: [GeodataFolder.Entry] = []
    var places: [GeodataFolder.Entry] = []
    var elevation: [GeodataFolder.Entry] = []
    var timetables: [GeodataFolder.Entry] = []
    var tripUpdates: [GeodataFolder.Entry] = []
    var roadSpeeds: [GeodataFolder.Entry] = []
    var observers: [@Sendable (GeodataSnapshot) -> Void] = []
  }

  /// Nil for a library that has nothing and stays so.
  public let folder: GeodataFolder?
  /// Ways along the streets of all maps.
  public let streets = StreetRouter()
  private let state = Guarded(State())
  /// Held while files are read, so that two refreshes do not read the same.
  private let refreshing = Guarded(())

  /// Reads what the folder holds.
  ///
  /// - Complexity: tens of milliseconds per map.
  public init(_ folder: GeodataFolder? = nil) {
    self.folder = folder
    refresh()
  }

  /// What is in use now.
  public var current: GeodataSnapshot { state.withLock { $0.snapshot } }

  /// Has `body` called with what is in use: now, and whenever that changes, on the thread of
  /// ``refresh()``; it must call neither of the two.
  public func observe(_ body: @escaping @Sendable (GeodataSnapshot) -> Void) {
    refreshing.withLock { _ in
      let snapshot = state.withLock { state in
        state.observers.append(body)
        return state.snapshot
      }
      body(snapshot)
    }
  }

  /// Looks whether files were replaced, added or removed, and takes the new ones into use.
  ///
  /// A file that cannot be used is told in ``GeodataSnapshot/problems``; what was in use under its
  /// name stays so.
  ///
  /// - Returns: whether anything has changed.
  /// - Complexity: a `stat` per file when nothing has changed, tens of microseconds.
  @discardableResult
  public func refresh() -> Bool {
    guard let folder else { return false }
    return refreshing.withLock { _ in
      let maps = folder.entries(.maps)
      let places = folder.entries(.places)
      let elevation = folder.entries(.elevation)
      let timetables = folder.entries(.timetables)
      let tripUpdates = folder.entries(.tripUpdates)
      let roadSpeeds = folder.entries(.roadSpeeds)
      let (old, isSame) = state.withLock { state in
        (
          state.snapshot,
          state.maps == maps && state.places == places && state.elevation == elevation
            && state.timetables == timetables
            && state.tripUpdates == tripUpdates && state.roadSpeeds == roadSpeeds
        )
      }
      if isSame { return false }
      var snapshot = GeodataLibrary.load(maps, elevation, old: old)
      snapshot.load(places: places, old: old)
      snapshot.load(timetables, tripUpdates, old: old)
      snapshot.load(roadSpeeds: roadSpeeds, old: old)
      streets.replace(
        snapshot.maps.map(\.extract.streets),
        speeds: snapshot.roadSpeeds.reduce(into: RoadSpeeds()) { $0.entries += $1.speeds.entries })
      snapshot.join(streets, old: old)
      snapshot.nameState()
      let observers = state.withLock { state in
        state.snapshot = snapshot
        state.maps = maps
        state.places = places
        state.elevation = elevation
        state.timetables = timetables
        state.tripUpdates = tripUpdates
        state.roadSpeeds = roadSpeeds
        return state.observers
      }
      for observer in observers { observer(snapshot) }
      return true
    }
  }

  private static func load(
    _ maps: [GeodataFolder.Entry], _ elevation: [GeodataFolder.Entry], old: GeodataSnapshot
  ) -> GeodataSnapshot {
    var snapshot = GeodataSnapshot()
    snapshot.number = old.number + 1
    for entry in maps {
      let known = old.maps.first { $0.name == entry.name }
      if let known, known.version == entry.version {
        snapshot.maps.append(known)
        continue
      }
      do throws(FlatFileError) {
        let extract = try Extract(path: entry.path)
        snapshot.maps.append(
          ImportedMap(
            name: entry.name, extract: extract, imported: entry.imported, version: entry.version))
      } catch {
        snapshot.problems.append(.init(name: entry.name, detail: error.description))
        if let known { snapshot.maps.append(known) }
      }
    }
    var tiles: [ElevationTile] = []
    for entry in elevation {
      do throws(Refusal) {
        tiles.append(try ElevationTile(path: entry.path))
        snapshot.heights.append(
          ImportedHeights(name: entry.name, imported: entry.imported, version: entry.version))
      } catch {
        snapshot.problems.append(.init(name: entry.name, detail: error.detail))
      }
    }
    snapshot.elevation = ElevationTiles(tiles)
    return snapshot
  }
}

extension GeodataSnapshot {
  /// Takes the places of the maps into use; a file that cannot be read leaves those of its name as
  /// they were.
  fileprivate mutating func load(places entries: [GeodataFolder.Entry], old: GeodataSnapshot) {
    for index in maps.indices {
      let known = old.maps.first { $0.name == maps[index].name }
      maps[index].places = nil
      maps[index].placesVersion = nil
      guard let entry = entries.first(where: { $0.name == maps[index].name }) else { continue }
      if let known, known.placesVersion == entry.version {
        maps[index].places = known.places
        maps[index].placesVersion = known.placesVersion
        continue
      }
      do throws(FlatFileError) {
        maps[index].places = try PlaceIndex(path: entry.path)
        maps[index].placesVersion = entry.version
      } catch {
        problems.append(Problem(name: entry.name + " (places)", detail: error.description))
        maps[index].places = known?.places
      }
    }
  }
}
