import Base
import HTTPServing

/// One operation of the API as one value: everything that the router, the checks before it, the
/// OpenAPI document and the tests know of it.
///
/// There is no list beside it: an operation is added by writing it where its fellows are, and a test
/// story that succeeds with it.
///
/// ```swift
/// // Sources/Interfaces/WaysideAPI/Endpoints/RealmEndpoints.swift, in `realmOperations`
/// Operation(
///   .get, "/v1/realms/{realm}/owner", "getRealmOwner", "Who owns a sub-realm.",
///   access: .user,
///   answers: [.json(200, "The account", .named("AccountSummary"))],
///   errors: ["members-only"]
/// ) { request in
///   let members = try realms.members(
///     of: request.realm("realm"), PageRequest(limit: 200), caller: request.caller)
///   guard let owner = members.items.first(where: { $0.role == .owner }) else {
///     throw Refusal.notFound("owner")
///   }
///   return request.json { owner.account.write(to: &$0) }
/// }
/// ```
///
/// Without `access` that does not compile; without a story the coverage test names it; with an
/// error that the catalogue does not know the server does not start; with an answer that is not
/// declared the tests fail. Bodies are read by a ``BodyReader``. More stands in the article AddAnEndpoint.
public struct Operation: Sendable {
  /// How the body of a request is described and bounded.
  public enum Body: Sendable {
    case none
    /// A JSON object of that shape; where a ``BodyReader`` reads it, of the shape that the reader tells.
    case json(Schema, limit: Int = 1 << 20)
    /// A JSON object that may be left out altogether.
    case optionalJSON(Schema, limit: Int = 1 << 16)
    /// A file of one of these types, streamed to disk, or JSON of that shape instead.
    case file(types: [String], limit: Int, orJSON: Schema? = nil)
  }

  /// What a successful answer looks like.
  public struct Answer: Sendable {
    var status: Int
    var description: String
    var schema: Schema?
    /// For answers other than JSON.
    var type: String?

    /// An answer with a JSON body of this form.
    public static func json(_ status: Int, _ description: String, _ schema: Schema) -> Answer {
      Answer(status: status, description: description, schema: schema, type: nil)
    }

    /// An answer without a body.
    public static func empty(_ description: String) -> Answer {
      Answer(status: 204, description: description, schema: nil, type: nil)
    }

    /// An answer with a body of this media type.
    public static func content(_ type: String, _ description: String) -> Answer {
      Answer(status: 200, description: description, schema: nil, type: type)
    }
  }

  /// Whether `If-Match` is looked at.
  public enum Versioning: Sendable {
    /// Nothing here has a version.
    case none
    /// A version that is sent has to be the present one.
    case optional
    /// Demanded: others may change it too, and no change is to be lost.
    case required
  }

  /// What answers a request once it is allowed.
  public typealias Handler = @Sendable (inout AuthorizedRequest) throws -> HTTPResponse

  public let method: HTTPMethod
  public let path: String
  /// The operation's stable name, its `operationId` in the document.
  public let name: String
  public let summary: String
  /// Who may call it at all.
  public let access: Access
  /// The budget of requests that it draws on; nil for what is always answered.
  public let budget: RateLimits.Budget?
  public let query: [QueryParameter]
  public let body: Body
  /// A body as a client might send it, as JSON text; for every operation that takes JSON.
  public let example: String?
  public let answers: [Answer]
  /// The slugs of refusals that are its own; see ``problems`` for all.
  public let errors: [String]
  /// How a request that makes something is answered again; nil for operations that make nothing.
  ///
  /// Those that have it understand an `Idempotency-Key`.
  public let creates: Creation?
  public let version: Versioning
  public let execution: Route.Execution
  public let handler: Handler
  /// Shapes that its body refers to by name.
  var components: [String: Schema] = [:]
  /// Reads a body as the handler does; nil where the handler has a reader of its own.
  var readsBody: (@Sendable ([UInt8]) throws -> Void)?

  public init(
    _ method: HTTPMethod, _ path: String, _ name: String, _ summary: String, access: Access,
    budget: RateLimits.Budget? = .general, query: [QueryParameter] = [], body: Body = .none,
    example: String? = nil, answers: [Answer], errors: [String] = [], creates: Creation? = nil,
    version: Versioning = .none, execution: Route.Execution = .pooled,
    handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.summary = summary
    self.access = access
    self.budget = budget
    self.query = query
    self.body = body
    self.example = example
    self.answers = answers
    self.errors = errors
    self.creates = creates
    self.version = version
    self.execution = execution
    self.handler = handler
  }

  var pattern: PathPattern { PathPattern(path) }
}
