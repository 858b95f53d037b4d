import Access
import Base
import Storage

/// What organizations are called in the audit log.
struct OrganizationNames: AuditedThings {
  var auditedKind: String { "organization" }

  func names(of ids: [EntityID], in session: StoreSession) throws -> [EntityID: String] {
    let list = SQLList(ids, from: 1)
    return try session.names(
      "SELECT id, name FROM sub_realms WHERE kind = 'organization' AND id IN (\(list.sql))",
      list.parameters)
  }
}

/// What is asked for in requests for organizations.
struct OrganizationRequestNames: AuditedThings {
  var auditedKind: String { "organizationRequest" }

  func names(of ids: [EntityID], in session: StoreSession) throws -> [EntityID: String] {
    let list = SQLList(ids, from: 1)
    return try session.names(
      "SELECT id, organization_name FROM organization_requests WHERE id IN (\(list.sql))",
      list.parameters)
  }
}

extension StoreSession {
  fileprivate func names(_ sql: String, _ parameters: [SQLValue]) throws -> [EntityID: String] {
    var names: [EntityID: String] = [:]
    try each(sql, parameters) { row in names[try row.id(0)] = try row.text(1) }
    return names
  }
}
