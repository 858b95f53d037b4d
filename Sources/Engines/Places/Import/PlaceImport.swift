import FlatFiles
import OSMFiles

/// Builds the file of places from OpenStreetMap data.
///
/// - Thread: confined.
public struct PlaceImport: Sendable {
  /// What an import has found.
  public struct Result: Hashable, Sendable {
    /// Streets, areas, stops and points of interest.
    public var entries: Int
    /// House numbers, those counted between known ones included.
    public var houses: Int
    /// Length of the file.
    public var bytes: Int
  }

  private let paths: [String]

  /// - Parameter paths: OpenStreetMap extracts in PBF, searched as one; see ``OSMFiles``.
  public init(extracts paths: [String]) { self.paths = paths }

  /// The same with one extract.
  public init(extract path: String) { self.init(extracts: [path]) }

  /// Builds the file and puts it in place of the one at `target` in one step.
  ///
  /// - Throws: ``OSMFileError`` or ``FlatFileError``; then the file at `target` is unchanged.
  public func write(to target: String) throws -> Result {
    var writer = try FlatFileWriter(spoolingBeside: target)
    var result = try build(into: &writer)
    result.bytes = try writer.write(PlaceFile.format, to: target)
    return result
  }

  /// Reads the data and builds the content of the file.
  ///
  /// - Complexity: three passes over the data; memory in proportion to what has a name or a number.
  public func content() throws(OSMFileError) -> (content: [UInt8], result: Result) {
    var writer = FlatFileWriter()
    var result = try build(into: &writer)
    let content = writer.bytes(PlaceFile.format)
    result.bytes = content.count
    return (content, result)
  }

  private func build(into writer: inout FlatFileWriter) throws(OSMFileError) -> Result {
    let file = try OSMFiles(paths: paths)
    var collector = PlaceCollector()
    try readWays(file, &collector)
    let members = collector.members
    if !members.isEmpty {
      try file.read(.ways) { batch in
        for index in 0..<batch.wayCount where members.contains(batch.wayID(index)) {
          collector.addMember(id: batch.wayID(index), refs: batch.wayRefs(index))
        }
      }
    }
    collector.prepareNodes()
    var tags = OSMTags()
    try file.read(.nodes) { batch in
      for index in 0..<batch.nodeCount {
        let hasTags = batch.nodeHasTags(index)
        if hasTags { batch.nodeTags(index, into: &tags) }
        collector.addNode(
          id: batch.nodeID(index), position: batch.nodePosition(index), tags: hasTags ? tags : nil)
      }
    }
    var builder = PlaceFileBuilder(collector.drafts())
    builder.write(into: &writer)
    return Result(entries: builder.counts.entries, houses: builder.counts.houses, bytes: 0)
  }

  private func readWays(
    _ file: OSMFiles, _ collector: inout PlaceCollector
  ) throws(OSMFileError) {
    var tags = OSMTags()
    try file.read([.ways, .relations]) { batch in
      for index in 0..<batch.wayCount where batch.wayHasTags(index) {
        batch.wayTags(index, into: &tags)
        collector.addWay(id: batch.wayID(index), refs: batch.wayRefs(index), tags: tags)
      }
      for index in 0..<batch.relationCount {
        batch.relationTags(index, into: &tags)
        guard let type = tags[.type], type == "multipolygon" || type == "boundary" else { continue }
        collector.addRelation(
          id: batch.relationID(index), members: batch.relationMembers(index), tags: tags)
      }
    }
  }
}
