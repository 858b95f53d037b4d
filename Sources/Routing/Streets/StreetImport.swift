import Base
import Geodesy

/// Builds a street network from an OpenStreetMap extract.
///
/// - Thread: confined.
public struct StreetImport: Sendable {
  /// What an import has done.
  public struct Result: Hashable, Sendable {
    /// Ways that someone can travel on.
    public var ways: Int
    /// Pieces of them between junctions.
    public var segments: Int
    /// Turn restrictions that apply to cars.
    public var restrictions: Int
    /// Junctions for walking and cycling, turns' states for cars.
    public var nodes: [Int]
    public var bytes: Int
  }

  /// What goes on: the present step, and how much of the file is read, 0...1.
  public typealias Progress = (_ step: String, _ fraction: Double) -> Void

  private let path: String
  private let elevation: [ElevationTile]

  /// - Parameters:
  ///   - path: an OpenStreetMap extract in PBF.
  ///   - elevation: heights for slopes; may be empty.
  public init(extract path: String, elevation: [ElevationTile] = []) {
    self.path = path
    self.elevation = elevation
  }

  /// Reads the extract and builds the content of a network file.
  ///
  /// - Complexity: two passes over the file; memory in proportion to the streets, not to the file.
  public func content(
    progress: Progress = { _, _ in }
  ) throws(OSMFileError) -> (content: [UInt8], result: Result) {
    let file = try OSMFile(path: path)
    var collector = StreetCollector()
    let size = Double(max(file.size, 1))
    var tags = OSMTags()
    try file.read([.ways, .relations]) { batch in
      for index in 0..<batch.wayCount where batch.wayHasTags(index) {
        batch.wayTags(index, into: &tags)
        collector.addWay(id: batch.wayID(index), refs: batch.wayRefs(index), tags: tags)
      }
      for index in 0..<batch.relationCount {
        batch.relationTags(index, into: &tags)
        guard tags[.type]?.hasPrefix("restriction") == true else { continue }
        collector.addRelation(
          id: batch.relationID(index), members: batch.relationMembers(index), tags: tags)
      }
      progress("Reading ways", Double(batch.offset) / size * 0.5)
    }
    collector.prepareNodes()
    try file.read(.nodes) { batch in
      for index in 0..<batch.nodeCount {
        guard let needed = collector.needed(batch.nodeID(index)) else { continue }
        var flags: BarrierRules.NodeFlags = []
        if batch.nodeHasTags(index) {
          batch.nodeTags(index, into: &tags)
          flags = BarrierRules.flags(tags)
        }
        collector.setNode(needed, position: batch.nodePosition(index), flags: flags)
      }
      progress("Reading nodes", 0.5 + Double(batch.offset) / size * 0.5)
    }
    let heights: (any HeightSource)? = elevation.isEmpty ? nil : ElevationTiles(elevation)
    let built = NetworkBuilder.build(collector, heights: heights) { progress($0, 1) }
    guard built.summary.segments > 0 else {
      throw OSMFileError(
        reason: .empty, block: -1, offset: 0,
        message: "The extract holds no streets with positions.")
    }
    let result = Result(
      ways: built.summary.ways, segments: built.summary.segments,
      restrictions: built.summary.restrictions, nodes: built.summary.nodes,
      bytes: built.content.count)
    return (built.content, result)
  }

  /// Builds the network and puts it in place of the file at `target` in one step.
  ///
  /// - Throws: ``OSMFileError`` or ``FlatFileError``; then the file at `target` is unchanged.
  public func write(to target: String, progress: Progress = { _, _ in }) throws -> Result {
    let built = try content(progress: progress)
    try FlatFileWriter.write(built.content, to: target)
    return built.result
  }
}
