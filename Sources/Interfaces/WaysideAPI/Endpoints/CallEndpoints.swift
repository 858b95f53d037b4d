import Access
import Base
import Groups
import HTTPServing
import Identity
import Media
import Talk

/// Calls of friends.
struct CallEndpoints {
  let calls: CallService
  let pictures: PictureService

  private static let media = BodyReader.json(example: #"{"media": "video"}"#) {
    $0.choice("media", Call.Media.self)
  }
  private static let end = BodyReader.optional(example: #"{"reason": "connectionLost"}"#) {
    fields in
    fields.optional("reason") { fields -> Call.Reason? in
      guard let reason = fields.choice("reason", Call.Reason.self) else { return nil }
      if ![.hungUp, .neverConnected, .connectionLost, .mediaFailed].contains(reason) {
        fields.reject("reason", "is found by the server")
      }
      return reason
    } ?? nil
  }
  // As it stands: a description ends with a line end, without which browsers refuse it.
  private static let signal = BodyReader.json(
    example:
      #"{"kind": "candidate", "content": "candidate:1 1 udp 2122260223 192.0.2.1 56143 typ host"}"#,
    limit: 1 << 17
  ) {
    (
      kind: $0.choice("kind", Signal.Kind.self) ?? .candidate,
      content: $0.secret("content", 0...65_536)
    )
  }
  private static let answer = Operation.Answer.json(200, "The call as it now is", .named("Call"))

  var operations: [Operation] { beginning + ending + signals }

  private var beginning: [Operation] {
    [
      Operation(
        .post, "/v1/conversations/{conversation}/calls", "startCall",
        "Calls the friend of a direct conversation: all devices of the friend ring for two minutes.",
        access: .user, budget: .message, reading: Self.media,
        answers: [.json(201, "The call", .named("Call"))], errors: ["no-friend", "in-a-call"],
        creates: .of(Call.changeKind) { id, request in
          try created(calls.get(id, caller: request.caller), request)
        }
      ) { request, body in
        let media = try body.read(request) ?? .voice
        let call = try calls.start(
          media, in: request.id("conversation"), caller: request.caller)
        return try created(call, request)
      },
      Operation(
        .get, "/v1/calls", "listCalls", "The caller's calls, newest first.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of calls", .page(of: .named("Call")))]
      ) { request in
        let own = try request.caller.requiredPerson()
        let page = try calls.list(request.query.page(), caller: request.caller)
        let shown = try pictures.pictures(of: AccountPictures.kind, page.items.map(\.other.id))
        return request.list(page) { found, json in
          found.call.write(to: &json, with: found.other, for: own.account, own.session) {
            $1.member("picture", shown[$0])
          }
        }
      },
      Operation(
        .get, "/v1/calls/{call}", "getCall", "A call that the caller is in or was in.",
        access: .user,
        answers: [.json(200, "The call", .named("Call"))]
      ) { request in
        try answer(calls.get(request.id("call"), caller: request.caller), request)
      },
      Operation(
        .post, "/v1/calls/{call}/acceptance", "acceptCall",
        "Takes a call on this device; the others stop ringing.", access: .user,
        answers: [Self.answer], errors: ["call-ended", "call-taken", "not-yours", "in-a-call"]
      ) { request in
        try answer(calls.apply(.accept, to: request.id("call"), caller: request.caller), request)
      },
      Operation(
        .post, "/v1/calls/{call}/refusal", "declineCall", "Declines a call on all devices.",
        access: .user, answers: [Self.answer], errors: ["call-taken", "not-yours"]
      ) { request in
        try answer(calls.apply(.decline, to: request.id("call"), caller: request.caller), request)
      },
    ]
  }

  private var ending: [Operation] {
    [
      Operation(
        .post, "/v1/calls/{call}/connection", "confirmCall", "Says that the two hear each other.",
        access: .user, answers: [Self.answer], errors: ["not-yours"]
      ) { request in
        try answer(calls.apply(.connected, to: request.id("call"), caller: request.caller), request)
      },
      Operation(
        .post, "/v1/calls/{call}/end", "endCall",
        "Ends a call, or takes it back while it rings.", access: .user, reading: Self.end,
        answers: [Self.answer], errors: ["call-taken", "not-yours"]
      ) { request, body in
        let reason = try body.read(request) ?? .hungUp
        return try answer(
          calls.apply(.end(reason), to: request.id("call"), caller: request.caller), request)
      },
    ]
  }

  private var signals: [Operation] {
    [
      Operation(
        .post, "/v1/calls/{call}/signals", "sendSignal",
        "Tells the other device of a call something by which the two find a way to each other.",
        access: .user, reading: Self.signal,
        answers: [.json(200, "What was told", .named("Signal"))],
        errors: ["call-ended", "call-taken", "too-many-signals"]
      ) { request, body in
        let told = try body.read(request)
        let signal = try calls.send(
          told.kind, told.content, in: request.id("call"), caller: request.caller)
        return request.json { signal.write(to: &$0) }
      },
      Operation(
        .get, "/v1/calls/{call}/signals", "listSignals",
        "What the other device of a call has told, in order.", access: .user,
        query: [QueryParameter("after", .id, "The last one that is known.")],
        answers: [
          .json(
            200, "What was told",
            Components.answer([.required("items", .array(.named("Signal"), 0...500))]))
        ]
      ) { request in
        let found = try calls.signals(
          of: request.id("call"), after: request.query.id("after"), caller: request.caller)
        return request.json { json in
          json.object { $0.member("items", of: found) { $0.write(to: &$1) } }
        }
      },
      Operation(
        .get, "/v1/calls/{call}/relays", "getTurnCredentials",
        "By which servers the two devices of a call may find or reach each other.", access: .user,
        answers: [.json(200, "Addresses and credentials, for this call", .named("Relays"))],
        errors: ["no-relay-secret"]
      ) { request in
        let relays = try calls.relays(for: request.id("call"), caller: request.caller)
        return request.json { relays.write(to: &$0) }
      },
    ]
  }

  private func created(
    _ found: CallService.Shown, _ request: AuthorizedRequest
  ) throws -> HTTPResponse {
    try answer(found, request, 201).with("Location", "/v1/calls/\(found.call.id)")
  }

  private func answer(
    _ found: CallService.Shown, _ request: AuthorizedRequest, _ status: HTTPStatus = 200
  ) throws -> HTTPResponse {
    let own = try request.caller.requiredPerson()
    let shown = try pictures.pictures(of: AccountPictures.kind, [found.other.id])
    return request.json(status) { json in
      found.call.write(to: &json, with: found.other, for: own.account, own.session) {
        $1.member("picture", shown[$0])
      }
    }
  }
}
