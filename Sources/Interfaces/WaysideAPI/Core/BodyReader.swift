import Base
import HTTPServing

/// The body of an operation's requests: one reader, which tells the body's schema as well.
///
/// ```swift
/// Operation(
///   .post, "/v1/password-recoveries", "requestPasswordRecovery", "Mails a temporary password.",
///   access: .unauthenticated,
///   reading: .json(example: #"{"email": "ana@example.org"}"#) { $0.string("email", 3...254) },
///   answers: [.empty("A mail is on its way")]
/// ) { request, body in
///   try passwords.recover(email: body.read(request))
///   return .noContent
/// }
/// ```
///
/// - Thread: shared.
public struct BodyReader<Value>: Sendable {
  let name: String?
  /// A body as a client might send it, as JSON text.
  let example: String
  let limit: Int
  let isOptional: Bool
  private let reader: @Sendable (JSONFields) throws -> Value

  init(
    name: String?, example: String, limit: Int, isOptional: Bool,
    _ reader: @escaping @Sendable (JSONFields) throws -> Value
  ) {
    self.name = name
    self.example = example
    self.limit = limit
    self.isOptional = isOptional
    self.reader = reader
  }

  /// A JSON object.
  ///
  /// - Parameters:
  ///   - name: the component of the document under which it is described; nil for on the spot.
  ///   - example: a body as a client might send it, as JSON text; it stands in the document.
  ///   - limit: most bytes.
  ///   - read: asks the fields for every member; see ``JSONFields``. Members that it does not ask
  ///     for are refused.
  public static func json(
    named name: String? = nil, example: String, limit: Int = 1 << 20,
    _ read: @escaping @Sendable (JSONFields) throws -> Value
  ) -> BodyReader {
    BodyReader(name: name, example: example, limit: limit, isOptional: false, read)
  }

  /// A JSON object that may be left out altogether, which is the same as an empty one.
  public static func optional(
    example: String, limit: Int = 1 << 16, _ read: @escaping @Sendable (JSONFields) throws -> Value
  ) -> BodyReader { BodyReader(name: nil, example: example, limit: limit, isOptional: true, read) }

  /// What the body of a request says.
  ///
  /// - Throws: `unsupportedType`, `malformed`, `invalid` with every wrong member.
  public func read(_ request: AuthorizedRequest) throws -> Value {
    if isOptional, request.http.body.count == 0 { return try read(JSONFields(.object([]))) }
    return try read(request.jsonBytes())
  }

  /// What the bytes of a body say.
  func read(_ bytes: [UInt8]) throws -> Value {
    try read(JSONFields(AuthorizedRequest.json(bytes)))
  }

  private func read(_ fields: JSONFields) throws -> Value {
    let value = try reader(fields)
    try fields.finish()
    return value
  }

  /// The shape that the reader tells.
  var description: JSONDescription { JSONFields.describe { _ = try reader($0) } }
}

extension Operation {
  /// An operation whose requests carry JSON: `body` reads them, and is handed to the handler.
  public init<Input>(
    _ method: HTTPMethod, _ path: String, _ name: String, _ summary: String, access: Access,
    budget: RateLimits.Budget = .general, query: [QueryParameter] = [],
    reading body: BodyReader<Input>,
    answers: [Answer], errors: [String] = [], creates: Creation? = nil,
    version: Versioning = .none, execution: Route.Execution = .pooled,
    handler: @escaping @Sendable (inout AuthorizedRequest, BodyReader<Input>) throws -> HTTPResponse
  ) {
    let description = body.description
    let schema = body.name.map(Schema.named) ?? description.schema
    self.init(
      method, path, name, summary, access: access, budget: budget, query: query,
      body: body.isOptional
        ? .optionalJSON(schema, limit: body.limit) : .json(schema, limit: body.limit),
      example: body.example, answers: answers, errors: errors, creates: creates, version: version,
      execution: execution
    ) { request in try handler(&request, body) }
    components = description.components
    readsBody = { _ = try body.read($0) }
    if let name = body.name { components[name] = description.schema }
  }
}
