import Access
import Base
import Groups
import HTTPServing
import Media

/// Requests for organization accounts, and organizations themselves.
struct OrganizationEndpoints {
  let organizations: OrganizationService
  let pictures: PictureService

  private func created(_ asked: OrganizationRequest, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/organization-requests") { asked.write(to: &$0) }
  }

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/organization-requests", "createOrganizationRequest",
        "Asks for an organization account; an admin decides.", access: .general,
        reading: .json(
          example: """
            {"organizationName": "Vaduz Walks", "reason": "We lead walks.", "website": \
            "https://example.org"}
            """
        ) { try OrganizationRequestDraft(reading: $0) },
        answers: [.json(201, "The request", .named("OrganizationRequest"))],
        errors: ["in-an-organization", "request-pending"],
        creates: .of("organization") { id, request in
          try created(organizations.ownRequest(id, caller: request.caller), request)
        }
      ) { request, body in
        let draft = try body.read(request)
        return created(try organizations.request(draft, caller: request.caller), request)
      },
      Operation(
        .get, "/v1/organization-requests", "listOwnOrganizationRequests",
        "The caller's own requests and what became of them.", access: .user,
        answers: [.json(200, "The requests", .page(of: .named("OrganizationRequest")))]
      ) { request in
        let list = try organizations.ownRequests(caller: request.caller)
        return request.list(Page(items: list)) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/admin/organization-requests", "listOrganizationRequests",
        "Requests that wait for a decision, oldest first.", access: .admin,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of requests", .page(of: .named("OrganizationRequest")))]
      ) { request in
        let page = try organizations.pending(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/admin/organization-requests/{request}", "getOrganizationRequest",
        "One request.", access: .admin,
        answers: [.json(200, "The request", .named("OrganizationRequest"))]
      ) { request in
        let asked = try organizations.get(request.id("request"), caller: request.caller)
        return request.json { asked.write(to: &$0) }
      },
      Operation(
        .post, "/v1/admin/organization-requests/{request}/decision",
        "decideOrganizationRequest", "Accepts or denies; a denial needs a reason.", access: .admin,
        reading: .json(example: #"{"decision": "deny", "reason": "No such walks."}"#) {
          try OrganizationDecision(reading: $0)
        },
        answers: [.json(200, "The decided request", .named("OrganizationRequest"))],
        errors: ["already-decided", "in-an-organization"]
      ) { request, body in
        let id = try request.id("request")
        let decision = try body.read(request)
        let decided = try organizations.decide(id, decision, caller: request.caller)
        return request.json { decided.write(to: &$0) }
      },
      Operation(
        .get, "/v1/organizations/{organization}", "getOrganization", "One organization.",
        access: .account,
        answers: [.json(200, "The organization", .named("Organization"))]
      ) { request in
        let found = try organizations.organization(
          request.id("organization"), caller: request.caller)
        let picture = try pictures.pictures(of: OrganizationPictures.kind, [found.id])[found.id]
        return request.json { json in
          found.write(to: &json) { $0.member("picture", picture) }
        }
      },
      Operation(
        .patch, "/v1/organizations/{organization}", "editOrganization",
        "Changes website and currency of the caller's organization, as one of its admins.",
        access: .organization,
        reading: .json(example: #"{"currency": "USD", "website": "https://example.org"}"#) {
          try OrganizationChange(reading: $0)
        },
        answers: [.json(200, "The organization as it now is", .named("Organization"))],
        errors: ["realm-admin-needed"]
      ) { request, body in
        let id = try request.id("organization")
        let change = try body.read(request)
        let changed = try organizations.change(id, change, caller: request.caller)
        return request.json { changed.write(to: &$0) }
      },
    ]
  }
}
