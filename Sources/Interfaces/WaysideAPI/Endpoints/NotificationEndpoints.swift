import Access
import Base
import HTTPServing
import Notifications

/// Notifications as a list and as a stream of events.
struct NotificationEndpoints {
  let notifications: NotificationService
  let hub: EventHub
  let authenticate: @Sendable (String) throws -> Caller

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/notifications", "listNotifications",
        """
        What happened, newest first, and how many are unread; worded in the first of \
        Accept-Language that there is, else in the language of the caller's profile.
        """, access: .evenSuspended,
        query: QueryParameter.paging,
        answers: [
          .json(
            200, "A page of notifications",
            .page(of: .named("Notification"), [.required("unread", .integer(0...1_000_000_000))]))
        ]
      ) { request in
        let list = try notifications.list(
          request.query.page(), accepting: request.preferredLanguages, caller: request.caller)
        return request.list(
          list.page,
          more: { json in
            json.member("unread", list.unread)
          }
        ) {
          $0.write(to: &$1)
        }.with("Vary", "Accept-Language")
      },
      Operation(
        .post, "/v1/notifications/{notification}/seen", "markNotification", "Marks one as seen.",
        access: .account,
        answers: [.empty("Marked")]
      ) { request in
        try notifications.markSeen(request.id("notification"), caller: request.caller)
        return .noContent
      },
      Operation(
        .post, "/v1/notifications/seen", "markAllNotifications", "Marks all as seen.",
        access: .account,
        answers: [.empty("Marked")]
      ) { request in
        try notifications.markAllSeen(caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/notification-settings", "getNotificationSettings",
        """
        Which kinds of notifications arrive; called so in the first of Accept-Language that there \
        is, else in the language of the caller's profile.
        """, access: .account,
        answers: [.json(200, "Every kind", .page(of: .named("NotificationSetting")))]
      ) { request in
        let list = try notifications.settings(caller: request.caller)
        let reader = try notifications.reader(
          accepting: request.preferredLanguages, caller: request.caller)
        return request.list(Page(items: list)) {
          $0.write(to: &$1, for: reader)
        }.with("Vary", "Accept-Language")
      },
      Operation(
        .put, "/v1/notification-settings", "changeNotificationSettings",
        "Switches one kind on or off, in the app (`enabled`), by mail (`mail`) and as a push (`push`).",
        access: .account,
        reading: .json(
          example: #"{"kind": "invitation", "enabled": true, "mail": true, "push": true}"#
        ) {
          try NotificationSetting(reading: $0, kinds: notifications.kinds)
        },
        answers: [.empty("Switched")], errors: ["not-optional"]
      ) { request, body in
        try notifications.set(body.read(request), caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/delivery-schedule", "getDeliverySchedule",
        """
        The caller's quiet hours, in which nothing but the list in the app is told, urgent kinds \
        apart; and the hour of the one mail a day that tells of everything unread.
        """, access: .account,
        answers: [.json(200, "The schedule", .named("DeliverySchedule"))]
      ) { request in
        let own = try notifications.schedule(caller: request.caller)
        return request.json { own.write(to: &$0) }
      },
      Operation(
        .put, "/v1/delivery-schedule", "replaceDeliverySchedule",
        "Replaces it; what is left out is switched off. Times are those of the caller's time zone.",
        access: .account,
        reading: .json(
          example: #"{"quietHours": {"from": "22:00", "until": "07:00"}, "digestHour": 18}"#
        ) {
          try DeliverySchedule(reading: $0)
        },
        answers: [.json(200, "The schedule as it now is", .named("DeliverySchedule"))]
      ) { request, body in
        let own = try notifications.replaceSchedule(
          with: body.read(request), caller: request.caller)
        return request.json { own.write(to: &$0) }
      },
      Operation(
        .get, "/v1/events", "streamEvents",
        """
        Server-sent events: the caller's notifications, and what changes in the caller's \
        sub-realms (members, invitations, inventory, an organization's tours), that somebody in a \
        sub-realm with common times may be busy at other times now (`freeBusy`, of whom and by \
        what is not told), what becomes of the account's runs of tours (`run`), and what its other \
        devices have come to (`proximity`). \
        Last-Event-ID resumes after that \
        notification.
        """, access: .account,
        query: [
          QueryParameter(
            "language", .text(2...35),
            "In which notifications are worded, for clients that cannot choose Accept-Language.")
        ],
        answers: [.content(ContentType.events, "The stream")], errors: ["too-many-streams"]
      ) { request in
        let caller = try request.caller.required()
        guard
          let token = try request.http.bearerToken ?? SessionCookie.token(of: request.http)
        else {
          throw Refusal(.unauthenticated, "login-required", "Send the session's token.")
        }
        let authenticate = authenticate
        let stream = try hub.open(
          caller: caller, lastEvent: request.http.headers["Last-Event-ID"],
          accepting: [request.query.text("language")].compactMap { $0 }
            + request.preferredLanguages
        ) { try authenticate(token) }
        return .events(stream)
      },
    ]
  }
}
