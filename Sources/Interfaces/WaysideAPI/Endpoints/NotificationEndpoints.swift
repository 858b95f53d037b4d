import Base
import HTTPServing
import Notifications
import Realms

/// Notifications as a list and as a stream of events.
struct NotificationEndpoints {
  let notifications: NotificationService
  let hub: EventHub
  let authenticate: @Sendable (String) throws -> Caller

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/notifications", "listNotifications",
        "What happened, newest first, and how many are unread.", access: .evenSuspended,
        query: QueryParameter.paging,
        answers: [
          .json(
            200, "A page of notifications",
            .page(of: .named("Notification"), [.required("unread", .integer(0...1_000_000_000))]))
        ]
      ) { exchange in
        let list = try notifications.list(exchange.query.page(), caller: exchange.caller)
        return exchange.list(
          list.page,
          more: { json in
            json.key("unread")
            json.integer(list.unread)
          }
        ) { $0.write(to: &$1) }
      },
      Operation(
        .post, "/v1/notifications/{notification}/seen", "markNotification", "Marks one as seen.",
        access: .account,
        answers: [.empty("Marked")]
      ) { exchange in
        try notifications.markSeen(exchange.id("notification"), caller: exchange.caller)
        return .noContent
      },
      Operation(
        .post, "/v1/notifications/seen", "markAllNotifications", "Marks all as seen.",
        access: .account,
        answers: [.empty("Marked")]
      ) { exchange in
        try notifications.markAllSeen(caller: exchange.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/notification-settings", "getNotificationSettings",
        "Which kinds of notifications arrive.", access: .account,
        answers: [.json(200, "Every kind", .page(of: .named("NotificationSetting")))]
      ) { exchange in
        let list = try notifications.settings(caller: exchange.caller)
        return exchange.list(Page(items: list)) { $0.write(to: &$1) }
      },
      Operation(
        .put, "/v1/notification-settings", "changeNotificationSettings",
        "Switches one kind on or off.", access: .account,
        reading: .json(example: #"{"kind": "invitation", "enabled": false}"#) {
          try NotificationSetting(reading: $0, kinds: notifications.kinds)
        },
        answers: [.empty("Switched")], errors: ["not-optional"]
      ) { exchange, body in
        try notifications.set(body.read(exchange), caller: exchange.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/events", "streamEvents",
        """
        Server-sent events: the caller's notifications, and what changes in the caller's \
        sub-realms (members, invitations, inventory, an organization's tours), and what the \
        account's other devices have come to (`proximity`). Last-Event-ID resumes after that \
        notification.
        """, access: .account,
        answers: [.content(ContentType.events, "The stream")], errors: ["too-many-streams"]
      ) { exchange in
        let caller = try exchange.caller.required()
        guard
          let token = try exchange.request.bearerToken ?? SessionCookie.token(of: exchange.request)
        else {
          throw Refusal(.unauthenticated, "login-required", "Send the session's token.")
        }
        let authenticate = authenticate
        let stream = try hub.open(
          for: caller, lastEvent: exchange.request.headers["Last-Event-ID"]
        ) { try authenticate(token) }
        return .events(stream)
      },
    ]
  }
}
