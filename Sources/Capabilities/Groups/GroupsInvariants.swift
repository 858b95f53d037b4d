import Registration

/// The invariants of sub-realms and organizations (DOMAIN, marked with `!`).
let groupsInvariants = [
  Invariant(
    "organization-user-has-organization",
    "Organization users belong to exactly one organization, all others to none.",
    countingBreaches: """
      SELECT COUNT(*) FROM accounts WHERE state <> 'erased'
      AND (role = 'organization') <> (organization IS NOT NULL)
      """),
  Invariant(
    "one-public-realm", "There is exactly one public sub-realm.",
    countingBreaches: """
      SELECT ABS(COUNT(*) - 1) FROM sub_realms WHERE kind = 'public' AND state = 'live'
      """),
  Invariant(
    "account-has-personal-realm",
    "Every account that is not erased is the owner and only member of its personal sub-realm.",
    countingBreaches: """
      SELECT COUNT(*) FROM accounts a WHERE a.state <> 'erased' AND NOT EXISTS (
        SELECT 1 FROM sub_realms r JOIN memberships m ON m.sub_realm = r.id
        WHERE r.id = a.id AND r.kind = 'personal' AND r.state = 'live' AND m.account = a.id
          AND m.role = 'owner'
          AND NOT EXISTS (
            SELECT 1 FROM memberships o WHERE o.sub_realm = r.id AND o.account <> a.id))
      """),
  Invariant(
    "realm-keeps-an-admin",
    "Every live sub-realm but the public one and those of two friends has an admin or owner.",
    countingBreaches: """
      SELECT COUNT(*) FROM sub_realms r WHERE r.state = 'live' AND r.kind NOT IN ('public', 'direct')
      AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.sub_realm = r.id
        AND m.role IN ('admin', 'owner'))
      """),
  Invariant(
    "direct-realm-has-two", "Every live direct sub-realm has two members.",
    countingBreaches: """
      SELECT COUNT(*) FROM sub_realms r WHERE r.state = 'live' AND r.kind = 'direct'
      AND (SELECT COUNT(*) FROM memberships m WHERE m.sub_realm = r.id) <> 2
      """),
  Invariant(
    "team-is-not-open", "Into a team nobody comes without an admin.",
    countingBreaches: """
      SELECT COUNT(*) FROM sub_realms WHERE state = 'live' AND kind = 'team'
      AND join_policy = 'open'
      """),
]
