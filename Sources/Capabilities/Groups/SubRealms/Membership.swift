import Access
import Base
import Identity

/// Whether a member takes part at present.
public enum MembershipState: String, Sendable, CaseIterable {
  case active
  /// Is away or injured: still a member, and not counted on.
  case paused
}

/// What one can have read in a sub-realm, each in an order of its own.
public enum ReadTopic: String, Sendable, CaseIterable {
  case messages
  case moments
  case calendar
}

/// One account in one sub-realm.
public struct Membership: Sendable {
  public var account: AccountSummary
  public var role: MembershipRole
  public var joinedAt: Instant
  public var state: MembershipState
  /// What the member plays or does, in words.
  public var position: String?
  /// The number on the shirt, 0...999; nobody else's in the sub-realm.
  public var number: Int?
  public var biography: String
  /// Up to where the member has read; known to the member alone, empty for others.
  public var readMarks: [ReadTopic: Int]

  /// - Parameter more: writes further members of the account.
  public func write(
    to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.key("account")
      account.write(to: &json, more: more)
      json.member("role", role.rawValue)
      json.member("joinedAt", joinedAt)
      json.member("state", state.rawValue)
      json.member("position", position)
      json.member("number", number)
      json.member("biography", biography.isEmpty ? nil : biography)
      if !readMarks.isEmpty {
        json.object("readMarks") { json in
          json.member("messages", readMarks[.messages])
          json.member("moments", readMarks[.moments])
          json.member("calendar", readMarks[.calendar])
        }
      }
    }
  }
}

/// A change of a membership; what is absent stays, null clears.
public struct MembershipChange: Sendable {
  var role: MembershipRole?
  var state: MembershipState?
  /// The inner nil takes it away.
  var position: String??
  var number: Int??
  var biography: String?
  var readMarks: [ReadTopic: Int]

  /// Reads `{role?, state?, position?, number?, biography?, readMarks?}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    role = fields.optional("role") { $0.choice("role", MembershipRole.self) } ?? nil
    state = fields.optional("state") { $0.choice("state", MembershipState.self) } ?? nil
    if fields.isNull("position") {
      position = .some(nil)
    } else {
      position = fields.optional("position") { Optional($0.string("position", 1...60)) }
    }
    if fields.isNull("number") {
      number = .some(nil)
    } else {
      number = fields.optional("number") { Optional($0.integer("number", 0...999)) }
    }
    biography = fields.optional("biography") { $0.string("biography", 0...2000) }
    let marks: [ReadTopic: Int]? =
      fields.optional("readMarks") { fields in
        fields.object("readMarks") { fields in
          var marks: [ReadTopic: Int] = [:]
          let range = 0...Self.farthestMark
          marks[.messages] = fields.optional("messages") { $0.integer("messages", range) }
          marks[.moments] = fields.optional("moments") { $0.integer("moments", range) }
          marks[.calendar] = fields.optional("calendar") { $0.integer("calendar", range) }
          return marks
        }
      } ?? nil
    readMarks = marks ?? [:]
    try fields.finish()
  }

  private static let farthestMark = 1_000_000_000

  /// What one has to be allowed for it.
  var verbs: [Verb] {
    var verbs: [Verb] = []
    if role != nil || position != nil || number != nil { verbs.append(.manageMembers) }
    if state != nil || biography != nil { verbs.append(.edit) }
    if !readMarks.isEmpty { verbs.append(.join) }
    return verbs
  }
}

extension ThingKind {
  /// Somebody's place in a sub-realm: members say of themselves who they are, admins all the rest;
  /// what somebody has read nobody else sets (BZ-STA-03 to BZ-STA-05).
  static let membership = ThingKind(
    "member",
    refusals: [
      .edit: Memberships.adminNeeded, .manageMembers: Memberships.adminNeeded,
      .join: Refusal(
        .forbidden, "not-yours", "What somebody has read, nobody else can say."),
    ],
    rules: [
      Rule(.see, .member(.guest)),
      Rule(.edit, .author),
      Rule(.edit, .member(.admin)),
      Rule(.manageMembers, .member(.admin)),
      Rule(.join, .author),
    ])
}
