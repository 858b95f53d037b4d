import Base
import Proximity
import SpatialCatalog

/// What zones lead to: their subjects, and what is told about those.
///
/// Most zones are the only one of their subject and have its identifier; only others are written
/// down, so that a million instances take little room.
///
/// - Thread: pure.
struct ZoneDirectory: Sendable {
  private var zones: [EntityID: [EntityID]] = [:]
  private var subjects: [EntityID: EntityID] = [:]
  private var signposts: [EntityID: ZoneNotice] = [:]
  private var ends: [EntityID: Instant] = [:]

  /// The thing that a zone was derived from.
  func subject(of zone: EntityID) -> EntityID { subjects[zone] ?? zone }

  func signpost(of subject: EntityID) -> ZoneNotice? { signposts[subject] }

  /// Whether a subject has ended.
  func isOver(_ subject: EntityID, at now: Instant) -> Bool {
    ends[subject].map { $0 <= now } ?? false
  }

  /// Forgets a subject; returns the zones that it may have had.
  mutating func remove(_ subject: EntityID) -> [EntityID] {
    signposts[subject] = nil
    ends[subject] = nil
    let known = zones.removeValue(forKey: subject) ?? []
    for zone in known { subjects[zone] = nil }
    return known + [subject]
  }

  mutating func put(_ group: ZoneGroup) {
    signposts[group.subject] = group.signpost
    ends[group.subject] = group.until
    let others = group.zones.map(\.id).filter { $0 != group.subject }
    if others.isEmpty { return }
    zones[group.subject] = others
    for zone in others { subjects[zone] = group.subject }
  }
}
