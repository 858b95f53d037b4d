import Access
import Base
import Groups
import HTTPServing
import Identity
import Mail
import Media

/// Friends, and stopping mail from people one does not know.
extension RealmEndpoints {
  var friendOperations: [Operation] {
    [
      Operation(
        .get, "/v1/friends", "listFriends", "The caller's friends, by name.", access: .user,
        query: QueryParameter.paging + [
          QueryParameter("name", .text(1...100), "Whose name begins so.")
        ],
        answers: [.json(200, "A page of friends", .page(of: .named("Friend")))]
      ) { request in
        let page = try invitations.friends(
          named: request.query.text("name"), request.query.page(), caller: request.caller)
        let pictures = try pictures.pictures(
          of: AccountPictures.kind, page.items.map(\.account.id))
        return request.list(page) { friend, json in
          friend.write(to: &json) { $0.member("picture", pictures[friend.account.id]) }
        }
      },
      Operation(
        .get, "/v1/friend-requests", "listFriendRequests",
        "Whom the caller has asked to be a friend and who has not answered yet, newest first.",
        access: .user, query: QueryParameter.paging,
        answers: [.json(200, "A page of requests", .page(of: .named("Invitation")))]
      ) { request in
        let page = try invitations.askedFriends(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1, at: clock.now()) }
      },
      Operation(
        .post, "/v1/friend-requests", "requestFriend",
        "Asks somebody to be a friend: by account, email address or telephone number.",
        access: .user,
        reading: .json(
          example: """
            {"to": "+423 236 61 11", "message": "It's me, Ana."}
            """
        ) { try InvitationDraft(readingFriend: $0) },
        answers: [.json(201, "The request", .named("Invitation"))],
        errors: ["own-thing", "already-friends", "verification-needed", "too-many-invitations"],
        creates: .of("invitation") { id, request in
          let again = try invitations.repeated(id, caller: request.caller)
          return created(again.invitation, request)
        }
      ) { request, body in
        let draft = try body.read(request)
        let asked = try invitations.befriend(draft, caller: request.caller)
        return created(asked.invitation, request)
      },
      Operation(
        .get, "/v1/unwanted-mail/{token}", "showUnwantedMail",
        "A page with one button, to get no mail any more from people one does not know.",
        access: .unauthenticated, answers: [.content(ContentType.html, "The page")]
      ) { _ in
        Self.page(
          """
          <p>Wayside sends invitations to this address when somebody asks it to.</p>
          <form method="post"><button>Send me no invitations any more</button></form>
          """)
      },
      Operation(
        .post, "/v1/unwanted-mail/{token}", "stopMail",
        "Stops mail from people whom the recipient does not know, for good (RFC 8058).",
        access: .unauthenticated, budget: .logIn,
        body: .file(
          types: ["application/x-www-form-urlencoded", "multipart/form-data"], limit: 4096),
        answers: [.content(ContentType.html, "No such mail will be sent")]
      ) { request in
        try unwanted.stop(request.path["token"])
        return Self.page("<p>You will get no invitations any more.</p>")
      },
    ]
  }

  /// A page of the server's own, which needs no script, but may send its form: all other answers are put
  /// into a sandbox, where a browser would not.
  private static func page(_ content: String) -> HTTPResponse {
    let text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Wayside</title>
      <meta name="viewport" content="width=device-width"></head>
      <body><main><h1>Wayside</h1>
      \(content)
      </main></body></html>
      """
    return HTTPResponse(200, Array(text.utf8), type: ContentType.html).with(
      "Content-Security-Policy",
      "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
  }
}
