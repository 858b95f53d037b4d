import Access
import Base
import Groups
import HTTPServing
import Identity
import Media
import Talk

/// Conversations: finding them, and group chats that begin and grow.
struct ConversationEndpoints {
  let conversations: ConversationService
  let pictures: PictureService

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/conversations", "listConversations",
        "The caller's conversations, the one in which something was said last first.",
        access: .user, query: QueryParameter.paging,
        answers: [.json(200, "A page of conversations", .page(of: .named("Conversation")))]
      ) { request in
        let account = try request.caller.requiredPerson().account
        let page = try conversations.list(request.query.page(), caller: request.caller)
        let shown = try self.shown(page.items)
        return request.list(page) { conversation, json in
          conversation.write(to: &json, for: account) { $1.member("picture", shown[$0]) }
        }
      },
      Operation(
        .post, "/v1/conversations", "createGroupChat",
        "Begins a group chat with at least two friends, who are in it at once.",
        access: .user,
        reading: .json(
          example: """
            {"name": "Sunday walk", "friends": ["01890a5d-ac96-774b-bcce-b302099a8057", \
            "01890a5d-ac96-774b-bcce-b302099a8058"]}
            """
        ) { try GroupChatDraft(reading: $0) },
        answers: [.json(201, "The conversation", .named("Conversation"))],
        creates: .of("subRealm") { id, request in
          try created(conversations.get(id, caller: request.caller), request)
        }
      ) { request, body in
        let draft = try body.read(request)
        return try created(conversations.begin(draft, caller: request.caller), request)
      },
      Operation(
        .get, "/v1/conversations/{conversation}", "getConversation",
        "One conversation that the caller is in.", access: .user,
        answers: [.json(200, "The conversation", .named("Conversation"))]
      ) { request in
        try answer(
          conversations.get(request.id("conversation"), caller: request.caller), request)
      },
      Operation(
        .post, "/v1/conversations/{conversation}/members", "addToGroupChat",
        "Brings friends of the caller into a group chat; they hear what is said from then on.",
        access: .user,
        reading: .json(example: #"{"friends": ["01890a5d-ac96-774b-bcce-b302099a8057"]}"#) {
          GroupChatDraft.readFriends($0, atLeast: 1)
        },
        answers: [.json(200, "The conversation", .named("Conversation"))],
        errors: ["realm-admin-needed", "direct-realm", "no-group-chat"]
      ) { request, body in
        let friends = try body.read(request)
        return try answer(
          conversations.add(friends, to: request.id("conversation"), caller: request.caller),
          request)
      },
    ]
  }

  private func created(
    _ conversation: Conversation, _ request: AuthorizedRequest
  ) throws -> HTTPResponse {
    try answer(conversation, request, 201).with(
      "Location", "/v1/conversations/\(conversation.id)")
  }

  private func answer(
    _ conversation: Conversation, _ request: AuthorizedRequest, _ status: HTTPStatus = 200
  ) throws -> HTTPResponse {
    let account = try request.caller.requiredPerson().account
    let shown = try shown([conversation])
    return request.json(status) { json in
      conversation.write(to: &json, for: account) { $1.member("picture", shown[$0]) }
    }
  }

  /// The pictures of friends, of authors, and of sub-realms, by their identifiers.
  private func shown(_ found: [Conversation]) throws -> [EntityID: Picture] {
    let people = found.compactMap { $0.friend?.id } + found.compactMap { $0.latest?.author?.id }
    let realms = found.filter { $0.friend == nil }.map(\.realm)
    return try pictures.pictures(of: AccountPictures.kind, people)
      .merging(pictures.pictures(of: SubRealmPictures.kind, realms)) { own, _ in own }
  }
}
