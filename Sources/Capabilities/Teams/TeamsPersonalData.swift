import Base
import Registration
import Storage

/// Exports and erases what is kept about an account here.
///
/// - Thread: shared.
public struct TeamsPersonalData: PersonalDataHolder {
  public init() {}

  public func export(
    _ account: EntityID, from session: StoreSession, to json: inout JSONWriter
  ) throws {
    let marks = try AttendanceStore.all(of: account, in: session)
    json.member("attendance", of: marks) { line, json in
      json.object { json in
        json.member("event", line.item)
        json.member("occurrence", line.occurrence)
        line.record.writeMembers(to: &json)
      }
    }
    let news = try session.all(
      "SELECT title, text, created_at FROM group_news WHERE author = ?1 ORDER BY id",
      [.id(account)]
    ) { (title: try $0.text(0), text: try $0.text(1), at: try $0.instant(2)) }
    json.member("groupNews", of: news) { item, json in
      json.object { json in
        json.member("title", item.title)
        json.member("text", item.text)
        json.member("createdAt", item.at)
      }
    }
    let records = try TeamRecordService.all(of: account, in: session)
    json.member("teamRecords", of: records) { $0.write(to: &$1) }
    let reports = try session.all(
      """
      SELECT realm, reason, text, created_at FROM member_reports WHERE reporter = ?1 ORDER BY id
      """, [.id(account)]
    ) {
      (realm: try $0.id(0), reason: try $0.text(1), text: try $0.text(2), at: try $0.instant(3))
    }
    json.member("memberReports", of: reports) { report, json in
      json.object { json in
        json.member("realm", report.realm)
        json.member("reason", report.reason)
        json.member("text", report.text)
        json.member("createdAt", report.at)
      }
    }
    json.member("contactShares", of: try shares(of: account, in: session)) { share, json in
      json.object { json in
        json.member("realm", share.realm)
        json.member("givenAt", share.at)
      }
    }
  }

  /// In which teams an account shows how it is reached.
  private func shares(
    of account: EntityID, in session: StoreSession
  ) throws -> [(realm: EntityID, at: Instant)] {
    try session.all(
      "SELECT realm, given_at FROM contact_shares WHERE account = ?1 ORDER BY realm",
      [.id(account)]
    ) { (realm: try $0.id(0), at: try $0.instant(1)) }
  }

  public func erase(_ account: EntityID, in transaction: WriteTransaction) throws {
    try transaction.execute("DELETE FROM member_reports WHERE reporter = ?1", [.id(account)])
    for table in [
      "attendance_marks", "group_visits", "team_records", "contact_shares", "member_reports",
    ] {
      try transaction.execute("DELETE FROM \(table) WHERE account = ?1", [.id(account)])
    }
    try transaction.execute(
      "UPDATE group_news SET author = NULL WHERE author = ?1", [.id(account)])
  }
}
