import CPostgres

/// What the server says went wrong.
struct PostgresError {
  /// Five characters, for instance `23505`.
  let state: String
  let message: String

  /// Reads an error answer; without one the connection has broken.
  ///
  /// The detail line is left out: it holds values of rows.
  init(_ result: OpaquePointer?) {
    func field(_ code: Int) -> String? {
      PQresultErrorField(result, Int32(code)).map { String(cString: $0) }
    }
    state = field(WAYSIDE_PG_SQLSTATE) ?? "08006"
    message = field(WAYSIDE_PG_MESSAGE) ?? "the connection was lost"
  }

  /// Whether a prepared statement has become useless through a change of the schema.
  var isStalePlan: Bool {
    state == "26000" || state == "0A000" && message.hasPrefix("cached plan")
  }

  func error(in sql: String) -> DatabaseError {
    let code = isStalePlan ? .locked : Self.code(state)
    return DatabaseError(code, "\(message) (SQLSTATE \(state)) in: \(sql.prefix(200))")
  }

  /// - Source: PostgreSQL 15 documentation, appendix A.
  static func code(_ state: String) -> DatabaseError.Code {
    switch state {
    case "53100": return .full
    case "57014": return .deadline
    case "55P03", "40001", "40P01": return .locked
    case "42501": return .unavailable
    case "25006": return .readOnly
    // XX000 is left out: PostGIS uses it for geometries it does not accept.
    case "XX001", "XX002": return .corrupt
    default: break
    }
    switch state.prefix(2) {
    case "23": return .constraint
    case "08", "28", "3D", "53", "57", "58": return .unavailable
    default: return .misuse
    }
  }
}
