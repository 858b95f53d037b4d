import Base
import HTTPServing
import Objects
import Realms

/// Object instances and reactions to them.
struct InstanceEndpoints {
  let instances: InstanceService
  let reactions: ReactionService

  private func created(_ placed: InstanceDetails, _ exchange: Exchange) -> HTTPResponse {
    let instance = placed.instance
    return exchange.created("/v1/instances/\(instance.id)", version: instance.version) {
      placed.write(to: &$0)
    }
  }

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/instances", "createInstance", "Places an object.", access: .user,
        reading: .json(
          example: """
            {"object": "01980d3e-7c1a-7000-8000-000000000000", "realms": ["public"], "pose": \
            {"position": {"lat": 47.141, "lon": 9.5209, "h": 460}, "angles": {"yaw": 90, \
            "pitch": 0, "roll": 0}}, "trigger": {"radius": 30}}
            """
        ) { InstanceDraft(reading: $0) },
        answers: [.json(201, "The new instance", .named("Instance"))],
        errors: ["not-a-member", "guest", "on-tour", "invalid-pose"],
        creates: .of("instance") { id, exchange in
          try created(instances.details(id, for: exchange.caller), exchange)
        }
      ) { exchange, body in
        let draft = try body.read(exchange)
        return created(try instances.place(draft, by: exchange.caller), exchange)
      },
      Operation(
        .get, "/v1/instances", "listInstances",
        "What the caller placed, or what stands in one sub-realm; newest first.", access: .anyone,
        query: QueryParameter.paging + [
          QueryParameter("realm", .realm, "What stands in that sub-realm."),
          QueryParameter("bbox", .box, "With realm: only within west,south,east,north."),
        ],
        answers: [.json(200, "A page of instances", .page(of: .named("ListedInstance")))],
        errors: ["login-required"]
      ) { exchange in
        let page = try exchange.query.page()
        guard let realm = exchange.query.realm("realm") else {
          return exchange.list(try instances.own(page: page, for: exchange.caller)) {
            $0.write(to: &$1)
          }
        }
        let found = try instances.list(
          in: realm, within: exchange.query.box("bbox"), page: page, for: exchange.caller)
        return exchange.list(found) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/instances/{instance}", "getInstance", "One instance with its reactions.",
        access: .anyone,
        answers: [.json(200, "The instance", .named("Instance"))]
      ) { exchange in
        let found = try instances.details(exchange.id("instance"), for: exchange.caller)
        // Reactions change without a new version of the instance: the tag is for changing it,
        // not for caching.
        return exchange.json { found.write(to: &$0) }
          .with("ETag", EntityTag(version: Int64(found.instance.version)).description)
      },
      Operation(
        .patch, "/v1/instances/{instance}", "editInstance", "Moves, turns or scales an instance.",
        access: .user,
        reading: .json(example: #"{"scale": 2.5, "priority": 70}"#) {
          InstanceChanges(reading: $0)
        },
        answers: [.json(200, "The instance as it now is", .named("Instance"))],
        errors: ["not-author", "not-a-member", "guest", "on-tour", "invalid-pose"],
        version: .required
      ) { exchange, body in
        let id = try exchange.id("instance")
        let version = try exchange.expectedVersion()
        let changes = try body.read(exchange)
        let changed = try instances.edit(id, changes, expecting: version, by: exchange.caller)
        return exchange.versioned(changed.instance.version) { changed.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/instances/{instance}", "deleteInstance", "Removes an own instance.",
        access: .user,
        answers: [.empty("Removed")], errors: ["not-author", "on-tour"], version: .optional
      ) { exchange in
        try instances.remove(
          exchange.id("instance"), expecting: exchange.optionalVersion(), by: exchange.caller)
        return .noContent
      },
      Operation(
        .put, "/v1/instances/{instance}/reaction", "react", "Reacts, or changes the reaction.",
        access: .user,
        reading: .json(example: #"{"kind": "wow"}"#) { ReactionKind.read($0) },
        answers: [.json(200, "The instance with all reactions", .named("Instance"))]
      ) { exchange, body in
        let id = try exchange.id("instance")
        let kind = try body.read(exchange)
        guard let kind else { throw Refusal.invalid("/kind", "is required") }
        _ = try reactions.react(kind, to: id, by: exchange.caller)
        let found = try instances.details(id, for: exchange.caller)
        return exchange.json { found.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/instances/{instance}/reaction", "removeReaction", "Takes the reaction back.",
        access: .user,
        answers: [.empty("Taken back")]
      ) { exchange in
        _ = try reactions.remove(from: exchange.id("instance"), by: exchange.caller)
        return .noContent
      },
    ]
  }
}
