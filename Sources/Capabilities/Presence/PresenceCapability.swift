import Registration

/// What the rest must know of nearby, views and positions: they keep nothing.
public let presenceCapability = Capability(
  "presence", parts: presenceNotifications + PresenceSettings.all)
