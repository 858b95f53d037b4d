import Base
import Storage

/// Who sees what, for lists: the rules of ``Rights`` for things that live in sub-realms, worked out
/// once for one caller, as a condition in memory and as one of SQL.
///
/// Both let through what ``Rights/can(_:_:_:)`` lets be seen of live things; a test holds the three
/// against each other.
///
/// - Thread: pure.
public struct ListRights: Sendable {
  /// The sub-realms whose things the caller sees, ascending.
  public let realms: [EntityID]
  /// Whose things are shown wherever they are; nil for nobody's.
  public let author: EntityID?
  /// Whose things do not exist for the caller.
  public let hiddenAuthors: Set<EntityID>

  /// - Complexity: O(1) where guests see things of the kind; O(memberships) for others.
  public init(_ caller: Caller, _ kind: ThingKind) {
    if caller.role == .admin {
      realms = kind.adminsSeePublic ? [SubRealmID.publicRealm] : []
    } else if kind.leastToSee == .guest {
      realms = caller.isPerson ? caller.visibleRealms : [SubRealmID.publicRealm]
    } else if let least = kind.leastToSee {
      realms = caller.visibleRealms.filter { realm in
        caller.role(in: realm).map { $0 >= least } ?? false
      }
    } else {
      realms = []
    }
    author = kind.authorsSee && caller.isPerson ? caller.account : nil
    hiddenAuthors = kind.hidesBlockedAuthors ? caller.loggedIn?.blocked ?? [] : []
  }

  private init(realms: [EntityID], author: EntityID?, hiddenAuthors: Set<EntityID>) {
    self.realms = realms
    self.author = author
    self.hiddenAuthors = hiddenAuthors
  }

  /// The same for the things of one sub-realm.
  ///
  /// - Throws: `notFound` for a sub-realm whose things the caller does not see.
  public func narrowed(to realm: EntityID) throws(Refusal) -> ListRights {
    guard realms.contains(realm) else { throw Refusal.notFound("sub-realm") }
    return ListRights(realms: [realm], author: nil, hiddenAuthors: hiddenAuthors)
  }

  /// Whether a thing in `realms` of `author` is shown.
  public func shows(realms shared: [EntityID], author: EntityID?) -> Bool {
    if let author {
      if hiddenAuthors.contains(author) { return false }
      if author == self.author { return true }
    }
    return shared.contains(where: realms.contains)
  }

  /// The same as a condition.
  ///
  /// - Parameters:
  ///   - author: an expression with the one who answers for the row, such as `i.author`.
  ///   - shared: a condition that the row is in one of the listed sub-realms, made of their list.
  ///   - first: the number of the first free parameter.
  public func condition(
    author expression: String, shared: (String) -> String, from first: Int
  ) -> (sql: String, parameters: [SQLValue]) {
    let list = SQLList(realms, from: first)
    var parameters = list.parameters
    var sql = shared(list.sql)
    if let author {
      parameters.append(.id(author))
      sql = "(\(expression) = ?\(first + parameters.count - 1) OR \(sql))"
    }
    if !hiddenAuthors.isEmpty {
      let hidden = SQLList(hiddenAuthors.sorted(), from: first + parameters.count)
      parameters += hidden.parameters
      sql += " AND \(expression) NOT IN (\(hidden.sql))"
    }
    return (sql, parameters)
  }

  /// A condition that `account` has not blocked `author`, for rows that are no things of a caller.
  ///
  /// - Parameters:
  ///   - account: an expression with the one who reads, such as `?1`; NULL blocks nobody.
  ///   - author: an expression with the one who answers for the row, such as `i.author`.
  public static func isNotBlocked(_ author: String, by account: String) -> String {
    "NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker = \(account) AND b.blocked = \(author))"
  }
}
