import Access
import Base
import Groups
import Media
import Storage

/// Entering, finding, changing and removing what members of a sub-realm share.
///
/// - Thread: shared.
public struct ResourceService: Sendable {
  let platform: Platform
  let bookings: BookingService

  /// Those of a sub-realm by name, each with the booking that goes on or comes next.
  ///
  /// - Throws: `notFound` to those who are not in it.
  public func list(
    of realm: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<ResourceEntry> {
    try platform.store.read { session in
      let group = try PlanningGroup.find(realm, caller: caller, in: session)
      let found = try ResourceStore.list(of: realm, page, in: session)
      let pictures = try PictureStore.pictures(
        of: Resource.pictureKind, found.items.map(\.id), in: session)
      return try found.map { try entry($0, pictures[$0.id]?.first, group, caller, session) }
    }
  }

  /// One resource of a sub-realm that the caller is in.
  ///
  /// - Throws: `notFound`.
  public func get(_ id: EntityID, caller: Caller) throws -> ResourceEntry {
    try platform.store.read { session in
      let (resource, group) = try Self.find(id, to: .see, caller: caller, in: session)
      let picture = try PictureStore.pictures(of: Resource.pictureKind, [id], in: session)[id]
      return try entry(resource, picture?.first, group, caller, session)
    }
  }

  /// Enters a resource.
  ///
  /// - Returns: its identifier.
  /// - Throws: `notFound`, `forbidden`; `conflict` with slug `too-many-resources`.
  public func create(
    _ content: Resource.Content, in realm: EntityID, caller: Caller
  ) throws -> EntityID {
    let account = try caller.requiredPerson().account
    let id = platform.ids.next()
    try platform.store.write { transaction in
      let group = try PlanningGroup.find(realm, caller: caller, in: transaction)
      guard group.hasResources else {
        throw Refusal.invalid("/realm", "A sub-realm of this kind has no resources.")
      }
      try Rights.check(caller, .add, group.thing(resourceOf: nil))
      guard try ResourceStore.count(of: realm, in: transaction) < Resource.limit else {
        throw Refusal(
          .conflict, "too-many-resources",
          "There are \(Resource.limit) resources, the most there can be. Remove one first.")
      }
      try ResourceStore.insert(
        Resource(
          id: id, realm: realm, author: account, content: content, createdAt: transaction.now,
          version: 1), in: transaction)
      _ = try ResourceCalendarStore.set(content.calendarAddress, of: id, in: transaction)
    }
    return id
  }

  /// Changes what is said of a resource; bookings that were made before stay as they are.
  ///
  /// - Throws: `notFound`, `forbidden`, `stale`.
  public func replace(
    _ id: EntityID, with content: Resource.Content, expecting version: ExpectedVersion,
    caller: Caller
  ) throws {
    let concerned = try platform.store.write { transaction -> [EntityID] in
      var (resource, _) = try Self.find(id, to: .edit, caller: caller, in: transaction)
      try version.check(resource.version)
      resource.content = content
      resource.version += 1
      try ResourceStore.update(resource, in: transaction)
      guard
        try ResourceCalendarStore.set(content.calendarAddress, of: id, in: transaction),
        content.calendarAddress == nil
      else { return [] }
      // Nothing is left that bookings could wait for.
      return try bookings.calendarRead(of: id, in: transaction)
    }
    try bookings.tellCalendars(of: concerned)
  }

  /// Has the calendar of a resource read now instead of later.
  ///
  /// - Throws: `notFound`, also for one without a calendar; `forbidden`.
  public func readCalendar(_ id: EntityID, caller: Caller) throws {
    try platform.store.write { transaction in
      _ = try Self.find(id, to: .join, caller: caller, in: transaction)
      guard var calendar = try ResourceCalendarStore.find(id, in: transaction) else {
        throw Refusal.notFound("calendar")
      }
      calendar.nextAt = transaction.now
      try ResourceCalendarStore.update(calendar, busy: nil, in: transaction)
    }
  }

  /// Removes a resource with its bookings; those who have booked it are told (CG-MF-23).
  ///
  /// - Throws: `notFound`, `forbidden`, `stale`.
  public func remove(
    _ id: EntityID, expecting version: ExpectedVersion, caller: Caller
  ) throws {
    let holders = try platform.store.write { transaction in
      let (resource, _) = try Self.find(id, to: .delete, caller: caller, in: transaction)
      try version.check(resource.version)
      return try bookings.remove(resource, in: transaction)
    }
    try bookings.tellCalendars(of: holders)
  }

  private func entry(
    _ resource: Resource, _ picture: Picture?, _ group: PlanningGroup, _ caller: Caller,
    _ session: StoreSession
  ) throws -> ResourceEntry {
    ResourceEntry(
      resource: resource,
      next: try BookingStore.next(of: resource.id, after: platform.clock.now(), in: session),
      calendar: try ResourceCalendarStore.find(resource.id, in: session), picture: picture,
      isEditable: Rights.can(caller, .edit, group.thing(resourceOf: resource.author)))
  }

  /// A resource with its group, if the caller may do `verb` with it.
  static func find(
    _ id: EntityID, to verb: Verb, caller: Caller, in session: StoreSession
  ) throws -> (Resource, PlanningGroup) {
    _ = try caller.requiredPerson()
    guard let resource = try ResourceStore.find(id, in: session),
      let group = try PlanningGroup.find(resource.realm, in: session)
    else { throw Refusal.notFound("resource") }
    try Rights.check(caller, verb, group.thing(resourceOf: resource.author))
    return (resource, group)
  }
}

extension ThingKind {
  /// What all members look after alike.
  static let sharedResource = resource(editors: .member)
  /// What those who run the sub-realm look after.
  static let runResource = resource(editors: .admin)

  private static func resource(editors: MembershipRole) -> ThingKind {
    ThingKind(
      "resource",
      rules: [
        Rule(.see, .member(.guest)), Rule(.join, .member(.member)),
        Rule(.add, .member(editors)), Rule(.edit, .member(editors)),
        Rule(.delete, .member(editors)),
      ])
  }
}

extension PlanningGroup {
  /// Whether things of its can be booked.
  var hasResources: Bool {
    switch kind {
    case .family, .group, .team, .community, .organization: true
    default: false
    }
  }

  /// What rights need to know of one of its resources.
  func thing(resourceOf author: EntityID?) -> Thing {
    Thing(isClose ? .sharedResource : .runResource, realms: [id], author: author)
  }
}
