import Base
import HTTPServing
import Teams

/// How members of a team are reached, by their own consent.
struct ContactEndpoints {
  let contacts: ContactService

  var operations: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/contacts", "listContacts",
        """
        Proved addresses and numbers of those members of a team who show them there, and whether \
        the caller does (`shared`); guests see the own alone.
        """, access: .user, query: QueryParameter.paging,
        answers: [
          .json(
            200, "A page of contacts",
            .page(of: .named("MemberContact"), [.required("shared", .boolean)]))
        ],
        errors: ["members-only"]
      ) { request in
        let found = try contacts.list(
          of: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(found.page, more: { $0.member("shared", found.isShared) }) {
          $0.write(to: &$1)
        }
      },
      Operation(
        .put, "/v1/realms/{realm}/contacts/own", "shareContact",
        "Shows the members of a team how the caller is reached, or shows it no more, at once.",
        access: .user,
        reading: .json(example: #"{"shared": true}"#) { fields in
          let isShared = fields.bool("shared")
          try fields.finish()
          return isShared
        },
        answers: [.empty("Done")], errors: ["members-only"]
      ) { request, body in
        let realm = try request.realm("realm")
        try contacts.share(body.read(request), in: realm, caller: request.caller)
        return .noContent
      },
    ]
  }
}
