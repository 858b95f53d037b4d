import Base

extension Operation {
  /// The slugs of all refusals that it can answer: its own, those that come with its access, path,
  /// query, body and version, and those that any operation can meet.
  public var problems: Set<String> {
    Set(errors).union(ErrorCatalogue.everywhere).union(access.problems).union(shapeProblems)
  }

  private var shapeProblems: Set<String> {
    var found: Set = ["invalid-query"]
    if path.contains("{") {
      found.insert("not-found")
      // What the table of rights says where it has no word of its own.
      if access != .unauthenticated { found.formUnion(["not-yours", "role-too-low"]) }
    }
    if query.contains(where: { $0.name == "cursor" }) { found.insert("wrong-cursor") }
    // A parameter can name what is not there.
    if query.contains(where: { $0.namesThing }) { found.insert("not-found") }
    switch version {
    case .none: break
    case .optional: found.formUnion(["stale-version", "invalid-if-match"])
    case .required: found.formUnion(["stale-version", "invalid-if-match", "if-match-required"])
    }
    if creates != nil {
      found.formUnion([
        "idempotency-key-reused", "request-running", "answer-not-kept", "invalid-content",
      ])
    }
    return found.union(bodyProblems)
  }

  private var bodyProblems: Set<String> {
    let json: Set = [
      "unsupported-type", "invalid-json", "invalid-content", "body-too-large", "not-found",
    ]
    return switch body {
    case .none: ["unexpected-body"]
    case .json, .optionalJSON: json
    case .file(_, _, nil): ["unsupported-type", "body-too-large", "storage-full"]
    case .file: json.union(["storage-full"])
    }
  }
}

extension QueryParameter {
  fileprivate var namesThing: Bool {
    switch kind {
    case .id, .realm: true
    default: false
    }
  }
}

extension Access {
  /// The refusals that come with it.
  fileprivate var problems: Set<String> {
    let session: Set = ["session-ended", "unknown-scheme", "cross-site"]
    let restricted: Set = ["account-suspended", "password-must-be-replaced"]
    return switch self {
    case .unauthenticated: []
    case .anyRole: session.union(restricted)
    case .anyoneButAdmins: session.union(restricted).union(["wrong-role"])
    case .restricted: session.union(["login-required"])
    case .evenSuspended: session.union(["login-required", "password-must-be-replaced"])
    case .account: session.union(restricted).union(["login-required"])
    case .user, .general, .organization, .admin:
      session.union(restricted).union(["login-required", "wrong-role"])
    }
  }
}
