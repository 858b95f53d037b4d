import Base
import Calendar
import Deadlines
import Groups
import Notifications
import Registration
import Storage

/// What the rest must know of activities and their polls.
public func activitiesCapability(_ activities: ActivityService) -> Capability {
  activitiesDeclaration.with(
    personalData: [ActivityData(activities: activities), PlacesData()],
    parts: [activities.pollEnd, ActivityDepartures(activities: activities)])
}

/// The same without what needs services: what is stored.
public let activitiesDeclaration = Capability(
  "activities",
  schema: [activitiesSchema],
  tables: [
    TableClaim(
      "activities", export: .yes("activities"),
      erasure: .yes(
        "those that it hosts are deleted, but for confirmed ones to come, which are handed on"),
      rules: .yes("confirmed-activity-is-complete")),
    TableClaim(
      "activity_invitees", export: .yes("activities"), erasure: .yes("deleted"),
      rules: .yes("only-invitees-vote")),
    TableClaim(
      "activity_tasks", export: .yes("activities"), erasure: .yes("lose their assignee"),
      rules: .yes("confirmed-activity-is-complete")),
    TableClaim(
      "polls", export: .yes("activities"), erasure: .yes("deleted with the activity"),
      rules: .yes("poll-is-where-its-activity-is")),
    TableClaim(
      "poll_options", export: .yes("activities"), erasure: .yes("deleted with the activity"),
      rules: .yes("poll-has-options")),
    TableClaim(
      "poll_votes", export: .yes("activities"), erasure: .yes("deleted"),
      rules: .yes("only-invitees-vote")),
    TableClaim(
      "starting_places", export: .yes("startingPlaces"), erasure: .yes("deleted"),
      rules: .yes("who-sets-out-takes-part")),
    TableClaim(
      "saved_places", export: .yes("savedPlaces"), erasure: .yes("deleted"), rules: .declared),
    .impersonal("activity_types", "belong to a sub-realm", rules: .declared),
    .impersonal("activity_type_tasks", "belong to a type", rules: .declared),
  ],
  invariants: [
    Invariant(
      "confirmed-activity-is-complete",
      "A confirmed activity has a name, a time, a type and tasks that are given to somebody.",
      countingBreaches: """
        SELECT COUNT(*) FROM activities v WHERE v.step = 'confirmed' AND (v.name = ''
          OR v.type = '' OR v.starts_at IS NULL OR NOT EXISTS (
            SELECT 1 FROM activity_tasks t WHERE t.activity = v.id))
        """),
    Invariant(
      "poll-is-where-its-activity-is",
      "A poll that is not decided belongs to an activity that waits for it; an open one has a timer.",
      countingBreaches: """
        SELECT COUNT(*) FROM polls p JOIN activities v ON v.id = p.activity
        WHERE (v.step = 'polling') <> (p.state IN ('open', 'closed', 'withoutVotes'))
          OR (p.state = 'open' AND NOT EXISTS (SELECT 1 FROM deadlines d
            WHERE d.subject = v.id AND d.kind = '\(ActivityService.pollEndKind)'))
        """),
    Invariant(
      "poll-has-options", "A poll has at least two options.",
      countingBreaches: """
        SELECT COUNT(*) FROM polls p
        WHERE (SELECT COUNT(*) FROM poll_options o WHERE o.activity = p.activity) < 2
        """),
    Invariant(
      "who-sets-out-takes-part",
      "It is known where somebody sets out only while that one takes part in planning.",
      countingBreaches: """
        SELECT COUNT(*) FROM starting_places p JOIN activities v ON v.id = p.activity
        WHERE v.step IN ('confirmed', 'cancelled') OR (p.account <> v.host AND NOT EXISTS (
          SELECT 1 FROM activity_invitees i
          WHERE i.activity = p.activity AND i.account = p.account))
        """),
    Invariant(
      "only-invitees-vote", "Votes are those of invitees.",
      countingBreaches: """
        SELECT COUNT(*) FROM poll_votes p WHERE NOT EXISTS (
          SELECT 1 FROM activity_invitees i
          WHERE i.activity = p.activity AND i.account = p.voter)
        """),
  ],
  parts: activityNotifications)
