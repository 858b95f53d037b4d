import Base
import Groups

/// A tour: whose it is and which of its revisions counts.
///
/// - Thread: pure.
public struct Tour: Hashable, Sendable {
  /// Who sees it.
  public enum State: String, Sendable, CaseIterable {
    /// Never published; seen by its organization only.
    case draft
    /// Everyone sees the revision that was last published.
    case published
    /// Was published and is not any more; seen by its organization, and by who has bought it.
    case retired
    /// Taken away by its organization, so that only those see it who have bought it; or by an
    /// admin's decision, so that nobody does.
    case removed
  }

  public var id: EntityID
  public var organization: EntityID
  public var state: State
  /// The revision that editors work on; nil if nothing has been changed since publication.
  public var draftRevision: EntityID?
  /// The revision that was last published.
  public var releasedRevision: EntityID?
  /// Nil after the account's erasure.
  public var createdBy: EntityID?
  public var createdAt: Instant
  public var updatedAt: Instant
  public var publishedAt: Instant?
  /// When an admin's decision took it away; nil if none did.
  public var withdrawnAt: Instant?
  /// The revision that an admin's decision has hidden until it is changed; nil if none did, or since
  /// another one is published.
  public var heldRevision: EntityID?
  /// Whether the revision that was last published costs something.
  public var isPriced = false
  public var version: Int
}

/// One state of a tour's content, with what was computed from it.
public struct TourRevision: Hashable, Sendable {
  public var id: EntityID
  public var tour: EntityID
  /// 1 for the first, growing.
  public var number: Int
  public var content: TourContent
  public var currency: Currency
  public var measures: TourMeasures
  public var createdAt: Instant
  /// When it was published, from when on it does not change; nil for a draft.
  public var releasedAt: Instant?
}
