import Access
import Base
import Foundation
import HTTPServing
import Identity
import Mail
import Storage
import TestSupport
import Testing
import WaysideAPI

@Suite("abuse: accounts are safe from strangers")
struct AccountSafetyTests {
  let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  @Test("sign-up says the same for a taken address, and tells its holder")
  func signUp() throws {
    let ana = try fixture.person("Ana")
    func answer(_ email: String, logIn: Bool) throws -> String {
      let reply = try fixture.call(
        .post, "/v1/accounts",
        [
          "name": "Eve", "email": .text(email), "password": "Tangerine-43", "acceptTerms": true,
          "logIn": .flag(logIn),
        ])
      var text = "\(reply.status) \(reply["ETag"] ?? "") \(reply.text)"
      for path in [["id"], ["token"], ["account", "id"]] {
        var value: JSONValue? = reply.json
        for name in path { value = value?[name] }
        if let id = value?.string { text = text.replacing(id, with: "\(path)") }
      }
      return text.replacing(email, with: "EMAIL")
    }
    for logIn in [false, true] {
      let free = try answer("free\(logIn)@example.org", logIn: logIn)
      #expect(try answer(ana.email, logIn: logIn) == free)
    }
    #expect(try fixture.lastMail().contains("has an account already"))
    // Nothing has come of it.
    let tried = try fixture.call(
      .post, "/v1/sessions", ["login": .text(ana.email), "password": "Tangerine-43"])
    #expect(tried.slug == "wrong-login")
    #expect(try fixture.call(.get, "/v1/me", as: fixture.logIn(ana.email)).status == 200)
  }

  @Test("sign-up with a number whose codes are used up says the same for a taken address, too")
  func signUpWithNumber() throws {
    let fixture = try APIFixture(attempts: AttemptLimits())
    let ana = try fixture.person("Ana")
    func status(_ email: String) throws -> Int {
      try fixture.call(
        .post, "/v1/accounts",
        [
          "name": "Eve", "email": .text(email), "password": "Tangerine-43", "acceptTerms": true,
          "phoneNumber": "+41791234567",
        ]
      ).status
    }
    #expect(try (0..<3).map { try status("free\($0)@example.org") } == [201, 201, 201])
    #expect(try status("free3@example.org") == 429)
    #expect(try status(ana.email) == 429)
  }

  @Test("strangers who sign up with an address do not use up the codes of its holder")
  func codesOfHolder() throws {
    let fixture = try APIFixture(attempts: AttemptLimits())
    let ana = try fixture.person("Ana")
    for _ in 0..<5 {
      let reply = try fixture.call(
        .post, "/v1/accounts",
        [
          "name": "Eve", "email": .text(ana.email), "password": "Tangerine-43",
          "acceptTerms": true,
        ])
      #expect(reply.status == 201)
    }
    let asked = try fixture.call(.post, "/v1/me/verifications", as: ana, ["kind": "email"])
    #expect((200...202).contains(asked.status), "\(asked.text)")
  }

  @Test("MF-ACC-02: a second account with an address in use is not made, however it is written")
  func oneAccountAnAddress() throws {
    let ana = try fixture.person("Ana")
    func accounts() throws -> Int {
      try fixture.services.platform.store.readOnce {
        try $0.count("SELECT COUNT(*) FROM accounts")
      }
    }
    let before = try accounts()
    for email in [ana.email, ana.email.uppercased(), " \(ana.email) "] {
      _ = try fixture.call(
        .post, "/v1/accounts",
        ["name": "Eve", "email": .text(email), "password": "Tangerine-43", "acceptTerms": true])
    }
    #expect(try accounts() == before)
    let tried = try fixture.call(
      .post, "/v1/sessions", ["login": .text(ana.email), "password": "Tangerine-43"])
    #expect(tried.slug == "wrong-login")
    let me = try fixture.call(.get, "/v1/me", as: fixture.logIn(ana.email))
    #expect(try me.require("id") == ana.id)
  }

  private func logIn(
    _ email: String, _ password: String, from address: String, device: String? = nil
  ) throws -> Reply {
    var body: [(String, JSON)] = [("login", .text(email)), ("password", .text(password))]
    if let device { body.append(("deviceToken", .text(device))) }
    return try fixture.call(
      .post, "/v1/sessions", .object(body), address: #require(IPAddress(address)))
  }

  @Test("wrong passwords lock out where they are typed, not whose account it is")
  func lockOut() throws {
    let ana = try fixture.person("Ana")
    let first = try logIn(ana.email, APIFixture.password, from: "192.0.2.1")
    let device = try first.require("deviceToken")
    func attack(_ address: String) throws -> Reply {
      var last = try logIn(ana.email, "wrong-guess", from: address)
      for _ in 0..<12 { last = try logIn(ana.email, "wrong-guess", from: address) }
      return last
    }
    let attacked = try attack("203.0.113.9")
    #expect(attacked.status == 429 && attacked.slug == "too-many-attempts", "\(attacked.text)")
    // Elsewhere the right password is enough.
    #expect(try logIn(ana.email, APIFixture.password, from: "192.0.2.1").status == 201)
    // Behind the attacker's own address, a device that is known passes; others wait.
    let place = "203.0.113.9"
    #expect(try logIn(ana.email, APIFixture.password, from: place).status == 429)
    let known = try logIn(ana.email, APIFixture.password, from: place, device: device)
    #expect(known.status == 201 && known.json["deviceToken"] == nil, "\(known.text)")
    let stranger = try fixture.person()
    let other = try logIn(stranger.email, APIFixture.password, from: "192.0.2.1")
    #expect(
      try logIn(ana.email, APIFixture.password, from: place, device: other.require("deviceToken"))
        .status == 429, "somebody else's device is none")
    // And so does a right temporary password.
    _ = try fixture.call(
      .post, "/v1/password-recoveries", ["email": .text(ana.email)])
    let temporary = try fixture.temporaryPassword()
    #expect(try logIn(ana.email, temporary, from: place).status == 201)
    // A known device may not guess for ever either.
    for _ in 0..<12 { _ = try logIn(ana.email, "wrong-guess", from: place, device: device) }
    #expect(
      try logIn(ana.email, APIFixture.password, from: place, device: device).status == 429)
  }

  @Test(
    "who guesses many logins behind one address shuts out neither known devices nor temporary passwords"
  )
  func sharedAddress() throws {
    let fixture = try APIFixture(attempts: AttemptLimits())
    let place = "203.0.113.9"
    func logIn(_ email: String, _ password: String, device: String? = nil) throws -> Reply {
      var body: [(String, JSON)] = [("login", .text(email)), ("password", .text(password))]
      if let device { body.append(("deviceToken", .text(device))) }
      return try fixture.call(
        .post, "/v1/sessions", .object(body), address: #require(IPAddress(place)))
    }
    let ana = try fixture.person("Ana")
    let device = try logIn(ana.email, APIFixture.password).require("deviceToken")
    for number in 0..<70 { _ = try logIn("nobody-\(number)@example.org", "wrong-guess") }
    #expect(try logIn(ana.email, APIFixture.password).status == 429)
    #expect(try logIn(ana.email, APIFixture.password, device: device).status == 201)
    _ = try fixture.call(.post, "/v1/password-recoveries", ["email": .text(ana.email)])
    #expect(try logIn(ana.email, fixture.temporaryPassword()).status == 201)
    for _ in 0..<12 { _ = try logIn(ana.email, "wrong-guess", device: device) }
    #expect(try logIn(ana.email, APIFixture.password, device: device).status == 429)
  }

  @Test("in a browser the device is known by a cookie that logs nobody in")
  func deviceCookie() throws {
    let ana = try fixture.person("Ana")
    let reply = try fixture.call(
      .post, "/v1/sessions?cookie=true",
      ["login": .text(ana.email), "password": .text(APIFixture.password)])
    let cookies = reply.response.headers.all.filter { $0.name == "Set-Cookie" }.map(\.value)
    let device = try #require(cookies.first { $0.hasPrefix("wayside-device=") })
    #expect(device.contains("HttpOnly") && device.contains("SameSite=Strict"))
    #expect(reply.json["deviceToken"] == nil && reply.json["token"] == nil)
    let pair = String(try #require(device.split(separator: ";").first))
    #expect(try fixture.call(.get, "/v1/me", headers: [("Cookie", pair)]).status == 401)
  }

  @Test("SC-SEC-02: common passwords are refused with their variants, six characters for some only")
  func passwords() throws {
    func change(_ person: APIFixture.Person, to password: String) throws -> Reply {
      try fixture.call(
        .put, "/v1/me/password", as: person,
        ["current": .text(APIFixture.password), "new": .text(password)])
    }
    let (general, guide, admin) = (
      try fixture.person(), try fixture.guide(), try fixture.admin()
    )
    for person in [general, guide, admin] {
      for word in ["Dragon1987", "P@ssw0rd!", "iloveyou2", "Br4ndon"] {
        #expect(try change(person, to: word).pointers == ["/new"], "\(word)")
      }
    }
    for person in [guide, admin] {
      #expect(try change(person, to: "k7!pQz").pointers == ["/new"])
      #expect(try change(person, to: "k7!pQz4r").status == 204)
    }
    #expect(try change(general, to: "k7!pQz").status == 204)
    #expect(throws: Refusal.self) {
      try fixture.services.identity.accounts.createAdmin(
        name: "Root", email: "root@example.org", password: "k7!pQz")
    }
  }

  @Test("names that hide something or look like an admin's are refused, at sign-up and later")
  func names() throws {
    let ana = try fixture.person("Ana")
    let tag = try fixture.call(.get, "/v1/me", as: ana).tag()
    for name in ["Adm1n", "\u{430}dmin", "Ana\u{202e}", "A\u{200b}na", "Wayside Team"] {
      let changed = try fixture.call(
        .patch, "/v1/me", as: ana, ["name": .text(name)], headers: [tag])
      #expect(changed.status == 422 && changed.pointers == ["/name"], "\(name) \(changed.text)")
      let made = try fixture.call(
        .post, "/v1/accounts",
        [
          "name": .text(name), "email": "new@example.org",
          "password": .text(APIFixture.password), "acceptTerms": true,
        ])
      #expect(made.status == 422 && made.pointers == ["/name"], "\(name) \(made.text)")
    }
    #expect(try fixture.call(.get, "/v1/me", as: ana).json["name"]?.string == "Ana")
  }

  @Test(
    "after an erasure the name is gone from what others were told, and the mails from the folder")
  func erasure() throws {
    let (ana, ben) = (try fixture.person("Ana Bell"), try fixture.person("Ben"))
    let realm = try fixture.group(of: ana)
    let invited = try fixture.call(
      .post, "/v1/realms/\(realm)/invitations", as: ana, ["to": .text(ben.id)])
    #expect(invited.status == 201)
    func told() throws -> String {
      try fixture.call(.get, "/v1/notifications", as: ben).text
    }
    #expect(try told().contains("Ana Bell"))
    // Mails that have left for the folder, hers and somebody else's.
    let folder = fixture.folder.file("mail")
    let dispatcher = MailDispatcher(
      platform: fixture.services.platform, outbox: fixture.services.mail.outbox,
      transport: try FileMailTransport(folder: folder, sender: "wayside@example.org"))
    for person in [ana, ben] {
      _ = try fixture.call(.post, "/v1/me/verifications", as: person, ["kind": "email"])
    }
    _ = try fixture.call(
      .post, "/v1/me/verifications", as: ana, ["kind": "phone", "phoneNumber": "+41791234567"])
    try dispatcher.deliverPending()
    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }
    #expect(try files().count == 3)
    let erased = try fixture.call(
      .delete, "/v1/me", as: ana, ["password": .text(APIFixture.password)])
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try !told().contains("Ana Bell"))
    #expect(try told().contains("Former member"))
    try dispatcher.deliverPending()
    let kept = try files().map {
      try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
    }
    #expect(kept.count == 1 && kept[0].contains(ben.email), "\(kept)")
    #expect(try fixture.state()["mails"] == 0)
  }

  @Test("an admin sees what is private once it is reported, and it is noted who looked")
  func looks() throws {
    let (ana, ben, admin) = (try fixture.person(), try fixture.person(), try fixture.admin())
    let realm = try fixture.group(of: ana)
    try fixture.join(ben, realm, by: ana)
    let object = try fixture.object(of: ana)
    let instance = try fixture.place(object, by: ana, in: realm)
    let content = "/v1/objects/\(object)/content"
    #expect(try fixture.call(.get, content, as: admin).status == 404)
    let reported = try fixture.call(
      .post, "/v1/reports", as: ben,
      ["subject": ["kind": "instance", "id": .text(instance)], "reason": "offensive"])
    #expect(reported.status == 201)
    #expect(try fixture.audited(object, as: admin).isEmpty)
    #expect(try fixture.call(.get, content, as: admin).status == 200)
    #expect(try fixture.audited(object, as: admin) == ["private-object-read"])
    // What everybody sees needs no note.
    let open = try fixture.object(of: ana)
    _ = try fixture.place(open, by: ana)
    #expect(try fixture.call(.get, "/v1/objects/\(open)/content", as: admin).status == 200)
    #expect(try fixture.audited(open, as: admin).isEmpty)
  }

  @Test("the edits of a draft do not move what the public sees of a tour, not even its version")
  func publicVersion() throws {
    let guide = try fixture.guide()
    let tour = try fixture.publishedTour(by: guide)
    let path = "/v1/tours/\(tour)"
    func seen() throws -> [String] {
      let one = try fixture.call(.get, path)
      return [one.text, one["ETag"] ?? "", try fixture.call(.get, "/v1/tours").text]
    }
    let before = try seen()
    fixture.clock.advance(seconds: 60)
    let edited = try fixture.call(
      .patch, path, as: guide, ["name": "A longer walk"],
      headers: [fixture.call(.get, path, as: guide).tag()])
    #expect(edited.status == 200, "\(edited.text)")
    #expect(try seen() == before)
    let published = try fixture.call(
      .post, path + "/publication", as: guide, headers: [edited.tag()])
    #expect(published.status == 200, "\(published.text)")
    let after = try seen()
    #expect(after[0] != before[0] && after[1] != before[1] && after[2] != before[2])
  }
}
