import Access
import Base
import Groups
import Notifications
import Storage

/// Whole sub-realms that take part in what another one plans (BZ-CAL-02): invited by those who run the
/// one, accepted by those who run the other.
extension CalendarItemService {
  /// Most sub-realms that are invited to one item.
  static let maximumRealms = 20

  /// Invites a team to an item of another, for those who plan it; its admins are told once.
  ///
  /// One that is invited already stays as it is.
  ///
  /// - Throws: `notFound`, `forbidden`; `invalid` for what is no team; `conflict` for a cancelled item
  ///   and for its own team.
  public func invite(realm: EntityID, to id: EntityID, caller: Caller) throws {
    try platform.store.write { transaction in
      let seen = try SeenItem(id, caller: caller, kinds, in: transaction)
      try Rights.check(caller, .invite, seen.thing)
      let item = seen.item
      guard item.status.isOn else { throw Self.cancelled }
      guard realm != item.realm else {
        throw Refusal(.conflict, "own-thing", "It is planned by this very team.")
      }
      guard seen.kind.concernsMembers,
        try HomeRealms.kind(of: item.realm, in: transaction) == .team,
        try HomeRealms.kind(of: realm, in: transaction) == .team
      else { throw Refusal.invalid("/team", "Teams invite teams.") }
      let known = try ParticipatingRealms.all(of: id, in: transaction)
      if known.contains(where: { $0.realm == realm }) { return }
      guard known.count < Self.maximumRealms else {
        throw Refusal.invalid("/team", "At most \(Self.maximumRealms) teams can be invited.")
      }
      for each in try parts(of: item, transaction) {
        try ParticipatingRealms.put(realm, .invited, in: each.id, transaction)
      }
      try recordRealms(of: item, and: realm, transaction)
      let (host, guest) = (
        try HomeRealms.name(of: item.realm, in: transaction),
        try HomeRealms.name(of: realm, in: transaction)
      )
      try editing.tell(
        try HomeRealms.admins(of: realm, in: transaction),
        .teamInvited(by: Told(host), team: Told(guest), item: ToldItem(item)), of: item,
        seenIn: realm, besides: caller.account, in: transaction)
    }
  }

  /// Answers for a team that is invited, as one of its admins; all its members are told of what it
  /// takes part in.
  ///
  /// - Throws: `notFound` where it is not invited; `forbidden` with slug `role-too-low`; `conflict` for
  ///   a cancelled item.
  public func answer(
    accepts: Bool, for realm: EntityID, to id: EntityID, caller: Caller
  ) throws {
    try platform.store.write { transaction in
      try Self.checkRuns(realm, caller)
      let (item, state) = try participation(of: realm, in: id, transaction)
      guard accepts else { return try end(realm, in: item, caller: caller, transaction) }
      guard item.status.isOn else { throw Self.cancelled }
      if state == .accepted { return }
      let known = Set(try HomeRealms.readers(of: item, in: transaction))
      for each in try parts(of: item, transaction) {
        try ParticipatingRealms.put(realm, .accepted, in: each.id, transaction)
      }
      try recordRealms(of: item, and: realm, transaction)
      let guest = try HomeRealms.name(of: realm, in: transaction)
      try editing.tell(
        try HomeRealms.admins(of: item.realm, in: transaction),
        .teamComes(team: Told(guest), item: ToldItem(item)), of: item, besides: caller.account,
        in: transaction)
      try editing.tellOfNew(item, by: caller.account, besides: known, in: transaction)
    }
  }

  /// Takes a team out of an item, or its invitation back: for those who plan it and for the team's
  /// admins.
  ///
  /// Its members no longer take part, but for those who are in another team that does.
  ///
  /// - Throws: `notFound`, `forbidden`.
  public func remove(realm: EntityID, from id: EntityID, caller: Caller) throws {
    try platform.store.write { transaction in
      if (caller.role(in: realm) ?? .guest) < .admin {
        let seen = try SeenItem(id, caller: caller, kinds, in: transaction)
        try Rights.check(caller, .invite, seen.thing)
      }
      let (item, _) = try participation(of: realm, in: id, transaction)
      try end(realm, in: item, caller: caller, transaction)
    }
  }

  private static func checkRuns(_ realm: EntityID, _ caller: Caller) throws {
    _ = try caller.requiredPerson()
    guard let role = caller.role(in: realm) else { throw Refusal.notFound("sub-realm") }
    guard role >= .admin else {
      throw Refusal(
        .forbidden, "role-too-low", "This needs the role admin or a higher one in the team.")
    }
  }

  private func participation(
    of realm: EntityID, in id: EntityID, _ transaction: WriteTransaction
  ) throws -> (CalendarItem, ParticipatingRealm.State) {
    let known = try ParticipatingRealms.all(of: id, in: transaction)
    guard let item = try CalendarItemStore.find(id, in: transaction),
      let one = known.first(where: { $0.realm == realm })
    else { throw Refusal.notFound("invitation") }
    return (item, one.state)
  }

  /// An item, and what stands in the place of its occurrences.
  private func parts(
    of item: CalendarItem, _ transaction: WriteTransaction
  ) throws -> [CalendarItem] {
    try [item] + CalendarItemStore.overrides(of: item.id, in: transaction)
  }

  private func end(
    _ realm: EntityID, in item: CalendarItem, caller: Caller, _ transaction: WriteTransaction
  ) throws {
    let state = try ParticipatingRealms.all(of: item.id, in: transaction)
      .first { $0.realm == realm }?.state
    let members = try HomeRealms.members(of: realm, in: transaction)
    for each in try parts(of: item, transaction) {
      try ParticipatingRealms.remove(realm, from: each.id, transaction)
      let others = Set(try HomeRealms.readers(of: each, in: transaction))
      for member in members where !others.contains(member) {
        guard try ParticipationStore.find(each.id, of: member, in: transaction) != nil else {
          continue
        }
        try editing.remove(member, from: each.id, in: transaction)
      }
    }
    try recordRealms(of: item, and: realm, transaction)
    let guest = Told(try HomeRealms.name(of: realm, in: transaction))
    if (caller.role(in: realm) ?? .guest) >= .admin {
      try editing.tell(
        try HomeRealms.admins(of: item.realm, in: transaction),
        .teamDoesNotCome(team: guest, item: ToldItem(item)), of: item, besides: caller.account,
        in: transaction)
    }
    guard state == .accepted, item.status.isOn else { return }
    try editing.tell(
      members, .teamLeft(team: guest, item: ToldItem(item)), of: item, seenIn: realm,
      besides: caller.account, in: transaction)
  }

  private func recordRealms(
    of item: CalendarItem, and realm: EntityID, _ transaction: WriteTransaction
  ) throws {
    for realm in [item.realm, realm] {
      try transaction.record("calendarItem", item.id, realm: realm, .update)
    }
  }
}
