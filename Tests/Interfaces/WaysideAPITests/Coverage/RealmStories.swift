import Base
import Foundation
import HTTPServing
import Testing

/// Being in sub-realms with others, or keeping away from them.
extension APIFixture {
  private func members(_ realm: String, as person: Person) throws -> [String: String] {
    let items = try call(.get, "/v1/realms/\(realm)/members?limit=200", as: person).items
    return Dictionary(
      items.map { ($0["account"]?["id"]?.string ?? "", $0["role"]?.string ?? "") },
      uniquingKeysWith: { first, _ in first })
  }

  private func waiting(_ person: Person) throws -> [String] {
    try call(.get, "/v1/invitations", as: person).items.compactMap { $0["id"]?.string }
  }

  private func open(_ realm: String, as person: Person) throws -> [String] {
    try call(.get, "/v1/realms/\(realm)/invitations", as: person).items
      .compactMap { $0["id"]?.string }
  }

  private func invite(_ body: JSON, to realm: String, by person: Person) throws -> Reply {
    let reply = try call(.post, "/v1/realms/\(realm)/invitations", as: person, body)
    try #require(reply.status == 201, "\(reply.text)")
    return reply
  }

  func tellOfRealms() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    let realm = try group(of: ana, policy: "open")
    let path = "/v1/realms/\(realm)"
    let made = try call(.get, path, as: ana)
    #expect(made.json["name"]?.string == "Hikers" && made.json["role"]?.string == "owner")
    #expect(made.json["joinPolicy"]?.string == "open")
    let edited = try call(
      .patch, path, as: ana, ["name": "Climbers", "description": "Up the hill."],
      headers: [made.tag()])
    #expect(edited.status == 200, "\(edited.text)")
    let read = try call(.get, path, as: ana)
    #expect(read.json["name"]?.string == "Climbers")
    #expect(read.json["description"]?.string == "Up the hill.")
    func listed(_ person: Person) throws -> [String] {
      try call(.get, "/v1/realms", as: person).items.compactMap { $0["name"]?.string }
    }
    #expect(try listed(ana) == ["Climbers", "Public"])
    #expect(try listed(ben) == ["Public"])
    #expect(try call(.post, path + "/members", as: ben).status == 200)
    #expect(try listed(ben) == ["Climbers", "Public"])
    #expect(try members(realm, as: ben) == [ana.id: "owner", ben.id: "member"])
    let promoted = try call(.patch, path + "/members/\(ben.id)", as: ana, ["role": "editor"])
    #expect(promoted.status == 204, "\(promoted.text)")
    #expect(try members(realm, as: ana) == [ana.id: "owner", ben.id: "editor"])
    // Admins give positions and numbers, members tell of themselves and what they have read.
    let place = try call(
      .patch, path + "/members/\(ben.id)", as: ana, ["position": "goal", "number": 1])
    #expect(place.status == 204, "\(place.text)")
    let told = try call(
      .patch, path + "/members/\(ben.id)", as: ben,
      ["biography": "Since 2019.", "state": "paused", "readMarks": ["messages": 12]])
    #expect(told.status == 204, "\(told.text)")
    func row(_ viewer: Person) throws -> JSONValue? {
      try call(.get, path + "/members", as: viewer).items
        .first { $0["account"]?["id"]?.string == ben.id }
    }
    let seen = try row(ana)
    #expect(seen?["position"]?.string == "goal" && seen?["number"]?.integer == 1)
    #expect(seen?["biography"]?.string == "Since 2019." && seen?["state"]?.string == "paused")
    #expect(seen?["role"]?.string == "editor" && seen?["readMarks"] == nil)
    #expect(try row(ben)?["readMarks"]?["messages"]?.integer == 12)
    #expect(try call(.delete, path + "/members/\(ben.id)", as: ana).status == 204)
    #expect(try members(realm, as: ana) == [ana.id: "owner"])
    #expect(try listed(ben) == ["Public"])
    let gone = try call(.delete, path, as: ana, headers: [call(.get, path, as: ana).tag()])
    #expect(gone.status == 204, "\(gone.text)")
    #expect(try call(.get, path, as: ana).status == 404)
    #expect(try listed(ana) == ["Public"])
  }

  func tellOfInvitations() throws {
    let (ana, ben, eve) = (try person("Ana"), try person("Ben"), try person("Eve"))
    let realm = try group(of: ana)
    try prove(ana)
    // Declined, then accepted.
    let first = try invite(["to": .text(ben.id)], to: realm, by: ana)
      .require("invitation", "id")
    #expect(try waiting(ben) == [first])
    #expect(try open(realm, as: ana) == [first])
    // Whom it is to opens it by its identifier, nobody else does.
    let named = try call(.get, "/v1/invitations/\(first)", as: ben)
    #expect(named.status == 200 && named.json["realm"]?["id"]?.string == realm, "\(named.text)")
    #expect(try call(.get, "/v1/invitations/\(first)", as: eve).status == 404)
    #expect(try call(.post, "/v1/invitations/\(first)/refusal", as: ben).status == 204)
    #expect(try call(.get, "/v1/invitations/\(first)", as: ben).slug == "invitation-declined")
    #expect(try waiting(ben).isEmpty)
    #expect(try open(realm, as: ana).isEmpty)
    #expect(try members(realm, as: ana)[ben.id] == nil)
    let second = try invite(["to": .text(ben.email)], to: realm, by: ana)
      .require("invitation", "id")
    let entered = try call(.post, "/v1/invitations/\(second)/acceptance", as: ben)
    #expect(entered.status == 200 && entered.json["id"]?.string == realm, "\(entered.text)")
    #expect(try members(realm, as: ana)[ben.id] == "member")
    // A link, looked at and used; another one, taken back.
    let token = try invite(["link": true, "role": "guest"], to: realm, by: ana).require("token")
    let seen = try call(.get, "/v1/invitations/\(token)", as: eve)
    #expect(seen.status == 200 && seen.json["realm"]?["id"]?.string == realm, "\(seen.text)")
    // In short for who is not logged in; with the group's picture.
    let pictured = try send(.put, "/v1/realms/\(realm)/picture", as: ana, "?decorative=true")
    try #require(pictured.status == 200, "\(pictured.text)")
    let short = try call(.get, "/v1/invitations/\(token)", as: .nobody)
    #expect(short.status == 200, "\(short.text)")
    #expect(short.json["realm"]?["name"]?.string == seen.json["realm"]?["name"]?.string)
    #expect(short.json["from"]?["name"]?.string == "Ana" && short.json["id"] == nil)
    for text in [ana.id, realm] { #expect(!short.text.contains(text), "\(short.text)") }
    let size = short.json["realm"]?["picture"]?["sizes"]?[0]?["content"]?.string
    let file = try call(.get, try #require(size), as: .nobody)
    #expect(file.status == 200 && file["Content-Type"] == "image/webp", "\(file.text)")
    #expect(try call(.post, "/v1/invitations/\(token)/acceptance", as: eve).status == 200)
    #expect(try members(realm, as: ana)[eve.id] == "guest")
    let link = try invite(["link": true], to: realm, by: ana)
    let id = try link.require("invitation", "id")
    #expect(try call(.delete, "/v1/invitations/\(id)", as: ana).status == 204)
    let dead = try call(.get, "/v1/invitations/\(link.require("token"))", as: person())
    #expect(dead.slug == "invitation-revoked", "\(dead.text)")
    #expect(try open(realm, as: ana).contains(id) == false)
  }

  func tellOfFriends() throws {
    let (ana, ben, eve) = (try person("Ana"), try person("Ben"), try person("Eve"))
    func friends(_ person: Person) throws -> [String] {
      try call(.get, "/v1/friends", as: person).items
        .compactMap { $0["account"]?["id"]?.string }
    }
    func ask(_ person: Person, to: String) throws -> Reply {
      try call(
        .post, "/v1/friend-requests", as: person, ["to": .text(to), "message": "It's me."])
    }
    let first = try ask(ana, to: ben.id)
    #expect(first.status == 201, "\(first.text)")
    #expect(try ask(ana, to: ben.id).json["id"] == first.json["id"], "asked once")
    #expect(try waiting(ben) == [first.require("id")])
    let asked = try call(.get, "/v1/friend-requests", as: ana).items
    #expect(try asked.map { $0["id"]?.string } == [first.require("id")])
    #expect(asked.first?["toName"]?.string == "Ben")
    #expect(try call(.get, "/v1/friend-requests", as: ben).items.isEmpty)
    #expect(
      try call(.post, "/v1/invitations/\(first.require("id"))/refusal", as: ben).status == 204)
    #expect(try waiting(ben).isEmpty)
    #expect(try friends(ana).isEmpty)
    #expect(try call(.get, "/v1/friend-requests", as: ana).items.isEmpty)
    // By address, and by a number that is proved later only.
    try prove(ana)
    let second = try ask(ana, to: ben.email)
    #expect(second.status == 201 && second.json["toAccount"] == nil, "\(second.text)")
    let written = try #require(try call(.get, "/v1/friend-requests", as: ana).items.first)
    #expect(
      written["toAccount"] == nil && written["toName"] == nil, "whose address it is does not show")
    let accepted = try call(
      .post, "/v1/invitations/\(second.require("id"))/acceptance", as: ben)
    #expect(accepted.status == 200, "\(accepted.text)")
    #expect(accepted.json["kind"]?.string == "direct" && accepted.json["name"]?.string == "Ana")
    #expect(try friends(ana) == [ben.id] && friends(ben) == [ana.id])
    #expect(try ask(ben, to: ana.id).slug == "already-friends")
    let realm = try accepted.require("id")
    let path = "/v1/realms/\(realm)"
    #expect(try call(.get, path, as: eve).status == 404)
    #expect(try call(.post, path + "/invitations", as: ana, ["link": true]).slug == "direct-realm")
    #expect(try call(.get, "/v1/realms", as: ana).items.count == 1, "among the groups it is none")
    let third = try ask(ana, to: "+41 79 123 45 67")
    #expect(third.status == 201 && third.json["toPhone"]?.string == "+41791234567")
    #expect(try waiting(eve).isEmpty)
    _ = try call(
      .post, "/v1/me/verifications", as: eve, ["kind": "phone", "phoneNumber": "+41791234567"])
    _ = try call(.put, "/v1/me/verifications", as: eve, ["kind": "phone", "code": .text(code())])
    #expect(try waiting(eve) == [third.require("id")])
    let entered = try call(
      .post, "/v1/invitations/\(third.require("id"))/acceptance", as: eve)
    #expect(entered.status == 200, "\(entered.text)")
    #expect(try friends(ana) == [ben.id, eve.id])
    #expect(
      try call(.get, "/v1/friends?name=e", as: ana).items.map { $0["account"]?["id"]?.string }
        == [eve.id])
    #expect(try send(.put, "/v1/me/picture", as: eve).status == 200)
    #expect(
      try call(.get, "/v1/friends?name=e", as: ana).items.first?["account"]?["picture"]?["width"]?
        .integer == 600)
    // One who leaves ends it for both.
    #expect(try call(.delete, path + "/members/\(ben.id)", as: ben).status == 204)
    #expect(try friends(ana) == [eve.id] && friends(ben).isEmpty)
  }

  func tellOfUnwantedMail() throws {
    let ana = try person("Ana")
    let realm = try group(of: ana)
    try prove(ana)
    _ = try invite(["to": "new@example.org"], to: realm, by: ana)
    let line = try #require(
      lastMail().split(separator: "\n").first { $0.contains("/v1/unwanted-mail/") })
    let path = try #require(line.range(of: "/v1/")).lowerBound
    let target = String(line[path...])
    let page = try call(.get, target)
    #expect(page.status == 200 && page.text.contains("<button>"))
    // In a sandbox, as all other answers are, a browser would not send the form.
    let policy = page.response.headers["Content-Security-Policy"]
    #expect(policy?.contains("form-action 'self'") == true && policy?.contains("sandbox") == false)
    let form = try call(
      .post, target, bytes: Array("List-Unsubscribe=One-Click".utf8),
      type: "application/x-www-form-urlencoded")
    #expect(form.status == 200, "\(form.text)")
    func mails() throws -> Int { try state()["mails"] ?? 0 }
    let before = try mails()
    _ = try invite(["to": "new@example.org"], to: realm, by: ana)
    #expect(try mails() == before, "none ever again")
    _ = try invite(["to": "other@example.org"], to: realm, by: ana)
    #expect(try mails() == before + 1)
  }

  func tellOfRequests() throws {
    let (ana, ben, eve) = (try person("Ana"), try person("Ben"), try person("Eve"))
    let realm = try group(of: ana, policy: "request")
    func ask(_ person: Person) throws -> String {
      let reply = try call(
        .post, "/v1/realms/\(realm)/requests", as: person, ["message": "May I?"])
      try #require(reply.status == 201, "\(reply.text)")
      return try reply.require("id")
    }
    let (bens, eves) = (try ask(ben), try ask(eve))
    #expect(Set(try open(realm, as: ana)) == [bens, eves])
    #expect(try members(realm, as: ana) == [ana.id: "owner"])
    for (id, word) in [(bens, "accept"), (eves, "deny")] {
      let reply = try call(
        .post, "/v1/requests/\(id)/decision", as: ana, ["decision": .text(word)])
      #expect(reply.status == 204, "\(reply.text)")
    }
    #expect(try members(realm, as: ana) == [ana.id: "owner", ben.id: "member"])
    #expect(try open(realm, as: ana).isEmpty)
  }

  func tellOfBlocks() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    let realm = try group(of: ben)
    func blocked() throws -> [String] {
      try call(.get, "/v1/blocks", as: ana).items.compactMap { $0["id"]?.string }
    }
    #expect(try call(.put, "/v1/blocks/\(ben.id)", as: ana).status == 204)
    #expect(try blocked() == [ben.id])
    _ = try invite(["to": .text(ana.id)], to: realm, by: ben)
    #expect(try waiting(ana).isEmpty, "nothing comes from whom one has blocked")
    #expect(try call(.delete, "/v1/blocks/\(ben.id)", as: ana).status == 204)
    #expect(try blocked().isEmpty)
    _ = try invite(["to": .text(ana.id)], to: realm, by: ben)
    #expect(try waiting(ana).count == 1)
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let realm: [(Set<Principal>, String)] = [
    (
      users,
      """
      createRealm listRealms getRealm editRealm deleteRealm listMembers joinRealm changeMember \
      removeMember createInvitation listRealmInvitations listOwnInvitations \
      acceptInvitation declineInvitation revokeInvitation requestMembership decideMembership \
      listBlocks block unblock listFriends listFriendRequests requestFriend
      """
    ),
    (visitors, "getInvitation getInvitationPicture"),
    (whoever, "showUnwantedMail stopMail"),
  ]
}
