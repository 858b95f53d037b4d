import Access
import Base

extension ThingKind {
  /// Sub-realms into which admins bring others.
  public static let subRealm = subRealm(inviting: .admin)

  /// Groups, into which every member brings others.
  static let group = subRealm(inviting: .member)

  /// What two friends have in common: alike for both, and nobody comes in or changes it.
  static let direct: ThingKind = {
    let alike = Refusal(
      .forbidden, "direct-realm",
      "What two friends have in common stays as it is, until one of them leaves it.")
    return ThingKind(
      "sub-realm",
      refusals: [
        .edit: alike, .manageMembers: alike, .invite: alike, .delete: alike, .handOver: alike,
      ],
      rules: [
        Rule(.see, .member(.guest)),
        Rule(.seeMembers, .member(.guest)),
        Rule(.add, .member(.member)),
      ])
  }()

  /// What an account has for itself: nobody comes in or changes it.
  static let personal: ThingKind = {
    let alone = Memberships.personalStays
    return ThingKind(
      "sub-realm",
      refusals: [
        .edit: alone, .manageMembers: alone, .invite: alone, .delete: alone, .handOver: alone,
      ],
      rules: [
        Rule(.see, .member(.owner)),
        Rule(.seeMembers, .member(.owner)),
        Rule(.add, .member(.owner)),
      ])
  }()

  /// Who is in a sub-realm sees it, others only one that they can ask to join; ranks decide the
  /// rest.
  private static func subRealm(inviting role: MembershipRole) -> ThingKind {
    ThingKind(
      "sub-realm",
      refusals: [
        .edit: Memberships.adminNeeded, .manageMembers: Memberships.adminNeeded,
        .invite: Memberships.adminNeeded,
        .add: Refusal(
          .forbidden, "guest",
          "Guests of a sub-realm look on. Ask one of its admins for the role member."),
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
        Rule(.add, .member(.member)),
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
      thingKind, realms: [id],
      state: joinPolicy.isDiscoverable || kind == .everyone ? .published : .live)
  }

  private var thingKind: ThingKind {
    switch kind {
    case .personal: .personal
    case .direct: .direct
    case .group: .group
    case .everyone, .family, .team, .community, .organization: .subRealm
    }
  }

  /// As ``Rights/check(_:_:_:)``, with the role that was read together with the sub-realm.
  ///
  /// - Parameter caller: the account for which the sub-realm was read.
  func check(_ caller: Caller, _ verb: Verb) throws(Refusal) {
    try Rights.check(caller.holding(ownRole, in: id), verb, thing)
  }
}
