import Base
import Foundation
import Storage

/// The live, in-memory picture of everything that has a place, kept equal to the store.
///
/// Filled from the store at start; from then on it follows the change log on a queue of its own, a
/// moment behind: no writer waits for it. Whoever reads a layer waits until it holds what was
/// acknowledged before (``Freshness``), so that an acknowledged change is found by the next query.
///
/// - Thread: shared.
public final class SpatialCatalog: ChangeFollower {
  /// How far the layers are behind the store.
  public struct Lag: Sendable {
    /// Changes that still have to be applied.
    public var changes: Int
    /// Since when there have been any; 0 if there are none.
    public var seconds: Double
  }

  private struct State {
    /// False while the layers are being filled; changes wait in `pending` until then.
    var isLive = false
    /// Changes that concern a layer and still have to be applied.
    var pending: [Change] = []
    /// The monotonic time from which on there have been pending ones.
    var pendingSince: Double?
    /// Whether the queue will look at what is pending.
    var isScheduled = false
    /// Whether a reader waits: nothing is gathered then.
    var isAwaited = false
    /// The monotonic time of the last batch.
    var lastBatch = -Double.infinity
    /// The last change heard of, whatever it concerns.
    var newest: Change?
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
  private let followingLayers: [any CatalogFollower]
  /// What each layer is concerned by, and what its readers wait for.
  private let readers: [(kinds: Set<String>, freshness: Freshness)]
  private let kinds: Set<String>
  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "wayside.catalog", qos: .userInitiated)
  private let gatherSeconds: Double

  /// Most changes that are applied at once.
  private static let batch = 256
  /// Most changes that may be pending; beyond it writers wait after all.
  private static let room = 50_000
  /// How long it takes until what has failed is tried again, unless something changes before.
  private static let retrySeconds = 1.0

  /// Reads every layer, then follows the change log.
  ///
  /// - Parameters:
  ///   - layers: others that are kept equal to the store beside its own.
  ///   - snapshots: where layers are kept over restarts; nil to read all rows each time.
  ///   - gatherSeconds: how much time lies between two batches of changes while no reader waits; what a
  ///     batch costs beside its changes is half of what a lone write costs in all.
  /// - Throws: what reading the store throws.
  public init(
    store: Store, sources: [any CatalogSource], shapes: [any ShapeSource] = [],
    layers others: [any CatalogFollower] = [], snapshots: CatalogSnapshots? = nil,
    gatherSeconds: Double = 0.01
  ) throws {
    self.gatherSeconds = gatherSeconds
    self.store = store
    self.snapshots = snapshots
    self.sources = sources
    followingLayers = others
    shapeSources = shapes
    shapeLayers = Dictionary(
      uniqueKeysWithValues: shapes.map { ($0.layer, ShapeLayer(name: $0.layer)) })
    layers = Dictionary(
      uniqueKeysWithValues: sources.map { ($0.layer, CatalogLayer(name: $0.layer)) })
    readers =
      others.map { ($0.changeKinds, $0.freshness) }
      + sources.compactMap { [layers] source in
        layers[source.layer].map { (source.changeKinds, $0.freshness) }
      }
      + shapes.compactMap { [shapeLayers] source in
        shapeLayers[source.layer].map { (source.changeKinds, $0.freshness) }
      }
    kinds = readers.reduce(into: []) { $0.formUnion($1.kinds) }
    for reader in readers { reader.freshness.onWait { [weak self] in self?.hurry() } }
    // Followed first: what is committed while the layers are read is applied after them.
    let last = try store.follow(self)
    try fill(upTo: last)
    while let batch = next() {
      try apply(batch.changes)
      finish(batch)
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
    for source in fromRows {
      layers[source.layer]?.load(try CatalogLoading.reading(source, from: store))
    }
    try store.read(deadlineSeconds: 600) { session in
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
    queue.sync { drain(gathers: false) }
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

  /// How far the layers are behind; readers of a layer do not notice it, they wait.
  public var lag: Lag {
    state.withLock { state in
      Lag(
        changes: state.pending.count,
        seconds: state.pendingSince.map { max(0, SystemClock().monotonicSeconds() - $0) } ?? 0)
    }
  }

  public func follow(_ changes: [Change]) {
    let relevant = changes.filter { kinds.contains($0.kind) }
    // Before anybody is told of the changes: whoever is told and reads then waits.
    for reader in relevant.isEmpty ? [] : readers {
      if let last = relevant.last(where: { reader.kinds.contains($0.kind) }) {
        reader.freshness.owe(last.sequence)
      }
    }
    let (start, isFull) = state.withLock { state -> (Double?, Bool) in
      state.newest = changes.last ?? state.newest
      state.pending += relevant
      if !relevant.isEmpty, state.pendingSince == nil {
        state.pendingSince = SystemClock().monotonicSeconds()
      }
      let isIdle = state.isLive && !state.isScheduled
      if isIdle, state.pending.isEmpty { state.applied = state.newest }
      let starts = isIdle && !state.pending.isEmpty
      if starts { state.isScheduled = true }
      return (starts ? delay(state) : nil, state.isLive && state.pending.count > Self.room)
    }
    if let start { schedule(after: start) }
    if isFull { queue.sync { drain(gathers: false) } }
  }

  /// Seconds until the next batch is due.
  private func delay(_ state: State) -> Double {
    if state.isAwaited || state.pending.count >= Self.batch { return 0 }
    return max(0, state.lastBatch + gatherSeconds - SystemClock().monotonicSeconds())
  }

  private func schedule(after seconds: Double) {
    if seconds > 0 {
      queue.asyncAfter(deadline: .now() + seconds) { self.drain() }
    } else {
      queue.async { self.drain() }
    }
  }

  /// A reader waits for what is pending, or about to be.
  private func hurry() {
    let isPending = state.withLock { state in
      let isFirst = !state.isAwaited
      state.isAwaited = true
      return isFirst && state.isLive && !state.pending.isEmpty
    }
    if isPending { schedule(after: 0) }
  }

  // MARK: The catalog's queue

  /// Changes that are applied together.
  private struct Batch {
    var changes: [Change]
    /// Everything up to here is held once they are applied.
    var last: Change?
  }

  /// - Parameter gathers: whether what has come meanwhile waits for more.
  private func drain(gathers: Bool = true) {
    while let batch = next() {
      do {
        try apply(batch.changes)
      } catch {
        fail(batch, error)
        return
      }
      finish(batch)
      let seconds = state.withLock { $0.pending.isEmpty ? 0 : delay($0) }
      if gathers, seconds > 0 { return schedule(after: seconds) }
    }
  }

  /// The changes to apply next; nil if there are none, and the catalog is live then.
  private func next() -> Batch? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.isLive = true
        state.isScheduled = false
        state.isAwaited = false
        state.pendingSince = nil
        return nil
      }
      state.lastBatch = SystemClock().monotonicSeconds()
      let changes = Array(state.pending.prefix(Self.batch))
      state.pending.removeFirst(changes.count)
      return Batch(changes: changes, last: state.pending.isEmpty ? state.newest : changes.last)
    }
  }

  private func finish(_ batch: Batch) {
    state.withLock { state in
      state.failure = nil
      state.applied = batch.last
    }
    for reader in readers { reader.freshness.hold(batch.last?.sequence ?? 0) }
  }

  /// Keeps the changes to be tried again; readers go on, and readiness tells of it meanwhile.
  private func fail(_ batch: Batch, _ error: any Error) {
    state.withLock { state in
      state.pending = batch.changes + state.pending
      state.isScheduled = false
      state.failure = "the catalog could not read a change: \(error)"
    }
    for reader in readers { reader.freshness.giveUp() }
    if (error as? DatabaseError)?.code == .closed { return }
    queue.asyncAfter(deadline: .now() + Self.retrySeconds) { [weak self] in self?.drain() }
  }

  /// The changes without those that later ones of the same thing repeat.
  private static func distinct(_ changes: [Change]) -> [Change] {
    struct Key: Hashable {
      let kind: String
      let subject: EntityID
      let realm: EntityID?
      let operation: Change.Operation
    }
    var seen: Set<Key> = []
    return Array(
      changes.reversed().filter {
        seen.insert(
          Key(kind: $0.kind, subject: $0.subject, realm: $0.realm, operation: $0.operation)
        ).inserted
      }.reversed())
  }

  private func apply(_ all: [Change]) throws {
    let changes = Self.distinct(all)
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
