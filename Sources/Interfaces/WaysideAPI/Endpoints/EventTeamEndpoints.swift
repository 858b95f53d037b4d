import Access
import Base
import Calendar
import HTTPServing
import Teams

/// Teams that take part in what another team plans: invited by the one, accepted by the other.
struct EventTeamEndpoints {
  let events: GroupEventService

  var operations: [Operation] {
    [
      Operation(
        .put, "/v1/group-events/{event}/teams/{team}", "inviteTeam",
        "Invites another team to an event or practice, with all occurrences of a series; its admins "
          + "are told and answer for it.", access: .user,
        answers: [.json(200, "The event as it now is", .named("GroupEvent"))],
        errors: [
          "members-only", "role-too-low", "own-thing", "appointment-cancelled", "invalid-content",
        ]
      ) { request in
        let event = try events.invite(
          team: request.id("team"), to: request.id("event"), caller: request.caller)
        return request.json { event.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/group-events/{event}/teams/{team}", "removeTeam",
        "Takes a team out of an event, or its invitation back, as one who plans it or as an admin of "
          + "the team; its members no longer take part.", access: .user,
        answers: [.empty("It takes no part")], errors: ["role-too-low"]
      ) { request in
        try events.remove(
          team: request.id("team"), from: request.id("event"), caller: request.caller)
        return .noContent
      },
      Operation(
        .get, "/v1/realms/{realm}/team-invitations", "listTeamInvitations",
        "Events and practices of other teams that a team is invited to, for its admins.",
        access: .user, query: QueryParameter.paging,
        answers: [.json(200, "A page of invitations", .page(of: .named("TeamInvitation")))],
        errors: ["realm-admin-needed"]
      ) { request in
        let page = try events.invitations(
          of: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .put, "/v1/realms/{realm}/team-invitations/{event}", "answerTeamInvitation",
        "Accepts or denies for a team, as one of its admins; its members are told of what it takes "
          + "part in, see it in the team's calendar and answer it.", access: .user,
        reading: .json(example: #"{"accept": true}"#) { $0.bool("accept") },
        answers: [.empty("Answered")], errors: ["role-too-low", "appointment-cancelled"]
      ) { request, body in
        let (team, event) = (try request.realm("realm"), try request.id("event"))
        try events.answer(
          accepts: body.read(request), for: team, to: event, caller: request.caller)
        return .noContent
      },
    ]
  }
}
