import Realms

/// The invariants of objects, instances and tours (DOMAIN, marked with `!`).
public let contentInvariants = [
  Invariant(
    "instance-is-shared", "Every live instance is shared in at least one sub-realm.",
    countingBreaches: """
      SELECT COUNT(*) FROM instances i WHERE i.state = 'live'
      AND NOT EXISTS (SELECT 1 FROM instance_realms r WHERE r.instance = i.id)
      """),
  Invariant(
    "instance-has-live-object", "No live instance shows a withdrawn object.",
    countingBreaches: """
      SELECT COUNT(*) FROM instances i JOIN objects o ON o.id = i.object
      WHERE i.state = 'live' AND o.state <> 'live'
      """),
  Invariant(
    "orientation-is-a-unit-quaternion", "Orientations have length 1 within 1e-9.",
    countingBreaches: """
      SELECT COUNT(*) FROM instances
      WHERE ABS(qx * qx + qy * qy + qz * qz + qw * qw - 1.0) > 2e-9
      """),
  Invariant(
    "live-object-has-media", "The file of every live object is registered.",
    countingBreaches: """
      SELECT COUNT(*) FROM objects o WHERE o.state = 'live'
      AND NOT EXISTS (SELECT 1 FROM media m WHERE m.sha256 = o.sha256)
      """),
  Invariant(
    "used-media-is-kept", "Media that are in use are not marked as unused.",
    countingBreaches: """
      SELECT COUNT(*) FROM media m WHERE m.unused_since IS NOT NULL
      AND EXISTS (SELECT 1 FROM media_uses u WHERE u.sha256 = m.sha256)
      """),
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
