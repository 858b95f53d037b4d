import Access
import Base
import HTTPServing
import Media
import Objects

/// Requests for models of things that are shown by photos.
struct ScanEndpoints {
  let scans: ScanService
  let files: any MediaContent

  private static let path = "/v1/scan-requests"

  var operations: [Operation] {
    [
      Operation(
        .post, "/v1/scan-photos", "addScanPhoto",
        """
        Keeps a JPEG, PNG or WebP file for a scan request; it goes after a day if none names it.
        """, access: .user, budget: .upload, query: PictureEndpoints.query,
        body: PictureEndpoints.body, answers: [.json(201, "The photo", .named("Picture"))],
        errors: PictureEndpoints.uploadErrors,
        creates: .of("picture") { id, request in
          try created(scans.photo(id, caller: request.caller), request)
        }
      ) { request in
        let upload = try PictureUpload(reading: request, from: files)
        return created(try scans.keep(upload, caller: request.caller), request)
      },
      Operation(
        .post, Self.path, "requestScan",
        """
        Asks whoever runs the server for a model of a thing, with 3 to 20 photos that were sent to \
        /v1/scan-photos; at most 5 requests wait.
        """, access: .user,
        reading: .json(
          example: """
            {"name": "Fountain", "alt": "A fountain with two bowls", "photos": \
            ["01980d3e-7c1a-7000-8000-000000000001", "01980d3e-7c1a-7000-8000-000000000002", \
            "01980d3e-7c1a-7000-8000-000000000003"]}
            """
        ) { ScanDraft(reading: $0) },
        answers: [.json(201, "The new request", .named("ScanRequest"))],
        errors: ["too-many-scan-requests", "invalid-content"],
        creates: .of("scanRequest") { id, request in
          try created(scans.details(id, caller: request.caller), request)
        }
      ) { request, body in
        let draft = try body.read(request)
        return created(try scans.request(draft, caller: request.caller), request)
      },
      Operation(
        .get, Self.path, "listScanRequests", "The caller's scan requests, the newest first.",
        access: .user, query: QueryParameter.paging,
        answers: [.json(200, "A page of requests", .page(of: .named("ScanRequest")))]
      ) { request in
        let page = try scans.list(request.query.page(), caller: request.caller)
        return request.list(page) { $0.write(to: &$1) }
      },
      Operation(
        .get, Self.path + "/{request}", "getScanRequest", "An own scan request.", access: .user,
        answers: [.json(200, "The request", .named("ScanRequest"))]
      ) { request in
        let found = try scans.details(request.id("request"), caller: request.caller)
        return request.json { found.write(to: &$0) }
      },
      Operation(
        .delete, Self.path + "/{request}", "withdrawScanRequest",
        "Takes an own scan request back; its photos go.", access: .user,
        answers: [.empty("Taken back")], errors: ["scan-decided"]
      ) { request in
        try scans.withdraw(request.id("request"), caller: request.caller)
        return .noContent
      },
    ]
  }

  private func created(_ picture: Picture, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created("/v1/pictures/\(picture.id)") { picture.write(to: &$0) }
  }

  private func created(_ scan: ScanRequest, _ request: AuthorizedRequest) -> HTTPResponse {
    request.created(Self.path + "/\(scan.id)") { scan.write(to: &$0) }
  }
}
