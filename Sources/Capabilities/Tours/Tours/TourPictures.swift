import Access
import Base
import Media
import Storage

/// The pictures on covers of tours, and at their stops: seen by whoever sees the tour, those at
/// stops after it is unlocked; changed in its draft.
///
/// - Thread: shared.
public struct TourPictures: PicturedThings {
  /// What has the picture.
  public enum Part: Sendable, CaseIterable {
    /// A revision, on its cover.
    case cover
    case stop
  }

  let part: Part

  public init(_ part: Part) { self.part = part }

  public var pictureKind: String {
    switch part {
    case .cover: TourContent.pictureKind
    case .stop: TourStop.pictureKind
    }
  }

  public func shows(
    _ subject: EntityID, caller: Caller, in session: StoreSession
  ) throws -> Bool {
    guard let (tour, revision) = try owner(of: subject, in: session), tour.withdrawnAt == nil
    else { return false }
    let thing = try tour.thing(caller: caller, in: session)
    if try Rights.can(caller, .edit, thing) || Tour.walks(revision, caller, in: session) {
      return true
    }
    guard Rights.can(caller, .see, thing), tour.releasedRevision == revision else { return false }
    return part == .cover || Rights.can(caller, .open, thing)
  }

  public func pictureChanged(_ subject: EntityID, in transaction: WriteTransaction) throws {
    guard let found = try owner(of: subject, in: transaction) else { return }
    var tour = found.tour
    tour.version += 1
    tour.updatedAt = transaction.now
    try TourStore.update(tour, in: transaction)
    let isShown = tour.releasedRevision == found.revision
    try transaction.record(
      "tour", tour.id, realm: isShown ? SubRealmID.publicRealm : tour.organization, .update)
  }

  private func owner(
    of subject: EntityID, in session: StoreSession
  ) throws -> (tour: Tour, revision: EntityID)? {
    let found =
      switch part {
      case .cover:
        try session.first(
          "SELECT r.tour, r.id FROM tour_revisions r WHERE r.id = ?1", [.id(subject)]
        ) { (try $0.id(0), try $0.id(1)) }
      case .stop:
        try session.first(
          """
          SELECT r.tour, r.id FROM tour_stops s
          JOIN tour_revisions r ON r.id = s.revision WHERE s.id = ?1
          """, [.id(subject)]
        ) { (try $0.id(0), try $0.id(1)) }
      }
    guard let (id, revision) = found, let tour = try TourStore.find(id, in: session)
    else { return nil }
    return (tour, revision)
  }
}
