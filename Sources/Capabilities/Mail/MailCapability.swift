import Access
import Registration
import Storage

/// What the rest must know of mail.
public let mailCapability = Capability(
  "mail",
  schema: [mailSchema],
  tables: [
    TableClaim(
      "mails", export: .no("copies of what was sent, gone within hours"),
      erasure: .yes("those to the account's addresses go, and its names from the others"),
      rules: .declared),
    TableClaim(
      "unwanted_mail", export: .no("kept under a keyed hash of the address"),
      erasure: .no("leads to nobody, and whoever wanted no mail still wants none"),
      rules: .declared),
  ],
  parts: [Settings.mailSetting])

/// What mail stores from here on; its first tables were made in the schema `realms`.
public let mailSchema = SchemaModule(name: "mail", migrations: [])
