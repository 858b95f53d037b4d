import Access
import Base
import Identity
import Storage

/// Groups that friends are brought into, without an invitation: a group chat (SC-GRP-01 to SC-GRP-14).
extension SubRealmService {
  /// Starts a group of the caller with friends, who are in it at once.
  ///
  /// - Parameters:
  ///   - friends: at least two; whoever blocks the caller is left out, and it does not show.
  ///   - name: 1...50 characters; nil to name it after who is in it (SC-GRP-04).
  /// - Returns: the group's identifier.
  /// - Throws: `invalid` for somebody who is no friend.
  public func gather(_ friends: [EntityID], name: String?, caller: Caller) throws -> EntityID {
    let account = try caller.requiredPerson().account
    return try platform.store.write { transaction in
      let members = try Self.checked(friends, of: account, in: transaction)
      let names = try ([account] + members).compactMap {
        try AccountStore.displayName($0, in: transaction)
      }
      let realm = SubRealm(
        id: platform.ids.next(), kind: .group, name: name ?? Self.name(of: names),
        description: "", joinPolicy: .invite, members: 1, createdAt: transaction.now, version: 1,
        ownRole: .owner)
      try SubRealmStore.insert(realm, in: transaction)
      try MembershipStore.insert(account, into: realm.id, as: .owner, in: transaction)
      for member in members {
        try MembershipStore.insert(member, into: realm.id, as: .member, in: transaction)
      }
      return realm.id
    }
  }

  /// Brings friends of the caller into a group that the caller is in.
  ///
  /// - Parameter tell: is told of each who comes in: name, account, and whom to tell of it.
  /// - Throws: `notFound` for a group that the caller does not see, `forbidden` for guests,
  ///   `conflict` with slug `no-group-chat` for other sub-realms, which are entered by invitation.
  public func bring(
    _ friends: [EntityID], into id: EntityID, caller: Caller,
    telling tell: (String, EntityID, [EntityID], WriteTransaction) throws -> Void
  ) throws {
    let account = try caller.requiredPerson().account
    try platform.store.write { transaction in
      let realm = try Self.find(id, to: .invite, caller: caller, in: transaction)
      guard realm.kind == .group else {
        throw Refusal(
          .conflict, "no-group-chat",
          "Into \(realm.name) one is invited: invite your friends there.")
      }
      for friend in try Self.checked(friends, of: account, in: transaction)
      where try MembershipStore.role(of: friend, in: id, transaction) == nil {
        let others = try MembershipStore.accounts(of: id, in: transaction)
          .filter { $0 != account }
        try Memberships.add(friend, to: realm, as: .member, in: transaction)
        let name = try AccountStore.displayName(friend, in: transaction) ?? ""
        try tell(name, friend, others, transaction)
      }
    }
  }

  /// The friends who can be brought along.
  private static func checked(
    _ friends: [EntityID], of account: EntityID, in session: StoreSession
  ) throws -> [EntityID] {
    for (index, friend) in friends.enumerated()
    where try FriendStore.realm(of: account, and: friend, in: session) == nil {
      throw Refusal.invalid("/friends/\(index)", "is no friend of yours")
    }
    return try friends.filter { try !BlockStore.exists($0, blocks: account, in: session) }
  }

  /// The names of who is in it, as many as fit into 50 characters.
  static func name(of members: [String]) -> String {
    var name = ""
    for member in members {
      let longer = name.isEmpty ? member : name + ", " + member
      guard longer.count <= 50 else {
        return name.isEmpty ? String(member.prefix(50)) : name + " …"
      }
      name = longer
    }
    return name
  }
}
