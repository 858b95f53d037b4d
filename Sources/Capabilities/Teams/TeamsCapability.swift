import Notifications
import Registration

/// What the rest must know of teams and communities.
public func teamsCapability(notifications: any NotificationSink) -> Capability {
  let upkeep = RideUpkeep(notifications: notifications)
  return teamsDeclaration.with(
    personalData: [
      TeamsPersonalData(), CoursesPersonalData(), RidesPersonalData(upkeep: upkeep),
    ],
    parts: [
      CommunityDepartures(), CourseDepartures(), MemberReportHandOver(),
      CourseReminders(notifications: notifications).deadline,
      upkeep.deadline,
    ])
}

/// The same without what needs services: what is stored.
public let teamsDeclaration = Capability(
  "teams",
  schema: [teamsSchema],
  tables: [
    TableClaim(
      "attendance_marks", export: .yes("attendance"), erasure: .yes("deleted"),
      rules: .yes("attendance-is-said")),
    .impersonal(
      "community_profiles", "says what a community is about", rules: .declared),
    TableClaim(
      "group_visits", export: .no("says when one looked, and nothing else"),
      erasure: .yes("deleted"), rules: .declared),
    TableClaim(
      "group_news", export: .yes("groupNews"), erasure: .yes("lose their author"),
      rules: .declared),
    TableClaim(
      "contact_shares", export: .yes("contactShares"), erasure: .yes("deleted"),
      rules: .yes("members-share-contacts")),
    TableClaim(
      "team_records", export: .yes("teamRecords"), erasure: .yes("deleted"), rules: .declared),
    .impersonal("team_profiles", "says which sport a team does", rules: .declared),
    TableClaim(
      "member_reports", export: .yes("memberReports"), erasure: .yes("deleted"),
      rules: .yes("reported-are-members")),
  ] + courseClaims + rideClaims,
  invariants: teamsInvariants + courseInvariants + rideInvariants,
  parts: teamsNotifications)

/// The kinds of notification of this capability.
public let teamsNotifications: [NotificationKind] = [
  .groupNews, .courseReminder, .memberReported, .rideAsked, .rideChange,
]

/// The rules that the data of this capability keep.
public let teamsInvariants = [
  Invariant(
    "members-share-contacts", "Only members of a team show there how they are reached.",
    countingBreaches: """
      SELECT COUNT(*) FROM contact_shares c WHERE NOT EXISTS (
        SELECT 1 FROM memberships m WHERE m.account = c.account AND m.sub_realm = c.realm)
      """),
  Invariant(
    "reported-are-members", "Reports wait only on those who are in the group, never on oneself.",
    countingBreaches: """
      SELECT COUNT(*) FROM member_reports r WHERE r.reporter = r.account OR NOT EXISTS (
        SELECT 1 FROM memberships m WHERE m.account = r.account AND m.sub_realm = r.realm)
      """),
  Invariant(
    "attendance-is-said",
    "Whoever is listed as present or absent was said to be, by the person or an admin.",
    countingBreaches: """
      SELECT COUNT(*) FROM attendance_marks WHERE own_mark IS NULL AND admin_mark IS NULL
      """),
]
