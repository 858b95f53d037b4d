import Access
import Base
import Geodesy

/// What sort of group a sub-realm is.
public enum SubRealmKind: String, Sendable, CaseIterable {
  case everyone = "public"
  case personal
  case direct
  case group
  case family
  case team
  case community
  case organization

  /// Whether a person can start one; the others come about by other acts.
  public var canBeStarted: Bool { Self.startable.contains(self) }

  public static let startable: [SubRealmKind] = [.group, .family, .team, .community]

  /// How one joins unless the creator says otherwise: a community is open, the rest by invitation.
  var defaultJoinPolicy: JoinPolicy { self == .community ? .open : .invite }

  /// How one may join: into a team nobody comes without an admin (BZ-TEAM-02, CG-BZ-01).
  var joinPolicies: [JoinPolicy] {
    self == .team ? [.closed, .invite, .request] : JoinPolicy.allCases
  }

  /// Why a sub-realm of this kind cannot be joined in that way; nil if it can.
  func objection(to policy: JoinPolicy) -> String? {
    guard !joinPolicies.contains(policy) else { return nil }
    let policies = joinPolicies.map(\.rawValue).joined(separator: ", ")
    return "a \(rawValue) is joined by a decision of its admins; choose one of \(policies)"
  }
}

/// How one becomes a member.
public enum JoinPolicy: String, Sendable, CaseIterable {
  /// Nobody joins.
  case closed
  /// By invitation alone; others do not learn that it exists.
  case invite
  /// By invitation, or by a request that an admin decides.
  case request
  /// Whoever wants to.
  case open

  /// Whether people who are not in it find it.
  public var isDiscoverable: Bool { self == .request || self == .open }
}

/// A group of accounts in which things are shared.
///
/// - Thread: pure.
public struct SubRealm: Sendable {
  public var id: EntityID
  public var kind: SubRealmKind
  public var name: String
  public var description: String
  public var joinPolicy: JoinPolicy
  /// An IANA time zone.
  public var timeZone: String?
  /// Where it is at home, WGS 84; nil for one without a place.
  public var area: MultiPolygon?
  /// How many members it has; everyone counts as a member of the public one, which says 0.
  public var members: Int
  public var createdAt: Instant
  public var version: Int
  /// The caller's role in it; nil for someone who is not in it.
  public var ownRole: MembershipRole?
}

/// How areas stand in JSON; the interface hands in the GeoJSON reader and writer.
public struct AreaCoding: Sendable {
  /// Reads one GeoJSON Polygon or MultiPolygon.
  public var read: @Sendable (JSONValue) throws(Refusal) -> MultiPolygon
  /// Writes one GeoJSON geometry.
  public var write: @Sendable (MultiPolygon, inout JSONWriter) -> Void

  public init(
    read: @escaping @Sendable (JSONValue) throws(Refusal) -> MultiPolygon,
    write: @escaping @Sendable (MultiPolygon, inout JSONWriter) -> Void
  ) {
    self.read = read
    self.write = write
  }
}

extension SubRealm {
  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameter more: writes further members.
  public func write(
    to json: inout JSONWriter, areas: AreaCoding, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.member("id", id)
      json.member("kind", kind.rawValue)
      json.member("name", name)
      json.member("description", description)
      json.member("joinPolicy", joinPolicy.rawValue)
      json.member("timeZone", timeZone)
      if let area {
        json.key("area")
        areas.write(area, &json)
      }
      json.member("members", members)
      json.member("role", ownRole?.rawValue)
      json.member("createdAt", createdAt)
      json.member("version", version)
      more(&json)
    }
  }
}
