import Base
import Calendar
import HTTPServing

/// Calendars elsewhere that one reads here too.
struct SubscriptionEndpoints {
  let subscriptions: SubscriptionService

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/calendar/subscriptions", "createCalendarSubscription",
        "Subscribes to a calendar elsewhere; it is read within seconds, then once an hour.",
        access: .user, budget: .upload,
        reading: .json(
          example: #"{"name": "School", "address": "https://example.org/school.ics"}"#
        ) { try SubscriptionDraft(reading: $0) },
        answers: [.json(201, "The subscription", .named("CalendarSubscription"))],
        errors: ["too-many-subscriptions", "already-subscribed"],
        creates: .of("calendarSubscription") { id, request in
          let found = try subscriptions.find(id, caller: request.caller)
          return request.json(201) { found.write(to: &$0) }
        }
      ) { request, body in
        let made = try subscriptions.add(body.read(request), caller: request.caller)
        return request.json(201) { made.write(to: &$0) }
      },
      Operation(
        .get, "/v1/calendar/subscriptions", "listCalendarSubscriptions",
        "The caller's subscriptions, the oldest first: when each was read, or since when and why "
          + "it cannot be.", access: .user,
        answers: [.json(200, "The subscriptions", .page(of: .named("CalendarSubscription")))]
      ) { request in
        try request.list(Page(items: subscriptions.list(caller: request.caller))) {
          $0.write(to: &$1)
        }
      },
      Operation(
        .post, "/v1/calendar/subscriptions/{subscription}/reading", "readCalendarSubscription",
        "Has a subscription read now instead of later.", access: .user, budget: .upload,
        answers: [.json(200, "The subscription", .named("CalendarSubscription"))]
      ) { request in
        let found = try subscriptions.readNow(request.id("subscription"), caller: request.caller)
        return request.json { found.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/calendar/subscriptions/{subscription}", "endCalendarSubscription",
        "Ends a subscription; its entries leave the caller's calendar.", access: .user,
        answers: [.empty("Ended")]
      ) { request in
        try subscriptions.end(request.id("subscription"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
