import Access
import Base
import Identity
import Notifications
import Storage

extension TourService {
  /// Publishes the draft, or again what was published before; does nothing if everything is
  /// published already.
  ///
  /// - Throws: `invalid` with what is missing (slug `tour-incomplete`), `conflict` with slug
  ///   `tour-hidden` for what was hidden until it is changed, `notFound`, `forbidden`, `stale`.
  public func publish(
    _ id: EntityID, expecting version: ExpectedVersion = .any, caller: Caller
  ) throws -> TourDetails {
    try platform.store.write { transaction in
      var tour = try Tour.find(id, to: .publish, caller: caller, in: transaction)
      try version.check(tour.version)
      if tour.state == .published, tour.draftRevision == nil { return }
      let revision = try working(tour, in: transaction)
      try checkComplete(revision.content)
      try checkChanged(revision, of: tour, in: transaction)
      if tour.draftRevision == revision.id {
        try TourRevisionStore.release(revision.id, in: transaction)
        tour.releasedRevision = revision.id
        tour.draftRevision = nil
        for old in try TourRevisionStore.forgettable(
          of: id, keeping: Self.keptPublications, in: transaction)
        {
          try TourRevisionStore.delete(old, in: transaction)
        }
      }
      let isFirst = tour.publishedAt == nil
      tour.state = .published
      tour.heldRevision = nil
      tour.publishedAt = transaction.now
      try update(&tour, in: transaction)
      try transaction.record(
        "tour", id, realm: SubRealmID.publicRealm, isFirst ? .insert : .update)
      let account = try caller.requiredPerson().account
      let name = Told(try AccountDirectory.name(of: account, in: transaction))
      for member in try TourOrganizationStore.members(of: tour.organization, in: transaction)
      where member != account {
        let languages = try AccountDirectory.languages(of: member, in: transaction)
        let title = revision.content.names.text(in: languages)
        try notifications.post(
          TourNotice.published(by: name, tour: Told(title)), to: member,
          about: NotificationSubject(.tour, id), version: tour.version, in: transaction)
      }
    }
    return try details(id, caller: caller, withWarnings: true)
  }

  /// Takes the publication back; runs that have begun go on.
  ///
  /// - Throws: `conflict` if the tour is not published.
  public func unpublish(
    _ id: EntityID, expecting version: ExpectedVersion = .any, caller: Caller
  ) throws {
    try platform.store.write { transaction in
      var tour = try Tour.find(id, to: .publish, caller: caller, in: transaction)
      try version.check(tour.version)
      guard tour.state == .published else {
        throw Refusal(.conflict, "tour-not-published", "This tour is not published.")
      }
      tour.state = .retired
      try update(&tour, in: transaction)
      try transaction.record("tour", id, realm: SubRealmID.publicRealm, .delete)
    }
  }

  /// Refuses what an admin has hidden until it is changed, as long as it says the same.
  private func checkChanged(
    _ revision: TourRevision, of tour: Tour, in session: StoreSession
  ) throws {
    guard let held = tour.heldRevision else { return }
    if revision.id != held,
      try TourRevisionStore.find(held, in: session)?.content != revision.content
    {
      return
    }
    throw Refusal(
      .conflict, "tour-hidden",
      "This tour was hidden after a report until it is changed. Change what the admins named first."
    )
  }

  /// Refuses what walkers could not use.
  private func checkComplete(_ content: TourContent) throws(Refusal) {
    guard content.stops.isEmpty else { return }
    throw Refusal(
      .invalid, "tour-incomplete", "A tour needs at least one stop before it is published.",
      violations: [Refusal.Violation("/stops", "must have at least 1 element")])
  }
}
