import Base
import HTTPServing
import Testing

/// What admins decide, and what people are told.
extension APIFixture {
  func tellOfOrganizations() throws {
    let admin = try admin()
    let people = [try person("Ana"), try person("Ben")]
    let ids = try people.map { person in
      let asked = try call(
        .post, "/v1/organization-requests", as: person,
        [
          "organizationName": .text("Walks of \(person.email)"), "reason": "We lead walks.",
          "website": "https://example.org",
        ])
      try #require(asked.status == 201, "\(asked.text)")
      return try asked.require("id")
    }
    func pending() throws -> [String] {
      try call(.get, "/v1/admin/organization-requests", as: admin).items
        .compactMap { $0["id"]?.string }
    }
    #expect(try pending() == ids)
    let path = "/v1/admin/organization-requests/"
    let shown = try call(.get, path + ids[0], as: admin)
    #expect(shown.json["reason"]?.string == "We lead walks." && shown.status == 200)
    #expect(shown.json["account"]?["id"]?.string == people[0].id)
    let accepted = try call(
      .post, path + ids[0] + "/decision", as: admin, ["decision": "accept"])
    let denied = try call(
      .post, path + ids[1] + "/decision", as: admin,
      ["decision": "deny", "reason": "No such walks."])
    #expect(accepted.status == 200 && denied.status == 200, "\(accepted.text) \(denied.text)")
    #expect(try pending().isEmpty)
    func own(_ person: Person) throws -> JSONValue? {
      try call(.get, "/v1/organization-requests", as: person).items.first
    }
    #expect(try own(people[0])?["state"]?.string == "approved")
    #expect(try own(people[1])?["state"]?.string == "denied")
    #expect(try own(people[1])?["decisionReason"]?.string == "No such walks.")
    let organization = try #require(own(people[0])?["organization"]?.string)
    let found = try call(.get, "/v1/organizations/\(organization)", as: people[1])
    #expect(found.json["name"]?.string == "Walks of \(people[0].email)", "\(found.text)")
    #expect(try call(.get, "/v1/me", as: people[0]).json["role"]?.string == "organization")
    #expect(try call(.get, "/v1/me", as: people[1]).json["role"]?.string == "general")
  }

  func tellOfModeration() throws {
    let (author, reader, admin) = (try person(), try person(), try admin())
    let object = try object(of: author)
    let (bad, good) = (try place(object, by: author), try place(object, by: author))
    let reports = try [bad, good].map { instance in
      let made = try call(
        .post, "/v1/reports", as: reader,
        [
          "subject": ["kind": "instance", "id": .text(instance)], "reason": "offensive",
          "text": "Not here.",
        ])
      try #require(made.status == 201, "\(made.text)")
      return try made.require("id")
    }
    func queue() throws -> [String] {
      try call(.get, "/v1/admin/reports?kind=instance", as: admin).items
        .compactMap { $0["id"]?.string }
    }
    #expect(try queue() == reports)
    let details = try call(.get, "/v1/admin/reports/\(reports[0])", as: admin)
    #expect(details.json["subject"]?["id"]?.string == bad, "\(details.text)")
    #expect(details.json["reports"]?[0]?["text"]?.string == "Not here.")
    for (report, word) in zip(reports, ["remove", "keep"]) {
      let decided = try call(
        .post, "/v1/admin/reports/\(report)/decision", as: admin,
        ["decision": .text(word), "reason": "Looked at."])
      #expect(decided.status == 200 && decided.json["decision"]?.string == word)
    }
    #expect(try queue().isEmpty)
    #expect(try call(.get, "/v1/instances/\(bad)", as: reader).status == 404)
    #expect(try call(.get, "/v1/instances/\(good)", as: reader).status == 200)
  }

  func tellOfNotifications() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    func list() throws -> JSONValue {
      try call(.get, "/v1/notifications", as: ana).json
    }
    func seen() throws -> [Bool?] { try list()["items"]?.array?.map { $0["seen"]?.bool } ?? [] }
    func invite() throws {
      let reply = try call(
        .post, "/v1/realms/\(group(of: ben))/invitations", as: ben, ["to": .text(ana.id)])
      try #require(reply.status == 201, "\(reply.text)")
    }
    let stream = try #require(call(.get, "/v1/events", as: ana).stream)
    for _ in 0..<3 { try invite() }
    #expect(try list()["unread"]?.integer == 3)
    #expect(try seen() == [false, false, false])
    let middle = try #require(list()["items"]?[1]?["id"]?.string)
    #expect(try call(.post, "/v1/notifications/\(middle)/seen", as: ana).status == 204)
    #expect(try list()["unread"]?.integer == 2)
    #expect(try seen() == [false, true, false])
    #expect(try call(.post, "/v1/notifications/seen", as: ana).status == 204)
    #expect(try list()["unread"]?.integer == 0)
    #expect(try seen() == [true, true, true])
    // What was told on the way, once another stream has opened behind it.
    try call(.get, "/v1/events", as: ben).stream?.close()
    let events = String(decoding: stream.takeQueued(), as: UTF8.self)
    #expect(events.contains(middle), "\(events)")
    stream.close()
    func setting() throws -> Bool? {
      try call(.get, "/v1/notification-settings", as: ana).items
        .first { $0["kind"]?.string == "invitation" }?["enabled"]?.bool
    }
    #expect(try setting() == true)
    let off = try call(
      .put, "/v1/notification-settings", as: ana, ["kind": "invitation", "enabled": false])
    #expect(off.status == 204, "\(off.text)")
    #expect(try setting() == false)
    try invite()
    #expect(try seen().count == 3, "switched off")
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let moderation: [(Set<Principal>, String)] = [
    (
      accounts,
      """
      getOrganization markNotification markAllNotifications getNotificationSettings \
      changeNotificationSettings streamEvents
      """
    ),
    (evenSuspended, "listNotifications"),
    (users, "listOwnOrganizationRequests createReport"),
    (generalUsers, "createOrganizationRequest"),
    (
      admins,
      """
      listOrganizationRequests getOrganizationRequest decideOrganizationRequest listReports \
      getReport decideReport
      """
    ),
  ]
}
