import Base
import HTTPServing
import Testing

@testable import WebClient

@Suite("Serving the web client")
struct WebClientTests {
  private struct Files: WebAssets {
    let files: [String: WebAsset]
    func asset(at path: String) -> WebAsset? { files[path] }
    var paths: [String] { files.keys.sorted() }
  }

  private static func asset(_ text: String, type: String, immutable: Bool = false) -> WebAsset {
    WebAsset(type: type, tag: "abc", isImmutable: immutable) { encoding in
      switch encoding {
      case .identity: Array(text.utf8)
      case .brotli: Array("brotli".utf8)
      case .gzip: nil
      }
    }
  }

  private let router = Router(
    WebClient(
      assets: Files(files: [
        "/index.html": asset("<!doctype html>", type: ContentType.html),
        "/sw.js": asset("worker", type: ContentType.javaScript),
        "/assets/main-1.js": asset("script", type: ContentType.javaScript, immutable: true),
      ])
    ).routes)

  private func get(_ target: String, _ headers: [(String, String)] = []) throws -> HTTPResponse {
    router.respond(to: try HTTPRequest(.get, target, headers: headers))
  }

  private func text(_ response: HTTPResponse) -> String {
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "the addresses of pages all answer with the shell",
    arguments: [
      "/", "/around", "/map", "/tours", "/t/0191", "/t/0191/walk", "/studio", "/studio/tours/0191",
      "/inventory", "/calendar", "/calendar/0191", "/people", "/notifications", "/me", "/help",
      "/admin/reports", "/admin/organization-requests", "/login", "/signup",
    ])
  func pages(address: String) throws {
    let response = try get(address, [("Accept", "text/html,*/*;q=0.8")])
    #expect(response.status == 200)
    #expect(text(response) == "<!doctype html>")
    #expect(response.headers["Content-Security-Policy"]?.contains("unsafe") == false)
    #expect(response.headers["Cache-Control"] == "no-cache")
  }

  @Test("/ lists what there is to programs that ask for JSON")
  func index() throws {
    let response = try get("/", [("Accept", "application/json")])
    #expect(response.headers["Content-Type"] == ContentType.json)
    #expect(text(response).contains("/openapi.json"))
  }

  @Test("files are compressed for who takes it, with a tag of their own, and kept for good")
  func files() throws {
    let plain = try get("/assets/main-1.js")
    #expect(text(plain) == "script")
    #expect(plain.headers["ETag"] == "\"abc\"")
    #expect(plain.headers["Cache-Control"]?.contains("immutable") == true)
    let packed = try get("/assets/main-1.js", [("Accept-Encoding", "gzip, deflate, br")])
    #expect(text(packed) == "brotli")
    #expect(packed.headers["Content-Encoding"] == "br")
    #expect(packed.headers["ETag"] == "\"abc-br\"")
    let weighed = try get("/assets/main-1.js", [("Accept-Encoding", "br;q=0.5, gzip;q=0")])
    #expect(text(weighed) == "brotli")
    let refused = try get("/assets/main-1.js", [("Accept-Encoding", "br;q=0")])
    #expect(text(refused) == "script")
    let again = try get(
      "/assets/main-1.js", [("Accept-Encoding", "br"), ("If-None-Match", "\"abc-br\"")])
    #expect(again.status == 304)
    #expect(try get("/sw.js").headers["Cache-Control"] == "no-cache")
  }

  @Test("what is no page and no file is not found")
  func unknown() throws {
    #expect(try get("/assets/other.js").status == 404)
    #expect(try get("/nothing").status == 404)
    #expect(try get("/index.html").status == 404)
  }

  @Test("a server without pages says how they are built")
  func notBuilt() throws {
    let router = Router(WebClient(assets: nil).routes)
    let response = router.respond(to: try HTTPRequest(.get, "/around"))
    #expect(response.status == 503)
    #expect(text(response).contains("tools/web"))
  }
}
