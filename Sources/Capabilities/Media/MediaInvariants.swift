import Access
import Registration

/// The invariants of stored media.
public let mediaInvariants = [
  Invariant(
    "used-media-is-kept", "Media that are in use are not marked as unused.",
    countingBreaches: """
      SELECT COUNT(*) FROM media m WHERE m.unused_since IS NOT NULL
      AND EXISTS (SELECT 1 FROM media_uses u WHERE u.sha256 = m.sha256)
      """),
  Invariant(
    "picture-has-sizes", "Every picture has a size, and all sizes are media that are in use.",
    countingBreaches: """
      SELECT (SELECT COUNT(*) FROM pictures p
          WHERE NOT EXISTS (SELECT 1 FROM picture_sizes s WHERE s.picture = p.id))
        + (SELECT COUNT(*) FROM picture_sizes s
          WHERE NOT EXISTS (SELECT 1 FROM media_uses u
            WHERE u.sha256 = s.sha256 AND u.kind = 'picture' AND u.subject = s.picture))
      """),
]
