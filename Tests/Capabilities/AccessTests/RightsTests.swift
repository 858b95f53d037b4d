import Base
import Storage
import TestSupport
import Testing

@testable import Access
@testable import Groups
@testable import Moderation

/// Who may do what with which thing, walked whole; what is expected is written out here.
@Suite("rights") struct RightsTests {
  private static let realm = EntityID(high: 1, low: 1)
  private static let me = EntityID(high: 2, low: 2)
  private static let other = EntityID(high: 3, low: 3)

  private static func caller(
    _ role: MembershipRole?, account: AccountRole = .general, blocked: Set<EntityID> = [],
    restriction: SessionRestriction? = nil
  ) -> Caller {
    Caller(
      Caller.LoggedIn(
        account: me, session: me, role: account,
        memberships: role.map { [realm: $0] } ?? [:], organization: nil, blocked: blocked,
        restriction: restriction))
  }

  /// For each rank in a sub-realm, the verbs that it has there.
  private static let bySubRealmRank: [(MembershipRole?, [Verb], inGroups: [Verb])] = [
    (nil, [], []),
    (.guest, [.see, .seeMembers], []),
    (.member, [.see, .seeMembers, .add], [.invite]),
    (.editor, [.see, .seeMembers, .add], [.invite]),
    (.moderator, [.see, .seeMembers, .add], [.invite]),
    (.admin, [.see, .seeMembers, .add, .invite, .edit, .manageMembers], []),
    (
      .owner, [.see, .seeMembers, .add, .invite, .edit, .manageMembers, .delete, .handOver], []
    ),
  ]

  @Test("ranks in a sub-realm decide over it; in a group every member may bring others")
  func subRealms() {
    for (role, verbs, more) in Self.bySubRealmRank {
      for verb in Verb.allCases {
        let closed = Thing(.subRealm, realms: [Self.realm])
        #expect(
          Rights.can(Self.caller(role), verb, closed) == verbs.contains(verb),
          "\(role as Any) \(verb)")
        let group = Thing(.group, realms: [Self.realm])
        #expect(
          Rights.can(Self.caller(role), verb, group) == (verbs + more).contains(verb),
          "\(role as Any) \(verb) in a group")
      }
    }
  }

  @Test("who can ask to join sees a sub-realm and can do nothing else with it")
  func discoverable() {
    let open = Thing(.subRealm, realms: [Self.realm], state: .published)
    for verb in Verb.allCases {
      #expect(Rights.can(Self.caller(nil), verb, open) == (verb == .see))
      #expect(!Rights.can(.anonymous, verb, open))
      #expect(!Rights.can(Self.caller(nil, account: .admin), verb, open))
      #expect(!Rights.can(Self.caller(.owner, restriction: .suspended), verb, open))
    }
  }

  /// A kind with every sort of rule.
  private static let note = ThingKind(
    "note", hidesBlockedAuthors: true,
    refusals: [.publish: Refusal(.forbidden, "no-publishing", "Ask an editor.")],
    rules: [
      Rule(.see, .author), Rule(.see, .member(.guest), while: .live),
      Rule(.see, .anyone, while: .published), Rule(.see, .holder, while: .removed),
      Rule(.see, .systemAdmin, while: .withdrawn), Rule(.join, .person, while: .published),
      Rule(.edit, .author), Rule(.edit, .member(.editor), while: .live, .published),
      Rule(.publish, .member(.moderator)), Rule(.delete, .author),
    ])

  private static func note(
    _ state: ThingState = .live, by author: EntityID? = other, held: Bool = false
  ) -> Thing {
    Thing(note, realms: [realm], author: author, state: state, isHeld: held)
  }

  @Test("a state opens and closes rules")
  func states() {
    let member = Self.caller(.member)
    #expect(Rights.can(member, .see, Self.note(.live)))
    #expect(!Rights.can(member, .see, Self.note(.draft)))
    #expect(Rights.can(.anonymous, .see, Self.note(.published)))
    #expect(!Rights.can(.anonymous, .see, Self.note(.live)))
    #expect(!Rights.can(.anonymous, .join, Self.note(.published)))
    #expect(Rights.can(Self.caller(nil), .join, Self.note(.published)))
    #expect(!Rights.can(Self.caller(nil, account: .admin), .see, Self.note(.published)))
    #expect(Rights.can(Self.caller(nil, account: .admin), .see, Self.note(.withdrawn)))
    #expect(Rights.can(Self.caller(nil), .see, Self.note(.removed, held: true)))
    #expect(!Rights.can(Self.caller(nil), .see, Self.note(.removed)))
  }

  @Test("the author keeps its own; nobody answers for what an erased account left")
  func authors() {
    #expect(Rights.can(Self.caller(nil), .delete, Self.note(.draft, by: Self.me)))
    #expect(!Rights.can(Self.caller(.owner), .delete, Self.note(by: nil)))
    #expect(
      !Rights.can(
        Self.caller(nil, restriction: .replacePassword), .delete, Self.note(by: Self.me)))
  }

  @Test("what is hidden cannot be changed either, whatever the rank")
  func hidden() {
    let owner = Self.caller(.owner)
    #expect(!Rights.can(owner, .publish, Self.note(.draft)))
    let blocking = Self.caller(.owner, blocked: [Self.other])
    for verb in Verb.allCases { #expect(!Rights.can(blocking, verb, Self.note())) }
  }

  @Test("refusals: absent to those who do not see it, forbidden to those who do, log in to nobody")
  func refusals() {
    func refusal(_ caller: Caller, _ verb: Verb, _ thing: Thing) -> Refusal? {
      do throws(Refusal) {
        try Rights.check(caller, verb, thing)
        return nil
      } catch { return error }
    }
    #expect(refusal(Self.caller(.editor), .edit, Self.note()) == nil)
    #expect(refusal(Self.caller(nil), .edit, Self.note()) == .notFound("note"))
    #expect(refusal(.anonymous, .edit, Self.note(.published))?.kind == .unauthenticated)
    #expect(refusal(Self.caller(.editor), .publish, Self.note())?.slug == "no-publishing")
    let low = refusal(Self.caller(.member), .edit, Self.note())
    #expect(low?.slug == "role-too-low")
    #expect(low?.detail.contains("editor") == true)
    #expect(refusal(Self.caller(.owner), .delete, Self.note())?.slug == "not-yours")
    // Admins look at withdrawn notes, so that others do not exist for them.
    #expect(refusal(Self.caller(nil, account: .admin), .edit, Self.note()) == .notFound("note"))
  }

  @Test("lists let through, in memory and in SQL, what the one function lets be seen")
  func lists() throws {
    let kinds = [
      Self.note,
      ThingKind(
        "leaf",
        rules: [
          Rule(.see, .member(.editor)), Rule(.see, .systemAdmin, while: .published),
          Rule(.see, .author, while: .live, .published),
        ]),
    ]
    let callers =
      [Caller.anonymous, Self.caller(nil, account: .admin)]
      + ([nil] + MembershipRole.allCases).flatMap { role in
        [
          Self.caller(role), Self.caller(role, blocked: [Self.other]),
          Self.caller(role, restriction: .suspended),
        ]
      }
    let test = try TestStore(.sqlite, schema: [])
    for kind in kinds {
      for caller in callers {
        let rights = ListRights(caller, kind)
        for realm in [Self.realm, EntityID(high: 9, low: 9)] {
          for author in [Self.me, Self.other] {
            let thing = Thing(kind, realms: [realm], author: author)
            let isSeen = Rights.can(caller, .see, thing)
            let label = "\(kind.name) \(caller.loggedIn as Any) \(realm) \(author)"
            #expect(rights.shows(realms: [realm], author: author) == isSeen, "\(label)")
            let condition = rights.condition(
              author: "?1", shared: { "?2 IN (\($0))" }, from: 3)
            let found = try test.store.read { session in
              try session.exists(
                "SELECT 1 WHERE \(condition.sql)",
                [.id(author), .id(realm)] + condition.parameters)
            }
            #expect(found == isSeen, "\(label): \(condition.sql)")
          }
        }
      }
    }
  }

  @Test(
    "everybody is in the public sub-realm, as a member when logged in, and system admins are not")
  func publicRealm() {
    let thing = Thing(
      Self.note, realms: [SubRealmID.publicRealm], author: Self.other, state: .live)
    #expect(Rights.can(.anonymous, .see, thing))
    #expect(Rights.can(Self.caller(nil), .see, thing))
    #expect(!Rights.can(Self.caller(nil), .edit, thing))
    #expect(!Rights.can(Self.caller(nil, account: .admin), .see, thing))
  }
}
