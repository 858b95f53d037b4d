import Access
import Base
import Calendar
import Groups
import Identity
import Storage

/// Events and practices of teams, communities and organizations: planning, reading, answering.
///
/// - Thread: shared.
public struct GroupEventService: Sendable {
  let platform: Platform
  let items: CalendarItemService
  let rsvp: RSVPService
  let realms: SubRealmService

  public init(platform: Platform, calendar: CalendarServices, realms: SubRealmService) {
    self.platform = platform
    items = calendar.items
    rsvp = calendar.rsvp
    self.realms = realms
  }

  // MARK: Reading

  /// What takes place in a sub-realm from a time on, or before it with the nearest first.
  ///
  /// - Parameters:
  ///   - kinds: which kinds of items; all that members are told of if empty.
  ///   - from: nil for the beginning of today by the clocks of the sub-realm, or else of the caller;
  ///     what began within a year before and still goes on stands with what is to come.
  /// - Throws: `notFound` to those who are not in it and cannot find it; `forbidden` with slug
  ///   `members-only` to those who are not in it.
  public func list(
    in id: EntityID, kinds: [GroupEventDraft.Kind] = [], from: Instant? = nil, backward: Bool,
    _ page: PageRequest, caller: Caller
  ) throws -> Page<GroupEvent> {
    let account = try caller.requiredPerson().account
    let realm = try realms.get(id, caller: caller)
    guard realm.ownRole != nil || realm.showsEvents else { throw Self.membersOnly }
    let now = platform.clock.now()
    let zone =
      try Self.zone(of: realm)
      ?? platform.store.readOnce { try IANATimeZone.preset(of: account, in: $0) }
    let edge = from ?? zone.start(of: zone.wallTime(at: now).date)
    let goingOn = from == nil ? RealmTimeline.horizon * 1000 : 1
    let first = RealmTimeline.Position(
      start: backward ? edge : edge.adding(milliseconds: -goingOn),
      item: backward ? EntityID(high: 0, low: 0) : EntityID(high: .max, low: .max))
    let position = try page.position { parts throws(Refusal) in
      RealmTimeline.Position(
        start: Instant(milliseconds: try parts.integer(Int64.self)), item: try parts.id())
    }
    let names = (kinds.isEmpty ? GroupEventDraft.Kind.allCases : kinds).map(\.rawValue)
    return try platform.store.read { session in
      let found = try RealmTimeline.page(
        of: id, kinds: names, from: position ?? first, backward: backward,
        drafts: (caller.role(in: id) ?? .guest) >= .admin, reader: account,
        edge: from == nil ? edge : nil, limit: page.limit + 1, in: session)
      var reader = try EventReader(caller: caller, now: now, settings: platform.settings)
      let events = try found.map { try reader.event($0.item, at: $0.start, session) }
      return Page(reading: events, limit: page.limit) {
        Cursor(String($0.start.milliseconds), $0.item.id)
      }
    }
  }

  /// One occurrence of an event; of a series, the next one unless another is named.
  ///
  /// - Throws: `notFound`.
  public func event(
    _ id: EntityID, at occurrence: Instant? = nil, caller: Caller
  ) throws -> GroupEvent {
    let seen = try groupItem(id, caller: caller)
    if seen.through == nil { _ = try realm(seen.item.realm, caller: caller) }
    let now = platform.clock.now()
    let start = try seen.item.start(at: occurrence, now: now)
    return try platform.store.read { session in
      var reader = try EventReader(caller: caller, now: now, settings: platform.settings)
      return try reader.event(seen.item, at: start, session)
    }
  }

  /// An item that is one of these and that the caller may see.
  func groupItem(_ id: EntityID, caller: Caller) throws -> SeenItem {
    let seen = try items.item(id, caller: caller)
    guard GroupEventDraft.Kind(rawValue: seen.item.kind) != nil else {
      throw Refusal.notFound("event")
    }
    return seen
  }

  /// A sub-realm that the caller is in.
  private func realm(_ id: EntityID, caller: Caller) throws -> SubRealm {
    let realm = try realms.get(id, caller: caller)
    guard realm.ownRole != nil else { throw Self.membersOnly }
    return realm
  }

  /// What is said to those who are not in a sub-realm (SC-EVT-16).
  static let membersOnly = Refusal(
    .forbidden, "members-only",
    "Unable to join member exclusive community events. Please join the community first!")

  /// As ``groupItem(_:caller:)``, for an answer: whoever finds the event without being a member is told
  /// what is missing.
  private func answerable(_ id: EntityID, caller: Caller) throws -> SeenItem {
    do {
      return try groupItem(id, caller: caller)
    } catch let refusal as Refusal where refusal.kind == .notFound {
      let item = try platform.store.readOnce { try CalendarItemStore.find(id, in: $0) }
      guard let item, item.status != .draft, caller.role(in: item.realm) == nil,
        try realms.get(item.realm, caller: caller).showsEvents
      else { throw refusal }
      throw Self.membersOnly
    }
  }

  /// By which clocks days of a sub-realm end; nil where it has not said.
  static func zone(of realm: SubRealm) -> IANATimeZone? {
    realm.timeZone.flatMap { IANATimeZone($0) }
  }

  // MARK: Planning

  /// Plans an event or practice; members are told unless it is a draft.
  ///
  /// - Returns: its identifier.
  /// - Throws: as ``CalendarItemService/create(_:editors:caller:)``.
  public func create(
    in id: EntityID, _ draft: GroupEventDraft, caller: Caller
  ) throws -> EntityID {
    let account = try caller.requiredPerson().account
    let realm = try realm(id, caller: caller)
    let home = Self.zone(of: realm)
    let zone =
      try draft.zone ?? home
      ?? platform.store.readOnce { try IANATimeZone.preset(of: account, in: $0) }
    let now = platform.clock.now()
    var item = CalendarItem(
      id: platform.ids.next(), uid: "", kind: draft.kind.rawValue, realm: id, organizer: account,
      title: draft.title ?? "", start: draft.start ?? zone.wallTime(at: now), zone: zone,
      duration: draft.isAllDay == true ? 86_400 : GroupEventDraft.usualDuration, createdAt: now,
      updatedAt: now)
    draft.apply(to: &item, home: home)
    return try items.create(item, caller: publisher(caller, in: id))
  }

  /// The caller as planning goes: where a community lets its moderators plan, they do so as admins do
  /// (CG-SC-18).
  func publisher(_ caller: Caller, in realm: EntityID) throws -> Caller {
    guard caller.role(in: realm) == .moderator, var loggedIn = caller.loggedIn else {
      return caller
    }
    let profile = try platform.store.readOnce { try CommunityStore.profile(of: realm, in: $0) }
    guard profile.publishers == .moderators else { return caller }
    loggedIn.memberships[realm] = .admin
    return Caller(loggedIn)
  }

  /// Changes an event, or one occurrence of a series, or that and all that follow; members are told
  /// once.
  ///
  /// - Returns: the identifier of what was changed.
  /// - Throws: as ``CalendarItemService/change(_:at:following:expecting:caller:_:)``.
  public func change(
    _ id: EntityID, at occurrence: Instant? = nil, following: Bool = false,
    _ change: GroupEventDraft, expecting version: ExpectedVersion, caller: Caller
  ) throws -> EntityID {
    let seen = try groupItem(id, caller: caller)
    if seen.through != nil { try Rights.check(caller, .edit, seen.thing) }
    let home = Self.zone(of: try realm(seen.item.realm, caller: caller))
    let publisher = try publisher(caller, in: seen.item.realm)
    return try items.change(
      id, at: occurrence, following: following, expecting: version, caller: publisher
    ) { item in
      change.apply(to: &item, home: home)
      if item.kind == GroupEventDraft.Kind.practice.rawValue, item.place == nil {
        throw Refusal.invalid("/place", "A practice takes place somewhere.")
      }
    }
  }

  /// Cancels an event, or one occurrence of a series, or that and all that follow; it stays to be
  /// seen.
  ///
  /// - Throws: as ``CalendarItemService/cancel(_:at:following:expecting:caller:)``.
  public func cancel(
    _ id: EntityID, at occurrence: Instant? = nil, following: Bool = false,
    expecting version: ExpectedVersion, caller: Caller
  ) throws {
    let seen = try groupItem(id, caller: caller)
    try items.cancel(
      id, at: occurrence, following: following, expecting: version,
      caller: publisher(caller, in: seen.item.realm))
  }

  // MARK: Answering

  /// Answers for the caller, who waits for a place where all are taken.
  ///
  /// - Throws: as ``RSVPService/answer(_:to:at:comment:waits:caller:)``.
  public func answer(
    _ answer: Participation.Answer, to id: EntityID, at occurrence: Instant? = nil,
    comment: String? = nil, caller: Caller
  ) throws -> GroupEvent {
    let seen = try answerable(id, caller: caller)
    try rsvp.answer(
      answer, to: id, at: seen.item.repeats ? occurrence : nil, comment: comment, waits: true,
      caller: caller)
    return try event(id, at: seen.item.repeats ? occurrence : nil, caller: caller)
  }

  /// What every member has said to one occurrence, by name, for those who run it (US5(c)).
  ///
  /// - Parameter team: one that takes part, whose admins read what its members have said; nil for the
  ///   team that plans it.
  /// - Throws: `notFound`; `forbidden` with slug `role-too-low`.
  public func answers(
    to id: EntityID, at occurrence: Instant? = nil, of team: EntityID? = nil, _ page: PageRequest,
    caller: Caller
  ) throws -> Page<MemberAnswer> {
    let seen = try groupItem(id, caller: caller)
    if let team { try checkRuns(team, in: id, caller: caller) }
    if team == nil { try Rights.check(publisher(caller, in: seen.item.realm), .edit, seen.thing) }
    let start = try seen.item.start(at: occurrence, now: platform.clock.now())
    let members = try realms.members(of: team ?? seen.item.realm, page, caller: caller)
    return try platform.store.read { session in
      let answers = OccurrenceAnswers(
        try ParticipationStore.attendances(of: id, in: session),
        waiting: try WaitingList.all(of: id, in: session), at: start)
      return members.map {
        MemberAnswer(account: $0.account, entry: answers[$0.account.id])
      }
    }
  }
}

extension SubRealm {
  /// Whether people who are not in it see what takes place there: what is open to be joined shows
  /// what it is about.
  var showsEvents: Bool { kind == .community && joinPolicy.isDiscoverable }
}
