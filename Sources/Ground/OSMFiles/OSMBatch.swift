import CProtozeroShim
import Geodesy

/// The objects of one block of a file; valid only while its reader's callback runs.
public struct OSMBatch {
  private var batch: osm_batch
  private let nodes: UnsafeBufferPointer<osm_node>
  private let ways: UnsafeBufferPointer<osm_way>
  private let relations: UnsafeBufferPointer<osm_relation>

  init(_ batch: osm_batch) {
    self.batch = batch
    nodes = UnsafeBufferPointer(start: batch.nodes, count: Int(batch.node_count))
    ways = UnsafeBufferPointer(start: batch.ways, count: Int(batch.way_count))
    relations = UnsafeBufferPointer(start: batch.relations, count: Int(batch.relation_count))
  }

  private init(
    _ batch: osm_batch, _ nodes: UnsafeBufferPointer<osm_node>,
    _ ways: UnsafeBufferPointer<osm_way>, _ relations: UnsafeBufferPointer<osm_relation>
  ) {
    (self.batch, self.nodes, self.ways, self.relations) = (batch, nodes, ways, relations)
  }

  /// The same batch, counted from bytes that were done before its file.
  func moved(by bytes: Int64) -> OSMBatch {
    var moved = self
    moved.batch.offset += bytes
    return moved
  }

  /// Hands over a batch with some of the objects, by their index; valid only during the call.
  func keeping(
    node: (Int) -> Bool, way: (Int) -> Bool, relation: (Int) -> Bool, _ body: (OSMBatch) -> Void
  ) {
    let nodes = nodes.indices.filter(node).map { self.nodes[$0] }
    let ways = ways.indices.filter(way).map { self.ways[$0] }
    let relations = relations.indices.filter(relation).map { self.relations[$0] }
    nodes.withUnsafeBufferPointer { nodes in
      ways.withUnsafeBufferPointer { ways in
        relations.withUnsafeBufferPointer { body(OSMBatch(batch, nodes, ways, $0)) }
      }
    }
  }

  /// How many bytes of the file are done with this block.
  public var offset: Int64 { batch.offset }

  public var nodeCount: Int { nodes.count }
  public var wayCount: Int { ways.count }
  public var relationCount: Int { relations.count }

  /// The identifier of a node of the batch.
  public func nodeID(_ index: Int) -> Int64 { nodes[index].id }

  /// Where a node of the batch is.
  public func nodePosition(_ index: Int) -> FixedPosition {
    FixedPosition(lonE7: nodes[index].lon_e7, latE7: nodes[index].lat_e7)
  }

  /// Whether a node of the batch has any tag.
  public func nodeHasTags(_ index: Int) -> Bool { nodes[index].tag_count > 0 }

  /// Puts the wanted tags of a node in place of those that were there.
  public func nodeTags(_ index: Int, into tags: inout OSMTags) {
    fill(&tags, first: nodes[index].first_tag, count: nodes[index].tag_count)
  }

  /// The identifier of a way of the batch.
  public func wayID(_ index: Int) -> Int64 { ways[index].id }

  /// The nodes of a way in order; valid while the batch is.
  public func wayRefs(_ index: Int) -> UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(
      start: batch.refs.map { $0 + Int(ways[index].first_ref) }, count: Int(ways[index].ref_count))
  }

  /// Whether a way of the batch has any tag.
  public func wayHasTags(_ index: Int) -> Bool { ways[index].tag_count > 0 }

  /// Puts the wanted tags of a way in place of those that were there.
  public func wayTags(_ index: Int, into tags: inout OSMTags) {
    fill(&tags, first: ways[index].first_tag, count: ways[index].tag_count)
  }

  /// The identifier of a relation of the batch.
  public func relationID(_ index: Int) -> Int64 { relations[index].id }

  /// Puts the wanted tags of a relation in place of those that were there.
  public func relationTags(_ index: Int, into tags: inout OSMTags) {
    fill(&tags, first: relations[index].first_tag, count: relations[index].tag_count)
  }

  /// The members of a relation, in order.
  public func relationMembers(_ index: Int) -> [OSMMember] {
    let relation = relations[index]
    guard let members = batch.members else { return [] }
    return (0..<Int(relation.member_count)).map { offset in
      let member = members[Int(relation.first_member) + offset]
      let kind: OSMMember.Kind =
        switch Int(member.kind) {
        case OSM_NODES: .node
        case OSM_WAYS: .way
        default: .relation
        }
      return OSMMember(
        kind: kind, ref: member.ref, role: OSMBatch.text(member.role, member.role_length))
    }
  }

  private func fill(_ tags: inout OSMTags, first: UInt32, count: UInt32) {
    tags.removeAll()
    guard let all = batch.tags else { return }
    for index in Int(first)..<Int(first) + Int(count) {
      let tag = all[index]
      tags.add(OSMKey.all[Int(tag.key)], OSMBatch.text(tag.value, tag.length))
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: UInt32) -> String {
    guard let start else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
  }
}

/// A member of a relation.
public struct OSMMember: Hashable, Sendable {
  /// What a member is.
  public enum Kind: Sendable { case node, way, relation }

  public var kind: Kind
  public var ref: Int64
  public var role: String

  public init(kind: Kind, ref: Int64, role: String) {
    self.kind = kind
    self.ref = ref
    self.role = role
  }
}
