import Access
import Base
import HTTPServing
import Planning

/// Times at which all of some members are free.
struct SlotEndpoints {
  let slots: SlotService

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/realms/{realm}/slots", "findSlots",
        "Times at which the caller and some members are free and, where a place is named, can come and go on "
          + "in time as their travel plans say, every quarter of an hour; where a day has none, who cannot "
          + "come, never why.", access: .user, budget: .search,
        reading: .json(
          example: """
            {"participants": ["0190a5c4-7d2e-7c3a-9d54-0f3b1c2d4e5f"], "from": "2026-05-04", \
            "to": "2026-05-10", "duration": 120, "parts": ["morning", "afternoon"], \
            "place": {"lat": 47.138, "lon": 9.5216}}
            """
        ) { SlotQuery(reading: $0) },
        answers: [.json(200, "The slots by day", .named("Slots"))]
      ) { request, body in
        let realm = try request.realm("realm")
        let found = try slots.find(body.read(request), in: realm, caller: request.caller)
        return request.json { found.write(to: &$0) }
      }
    ]
  }
}
