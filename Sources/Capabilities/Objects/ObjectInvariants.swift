import Access
import Registration

/// The invariants of objects and instances (DOMAIN, marked with `!`).
public let objectInvariants = [
  Invariant(
    "instance-is-shared", "Every live instance is shared in at least one sub-realm.",
    countingBreaches: """
      SELECT COUNT(*) FROM instances i WHERE i.state = 'live'
      AND NOT EXISTS (SELECT 1 FROM instance_realms r WHERE r.instance = i.id)
      """),
  Invariant(
    "orientation-is-a-unit-quaternion", "Orientations have length 1 within 1e-9.",
    countingBreaches: """
      SELECT COUNT(*) FROM instances
      WHERE ABS(qx * qx + qy * qy + qz * qz + qw * qw - 1.0) > 2e-9
      """),
  Invariant(
    "sold-object-has-media", "The file of every object that its buyers keep is registered.",
    countingBreaches: """
      SELECT COUNT(*) FROM objects o WHERE o.is_sold = 1
      AND NOT EXISTS (SELECT 1 FROM media m WHERE m.sha256 = o.sha256)
      """),
  Invariant(
    "live-object-has-media", "The file of every live object is registered.",
    countingBreaches: """
      SELECT COUNT(*) FROM objects o WHERE o.state = 'live'
      AND NOT EXISTS (SELECT 1 FROM media m WHERE m.sha256 = o.sha256)
      """),
]
