import Access
import Base
import Composition
import Deadlines
import HTTPServing
import Mail
import Moderation
import Storage
import Testing
import WaysideAPI

/// What admins decide, and what people are told.
extension APIFixture {
  func tellOfContact() throws {
    let (admin, ana) = (try admin(), try person("Ana"))
    let path = "/v1/admin/operator-messages"
    func waiting() throws -> [String] {
      try call(.get, path, as: admin).items.compactMap { $0["subject"]?.string }
    }
    func write(_ subject: String, _ person: Person, email: String? = nil) throws -> Reply {
      var body: [(String, JSON)] = [
        ("subject", .text(subject)), ("text", "Three streets are missing."),
      ]
      if let email { body.append(("email", .text(email))) }
      return try call(.post, "/v1/operator-messages", as: person, .object(body))
    }
    #expect(try write("Map", ana).status == 204)
    // Without account an address is needed; nothing is sent there before an admin answers.
    #expect(try write("Anybody", .nobody).status == 422)
    let address = "eve@example.net"
    #expect(try write("Anybody", .nobody, email: address).status == 204)
    #expect(try waiting() == ["Map", "Anybody"])
    #expect(try mails(to: address).isEmpty)
    let ids = try call(.get, path, as: admin).items.compactMap { $0["id"]?.string }
    let seen = try call(.get, "\(path)/\(ids[0])", as: admin)
    #expect(seen.json["account"]?["id"]?.string == ana.id && seen.json["email"] == nil)
    #expect(seen.json["text"]?.string == "Three streets are missing.")
    for id in ids {
      let done = try call(.post, "\(path)/\(id)/answer", as: admin, ["text": "They are there now."])
      #expect(done.status == 200 && done.json["answeredAt"] != nil, "\(done.text)")
    }
    let again = try call(.post, "\(path)/\(ids[0])/answer", as: admin, ["text": "No."])
    #expect(again.slug == "already-answered")
    #expect(try waiting().isEmpty)
    #expect(try notes(ana, "operatorAnswer") == ["The operator answers “Map”: They are there now."])
    let mails = try mails(to: address)
    #expect(mails.count == 1 && mails[0].contains("They are there now."), "\(mails)")
    #expect(mails.first?.contains("streets") == false)
    #expect(try audited(ids[0], as: admin) == ["operator-message-answered"])
    let quiet = try call(.get, "/v1/admin/breaches", as: admin)
    #expect(quiet.items.count == 12 && quiet.items.first?["reports"]?.integer == 0)
    #expect(try call(.post, "/v1/ease-answers", as: ana, ["easy": true]).status == 204)
    #expect(try call(.get, "/v1/admin/ease", as: admin).json["percent"]?.integer == 100)
    // So many wait, and no more.
    for number in 1...OperatorMessage.limit {
      #expect(try write("Map \(number)", ana).status == 204)
    }
    #expect(try write("Once more", ana).slug == "too-many-messages")
  }

  private func mails(to address: String) throws -> [String] {
    try mails().filter { $0.recipient == address }.map(\.body)
  }

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
    #expect(found.json["currency"]?.string == "CAD")
    let changed = try call(
      .patch, "/v1/organizations/\(organization)", as: people[0],
      ["currency": "USD", "website": "https://walks.example.org"])
    #expect(changed.status == 200, "\(changed.text)")
    let after = try call(.get, "/v1/organizations/\(organization)", as: people[1])
    #expect(after.json["currency"]?.string == "USD")
    #expect(after.json["website"]?.string == "https://walks.example.org")
    #expect(try audited(organization, as: admin) == ["organization-changed"])
    #expect(try call(.get, "/v1/me", as: people[0]).json["role"]?.string == "organization")
    #expect(try call(.get, "/v1/me", as: people[1]).json["role"]?.string == "general")
  }

  /// What the audit log says of one subject, the oldest first.
  func audited(_ subject: String, as admin: Person) throws -> [String] {
    try call(.get, "/v1/admin/audit?limit=200", as: admin).items.reversed()
      .filter { $0["subject"]?.string == subject }.compactMap { $0["action"]?.string }
  }

  func tellOfSuspensions() throws {
    let (ana, admin) = (try person("Ana"), try admin())
    let path = "/v1/admin/accounts/\(ana.id)"
    #expect(
      try call(.post, path + "/reinstatement", as: admin, ["reason": "No."]).slug
        == "not-suspended")
    func suspended() throws -> [String] {
      try call(.get, "/v1/admin/accounts", as: admin).items.compactMap { $0["id"]?.string }
    }
    func standing() throws -> String? {
      let found = try call(.get, path, as: admin)
      #expect(found.json["name"]?.string == "Ana" && found.json["role"]?.string == "general")
      return found.json["state"]?.string
    }
    #expect(try suspended() == [] && standing() == "active")
    let stopped = try call(.post, path + "/suspension", as: admin, ["reason": "Threats."])
    #expect(stopped.status == 204, "\(stopped.text)")
    #expect(try suspended() == [ana.id] && standing() == "suspended")
    let twice = try call(.post, path + "/suspension", as: admin, ["reason": "Again."])
    #expect(twice.status == 409 && twice.slug == "already-suspended", "\(twice.text)")
    #expect(try call(.get, "/v1/me", as: ana).slug == "session-ended")
    // What the law gives to everyone, and learning why.
    let again = try logIn(ana.email)
    #expect(try call(.get, "/v1/me", as: again).slug == "account-suspended")
    #expect(try call(.get, "/v1/me/export", as: again).status == 200)
    let notices = try call(.get, "/v1/notifications", as: again)
    #expect(notices.status == 200 && notices.text.contains("Threats."), "\(notices.text)")
    let lifted = try call(.post, path + "/reinstatement", as: admin, ["reason": "A mistake."])
    #expect(lifted.status == 204, "\(lifted.text)")
    #expect(try suspended() == [] && standing() == "active")
    let back = try logIn(ana.email)
    #expect(try call(.get, "/v1/me", as: back).status == 200)
    let told = try call(.get, "/v1/notifications", as: back).items.compactMap { $0["text"]?.string }
    #expect(told.first == "Your account can be used again. Reason: A mistake.", "\(told)")
    #expect(try audited(ana.id, as: admin) == ["account-suspended", "account-reinstated"])
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
    // Whoever reported reads the own reports, and nobody else does.
    let waiting = try call(.get, "/v1/me/reports/\(reports[0])", as: reader)
    #expect(waiting.status == 200 && waiting.json["decision"] == nil, "\(waiting.text)")
    #expect(try call(.get, "/v1/me/reports/\(reports[0])", as: author).status == 404)
    #expect(try call(.get, "/v1/me/reports", as: author).items.isEmpty)
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
    // Taken back at once, and made again.
    let undone = try call(.delete, "/v1/admin/reports/\(reports[1])/decision", as: admin)
    #expect(undone.status == 200 && undone.json["decision"] == nil, "\(undone.text)")
    #expect(try queue() == [reports[1]])
    let again = try call(
      .post, "/v1/admin/reports/\(reports[1])/decision", as: admin,
      ["decision": "keep", "reason": "Looked at."])
    #expect(again.status == 200, "\(again.text)")
    // What was decided, and not why: that is told to whoever answers for the thing.
    let own = try call(.get, "/v1/me/reports", as: reader)
    #expect(own.items.map { $0["decision"]?.string } == ["keep", "remove"], "\(own.text)")
    #expect(own.items.allSatisfy { $0["text"]?.string == "Not here." && $0["decidedAt"] != nil })
    #expect(!own.text.contains("Looked at."))
    let told = try heard(reader, "moderation").compactMap { $0["subject"]?["id"]?.string }
    #expect(Set(told) == Set(reports))
    let opened = try call(.get, "/v1/me/reports/\(told[0])", as: reader)
    #expect(opened.json["decision"]?.string == (told[0] == reports[0] ? "remove" : "keep"))
    #expect(try audited(bad, as: admin) == ["report-read", "report-decided"])
    #expect(
      try audited(good, as: admin) == ["report-decided", "decision-undone", "report-decided"])
    #expect(try call(.get, "/v1/instances/\(bad)", as: reader).status == 404)
    #expect(try call(.get, "/v1/instances/\(good)", as: reader).status == 200)
    let trail = try call(.get, "/v1/admin/audit?limit=2", as: admin)
    #expect(trail.status == 200, "\(trail.text)")
    #expect(trail.items.map { $0["detail"]?.string } == ["keep: Looked at.", "keep"])
    #expect(trail.items.map { $0["subject"]?.string } == [good, good])
  }

  func tellOfNotifications() throws {
    let (ana, ben) = (try person("Ana"), try person("Ben"))
    func list() throws -> JSONValue {
      try call(.get, "/v1/notifications", as: ana).json
    }
    func seen() throws -> [Bool?] { try list()["items"]?.array?.map { $0["seen"]?.bool } ?? [] }
    // Each by somebody else: one person's invitations are told of once.
    func invite() throws {
      let friend = try person()
      let reply = try call(
        .post, "/v1/realms/\(group(of: friend))/invitations", as: friend, ["to": .text(ana.id)])
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
    try tellOfDeliveries(ana)
  }
}

extension APIFixture {
  /// Mail in the running outbox, at once and as one a day; what waits for the end of quiet hours.
  private func tellOfDeliveries(_ person: Person) throws {
    let path = "/v1/delivery-schedule"
    #expect(try call(.get, path, as: person).json["mailReaches"]?.bool == false)
    let account = try #require(EntityID(person.id))
    try services.platform.store.write {
      _ = try $0.execute(
        "UPDATE identifiers SET verified_at = 1 WHERE account = ?1", [.id(account)])
    }
    #expect(try call(.get, path, as: person).json["mailReaches"]?.bool == true)
    let bad = try call(
      .put, path, as: person, ["quietHours": ["from": "7", "until": "25:00"], "digestHour": 24])
    #expect(
      bad.pointers.sorted() == ["/digestHour", "/quietHours/from", "/quietHours/until"],
      "\(bad.text)")
    let same = try call(
      .put, path, as: person, ["quietHours": ["from": "07:00", "until": "07:00"]])
    #expect(same.pointers == ["/quietHours/until"])
    func invited(mail: Bool, app: Bool) throws {
      let reply = try call(
        .put, "/v1/notification-settings", as: person,
        ["kind": "invitation", "enabled": .flag(app), "mail": .flag(mail)])
      try #require(reply.status == 204, "\(reply.text)")
      let friend = try self.person()
      _ = try call(
        .post, "/v1/realms/\(group(of: friend))/invitations", as: friend,
        ["to": .text(person.id)])
    }
    /// The subjects of what lies in the outbox for the person.
    func mails() throws -> [String] {
      let names = ["notificationDelivery", "notificationDigest"]
      let runner = try DeadlineRunner(
        store: services.platform.store,
        kinds: services.deadlines.filter { names.contains($0.name) })
      for lane in DeadlineKind.Lane.allCases { while try runner.fireDue(lane) > 0 {} }
      return try services.platform.store.readOnce { session in
        try session.all(
          """
          SELECT m.subject FROM mails m JOIN identifiers i ON i.value = m.recipient
          WHERE i.account = ?1 ORDER BY m.id
          """, [.id(account)]
        ) { try $0.text(0) }
      }.filter { !$0.contains("code") }
    }
    try invited(mail: true, app: false)
    #expect(try mails().count == 1)
    // Quiet hours around now hold the next one.
    let hour = Int(clock.now().milliseconds / 3_600_000 % 24)
    func wall(_ hour: Int) -> String { (hour % 24 < 10 ? "0" : "") + "\(hour % 24):00" }
    let quiet = try call(
      .put, path, as: person,
      ["quietHours": ["from": .text(wall(hour)), "until": .text(wall(hour + 2))]])
    #expect(quiet.json["quietHours"]?["until"]?.string == wall(hour + 2), "\(quiet.text)")
    try invited(mail: true, app: true)
    #expect(try mails().count == 1)
    clock.advance(seconds: 7200)
    #expect(try mails().count == 2)
    // One mail a day.
    let daily = try call(.put, path, as: person, ["digestHour": .number(Double((hour + 4) % 24))])
    #expect(daily.json["quietHours"] == nil, "what is left out is switched off")
    try invited(mail: false, app: true)
    try invited(mail: false, app: true)
    #expect(try mails().count == 2)
    clock.advance(seconds: 7200)
    #expect(try mails().suffix(1) == ["Wayside: 2 unread notifications"])
    let exported = try call(.get, "/v1/me/export", as: person).json
    #expect(exported["deliverySchedule"]?["digestHour"]?.integer == (hour + 4) % 24)
    #expect(exported["notificationChoices"]?.array?.isEmpty == false)
    clock.advance(seconds: 86_400)
    #expect(try mails().count == 3, "what was told is not told again the next day")
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let moderation: [(Set<Principal>, String)] = [
    (
      accounts,
      """
      getOrganization markNotification markAllNotifications getNotificationSettings \
      changeNotificationSettings streamEvents getDeliverySchedule replaceDeliverySchedule \
      getPushKey listPushSubscriptions replacePushSubscription endOwnPushSubscription \
      endPushSubscription
      """
    ),
    (evenSuspended, "listNotifications"),
    (
      users,
      "listOwnOrganizationRequests createReport answerEaseQuestion listOwnReports getOwnReport"
    ),
    (generalUsers, "createOrganizationRequest"),
    (visitors, "writeToOperator"),
    (organizationUsers, "editOrganization"),
    (
      admins,
      """
      listOrganizationRequests getOrganizationRequest decideOrganizationRequest listReports \
      getReport decideReport undoDecision listSuspendedAccounts getAccountStanding suspendAccount \
      reinstateAccount listAudit listOperatorMessages getOperatorMessage answerOperatorMessage \
      listBreaches getEase
      """
    ),
  ]
}
