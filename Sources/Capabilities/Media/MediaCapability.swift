import Registration

/// What the rest must know of stored media.
public let mediaCapability = Capability(
  "media",
  schema: [pictureSchema],
  tables: [
    .impersonal(
      "media", "bytes are named by their content; whose they are, their users say",
      rules: .yes("used-media-is-kept")),
    .impersonal("media_uses", "names things, not persons", rules: .yes("used-media-is-kept")),
    TableClaim(
      "pictures", export: .yes("pictures"),
      erasure: .yes("own ones deleted; those of organizations forget who sent them"),
      rules: .yes("picture-has-sizes")),
    TableClaim(
      "picture_sizes", export: .yes("pictures"), erasure: .yes("deleted with the pictures"),
      rules: .yes("picture-has-sizes")),
    .impersonal(
      "picture_uses", "names things; those of an account go with its pictures", rules: .declared),
  ],
  invariants: mediaInvariants,
  personalData: [PicturesPersonalData()], parts: [PictureDepartures()])
