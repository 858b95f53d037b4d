import Base

/// A live index: readers see an immutable snapshot, one writer at a time changes it in batches.
///
/// A snapshot is a few packed trees: the base, deltas of later entries, each with room for sixteen times as
/// many as the next, and a tail of the latest few hundred; entries of older trees that were removed or
/// replaced are marked dead. The tail is rebuilt with each batch and flows into the deltas, which
/// ``merge()`` turns together with the base into a new base while readers and writers go on.
///
/// - Thread: shared. Readers take one reference under a lock (about 20 ns) and never wait for a
///   batch or a merge.
public final class SpatialLayer<Tree: PackedTree>: Sendable {
  /// Runs a piece of work later on another thread.
  public typealias Scheduler = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  private let published: Guarded<Tree.Snapshot>
  private let writer: Guarded<LayerWriter<Tree>>
  private let scheduler: Scheduler?

  /// - Parameters:
  ///   - tree: what it holds at first, for instance a mapped snapshot.
  ///   - tailLimit: up to so many entries are rebuilt with each batch.
  ///   - deltaLimit: with so many entries (or an eighth of the base, if that is more) in the deltas,
  ///     a merge is due.
  ///   - scheduler: where due merges run; nil for inside of the batch that makes them due.
  public init(
    _ tree: Tree = Tree([]), tailLimit: Int = 256, deltaLimit: Int = 16_384,
    scheduler: Scheduler? = nil
  ) {
    let writer = LayerWriter(base: tree, tailLimit: tailLimit, deltaLimit: deltaLimit)
    published = Guarded(writer.snapshot)
    self.writer = Guarded(writer)
    self.scheduler = scheduler
  }

  /// What it holds now.
  public var snapshot: Tree.Snapshot { published.current }

  /// Number of entries.
  public var count: Int { writer.withLock { $0.count } }

  /// Removes items and puts entries, all at once for readers.
  ///
  /// - Parameters:
  ///   - put: new entries. Whatever these items had before is replaced.
  ///   - removed: items to remove; unknown ones are passed over.
  /// - Complexity: O(batch · log n + tail); all in all each entry is packed O(log n) times. About
  ///   0.1 ms for one item.
  public func apply(put: [Tree.Entry], remove removed: [UInt32] = []) {
    let isMergeDue = writer.withLock { writer in
      let isDue = writer.apply(put: put, remove: removed)
      published.swap(writer.snapshot)
      return isDue
    }
    guard isMergeDue else { return }
    if let scheduler {
      scheduler { [weak self] in self?.merge() }
    } else {
      merge()
    }
  }

  /// Replaces everything.
  public func reset(to tree: Tree) {
    writer.withLock { writer in
      writer.reset(to: tree)
      published.swap(writer.snapshot)
    }
  }

  /// Packs everything into one tree; does nothing while another thread does.
  ///
  /// Batches go on meanwhile; what they change is carried over.
  ///
  /// - Complexity: O(n), 0.3 s for 1,000,000.
  public func merge() {
    guard let merge = writer.withLock({ $0.beginMerge() }) else { return }
    let merged = merge.run()
    writer.withLock { writer in
      guard writer.finishMerge(merge, with: merged) else { return }
      published.swap(writer.snapshot)
    }
  }

  /// What is wrong inside, for tests; empty if nothing is.
  public func checkInvariants() -> [String] { writer.withLock { $0.checkInvariants() } }
}

/// A live index of positions.
public typealias PointLayer = SpatialLayer<PackedPoints>

/// A live index of boxes.
public typealias BoxLayer = SpatialLayer<PackedBoxes>
