import Access
import Base
import HTTPServing
import Teams

/// Communities, what is new in them, and the news of teams and communities.
struct CommunityEndpoints {
  let communities: CommunityService
  let news: NewsService

  var operations: [Operation] { communityOperations + newsOperations }

  private var communityOperations: [Operation] {
    [
      Operation(
        .get, "/v1/communities", "listCommunities",
        "Communities that the caller is in, then those that can be found; each part by name.",
        access: .user,
        query: [
          QueryParameter(
            "category", .text(1...CommunityProfile.categories.upperBound), "Only this one.")
        ] + QueryParameter.paging,
        answers: [
          .json(
            200, "A page of communities; how many have something new, and the categories",
            .page(
              of: .named("Community"),
              [
                .required("unread", Components.count),
                .required("categories", .array(.string(CommunityProfile.categories))),
              ]))
        ]
      ) { request in
        let found = try communities.list(
          category: request.query.text("category"), request.query.page(), caller: request.caller)
        let more = { (json: inout JSONWriter) in
          json.member("unread", found.unread)
          json.member("categories", of: found.categories) { $1.string($0) }
        }
        return request.list(found.page, more: more) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/communities/{community}", "getCommunity",
        "A community that the caller is in or can find.", access: .user,
        answers: [.json(200, "The community", .named("Community"))]
      ) { request in
        let community = try communities.community(
          request.id("community"), caller: request.caller)
        return request.json { community.write(to: &$0) }
      },
      Operation(
        .put, "/v1/communities/{community}", "describeCommunity",
        "Gives a community its category, and says who plans its events, as one of its admins.",
        access: .user,
        reading: .json(example: #"{"category": "Gardening", "publishers": "moderators"}"#) {
          try CommunityProfile(reading: $0)
        },
        answers: [.json(200, "The community as it now is", .named("Community"))],
        errors: ["realm-admin-needed"]
      ) { request, body in
        let id = try request.id("community")
        let profile = try body.read(request)
        let community = try communities.change(id, to: profile, caller: request.caller)
        return request.json { community.write(to: &$0) }
      },
      Operation(
        .put, "/v1/realms/{realm}/visit", "visitRealm",
        "Says that the caller has looked at what is new in a sub-realm.", access: .user,
        answers: [.empty("Noted")], errors: ["members-only"]
      ) { request in
        try communities.visit(request.realm("realm"), caller: request.caller)
        return .noContent
      },
    ]
  }

  private func created(_ news: GroupNews, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/news/\(news.id)") { news.write(to: &$0) }
  }

  private var newsOperations: [Operation] {
    [
      Operation(
        .get, "/v1/realms/{realm}/news", "listNews",
        "The news of a team, community or organization, newest first.", access: .user,
        query: QueryParameter.paging,
        answers: [.json(200, "A page of news", .page(of: .named("GroupNews")))],
        errors: ["members-only"]
      ) { request in
        let page = try news.list(
          of: request.realm("realm"), request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .post, "/v1/realms/{realm}/news", "publishNews",
        "Tells every member something, as one of the admins.", access: .user,
        reading: .json(example: #"{"title": "New boat", "text": "It has come at last."}"#) {
          try NewsDraft(reading: $0)
        },
        answers: [.json(201, "The news", .named("GroupNews"))],
        errors: ["members-only", "realm-admin-needed", "too-much-news"],
        creates: .of("groupNews") { id, request in
          created(try news.news(id, caller: request.caller), request)
        }
      ) { request, body in
        let realm = try request.realm("realm")
        let draft = try body.read(request)
        return created(try news.publish(draft, in: realm, caller: request.caller), request)
      },
      Operation(
        .get, "/v1/news/{news}", "getNews", "One piece of news.", access: .user,
        answers: [.json(200, "The news", .named("GroupNews"))]
      ) { request in
        let found = try news.news(request.id("news"), caller: request.caller)
        return request.json { found.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/news/{news}", "withdrawNews",
        "Takes a piece of news away, as its author or an admin.", access: .user,
        answers: [.empty("Gone")], errors: ["realm-admin-needed"]
      ) { request in
        try news.withdraw(request.id("news"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
