import Realms
import Registration

/// The invariants of stored media.
public let mediaInvariants = [
  Invariant(
    "used-media-is-kept", "Media that are in use are not marked as unused.",
    countingBreaches: """
      SELECT COUNT(*) FROM media m WHERE m.unused_since IS NOT NULL
      AND EXISTS (SELECT 1 FROM media_uses u WHERE u.sha256 = m.sha256)
      """)
]
