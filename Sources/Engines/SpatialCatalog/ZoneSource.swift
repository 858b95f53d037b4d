import Base
import Geodesy
import Proximity
import Storage

/// Where zones come from: one capability's tables.
///
/// A source more touches two files: itself, and the capability that registers it; also where its
/// zones are of a `ZoneKind` of their own, of which the interface's description tells.
///
/// ```swift
/// // MeetingPointZones.swift: everything within 50 m of a meeting point, for its sub-realm.
/// public struct MeetingPointZones: ZoneSource {
///   public var kinds: [ZoneKind: String] { [.meetingPoint: "around where a group meets"] }
///   public var changeKinds: Set<String> { ["meetingPoint"] }
///   public func all(in session: StoreSession, _ emit: (ZoneGroup) -> Void) throws {
///     try session.each("SELECT id, realm, lat, lon FROM meeting_points") { emit(try group($0)) }
///   }
///   ...
/// }
///
/// // PlanningCapability.swift
/// parts: planningNotifications + [MeetingPointZones()]
/// ```
///
/// - Thread: shared.
public protocol ZoneSource: Sendable {
  /// The kinds of its zones, and where such a zone lies, in a few words for the interface's
  /// description: "around a tour's area".
  var kinds: [ZoneKind: String] { get }

  /// The kinds of changes that concern it; the subject of a change is the group's subject.
  var changeKinds: Set<String> { get }

  /// Hands over the zones of everything, in any order.
  func all(in session: StoreSession, _ emit: (ZoneGroup) -> Void) throws

  /// The zones of those of the named subjects that have some now.
  func groups(of subjects: [EntityID], in session: StoreSession) throws -> [ZoneGroup]
}

/// What passers-by are told of a thing.
public struct ZoneNotice: Hashable, Sendable {
  /// A name in one language.
  public struct Name: Hashable, Sendable {
    /// A language tag.
    public var language: String
    public var text: String

    public init(_ language: String, _ text: String) {
      self.language = language
      self.text = text
    }
  }

  /// Its name per language; the first is for readers of none of them.
  public var names: [Name]
  public var position: LonLat

  public init(names: [Name], position: LonLat) {
    self.names = names
    self.position = position
  }
}

/// All zones that are derived from one stored thing, and what is told about them.
///
/// - Thread: pure.
public struct ZoneGroup: Sendable {
  /// The tour, instance, sub-realm or calendar item.
  public var subject: EntityID
  /// Its name and where one goes to reach it; nil for what is not offered to passers-by.
  public var signpost: ZoneNotice?
  /// When it is over, which no change tells; nil for what stays until it is changed.
  public var until: Instant?
  public var zones: [Zone]

  public init(
    subject: EntityID, signpost: ZoneNotice? = nil, until: Instant? = nil, zones: [Zone]
  ) {
    self.subject = subject
    self.signpost = signpost
    self.until = until
    self.zones = zones
  }
}
