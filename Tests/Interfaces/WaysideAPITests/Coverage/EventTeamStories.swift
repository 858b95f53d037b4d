import Base
import HTTPServing
import Testing

/// Teams that take part in what another team plans.
extension APIFixture {
  private func titles(_ team: String, _ person: Person) throws -> [String?] {
    try call(.get, "/v1/realms/\(team)/events", as: person).items.map { $0["title"]?.string }
  }

  func tellOfEventTeams() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    let (cleo, dan) = (try person("Cleo"), try person("Dan"))
    let (host, guest) = (try team(of: ana, [ben]), try team(of: cleo, [dan]))
    let made = try call(
      .post, "/v1/realms/\(host)/events", as: ana,
      [
        "kind": "practice", "title": "Sprint", "start": "2026-06-13T09:00",
        "recurrence": "FREQ=WEEKLY;COUNT=4", "placeIsSafe": true,
        "place": ["lat": 47.139, "lon": 9.5215, "label": "Boathouse"],
      ])
    let path = try "/v1/group-events/" + made.require("id")
    let teams = path + "/teams/\(guest)"
    let invitations = "/v1/realms/\(guest)/team-invitations"
    let accept = try invitations + "/" + made.require("id")
    // Only those who plan it invite; only teams are invited, and not the own one.
    #expect(try call(.put, teams, as: ben).slug == "role-too-low")
    #expect(try call(.put, teams, as: cleo).status == 404)
    #expect(try call(.put, path + "/teams/\(host)", as: ana).slug == "own-thing")
    let family = try call(.post, "/v1/realms", as: ana, ["kind": "family", "name": "Frick"])
    #expect(try call(.put, path + "/teams/\(family.require("id"))", as: ana).status == 422)
    // Told once, however often it is invited; nobody takes part yet.
    #expect(try call(.put, accept, as: cleo, ["accept": true]).status == 404)
    for _ in 0..<2 {
      let invited = try call(.put, teams, as: ana)
      #expect(
        invited.json["teams"]?.array?.map { $0["state"]?.string } == ["invited"], "\(invited.text)")
    }
    #expect(try call(.get, path, as: ben).json["teams"] == nil)
    #expect(try heard(cleo, "teamInvitation").count == 1)
    #expect(
      try heard(cleo, "teamInvitation").first?["subject"]?["id"]?.string == guest)
    #expect(try heard(dan, "teamInvitation").isEmpty)
    #expect(try call(.get, path, as: cleo).status == 404)
    #expect(try titles(guest, dan).isEmpty)
    // Its admins see what it is and decide.
    #expect(try call(.get, invitations, as: dan).slug == "realm-admin-needed")
    let waiting = try call(.get, invitations, as: cleo).items
    #expect(waiting.map { $0["event"]?["title"]?.string } == ["Sprint"])
    #expect(waiting.map { $0["realm"]?["name"]?.string } == ["Rowers"])
    #expect(try call(.put, accept, as: dan, ["accept": true]).slug == "role-too-low")
    for _ in 0..<2 { #expect(try call(.put, accept, as: cleo, ["accept": true]).status == 204) }
    #expect(try call(.get, invitations, as: cleo).items.isEmpty)
    // It stands in both calendars, with all occurrences, and all members are told, once.
    #expect(try titles(guest, dan) == ["Sprint", "Sprint", "Sprint", "Sprint"])
    #expect(try titles(host, ben) == ["Sprint", "Sprint", "Sprint", "Sprint"])
    #expect(try heard(dan, "eventPublished").count == 1)
    #expect(try heard(ben, "eventPublished").count == 1)
    #expect(
      try heard(ana, "eventAnswer").map { $0["text"]?.string }
        == ["Rowers takes part in “Sprint”, Sat, 13 June 2026 at 09:00 (Vaduz time)."])
    // They answer there; to change it is for the host.
    let seen = try call(.get, path, as: dan)
    #expect(seen.json["through"]?["id"]?.string == guest, "\(seen.text)")
    #expect(seen.json["mayEdit"]?.bool == false && seen.json["open"]?.bool == true)
    #expect(seen.json["counts"]?["unanswered"]?.integer == 4)
    let answered = try call(.put, path + "/answer", as: dan, ["answer": "accepted"])
    #expect(answered.json["counts"]?["accepted"]?.integer == 1, "\(answered.text)")
    #expect(
      try call(.patch, path, as: cleo, ["title": "Ours"], headers: [made.tag()]).slug
        == "role-too-low")
    let told = try call(.get, path + "/answers?team=\(guest)", as: cleo).items
    #expect(told.map { $0["answer"]?.string } == ["none", "accepted"])
    #expect(try call(.get, path + "/answers", as: cleo).slug == "role-too-low")
    #expect(try call(.get, path + "/answers?team=\(guest)", as: dan).slug == "realm-admin-needed")
    // Guests of the team open what its calendar shows them, and look on.
    let gus = try person("Gus")
    let link = try call(
      .post, "/v1/realms/\(guest)/invitations", as: cleo, ["link": true, "role": "guest"])
    let token = try link.require("token")
    let joined = try call(.post, "/v1/invitations/\(token)/acceptance", as: gus)
    try #require(joined.status == 200, "\(joined.text)")
    #expect(try titles(guest, gus).count == 4)
    let looked = try call(.get, path, as: gus)
    #expect(looked.json["through"]?["id"]?.string == guest, "\(looked.text)")
    #expect(looked.json["open"]?.bool == false && looked.json["mayEdit"]?.bool == false)
    #expect(
      try call(.put, path + "/answer", as: gus, ["answer": "accepted"]).slug == "role-too-low")
    #expect(
      try call(.delete, "/v1/realms/\(guest)/members/\(gus.id)", as: gus).status == 204)
    #expect(try call(.get, path, as: gus).status == 404)
    // One occurrence is moved: it stays theirs, and they are told once.
    let moved = try call(
      .patch, path + "?occurrence=2026-06-20T07:00:00Z", as: ana, ["start": "2026-06-21T09:00"],
      headers: [try call(.get, path, as: ana).tag()])
    try #require(moved.status == 200, "\(moved.text)")
    #expect(try heard(dan, "eventChange").count == 1)
    let single = try "/v1/group-events/" + moved.require("id")
    #expect(try call(.get, single, as: dan).json["answer"]?.string == "accepted")
    #expect(try titles(guest, dan).count == 4)
    // Leaving: for its admins and those who plan it; answers go, and nothing is seen any more.
    #expect(try call(.delete, teams, as: dan).slug == "role-too-low")
    #expect(try call(.delete, teams, as: cleo).status == 204)
    #expect(try call(.delete, teams, as: ana).status == 404)
    for gone in [path, single] { #expect(try call(.get, gone, as: dan).status == 404) }
    #expect(try titles(guest, dan).isEmpty && titles(host, ben).count == 4)
    #expect(try call(.get, path, as: ana).json["counts"]?["accepted"]?.integer == 0)
    #expect(try heard(dan, "eventChange").count == 2)
    // Denied; and taken back by the host.
    #expect(try call(.put, teams, as: ana).status == 200)
    #expect(try call(.put, accept, as: cleo, ["accept": false]).status == 204)
    #expect(try call(.put, teams, as: ana).status == 200)
    #expect(try call(.delete, teams, as: ana).status == 204)
    #expect(try call(.get, invitations, as: cleo).items.isEmpty)
    // Whoever leaves a team that takes part does not come any more.
    #expect(try call(.put, teams, as: ana).status == 200)
    #expect(try call(.put, accept, as: cleo, ["accept": true]).status == 204)
    #expect(try call(.put, path + "/answer", as: dan, ["answer": "accepted"]).status == 200)
    #expect(
      try call(.delete, "/v1/realms/\(guest)/members/\(dan.id)", as: dan).status == 204)
    #expect(try call(.get, path, as: ana).json["counts"]?["accepted"]?.integer == 0)
    #expect(try call(.get, path, as: dan).status == 404)
    try tellOfGuestAttendance(host: (host, ana, ben), guest: (guest, cleo))
  }

  /// BZ-ATT-02, CG-BZ-02: the attendance of those who are guests is their own admins' business.
  private func tellOfGuestAttendance(
    host: (team: String, admin: Person, member: Person), guest: (team: String, admin: Person)
  ) throws {
    let made = try call(
      .post, "/v1/realms/\(host.team)/events", as: host.admin,
      ["kind": "event", "title": "Match", "start": "2026-05-04T09:00"])
    let path = try "/v1/group-events/" + made.require("id")
    #expect(try call(.put, path + "/teams/\(guest.team)", as: host.admin).status == 200)
    let accept = try "/v1/realms/\(guest.team)/team-invitations/" + made.require("id")
    #expect(try call(.put, accept, as: guest.admin, ["accept": true]).status == 204)
    let sheet = path + "/attendance?team=\(guest.team)"
    #expect(try call(.get, sheet, as: guest.admin).slug == "attendance-too-early")
    clock.advance(seconds: 6 * 86_400)
    func names(_ address: String, _ person: Person) throws -> [String?] {
      try call(.get, address, as: person).items.map { $0["account"]?["name"]?.string }
    }
    #expect(try names(sheet, guest.admin) == ["Cleo"])
    #expect(try names(path + "/attendance", host.admin) == ["Ana", "Ben"])
    #expect(try call(.get, sheet, as: host.admin).slug == "realm-admin-needed")
    #expect(try call(.get, sheet, as: host.member).slug == "realm-admin-needed")
    func mark(_ person: Person, as caller: Person, _ address: String) throws -> Int {
      try call(
        .put, address, as: caller,
        ["marks": [["account": .text(person.id), "mark": "present"]]]
      ).status
    }
    #expect(try mark(guest.admin, as: guest.admin, sheet) == 204)
    #expect(try mark(host.member, as: guest.admin, sheet) == 422)
    #expect(try mark(host.member, as: guest.admin, path + "/attendance") == 403)
    let kept = try call(.get, sheet, as: guest.admin)
    #expect(kept.items.map { $0["counted"]?.string } == ["present"], "\(kept.text)")
  }
}
