import Base
import HTTPServing
import Travel

/// How the caller gets about.
struct TravelPreferenceEndpoints {
  let preferences: PreferenceService

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/me/travel-preferences", "getTravelPreferences",
        "The caller's modes at hand, limits, order and home.", access: .user,
        answers: [.json(200, "The preferences", .named("TravelPreferences"))]
      ) { request in
        let own = try preferences.own(caller: request.caller)
        return request.versioned(own.version) { own.write(to: &$0) }
      },
      Operation(
        .put, "/v1/me/travel-preferences", "replaceTravelPreferences",
        "Replaces them; all plans follow.", access: .user,
        reading: .json(
          named: "TravelPreferencesInput",
          example: """
            {"modes": ["walk", "bicycle"], "maximumWalk": 2000, "home": {"lat": 47.141, \
            "lon": 9.5209}}
            """
        ) { try TravelPreferences(reading: $0) },
        answers: [.json(200, "The preferences as they now are", .named("TravelPreferences"))],
        version: .required
      ) { request, body in
        let version = try request.expectedVersion()
        let new = try body.read(request)
        let own = try preferences.replace(new, expecting: version, caller: request.caller)
        return request.versioned(own.version) { own.write(to: &$0) }
      },
    ]
  }
}
