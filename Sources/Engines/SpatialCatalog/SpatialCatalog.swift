import Base
import Storage

/// The live, in-memory picture of everything that has a place, kept equal to the store.
///
/// Filled from the store at start; from then on it follows the change log, before the writer of a
/// change is answered: whoever gets an acknowledgement finds the change in the next query.
///
/// - Thread: shared.
public final class SpatialCatalog: ChangeFollower {
  private struct State {
    /// False while the layers are being filled; changes wait in `pending` until then.
    var isLive = false
    /// Changes that still have to be applied: those of the filling, or of a failed read.
    var pending: [Change] = []
    var failure: String?
    /// The last change that all layers hold, as far as it is known.
    var applied: Change?
    /// The sequence at which each layer was last saved.
    var saved: [String: Int64] = [:]
  }

  private let store: Store
  private let snapshots: CatalogSnapshots?
  private let sources: [any CatalogSource]
  private let layers: [String: CatalogLayer]
  private let shapeSources: [any ShapeSource]
  private let shapeLayers: [String: ShapeLayer]
  private let followingLayers: [any FollowingLayer]
  private let state = Guarded(State())

  /// Reads every layer, then follows the change log.
  ///
  /// - Parameters:
  ///   - layers: others that are kept equal to the store beside its own.
  ///   - snapshots: where layers are kept over restarts; nil to read all rows each time.
  /// - Throws: what reading the store throws.
  public init(
    store: Store, sources: [any CatalogSource], shapes: [any ShapeSource] = [],
    layers others: [any FollowingLayer] = [], snapshots: CatalogSnapshots? = nil
  ) throws {
    self.store = store
    self.snapshots = snapshots
    self.sources = sources
    followingLayers = others
    shapeSources = shapes
    shapeLayers = Dictionary(
      uniqueKeysWithValues: shapes.map { ($0.layer, ShapeLayer(name: $0.layer)) })
    layers = Dictionary(
      uniqueKeysWithValues: sources.map { ($0.layer, CatalogLayer(name: $0.layer)) })
    // Followed first: what is committed while the layers are read is applied after them.
    let last = try store.follow(self)
    try fill(upTo: last)
    while true {
      let pending = state.withLock { state in
        let pending = state.pending
        state.pending = []
        if pending.isEmpty { state.isLive = true }
        return pending
      }
      if pending.isEmpty { return }
      try apply(pending)
    }
  }

  /// Fills the layers with everything up to a change, from snapshots where they do.
  private func fill(upTo last: Int64) throws {
    var fromRows: [any CatalogSource] = []
    for source in sources {
      guard let layer = layers[source.layer] else { continue }
      let sequence = try snapshots?.restore(layer, from: source, store: store)
      if let sequence {
        state.withLock { $0.saved[source.layer] = sequence }
      } else {
        fromRows.append(source)
      }
    }
    try store.read(deadlineSeconds: 600) { session in
      for source in fromRows {
        try layers[source.layer]?.load { emit in try source.all(in: session, emit) }
      }
      for source in shapeSources {
        var entries: [ShapeEntry] = []
        try source.all(in: session) { entries.append($0) }
        shapeLayers[source.layer]?.apply([], present: entries)
      }
      for layer in followingLayers { try layer.fill(in: session) }
    }
    for layer in layers.values { layer.beginJournal(after: last) }
    let change = try store.changes(after: last - 1, limit: 1).first
    state.withLock { $0.applied = change?.sequence == last ? change : nil }
  }

  /// Keeps the layers for the next start.
  ///
  /// - Parameter leastChanges: layers that have seen fewer changes since they were last saved are
  ///   left as they are.
  /// - Throws: ``FlatFileError`` if a file cannot be written; what was there before stays.
  /// - Complexity: O(entries) for each layer saved; 1,000,000 in about a second. Readers and
  ///   writers go on meanwhile.
  public func saveSnapshots(leastChanges: Int64 = 1) throws {
    guard let snapshots else { return }
    for source in sources {
      let (applied, saved) = state.withLock { ($0.applied, $0.saved[source.layer] ?? 0) }
      // What the layer holds now is at least what it held when `applied` was read.
      guard let applied, let layer = layers[source.layer], layer.count >= snapshots.leastEntries,
        applied.sequence - saved >= leastChanges
      else { continue }
      try snapshots.save(layer, of: source, at: applied)
      state.withLock { $0.saved[source.layer] = applied.sequence }
    }
  }

  /// The layer of that name; an empty one if no source fills it.
  public func layer(_ name: String) -> CatalogLayer { layers[name] ?? CatalogLayer(name: name) }

  /// The layer of shapes of that name; an empty one if no source fills it.
  public func shapes(_ name: String) -> ShapeLayer { shapeLayers[name] ?? ShapeLayer(name: name) }

  /// Why the catalog may lag behind the store; nil while it is equal to it.
  public var failure: String? { state.withLock { $0.failure } }

  public func follow(_ changes: [Change]) {
    let due = state.withLock { state -> [Change] in
      state.pending += changes
      guard state.isLive else { return [] }
      let due = state.pending
      state.pending = []
      return due
    }
    guard !due.isEmpty else { return }
    do {
      try apply(due)
      state.withLock { state in
        state.failure = nil
        state.applied = due.last
      }
    } catch {
      // Tried again together with the next changes; readiness tells of it meanwhile.
      state.withLock { state in
        state.pending = due + state.pending
        state.failure = "the catalog could not read a change: \(error)"
      }
    }
  }

  private func apply(_ changes: [Change]) throws {
    // First whoever knows what is hidden from whom: nothing may show before that is known.
    for layer in followingLayers {
      let relevant = changes.filter { layer.changeKinds.contains($0.kind) }
      if relevant.isEmpty { continue }
      try store.readOnce { try layer.apply(relevant, in: $0) }
    }
    for source in sources {
      let relevant = changes.filter { source.changeKinds.contains($0.kind) }
      guard !relevant.isEmpty, let layer = layers[source.layer] else { continue }
      try layer.apply(relevant, from: source, store: store)
    }
    for source in shapeSources {
      let ids = Set(changes.lazy.filter { source.changeKinds.contains($0.kind) }.map(\.subject))
      guard !ids.isEmpty, let layer = shapeLayers[source.layer] else { continue }
      try store.readOnce { session in
        layer.apply(Array(ids), present: try source.entries(Array(ids), in: session))
      }
    }
  }
}
