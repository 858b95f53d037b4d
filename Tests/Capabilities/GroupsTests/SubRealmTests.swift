import Access
import Base
import Deadlines
import Geodesy
import Groups
import Identity
import PeopleTestSupport
import Registration
import Storage
import TestSupport
import Testing

@Suite("Sub-realms and memberships")
struct SubRealmTests {
  let fixture: PeopleFixture
  var service: SubRealmService { fixture.people.groups.subRealms }

  init() throws { fixture = try PeopleFixture() }

  private func change(_ json: String) throws -> SubRealmChange {
    try SubRealmChange(reading: fixture.fields(json), areas: boxes)
  }

  private func role(_ role: String) throws -> MembershipChange {
    try MembershipChange(reading: fixture.fields("{\"role\": \"\(role)\"}"))
  }

  @Test("RL-SCR-06: a user adds a group, is its owner, edits it, and finds it in the list")
  func create() throws {
    let ana = try fixture.person("Ana")
    let realm = try fixture.realm(ana, "group", policy: "request")
    #expect(realm.ownRole == .owner)
    #expect(try ana.caller.loggedIn?.memberships[realm.id] == .owner)
    let edited = try service.change(
      realm.id,
      change(
        "{\"name\": \"Climbers\", \"description\": \"Up\", \"timeZone\": \"America/Toronto\"}"),
      expecting: .oneOf([1]), caller: ana.caller)
    #expect(edited.version == 2)
    let read = try service.get(realm.id, caller: ana.caller)
    #expect(read.name == "Climbers")
    #expect(read.version == 2)
    #expect(read.joinPolicy == .request)
    #expect(read.members == 1)
    // Everyone is in the public one.
    let own = try service.list(PageRequest(), caller: ana.caller).items
    #expect(own.map(\.id) == [realm.id, SubRealmID.publicRealm])
    #expect(
      kind {
        _ = try service.change(
          realm.id, change("{\"name\": \"X\"}"), expecting: .oneOf([1]), caller: ana.caller)
      } == .stale)
  }

  @Test("names of groups and organizations hide nothing and turn no line around")
  func hiddenName() throws {
    let ana = try fixture.person("Ana")
    let realm = try fixture.realm(ana, "group")
    let name = #"Climbers\u202erof\u2069"#
    let renamed = refusal {
      _ = try service.change(
        realm.id, change("{\"name\": \"\(name)\"}"), expecting: .any, caller: ana.caller)
    }
    let fields = try fixture.fields(#"{"kind":"group","name":"\#(name)"}"#)
    let made = refusal { _ = try SubRealmDraft(reading: fields, areas: boxes) }
    let asked = refusal {
      _ = try OrganizationRequestDraft(
        reading: fixture.fields(#"{"organizationName":"\#(name)","reason":"Tours"}"#))
    }
    let detail = "must not have control, bidirectional or invisible characters"
    #expect(renamed?.violations == [Refusal.Violation("/name", detail)])
    #expect(made?.violations == renamed?.violations)
    #expect(asked?.violations == [Refusal.Violation("/organizationName", detail)])
  }

  @Test(
    "only kinds that people start can be started",
    arguments: ["public", "personal", "direct", "organization"])
  func kinds(kind: String) throws {
    let ana = try fixture.person("Ana")
    #expect(refusal { _ = try fixture.realm(ana, kind) }?.violations.map(\.pointer) == ["/kind"])
  }

  @Test(
    "BZ-TEAM-02, CG-BZ-01: a team is neither made open nor opened; who comes was invited, or asked and was accepted"
  )
  func teams() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let objection =
      "a team is joined by a decision of its admins; choose one of closed, invite, request"
    let violations = [Refusal.Violation("/joinPolicy", objection)]
    #expect(
      refusal { _ = try fixture.realm(ana, "team", policy: "open") }?.violations == violations)
    let team = try fixture.realm(ana, "team", policy: "request")
    let opened = refusal {
      _ = try service.change(
        team.id, change("{\"joinPolicy\": \"open\"}"), expecting: .any, caller: ana.caller)
    }
    #expect(opened?.violations == violations)
    #expect(try service.get(team.id, caller: ana.caller).version == 1)
    #expect(refusal { _ = try service.join(team.id, caller: bob.caller) }?.slug == "request-needed")
    // Not even if a row says otherwise.
    try fixture.platform.store.write {
      _ = try $0.execute("UPDATE sub_realms SET join_policy = 'open' WHERE kind = 'team'")
    }
    #expect(refusal { _ = try service.join(team.id, caller: bob.caller) }?.slug == "request-needed")
    #expect(try !bob.caller.visibleRealms.contains(team.id))
    let rule = try #require(groupsDeclaration.invariants.first { $0.name == "team-is-not-open" })
    #expect(try fixture.count(rule.countingBreaches) == 1)
    // Groups and communities stay as open as they are.
    for kind in ["group", "family", "community"] {
      let realm = try fixture.realm(ana, kind, policy: "open")
      #expect(try service.join(realm.id, caller: bob.caller).ownRole == .member)
    }
  }

  @Test(
    "open teams of before are joined by invitation; nothing else is",
    arguments: StoreEngine.allCases)
  func openTeams(_ engine: StoreEngine) throws {
    let old = SchemaModule(name: "realms", migrations: Array(realmsSchema.migrations.prefix(8)))
    let test = try TestStore(engine, schema: [deadlinesSchema, old])
    let ids = EntityIDSource(clock: SystemClock(), random: SystemRandom())
    try test.store.write { transaction in
      for (kind, policy) in [("team", "open"), ("team", "request"), ("community", "open")] {
        _ = try transaction.execute(
          """
          INSERT INTO sub_realms (id, kind, name, name_key, description, join_policy, state,
            created_at, version)
          VALUES (?1, ?2, 'Rowers', 'rowers', '', ?3, 'live', 1, 1)
          """, [.id(ids.next()), .text(kind), .text(policy)])
      }
    }
    test.store.close()
    let store = try Store.open(test.location, schema: [deadlinesSchema, realmsSchema])
    defer { store.close() }
    let policies = try store.read { session in
      try session.all("SELECT kind, join_policy, version FROM sub_realms ORDER BY id") {
        "\(try $0.text(0)) \(try $0.text(1)) \(try $0.int(2))"
      }
    }
    #expect(policies == ["team invite 2", "team request 1", "community open 1"])
  }

  @Test("CG-RL-14: the public sub-realm is there once and everyone is in it")
  func publicRealm() throws {
    try service.ensurePublicRealm()
    #expect(try fixture.count("SELECT COUNT(*) FROM sub_realms WHERE kind = 'public'") == 1)
    let ana = try fixture.person("Ana")
    let own = [SubRealmID.publicRealm: MembershipRole.member, ana.id: .owner]
    #expect(try ana.caller.loggedIn?.memberships == own)
    #expect(try ana.caller.visibleRealms.contains(SubRealmID.publicRealm))
    #expect(Caller.anonymous.visibleRealms.contains(SubRealmID.publicRealm))
    #expect(try service.get(SubRealmID.publicRealm, caller: ana.caller).kind == .everyone)
  }

  @Test(
    "UC7.post, OP-FR2.2: a caller sees the sub-realms of which he or she is a member, and no other, from the next request on"
  )
  func membershipSide() throws {
    let ana = try fixture.person("Ana")
    let bob = try fixture.person("Bob")
    let hikers = try fixture.realm(ana)
    let others = try fixture.realm(ana, name: "Others")
    #expect(try !bob.caller.visibleRealms.contains(hikers.id))
    try fixture.join(bob, hikers, by: ana)
    #expect(try bob.caller.visibleRealms.contains(hikers.id))
    #expect(try !bob.caller.visibleRealms.contains(others.id))
    #expect(try bob.caller.visibleRealms == [SubRealmID.publicRealm, bob.id, hikers.id].sorted())
    try service.removeMember(bob.id, of: hikers.id, caller: ana.caller)
    #expect(try !bob.caller.visibleRealms.contains(hikers.id))
    try fixture.join(bob, hikers, by: ana)
    try service.delete(hikers.id, expecting: .any, caller: ana.caller)
    #expect(try !bob.caller.visibleRealms.contains(hikers.id))
    #expect(try !ana.caller.visibleRealms.contains(hikers.id))
  }

  @Test(
    "a sub-realm by invitation looks absent to outsiders; open ones are found, by name and by area")
  func discovery() throws {
    let ana = try fixture.person("Ana")
    let bob = try fixture.person("Bob")
    let hidden = try fixture.realm(ana)
    let absent = refusal { _ = try service.get(fixture.platform.ids.next(), caller: bob.caller) }
    #expect(refusal { _ = try service.get(hidden.id, caller: bob.caller) } == absent)
    #expect(kind { _ = try service.join(hidden.id, caller: bob.caller) } == .notFound)
    let east = try service.create(
      SubRealmDraft(
        reading: fixture.fields(
          "{\"kind\": \"community\", \"name\": \"Éast\", \"area\": [179, -20, 180, -10]}"),
        areas: boxes), caller: ana.caller)
    let town = try fixture.realm(ana, "community", policy: "open", name: "Town")
    _ = try fixture.realm(ana, "community", policy: "request", name: "abc")
    let found = try service.discoverable(PageRequest(), caller: bob.caller).items
    #expect(found.map(\.name) == ["abc", "Éast", "Town"])
    let near = Bounds(west: 178, south: -15, east: -178, north: -12)
    #expect(
      try service.discoverable(within: near, PageRequest(), caller: bob.caller).items.map(\.id)
        == [east.id])
    #expect(found[1].area?.polygons.count == 1)
    _ = try service.join(town.id, caller: bob.caller)
    #expect(try bob.caller.visibleRealms.contains(town.id))
    #expect(try service.discoverable(PageRequest(), caller: bob.caller).items.count == 2)
  }

  @Test("lists go on page by page in order of names")
  func pages() throws {
    let ana = try fixture.person("Ana")
    for index in 0..<25 { _ = try fixture.realm(ana, name: "R\(index % 7)-\(index)") }
    var names: [String] = []
    var page = PageRequest()
    while true {
      let part = try service.list(page, caller: ana.caller)
      #expect(part.items.count <= 10)
      names += part.items.map(\.name)
      guard let next = part.next else { break }
      page.cursor = try Cursor(token: next.token)
    }
    #expect(names.count == 26)
    #expect(names == names.sorted { $0.lowercased() < $1.lowercased() })
    page.cursor = Cursor("only one part")
    #expect(kind { _ = try service.list(page, caller: ana.caller) } == .malformed)
  }

  @Test("every change of a member is told once, however fast they follow one another")
  func notices() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let team = try fixture.realm(ana, "team")
    try fixture.join(bob, team, by: ana)
    let before = try fixture.notices(bob).count
    for name in ["admin", "member", "member", "editor"] {
      try service.changeMember(bob.id, of: team.id, role(name), caller: ana.caller)
    }
    let told = try fixture.notices(bob).dropLast(before)
    #expect(
      told == [
        "Ana has made you editor in Hikers.", "Ana has made you member in Hikers.",
        "Ana has made you admin in Hikers.",
      ])
  }

  @Test("BZ-TEAM-01, BZ-TEAM-05: admins change roles and remove people; the server refuses members")
  func roles() throws {
    let ana = try fixture.person("Ana")
    let bob = try fixture.person("Bob")
    let eve = try fixture.person("Eve")
    let team = try fixture.realm(ana, "team")
    for person in [bob, eve] { try fixture.join(person, team, by: ana) }
    #expect(
      kind { try service.changeMember(eve.id, of: team.id, role("guest"), caller: bob.caller) }
        == .forbidden)
    #expect(
      kind { try service.removeMember(eve.id, of: team.id, caller: bob.caller) } == .forbidden)
    #expect(
      kind {
        _ = try service.change(
          team.id, change("{\"name\": \"B\"}"), expecting: .any, caller: bob.caller)
      } == .forbidden)
    try service.changeMember(bob.id, of: team.id, role("admin"), caller: ana.caller)
    try service.removeMember(eve.id, of: team.id, caller: bob.caller)
    #expect(try fixture.notices(eve).contains { $0.contains("has taken you out") })
    #expect(
      kind { try service.removeMember(ana.id, of: team.id, caller: bob.caller) } == .forbidden)
    #expect(
      kind { try service.changeMember(bob.id, of: team.id, role("owner"), caller: bob.caller) }
        == .forbidden)
    #expect(
      kind { try service.changeMember(ana.id, of: team.id, role("member"), caller: bob.caller) }
        == .conflict)
    #expect(
      kind { try service.delete(team.id, expecting: .any, caller: bob.caller) } == .forbidden)
    try service.changeMember(bob.id, of: team.id, role("owner"), caller: ana.caller)
    #expect(try ana.caller.loggedIn?.memberships[team.id] == .admin)
    try service.delete(team.id, expecting: .any, caller: bob.caller)
  }

  @Test(
    "BZ-TEAM-07: the last admin cannot leave others behind; a group survives shrinking (SC-GRP-18)")
  func lastAdmin() throws {
    let ana = try fixture.person("Ana")
    let bob = try fixture.person("Bob")
    let eve = try fixture.person("Eve")
    let team = try fixture.realm(ana, "team")
    for person in [bob, eve] { try fixture.join(person, team, by: ana) }
    let last = refusal { try service.removeMember(ana.id, of: team.id, caller: ana.caller) }
    #expect(last?.slug == "last-admin")
    try service.changeMember(bob.id, of: team.id, role("admin"), caller: ana.caller)
    try service.removeMember(ana.id, of: team.id, caller: ana.caller)
    #expect(try bob.caller.loggedIn?.memberships[team.id] == .owner)
    try service.removeMember(eve.id, of: team.id, caller: eve.caller)
    #expect(try service.get(team.id, caller: bob.caller).members == 1)
    try service.removeMember(bob.id, of: team.id, caller: bob.caller)
    let live = "SELECT COUNT(*) FROM sub_realms WHERE state = 'live' AND kind <> 'personal'"
    #expect(try fixture.count(live) == 1)
  }

  @Test("whoever becomes owner because the owner has left, or is erased, is told")
  func heirIsTold() throws {
    let (ana, bob) = (try fixture.person("Ana"), try fixture.person("Bob"))
    let team = try fixture.realm(ana, "team")
    let family = try fixture.realm(ana, "family")
    for realm in [team, family] { try fixture.join(bob, realm, by: ana) }
    try service.changeMember(bob.id, of: team.id, role("admin"), caller: ana.caller)
    let before = try fixture.notices(bob)
    try service.removeMember(ana.id, of: team.id, caller: ana.caller)
    let left = try fixture.notices(bob).filter { !before.contains($0) }
    #expect(left == ["Ana has left Hikers. You are its owner now."])
    try fixture.people.identity.privacy.erase(
      password: PeopleFixture.password, caller: ana.caller)
    #expect(
      try fixture.notices(bob).contains(
        "The owner of Hikers has erased the account. You are its owner now."))
    #expect(try bob.caller.loggedIn?.memberships[family.id] == .owner)
  }

  @Test(
    "random coming, going and ranking never leaves a sub-realm without an admin",
    arguments: [1, 2, 3] as [UInt64])
  func keepsAdmin(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let people = try (0..<5).map { try fixture.person("P\($0)") }
    var realm = try fixture.realm(people[0], "community", policy: "open")
    for _ in 0..<120 {
      let actor = people[Int(random.next() % 5)]
      let other = people[Int(random.next() % 5)]
      let rank = MembershipRole.allCases[Int(random.next() % 6)].rawValue
      _ = refusal {
        switch random.next() % 4 {
        case 0, 1: _ = try service.join(realm.id, caller: actor.caller)
        case 2:
          try service.changeMember(other.id, of: realm.id, role(rank), caller: actor.caller)
        default: try service.removeMember(other.id, of: realm.id, caller: actor.caller)
        }
      }
      let members = try fixture.count(
        "SELECT COUNT(*) FROM memberships WHERE sub_realm = ?1", [.id(realm.id)])
      let owners = try fixture.count(
        "SELECT COUNT(*) FROM memberships WHERE sub_realm = ?1 AND role = 'owner'", [.id(realm.id)])
      let live = try fixture.count(
        "SELECT COUNT(*) FROM sub_realms WHERE id = ?1 AND state = 'live'", [.id(realm.id)])
      #expect(owners == (members > 0 ? 1 : 0), "seed \(seed)")
      #expect(live == (members > 0 ? 1 : 0), "seed \(seed)")
      if live == 0 { realm = try fixture.realm(people[0], "community", policy: "open") }
    }
  }

  @Test("members are listed by name, for members only")
  func members() throws {
    let ana = try fixture.person("Ana")
    let zoe = try fixture.person("zoe")
    let bob = try fixture.person("Bob")
    let club = try fixture.realm(zoe, "community", policy: "open")
    _ = try service.join(club.id, caller: bob.caller)
    #expect(
      try service.members(of: club.id, PageRequest(), caller: bob.caller).items
        .map(\.account.displayName) == ["Bob", "zoe"])
    #expect(
      kind { _ = try service.members(of: club.id, PageRequest(), caller: ana.caller) } == .forbidden
    )
  }
}
