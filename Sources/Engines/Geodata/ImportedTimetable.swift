import Base
import FlatFiles
import Foundation
import Routing
import Transit

/// One imported GTFS feed, with the delays known of it.
public struct ImportedTimetable: Sendable {
  public let name: String
  /// Answers with the delays of the trip updates, if there are any.
  public let engine: TransitEngine
  /// Its stops, for ways to and from them; the same while the delays change.
  public let stops: PlaceSet
  public let imported: Instant
  /// What became of the trip updates; nil if there are none.
  public let updates: UpdateReport?
  let version: GeodataFolder.Version
  let updatesVersion: GeodataFolder.Version?
}

extension GeodataSnapshot {
  /// Takes timetables into use; what has not changed since `old` is kept.
  mutating func load(
    _ timetables: [GeodataFolder.Entry], _ updates: [GeodataFolder.Entry], old: GeodataSnapshot
  ) {
    for entry in timetables {
      let known = old.timetables.first { $0.name == entry.name }
      let update = updates.first { $0.name == entry.name }
      if let known, known.version == entry.version, known.updatesVersion == update?.version {
        self.timetables.append(known)
        continue
      }
      do {
        var engine: TransitEngine
        let stops: PlaceSet
        if let known, known.version == entry.version {
          engine = known.engine.with(DelayOverlay())
          stops = known.stops
        } else {
          engine = try TransitEngine(TimetableFile.read(path: entry.path))
          stops = PlaceSet(engine.platformPositions)
        }
        var report: UpdateReport?
        if let update { report = apply(update, to: &engine) }
        self.timetables.append(
          ImportedTimetable(
            name: entry.name, engine: engine, stops: stops, imported: entry.imported,
            updates: report,
            version: entry.version, updatesVersion: update?.version))
      } catch {
        let detail = (error as? Refusal)?.detail ?? (error as? FlatFileError)?.description
        problems.append(Problem(name: entry.name, detail: detail ?? "It cannot be read."))
        if let known { self.timetables.append(known) }
      }
    }
  }

  /// Applies trip updates; without use of them the timetable holds as it is.
  private mutating func apply(
    _ entry: GeodataFolder.Entry, to engine: inout TransitEngine
  ) -> UpdateReport? {
    do throws(Refusal) {
      guard let content = FileManager.default.contents(atPath: entry.path) else {
        throw .invalid("updates.pb", "cannot be read")
      }
      let applied = engine.applying(
        try TripUpdates(message: [UInt8](content)), now: entry.imported)
      engine = applied.engine
      return applied.report
    } catch {
      problems.append(Problem(name: entry.name, detail: error.detail))
      return nil
    }
  }
}
