import Access
import Base
import HTTPServing
import Storage
import Testing
import WaysideAPI

/// Getting an account, and being the only one who has it.
extension APIFixture {
  /// The digits with which the last mail or text message begins.
  func code() throws -> String { String(try lastMail().prefix(6)) }

  private func logInStatus(_ login: String, _ password: String) throws -> Int {
    try call(
      .post, "/v1/sessions", ["login": .text(login), "password": .text(password)]
    ).status
  }

  private func me(_ person: Person) throws -> JSONValue {
    try call(.get, "/v1/me", as: person).json
  }

  func tellOfSigningUp() throws {
    let made = try call(
      .post, "/v1/accounts",
      [
        "name": "Ana", "givenName": "Ana Maria", "familyName": "Diaz",
        "email": "ana@example.org", "password": .text(Self.password), "acceptTerms": true,
        "locale": "de-LI", "timeZone": "Europe/Vaduz", "logIn": true,
      ])
    #expect(made.status == 201, "\(made.text)")
    let ana = Person(
      id: try made.require("account", "id"), email: "ana@example.org",
      token: try made.require("token"))
    let own = try me(ana)
    for (name, value) in [
      ("name", "Ana"), ("givenName", "Ana Maria"), ("familyName", "Diaz"),
      ("email", "ana@example.org"), ("locale", "de-LI"), ("timeZone", "Europe/Vaduz"),
      ("role", "general"), ("state", "active"),
    ] {
      #expect(own[name]?.string == value, "\(name)")
    }
    let edited = try call(
      .patch, "/v1/me", as: ana,
      ["name": "Anna", "familyName": .null, "preferences": ["accessibility.fontScale": 1.5]],
      headers: [call(.get, "/v1/me", as: ana).tag()])
    #expect(edited.status == 200, "\(edited.text)")
    let changed = try me(ana)
    #expect(changed["name"]?.string == "Anna" && changed["familyName"] == nil)
    #expect(changed["givenName"]?.string == "Ana Maria")
    #expect(changed["preferences"]?["accessibility.fontScale"]?.number == 1.5)
    // A second session is ended from the first, a third ends itself.
    let (second, third) = (try logIn(ana.email), try logIn(ana.email))
    let sessions = try call(.get, "/v1/sessions", as: second).items
    #expect(sessions.count == 3)
    let current = try #require(sessions.first { $0["current"]?.bool == true }?["id"]?.string)
    #expect(try call(.delete, "/v1/sessions/\(current)", as: ana).status == 204)
    #expect(try call(.get, "/v1/me", as: second).status == 401)
    #expect(try call(.delete, "/v1/sessions/current", as: third).status == 204)
    #expect(try call(.get, "/v1/me", as: third).status == 401)
    #expect(try call(.get, "/v1/sessions", as: ana).items.count == 1)
  }

  func tellOfPasswords() throws {
    let person = try person()
    let other = try logIn(person.email)
    let first = "Grapefruit-77"
    let changed = try call(
      .put, "/v1/me/password", as: person, ["current": .text(Self.password), "new": .text(first)])
    #expect(changed.status == 204, "\(changed.text)")
    #expect(try logInStatus(person.email, Self.password) == 401)
    #expect(try logInStatus(person.email, first) == 201)
    #expect(try call(.get, "/v1/me", as: other).status == 401, "other sessions end")
    #expect(try call(.get, "/v1/me", as: person).status == 200)
    // Forgotten: a temporary one comes by mail and only lets a new one be chosen.
    let asked = try call(.post, "/v1/password-recoveries", ["email": .text(person.email)])
    #expect(asked.status == 202 && asked.json["delayed"]?.bool == false)
    let temporary = try temporaryPassword()
    let back = try logIn(person.email, temporary)
    #expect(try call(.get, "/v1/me", as: back).slug == "password-must-be-replaced")
    let second = "Clementine-55"
    let replaced = try call(.put, "/v1/me/password", as: back, ["new": .text(second)])
    #expect(replaced.status == 204, "\(replaced.text)")
    #expect(try call(.get, "/v1/me", as: back).status == 200)
    #expect(try logInStatus(person.email, second) == 201)
    #expect(try logInStatus(person.email, first) == 401)
    #expect(try logInStatus(person.email, temporary) == 401)
  }

  func tellOfProving() throws {
    let person = try person()
    let path = "/v1/me/verifications"
    #expect(try me(person)["emailVerified"]?.bool == false)
    let asked = try call(.post, path, as: person, ["kind": "email"])
    #expect(asked.status == 202 && asked.json["value"]?.string == person.email, "\(asked.text)")
    let code = try code()
    let other = code == "000000" ? "000001" : "000000"
    #expect(
      try call(.put, path, as: person, ["kind": "email", "code": .text(other)]).status == 422)
    #expect(try me(person)["emailVerified"]?.bool == false)
    #expect(
      try call(.put, path, as: person, ["kind": "email", "code": .text(code)]).status == 200)
    #expect(try me(person)["emailVerified"]?.bool == true)
    // A number is the caller's once its code is entered, and logs in until it is taken away.
    let number = "+41791234567"
    let texted = try call(
      .post, path, as: person, ["kind": "phone", "phoneNumber": "+41 79 123 45 67"])
    #expect(texted.status == 202 && texted.json["value"]?.string == number, "\(texted.text)")
    #expect(try logInStatus(number, Self.password) == 401)
    let proved = try call(
      .put, path, as: person, ["kind": "phone", "code": .text(self.code())])
    #expect(proved.status == 200, "\(proved.text)")
    #expect(try me(person)["phoneNumber"]?.string == number)
    #expect(try logInStatus(number, Self.password) == 201)
    #expect(try call(.delete, "/v1/me/phone", as: person).status == 204)
    #expect(try me(person)["phoneNumber"] == nil)
    #expect(try logInStatus(number, Self.password) == 401)
  }

  func tellOfPrivacy() throws {
    let person = try person()
    func location() throws -> JSONValue? {
      try call(.get, "/v1/me/consents", as: person).items
        .first { $0["kind"]?.string == "location" }
    }
    try consent(person)
    #expect(try location()?["given"]?.bool == true)
    #expect(try report(Self.stops[0], as: person).status == 200)
    try consent(person, false)
    #expect(try location()?["given"]?.bool == false)
    #expect(try report(Self.stops[0], as: person).slug == "location-consent-needed")
    let object = try object(of: person, "Keepsake")
    let export = try call(.get, "/v1/me/export", as: person)
    #expect(export.status == 200)
    let text = String(decoding: export.bytes, as: UTF8.self)
    for kept in [person.email, person.id, object, "Keepsake"] {
      #expect(text.contains(kept), "\(kept)")
    }
    #expect(
      try call(.delete, "/v1/me", as: person, ["password": "wrong-guess-1"]).status == 422)
    // A page that shows what has changed meanwhile erases nothing.
    let stale = try call(
      .delete, "/v1/me", as: person, ["password": .text(Self.password)],
      headers: [("If-Match", "\"99\"")])
    #expect(stale.slug == "stale-version", "\(stale.text)")
    #expect(try call(.get, "/v1/me", as: person).status == 200)
    let erased = try call(.delete, "/v1/me", as: person, ["password": .text(Self.password)])
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try call(.get, "/v1/me", as: person).status == 401)
    #expect(try logInStatus(person.email, Self.password) == 401)
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let account: [(Set<Principal>, String)] = [
    (whoever, "createAccount createSession requestPasswordRecovery"),
    (
      accounts,
      """
      getOwnAccount editOwnAccount listSessions endSession requestVerification \
      enterVerificationCode removePhoneNumber listConsents changeConsent
      """
    ),
    (evenSuspended, "exportOwnData eraseOwnAccount"),
    (evenRestricted, "logOut changePassword"),
  ]
}
