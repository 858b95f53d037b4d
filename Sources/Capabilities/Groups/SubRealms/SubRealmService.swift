import Access
import Base
import Geodesy
import Identity
import Notifications
import Storage

/// Starting, finding, changing and leaving sub-realms.
public struct SubRealmService: Sendable {
  let platform: Platform
  let notifications: any NotificationSink
  let departures: [any DepartureHandler]

  /// - Parameter departures: what goes when members and sub-realms go.
  public init(
    platform: Platform, notifications: any NotificationSink, departures: [any DepartureHandler] = []
  ) {
    self.platform = platform
    self.notifications = notifications
    self.departures = departures
  }

  /// Makes the sub-realm of everyone, unless it is there; called at start.
  public func ensurePublicRealm() throws {
    try platform.store.write(isEssential: true) {
      try SubRealmStore.insertPublic(name: "Public", in: $0)
    }
  }

  /// Starts a sub-realm of which the caller is the owner and, at first, the only member.
  ///
  /// DOMAIN asks for three members at the creation of a `group`, from SeniorConnect's group chat
  /// (SC-GRP-05); the Groups screen (RL-SCR-06) adds groups that fill by invitation. Both hold if
  /// the number is asked for where it comes from: when a conversation is opened in the group.
  public func create(_ draft: SubRealmDraft, caller: Caller) throws -> SubRealm {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      let realm = SubRealm(
        id: platform.ids.next(), kind: draft.kind, name: draft.name,
        description: draft.description, joinPolicy: draft.joinPolicy, timeZone: draft.timeZone,
        area: draft.area, members: 1, createdAt: transaction.now, version: 1, ownRole: .owner)
      try SubRealmStore.insert(realm, in: transaction)
      try MembershipStore.insert(account, into: realm.id, as: .owner, in: transaction)
      return realm
    }
  }

  /// The sub-realms that the caller is in, by name; the public one is not listed.
  public func list(_ page: PageRequest, caller: Caller) throws -> Page<SubRealm> {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { try SubRealmStore.list(of: account, page, in: $0) }
  }

  /// The sub-realms that the caller is not in and can join or ask to join, by name.
  ///
  /// - Parameters:
  ///   - bounds: only those whose area meets this box, WGS 84.
  ///   - beginning: only those whose name begins so, whatever the case and accents.
  public func discoverable(
    within bounds: Bounds? = nil, named beginning: String? = nil, _ page: PageRequest,
    caller: Caller
  ) throws -> Page<SubRealm> {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { session in
      try SubRealmStore.discoverable(
        for: account, within: bounds, named: beginning, page, in: session)
    }
  }

  /// One sub-realm that the caller is in or could find.
  public func get(_ id: EntityID, caller: Caller) throws -> SubRealm {
    try platform.store.readOnce { try Self.find(id, caller: caller, in: $0) }
  }

  /// The sub-realm with the caller's role in it, if the caller may do `verb` with it.
  ///
  /// - Throws: `unauthenticated`, `notFound` for outsiders who cannot find it, `forbidden`.
  static func find(
    _ id: EntityID, to verb: Verb = .see, caller: Caller, in session: StoreSession
  ) throws -> SubRealm {
    let account = try caller.requiredPerson().account
    guard let realm = try SubRealmStore.find(id, for: account, in: session) else {
      throw Refusal.notFound("sub-realm")
    }
    try realm.check(caller, verb)
    return realm
  }

  /// Changes a sub-realm that the caller runs.
  ///
  /// - Throws: `invalid` for a way of joining that this kind of sub-realm does not have.
  public func change(
    _ id: EntityID, _ change: SubRealmChange, expecting version: ExpectedVersion, caller: Caller
  ) throws -> SubRealm {
    try platform.store.write { transaction in
      var realm = try Self.find(id, to: .edit, caller: caller, in: transaction)
      try version.check(realm.version)
      if let policy = change.joinPolicy, let objection = realm.kind.objection(to: policy) {
        throw Refusal.invalid("/joinPolicy", objection)
      }
      realm.name = change.name ?? realm.name
      realm.description = change.description ?? realm.description
      realm.joinPolicy = change.joinPolicy ?? realm.joinPolicy
      realm.timeZone = change.clearsTimeZone ? nil : change.timeZone ?? realm.timeZone
      realm.area = change.clearsArea ? nil : change.area ?? realm.area
      try SubRealmStore.update(realm, in: transaction)
      realm.version += 1
      return realm
    }
  }

  /// Deletes a sub-realm that the caller owns: nobody is in it and nobody finds it any more.
  public func delete(
    _ id: EntityID, expecting version: ExpectedVersion, caller: Caller
  ) throws {
    try platform.store.write { transaction in
      let realm = try Self.find(id, to: .delete, caller: caller, in: transaction)
      try version.check(realm.version)
      guard realm.kind != .organization else {
        throw Refusal(
          .conflict, "organization-stays",
          "An organization ends when its last member leaves it, because its tours are its own.")
      }
      try Memberships.end(id, departures: departures, in: transaction)
    }
  }

  /// The members, by name; only members see each other.
  public func members(
    of id: EntityID, _ page: PageRequest, caller: Caller
  ) throws -> Page<Membership> {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce { session in
      _ = try Self.find(id, to: .seeMembers, caller: caller, in: session)
      return try MembershipStore.list(of: id, for: account, page, in: session)
    }
  }

  /// Changes what is known of a member, the role too; of oneself what one may say.
  ///
  /// - Throws: `forbidden`; `conflict` with slug `number-taken` where another member has the number;
  ///   nothing is changed then.
  public func changeMember(
    _ member: EntityID, of id: EntityID, _ change: MembershipChange, caller: Caller
  ) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let realm = try Self.find(id, to: .seeMembers, caller: caller, in: transaction)
      let asking = caller.holding(realm.ownRole, in: id)
      for verb in change.verbs {
        try Rights.check(asking, verb, Thing(.membership, realms: [id], author: member))
      }
      guard var membership = try MembershipStore.find(member, in: id, transaction) else {
        throw Refusal.notFound("member")
      }
      if let role = change.role {
        if role == .owner { try realm.check(caller, .handOver) }
        try Memberships.change(member, to: role, by: account, in: realm, transaction)
        let name = try AccountStore.displayName(account, in: transaction) ?? ""
        try notify(
          member, .roleChanged(by: Told(name), group: Told(realm.name), role: role), id,
          transaction)
      }
      membership.state = change.state ?? membership.state
      membership.biography = change.biography ?? membership.biography
      if let position = change.position { membership.position = position }
      if let number = change.number {
        if let number,
          try MembershipStore.isNumberTaken(number, besides: member, in: id, transaction)
        {
          throw Refusal(.conflict, "number-taken", "Another member has the number \(number).")
        }
        membership.number = number
      }
      if change.verbs != [.join] { try MembershipStore.update(membership, in: id, transaction) }
      for (topic, upto) in change.readMarks {
        try MembershipStore.mark(topic, readTo: upto, by: member, in: id, transaction)
      }
    }
  }

  /// Leaves a sub-realm, or takes someone else out of it.
  public func removeMember(_ member: EntityID, of id: EntityID, caller: Caller) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      if member == account {
        let realm = try Self.find(id, caller: caller, in: transaction)
        try Memberships.remove(
          account, from: realm, departures: departures, notifications: notifications,
          in: transaction)
        return
      }
      let realm = try Self.find(id, to: .manageMembers, caller: caller, in: transaction)
      let role = try MembershipStore.role(of: member, in: id, transaction)
      guard role != .owner else {
        throw Refusal(.forbidden, "owner-stays", "The owner cannot be removed.")
      }
      try Memberships.remove(
        member, from: realm, departures: departures, notifications: notifications, in: transaction)
      let name = try AccountStore.displayName(account, in: transaction) ?? ""
      try notify(
        member, .takenOut(by: Told(name), group: Told(realm.name)), realm.id, transaction)
    }
  }

  /// Joins an open sub-realm.
  ///
  /// - Throws: `conflict` if the sub-realm wants a request, which a team always does.
  public func join(_ id: EntityID, caller: Caller) throws -> SubRealm {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      let realm = try Self.find(id, caller: caller, in: transaction)
      if realm.ownRole != nil || realm.kind == .everyone { return realm }
      guard realm.joinPolicy == .open, realm.kind.joinPolicies.contains(.open) else {
        throw Refusal(
          .conflict, "request-needed", "\(realm.name) is joined by a request that an admin decides."
        )
      }
      try Memberships.add(account, to: realm, as: .member, in: transaction)
      return try Self.find(id, caller: caller, in: transaction)
    }
  }

  private func notify(
    _ account: EntityID, _ notice: GroupNotice, _ realm: EntityID,
    _ transaction: WriteTransaction
  ) throws {
    try notifications.post(
      notice, to: account, about: NotificationSubject(.subRealm, realm),
      version: try MembershipStore.version(of: realm, in: transaction), in: transaction)
  }
}
