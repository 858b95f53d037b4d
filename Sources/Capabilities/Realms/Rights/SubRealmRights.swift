import Base

extension ThingKind {
  /// Sub-realms into which admins bring others.
  static let subRealm = subRealm(inviting: .admin)

  /// Groups, into which every member brings others.
  static let group = subRealm(inviting: .member)

  /// Who is in a sub-realm sees it, others only one that they can ask to join; ranks decide the
  /// rest.
  private static func subRealm(inviting role: MembershipRole) -> ThingKind {
    ThingKind(
      "sub-realm",
      refusals: [
        .edit: Memberships.adminNeeded, .manageMembers: Memberships.adminNeeded,
        .invite: Memberships.adminNeeded,
        .seeMembers: Refusal(.forbidden, "members-only", "Only members see who is in it."),
        .delete: Refusal(
          .forbidden, "owner-needed", "Only the owner of the sub-realm can do this."),
        .handOver: Refusal(
          .forbidden, "owner-needed", "Only the owner can hand the ownership on."),
      ],
      rules: [
        Rule(.see, .member(.guest)),
        Rule(.see, .person, while: .published),
        Rule(.seeMembers, .member(.guest)),
        Rule(.invite, .member(role)),
        Rule(.edit, .member(.admin)),
        Rule(.manageMembers, .member(.admin)),
        Rule(.delete, .member(.owner)),
        Rule(.handOver, .member(.owner)),
      ])
  }
}

extension SubRealm {
  /// What rights need to know of it.
  var thing: Thing {
    Thing(
      kind == .group ? .group : .subRealm, realms: [id],
      state: joinPolicy.isDiscoverable || kind == .everyone ? .published : .live)
  }

  /// As ``Rights/check(_:_:_:)``, with the role that was read together with the sub-realm.
  ///
  /// - Parameter caller: the account for which the sub-realm was read.
  func check(_ caller: Caller, _ verb: Verb) throws(Refusal) {
    try Rights.check(caller.holding(ownRole, in: id), verb, thing)
  }
}
