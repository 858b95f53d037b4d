import Access
import Base
import Groups
import HTTPServing
import Identity
import Mail
import Media

/// Getting an account, logging in and out, and one's own data.
struct AccountEndpoints {
  let accounts: AccountService
  let sessions: SessionService
  let passwords: PasswordService
  let verification: VerificationService
  let mail: MailHealth
  let consents: ConsentService
  let privacy: PrivacyService
  let settings: Settings
  let pictures: PictureService

  var operations: [Operation] { signingUp + ownAccount + verifications + ownSessions }

  private func address(_ request: AuthorizedRequest) -> ClientAddress {
    ClientAddress(request.http.remoteAddress.description)
  }

  private func answer(_ account: Account, _ request: AuthorizedRequest) throws -> HTTPResponse {
    let picture = try pictures.pictures(of: AccountPictures.kind, [account.id])[account.id]
    return request.versioned(account.version) { json in
      account.write(to: &json) { $0.member("picture", picture) }
    }
  }

  private static let cookie = QueryParameter(
    "cookie", .flag,
    """
    For pages: the session comes as a cookie that no script can read, and the answer has no token.
    """)

  /// The answer to a log-in: with its token, or with the token in a cookie.
  private func answer(_ request: AuthorizedRequest, _ location: String, _ session: NewSession)
    -> HTTPResponse
  {
    let inCookie = request.query.flag(Self.cookie.name)
    let response = request.created(location) { session.write(to: &$0, showsToken: !inCookie) }
    guard inCookie else { return response }
    let isSecure = settings.publicAddress.hasPrefix("https://")
    let known = session.deviceToken.map { device in
      response.with("Set-Cookie", SessionCookie.setDevice(device, isSecure: isSecure))
    }
    return (known ?? response).with(
      "Set-Cookie",
      SessionCookie.set(session.token, until: session.session.expiresAt, isSecure: isSecure))
  }

  private var signingUp: [Operation] {
    [
      Operation(
        .post, "/v1/accounts", "createAccount", "Signs up.", access: .unauthenticated,
        budget: .signUp,
        query: [Self.cookie],
        reading: .json(
          example: """
            {"name": "Ana", "email": "ana@example.org", "password": "Tangerine-42", \
            "acceptTerms": true, "logIn": true}
            """
        ) { try SignUp(reading: $0, settings: settings) },
        answers: [.json(201, "The new account, or its session", .named("NewAccount"))],
        errors: ["log-in-busy", "phone-taken", "too-many-attempts"],
        execution: .costly
      ) { request, body in
        let input = try body.read(request)
        let (account, session) = try accounts.signUp(input, from: address(request))
        if let session { return answer(request, "/v1/me", session) }
        return request.created("/v1/me", version: account.version) { account.write(to: &$0) }
      },
      Operation(
        .post, "/v1/sessions", "createSession", "Logs in.", access: .unauthenticated,
        budget: .logIn,
        query: [Self.cookie],
        reading: .json(
          example: """
            {"login": "ana@example.org", "password": "Tangerine-42", "device": "Phone"}
            """
        ) { try LogIn(reading: $0) },
        answers: [.json(201, "The session; its token is shown only here", .named("NewSession"))],
        errors: ["wrong-login", "log-in-busy", "too-many-attempts"],
        execution: .costly
      ) { request, body in
        var logIn = try body.read(request)
        logIn.deviceToken =
          logIn.deviceToken ?? request.http.cookie(SessionCookie.deviceName)
        let session = try sessions.logIn(logIn, from: address(request))
        return answer(request, "/v1/sessions/current", session)
      },
      Operation(
        .post, "/v1/password-recoveries", "requestPasswordRecovery",
        "Mails a temporary password, if there is such an account.", access: .unauthenticated,
        budget: .logIn,
        reading: .json(example: #"{"email": "ana@example.org"}"#) { $0.string("email", 3...254) },
        answers: [
          .json(
            202, "If there is such an account, a mail is on its way",
            .object([.required("delayed", .boolean)]))
        ],
        errors: ["too-many-attempts"]
      ) { request, body in
        try passwords.recover(email: body.read(request), from: address(request))
        return request.json(202) { json in
          json.object { $0.member("delayed", mail.downSince != nil) }
        }
      },
    ]
  }

  private var ownAccount: [Operation] {
    [
      Operation(
        .get, "/v1/me", "getOwnAccount", "The caller's account.", access: .account,
        answers: [.json(200, "The account", .named("Account"))]
      ) { request in
        let account = try accounts.own(caller: request.caller)
        return try answer(account, request)
      },
      Operation(
        .patch, "/v1/me", "editOwnAccount", "Changes the caller's profile and preferences.",
        access: .account,
        reading: .json(example: #"{"name": "Anna", "timeZone": "Europe/Vaduz"}"#) {
          try ProfileChange(reading: $0)
        },
        answers: [.json(200, "The account as it now is", .named("Account"))], version: .required
      ) { request, body in
        let version = try request.expectedVersion()
        let change = try body.read(request)
        let account = try accounts.change(change, expecting: version, caller: request.caller)
        return try answer(account, request)
      },
      Operation(
        .put, "/v1/me/password", "changePassword",
        "Replaces the password and ends all other sessions.", access: .restricted,
        reading: .json(
          example: """
            {"current": "Tangerine-42", "new": "Clementine-55"}
            """
        ) { try PasswordChange(reading: $0) },
        answers: [.empty("Replaced")],
        errors: ["password-changed", "log-in-busy", "too-many-attempts"],
        execution: .costly
      ) { request, body in
        try passwords.change(body.read(request), caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/me/export", "exportOwnData", "Everything that is kept about the caller.",
        access: .evenSuspended,
        answers: [.json(200, "The data", .object([], open: true))]
      ) { request in
        .json(200, try privacy.export(caller: request.caller))
          .with("Content-Disposition", "attachment; filename=\"wayside-export.json\"")
      },
      Operation(
        .delete, "/v1/me", "eraseOwnAccount", "Erases the caller's account for good.",
        access: .evenSuspended,
        reading: .json(example: #"{"password": "Tangerine-42"}"#) {
          $0.secret("password", 1...100_000)
        },
        answers: [.empty("Erased")],
        errors: ["password-changed", "log-in-busy", "too-many-attempts"], version: .optional,
        execution: .costly
      ) { request, body in
        let password = try body.read(request)
        try privacy.erase(
          password: password, expecting: request.optionalVersion(), caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/me/consents", "listConsents", "What the caller has agreed to, per purpose.",
        access: .account,
        answers: [.json(200, "The consents", .page(of: .any))]
      ) { request in
        let list = try consents.current(caller: request.caller)
        return request.list(Page(items: list)) { $0.write(to: &$1) }
      },
      Operation(
        .post, "/v1/me/consents", "changeConsent", "Gives or withdraws a consent.",
        access: .account,
        reading: .json(example: #"{"kind": "location", "given": true}"#) {
          try ConsentChange(reading: $0)
        },
        answers: [.json(201, "The consent as recorded", .named("Consent"))],
        errors: ["terms-needed"]
      ) { request, body in
        let consent = try consents.change(
          body.read(request), caller: request.caller)
        return request.json(201) { consent.write(to: &$0) }
      },
    ]
  }

  private var verifications: [Operation] {
    [
      Operation(
        .post, "/v1/me/verifications", "requestVerification",
        "Sends a code to the caller's email address, or to a telephone number that shall be the caller's.",
        access: .account,
        reading: .json(
          example: """
            {"kind": "phone", "phoneNumber": "+423 236 61 11"}
            """
        ) { try VerificationRequest(reading: $0) },
        answers: [.json(202, "The code is on its way", .named("Verification"))],
        errors: ["already-verified", "phone-taken", "too-many-attempts"]
      ) { request, body in
        let pending = try verification.request(
          body.read(request), caller: request.caller)
        let isDelayed = pending.kind == .email && mail.downSince != nil
        return request.json(202) { pending.write(to: &$0, isDelayed: isDelayed) }
      },
      Operation(
        .put, "/v1/me/verifications", "enterVerificationCode",
        "Enters the code that was sent; with it the address or the number is proved.",
        access: .account,
        reading: .json(example: #"{"kind": "phone", "code": "123456"}"#) {
          try VerificationProof(reading: $0)
        },
        answers: [.json(200, "The account as it now is", .named("Account"))],
        errors: ["already-verified", "code-needed", "phone-taken", "too-many-attempts"]
      ) { request, body in
        let account = try verification.prove(
          body.read(request), caller: request.caller)
        return request.versioned(account.version) { account.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/me/phone", "removePhoneNumber",
        "Takes the caller's telephone number away; it no longer logs in.", access: .account,
        answers: [.empty("Removed")], errors: ["not-found"]
      ) { request in
        try verification.removePhone(caller: request.caller)
        return .noContent
      },
    ]
  }

  private static let endings: [Operation.Answer] = [
    .empty("Ended"),
    .json(
      202,
      """
      Ended on this server; written down as soon as it can be. If the server starts again before that, the \
      session goes on until it is ended again or expires
      """, .object([.required("written", .boolean)])),
  ]

  private func ended(_ isWritten: Bool, _ request: AuthorizedRequest) -> HTTPResponse {
    if isWritten { return .noContent }
    return request.json(202) { json in json.object { $0.member("written", false) } }
  }

  private var ownSessions: [Operation] {
    [
      Operation(
        .get, "/v1/sessions", "listSessions", "The caller's open sessions.", access: .account,
        answers: [.json(200, "The sessions", .page(of: .named("Session")))]
      ) { request in
        let list = try sessions.list(caller: request.caller)
        let current = request.caller.loggedIn?.session
        return request.list(Page(items: list)) { $0.write(to: &$1, isCurrent: $0.id == current) }
      },
      Operation(
        .delete, "/v1/sessions/current", "logOut",
        "Ends this session at once, also while the server can write nothing down.",
        access: .restricted, answers: Self.endings
      ) { request in
        let answer = ended(try sessions.logOut(caller: request.caller), request)
        return request.http.bearerToken == nil
          ? answer.with("Set-Cookie", SessionCookie.cleared) : answer
      },
      Operation(
        .delete, "/v1/sessions/{session}", "endSession",
        "Ends one of the caller's sessions, also while the server can write nothing down.",
        access: .account, answers: Self.endings
      ) { request in
        ended(try sessions.revoke(request.id("session"), caller: request.caller), request)
      },
    ]
  }
}
