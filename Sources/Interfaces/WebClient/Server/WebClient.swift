import Base
import HTTPServing

/// The web client as the server sees it: files, and addresses that all begin with the same one.
///
/// Which page an address shows is decided in the browser; the server knows only which addresses
/// are pages (``places``) and gives them the shell.
///
/// - Thread: shared.
public struct WebClient: Sendable {
  /// The first parts of the addresses of pages; `web/shell/places.js` has the same.
  static let places = [
    "today", "around", "map", "tours", "t", "studio", "inventory", "calendar", "ways", "people",
    "invitations", "notifications", "me", "help", "admin", "login", "signup", "recover", "about",
    "search", "operator", "stops",
  ]
  /// How many parts the address of a page may have after the first.
  private static let depth = 4

  /// What `/` tells programs.
  private static let contents: KeyValuePairs<StaticString, String> = [
    "name": "Wayside", "documentation": "/openapi.json", "interface": "/v1",
    "readiness": "/readyz", "licenses": "/licenses",
  ]

  private let assets: (any WebAssets)?

  /// - Parameter assets: nil if the program was built without pages: a page then says how they
  ///   are built.
  public init(assets: (any WebAssets)?) { self.assets = assets }

  /// What the router needs: `/`, the addresses of pages, and the files.
  ///
  /// Files in a folder may come and go while the server runs, so those under `/assets` are looked
  /// up when they are asked for.
  public var routes: [Route] {
    var routes = [route("/") { request, _ in index(request) }]
    for place in Self.places {
      for parts in 0...Self.depth {
        let rest = (0..<parts).map { "/{part\($0)}" }.joined()
        routes.append(route("/\(place)\(rest)") { request, _ in shell(request) })
      }
    }
    routes.append(
      route("/assets/{file}") { request, path in file("/assets/\(path["file"])", request) })
    for path in assets?.paths ?? [] where !path.dropFirst().contains("/") {
      guard path != EmbeddedAssets.shellPath else { continue }
      routes.append(route(path) { request, _ in file(path, request) })
    }
    return routes
  }

  private func route(_ pattern: String, handler: @escaping Route.Handler) -> Route {
    Route(.get, PathPattern(pattern), operation: "getPage", handler: handler)
  }

  /// The page, or for programs a list of what there is.
  private func index(_ request: HTTPRequest) -> HTTPResponse {
    let accept = request.headers["Accept"] ?? ""
    guard accept.contains("json"), !accept.contains("text/html") else { return shell(request) }
    var json = JSONWriter()
    json.object { json in
      for (name, value) in Self.contents {
        json.key(name)
        json.string(value)
      }
    }
    return HTTPResponse.json(200, json.bytes).with("Vary", "Accept")
  }

  private func shell(_ request: HTTPRequest) -> HTTPResponse {
    guard let assets else { return PageHeaders.added(to: .notBuilt) }
    guard let asset = assets.asset(at: EmbeddedAssets.shellPath) else {
      return PageHeaders.added(to: .notBuilt)
    }
    return PageHeaders.added(to: answer(asset, request))
  }

  private func file(_ path: String, _ request: HTTPRequest) -> HTTPResponse {
    guard let asset = assets?.asset(at: path) else {
      return HTTPRefusal.noPage.problemResponse()
    }
    return PageHeaders.added(to: answer(asset, request))
  }

  private func answer(_ asset: WebAsset, _ request: HTTPRequest) -> HTTPResponse {
    let accepted = AcceptedEncodings(request.headers["Accept-Encoding"])
    let encoding =
      WebAsset.Encoding.allCases.first { accepted.contains($0) && asset.bytes($0) != nil }
      ?? .identity
    // Other bytes, another strong tag (RFC 9110, 8.8.3.3).
    let tag = EntityTag(asset.tag + (encoding == .identity ? "" : "-" + encoding.rawValue))
    var response: HTTPResponse
    if Preconditions.read(request.headers, current: tag) == .notModified {
      response = HTTPResponse(304)
    } else {
      response = HTTPResponse(200, asset.bytes(encoding) ?? [], type: asset.type)
      if encoding != .identity { response.headers.append("Content-Encoding", encoding.rawValue) }
    }
    response.headers.append("ETag", tag.description)
    response.headers.append("Vary", "Accept-Encoding, Accept")
    response.headers.append(
      "Cache-Control",
      asset.isImmutable ? "public, max-age=31536000, immutable" : "no-cache")
    return response
  }
}

extension HTTPRefusal {
  fileprivate static let noPage = HTTPRefusal(
    404, "unknown-path", "There is no such file of the web client; load the page again.")
}

extension HTTPResponse {
  /// What stands in the place of pages that were not built.
  fileprivate static let notBuilt: HTTPResponse = {
    let text = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Wayside</title>
      <h1>The pages are not built</h1>
      <p>This server was built without its web client. In the source folder run
      <code>tools/web</code> and then <code>swift build</code>, or start it with
      <code>wayside serve --web .build/web/site</code>.</p>
      <p>Its <a href="/openapi.json">interface for programs</a> works.</p></html>
      """
    return HTTPResponse(503, Array(text.utf8), type: ContentType.html)
      .with("Cache-Control", "no-store")
  }()
}
