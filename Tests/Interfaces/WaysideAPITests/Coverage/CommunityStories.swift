import Access
import Base
import HTTPServing
import Storage
import Testing
import WaysideAPI

/// Communities with what is new in them, and the records of teams.
extension APIFixture {
  /// Communities of one name stand in an order of their own, which pages follow.
  func tellOfNamesakes() throws {
    let ana = try person("Ana")
    for _ in 1...3 {
      let made = try call(.post, "/v1/realms", as: ana, ["kind": "community", "name": "Namesakes"])
      #expect(made.status == 201)
    }
    #expect(try call(.get, "/v1/communities", as: try person("Ben")).items.count >= 3)
  }

  func tellOfCommunities() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    func community(_ name: String) throws -> String {
      try call(
        .post, "/v1/realms", as: ana, ["kind": "community", "name": .text(name)]
      ).require("id")
    }
    let (chess, bees, art) = (try community("Chess"), try community("bees"), try community("Art"))
    func listed(_ person: Person, _ query: String = "") throws -> [String] {
      try call(.get, "/v1/communities" + query, as: person).items
        .map { ($0["joined"]?.bool == true ? "+" : "-") + ($0["name"]?.string ?? "") }
    }
    // SC-COM-02, SC-COM-10, SC-COM-16: joined first, each part by name.
    #expect(try listed(ben) == ["-Art", "-bees", "-Chess"])
    #expect(try call(.post, "/v1/realms/\(chess)/members", as: ben).status == 200)
    #expect(try listed(ben) == ["+Chess", "-Art", "-bees"])
    let first = try call(.get, "/v1/communities?limit=2", as: ben)
    let rest = try call(.get, "/v1/communities?limit=2&cursor=\(first.require("next"))", as: ben)
    #expect(rest.items.map { $0["name"]?.string } == ["bees"])
    // SC-COM-18: categories, given by admins.
    let path = "/v1/communities/\(chess)"
    #expect(
      try call(.put, path, as: ben, ["category": "Games"]).slug == "realm-admin-needed")
    let described = try call(.put, path, as: ana, ["category": "Games"])
    #expect(described.json["category"]?.string == "Games", "\(described.text)")
    #expect(try listed(ben, "?category=Games") == ["+Chess"])
    #expect(
      try call(.get, "/v1/communities", as: ben).json["categories"]?.array?.map(\.string)
        == ["Games"])
    // SC-EVT-01 to SC-EVT-06: what is new shows in communities that one is in, until looked at.
    func unread() throws -> [String] {
      let reply = try call(.get, "/v1/communities", as: ben)
      let names = reply.items.filter { $0["unread"]?.bool == true }
        .compactMap { $0["name"]?.string }
      #expect(reply.json["unread"]?.integer == names.count)
      return names
    }
    clock.advance(seconds: 60)
    for realm in [chess, bees, art] {
      let reply = try call(
        .post, "/v1/realms/\(realm)/events", as: ana,
        ["kind": "event", "title": "Open day", "start": "2026-05-20T10:00"])
      try #require(reply.status == 201, "\(reply.text)")
    }
    #expect(try unread() == ["Chess"])
    #expect(try call(.get, path, as: ben).json["unread"]?.bool == true)
    #expect(try call(.put, "/v1/realms/\(chess)/visit", as: ben).status == 204)
    #expect(try unread() == [])
    #expect(try call(.put, "/v1/realms/\(bees)/visit", as: ben).slug == "members-only")
    // SC-COM-22: news ring at every member, and stand in the community.
    clock.advance(seconds: 60)
    let told = try call(
      .post, "/v1/realms/\(chess)/news", as: ana, ["title": "New boards", "text": "Of wood."])
    try #require(told.status == 201, "\(told.text)")
    #expect(try heard(ben, "groupNews").map { $0["text"]?.string } == ["Chess: New boards"])
    #expect(try unread() == ["Chess"])
    let news = try told.require("id")
    #expect(
      try call(.get, "/v1/realms/\(chess)/news", as: ben).items.map { $0["title"]?.string }
        == ["New boards"])
    #expect(try call(.get, "/v1/news/\(news)", as: ben).json["text"]?.string == "Of wood.")
    #expect(
      try call(.post, "/v1/realms/\(chess)/news", as: ben, ["title": "Hm"]).slug
        == "realm-admin-needed")
    #expect(try call(.get, "/v1/news/\(news)", as: person()).status == 404)
    #expect(try call(.delete, "/v1/news/\(news)", as: ben).slug == "realm-admin-needed")
    #expect(try call(.delete, "/v1/news/\(news)", as: ana).status == 204)
    #expect(try call(.get, "/v1/realms/\(chess)/news", as: ben).items.isEmpty)
    // CG-SC-18: moderators plan events where the community says so.
    let promoted = try call(
      .patch, "/v1/realms/\(chess)/members/\(ben.id)", as: ana, ["role": "moderator"])
    try #require(promoted.status == 204, "\(promoted.text)")
    let event: JSON = ["kind": "event", "title": "Blitz", "start": "2026-05-21T10:00"]
    let events = "/v1/realms/\(chess)/events"
    #expect(try call(.post, events, as: ben, event).slug == "role-too-low")
    let opened = try call(
      .put, path, as: ana, ["category": "Games", "publishers": "moderators"])
    #expect(opened.json["publishers"]?.string == "moderators")
    #expect(try call(.post, events, as: ben, event).status == 201)
    // SC-COM-12: nothing more comes after quitting.
    #expect(try call(.delete, "/v1/realms/\(chess)/members/\(ben.id)", as: ben).status == 204)
    #expect(try unread() == [])
    #expect(try listed(ben) == ["-Art", "-bees", "-Chess"])
  }

  func tellOfRosters() throws {
    let (ana, eve) = (try person("Ana"), try person("Eve"))
    let members = try (0..<3).map { _ in try pedestrian() }
    let realm = try team(of: ana, members)
    let path = "/v1/realms/\(realm)/contacts"
    func shown(_ reader: Person) throws -> [String?] {
      try call(.get, path, as: reader).items.map { $0["email"]?.string }
    }
    // BZ-ROS-01, BZ-ROS-02: by one's own consent, to members alone, and only what is proved.
    let ben = members[0]
    #expect(try call(.put, path + "/own", as: ben, ["shared": true]).status == 204)
    #expect(try call(.get, path, as: ben).json["shared"]?.bool == true)
    #expect(try shown(ana) == [nil], "nothing is proved yet")
    let account = try #require(EntityID(ben.id))
    try services.platform.store.write {
      _ = try $0.execute(
        "UPDATE identifiers SET verified_at = 1 WHERE account = ?1", [.id(account)])
    }
    #expect(try shown(ana) == [ben.email])
    #expect(try call(.get, path, as: eve).slug == "members-only")
    #expect(try call(.put, path + "/own", as: eve, ["shared": true]).slug == "members-only")
    // Guests read nobody's, and can still withdraw the own.
    func makeThird(_ role: String) throws {
      let change = try call(
        .patch, "/v1/realms/\(realm)/members/\(members[2].id)", as: ana, ["role": .text(role)])
      try #require(change.status == 204, "\(change.text)")
    }
    #expect(try call(.put, path + "/own", as: members[2], ["shared": true]).status == 204)
    try makeThird("guest")
    #expect(try shown(members[2]) == [nil] && shown(ana).count == 2)
    #expect(try call(.put, path + "/own", as: members[2], ["shared": false]).status == 204)
    #expect(try shown(members[2]).isEmpty)
    try makeThird("member")
    #expect(try shown(members[2]) == [ben.email])
    // A block hides it as if nothing were shown.
    #expect(try call(.put, "/v1/blocks/\(members[1].id)", as: ben).status < 300)
    #expect(try shown(members[1]).isEmpty)
    let export = try call(.get, "/v1/me/export", as: ben).json
    #expect(export["contactShares"]?.array?.first?["realm"]?.string == realm)
    let own = export["memberships"]?.array?.first { $0["realm"]?.string == realm }
    #expect(own?["role"]?.string == "member", "\(export)")
    // Withdrawn, or left: gone at once.
    #expect(try call(.put, path + "/own", as: ben, ["shared": false]).status == 204)
    #expect(try shown(ana).isEmpty)
    #expect(try call(.put, path + "/own", as: members[2], ["shared": true]).status == 204)
    let removed = try call(
      .delete, "/v1/realms/\(realm)/members/\(members[2].id)", as: ana)
    #expect(removed.status == 204, "\(removed.text)")
    #expect(try shown(ana).isEmpty)
    try join(members[2], realm, by: ana)
    #expect(try shown(ana).isEmpty, "consent is not given by coming back")
    // Who runs a practice sees how many come late, where it says of nobody whether it is meant.
    let made = try call(
      .post, "/v1/realms/\(realm)/events", as: ana,
      [
        "kind": "practice", "title": "Rowing", "start": "2026-05-04T18:00",
        "place": ["lat": 47.139, "lon": 9.5215], "placeIsSafe": true,
      ])
    let event = try "/v1/group-events/" + made.require("id")
    func late(_ reader: Person) throws -> Int? {
      try call(.get, event, as: reader).json["counts"]?["late"]?.integer
    }
    for (count, member) in members.enumerated() {
      #expect(try late(ana) == nil, "\(count) come")
      let reply = try call(.put, event + "/answer", as: member, ["answer": "accepted"])
      try #require(reply.status == 200, "\(reply.text)")
    }
    #expect(try late(ana) == 0)
    let changed = try services.platform.store.write {
      try $0.execute(
        "UPDATE travel_plans SET verdict = 'unreachable', arrive_at = NULL WHERE account = ?1",
        [.id(account)])
    }
    #expect(changed == 1, "a member's own plan stands behind it")
    #expect(try late(ana) == 1)
    #expect(try late(members[1]) == nil)
    let seen = try call(.get, event + "/answers", as: ana)
    #expect(!seen.text.contains("late") && !seen.text.contains("unreachable"))
  }

  func tellOfTeamRecords() throws {
    let (ana, ben) = (try person("Ana"), try person("=Ben"))
    let realm = try team(of: ana, [ben])
    let path = "/v1/realms/\(realm)/records"
    let goals: JSON = [
      "account": .text(ben.id), "metric": "Goals, all", "value": 12, "season": "2026",
      "day": "2026-05-04",
    ]
    // US6(a), US6(b), BZ-STA-05: admins keep records of players and of the team; members do not.
    #expect(try call(.post, path, as: ben, goals).slug == "realm-admin-needed")
    let made = try call(.post, path, as: ana, goals)
    try #require(made.status == 201, "\(made.text)")
    let whole = try call(
      .post, path, as: ana,
      ["metric": "500 m", "value": 99.1, "unit": "s", "season": "2025", "day": "2025-09-01"])
    try #require(whole.status == 201, "\(whole.text)")
    let better: JSON = [
      "metric": "500 m", "value": 98.4, "unit": "s", "season": "2025", "day": "2025-09-01",
    ]
    let ofAll = try "/v1/team-records/" + whole.require("id")
    #expect(
      try call(.put, ofAll, as: ben, better, headers: [whole.tag()]).slug == "realm-admin-needed")
    #expect(
      try call(.put, ofAll, as: ana, better, headers: [whole.tag()]).json["value"]?.number == 98.4)
    let record = try "/v1/team-records/" + made.require("id")
    let changed = try call(
      .put, record, as: ana,
      ["account": .text(ben.id), "metric": "Goals, all", "value": 13, "day": "2026-05-04"],
      headers: [made.tag()])
    #expect(changed.json["value"]?.number == 13, "\(changed.text)")
    #expect(
      try call(.put, record, as: ana, goals, headers: [made.tag()]).slug == "stale-version")
    // BZ-STA-01: members see them, outsiders do not.
    func metrics(_ query: String = "") throws -> [String?] {
      try call(.get, path + query, as: ben).items.map { $0["metric"]?.string }
    }
    #expect(try metrics() == ["Goals, all", "500 m"])
    #expect(try metrics("?season=2025") == ["500 m"])
    #expect(try metrics("?player=\(ben.id)") == ["Goals, all"])
    #expect(try call(.get, path, as: person()).slug == "members-only")
    let table = try call(.get, "/v1/realms/\(realm)/records.csv", as: ben)
    #expect(
      table.text == "day,season,player,metric,value,unit\r\n"
        + "2026-05-04,,'=Ben,\"Goals, all\",13,\r\n2025-09-01,2025,,500 m,98.4,s\r\n")
    let outside = try call(
      .post, path, as: ana,
      ["account": .text(person().id), "metric": "Goals", "value": 1, "day": "2026-05-04"])
    #expect(outside.pointers == ["/account"])
    #expect(try call(.delete, record, as: ben).slug == "realm-admin-needed")
    #expect(try call(.delete, record, as: ana).status == 204)
    #expect(try metrics() == ["500 m"])
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let community: [(Set<Principal>, String)] = [
    (
      users,
      """
      listCommunities getCommunity describeCommunity visitRealm listNews publishNews getNews \
      withdrawNews listTeamRecords listContacts shareContact exportTeamRecords addTeamRecord replaceTeamRecord \
      deleteTeamRecord
      """
    )
  ]
}
