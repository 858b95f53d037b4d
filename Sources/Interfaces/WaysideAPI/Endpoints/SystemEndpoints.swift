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
        .get, "/livez", "getLiveness", "Whether the process answers.", access: .unauthenticated,
        budget: nil,
        answers: [.json(200, "It does", .object([.required("status", .string())]))],
        execution: .inline
      ) { request in
        request.json { json in
          json.object { json in
            json.member("status", "alive")
          }
        }
      },
      Operation(
        .get, "/readyz", "getReadiness", "Whether the server can do its work, and if not, why.",
        access: .unauthenticated, budget: nil,
        answers: [
          .json(200, "It can", Self.readiness), .json(503, "It cannot", Self.readiness),
        ], execution: .inline
      ) { request in
        let obstacles = obstacles()
        return request.json(obstacles.isEmpty ? 200 : 503) { json in
          json.object { json in
            json.member("status", obstacles.isEmpty ? "ready" : "not ready")
            json.array("obstacles") { json in
              for obstacle in obstacles { json.string(obstacle) }
            }
            json.array("notes") { json in
              for note in notes() { json.string(note) }
            }
          }
        }
      },
      Operation(
        .get, "/metrics", "getMetrics", "Figures in OpenMetrics form.", access: .unauthenticated,
        budget: nil,
        answers: [.content(ContentType.openMetrics, "The figures")]
      ) { _ in
        HTTPResponse(200, metrics.openMetrics(), type: ContentType.openMetrics)
      },
      Operation(
        .get, "/openapi.json", "getDocument", "This description.", access: .unauthenticated,
        answers: [.json(200, "An OpenAPI 3.0 document", .object([], open: true))]
      ) { _ in .json(200, document()) },
      Operation(
        .get, "/problems/{slug}", "getProblem", "What a problem document's type means.",
        access: .unauthenticated,
        answers: [.json(200, "The sort of problem", .named("ProblemType"))]
      ) { request in
        guard let entry = ErrorCatalogue.entry(request.path["slug"]) else {
          throw Refusal.notFound("problem")
        }
        return request.json { entry.write(to: &$0) }.with("Cache-Control", "max-age=86400")
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
      json.member("type", "/problems/" + slug)
      json.member("title", title)
      json.array("status") { json in
        for status in statuses { json.integer(status) }
      }
      json.member("advice", ErrorCatalogue.advice(statuses.first ?? 500))
    }
  }
}
