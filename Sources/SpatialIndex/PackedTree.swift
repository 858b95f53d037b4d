/// A static tree that a ``SpatialLayer`` can keep: ``PackedPoints`` or ``PackedBoxes``.
public protocol PackedTree: AnyObject, Sendable {
  associatedtype Entry: PackedEntry
  associatedtype Snapshot: PackedSnapshot<Self>

  init(_ entries: [Entry])
  var count: Int { get }
  /// The entry at a place, 0..<count.
  func entry(_ rank: Int) -> Entry
  /// What is wrong inside, for tests; empty if nothing is.
  func checkInvariants() -> [String]
}

/// What a tree holds.
public protocol PackedEntry: Hashable, Sendable {
  /// The number by which the caller knows the thing.
  var item: UInt32 { get }
}

/// Several trees that are queried as one.
public protocol PackedSnapshot<Tree>: Sendable {
  associatedtype Tree: PackedTree
  init(runs: [PackedRun<Tree>])
  var runs: [PackedRun<Tree>] { get }
}
