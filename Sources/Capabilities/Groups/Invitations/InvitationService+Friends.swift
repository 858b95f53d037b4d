import Access
import Base
import Identity
import Notifications
import Storage

/// Two people who have agreed to be friends, seen from one of them.
public struct Friend: Sendable {
  public var account: AccountSummary
  /// The direct sub-realm that the two have in common.
  public var realm: EntityID
  public var since: Instant

  /// Writes it as the interface shows it: one JSON object.
  ///
  /// - Parameter more: writes further members of the account.
  public func write(
    to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.key("account")
      account.write(to: &json, more: more)
      json.member("realm", realm)
      json.member("since", since)
    }
  }
}

extension InvitationService {
  /// Asks somebody to be a friend; who accepts is one, and both have a direct sub-realm.
  ///
  /// Asking again answers with the request that waits. Whether an address or a number is
  /// registered, and by whom, does not show.
  ///
  /// - Throws: `notFound` for an account that is not there; `conflict` with slug `own-thing` for
  ///   oneself and `already-friends`; `forbidden` and `limited` as ``invite(into:_:caller:)``.
  public func befriend(_ draft: InvitationDraft, caller: Caller) throws -> NewInvitation {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      var request = Invitation(
        id: platform.ids.next(), subRealm: nil, subRealmName: nil, direction: .offered,
        role: .member,
        inviter: AccountSummary(
          id: account, displayName: try AccountStore.displayName(account, in: transaction) ?? ""),
        isLink: false, message: draft.message, usesLeft: 1, isHidden: false, storedState: .open,
        createdAt: transaction.now, expiresAt: transaction.now.adding(seconds: draft.lifeSeconds))
      try address(&request, to: draft.target, by: account, in: transaction)
      guard let target = request.toAccount else { return try send(request, in: transaction) }
      if request.isToAddress {
        // Neither is it said that it is one's own, nor that of a friend.
        let isKnown = try FriendStore.realm(of: account, and: target, in: transaction) != nil
        if target == account || isKnown { request.isHidden = true }
        return try send(request, in: transaction)
      }
      guard target != account else {
        throw Refusal(.conflict, "own-thing", "This is your own account.")
      }
      guard try FriendStore.realm(of: account, and: target, in: transaction) == nil else {
        throw Refusal(.conflict, "already-friends", "You are friends already: GET /v1/friends.")
      }
      let open = try InvitationStore.openFriendRequest(
        of: account, to: target, at: transaction.now, in: transaction)
      if let open { return NewInvitation(invitation: open, token: nil) }
      return try send(request, in: transaction)
    }
  }

  /// The caller's friends, by name.
  ///
  /// - Parameter beginning: only those whose name begins so, whatever the case and accents.
  public func friends(
    named beginning: String? = nil, _ page: PageRequest, caller: Caller
  ) throws -> Page<Friend> {
    let account = try caller.requiredPerson().account
    return try platform.store.readOnce {
      try FriendStore.list(of: account, named: beginning, page, in: $0)
    }
  }

  /// Whom the caller has asked to be a friend and who has not answered yet, the newest first.
  ///
  /// One that never arrives, because its target blocks the caller, stands there like the others.
  public func askedFriends(_ page: PageRequest, caller: Caller) throws -> Page<Invitation> {
    let account = try caller.requiredPerson().account
    let before = try page.idPosition() ?? EntityID(high: .max, low: .max)
    let now = platform.clock.now()
    return try platform.store.readOnce { session in
      var items = try InvitationStore.openFriendRequests(
        of: account, at: now, before: before, limit: page.limit + 1, in: session)
      for index in items.indices where items[index].isToAddress { items[index].toAccount = nil }
      return Page(reading: items, limit: page.limit) { Cursor($0.id) }
    }
  }

  /// Makes two people friends: they have a direct sub-realm from then on.
  func befriend(
    _ caller: Caller, _ account: EntityID, by request: Invitation,
    in transaction: WriteTransaction
  ) throws -> SubRealm {
    let other = request.inviter.id
    guard other != account else { throw Refusal.notFound("invitation") }
    try InvitationStore.decide(request, .accepted, by: account, in: transaction)
    if let known = try FriendStore.realm(of: account, and: other, in: transaction) {
      return try SubRealmService.find(known, caller: caller, in: transaction)
    }
    let realm = SubRealm(
      id: platform.ids.next(), kind: .direct, name: "Direct", description: "", joinPolicy: .closed,
      members: 2, createdAt: transaction.now, version: 1)
    try SubRealmStore.insert(realm, in: transaction)
    for member in [other, account] {
      try MembershipStore.insert(member, into: realm.id, as: .member, in: transaction)
    }
    let name = try AccountStore.displayName(account, in: transaction) ?? ""
    try notifications.post(
      GroupNotice.befriended(by: Told(name)), to: other,
      about: NotificationSubject(.friend, account),
      version: try NotificationService.nextVersion(
        .membership, about: account, at: other, in: transaction),
      in: transaction)
    return try SubRealmService.find(
      realm.id, caller: caller.holding(.member, in: realm.id), in: transaction)
  }
}

/// Friends in the database: those who share a live direct sub-realm.
enum FriendStore {
  private static let tables = """
    FROM memberships own
    JOIN sub_realms r ON r.id = own.sub_realm AND r.kind = 'direct' AND r.state = 'live'
    JOIN memberships other ON other.sub_realm = r.id AND other.account <> own.account
    JOIN accounts a ON a.id = other.account
    """

  /// The direct sub-realm of two people; nil if they are no friends.
  static func realm(
    of account: EntityID, and other: EntityID, in session: StoreSession
  ) throws -> EntityID? {
    try session.first(
      "SELECT r.id \(tables) WHERE own.account = ?1 AND other.account = ?2 LIMIT 1",
      [.id(account), .id(other)]
    ) { try $0.id(0) }
  }

  static func list(
    of account: EntityID, named beginning: String?, _ page: PageRequest, in session: StoreSession
  ) throws -> Page<Friend> {
    let (key, id) = try NamePosition.read(page)
    let items = try session.all(
      """
      SELECT a.id, a.display_name, r.id, r.created_at \(tables)
      WHERE own.account = ?1 AND (a.name_key > ?2 OR (a.name_key = ?2 AND a.id > ?3))
        AND SUBSTR(a.name_key, 1, LENGTH(?5)) = ?5
      ORDER BY a.name_key, a.id LIMIT ?4
      """,
      [
        .id(account), .text(key), .id(id), .int(page.limit + 1),
        .text(NameKey.of(beginning ?? "")),
      ]
    ) { row in
      Friend(
        account: AccountSummary(id: try row.id(0), displayName: try row.text(1)),
        realm: try row.id(2), since: try row.instant(3))
    }
    return Page(reading: items, limit: page.limit) {
      NamePosition.cursor($0.account.displayName, $0.account.id)
    }
  }
}
