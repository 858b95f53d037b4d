import Access
import Base
import Calendar
import Groups
import Storage

/// Teams as participants of what another team plans (BZ-CAL-02).
extension GroupEventService {
  /// Invites a team that the caller is in or can find.
  ///
  /// - Throws: as ``CalendarItemService/invite(realm:to:caller:)``.
  public func invite(
    team id: EntityID, to event: EntityID, caller: Caller
  ) throws -> GroupEvent {
    let seen = try groupItem(event, caller: caller)
    try Rights.check(caller, .invite, seen.thing)
    let team = try realms.get(id, caller: caller)
    try items.invite(realm: team.id, to: event, caller: caller)
    return try self.event(event, caller: caller)
  }

  /// What a team is invited to, for those who run it.
  ///
  /// - Throws: `notFound`; `forbidden` with slug `realm-admin-needed`.
  public func invitations(
    of team: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<RealmInvitation> {
    let after = try page.idPosition() ?? EntityID(high: 0, low: 0)
    guard let role = try realms.get(team, caller: caller).ownRole, role >= .admin else {
      throw CommunityService.adminNeeded
    }
    let now = platform.clock.now()
    return try platform.store.readOnce { session in
      Page(
        reading: try ParticipatingRealms.invitations(
          of: team, after: after, limit: page.limit + 1, now: now, in: session),
        limit: page.limit
      ) { Cursor($0.item.id) }
    }
  }

  /// Answers for a team that is invited, as one of its admins.
  ///
  /// - Throws: as ``CalendarItemService/answer(accepts:for:to:caller:)``.
  public func answer(
    accepts: Bool, for team: EntityID, to event: EntityID, caller: Caller
  ) throws {
    try items.answer(accepts: accepts, for: team, to: event, caller: caller)
  }

  /// Takes a team out of an event, or an invitation back.
  ///
  /// - Throws: as ``CalendarItemService/remove(realm:from:caller:)``.
  public func remove(team: EntityID, from event: EntityID, caller: Caller) throws {
    try items.remove(realm: team, from: event, caller: caller)
  }

  /// Refuses to whoever does not run a team that takes part.
  func checkRuns(_ team: EntityID, in event: EntityID, caller: Caller) throws {
    let teams = try platform.store.readOnce {
      try ParticipatingRealms.all(of: event, in: $0)
    }
    guard teams.contains(where: { $0.realm == team && $0.state == .accepted }) else {
      throw Refusal.notFound("team")
    }
    guard let role = try realms.get(team, caller: caller).ownRole, role >= .admin else {
      throw CommunityService.adminNeeded
    }
  }
}

extension RealmInvitation {
  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.object("event") { json in
        json.member("id", item.id)
        json.member("kind", item.kind)
        json.member("title", item.title)
        json.member("description", item.description.isEmpty ? nil : item.description)
        json.member("startsAt", item.startsAt)
        json.member("zone", item.zone.name)
        json.member("duration", item.duration)
        json.member("allDay", item.isAllDay)
        json.member("repeats", item.repeats)
        if let place = item.place {
          json.key("place")
          place.write(to: &json)
        }
      }
      json.object("realm") { json in
        json.member("id", item.realm)
        json.member("name", host)
      }
      json.member("invitedAt", invitedAt)
    }
  }
}
