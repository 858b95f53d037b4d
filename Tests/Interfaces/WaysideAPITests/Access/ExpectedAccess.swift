/// Who is let through by which operation, written down once more: what the operations do is held
/// against this, so that a slip in either is seen.
///
/// The rows stand in the files of the stories, each beside the story that calls the operation.
enum ExpectedAccess {
  static let whoever = Set(Principal.allCases)
  static let everyone: Set<Principal> = [.nobody, .general, .organization, .admin]
  static let visitors: Set<Principal> = [.nobody, .general, .organization]
  static let accounts: Set<Principal> = [.general, .organization, .admin]
  static let evenSuspended = accounts.union([.suspended])
  static let evenRestricted = evenSuspended.union([.replacingPassword])
  static let users: Set<Principal> = [.general, .organization]
  static let generalUsers: Set<Principal> = [.general]
  static let organizationUsers: Set<Principal> = [.organization]
  static let admins: Set<Principal> = [.admin]

  private static let groups = [
    account, realm, moderation, content, picture, scan, tour, travel, planning, team, community,
    course,
    talk,
    server,
  ]
  .flatMap { $0 }

  /// Whom an operation lets through; nil for one that is not written down.
  static let table: [String: Set<Principal>] = Dictionary(
    groups.flatMap { principals, names in
      names.split(separator: " ").map { (String($0), principals) }
    }, uniquingKeysWith: { $0.intersection($1) })
}
