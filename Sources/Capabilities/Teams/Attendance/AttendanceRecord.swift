import Base
import Identity

/// Whether somebody was there.
public enum AttendanceMark: String, Sendable, CaseIterable {
  case present
  case absent
}

/// How a person came to say so.
public enum AttendanceSource: String, Sendable, CaseIterable {
  /// Said without more.
  case person
  /// Said while being at the place. Where exactly is not kept.
  case place
}

/// What is said of one member's attendance of one occurrence: by the member, and by an admin, whose
/// mark counts (CG-BZ-02).
///
/// - Thread: pure.
public struct AttendanceRecord: Hashable, Sendable {
  public var own: AttendanceMark?
  public var source: AttendanceSource?
  public var admin: AttendanceMark?

  public init(
    own: AttendanceMark? = nil, source: AttendanceSource? = nil, admin: AttendanceMark? = nil
  ) {
    self.own = own
    self.source = source
    self.admin = admin
  }

  /// The mark that counts; nil while nothing is said.
  public var counted: AttendanceMark? { admin ?? own }

  /// Writes the members of an open object.
  public func writeMembers(to json: inout JSONWriter) {
    json.member("own", own?.rawValue)
    json.member("source", source?.rawValue)
    json.member("admin", admin?.rawValue)
    json.member("counted", counted?.rawValue)
  }
}

/// One row of an attendance sheet.
///
/// - Thread: pure.
public struct AttendanceLine: Sendable {
  public var account: AccountSummary
  public var record: AttendanceRecord
  /// What the member had answered.
  public var answer: GivenAnswer

  /// Writes it as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("account")
      account.write(to: &json)
      json.member("answer", answer.rawValue)
      record.writeMembers(to: &json)
    }
  }
}

/// Marks of several members at once; nil takes an admin's mark back.
///
/// - Thread: pure.
public struct AttendanceSheet: Sendable {
  /// Most members of one request.
  public static let limit = 200

  public var marks: [(account: EntityID, mark: AttendanceMark?)]

  /// Reads `{marks: [{account, mark?}]}`.
  public init(reading fields: JSONFields) throws(Refusal) {
    marks = fields.array("marks", 1...Self.limit) { element, index in
      element.object(index) { entry in
        (
          account: entry.id("account"),
          mark: entry.optional("mark") { $0.choice("mark", AttendanceMark.self) } ?? nil
        )
      } ?? (EntityID(high: 0, low: 0), nil)
    }
    var seen: Set<EntityID> = []
    for (index, entry) in marks.enumerated() where !seen.insert(entry.account).inserted {
      fields.reject("marks", "names \(entry.account) twice, again at \(index)")
    }
    try fields.finish()
  }
}
