import Access
import Base
import Geodesy
import Groups
import Media
import Notifications
import Objects
import Storage

/// The use cases of tour management: making, changing, publishing and showing tours.
///
/// - Thread: shared.
public struct TourService: Sendable {
  let platform: Platform
  let objects: ObjectRights
  let notifications: any NotificationSink
  let walking: any WalkingNetwork

  /// - Parameter walking: ways along streets, for routes drawn by their stops and for durations.
  public init(
    platform: Platform, objects: ObjectRights, notifications: any NotificationSink,
    walking: any WalkingNetwork = NoWalkingNetwork()
  ) {
    self.walking = walking
    self.platform = platform
    self.objects = objects
    self.notifications = notifications
  }

  // MARK: Making

  /// Makes a draft of the caller's organization.
  ///
  /// - Throws: `forbidden` unless the caller is an organization user, and for an organization of
  ///   others; `invalid` for a wrong area, AR objects that the caller does not see, recordings of
  ///   others, and another currency than the organization's.
  public func create(_ edit: TourEdit, caller: Caller) throws -> TourDetails {
    let (loggedIn, organization) = try Tour.organization(caller: caller)
    if let named = edit.organization, named != organization {
      throw Refusal(
        .forbidden, "not-your-organization",
        "You can make tours of your own organization only.",
        violations: [Refusal.Violation("/organization", "must be \(organization)")])
    }
    return try create(
      try edit.newContent(walking).checked(), currency: edit.currency, account: loggedIn.account,
      organization: organization, caller: caller)
  }

  /// Makes a draft from content whose areas have been checked.
  func create(
    _ content: TourContent, currency: Currency?, account: EntityID, organization: EntityID,
    caller: Caller
  ) throws -> TourDetails {
    let measures = try TourMeasures(
      content, settings: platform.settings, walking: walking)
    let id = try platform.store.write { transaction in
      let owner = try self.owner(organization, in: transaction)
      try owner.check(currency)
      let revision = TourRevision(
        id: platform.ids.next(), tour: platform.ids.next(), number: 1,
        content: numbered(content, keeping: []), currency: owner.currency, measures: measures,
        createdAt: transaction.now, releasedAt: nil)
      try check(revision.content, was: nil, organization, caller: caller, in: transaction)
      try TourStore.insert(
        Tour(
          id: revision.tour, organization: organization, state: .draft,
          draftRevision: revision.id, releasedRevision: nil, createdBy: account,
          createdAt: transaction.now, updatedAt: transaction.now, publishedAt: nil, version: 1),
        in: transaction)
      try TourRevisionStore.insert(revision, in: transaction)
      try transaction.record("tour", revision.tour, realm: organization, .insert)
      return revision.tour
    }
    return try details(id, caller: caller, withWarnings: true)
  }

  // MARK: Changing

  /// Changes the draft of a tour; a published tour gets a draft first, and what is published
  /// stays as it is until the draft is published (UC3.24.1).
  ///
  /// - Throws: `notFound`, `forbidden`, `stale`, or as ``create(_:caller:)``.
  public func edit(
    _ id: EntityID, _ edit: TourEdit, expecting version: ExpectedVersion, caller: Caller
  ) throws -> TourDetails {
    try change(id, currency: edit.currency, expecting: version, caller: caller) {
      try edit.applied(to: $0, walking)
    }
  }

  /// Says how a stop's text is heard in a language, in the draft.
  ///
  /// - Parameters:
  ///   - language: nil for the tour's first one.
  ///   - recording: nil to have it read aloud.
  /// - Throws: `notFound` also for a stop that the tour does not have; else as
  ///   ``edit(_:_:expecting:caller:)``.
  func narrate(
    _ stop: EntityID, of id: EntityID, in language: String?, by recording: EntityID?,
    expecting version: ExpectedVersion, caller: Caller
  ) throws -> TourDetails {
    try change(id, currency: nil, expecting: version, caller: caller) { content in
      guard let place = content.stops.firstIndex(where: { $0.id == stop }) else {
        throw Refusal.notFound("stop")
      }
      var content = content
      content.stops[place].record(recording, in: language ?? content.defaultLanguage)
      return content
    }
  }

  /// Changes the draft of a tour by `changed`.
  func change(
    _ id: EntityID, currency: Currency?, expecting version: ExpectedVersion, caller: Caller,
    _ changed: (TourContent) throws -> TourContent
  ) throws -> TourDetails {
    // The costly part is done outside of the only writer; a change in between starts it again.
    for _ in 0..<5 {
      let (tour, base) = try platform.store.read { session in
        let tour = try Tour.find(id, to: .edit, caller: caller, in: session)
        return (tour, try working(tour, in: session))
      }
      try version.check(tour.version)
      let content = try changed(base.content).checked()
      let measures = try TourMeasures(content, settings: platform.settings, walking: walking)
      let done = try platform.store.write { transaction in
        let now = try Tour.find(id, to: .edit, caller: caller, in: transaction)
        guard now.version == tour.version else { return false }
        try save(
          content, measures, currency: currency, over: base, of: now, caller: caller,
          in: transaction)
        return true
      }
      if done { return try details(id, caller: caller, withWarnings: true) }
    }
    throw Refusal(
      .busy, "tour-busy", "Others are changing this tour. Try again in a moment.",
      retryAfterSeconds: 1)
  }

  private func save(
    _ content: TourContent, _ measures: TourMeasures, currency: Currency?,
    over base: TourRevision, of tour: Tour, caller: Caller, in transaction: WriteTransaction
  ) throws {
    let owner = try self.owner(tour.organization, in: transaction)
    try owner.check(currency)
    let isDraft = tour.draftRevision == base.id
    let kept = isDraft ? Set(base.content.stops.compactMap(\.id)) : []
    let revision = TourRevision(
      id: isDraft ? base.id : platform.ids.next(), tour: tour.id,
      number: isDraft ? base.number : base.number + 1,
      content: numbered(content, keeping: kept), currency: owner.currency, measures: measures,
      createdAt: isDraft ? base.createdAt : transaction.now, releasedAt: nil)
    try check(
      revision.content, was: base.content, tour.organization, caller: caller, in: transaction)
    if isDraft { try TourRevisionStore.delete(base.id, in: transaction) }
    try TourRevisionStore.insert(revision, in: transaction)
    var tour = tour
    tour.draftRevision = revision.id
    try update(&tour, in: transaction)
    try transaction.record("tour", tour.id, realm: tour.organization, .update)
  }

  /// Deletes what has not been published: a tour that never was, or the changes since.
  ///
  /// A retired tour without changes is taken away for good; who bought it keeps it, who walked it
  /// the record of that.
  ///
  /// - Throws: `conflict` for a published tour without changes.
  public func delete(
    _ id: EntityID, expecting version: ExpectedVersion, caller: Caller
  ) throws {
    try platform.store.write { transaction in
      var tour = try Tour.find(id, to: .delete, caller: caller, in: transaction)
      try version.check(tour.version)
      if let draft = tour.draftRevision {
        if tour.releasedRevision == nil {
          try TourRevisionStore.delete(draft, in: transaction)
          try TourStore.delete(id, in: transaction)
          try transaction.record("tour", id, realm: tour.organization, .delete)
          return
        }
        tour.draftRevision = nil
        try update(&tour, in: transaction)
        try TourRevisionStore.delete(draft, in: transaction)
        try transaction.record("tour", id, realm: tour.organization, .update)
        return
      }
      guard tour.state == .retired else {
        throw Refusal(
          .conflict, "tour-published",
          "A published tour cannot be deleted. Take its publication back first.")
      }
      tour.state = .removed
      try update(&tour, in: transaction)
      try transaction.record("tour", id, realm: tour.organization, .delete)
    }
  }

  // MARK: Parts

  func update(_ tour: inout Tour, in transaction: WriteTransaction) throws {
    tour.version += 1
    tour.updatedAt = transaction.now
    try TourStore.update(tour, in: transaction)
  }

  /// The revision that editors see: the draft, else the one last published.
  func working(_ tour: Tour, in session: StoreSession) throws -> TourRevision {
    guard let id = tour.draftRevision ?? tour.releasedRevision,
      let revision = try TourRevisionStore.find(id, in: session)
    else { throw DatabaseError(.unreadable, "a tour has no revision") }
    return revision
  }

  func owner(_ id: EntityID, in session: StoreSession) throws -> TourOrganization {
    guard let owner = try TourOrganizationStore.find(id, in: session) else {
      throw Refusal(
        .forbidden, "no-organization", "Your account does not belong to an approved organization.")
    }
    return owner
  }

  /// The content with an identifier for every stop; those in `kept` stay.
  private func numbered(_ content: TourContent, keeping kept: Set<EntityID>) -> TourContent {
    var content = content
    for i in content.stops.indices {
      if let id = content.stops[i].id, kept.contains(id) { continue }
      content.stops[i].id = platform.ids.next()
    }
    return content
  }

  private func check(
    _ picture: EntityID, at pointer: String, _ organization: EntityID, in session: StoreSession
  ) throws {
    let found = try PictureStore.find(picture, in: session)
    guard let found, found.holder == organization, found.hiddenAt == nil else {
      throw Refusal.invalid(pointer, "there is no such picture of your organization")
    }
  }

  /// Refuses AR objects that the caller does not see, pictures and recordings of other organizations;
  /// what the tour has already may stay.
  private func check(
    _ content: TourContent, was old: TourContent?, _ organization: EntityID, caller: Caller,
    in session: StoreSession
  ) throws {
    var known = Set(old?.stops.flatMap(\.objects) ?? [])
    var shown = Set(old?.pictures ?? [])
    if let picture = content.picture, shown.insert(picture).inserted {
      try check(picture, at: "/picture", organization, in: session)
    }
    for (i, stop) in content.stops.enumerated() {
      for (j, object) in stop.objects.enumerated() where known.insert(object).inserted {
        do {
          let found = try objects.find(object, to: .open, caller: caller, in: session)
          guard found.state == .live else { throw Refusal.notFound("object") }
        } catch let refusal as Refusal where refusal.kind == .notFound {
          throw Refusal.invalid("/stops/\(i)/objects/\(j)", "there is no such object")
        } catch let refusal as Refusal where refusal.kind == .paymentRequired {
          throw Refusal.invalid(
            "/stops/\(i)/objects/\(j)", "belongs to a tour that has to be bought first")
        }
      }
      for (j, picture) in (stop.pictures ?? []).enumerated()
      where shown.insert(picture).inserted {
        try check(picture, at: "/stops/\(i)/pictures/\(j)", organization, in: session)
      }
      for recording in stop.recordings {
        let found = try RecordingStore.find(
          recording.recording, of: organization, in: session)
        guard found == nil else { continue }
        let member =
          recording.language == content.defaultLanguage
          ? "narration" : "narrations/\(recording.language)"
        throw Refusal.invalid(
          "/stops/\(i)/\(member)/media", "there is no such recording of your organization")
      }
    }
  }
}

extension TourOrganization {
  /// Refuses an amount in another currency than the organization's.
  func check(_ wanted: Currency?) throws(Refusal) {
    guard let wanted, wanted != currency else { return }
    throw .invalid("/currency", "must be \(currency.rawValue), the currency of \(name)")
  }
}
