import Access
import Base
import HTTPServing
import Push

/// Devices that get notifications while the pages are closed.
struct PushEndpoints {
  let subscriptions: PushSubscriptionService

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/push-key", "getPushKey",
        """
        Whether this server sends pushes, and the key that a browser subscribes with \
        (`applicationServerKey`, base64url).
        """, access: .account,
        answers: [.json(200, "The key", .named("PushKey"))]
      ) { request in
        request.json { json in
          json.object { json in
            json.member("available", subscriptions.publicKey != nil)
            json.member("publicKey", subscriptions.publicKey)
          }
        }
      },
      Operation(
        .get, "/v1/push-subscriptions", "listPushSubscriptions",
        "The caller's devices that get pushes, the newest first.", access: .account,
        answers: [.json(200, "The devices", .page(of: .named("PushSubscription")))]
      ) { request in
        let own = try request.caller.required().session
        let list = try subscriptions.list(caller: request.caller)
        return request.list(Page(items: list)) { $0.write(to: &$1, current: own) }
      },
      Operation(
        .put, "/v1/push-subscriptions/current", "replacePushSubscription",
        """
        Has pushes go to this session's device, as its browser's `PushSubscription` says; it records \
        the consent `push`. They end with the session, with that consent, and when the push service \
        no longer knows the device. An account has 20 at most: the oldest makes room.
        """, access: .account,
        reading: .json(
          example: """
            {"endpoint": "https://push.example.net/AbC", "keys": {"p256dh": "\(Self.point)", \
            "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}
            """
        ) { try PushSubscriptionDraft(reading: $0) },
        answers: [.json(200, "The device", .named("PushSubscription"))], errors: ["push-off"]
      ) { request, body in
        let made = try subscriptions.replace(with: body.read(request), caller: request.caller)
        return request.json { made.write(to: &$0, current: made.session) }
      },
      Operation(
        .delete, "/v1/push-subscriptions/current", "endOwnPushSubscription",
        "Ends the pushes to this session's device, if there are any.", access: .account,
        answers: [.empty("Ended")]
      ) { request in
        try subscriptions.endOwn(caller: request.caller)
        return .noContent
      },
      Operation(
        .delete, "/v1/push-subscriptions/{subscription}", "endPushSubscription",
        "Ends the pushes to one of the caller's devices.", access: .account,
        answers: [.empty("Ended")]
      ) { request in
        try subscriptions.end(request.id("subscription"), caller: request.caller)
        return .noContent
      },
    ]
  }

  /// Of the example of RFC 8291.
  private static let point =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
}
