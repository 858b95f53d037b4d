import Access
import Base
import Identity
import Notifications
import Storage

/// The rules of coming, going and ranks, kept in one place for every way in and out.
enum Memberships {
  /// Takes `account` in.
  ///
  /// Whoever joins an organization becomes an organization user of it; of exactly one.
  static func add(
    _ id: EntityID, to realm: SubRealm, as role: MembershipRole, in transaction: WriteTransaction
  ) throws {
    guard try MembershipStore.role(of: id, in: realm.id, transaction) == nil else {
      throw Refusal(.conflict, "already-member", "This account is already in \(realm.name).")
    }
    if realm.kind == .organization {
      var account = try AccountStore.existing(id, in: transaction)
      guard account.role == .general else {
        throw Refusal(
          .conflict, "in-an-organization",
          "An account belongs to one organization at most. Leave the other one first.")
      }
      account.role = .organization
      account.organization = realm.id
      try AccountStore.update(account, in: transaction)
    }
    try MembershipStore.insert(id, into: realm.id, as: role, in: transaction)
  }

  /// Makes the personal sub-realm of a new account.
  static func openPersonalRealm(
    of account: EntityID, in transaction: WriteTransaction
  ) throws {
    let realm = SubRealm(
      id: SubRealmID.personal(of: account), kind: .personal, name: "Personal", description: "",
      joinPolicy: .closed, members: 1, createdAt: transaction.now, version: 1)
    try SubRealmStore.insert(realm, in: transaction)
    try MembershipStore.insert(account, into: realm.id, as: .owner, in: transaction)
  }

  /// Lets a member go, unless that would leave others without an admin.
  ///
  /// When the owner goes, the longest-standing admin becomes owner; when the last member goes, the
  /// sub-realm is deleted.
  ///
  /// - Parameters:
  ///   - forced: whether the account is being erased, which nothing may stop: without an admin, the
  ///     longest-standing member becomes owner.
  ///   - departures: what goes with the member.
  ///   - notifications: where whoever becomes owner by it is told.
  static func remove(
    _ account: EntityID, from realm: SubRealm, forced: Bool = false,
    departures: [any DepartureHandler], notifications: any NotificationSink,
    in transaction: WriteTransaction
  ) throws {
    guard realm.kind != .personal else { throw personalStays }
    guard let role = try MembershipStore.role(of: account, in: realm.id, transaction) else {
      throw Refusal.notFound("member")
    }
    let others = try MembershipStore.accounts(of: realm.id, in: transaction)
      .filter { $0 != account }
    let admins = try MembershipStore.admins(of: realm.id, in: transaction)
      .filter { $0 != account }
    // From a group chat one goes as one likes: those who stay go on with it (SC-GRP-15, SC-GRP-18).
    let isOrdered = realm.kind != .group && !forced
    if admins.isEmpty && !others.isEmpty && role >= .admin && isOrdered { throw lastAdmin }
    // Of two friends none is left to be an admin.
    let heir =
      realm.kind != .direct && (role == .owner || admins.isEmpty)
      ? admins.first ?? others.first : nil
    if let heir { try MembershipStore.setRole(.owner, of: heir, in: realm.id, transaction) }
    try MembershipStore.delete(account, from: realm.id, in: transaction)
    if let heir {
      let name = try AccountStore.displayName(account, in: transaction) ?? ""
      let group = Told(realm.name)
      try notifications.post(
        forced ? GroupNotice.ownerErased(group: group) : .ownerLeft(by: Told(name), group: group),
        to: heir, about: NotificationSubject(.subRealm, realm.id),
        version: try MembershipStore.version(of: realm.id, in: transaction), in: transaction)
    }
    for departure in departures {
      try departure.memberLeft(account, realm.id, in: transaction)
    }
    if realm.kind == .organization {
      var leaver = try AccountStore.existing(account, in: transaction)
      leaver.role = .general
      leaver.organization = nil
      try AccountStore.update(leaver, in: transaction)
    }
    if others.isEmpty || realm.kind == .direct {
      try end(realm.id, departures: departures, in: transaction)
    }
  }

  /// Ends a sub-realm: nobody is in it and nobody finds it any more.
  static func end(
    _ realm: EntityID, departures: [any DepartureHandler], in transaction: WriteTransaction
  ) throws {
    try SubRealmStore.hide(realm, in: transaction)
    for departure in departures { try departure.realmEnded(realm, in: transaction) }
  }

  static let personalStays = Refusal(
    .forbidden, "personal-realm",
    "What is yours alone stays as it is, as long as you have your account.")

  static let lastAdmin = Refusal(
    .conflict, "last-admin",
    "You are the only admin. Make another member an admin first, or delete the sub-realm.")

  /// Gives a member another role.
  ///
  /// Anyone's role but the owner's changes. An owner who hands the ownership on is an admin from
  /// then on.
  ///
  /// - Parameter manager: who may do so by the rules of sub-realms.
  static func change(
    _ member: EntityID, to role: MembershipRole, by manager: EntityID, in realm: SubRealm,
    _ transaction: WriteTransaction
  ) throws {
    guard let current = try MembershipStore.role(of: member, in: realm.id, transaction) else {
      throw Refusal.notFound("member")
    }
    if current == role { return }
    guard current < .owner else {
      throw Refusal(
        .conflict, "owner-stays",
        "The owner's role changes only when the owner makes another member the owner.")
    }
    let admins = try MembershipStore.admins(of: realm.id, in: transaction)
    if current >= .admin && role < .admin && admins == [member] { throw lastAdmin }
    if role == .owner {
      try MembershipStore.setRole(.admin, of: manager, in: realm.id, transaction)
    }
    try MembershipStore.setRole(role, of: member, in: realm.id, transaction)
  }

  static let adminNeeded = Refusal(
    .forbidden, "realm-admin-needed", "Only an admin or the owner of the sub-realm can do this.")
}
