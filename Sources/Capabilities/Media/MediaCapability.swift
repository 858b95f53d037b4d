import Registration

/// What the rest must know of stored media.
public let mediaCapability = Capability(
  "media",
  tables: [
    .impersonal(
      "media", "bytes are named by their content; whose they are, their users say",
      rules: .yes("used-media-is-kept")),
    .impersonal("media_uses", "names things, not persons", rules: .yes("used-media-is-kept")),
  ],
  invariants: mediaInvariants)
