import CProtozeroShim
import Geodesy

/// Several OpenStreetMap extracts, read as if they were one.
///
/// What more than one of them holds comes once, from the first: extracts that touch share the ways
/// across their border, with the same identifiers. They are best of the same day.
///
/// - Thread: confined.
public final class OSMFiles {
  private let files: [(name: String, file: OSMFile)]
  /// Length of all files in bytes.
  public let size: Int64

  /// Opens the files and checks their headers.
  public init(paths: [String]) throws(OSMFileError) {
    var files: [(name: String, file: OSMFile)] = []
    for path in paths {
      files.append(
        (
          path,
          try OSMFiles.naming(path, of: paths.count) { () throws(OSMFileError) in
            try OSMFile(path: path)
          }
        ))
    }
    self.files = files
    size = files.reduce(0) { $0 + $1.file.size }
  }

  /// Reads all files, one after the other.
  ///
  /// - Parameters:
  ///   - kinds: what the batches hold; blocks known to hold none of it are skipped.
  ///   - body: called for each block; its batch is valid only during the call.
  /// - Complexity: O(bytes); beside that eight bytes for each way, relation and node with tags of
  ///   all files but the last.
  public func read(_ kinds: OSMFile.Kinds, _ body: (OSMBatch) -> Void) throws(OSMFileError) {
    var seen = SeenObjects()
    var done: Int64 = 0
    for (index, (name, file)) in files.enumerated() {
      try OSMFiles.naming(name, of: files.count) { () throws(OSMFileError) in
        try file.read(kinds) { batch in
          seen.withoutRepeated(batch, isFirst: index == 0, isLast: index == files.count - 1) {
            body($0.moved(by: done))
          }
        }
      }
      seen.closeFile()
      done += file.size
    }
  }

  /// Of several files an error says which one it is about.
  private static func naming<Result>(
    _ name: String, of count: Int, _ body: () throws(OSMFileError) -> Result
  ) throws(OSMFileError) -> Result {
    do {
      return try body()
    } catch {
      guard count > 1 else { throw error }
      var error = error
      error.file = name
      throw error
    }
  }
}

/// The objects of the files that have been read.
private struct SeenObjects {
  private var nodes = SeenNumbers()
  private var ways = SeenNumbers()
  private var relations = SeenNumbers()

  /// Hands over a batch without what an earlier file held.
  mutating func withoutRepeated(
    _ batch: OSMBatch, isFirst: Bool, isLast: Bool, _ body: (OSMBatch) -> Void
  ) {
    if isFirst {
      body(batch)
    } else {
      batch.keeping(
        // Those without tags are only positions, and the same in each file.
        node: { batch.nodeHasTags($0) ? !nodes.contains(batch.nodeID($0)) : true },
        way: { !ways.contains(batch.wayID($0)) },
        relation: { !relations.contains(batch.relationID($0)) }, body)
    }
    guard !isLast else { return }
    for index in 0..<batch.nodeCount where batch.nodeHasTags(index) {
      nodes.add(batch.nodeID(index))
    }
    for index in 0..<batch.wayCount { ways.add(batch.wayID(index)) }
    for index in 0..<batch.relationCount { relations.add(batch.relationID(index)) }
  }

  /// What was read so far is from an earlier file now.
  mutating func closeFile() {
    nodes.close()
    ways.close()
    relations.close()
  }
}

/// Identifiers, those of the file that is being read apart from those before.
private struct SeenNumbers {
  /// Ascending.
  private var before: [Int64] = []
  private var now: [Int64] = []

  func contains(_ number: Int64) -> Bool {
    let index = before.lowerBound(of: number)
    return index < before.count && before[index] == number
  }

  mutating func add(_ number: Int64) { now.append(number) }

  mutating func close() {
    before += now
    // Files are sorted as a rule, and then this is one pass over two runs.
    before.sort()
    now = []
  }
}
