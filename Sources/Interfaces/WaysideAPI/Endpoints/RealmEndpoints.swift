import Base
import HTTPServing
import Realms

/// Sub-realms, their members and invitations, and blocks.
struct RealmEndpoints {
  let realms: SubRealmService
  let invitations: InvitationService
  let blocks: BlockService
  let areas: AreaCoding
  let clock: any WallClock

  var operations: [Operation] { realmOperations + memberOperations + invitationOperations }

  private func created(_ realm: SubRealm, _ exchange: Exchange) -> HTTPResponse {
    exchange.created("/v1/realms/\(realm.id)", version: realm.version) {
      realm.write(to: &$0, areas: areas)
    }
  }

  private var realmOperations: [Operation] {
    [
      Operation(
        .post, "/v1/realms", "createRealm", "Starts a sub-realm; the caller becomes its owner.",
        access: .user,
        reading: .json(
          example: """
            {"kind": "group", "name": "Hikers", "joinPolicy": "invite"}
            """
        ) { try SubRealmDraft(reading: $0, areas: areas) },
        answers: [.json(201, "The new sub-realm", .named("Realm"))],
        creates: .of("subRealm") { id, exchange in
          try created(realms.get(id, caller: exchange.caller), exchange)
        }
      ) { exchange, body in
        let draft = try body.read(exchange)
        return created(try realms.create(draft, caller: exchange.caller), exchange)
      },
      Operation(
        .get, "/v1/realms", "listRealms",
        "The sub-realms that the caller is in, or can find and join; by name.", access: .user,
        query: QueryParameter.paging + [
          QueryParameter("discover", .flag, "true lists those that can be joined instead."),
          QueryParameter("bbox", .box, "With discover: whose area meets west,south,east,north."),
        ],
        answers: [.json(200, "A page of sub-realms", .page(of: .named("Realm")))]
      ) { exchange in
        let page = try exchange.query.page()
        let found =
          exchange.query.flag("discover")
          ? try realms.discoverable(
            within: exchange.query.box("bbox"), page, caller: exchange.caller)
          : try realms.list(page, caller: exchange.caller)
        return exchange.list(found) { $0.write(to: &$1, areas: areas) }
      },
      Operation(
        .get, "/v1/realms/{realm}", "getRealm", "One sub-realm.", access: .user,
        answers: [.json(200, "The sub-realm", .named("Realm"))]
      ) { exchange in
        let realm = try realms.get(exchange.realm("realm"), caller: exchange.caller)
        return exchange.versioned(realm.version) { realm.write(to: &$0, areas: areas) }
      },
      Operation(
        .patch, "/v1/realms/{realm}", "editRealm", "Changes a sub-realm that the caller runs.",
        access: .user,
        reading: .json(
          example: """
            {"name": "Climbers", "description": "Up the hill."}
            """
        ) { try SubRealmChange(reading: $0, areas: areas) },
        answers: [.json(200, "The sub-realm as it now is", .named("Realm"))],
        errors: ["realm-admin-needed"], version: .required
      ) { exchange, body in
        let id = try exchange.realm("realm")
        let version = try exchange.expectedVersion()
        let change = try body.read(exchange)
        let realm = try realms.change(id, change, expecting: version, caller: exchange.caller)
        return exchange.versioned(realm.version) { realm.write(to: &$0, areas: areas) }
      },
      Operation(
        .delete, "/v1/realms/{realm}", "deleteRealm", "Deletes a sub-realm that the caller owns.",
        access: .user,
        answers: [.empty("Deleted")],
        errors: ["owner-needed", "realm-admin-needed", "organization-stays"], version: .required
      ) { exchange in
        let id = try exchange.realm("realm")
        try realms.delete(id, expecting: exchange.expectedVersion(), caller: exchange.caller)
        return .noContent
      },
    ]
  }

  private var memberOperations: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/members", "listMembers", "Who is in it, by name.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of members", .page(of: .named("Member")))],
        errors: ["members-only"]
      ) { exchange in
        let page = try realms.members(
          of: exchange.realm("realm"), exchange.query.page(), caller: exchange.caller)
        return exchange.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .post, "/v1/realms/{realm}/members", "joinRealm", "Joins an open sub-realm.", access: .user,
        answers: [.json(200, "The sub-realm", .named("Realm"))],
        errors: ["already-member", "in-an-organization", "request-needed", "realm-closed"]
      ) { exchange in
        let realm = try realms.join(exchange.realm("realm"), caller: exchange.caller)
        return exchange.json { realm.write(to: &$0, areas: areas) }
      },
      Operation(
        .patch, "/v1/realms/{realm}/members/{account}", "changeMember", "Gives a member a role.",
        access: .user,
        reading: .json(example: #"{"role": "editor"}"#) { try MembershipChange(reading: $0) },
        answers: [.empty("Changed")],
        errors: ["realm-admin-needed", "owner-needed", "owner-stays", "last-admin"]
      ) { exchange, body in
        let realm = try exchange.realm("realm")
        let account = try exchange.id("account")
        let change = try body.read(exchange)
        try realms.changeMember(account, of: realm, change, caller: exchange.caller)
        return .noContent
      },
      Operation(
        .delete, "/v1/realms/{realm}/members/{account}", "removeMember",
        "Leaves a sub-realm, or takes a member out of it.", access: .user,
        answers: [.empty("Gone")], errors: ["realm-admin-needed", "owner-stays", "last-admin"]
      ) { exchange in
        try realms.removeMember(
          exchange.id("account"), of: exchange.realm("realm"), caller: exchange.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/blocks", "listBlocks", "Whom the caller has blocked.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of accounts", .page(of: .named("AccountSummary")))]
      ) { exchange in
        let page = try blocks.list(exchange.query.page(), caller: exchange.caller)
        return exchange.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .put, "/v1/blocks/{account}", "block", "Blocks an account; it is not told.", access: .user,
        answers: [.empty("Blocked")], errors: ["own-thing"]
      ) { exchange in
        try blocks.block(exchange.id("account"), caller: exchange.caller)
        return .noContent
      },
      Operation(
        .delete, "/v1/blocks/{account}", "unblock", "Lifts a block.", access: .user,
        answers: [.empty("Lifted")]
      ) { exchange in
        try blocks.unblock(exchange.id("account"), caller: exchange.caller)
        return .noContent
      },
    ]
  }

  private func created(_ new: NewInvitation, _ exchange: Exchange) throws -> HTTPResponse {
    // A link without its token: that was shown once.
    if new.invitation.isLink, new.token == nil { throw Creation.notKept }
    return exchange.created("/v1/invitations/\(new.invitation.id)") {
      new.write(to: &$0, at: clock.now())
    }
  }

  private func created(_ request: Invitation, _ exchange: Exchange) -> HTTPResponse {
    exchange.created("/v1/invitations/\(request.id)") { request.write(to: &$0, at: clock.now()) }
  }

  private var invitationOperations: [Operation] {
    [
      Operation(
        .post, "/v1/realms/{realm}/invitations", "createInvitation",
        "Invites an account or an address, or makes a link.", access: .user,
        reading: .json(
          example: """
            {"link": true, "role": "member", "expiresIn": 86400}
            """
        ) { try InvitationDraft(reading: $0) },
        answers: [
          .json(201, "The invitation; a link's token is shown only here", .named("NewInvitation"))
        ], errors: ["realm-admin-needed", "realm-closed", "already-member"],
        creates: .of("invitation") { id, exchange in
          try created(invitations.repeated(id, caller: exchange.caller), exchange)
        }
      ) { exchange, body in
        let realm = try exchange.realm("realm")
        let draft = try body.read(exchange)
        let new = try invitations.invite(into: realm, draft, caller: exchange.caller)
        exchange.answerIsSecret = new.token != nil
        return try created(new, exchange)
      },
      Operation(
        .get, "/v1/realms/{realm}/invitations", "listRealmInvitations",
        "Open invitations and requests of a sub-realm, for its admins.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of invitations", .page(of: .named("Invitation")))],
        errors: ["realm-admin-needed"]
      ) { exchange in
        let page = try invitations.list(
          of: exchange.realm("realm"), exchange.query.page(), caller: exchange.caller)
        return exchange.list(page) { $0.write(to: &$1, at: clock.now()) }
      },
      Operation(
        .get, "/v1/invitations", "listOwnInvitations", "Invitations that wait for the caller.",
        access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of invitations", .page(of: .named("Invitation")))]
      ) { exchange in
        let page = try invitations.waiting(exchange.query.page(), caller: exchange.caller)
        return exchange.list(page) { $0.write(to: &$1, at: clock.now()) }
      },
      Operation(
        .get, "/v1/invitations/{invitation}", "getInvitation", "What a link invites to.",
        access: .user,
        answers: [.json(200, "The invitation", .named("Invitation"))],
        errors: [
          "invitation-accepted", "invitation-declined", "invitation-revoked", "invitation-expired",
        ]
      ) { exchange in
        let found = try invitations.preview(
          token: exchange.path["invitation"], caller: exchange.caller)
        return exchange.json { found.write(to: &$0, at: clock.now()) }
      },
      Operation(
        .post, "/v1/invitations/{invitation}/acceptance", "acceptInvitation",
        "Accepts by a link's token, or by the identifier of an invitation to the caller.",
        access: .user,
        answers: [.json(200, "The sub-realm that the caller is now in", .named("Realm"))],
        errors: [
          "invitation-accepted", "invitation-declined", "invitation-revoked", "invitation-expired",
          "already-member", "in-an-organization",
        ]
      ) { exchange in
        let name = exchange.path["invitation"]
        let realm =
          if let id = EntityID(name) {
            try invitations.accept(id, caller: exchange.caller)
          } else {
            try invitations.accept(token: name, caller: exchange.caller)
          }
        return exchange.json { realm.write(to: &$0, areas: areas) }
      },
      Operation(
        .post, "/v1/invitations/{invitation}/refusal", "declineInvitation",
        "Declines an invitation to the caller.", access: .user, answers: [.empty("Declined")],
        errors: [
          "invitation-accepted", "invitation-declined", "invitation-revoked", "invitation-expired",
        ]
      ) { exchange in
        try invitations.decline(exchange.id("invitation"), caller: exchange.caller)
        return .noContent
      },
      Operation(
        .delete, "/v1/invitations/{invitation}", "revokeInvitation", "Takes an invitation back.",
        access: .user,
        answers: [.empty("Taken back")],
        errors: [
          "invitation-accepted", "invitation-declined", "invitation-revoked", "invitation-expired",
          "realm-admin-needed",
        ]
      ) { exchange in
        try invitations.revoke(exchange.id("invitation"), caller: exchange.caller)
        return .noContent
      },
      Operation(
        .post, "/v1/realms/{realm}/requests", "requestMembership", "Asks to be taken in.",
        access: .user,
        reading: .optional(example: #"{"message": "May I join?"}"#) {
          $0.optional("message") { $0.string("message", 0...500) } ?? ""
        },
        answers: [.json(201, "The request", .named("Invitation"))],
        errors: ["already-member", "no-request-needed", "request-pending", "realm-closed"],
        creates: .of("invitation") { id, exchange in
          let again = try invitations.repeated(id, caller: exchange.caller)
          return created(again.invitation, exchange)
        }
      ) { exchange, body in
        let realm = try exchange.realm("realm")
        let message = try body.read(exchange)
        return created(
          try invitations.request(realm, message: message, caller: exchange.caller), exchange)
      },
      Operation(
        .post, "/v1/requests/{request}/decision", "decideMembership",
        "Decides on a request to be taken in, as an admin of the sub-realm.", access: .user,
        reading: .json(example: #"{"decision": "accept"}"#) { $0.choice("decision", Verdict.self) },
        answers: [.empty("Decided")],
        errors: [
          "invitation-accepted", "invitation-declined", "invitation-revoked", "invitation-expired",
          "already-member", "in-an-organization", "realm-admin-needed", "already-decided",
        ]
      ) { exchange, body in
        let id = try exchange.id("request")
        let decision = try body.read(exchange)
        try invitations.decide(id, accepts: decision == .accept, caller: exchange.caller)
        return .noContent
      },
    ]
  }

  private enum Verdict: String, CaseIterable {
    case accept
    case deny
  }
}
