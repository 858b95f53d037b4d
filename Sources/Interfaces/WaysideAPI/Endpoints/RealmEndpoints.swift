import Access
import Base
import Groups
import HTTPServing
import Identity
import Mail
import Media
import Teams

/// Sub-realms, their members and invitations, and blocks.
struct RealmEndpoints {
  let realms: SubRealmService
  let invitations: InvitationService
  let unwanted: UnwantedMail
  let blocks: BlockService
  let areas: AreaCoding
  let clock: any WallClock
  let pictures: PictureService
  let communities: CommunityService
  let files: any MediaContent

  var operations: [Operation] {
    realmOperations + memberOperations + invitationOperations + openInvitationOperations
      + friendOperations
  }

  private func created(_ realm: SubRealm, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/realms/\(realm.id)", version: realm.version) {
      realm.write(to: &$0, areas: areas)
    }
  }

  /// The pictures of sub-realms, by their identifiers; organizations have theirs as such.
  func shownPictures(of found: [SubRealm]) throws -> [EntityID: Picture] {
    let organizations = found.filter { $0.kind == .organization }.map(\.id)
    let own = try pictures.pictures(of: SubRealmPictures.kind, found.map(\.id))
    return try own.merging(pictures.pictures(of: OrganizationPictures.kind, organizations)) {
      own, _ in own
    }
  }

  private func shown(_ realm: SubRealm, _ request: AuthorizedRequest) throws -> HTTPResponse {
    let picture = try shownPictures(of: [realm])[realm.id]
    // Never 304: the caller's role and the number of members change beside the version.
    return request.json { json in
      realm.write(to: &json, areas: areas) { $0.member("picture", picture) }
    }
    .with("ETag", EntityTag(version: Int64(realm.version)).description)
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
        creates: .of("subRealm") { id, request in
          try created(realms.get(id, caller: request.caller), request)
        }
      ) { request, body in
        let draft = try body.read(request)
        return created(try realms.create(draft, caller: request.caller), request)
      },
      Operation(
        .get, "/v1/realms", "listRealms",
        "The sub-realms that the caller is in, or can find and join; by name.", access: .user,
        query: QueryParameter.paging + [
          QueryParameter("discover", .flag, "true lists those that can be joined instead."),
          QueryParameter("bbox", .box, "With discover: whose area meets west,south,east,north."),
          QueryParameter("name", .text(1...100), "With discover: whose name begins so."),
        ],
        answers: [.json(200, "A page of sub-realms", .page(of: .named("Realm")))]
      ) { request in
        let page = try request.query.page()
        let found =
          request.query.flag("discover")
          ? try realms.discoverable(
            within: request.query.box("bbox"), named: request.query.text("name"), page,
            caller: request.caller)
          : try realms.list(page, caller: request.caller)
        let shown = try shownPictures(of: found.items)
        let standings = try communities.standings(caller: request.caller)
        return request.list(found) { realm, json in
          realm.write(to: &json, areas: areas) { json in
            json.member("picture", shown[realm.id])
            standings[realm.id]?.writeMembers(to: &json)
          }
        }
      },
      Operation(
        .get, "/v1/realms/{realm}", "getRealm", "One sub-realm.", access: .user,
        answers: [.json(200, "The sub-realm", .named("Realm"))]
      ) { request in
        let realm = try realms.get(request.realm("realm"), caller: request.caller)
        return try shown(realm, request)
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
        errors: ["realm-admin-needed", "direct-realm", "personal-realm"], version: .required
      ) { request, body in
        let id = try request.realm("realm")
        let version = try request.expectedVersion()
        let change = try body.read(request)
        let realm = try realms.change(id, change, expecting: version, caller: request.caller)
        return try shown(realm, request)
      },
      Operation(
        .delete, "/v1/realms/{realm}", "deleteRealm", "Deletes a sub-realm that the caller owns.",
        access: .user,
        answers: [.empty("Deleted")],
        errors: [
          "owner-needed", "realm-admin-needed", "organization-stays", "direct-realm",
          "personal-realm",
        ],
        version: .required
      ) { request in
        let id = try request.realm("realm")
        try realms.delete(id, expecting: request.expectedVersion(), caller: request.caller)
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
      ) { request in
        let page = try realms.members(
          of: request.realm("realm"), request.query.page(), caller: request.caller)
        let pictures = try pictures.pictures(
          of: AccountPictures.kind, page.items.map(\.account.id))
        return request.list(page) { member, json in
          member.write(to: &json) { $0.member("picture", pictures[member.account.id]) }
        }
      },
      Operation(
        .post, "/v1/realms/{realm}/members", "joinRealm", "Joins an open sub-realm.", access: .user,
        answers: [.json(200, "The sub-realm", .named("Realm"))],
        errors: ["already-member", "in-an-organization", "request-needed", "realm-closed"]
      ) { request in
        let realm = try realms.join(request.realm("realm"), caller: request.caller)
        return request.json { realm.write(to: &$0, areas: areas) }
      },
      Operation(
        .patch, "/v1/realms/{realm}/members/{account}", "changeMember",
        "Says of a member, or of oneself, what there is to say; admins give roles and numbers.",
        access: .user,
        reading: .json(
          example: """
            {"state": "active", "biography": "On the left since 2019.", "readMarks": {"messages": 12}}
            """
        ) { try MembershipChange(reading: $0) },
        answers: [.empty("Changed")],
        errors: [
          "realm-admin-needed", "owner-needed", "owner-stays", "last-admin", "number-taken",
          "direct-realm", "personal-realm", "members-only",
        ]
      ) { request, body in
        let realm = try request.realm("realm")
        let account = try request.id("account")
        let change = try body.read(request)
        try realms.changeMember(account, of: realm, change, caller: request.caller)
        return .noContent
      },
      Operation(
        .delete, "/v1/realms/{realm}/members/{account}", "removeMember",
        "Leaves a sub-realm, or takes a member out of it.", access: .user,
        answers: [.empty("Gone")],
        errors: [
          "realm-admin-needed", "owner-stays", "last-admin", "direct-realm", "personal-realm",
        ]
      ) { request in
        try realms.removeMember(
          request.id("account"), of: request.realm("realm"), caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/blocks", "listBlocks", "Whom the caller has blocked.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of accounts", .page(of: .named("AccountSummary")))]
      ) { request in
        let page = try blocks.list(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .put, "/v1/blocks/{account}", "block", "Blocks an account; it is not told.", access: .user,
        answers: [.empty("Blocked")], errors: ["own-thing"]
      ) { request in
        try blocks.block(request.id("account"), caller: request.caller)
        return .noContent
      },
      Operation(
        .delete, "/v1/blocks/{account}", "unblock", "Lifts a block.", access: .user,
        answers: [.empty("Lifted")]
      ) { request in
        try blocks.unblock(request.id("account"), caller: request.caller)
        return .noContent
      },
    ]
  }

  private func created(_ new: NewInvitation, _ request: AuthorizedRequest) throws -> HTTPResponse {
    // A link without its token: that was shown once.
    if new.invitation.isLink, new.token == nil { throw Creation.notKept }
    return request.created("/v1/invitations/\(new.invitation.id)") {
      new.write(to: &$0, at: clock.now())
    }
  }

  func created(_ invitation: Invitation, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/invitations/\(invitation.id)") {
      invitation.write(to: &$0, at: clock.now())
    }
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
        ],
        errors: [
          "realm-admin-needed", "realm-closed", "already-member", "direct-realm", "personal-realm",
          "verification-needed", "too-many-invitations",
        ],
        creates: .of("invitation") { id, request in
          try created(invitations.repeated(id, caller: request.caller), request)
        }
      ) { request, body in
        let realm = try request.realm("realm")
        let draft = try body.read(request)
        let new = try invitations.invite(into: realm, draft, caller: request.caller)
        request.answerIsSecret = new.token != nil
        return try created(new, request)
      },
      Operation(
        .get, "/v1/realms/{realm}/invitations", "listRealmInvitations",
        "Open invitations and requests of a sub-realm, for its admins.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of invitations", .page(of: .named("Invitation")))],
        errors: ["realm-admin-needed", "direct-realm", "personal-realm"]
      ) { request in
        let page = try invitations.list(
          of: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1, at: clock.now()) }
      },
      Operation(
        .get, "/v1/invitations", "listOwnInvitations", "Invitations that wait for the caller.",
        access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of invitations", .page(of: .named("Invitation")))]
      ) { request in
        let page = try invitations.waiting(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1, at: clock.now()) }
      },
      Operation(
        .get, "/v1/invitations/{invitation}", "getInvitation",
        "What a link invites to, by its token, in short for who is not logged in; by its identifier an "
          + "invitation to the caller, or a request to a sub-realm that the caller runs.",
        access: .anyoneButAdmins,
        answers: [
          .json(
            200, "The invitation", .oneOf([.named("Invitation"), .named("OpenInvitation")]))
        ],
        errors: [
          "invitation-accepted", "invitation-declined", "invitation-revoked", "invitation-expired",
        ]
      ) { request in
        let name = request.path["invitation"]
        if request.caller.loggedIn == nil { return try open(name, request) }
        let found =
          if let id = EntityID(name) {
            try invitations.preview(id, caller: request.caller)
          } else {
            try invitations.preview(token: name, caller: request.caller)
          }
        return request.json { found.write(to: &$0, at: clock.now()) }
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
      ) { request in
        let name = request.path["invitation"]
        let realm =
          if let id = EntityID(name) {
            try invitations.accept(id, caller: request.caller)
          } else {
            try invitations.accept(token: name, caller: request.caller)
          }
        return request.json { realm.write(to: &$0, areas: areas) }
      },
      Operation(
        .post, "/v1/invitations/{invitation}/refusal", "declineInvitation",
        "Declines an invitation to the caller.", access: .user, answers: [.empty("Declined")],
        errors: [
          "invitation-accepted", "invitation-declined", "invitation-revoked", "invitation-expired",
        ]
      ) { request in
        try invitations.decline(request.id("invitation"), caller: request.caller)
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
      ) { request in
        try invitations.revoke(request.id("invitation"), caller: request.caller)
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
        creates: .of("invitation") { id, request in
          let again = try invitations.repeated(id, caller: request.caller)
          return created(again.invitation, request)
        }
      ) { request, body in
        let realm = try request.realm("realm")
        let message = try body.read(request)
        return created(
          try invitations.request(realm, message: message, caller: request.caller), request)
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
      ) { request, body in
        let id = try request.id("request")
        let decision = try body.read(request)
        try invitations.decide(id, accepts: decision == .accept, caller: request.caller)
        return .noContent
      },
    ]
  }

  private enum Verdict: String, CaseIterable {
    case accept
    case deny
  }
}
