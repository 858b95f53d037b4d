import Access
import Base
import Groups
import Identity
import PeopleTestSupport
import Registration
import Storage
import Testing

@Suite("Personal sub-realms")
struct PersonalRealmTests {
  let fixture: PeopleFixture
  var service: SubRealmService { fixture.people.groups.subRealms }

  init() throws { fixture = try PeopleFixture() }

  @Test("each account owns a sub-realm that nobody else sees and no list shows")
  func ofEachAccount() throws {
    let ana = try fixture.person("Ana")
    let bob = try fixture.person("Bob")
    let own = try service.get(SubRealmID.personal(of: ana.id), caller: ana.caller)
    #expect(own.kind == .personal)
    #expect(own.ownRole == .owner)
    #expect(own.members == 1)
    #expect(kind { _ = try service.get(own.id, caller: bob.caller) } == .notFound)
    #expect(kind { _ = try service.join(own.id, caller: bob.caller) } == .notFound)
    #expect(try service.list(PageRequest(), caller: ana.caller).items.map(\.kind) == [.everyone])
    #expect(try service.discoverable(PageRequest(), caller: bob.caller).items.isEmpty)
    try holds()
  }

  @Test("it is neither left, deleted, renamed nor opened to others")
  func stays() throws {
    let ana = try fixture.person("Ana")
    let bob = try fixture.person("Bob")
    let id = SubRealmID.personal(of: ana.id)
    let renamed = try SubRealmChange(reading: fixture.fields("{\"name\": \"X\"}"), areas: boxes)
    let toBob = try InvitationDraft(
      reading: fixture.fields("{\"to\": \"\(bob.id)\", \"role\": \"member\"}"))
    let acts: [() throws -> Void] = [
      { try service.removeMember(ana.id, of: id, caller: ana.caller) },
      { try service.delete(id, expecting: .any, caller: ana.caller) },
      { _ = try service.change(id, renamed, expecting: .any, caller: ana.caller) },
      { _ = try fixture.people.groups.invitations.invite(into: id, toBob, caller: ana.caller) },
    ]
    for act in acts { #expect(refusal(act)?.slug == "personal-realm") }
    #expect(try service.get(id, caller: ana.caller).version == 1)
    try holds()
  }

  @Test("CO1: it ends with the account")
  func erased() throws {
    let ana = try fixture.person("Ana")
    try fixture.people.identity.privacy.erase(password: PeopleFixture.password, caller: ana.caller)
    let live = "SELECT COUNT(*) FROM sub_realms WHERE state = 'live' AND kind = 'personal'"
    #expect(try fixture.count(live) == 0)
    #expect(try fixture.count("SELECT COUNT(*) FROM memberships") == 0)
    try holds()
  }

  private func holds() throws {
    let rule = try #require(
      groupsDeclaration.invariants.first { $0.name == "account-has-personal-realm" })
    #expect(try fixture.count(rule.countingBreaches) == 0)
  }
}
