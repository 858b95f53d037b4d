import Access
import Base
import HTTPServing
import Storage
import Testing
import WaysideAPI

@Suite("breaches of accounts and ease of use, counted by month")
struct MonthlyCountTests {
  private let fixture: APIFixture

  init() throws { fixture = try APIFixture() }

  private func write(_ person: APIFixture.Person, breach: Bool, email: String? = nil) throws {
    var body: [(String, JSON)] = [
      ("subject", "My account"), ("text", "Somebody was in it."), ("breach", .flag(breach)),
    ]
    if let email { body.append(("email", .text(email))) }
    let sent = try fixture.call(.post, "/v1/operator-messages", as: person, .object(body))
    try #require(sent.status == 204, "\(sent.text)")
  }

  private func counts(_ admin: APIFixture.Person) throws -> [String] {
    try fixture.call(.get, "/v1/admin/breaches", as: admin).items.prefix(3).compactMap {
      guard let month = $0["month"]?.string, let reports = $0["reports"]?.integer else {
        return nil
      }
      return "\(month): \(reports)"
    }
  }

  @Test(
    "MF-Q-05: whoever says that another got into an account is counted in that month, with or without account; the count outlives the message and its writer"
  )
  func counted() throws {
    var admin = try fixture.admin()
    let ana = try fixture.person("Ana")
    #expect(try counts(admin) == ["2026-05: 0", "2026-04: 0", "2026-03: 0"])
    try write(ana, breach: true)
    try write(ana, breach: false)
    try write(.nobody, breach: true, email: "eve@example.net")
    #expect(try counts(admin) == ["2026-05: 2", "2026-04: 0", "2026-03: 0"])
    let waiting = try fixture.call(.get, "/v1/admin/operator-messages", as: admin).items
    #expect(waiting.compactMap { $0["breach"]?.bool } == [true, false, true])
    fixture.clock.advance(seconds: 31 * 86_400)
    admin = try fixture.logIn(admin.email)
    try write(.nobody, breach: true, email: "eve@example.net")
    #expect(try counts(admin) == ["2026-06: 1", "2026-05: 2", "2026-04: 0"])
    let again = try fixture.logIn(ana.email)
    let erased = try fixture.call(
      .delete, "/v1/me", as: again, ["password": .text(APIFixture.password)],
      headers: [fixture.call(.get, "/v1/me", as: again).tag()])
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try counts(admin) == ["2026-06: 1", "2026-05: 2", "2026-04: 0"])
  }

  @Test(
    "MF-Q-04: who finds it easy is counted with all who answered, in percent and by month, and nothing is kept of who they are"
  )
  func ease() throws {
    let people = try ["Ana", "Ben", "Cleo"].map { try fixture.person($0) }
    var admin = try fixture.admin()
    func read() throws -> JSONValue { try fixture.call(.get, "/v1/admin/ease", as: admin).json }
    #expect(try read()["percent"] == nil && read()["answers"]?.integer == 0)
    for (person, isEasy) in zip(people, [true, false, true]) {
      let said = try fixture.call(
        .post, "/v1/ease-answers", as: person, ["easy": .flag(isEasy)])
      #expect(said.status == 204, "\(said.text)")
      let exported = try fixture.call(.get, "/v1/me/export", as: person).text
      #expect(!exported.contains("\"ease"), "\(exported)")
    }
    #expect(try read()["percent"]?.integer == 67 && read()["answers"]?.integer == 3)
    fixture.clock.advance(seconds: 31 * 86_400)
    admin = try fixture.logIn(admin.email)
    let again = try fixture.logIn(people[0].email)
    #expect(
      try fixture.call(.post, "/v1/ease-answers", as: again, ["easy": true]).status == 204)
    let months = try #require(read()["items"]?.array).prefix(2)
    #expect(months.map { $0["month"]?.string } == ["2026-06", "2026-05"])
    #expect(months.map { $0["percent"]?.integer } == [100, 67])
    #expect(try read()["percent"]?.integer == 75)
    #expect(try fixture.call(.post, "/v1/ease-answers", as: .nobody, ["easy": true]).status == 401)
    let columns = try fixture.services.platform.store.read { session in
      try session.all("SELECT month, answers, easy FROM ease_counts ORDER BY month") {
        [try $0.int(1), try $0.int(2)]
      }
    }
    #expect(columns == [[3, 2], [1, 1]])
  }
}
