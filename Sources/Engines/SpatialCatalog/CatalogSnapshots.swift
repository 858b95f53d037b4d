import Base
import FlatFiles
import Foundation
import Storage

/// The folder in which layers are kept over restarts.
///
/// - Thread: shared.
public struct CatalogSnapshots: Sendable {
  /// How many entries are compared with their rows before a snapshot is trusted.
  private static let samples = 64

  private let folder: String
  /// Layers with fewer entries are not kept.
  let leastEntries: Int

  /// - Parameters:
  ///   - folder: made if it is absent.
  ///   - leastEntries: smaller layers are not kept; they are read from their rows as fast.
  /// - Throws: `storageFull` if it cannot be made.
  public init(folder: String, leastEntries: Int = 5000) throws(Refusal) {
    self.folder = folder
    self.leastEntries = leastEntries
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw Refusal(.storageFull, "no-catalog-folder", "The folder \(folder) cannot be made.")
    }
  }

  private func path(_ layer: CatalogLayer) -> String { "\(folder)/\(layer.name).catalog" }

  /// Fills a layer from its snapshot and brings it up to date from the change log.
  ///
  /// - Returns: the sequence of the snapshot; nil if there is none that can be used, and the layer
  ///   has to be read from its rows.
  func restore(
    _ layer: CatalogLayer, from source: any CatalogSource, store: Store
  ) throws -> Int64? {
    guard let snapshot = try? CatalogSnapshot(mapping: path(layer)),
      snapshot.stamp.bodyVersion == source.bodyVersion,
      try isOf(store, snapshot.stamp),
      let later = try changes(after: snapshot, concerning: source, store: store)
    else { return nil }
    layer.load(snapshot)
    for start in stride(from: 0, to: later.count, by: 1000) {
      try layer.apply(later[start..<min(start + 1000, later.count)], from: source, store: store)
    }
    guard try agrees(layer, with: source, store: store) else {
      layer.empty()
      return nil
    }
    return snapshot.stamp.sequence
  }

  func save(_ layer: CatalogLayer, of source: any CatalogSource, at change: Change)
    throws(FlatFileError)
  {
    let stamp = CatalogSnapshot.Stamp(
      bodyVersion: source.bodyVersion, sequence: change.sequence, at: change.at.milliseconds,
      subject: change.subject)
    try layer.capture().write(stamp, to: path(layer))
  }

  /// Whether the store is the one that the snapshot was taken of, and has gone on from there.
  private func isOf(_ store: Store, _ stamp: CatalogSnapshot.Stamp) throws -> Bool {
    let change = try store.changes(after: stamp.sequence - 1, limit: 1).first
    return change?.sequence == stamp.sequence && change?.at.milliseconds == stamp.at
      && change?.subject == stamp.subject
  }

  /// What has to be applied to the snapshot; nil if reading all rows is less work.
  private func changes(
    after snapshot: CatalogSnapshot, concerning source: any CatalogSource, store: Store
  ) throws -> [Change]? {
    var relevant: [Change] = []
    var sequence = snapshot.stamp.sequence
    while true {
      let next = try store.changes(after: sequence, limit: 10_000)
      guard let last = next.last else { return relevant }
      sequence = last.sequence
      relevant += next.filter { source.changeKinds.contains($0.kind) }
      if relevant.count > snapshot.order.count / 4 { return nil }
    }
  }

  /// Whether some entries, spread over the layer, are what their rows say.
  private func agrees(
    _ layer: CatalogLayer, with source: any CatalogSource, store: Store
  ) throws -> Bool {
    let held = layer.sample(CatalogSnapshots.samples)
    let rows = try store.readOnce { try source.entries(held.map(\.id), in: $0) }
    let bodies = Dictionary(rows.map { ($0.id, $0.body) }, uniquingKeysWith: { $1 })
    return held.allSatisfy { bodies[$0.id] == $0.body }
  }
}
