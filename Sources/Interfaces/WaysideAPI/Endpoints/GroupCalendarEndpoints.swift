import Access
import Base
import HTTPServing
import Planning

/// The calendars of those who plan together.
struct GroupCalendarEndpoints {
  let calendars: GroupCalendarService

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/calendar", "getGroupCalendar",
        "When each member of a family or group is busy, and with what as far as the caller takes part.",
        access: .user, budget: .search,
        query: [
          QueryParameter("from", .instant, "Begin of the span; now by default."),
          QueryParameter(
            "to", .instant,
            "End of the span, at most \(GroupCalendarService.longest) days later; 7 by default."),
        ],
        answers: [.json(200, "Members and what they share", .named("GroupCalendar"))]
      ) { request in
        let answer = try calendars.read(
          from: request.query.instant("from"), to: request.query.instant("to"),
          in: request.realm("realm"), caller: request.caller)
        return request.json { answer.write(to: &$0) }
      }
    ]
  }
}
