import Access
import Base
import Groups
import HTTPServing
import Media
import MediaFormats
import Objects
import Planning
import Tours

/// The pictures of people, organizations, sub-realms, shared resources, objects and tours.
struct PictureEndpoints {
  let pictures: PictureService
  let tours: TourPictureService
  let files: any MediaContent

  private static let types = ImageInfo.FileType.allCases.map(\.mimeType).sorted()
  static let body = Operation.Body.file(
    types: types + [ContentType.binary], limit: PictureLimits.fileBytes)
  static let query = [
    QueryParameter("alt", .text(0...500), "What is to be seen, in words."),
    QueryParameter("decorative", .flag, "Says that there is nothing to tell."),
  ]
  private static let words = BodyReader.json(example: #"{"alt": "The gate of the old town"}"#) {
    AltText(reading: $0)
  }
  private static let quotaErrors = ["picture-quota", "daily-quota"]
  static let uploadErrors =
    quotaErrors + ["media-busy", "invalid-content"]
    + ErrorCatalogue.family("image-")
  private static let tourErrors = [
    "no-organization", "not-your-organization", "tour-busy", "invalid-content",
  ]

  var operations: [Operation] {
    reading + ownPicture + organizations + realms + resources + objects + covers + galleries
  }

  private var reading: [Operation] {
    [
      Operation(
        .get, "/v1/pictures/{picture}", "getPicture",
        "One picture, to whoever sees what it is of.", access: .anyRole,
        answers: [.json(200, "The picture", .named("Picture"))]
      ) { request in
        let picture = try pictures.picture(request.id("picture"), caller: request.caller)
        return request.json { picture.write(to: &$0) }
      },
      Operation(
        .get, "/v1/pictures/{picture}/{width}", "getPictureContent",
        "The file of one of a picture's sizes.", access: .anyRole, budget: .map,
        answers: [.content(ImageInfo.FileType.webp.mimeType, "The file")],
        errors: ["content-gone", "range-not-satisfiable", "stale"]
      ) { request in
        guard let width = Int(request.path["width"]) else {
          throw Refusal.notFound("size of the picture")
        }
        let item = try pictures.content(
          request.id("picture"), width: width, caller: request.caller)
        return try files.response(to: request.http, item, isLasting: true)
      },
    ]
  }

  // MARK: One picture of a thing

  private var ownPicture: [Operation] {
    put(
      "/v1/me/picture", "putOwnPicture", "removeOwnPicture", "the caller", access: .user,
      kind: AccountPictures.kind, errors: []
    ) { try $0.caller.requiredPerson().account }
  }

  private var organizations: [Operation] {
    put(
      "/v1/organizations/{organization}/picture", "putOrganizationPicture",
      "removeOrganizationPicture", "the caller's organization", access: .organization,
      kind: OrganizationPictures.kind, errors: ["realm-admin-needed"]
    ) { try $0.id("organization") }
  }

  private var realms: [Operation] {
    put(
      "/v1/realms/{realm}/picture", "putRealmPicture", "removeRealmPicture",
      "a sub-realm that the caller runs", access: .user, kind: SubRealmPictures.kind,
      errors: [
        "realm-admin-needed", "organization-picture", "direct-realm", "personal-realm",
      ]
    ) { try $0.realm("realm") }
  }

  private var resources: [Operation] {
    put(
      "/v1/resources/{resource}/picture", "putResourcePicture", "removeResourcePicture",
      "a resource that the caller may change", access: .user, kind: Resource.pictureKind,
      errors: ["role-too-low"]
    ) { try $0.id("resource") }
  }

  private var objects: [Operation] {
    put(
      "/v1/objects/{object}/picture", "putObjectPicture", "removeObjectPicture",
      "an own object, as the client has drawn it", access: .user, kind: ARObject.pictureKind,
      errors: ["not-owner"]
    ) { try $0.id("object") }
  }

  private func put(
    _ path: String, _ put: String, _ remove: String, _ what: String, access: Access, kind: String,
    errors: [String], _ subject: @escaping @Sendable (AuthorizedRequest) throws -> EntityID
  ) -> [Operation] {
    [
      Operation(
        .put, path, put, "Makes a JPEG, PNG or WebP file the picture of \(what).", access: access,
        budget: .upload, query: Self.query, body: Self.body,
        answers: [.json(200, "The picture", .named("Picture"))], errors: errors + Self.uploadErrors
      ) { request in
        let picture = try pictures.put(
          upload(request), of: kind, subject(request), caller: request.caller)
        return request.json { picture.write(to: &$0) }
      },
      Operation(
        .delete, path, remove, "Takes the picture of \(what) away.", access: access,
        answers: [.empty("There is none")], errors: errors
      ) { request in
        try pictures.remove(of: kind, subject(request), caller: request.caller)
        return .noContent
      },
    ]
  }

  // MARK: Tours

  private static let cover = "/v1/tours/{tour}/picture"

  private var covers: [Operation] {
    [
      Operation(
        .put, Self.cover, "putTourPicture",
        "Makes a JPEG, PNG or WebP file the cover of a tour's draft.", access: .organization,
        budget: .upload, query: Self.query, body: Self.body,
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: Self.tourErrors + Self.uploadErrors, version: .required
      ) { request in
        let details = try tours.putCover(
          upload(request), of: request.id("tour"), expecting: request.expectedVersion(),
          caller: request.caller)
        return request.versioned(details.tour.version) { details.write(to: &$0) }
      },
      Operation(
        .patch, Self.cover, "describeTourPicture",
        "Says in other words what is to be seen on the cover of a tour's draft.",
        access: .organization, reading: Self.words,
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: Self.tourErrors + Self.quotaErrors, version: .required
      ) { request, body in
        let alt = try body.read(request)
        let details = try tours.describeCover(
          of: request.id("tour"), as: alt, expecting: request.expectedVersion(),
          caller: request.caller)
        return request.versioned(details.tour.version) { details.write(to: &$0) }
      },
      Operation(
        .delete, Self.cover, "removeTourPicture", "Takes the cover from a tour's draft.",
        access: .organization, answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: Self.tourErrors, version: .required
      ) { request in
        let details = try tours.removeCover(
          of: request.id("tour"), expecting: request.expectedVersion(), caller: request.caller)
        return request.versioned(details.tour.version) { details.write(to: &$0) }
      },
    ]
  }

  private static let gallery = "/v1/tours/{tour}/stops/{stop}/pictures"

  private var galleries: [Operation] {
    [
      Operation(
        .post, Self.gallery, "addStopPicture",
        "Adds a JPEG, PNG or WebP file to the pictures of a stop of the draft; at most 10.",
        access: .organization, budget: .upload, query: Self.query, body: Self.body,
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: ["gallery-full"] + Self.tourErrors + Self.uploadErrors, version: .required
      ) { request in
        let details = try tours.add(
          upload(request), at: request.id("stop"), of: request.id("tour"),
          expecting: request.expectedVersion(), caller: request.caller)
        return request.versioned(details.tour.version) { details.write(to: &$0) }
      },
      Operation(
        .patch, Self.gallery + "/{picture}", "describeStopPicture",
        "Says in other words what is to be seen on a picture at a stop of the draft.",
        access: .organization, reading: Self.words,
        answers: [.json(200, "The draft as it now is", .named("Tour"))],
        errors: Self.tourErrors + Self.quotaErrors, version: .required
      ) { request, body in
        let alt = try body.read(request)
        let details = try tours.describe(
          request.id("picture"), at: request.id("stop"), of: request.id("tour"), as: alt,
          expecting: request.expectedVersion(), caller: request.caller)
        return request.versioned(details.tour.version) { details.write(to: &$0) }
      },
      Operation(
        .delete, Self.gallery + "/{picture}", "removeStopPicture",
        "Takes a picture from a stop of the draft.", access: .organization,
        answers: [.json(200, "The draft as it now is", .named("Tour"))], errors: Self.tourErrors,
        version: .required
      ) { request in
        let details = try tours.remove(
          request.id("picture"), at: request.id("stop"), of: request.id("tour"),
          expecting: request.expectedVersion(), caller: request.caller)
        return request.versioned(details.tour.version) { details.write(to: &$0) }
      },
    ]
  }

  private func upload(_ request: AuthorizedRequest) throws -> PictureUpload {
    try PictureUpload(reading: request, from: files)
  }
}

extension PictureUpload {
  /// The file with the alternative text that it came with.
  ///
  /// - Throws: `invalid` without one.
  init(reading request: AuthorizedRequest, from files: any MediaContent) throws {
    var members: [JSONValue.Member] = []
    if let alt = request.query.text("alt") { members.append(.init("alt", .string(alt))) }
    if request.query.flag("decorative") { members.append(.init("decorative", .bool(true))) }
    let fields = try JSONFields(.object(members))
    let alt = AltText(reading: fields)
    try fields.finish()
    self.init(bytes: try files.received(request.http.body), alt: alt)
  }
}
