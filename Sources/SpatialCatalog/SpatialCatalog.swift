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
  }

  private let store: Store
  private let sources: [any CatalogSource]
  private let layers: [String: CatalogLayer]
  private let shapeSources: [any ShapeSource]
  private let shapeLayers: [String: ShapeLayer]
  private let followingLayers: [any FollowingLayer]
  private let state = Guarded(State())

  /// Reads every layer, then follows the change log.
  ///
  /// - Parameter layers: others that are kept equal to the store beside its own.
  /// - Throws: what reading the store throws.
  public init(
    store: Store, sources: [any CatalogSource], shapes: [any ShapeSource] = [],
    layers others: [any FollowingLayer] = []
  ) throws {
    self.store = store
    self.sources = sources
    followingLayers = others
    shapeSources = shapes
    shapeLayers = Dictionary(
      uniqueKeysWithValues: shapes.map { ($0.layer, ShapeLayer(name: $0.layer)) })
    layers = Dictionary(
      uniqueKeysWithValues: sources.map { ($0.layer, CatalogLayer(name: $0.layer)) })
    // Followed first: what is committed while the layers are read is applied after them.
    try store.follow(self)
    try store.read(deadlineSeconds: 600) { session in
      for source in sources {
        try layers[source.layer]?.load { emit in try source.all(in: session, emit) }
      }
      for source in shapeSources {
        var entries: [ShapeEntry] = []
        try source.all(in: session) { entries.append($0) }
        shapeLayers[source.layer]?.apply([], present: entries)
      }
      for layer in followingLayers { try layer.fill(in: session) }
    }
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
      state.withLock { $0.failure = nil }
    } catch {
      // Tried again together with the next changes; readiness tells of it meanwhile.
      state.withLock { state in
        state.pending = due + state.pending
        state.failure = "the catalog could not read a change: \(error)"
      }
    }
  }

  private func apply(_ changes: [Change]) throws {
    for source in sources {
      let relevant = changes.filter { source.changeKinds.contains($0.kind) }
      guard !relevant.isEmpty, let layer = layers[source.layer] else { continue }
      try store.readOnce { session in
        var ids: Set<EntityID> = []
        for change in relevant { ids.formUnion(try source.affected(by: change, in: session)) }
        layer.apply(Array(ids), present: try source.entries(Array(ids), in: session))
      }
    }
    for source in shapeSources {
      let ids = Set(changes.lazy.filter { source.changeKinds.contains($0.kind) }.map(\.subject))
      guard !ids.isEmpty, let layer = shapeLayers[source.layer] else { continue }
      try store.readOnce { session in
        layer.apply(Array(ids), present: try source.entries(Array(ids), in: session))
      }
    }
    for layer in followingLayers {
      let relevant = changes.filter { layer.changeKinds.contains($0.kind) }
      if relevant.isEmpty { continue }
      try store.readOnce { try layer.apply(relevant, in: $0) }
    }
  }
}
