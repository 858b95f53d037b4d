import Base
import HTTPServing
import Realms

/// Requests for organization accounts, and organizations themselves.
struct OrganizationEndpoints {
  let organizations: OrganizationService

  private func created(_ request: OrganizationRequest, _ exchange: Exchange) -> HTTPResponse {
    exchange.created("/v1/organization-requests") { request.write(to: &$0) }
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
        creates: .of("organization") { id, exchange in
          try created(organizations.ownRequest(id, caller: exchange.caller), exchange)
        }
      ) { exchange, body in
        let draft = try body.read(exchange)
        return created(try organizations.request(draft, caller: exchange.caller), exchange)
      },
      Operation(
        .get, "/v1/organization-requests", "listOwnOrganizationRequests",
        "The caller's own requests and what became of them.", access: .user,
        answers: [.json(200, "The requests", .page(of: .named("OrganizationRequest")))]
      ) { exchange in
        let list = try organizations.ownRequests(caller: exchange.caller)
        return exchange.list(Page(items: list)) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/admin/organization-requests", "listOrganizationRequests",
        "Requests that wait for a decision, oldest first.", access: .admin,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of requests", .page(of: .named("OrganizationRequest")))]
      ) { exchange in
        let page = try organizations.pending(exchange.query.page(), caller: exchange.caller)
        return exchange.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/admin/organization-requests/{request}", "getOrganizationRequest",
        "One request.", access: .admin,
        answers: [.json(200, "The request", .named("OrganizationRequest"))]
      ) { exchange in
        let request = try organizations.get(exchange.id("request"), caller: exchange.caller)
        return exchange.json { request.write(to: &$0) }
      },
      Operation(
        .post, "/v1/admin/organization-requests/{request}/decision",
        "decideOrganizationRequest", "Accepts or denies; a denial needs a reason.", access: .admin,
        reading: .json(example: #"{"decision": "deny", "reason": "No such walks."}"#) {
          try OrganizationDecision(reading: $0)
        },
        answers: [.json(200, "The decided request", .named("OrganizationRequest"))],
        errors: ["already-decided", "in-an-organization"]
      ) { exchange, body in
        let id = try exchange.id("request")
        let decision = try body.read(exchange)
        let request = try organizations.decide(id, decision, caller: exchange.caller)
        return exchange.json { request.write(to: &$0) }
      },
      Operation(
        .get, "/v1/organizations/{organization}", "getOrganization", "One organization.",
        access: .account,
        answers: [.json(200, "The organization", .named("Organization"))]
      ) { exchange in
        let found = try organizations.organization(
          exchange.id("organization"), caller: exchange.caller)
        return exchange.json { found.write(to: &$0) }
      },
    ]
  }
}
