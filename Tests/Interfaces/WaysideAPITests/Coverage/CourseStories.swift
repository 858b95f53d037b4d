import Base
import HTTPServing
import Testing
import WaysideAPI

/// Courses of communities.
extension APIFixture {
  /// SC-COM-19, SC-COM-20, SC-COM-21 over the interface.
  func tellOfCourses() throws {
    let (ana, ben, eve) = (try person("Ana"), try person("Ben"), try person("Eve"))
    let realm = try team(of: ana, [ben], kind: "community")
    let path = "/v1/realms/\(realm)/courses"
    let video: JSON = [
      "kind": "video", "title": "Spring", "link": "https://video.example.org/spring",
    ]
    let article: JSON = ["kind": "article", "title": "Summer", "text": "Mind the water."]
    let body: JSON = ["title": "Bees in a year", "lessons": .list([video, article])]
    // SC-COM-19: core members publish, others do not; nobody else sees it.
    #expect(try call(.post, path, as: ben, body).slug == "role-too-low")
    let promoted = try call(
      .patch, "/v1/realms/\(realm)/members/\(ben.id)", as: ana, ["role": "moderator"])
    try #require(promoted.status == 204, "\(promoted.text)")
    let made = try call(.post, path, as: ben, body)
    try #require(made.status == 201, "\(made.text)")
    let course = try "/v1/courses/" + made.require("id")
    #expect(made.json["author"]?["name"]?.string == "Ben")
    #expect(try call(.get, path, as: eve).slug == "members-only")
    #expect(try call(.get, course, as: eve).status == 404)
    let broken = try call(
      .post, path, as: ana,
      [
        "title": "x",
        "lessons": [
          ["kind": "video", "title": "No address"], ["kind": "article", "title": "No text"],
          ["kind": "video", "title": "Odd", "link": "javascript:alert(1)"],
        ],
      ])
    #expect(
      broken.pointers.sorted() == ["/lessons/0/link", "/lessons/1/text", "/lessons/2/link"])
    // SC-COM-20: progress, each one's own.
    let lessons = (made.json["lessons"]?.array ?? []).compactMap { $0["id"]?.string }
    try #require(lessons.count == 2)
    let markedAt = clock.now().description
    let half = try call(.put, course + "/lessons/\(lessons[0])", as: ana, ["done": true])
    #expect(half.json["percent"]?.integer == 50 && half.json["begun"]?.bool == true)
    #expect(half.json["lessons"]?.array?.map { $0["done"]?.bool } == [true, false])
    #expect(try call(.get, path, as: ana).items.map { $0["percent"]?.integer } == [50])
    #expect(try call(.get, course, as: ben).json["percent"]?.integer == 0)
    #expect(
      try call(.put, course + "/lessons/\(eve.id)", as: ana, ["done": true]).status == 404)
    // SC-COM-21: a week later, and each week; off for one course.
    clock.advance(seconds: 7 * 86_400 + 1)
    try fire("courseReminder")
    #expect(
      try heard(ana, "courseReminder").map { $0["text"]?.string }
        == ["Bees in a year: 50 % done. Next: “Summer”"])
    let off = try call(.put, course + "/learning", as: ana, ["reminders": false])
    #expect(off.json["reminders"]?.bool == false && off.json["done"]?.integer == 1)
    // Changed: what stays keeps its progress, under the version that was read.
    let more: JSON = [
      "title": "Bees in a year",
      "lessons": .list([article, video.with("id", .text(lessons[0]))]),
    ]
    #expect(try call(.put, course, as: ben, more).slug == "if-match-required")
    let changed = try call(.put, course, as: ben, more, headers: [made.tag()])
    #expect(changed.json["version"]?.integer == 2, "\(changed.text)")
    let now = try call(.get, course, as: ana)
    #expect(now.json["lessons"]?.array?.map { $0["done"]?.bool } == [false, true])
    #expect(try call(.put, course, as: ben, more, headers: [made.tag()]).slug == "stale-version")
    let kept = try call(.get, "/v1/me/export", as: ana).json["learning"]?.array
    let done = try #require(kept?.first?["done"]?.array)
    #expect(done.map { $0["lesson"]?.string } == ["Spring"])
    #expect(done.map { $0["at"]?.string } == [markedAt])
    // Ended, and gone.
    #expect(try call(.delete, course + "/learning", as: ana).json["begun"]?.bool == false)
    let member = try person("Cleo")
    #expect(try call(.post, "/v1/realms/\(realm)/members", as: member).status == 200)
    #expect(try call(.delete, course, as: member).slug == "role-too-low")
    #expect(try call(.delete, course, as: ana).status == 204)
    #expect(try call(.get, path, as: ana).items.isEmpty)
  }

  /// What a team says of itself, and what is said of its members.
  func tellOfRosterRules() throws {
    let (ana, ben, cleo) = (try person("Ana"), try person("Ben"), try person("Cleo"))
    let realm = try team(of: ana, [ben, cleo])
    let profile = "/v1/realms/\(realm)/team"
    #expect(try call(.get, profile, as: ben).json["sport"]?.string == "")
    #expect(try call(.put, profile, as: ben, ["sport": "Golf"]).slug == "realm-admin-needed")
    #expect(try call(.put, profile, as: ana, ["sport": "Rowing"]).status == 200)
    #expect(try call(.get, profile, as: ben).json["sport"]?.string == "Rowing")
    // BZ-UI-07: what begins so.
    let eve = try person("Eve")
    func found(_ name: String) throws -> [String?] {
      try call(.get, "/v1/realms?discover=true&name=\(name)", as: eve).items
        .map { $0["name"]?.string }
    }
    #expect(try found("ROW") == ["Rowers"])
    #expect(try found("ower").isEmpty && found("R%25").isEmpty)
    // CG-BZ-10: the team's admins read what is said of a member, and nobody else does.
    let members = "/v1/realms/\(realm)/members"
    let reports = "/v1/realms/\(realm)/member-reports"
    let bullying: JSON = ["reason": "bullying", "text": "After the race."]
    #expect(try call(.put, members + "/\(cleo.id)/report", as: ben, bullying).status == 204)
    #expect(try call(.put, members + "/\(cleo.id)/report", as: ben, bullying).status == 204)
    #expect(try call(.put, members + "/\(ben.id)/report", as: ben, bullying).slug == "own-thing")
    #expect(try call(.put, members + "/\(eve.id)/report", as: ben, bullying).status == 404)
    #expect(
      try call(.put, members + "/\(cleo.id)/report", as: eve, bullying).slug == "members-only")
    #expect(
      try call(.put, members + "/\(cleo.id)/report", as: ben, ["reason": "other"]).pointers
        == ["/text"])
    #expect(
      try heard(ana, "memberReported").map { $0["text"]?.string } == ["Rowers: Cleo was reported."])
    #expect(try call(.get, reports, as: cleo).slug == "realm-admin-needed")
    let read = try call(.get, reports, as: ana)
    #expect(read.items.map { $0["text"]?.string } == ["After the race."])
    #expect(!read.text.contains(ben.id), "who has reported is not said")
    let report = try #require(read.items.first?["id"]?.string)
    #expect(try call(.delete, reports + "/\(report)", as: ben).slug == "realm-admin-needed")
    #expect(try call(.delete, reports + "/\(report)", as: ana).status == 204)
    #expect(try call(.get, reports, as: ana).items.isEmpty)
    try tellOfReportsOnTheOnlyAdmin(realm, ana, ben, cleo)
    // One who runs the team: the admins of the server.
    #expect(try call(.put, members + "/\(ana.id)/report", as: ben, bullying).status == 204)
    #expect(try call(.get, reports, as: ana).items.isEmpty)
    let queue = try call(.get, "/v1/admin/reports", as: admin())
    #expect(queue.items.map { $0["subject"]?["title"]?.string } == ["Ana"], "\(queue.text)")
  }

  /// CG-BZ-10: who is admin when it is read decides who reads a report, not who was when it was made.
  private func tellOfReportsOnTheOnlyAdmin(
    _ realm: String, _ ana: Person, _ ben: Person, _ cleo: Person
  ) throws {
    let members = "/v1/realms/\(realm)/members"
    let reports = "/v1/realms/\(realm)/member-reports"
    let open = "/v1/admin/reports?kind=account"
    func change(_ person: Person, to role: String, by admin: Person) throws {
      let changed = try call(
        .patch, members + "/\(person.id)", as: admin, ["role": .text(role)])
      #expect(changed.status == 204, "\(changed.text)")
    }
    func texts() throws -> [String?] {
      try call(.get, reports, as: ana).items.map { $0["text"]?.string }
    }
    let harassment: JSON = ["reason": "harassment", "text": "At the boathouse."]
    #expect(try call(.put, members + "/\(cleo.id)/report", as: ben, harassment).status == 204)
    // Another admin is left, who reads it; the one it is about does not.
    try change(cleo, to: "admin", by: ana)
    #expect(try call(.get, reports, as: cleo).items.isEmpty)
    #expect(try texts() == ["At the boathouse."])
    #expect(try call(.get, open, as: admin()).items.isEmpty)
    // Nobody else is left.
    try change(cleo, to: "owner", by: ana)
    try change(ana, to: "member", by: cleo)
    let queue = try call(.get, open, as: admin())
    #expect(queue.items.map { $0["subject"]?["title"]?.string } == ["Cleo"], "\(queue.text)")
    let id = try #require(queue.items.first?["id"]?.string)
    let details = try call(.get, "/v1/admin/reports/\(id)", as: admin())
    #expect(
      details.json["reports"]?.array?.map { $0["text"]?.string }
        == ["Rowers: harassment. At the boathouse."], "\(details.text)")
    #expect(try call(.get, reports, as: cleo).items.isEmpty)
    // Once it is theirs, it stays theirs, and is there once.
    try change(ana, to: "owner", by: cleo)
    #expect(try texts().isEmpty)
    #expect(try call(.get, open, as: admin()).items.count == 1)
    let decided = try call(
      .post, "/v1/admin/reports/\(id)/decision", as: admin(),
      ["decision": "keep", "reason": "Talked to both."])
    #expect(decided.status == 200, "\(decided.text)")
    let own = try call(.get, "/v1/me/reports", as: ben).items
    #expect(own.map { $0["decision"]?.string } == ["keep"])
    try change(cleo, to: "member", by: ana)
  }
}

/// Whom these let through.
extension ExpectedAccess {
  static let course: [(Set<Principal>, String)] = [
    (
      users,
      """
      listCourses getCourse publishCourse replaceCourse deleteCourse learnCourse leaveCourse \
      markLesson getTeamProfile describeTeam reportMember listMemberReports settleMemberReport
      """
    )
  ]
}
