import Base
import HTTPServing

/// Health, figures and the description of the interface.
struct SystemEndpoints {
  /// Why the server cannot do its work at the moment; empty when it can.
  let obstacles: @Sendable () -> [String]
  /// What does not work as it should beside that: imported files that cannot be used, sources of
  /// delays that do not answer.
  let notes: @Sendable () -> [String]
  let metrics: Metrics
  /// The OpenAPI document, made once.
  let document: @Sendable () -> [UInt8]

  var operations: [Operation] {
    [
      Operation(
        .get, "/livez", "getLiveness", "Whether the process answers.", access: .open,
        answers: [.json(200, "It does", .object([.required("status", .string())]))],
        execution: .inline
      ) { exchange in
        exchange.json { json in
          json.object { json in
            json.key("status")
            json.string("alive")
          }
        }
      },
      Operation(
        .get, "/readyz", "getReadiness", "Whether the server can do its work, and if not, why.",
        access: .open,
        answers: [
          .json(200, "It can", Self.readiness), .json(503, "It cannot", Self.readiness),
        ]
      ) { exchange in
        let obstacles = obstacles()
        return exchange.json(obstacles.isEmpty ? 200 : 503) { json in
          json.object { json in
            json.key("status")
            json.string(obstacles.isEmpty ? "ready" : "not ready")
            json.key("obstacles")
            json.array { json in
              for obstacle in obstacles { json.string(obstacle) }
            }
            json.key("notes")
            json.array { json in
              for note in notes() { json.string(note) }
            }
          }
        }
      },
      Operation(
        .get, "/metrics", "getMetrics", "Figures in OpenMetrics form.", access: .open,
        answers: [.content(ContentType.openMetrics, "The figures")]
      ) { _ in
        HTTPResponse(200, metrics.openMetrics(), type: ContentType.openMetrics)
      },
      Operation(
        .get, "/openapi.json", "getDocument", "This description.", access: .open,
        answers: [.json(200, "An OpenAPI 3.0 document", .object([], open: true))]
      ) { _ in .json(200, document()) },
      Operation(
        .get, "/problems/{slug}", "getProblem", "What a problem document's type means.",
        access: .open,
        answers: [.json(200, "The sort of problem", .named("ProblemType"))]
      ) { exchange in
        guard let entry = ErrorCatalogue.entry(exchange.path["slug"]) else {
          throw Refusal.notFound("problem")
        }
        return exchange.json { entry.write(to: &$0) }.with("Cache-Control", "max-age=86400")
      },
    ]
  }

  private static let readiness = Schema.object([
    .required("status", .string()), .required("obstacles", .array(.string())),
    .required("notes", .array(.string())),
  ])
}

extension ErrorCatalogue.Entry {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("type")
      json.string("/problems/" + slug)
      json.key("title")
      json.string(title)
      json.key("status")
      json.array { json in
        for status in statuses { json.integer(status) }
      }
      json.key("advice")
      json.string(ErrorCatalogue.advice(statuses.first ?? 500))
    }
  }
}
