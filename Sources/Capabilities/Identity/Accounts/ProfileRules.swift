import Base
import Foundation

/// Rules that sign-up and changes of a profile share.
public enum ProfileRules {
  static let names = 1...100

  /// A name by which others see somebody: nothing in it that is not seen, nothing that turns the
  /// line around, and no likeness of who speaks for the service.
  static func readDisplayName(_ fields: JSONFields) -> String {
    let name = readName(fields, "name", names)
    if DisplayName.resemblesStaff(name) {
      fields.reject("name", "must not look like that of an admin or of Wayside itself")
    }
    return name
  }

  /// A name of somebody or something that others read: nothing in it that is not seen, nothing that
  /// turns the line around.
  public static func readName(
    _ fields: JSONFields, _ member: String, _ count: ClosedRange<Int>
  ) -> String {
    let name = fields.string(member, count)
    if DisplayName.hasHiddenParts(name) {
      fields.reject(member, "must not have control, bidirectional or invisible characters")
    }
    return name
  }

  /// A BCP 47 language tag, checked for its form only (RFC 5646, section 2.1).
  static func readLocale(_ fields: JSONFields) -> String? {
    fields.optional("locale") { fields in
      let tag = fields.string("locale", 2...35)
      let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
      let isTag = parts.allSatisfy { part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
              || (0x61...0x7a).contains(byte)
          }
      }
      if !isTag { fields.reject("locale", "must be a language tag such as en-CA") }
      return tag
    }
  }

  /// A name from the time zone database.
  public static func readTimeZone(_ fields: JSONFields) -> String? {
    fields.optional("timeZone") { fields in
      let name = fields.string("timeZone", 1...64)
      if TimeZone(identifier: name) == nil {
        fields.reject("timeZone", "must be an IANA time zone such as America/Toronto")
      }
      return name
    }
  }
}
