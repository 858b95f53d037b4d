import Base
import HTTPServing

/// Health, figures and the description of the interface.
struct SystemEndpoints {
  /// Why the server cannot do its work at the moment; empty when it can.
  let obstacles: @Sendable () -> [String]
  let metrics: Metrics
  /// The OpenAPI document, made once.
  let document: @Sendable () -> [UInt8]

  var operations: [Operation] {
    [
      Operation(
        .get, "/livez", "getLiveness", "Whether the process answers.",
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
          }
        }
      },
      Operation(
        .get, "/metrics", "getMetrics", "Figures in OpenMetrics form.",
        answers: [.content(ContentType.openMetrics, "The figures")]
      ) { _ in
        HTTPResponse(200, metrics.openMetrics(), type: ContentType.openMetrics)
      },
      Operation(
        .get, "/openapi.json", "getDocument", "This description.",
        answers: [.json(200, "An OpenAPI 3.0 document", .object([], open: true))]
      ) { _ in .json(200, document()) },
    ]
  }

  private static let readiness = Schema.object([
    .required("status", .string()), .required("obstacles", .array(.string())),
  ])
}
