import Base
import FlatFiles
import Geodesy
import OSMFiles

/// Builds the file of an extract from OpenStreetMap data.
///
/// - Thread: confined.
public struct ExtractImport: Sendable {
  /// What an import has done.
  public struct Result: Hashable, Sendable {
    /// Ways that someone can travel on.
    public var ways: Int
    /// Pieces of them between junctions.
    public var segments: Int
    /// Turn restrictions that apply to cars.
    public var restrictions: Int
    /// Map features by kind.
    public var features: [MapFeature.Kind: Int]
    /// Length of the file.
    public var bytes: Int
  }

  /// What goes on: the present step, and how much of the work is done, 0...1.
  public typealias Progress = (_ step: String, _ fraction: Double) -> Void

  private let paths: [String]
  private let elevation: ElevationTiles

  /// - Parameters:
  ///   - paths: OpenStreetMap extracts in PBF, which become one map; see ``OSMFiles``.
  ///   - elevation: heights for slopes; may be empty.
  public init(extracts paths: [String], elevation: ElevationTiles = ElevationTiles()) {
    self.paths = paths
    self.elevation = elevation
  }

  /// The same with one extract.
  public init(extract path: String, elevation: ElevationTiles = ElevationTiles()) {
    self.init(extracts: [path], elevation: elevation)
  }

  /// Builds the file and puts it in place of the one at `target` in one step.
  ///
  /// - Throws: ``OSMFileError`` or ``FlatFileError``; then the file at `target` is unchanged.
  public func write(to target: String, progress: Progress = { _, _ in }) throws -> Result {
    var writer = try FlatFileWriter(spoolingBeside: target)
    var result = try build(into: &writer, progress)
    result.bytes = try writer.write(Extract.format, to: target)
    return result
  }

  /// Reads the data and builds the content of the file.
  ///
  /// - Complexity: two to three passes over the data; memory in proportion to what is kept.
  public func content(
    progress: Progress = { _, _ in }
  ) throws(OSMFileError) -> (content: [UInt8], result: Result) {
    var writer = FlatFileWriter()
    var result = try build(into: &writer, progress)
    let content = writer.bytes(Extract.format)
    result.bytes = content.count
    return (content, result)
  }

  private func build(
    into writer: inout FlatFileWriter, _ progress: Progress
  ) throws(OSMFileError) -> Result {
    let file = try OSMFiles(paths: paths)
    var streets = StreetCollector()
    var map = MapCollector()
    try readWays(file, &streets, &map, progress)
    try readMembers(file, &streets, &map, progress)
    streets.prepareNodes()
    map.prepareNodes()
    try readNodes(file, &streets, &map, progress)
    let heights: (any HeightSource)? = elevation.count == 0 ? nil : elevation
    progress("Building the map", 0.5)
    let features = ExtractImport.write(map, into: &writer)
    // What has been read is as large as what comes of it, and not needed with it.
    map = MapCollector()
    var step = 0.0
    let summary = NetworkBuilder.build(consume streets, heights: heights, into: &writer) {
      step += 1
      progress($0, min(0.5 + 0.1 * step, 0.99))
    }
    guard summary.segments > 0 || !features.isEmpty else {
      throw OSMFileError(
        reason: .empty, block: -1, offset: 0,
        message: "There are no streets in it, and nothing else for the map.")
    }
    return Result(
      ways: summary.ways, segments: summary.segments, restrictions: summary.restrictions,
      features: features, bytes: 0)
  }

  /// - Returns: the number of features of each kind.
  private static func write(
    _ map: MapCollector, into writer: inout FlatFileWriter
  ) -> [MapFeature.Kind: Int] {
    let builder = map.build()
    builder.write(into: &writer)
    return builder.counts
  }

  private func readWays(
    _ file: OSMFiles, _ streets: inout StreetCollector, _ map: inout MapCollector,
    _ progress: Progress
  ) throws(OSMFileError) {
    let size = Double(max(file.size, 1))
    var tags = OSMTags()
    try file.read([.ways, .relations]) { batch in
      for index in 0..<batch.wayCount where batch.wayHasTags(index) {
        batch.wayTags(index, into: &tags)
        let refs = batch.wayRefs(index)
        streets.addWay(id: batch.wayID(index), refs: refs, tags: tags)
        map.addWay(id: batch.wayID(index), refs: refs, tags: tags)
      }
      for index in 0..<batch.relationCount {
        batch.relationTags(index, into: &tags)
        guard let type = tags[.type],
          type == "multipolygon" || type == "boundary" || type.hasPrefix("restriction")
        else { continue }
        let members = batch.relationMembers(index)
        streets.addRelation(id: batch.relationID(index), members: members, tags: tags)
        map.addRelation(id: batch.relationID(index), members: members, tags: tags)
      }
      progress("Reading ways", Double(batch.offset) / size * 0.25)
    }
  }

  /// Areas are made of ways that come before them and need no tags of their own.
  private func readMembers(
    _ file: OSMFiles, _ streets: inout StreetCollector, _ map: inout MapCollector,
    _ progress: Progress
  ) throws(OSMFileError) {
    let members = map.members
    let squareMembers = streets.squares.members
    if members.isEmpty, squareMembers.isEmpty { return }
    try file.read(.ways) { batch in
      for index in 0..<batch.wayCount {
        let id = batch.wayID(index)
        if members.contains(id) { map.addMember(id: id, refs: batch.wayRefs(index)) }
        if squareMembers.contains(id) { streets.addMember(id: id, refs: batch.wayRefs(index)) }
      }
    }
    progress("Reading areas", 0.3)
  }

  private func readNodes(
    _ file: OSMFiles, _ streets: inout StreetCollector, _ map: inout MapCollector,
    _ progress: Progress
  ) throws(OSMFileError) {
    let size = Double(max(file.size, 1))
    var tags = OSMTags()
    try file.read(.nodes) { batch in
      for index in 0..<batch.nodeCount {
        let id = batch.nodeID(index)
        let position = batch.nodePosition(index)
        let hasTags = batch.nodeHasTags(index)
        if hasTags {
          batch.nodeTags(index, into: &tags)
          map.addNode(position, id: id, tags: tags)
        }
        map.setNode(id, position)
        if let needed = streets.needed(id) {
          streets.setNode(
            needed, position: position, flags: hasTags ? BarrierRules.flags(tags) : [])
        }
      }
      progress("Reading nodes", 0.3 + Double(batch.offset) / size * 0.2)
    }
  }
}
