import Base
import Foundation
import Outgoing

/// Looks at a running server from outside, as a browser would: its certificate, what its pages say
/// to browsers, the manifest with its icons, the service worker, and the way of the event stream.
///
/// - Thread: waits for the server on its caller's thread.
struct DeployedCheck {
  struct Finding: Equatable {
    var rule: String
    var detail: String
  }

  /// Without a final slash.
  private let address: String
  private let client: OutgoingClient
  private var isSecure: Bool { address.lowercased().hasPrefix("https:") }
  private let isLocal: Bool

  /// - Throws: ``UsageError`` for what is no address of a web server.
  init(_ address: String) throws(UsageError) {
    guard OutgoingClient.accepts(address), let host = URLComponents(string: address)?.host else {
      throw UsageError(message: "--deployed takes an address such as https://wayside.example.org")
    }
    self.address = String(address.reversed().drop { $0 == "/" }.reversed())
    isLocal = host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host == "::1"
    // The operator names the host, so it may be one of the own network.
    client = OutgoingClient(
      OutgoingRules(privateHosts: [host, "[\(host)]"], seconds: 10, bytes: 4 << 20))
  }

  /// Everything that a browser would stumble over; nothing if all is well.
  func findings() -> [Finding] {
    let page: OutgoingAnswer
    do { page = try client.examine(address + "/around") } catch {
      return [Self.unanswered(error, isSecure: isSecure)]
    }
    var findings = self.page(page)
    if !isSecure && !isLocal {
      findings.append(
        Finding(
          rule: "secure",
          detail:
            "Browsers give camera, position and offline use to https alone: put a proxy with a"
            + " certificate before it (tools/deploy/Caddyfile)."))
    }
    findings += manifest()
    findings += serviceWorker()
    findings += events()
    findings += readiness()
    return findings
  }

  private static func unanswered(_ error: OutgoingError, isSecure: Bool) -> Finding {
    if error.code == .insecure {
      return Finding(
        rule: "certificate",
        detail: "The certificate does not hold: it is not signed by an authority that this machine"
          + " knows, is for another name, or has run out.")
    }
    return Finding(rule: "reachable", detail: "There is no answer: \(error.message).")
  }

  private func page(_ answer: OutgoingAnswer) -> [Finding] {
    guard answer.status == 200, answer.field("content-type")?.hasPrefix("text/html") ?? false else {
      return [
        Finding(
          rule: "page",
          detail: "/around answers \(answer.status) \(answer.field("content-type") ?? "").")
      ]
    }
    var findings: [Finding] = []
    let policy = answer.field("content-security-policy")
    if policy == nil || policy?.contains("unsafe-") ?? false {
      findings.append(
        Finding(
          rule: "content-security-policy",
          detail: "Pages come \(policy == nil ? "without" : "with a weakened") policy: a proxy must"
            + " pass the header on as it is."))
    }
    for (name, value) in [
      ("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin"),
    ]
    where answer.field(name) != value {
      findings.append(
        Finding(
          rule: name, detail: "It is \(answer.field(name) ?? "absent") and must be \(value)."))
    }
    if answer.field("content-encoding") == nil {
      findings.append(
        Finding(
          rule: "compression",
          detail: "Pages come uncompressed: a proxy must pass Accept-Encoding on."))
    }
    return findings
  }

  private func manifest() -> [Finding] {
    let rule = "manifest"
    guard let answer = get("/manifest.webmanifest"), answer.status == 200 else {
      return [Finding(rule: rule, detail: "/manifest.webmanifest is not to be had.")]
    }
    guard let read = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
      let icons = read["icons"] as? [[String: Any]], read["name"] is String,
      read["start_url"] is String, !icons.isEmpty
    else {
      return [Finding(rule: rule, detail: "It does not say name, start and icons.")]
    }
    return icons.compactMap { icon in
      guard let path = icon["src"] as? String, path.hasPrefix("/") else {
        return Finding(rule: rule, detail: "An icon has no path.")
      }
      guard let answer = get(path), answer.status == 200,
        answer.field("content-type")?.hasPrefix("image/") ?? false
      else { return Finding(rule: rule, detail: "The icon \(path) is not to be had.") }
      return nil
    }
  }

  private func serviceWorker() -> [Finding] {
    guard let answer = get("/sw.js"), answer.status == 200,
      answer.field("content-type")?.hasPrefix("text/javascript") ?? false
    else { return [Finding(rule: "service-worker", detail: "/sw.js is not to be had.")] }
    guard answer.field("cache-control")?.contains("no-cache") ?? false else {
      return [
        Finding(
          rule: "service-worker",
          detail: "/sw.js may be cached, so that new versions come late: pass Cache-Control on.")
      ]
    }
    return []
  }

  /// Without a session the stream is refused, in the server's own words and at once.
  private func events() -> [Finding] {
    guard let answer = get("/v1/events"), answer.status == 401,
      answer.field("content-type")?.hasPrefix("application/problem+json") ?? false
    else {
      return [
        Finding(
          rule: "events",
          detail:
            "/v1/events does not come from Wayside: a proxy must pass all of /v1 on, unbuffered.")
      ]
    }
    return []
  }

  private func readiness() -> [Finding] {
    guard let answer = get("/readyz"), answer.status == 200 else {
      return [Finding(rule: "ready", detail: "/readyz says that the server is not ready.")]
    }
    return []
  }

  private func get(_ path: String) -> OutgoingAnswer? { try? client.examine(address + path) }
}
