import Access
import Base
import HTTPServing
import Objects

/// AR objects and inventories.
struct ObjectEndpoints {
  let objects: ObjectService
  let inventory: InventoryService
  let files: any MediaContent

  static let maximumUploadBytes = 50 << 20

  /// What stands for a file: words for a shape.
  private static let prompt = BodyReader.json(
    example: #"{"name": "Cube", "prompt": "red cube 1 m", "alt": "A red cube"}"#
  ) { ObjectPrompt(reading: $0) }

  var operations: [Operation] { objectOperations + inventoryOperations }

  private var objectOperations: [Operation] {
    [
      Operation(
        .post, "/v1/objects", "createObject", "Uploads a GLB model, or makes one from a prompt.",
        access: .user, budget: .upload,
        query: [
          QueryParameter("name", .text(1...100), "The object's name, with an upload."),
          QueryParameter("alt", .text(0...500), "What is to be seen, in words."),
          QueryParameter("decorative", .flag, "Says that there is nothing to tell."),
          QueryParameter("origin", .choice(["upload", "scan"]), "Where the file comes from."),
        ],
        body: .file(
          types: [ContentType.glTFBinary, ContentType.binary], limit: Self.maximumUploadBytes,
          orJSON: Self.prompt.description.schema),
        example: Self.prompt.example,
        answers: [.json(201, "The new object", .named("Object"))],
        errors: ["object-quota", "daily-quota", "inventory-full", "media-busy"]
          + ErrorCatalogue.family("glb-", "image-", "shape-"),
        creates: .of("object") { id, request in
          try created(objects.details(id, caller: request.caller), request)
        }
      ) { request in
        return created(try make(request), request)
      },
      Operation(
        .get, "/v1/objects/{object}", "getObject", "One object.", access: .anyoneButAdmins,
        answers: [.json(200, "The object", .named("Object"))]
      ) { request in
        let object = try objects.details(request.id("object"), caller: request.caller)
        return request.versioned(object.version) { object.write(to: &$0) }
      },
      Operation(
        .get, "/v1/objects/{object}/content", "getObjectContent", "The object's GLB file.",
        access: .anyRole,
        answers: [.content(ContentType.glTFBinary, "The file")],
        errors: [
          "tour-not-paid", "content-gone", "content-damaged", "range-not-satisfiable", "stale",
        ]
      ) { request in
        let item = try objects.content(request.id("object"), caller: request.caller)
        return try files.response(to: request.http, item, isLasting: true)
      },
      Operation(
        .patch, "/v1/objects/{object}", "editObject", "Changes name or alternative text.",
        access: .user,
        reading: .json(example: #"{"name": "Sign", "alt": "A red sign"}"#) {
          ObjectChanges(reading: $0)
        },
        answers: [.json(200, "The object as it now is", .named("Object"))], errors: ["not-owner"],
        version: .required
      ) { request, body in
        let id = try request.id("object")
        let version = try request.expectedVersion()
        let changes = try body.read(request)
        let object = try objects.edit(id, changes, expecting: version, caller: request.caller)
        return request.versioned(object.version) { object.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/objects/{object}", "deleteObject",
        "Withdraws an own object everywhere, with all its instances.", access: .user,
        answers: [.empty("Withdrawn")], errors: ["not-owner", "on-tour"], version: .optional
      ) { request in
        try objects.withdraw(
          request.id("object"), expecting: request.optionalVersion(), caller: request.caller)
        return .noContent
      },
    ]
  }

  private func created(_ object: ARObject, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/objects/\(object.id)", version: object.version) {
      object.write(to: &$0)
    }
  }

  private func make(_ request: AuthorizedRequest) throws -> ARObject {
    let bytes = try files.received(request.http.body)
    switch request.http.contentType {
    case ContentType.json:
      return try objects.generate(Self.prompt.read(bytes), caller: request.caller)
    case ContentType.glTFBinary, ContentType.binary, nil:
      var members: [JSONValue.Member] = []
      for name in ["name", "alt", "origin"] {
        if let value = request.query.text(name) {
          members.append(JSONValue.Member(name, .string(value)))
        }
      }
      if request.query.flag("decorative") {
        members.append(JSONValue.Member("decorative", .bool(true)))
      }
      let fields = try JSONFields(.object(members))
      let upload = ObjectUpload(reading: fields, bytes: bytes)
      try fields.finish()
      return try objects.upload(upload, caller: request.caller)
    case let type?:
      throw Refusal(
        .unsupportedType, "unsupported-type",
        "Send a GLB file as model/gltf-binary, or a prompt as application/json, not \(type.prefix(80))."
      )
    }
  }

  private var inventoryOperations: [Operation] {
    [
      Operation(
        .get, "/v1/inventory", "listInventory",
        "The objects that the caller can place, by name.", access: .user,
        query: QueryParameter.paging + [
          QueryParameter(
            "origin", .choice(ARObject.Origin.allCases.map(\.rawValue)), "One origin."),
          QueryParameter(
            "source", .choice(InventoryItem.Source.allCases.map(\.rawValue)),
            "Why it is there: own, added, of a group, or a preset."),
          QueryParameter("realm", .realm, "One group's inventory."),
        ],
        answers: [.json(200, "A page of objects", .page(of: .named("InventoryItem")))]
      ) { request in
        let filter = InventoryFilter(
          origin: request.query.text("origin").flatMap(ARObject.Origin.init),
          source: request.query.text("source").flatMap(InventoryItem.Source.init),
          realm: request.query.realm("realm"))
        let page = try inventory.list(filter, page: request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .put, "/v1/inventory/{object}", "addToInventory", "Adds an object that the caller sees.",
        access: .user,
        query: [QueryParameter("realm", .realm, "Adds it to that group's inventory.")],
        answers: [.json(200, "The object", .named("InventoryItem"))],
        errors: [
          "inventory-full", "own-object", "preset-object", "no-public-inventory", "guest",
          "not-editor", "tour-not-paid", "bought-for-one",
        ]
      ) { request in
        let id = try request.id("object")
        try inventory.add(id, to: request.query.realm("realm"), caller: request.caller)
        let item = try inventory.item(id, caller: request.caller)
        return request.json { item.write(to: &$0) }
      },
      Operation(
        .delete, "/v1/inventory/{object}", "removeFromInventory", "Takes an added object out.",
        access: .user,
        query: [QueryParameter("realm", .realm, "Takes it out of that group's inventory.")],
        answers: [.empty("Taken out")],
        errors: ["own-object", "preset-object", "no-public-inventory", "guest", "not-editor"]
      ) { request in
        try inventory.remove(
          request.id("object"), from: request.query.realm("realm"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
