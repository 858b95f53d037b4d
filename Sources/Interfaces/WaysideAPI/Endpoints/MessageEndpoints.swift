import Access
import Base
import Groups
import HTTPServing
import Identity
import Media
import Sounds
import Talk

/// What is said in conversations.
struct MessageEndpoints {
  let messages: MessageService
  let pictures: PictureService
  let files: any MediaContent

  private static let types = RecordedSound.allCases.map(\.mimeType).sorted()
  private static let text = BodyReader.json(example: #"{"text": "I am at the gate."}"#) {
    $0.string("text", 1...4000)
  }
  private static let path = "/v1/conversations/{conversation}/messages"

  var operations: [Operation] { saying + hearing + [deleting] }

  private var saying: [Operation] {
    [
      Operation(
        .post, Self.path, "sendMessage",
        """
        Says something: a recording as the body, or words where the conversation takes them. The same \
        Idempotency-Key is the same message, for ever.
        """,
        access: .user, budget: .message,
        query: [
          QueryParameter("words", .text(1...4000), "What was said, as its sender lets it be read.")
        ],
        body: .file(
          types: Self.types + [ContentType.binary], limit: TalkLimits.recordingBytes,
          orJSON: Self.text.description.schema),
        example: Self.text.example,
        answers: [.json(201, "The message", .named("Message"))],
        errors: ["guest", "voices-only", "daily-quota", "media-busy", "audio-type", "audio-size"],
        creates: .of("message") { id, request in
          try created(messages.get(id, caller: request.caller), request)
        }
      ) { request in
        try created(send(request), request)
      }
    ]
  }

  private func send(_ request: AuthorizedRequest) throws -> Message {
    let conversation = try request.id("conversation")
    let key = request.http.headers["Idempotency-Key"]
    let bytes = try files.received(request.http.body)
    switch request.http.contentType {
    case ContentType.json:
      return try messages.write(
        Self.text.read(bytes), key: key, in: conversation, caller: request.caller)
    case let type? where type != ContentType.binary && !Self.types.contains(type):
      throw Refusal(
        .unsupportedType, "unsupported-type",
        "Send a recording as one of \(Self.types.joined(separator: ", ")), not \(type.prefix(80)).")
    default:
      return try messages.say(
        bytes, words: request.query.text("words") ?? "", key: key, in: conversation,
        caller: request.caller)
    }
  }

  private var hearing: [Operation] {
    [
      Operation(
        .get, Self.path, "listMessages",
        "What was said in a conversation since the caller came in, newest first.", access: .user,
        query: [
          QueryParameter("author", .id, "Of one member."),
          QueryParameter("from", .instant, "Said from then on."),
          QueryParameter("to", .instant, "Said before."),
        ] + QueryParameter.paging,
        answers: [.json(200, "A page of messages", .page(of: .named("Message")))]
      ) { request in
        let account = try request.caller.requiredPerson().account
        let page = try messages.list(
          in: request.id("conversation"), author: request.query.id("author"),
          from: request.query.instant("from"), to: request.query.instant("to"),
          request.query.page(), caller: request.caller)
        let shown = try pictures.pictures(
          of: AccountPictures.kind, page.items.compactMap { $0.author?.id })
        return request.list(page) { message, json in
          message.write(to: &json, for: account) { $1.member("picture", shown[$0]) }
        }
      },
      Operation(
        .get, "/v1/messages/{message}", "getMessage", "One message that the caller hears.",
        access: .user, answers: [.json(200, "The message", .named("Message"))]
      ) { request in
        try answer(messages.get(request.id("message"), caller: request.caller), request, 200)
      },
      Operation(
        .get, "/v1/messages/{message}/content", "getMessageContent",
        """
        The sound of a message, whole or in parts (Range): for every device, or as it was recorded.
        """,
        access: .user, budget: .map,
        query: [
          QueryParameter(
            "type", .choice(Self.types),
            "One of the message's types; for every device by default, else as it was recorded.")
        ],
        answers: Self.types.map { .content($0, "The sound") },
        errors: [
          "sound-not-ready", "content-gone", "content-damaged", "range-not-satisfiable", "stale",
          "invalid-content",
        ]
      ) { request in
        let type = request.query.text("type")
        let item = try messages.content(
          of: request.id("message"), type: type, caller: request.caller)
        // Without a type the answer is another one once every device can play it.
        return try files.response(to: request.http, item, isLasting: type != nil)
      },
      Operation(
        .put, "/v1/messages/{message}/heard", "markHeard",
        "Notes that the caller has heard a message.", access: .user,
        answers: [.empty("Noted")]
      ) { request in
        try messages.markHeard(request.id("message"), caller: request.caller)
        return .noContent
      },
    ]
  }

  private var deleting: Operation {
    Operation(
      .delete, "/v1/messages/{message}", "deleteMessage",
      """
      Takes a message out of the caller's sight, or back from everybody: own ones within an hour, \
      any as a moderator.
      """,
      access: .user,
      query: [
        QueryParameter("for", .choice(["me", "everybody"]), "From whom; oneself by default.")
      ],
      answers: [.empty("It is gone")], errors: ["not-yours", "too-late-to-delete"]
    ) { request in
      let message = try request.id("message")
      if request.query.text("for") == "everybody" {
        try messages.delete(message, caller: request.caller)
      } else {
        try messages.hide(message, caller: request.caller)
      }
      return .noContent
    }
  }

  private func created(_ message: Message, _ request: AuthorizedRequest) throws -> HTTPResponse {
    try answer(message, request, 201).with("Location", "/v1/messages/\(message.id)")
  }

  private func answer(
    _ message: Message, _ request: AuthorizedRequest, _ status: HTTPStatus
  ) throws -> HTTPResponse {
    let account = try request.caller.requiredPerson().account
    let shown = try pictures.pictures(
      of: AccountPictures.kind, [message.author?.id].compactMap { $0 })
    return request.json(status) { json in
      message.write(to: &json, for: account) { $1.member("picture", shown[$0]) }
    }
  }
}
