import Access
import Base
import Storage

/// Lets published tours be reported and removed; a removed tour is gone for everyone, its
/// organization included, and whoever is on it is led out.
///
/// - Thread: pure.
public struct ReportableTours: HideableThings {
  public init() {}

  public var kind: ReportSubjectKind { ReportSubjectKind(rawValue: "tour") }

  public func reportable(
    _ id: EntityID, caller: Caller, in session: StoreSession
  ) throws -> ReportableThing? {
    guard let tour = try TourStore.find(id, in: session), tour.state == .published,
      try Rights.can(caller, .see, tour.thing(caller: caller, in: session))
    else { return nil }
    return try thing(tour, in: session)
  }

  public func evidence(_ id: EntityID, in session: StoreSession) throws -> ReportableThing? {
    guard let tour = try TourStore.find(id, in: session) else { return nil }
    return try thing(tour, in: session)
  }

  public func remove(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard var tour = try TourStore.find(id, in: transaction), tour.withdrawnAt == nil else {
      return
    }
    // A draft that was never published has no released revision, and cannot be reported either.
    guard tour.releasedRevision != nil else { return }
    tour.state = .removed
    tour.withdrawnAt = transaction.now
    tour.version += 1
    tour.updatedAt = transaction.now
    try TourStore.update(tour, in: transaction)
    for run in try RunStore.endAll(of: id, in: transaction) {
      try transaction.record("run", run, .update)
    }
    try transaction.record("tour", id, realm: SubRealmID.publicRealm, .delete)
  }

  /// As its organization would take the publication back; what was published is not published again.
  public func hide(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard var tour = try TourStore.find(id, in: transaction), tour.state == .published else {
      return
    }
    tour.state = .retired
    tour.heldRevision = tour.releasedRevision
    tour.version += 1
    tour.updatedAt = transaction.now
    try TourStore.update(tour, in: transaction)
    try transaction.record("tour", id, realm: SubRealmID.publicRealm, .delete)
  }

  public func unhide(_ id: EntityID, in transaction: WriteTransaction) throws {
    guard var tour = try TourStore.find(id, in: transaction), tour.state == .retired,
      tour.heldRevision != nil
    else { return }
    try publishAgain(&tour, in: transaction)
  }

  /// Also goes on with the runs that the removal ended.
  public func restore(
    _ id: EntityID, after removal: Removal, in transaction: WriteTransaction
  ) throws {
    guard var tour = try TourStore.find(id, in: transaction), tour.withdrawnAt != nil else {
      return
    }
    try publishAgain(&tour, in: transaction)
    for run in try RunStore.resumeAll(of: id, endedAt: removal.at, in: transaction) {
      try transaction.record("run", run, .update)
    }
  }

  private func publishAgain(_ tour: inout Tour, in transaction: WriteTransaction) throws {
    tour.state = .published
    tour.withdrawnAt = nil
    tour.heldRevision = nil
    tour.version += 1
    tour.updatedAt = transaction.now
    try TourStore.update(tour, in: transaction)
    try transaction.record("tour", tour.id, realm: SubRealmID.publicRealm, .insert)
  }

  private func thing(_ tour: Tour, in session: StoreSession) throws -> ReportableThing? {
    guard let shown = tour.releasedRevision ?? tour.draftRevision,
      let revision = try TourRevisionStore.find(shown, in: session)
    else { return nil }
    var details = TourDetails(
      tour: tour, revision: revision,
      organization: try TourOrganizationStore.find(tour.organization, in: session)
        ?? .former(tour.organization, revision.currency),
      isEditor: false, isUnlocked: true, isPurchased: false)
    try details.findPictures(in: session)
    var json = JSONWriter(capacity: 4096)
    details.write(to: &json)
    return ReportableThing(
      owner: tour.createdBy, title: revision.content.name, evidence: json.bytes)
  }
}
