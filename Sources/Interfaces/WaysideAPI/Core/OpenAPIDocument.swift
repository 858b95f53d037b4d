import Base
import HTTPServing

/// The OpenAPI 3.0 document, made from the same operations that the router is made from.
///
/// - Source: OpenAPI Specification 3.0.3.
public enum OpenAPIDocument {
  /// Writes the document.
  ///
  /// - Parameter address: where the server is reached from outside.
  public static func make(
    _ operations: [Operation], components: [(String, Schema)], address: String
  ) -> [UInt8] {
    var json = JSONWriter(capacity: 1 << 16)
    json.beginObject()
    json.member("openapi", "3.0.3")
    json.object("info") { json in
      json.member("title", "Wayside")
      json.member("version", "1")
      json.member(
        "description",
        """
        AR objects, tours and appointments at real places. Errors are problem documents \
        (RFC 9457). Times are RFC 3339, distances metres, angles degrees, positions WGS 84.
        """)
    }
    json.array("servers") { json in
      json.object { json in
        json.member("url", address)
      }
    }
    json.object("paths") { json in
      for path in paths(of: operations) {
        json.key(path)
        json.object { json in
          for operation in operations where operation.path == path {
            json.key(operation.method.rawValue.lowercased())
            write(operation, &json)
          }
        }
      }
    }
    let shapes = operations.reduce(into: [String: Schema]()) { all, operation in
      all.merge(operation.components.mapValues(\.asRequest)) { first, _ in first }
    }
    writeComponents(components + shapes.sorted { $0.key < $1.key }.map { ($0, $1) }, &json)
    json.endObject()
    return json.bytes
  }

  private static func paths(of operations: [Operation]) -> [String] {
    var seen: Set<String> = []
    return operations.map(\.path).filter { seen.insert($0).inserted }
  }

  private static func writeComponents(
    _ components: [(String, Schema)], _ json: inout JSONWriter
  ) {
    json.object("components") { json in
      json.object("securitySchemes") { json in
        json.object("session") { json in
          json.member("type", "http")
          json.member("scheme", "bearer")
        }
      }
      json.object("schemas") { json in
        json.key("Problem")
        problem.write(to: &json)
        for (name, schema) in components {
          json.key(name)
          schema.write(to: &json)
        }
      }
    }
  }

  private static let problem = Schema.object(
    [
      .required("type", .string()), .required("title", .string()),
      .required("status", .integer(400...599)), .required("detail", .string()),
      .optional("instance", .string()),
      .optional(
        "errors",
        .array(
          .object([.required("pointer", .string()), .required("detail", .string())], open: true))),
      .optional("warnings", .array(Components.warning)),
    ], open: true)

  private static func write(_ operation: Operation, _ json: inout JSONWriter) {
    json.object { json in
      json.member("operationId", operation.name)
      json.member("summary", operation.summary)
      json.array("parameters") { json in
        for name in operation.pattern.parameterNames {
          parameter(
            name, "path", required: true, Components.pathParameter(name), nil, &json)
        }
        for item in operation.query {
          parameter(item.name, "query", required: item.isRequired, item.schema, item.summary, &json)
        }
        if operation.creates != nil {
          parameter(
            "Idempotency-Key", "header", required: false, .string(1...200),
            "Makes repeats of this request harmless for 24 hours.", &json)
        }
        if operation.version != .none {
          parameter(
            "If-Match", "header", required: operation.version == .required, .string(1...200),
            "The ETag of the version that is changed.", &json)
        }
      }
      writeBody(operation, &json)
      json.object("responses") { json in
        for status in Set(operation.answers.map(\.status)).sorted() {
          json.key(String(status))
          write(operation.answers.filter { $0.status == status }, &json)
        }
        for status in refusals(of: operation) {
          json.key(String(status.code))
          json.object { json in
            json.member("description", status.text)
            content(ContentType.problem, .named("Problem"), &json)
          }
        }
        json.object("default") { json in
          json.member("description", "A problem document (RFC 9457)")
          content(ContentType.problem, .named("Problem"), &json)
        }
      }
      guard operation.access != .unauthenticated else { return }
      json.array("security") { json in
        // What can be done without logging in shows more to those who have.
        if operation.access.admits(nil) { json.object { _ in } }
        json.object { json in
          json.array("session") { _ in }
        }
      }
    }
  }

  /// The operation's own refusals by their status, with their slugs and titles; what any operation
  /// can answer stands for all under `default`.
  private static func refusals(of operation: Operation) -> [(code: Int, text: String)] {
    let entries = operation.problems.subtracting(ErrorCatalogue.everywhere).sorted()
      .compactMap { ErrorCatalogue.entry($0) }
    let byStatus = Dictionary(grouping: entries) { $0.statuses.first ?? 500 }
    let answered = Set(operation.answers.map(\.status))
    return byStatus.keys.filter { !answered.contains($0) }.sorted().map { status in
      let texts = (byStatus[status] ?? []).map { "\($0.slug): \($0.title)" }
      return (status, texts.joined(separator: "; "))
    }
  }

  private static func parameter(
    _ name: String, _ place: String, required: Bool, _ schema: Schema, _ summary: String?,
    _ json: inout JSONWriter
  ) {
    json.object { json in
      json.member("name", name)
      json.member("in", place)
      json.member("required", required)
      json.member("description", summary)
      json.key("schema")
      schema.write(to: &json)
    }
  }

  private static func writeBody(_ operation: Operation, _ json: inout JSONWriter) {
    let example = operation.example
    switch operation.body {
    case .none: return
    case .json(let schema, _):
      json.object("requestBody") { json in
        json.member("required", true)
        content(ContentType.json, schema.asRequest, example: example, &json)
      }
    case .optionalJSON(let schema, _):
      json.object("requestBody") { json in
        json.member("required", false)
        content(ContentType.json, schema.asRequest, example: example, &json)
      }
    case .file(let types, _, let schema):
      json.object("requestBody") { json in
        json.member("required", true)
        json.object("content") { json in
          for type in types {
            json.key(type)
            json.object { json in
              json.key("schema")
              Schema.string(format: "binary").write(to: &json)
            }
          }
          if let schema {
            json.key(ContentType.json)
            json.object { json in
              json.key("schema")
              schema.asRequest.write(to: &json)
              write(example: example, &json)
            }
          }
        }
      }
    }
  }

  private static func write(_ answers: [Operation.Answer], _ json: inout JSONWriter) {
    json.object { json in
      json.member("description", answers.map(\.description).joined(separator: "; "))
      let bodies = answers.filter { $0.schema != nil || $0.type != nil }
      guard !bodies.isEmpty else { return }
      json.object("content") { json in
        for answer in bodies {
          json.key(answer.type ?? ContentType.json)
          json.object { json in
            json.key("schema")
            content(of: answer).write(to: &json)
          }
        }
      }
    }
  }

  /// The shape of an answer; files that are JSON are some object, other files are bytes.
  private static func content(of answer: Operation.Answer) -> Schema {
    if let schema = answer.schema { return schema }
    return answer.type?.hasSuffix("json") == true
      ? .object([], open: true) : .string(format: "binary")
  }

  private static func write(example: String?, _ json: inout JSONWriter) {
    guard let example, let value = try? JSONValue(parsing: Array(example.utf8)) else { return }
    json.key("example")
    json.value(value)
  }

  private static func content(
    _ type: String, _ schema: Schema, example: String? = nil, _ json: inout JSONWriter
  ) {
    json.object("content") { json in
      json.key(type)
      json.object { json in
        json.key("schema")
        schema.write(to: &json)
        write(example: example, &json)
      }
    }
  }
}
