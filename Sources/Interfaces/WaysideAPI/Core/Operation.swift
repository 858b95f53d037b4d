import Base
import HTTPServing

/// One operation of the API as data: what the router, the authorization check, the OpenAPI
/// document and the tests need to know of it.
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

  public typealias Handler = @Sendable (inout Exchange) throws -> HTTPResponse

  public let method: HTTPMethod
  public let path: String
  /// The operation's name: key of the access table, `operationId` of the document.
  public let name: String
  public let summary: String
  public let query: [QueryParameter]
  public let body: Body
  public let answers: [Answer]
  /// Whether an `Idempotency-Key` is understood: operations that create something.
  public let isCreating: Bool
  /// Whether `If-Match` is demanded: operations that change something which others may change.
  public let needsVersion: Bool
  public let execution: Route.Execution
  public let handler: Handler
  /// The budget of requests that it draws on.
  let budget: RateLimits.Budget

  public init(
    _ method: HTTPMethod, _ path: String, _ name: String, _ summary: String,
    query: [QueryParameter] = [], body: Body = .none, answers: [Answer],
    isCreating: Bool = false, needsVersion: Bool = false,
    execution: Route.Execution = .pooled, handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.summary = summary
    self.query = query
    self.body = body
    self.answers = answers
    self.isCreating = isCreating
    self.needsVersion = needsVersion
    budget = RateLimits.Budget(name)
    self.execution = execution
    self.handler = handler
  }

  var pattern: PathPattern { PathPattern(path) }
}
