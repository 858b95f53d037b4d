import Access
import Base
import HTTPServing
import Objects

/// Object instances and reactions to them.
struct InstanceEndpoints {
  let instances: InstanceService
  let reactions: ReactionService

  private func created(_ placed: InstanceDetails, _ request: AuthorizedRequest) -> HTTPResponse {
    let instance = placed.instance
    return request.created("/v1/instances/\(instance.id)", version: instance.version) {
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
            "pitch": 0, "roll": 0}}, "trigger": {"radius": 30}, "name": "Meeting point", "message": \
            "We start here at nine.", "showsMessage": true}
            """
        ) { InstanceDraft(reading: $0) },
        answers: [.json(201, "The new instance", .named("Instance"))],
        errors: ["not-a-member", "guest", "on-tour", "invalid-pose"],
        creates: .of("instance") { id, request in
          try created(instances.details(id, caller: request.caller), request)
        }
      ) { request, body in
        let draft = try body.read(request)
        return created(try instances.place(draft, caller: request.caller), request)
      },
      Operation(
        .post, "/v1/instances/batch", "createInstances",
        """
        Places up to 10,000 objects, all or none: errors name the rows, as /instances/17/object.
        """, access: .user,
        reading: .json(
          example: """
            {"instances": [{"object": "01980d3e-7c1a-7000-8000-000000000000", "realms": ["public"], \
            "pose": {"position": {"lat": 47.141, "lon": 9.5209, "h": 460}, "angles": {"yaw": 90, \
            "pitch": 0, "roll": 0}}}]}
            """, limit: 1 << 23
        ) { InstanceBatch(reading: $0) },
        answers: [
          .json(
            201, "The new instances, in the order of the request",
            Components.answer([.required("ids", .array(.id))]))
        ],
        errors: ["not-a-member", "guest", "on-tour", "invalid-pose"],
        creates: .many("instance")
      ) { request, body in
        let batch = try body.read(request)
        let ids = try instances.place(batch, caller: request.caller)
        var json = JSONWriter(capacity: 16 + 40 * ids.count)
        json.object { json in
          json.array("ids") { json in
            for id in ids { json.id(id) }
          }
        }
        return .json(201, json.bytes)
      },
      Operation(
        .get, "/v1/instances", "listInstances",
        "What the caller placed, or what stands in one sub-realm; newest first.",
        access: .anyoneButAdmins,
        query: QueryParameter.paging + [
          QueryParameter("realm", .realm, "What stands in that sub-realm."),
          QueryParameter("bbox", .box, "With realm: only within west,south,east,north."),
        ],
        answers: [.json(200, "A page of instances", .page(of: .named("ListedInstance")))],
        errors: ["login-required"]
      ) { request in
        let page = try request.query.page()
        guard let realm = request.query.realm("realm") else {
          return request.list(try instances.own(page: page, caller: request.caller)) {
            $0.write(to: &$1)
          }
        }
        let found = try instances.list(
          in: realm, within: request.query.box("bbox"), page: page, caller: request.caller)
        return request.list(found) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/instances/{instance}", "getInstance", "One instance with its reactions.",
        access: .anyoneButAdmins,
        answers: [.json(200, "The instance", .named("Instance"))]
      ) { request in
        let found = try instances.details(request.id("instance"), caller: request.caller)
        // Reactions change without a new version of the instance: the tag is for changing it,
        // not for caching.
        return request.json { found.write(to: &$0) }
          .with("ETag", EntityTag(version: Int64(found.instance.version)).description)
      },
      Operation(
        .patch, "/v1/instances/{instance}", "editInstance",
        "Moves, turns, scales or names an instance.",
        access: .user,
        reading: .json(example: #"{"scale": 2.5, "priority": 70}"#) {
          InstanceChanges(reading: $0)
        },
        answers: [.json(200, "The instance as it now is", .named("Instance"))],
        errors: ["not-author", "not-a-member", "guest", "on-tour", "invalid-pose"],
        version: .required
      ) { request, body in
        let id = try request.id("instance")
        let version = try request.expectedVersion()
        let changes = try body.read(request)
        let changed = try instances.edit(id, changes, expecting: version, caller: request.caller)
        return request.versioned(changed.instance.version) { changed.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/instances/{instance}", "deleteInstance", "Removes an own instance.",
        access: .user,
        answers: [.empty("Removed")], errors: ["not-author", "on-tour"], version: .optional
      ) { request in
        try instances.remove(
          request.id("instance"), expecting: request.optionalVersion(), caller: request.caller)
        return .noContent
      },
      Operation(
        .put, "/v1/instances/{instance}/reaction", "react", "Reacts, or changes the reaction.",
        access: .user,
        reading: .json(example: #"{"kind": "wow"}"#) { ReactionKind.read($0) },
        answers: [.json(200, "The instance with all reactions", .named("Instance"))]
      ) { request, body in
        let id = try request.id("instance")
        let kind = try body.read(request)
        guard let kind else { throw Refusal.invalid("/kind", "is required") }
        _ = try reactions.react(kind, to: id, caller: request.caller)
        let found = try instances.details(id, caller: request.caller)
        return request.json { found.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/instances/{instance}/reaction", "removeReaction", "Takes the reaction back.",
        access: .user,
        answers: [.empty("Taken back")]
      ) { request in
        _ = try reactions.remove(from: request.id("instance"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
