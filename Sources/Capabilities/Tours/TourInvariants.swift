import Access
import Registration

/// The invariants of tours (DOMAIN, marked with `!`).
public let tourInvariants = [
  Invariant(
    "published-tour-has-stops", "Every published tour has a stop.",
    countingBreaches: """
      SELECT COUNT(*) FROM tours t WHERE t.state = 'published'
      AND NOT EXISTS (SELECT 1 FROM tour_stops s WHERE s.revision = t.released_revision)
      """),
  Invariant(
    "revisions-belong-to-their-tour", "A tour's draft and published revision are its own.",
    countingBreaches: """
      SELECT COUNT(*) FROM tours t
      WHERE (t.draft_revision IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM tour_revisions r WHERE r.id = t.draft_revision AND r.tour = t.id))
      OR (t.released_revision IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM tour_revisions r WHERE r.id = t.released_revision AND r.tour = t.id))
      """),
]
