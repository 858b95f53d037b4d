import Access
import Base
import HTTPServing
import Identity
import Moderation
import Storage
import Testing
import WaysideAPI

/// Who calls, in the access matrix.
enum Principal: String, CaseIterable, Sendable {
  case nobody
  case general
  case organization
  case admin
  /// A general user whose account is suspended.
  case suspended
  /// A general user who logged in with a temporary password.
  case replacingPassword
  /// The holder of a token whose session has ended.
  case ended

  /// Status and slug with which this principal is refused where it is not let through.
  var refusal: (status: Int, slug: String) {
    switch self {
    case .ended: (401, "session-ended")
    case .nobody: (401, "login-required")
    case .suspended: (403, "account-suspended")
    case .replacingPassword: (403, "password-must-be-replaced")
    case .general, .organization, .admin: (403, "wrong-role")
    }
  }

  /// Makes the principal.
  func person(in fixture: APIFixture) throws -> APIFixture.Person {
    switch self {
    case .nobody: return .nobody
    case .general: return try fixture.person()
    case .organization: return try fixture.guide("Walks of \(rawValue)")
    case .admin: return try fixture.admin()
    case .suspended:
      let person = try fixture.person()
      let admin = try fixture.admin()
      let id = try #require(EntityID(person.id))
      let caller = try fixture.services.identity.sessionCache.caller(token: admin.token ?? "")
      try fixture.services.moderation.administration.suspend(id, reason: "Test.", caller: caller)
      return try fixture.logIn(person.email)
    case .replacingPassword:
      let person = try fixture.person()
      _ = try fixture.call(
        .post, "/v1/password-recoveries", ["email": .text(person.email)])
      return try fixture.logIn(person.email, fixture.temporaryPassword())
    case .ended:
      let person = try fixture.person()
      let reply = try fixture.call(.delete, "/v1/sessions/current", as: person)
      try #require(reply.status == 204)
      return person
    }
  }
}

extension APIFixture {
  /// The temporary password of the last mail.
  func temporaryPassword() throws -> String {
    let lines = try lastMail().split(separator: "\n")
    return String(try #require(lines.first { $0.utf8.count == 19 && !$0.contains(" ") }))
  }
}
