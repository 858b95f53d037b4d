/// A static tree that a ``SpatialLayer`` can keep: ``PackedPoints`` or ``PackedBoxes``.
public protocol PackedTree: AnyObject, Sendable {
  associatedtype Entry: PackedEntry
  associatedtype Snapshot: PackedSnapshot<Self>

  init(_ entries: [Entry])
  var count: Int { get }
  /// The entry at a place, 0..<count.
  func entry(_ rank: Int) -> Entry
  /// The living entries, in the order of the curve.
  ///
  /// - Parameter dead: for every leaf of 16 one bit per entry to leave out; nil for none.
  func entries(except dead: [UInt16]?) -> [Entry]
  /// The places sorted by item.
  func placesByItem() -> [UInt32]
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
