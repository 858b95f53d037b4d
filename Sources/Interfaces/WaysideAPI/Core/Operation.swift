import Base
import HTTPServing

/// One operation of the API as one value: everything that the router, the checks before it, the
/// OpenAPI document and the tests know of it.
///
/// There is no list beside it. An operation is added by writing it where its fellows are, and a test
/// story that succeeds with it; that makes two files:
///
/// ```swift
/// // Sources/Interfaces/WaysideAPI/Endpoints/RealmEndpoints.swift, in `realmOperations`
/// Operation(
///   .get, "/v1/realms/{realm}/founder", "getRealmFounder", "Who started a sub-realm.",
///   access: .user,
///   answers: [.json(200, "The account", .named("AccountSummary"))],
///   errors: ["members-only"]
/// ) { exchange in
///   let founder = try realms.founder(of: exchange.realm("realm"), caller: exchange.caller)
///   return exchange.json { founder.write(to: &$0) }
/// }
/// // Tests/Interfaces/WaysideAPITests/Coverage/RealmStory.swift: call it, look at its answer.
/// ```
///
/// Without `access` that does not compile; without the story the coverage test names it; with an
/// error that the catalogue does not know the server does not start; with an answer that is not
/// declared the tests fail. A new shape of answer goes into the `Components` file of its capability,
/// if it has a name, or stands at the operation.
public struct Operation: Sendable {
  /// How the body of a request is described and bounded.
  public enum Body: Sendable {
    case none
    /// A JSON object of that shape.
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

    public static func json(_ status: Int, _ description: String, _ schema: Schema) -> Answer {
      Answer(status: status, description: description, schema: schema, type: nil)
    }

    public static func empty(_ description: String) -> Answer {
      Answer(status: 204, description: description, schema: nil, type: nil)
    }

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

  public typealias Handler = @Sendable (inout Exchange) throws -> HTTPResponse

  public let method: HTTPMethod
  public let path: String
  /// The operation's stable name, its `operationId` in the document.
  public let name: String
  public let summary: String
  /// Who may call it at all.
  public let access: Access
  /// The budget of requests that it draws on.
  public let budget: RateLimits.Budget
  public let query: [QueryParameter]
  public let body: Body
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

  public init(
    _ method: HTTPMethod, _ path: String, _ name: String, _ summary: String, access: Access,
    budget: RateLimits.Budget = .general, query: [QueryParameter] = [], body: Body = .none,
    answers: [Answer], errors: [String] = [], creates: Creation? = nil,
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
    self.answers = answers
    self.errors = errors
    self.creates = creates
    self.version = version
    self.execution = execution
    self.handler = handler
  }

  var pattern: PathPattern { PathPattern(path) }
}
