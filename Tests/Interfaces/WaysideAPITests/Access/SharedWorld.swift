import Access
import Base
import HTTPServing
import Identity
import Moderation
import Testing
import WaysideAPI

/// Who stands how to a team and an organization and their things, in ``ThingMatrixTests``.
enum Standing: String, CaseIterable, Sendable {
  case anonymous
  /// In neither.
  case stranger
  case guest
  case member
  case editor
  case moderator
  case admin
  case owner
  /// A member whom the author of the things has blocked; who must not notice it.
  case blocked
  /// A member that was.
  case removed
  /// A member whose account is suspended.
  case suspended
  /// An organization user of another organization.
  case rival
  case systemAdmin

  static let ranks: [Standing] = [.guest, .member, .editor, .moderator, .admin, .owner]

  /// The role that one comes in with.
  var role: MembershipRole? {
    switch self {
    case .guest, .member, .editor, .moderator, .admin: MembershipRole(rawValue: rawValue)
    case .blocked, .removed, .suspended: .member
    case .anonymous, .stranger, .owner, .rival, .systemAdmin: nil
    }
  }
}

/// A team and an organization, people of every standing to both, and things of every sort in them.
struct SharedWorld {
  var people: [Standing: APIFixture.Person] = [:]
  var names: [String: String] = [:]

  /// A path with `{name}` replaced by what stands for it.
  func path(_ pattern: String) -> String {
    names.reduce(pattern) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  init(in fixture: APIFixture) throws {
    let owner = try fixture.guide("Hill Walks")
    let admin = try fixture.admin()
    let author = try fixture.person("Author")
    let target = try fixture.person("Target")
    let made = try fixture.call(
      .post, "/v1/realms", as: owner,
      ["kind": "team", "name": "Climbers", "joinPolicy": "request"])
    let team = try made.require("id")
    func enter(_ person: APIFixture.Person, _ realm: String, as role: MembershipRole) throws {
      let link = try fixture.call(
        .post, "/v1/realms/\(realm)/invitations", as: owner,
        ["link": true, "role": .text(role.rawValue)])
      let entered = try fixture.call(
        .post, "/v1/invitations/\(link.require("token"))/acceptance", as: person)
      try #require(entered.status == 200, "\(entered.text)")
    }
    try enter(author, team, as: .member)
    try enter(target, team, as: .member)
    people[.anonymous] = .nobody
    people[.owner] = owner
    people[.systemAdmin] = admin
    people[.rival] = try fixture.guide("Rival Walks")
    people[.stranger] = try fixture.person("Stranger")
    for standing in Standing.allCases {
      guard let role = standing.role else { continue }
      let person = try fixture.person()
      try enter(person, team, as: role)
      try enter(person, owner.organization, as: role)
      people[standing] = person
    }
    func person(_ standing: Standing) throws -> APIFixture.Person {
      try #require(people[standing])
    }
    let object = try fixture.object(of: author, "Placed")
    let open = try fixture.object(of: author, "Open")
    _ = try fixture.place(open, by: author)
    let shared = try fixture.object(of: author, "Shared")
    let put = try fixture.call(.put, "/v1/inventory/\(shared)?realm=\(team)", as: author)
    try #require(put.status == 200, "\(put.text)")
    let asking = try fixture.person("Asking")
    let request = try fixture.call(.post, "/v1/realms/\(team)/requests", as: asking, [:])
    let link = try fixture.call(
      .post, "/v1/realms/\(team)/invitations", as: owner, ["link": true])
    names = [
      "team": team, "organization": owner.organization, "target": target.id,
      "instance": try fixture.place(object, by: author, in: team), "object": object,
      "open": open, "shared": shared, "request": try request.require("id"),
      "invitation": try link.require("invitation", "id"),
      "published": try fixture.publishedTour(by: owner),
      "draft": try fixture.draft(by: owner),
    ]
    #expect(
      try fixture.call(.put, "/v1/blocks/\(person(.blocked).id)", as: author).status == 204)
    for realm in [team, owner.organization] {
      let id = try person(.removed).id
      let gone = try fixture.call(.delete, "/v1/realms/\(realm)/members/\(id)", as: owner)
      try #require(gone.status == 204, "\(gone.text)")
    }
    let caller = try fixture.services.identity.sessionCache.caller(token: admin.token ?? "")
    try fixture.services.moderation.administration.suspend(
      #require(EntityID(person(.suspended).id)), reason: "Test.", caller: caller)
    people[.suspended] = try fixture.logIn(person(.suspended).email)
  }
}
