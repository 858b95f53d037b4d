import Base
import Foundation
import TestSupport
import Testing

/// Where the real server listens, and whose word it takes for who asks.
@Suite("Listening, and whom to believe")
struct ListeningTests {
  private let data: TemporaryFolder

  init() throws { data = try TemporaryFolder() }

  /// Asks to recover the password of an account that nobody has; each another one, as these have a limit, too.
  private static var recovery: String { #"{"email":"\#(UUID().uuidString)@example.org"}"# }

  /// The statuses of so many attempts to recover a password, each said to be asked for by another client.
  private func attempts(_ options: [String], _ clients: [String]) throws -> [Int] {
    let server = try RunningServer(data, options: options + ["--rate-limits", "on"])
    defer { server.stop() }
    return try clients.map { client in
      try server.call(
        "POST", "/v1/password-recoveries", Self.recovery,
        headers: ["X-Forwarded-For: \(client)", "Forwarded: for=\(client)"]
      ).status
    }
  }

  private static let same = Array(repeating: "192.0.2.1", count: 12)
  private static let various = (1...12).map { "192.0.2.\($0)" }

  @Test(
    "--trusted-proxies: the word of a peer in a network that is named counts for the limits",
    arguments: [
      ["--trusted-proxies", "127.0.0.0/8"], ["--trusted-proxies", "10.0.0.1,127.0.0.1"],
      ["--trusted-proxies", "127.0.0.1", "--proxy-header", "forwarded"],
    ])
  func trusted(_ options: [String]) throws {
    #expect(try attempts(options, Self.various).allSatisfy { $0 == 202 })
    #expect(try attempts(options, Self.same).last == 429)
  }

  @Test(
    "--trusted-proxies: what any other peer writes into the fields proves nothing",
    arguments: [[], ["--trusted-proxies", "10.0.0.0/8,::1"]])
  func untrusted(_ options: [String]) throws {
    #expect(try attempts(options, Self.various).last == 429)
  }

  /// The status and body of an answer through a Unix socket.
  private func ask(
    _ socket: String, _ path: String, _ arguments: [String] = []
  ) throws -> (status: String, text: String) {
    let curl = Process()
    curl.executableURL = URL(filePath: "/usr/bin/curl")
    curl.arguments =
      ["-s", "--max-time", "60", "--unix-socket", socket, "-w", "\n%{http_code}"] + arguments
      + ["http://wayside" + path]
    let output = Pipe()
    curl.standardOutput = output
    try curl.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    curl.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return (String(lines.last ?? ""), lines.dropLast().joined(separator: "\n"))
  }

  @Test("--health-listen unix:PATH: health is told there too, and figures there alone")
  func health() throws {
    let socket = data.file("health.sock")
    let server = try RunningServer(data, options: ["--health-listen", "unix:" + socket])
    #expect(server.log.contains("health is told on unix:\(socket)"))
    for path in ["/livez", "/readyz"] {
      #expect(try ask(socket, path).status == "200", "\(path)")
      #expect(try server.call("GET", path).status == 200, "\(path)")
    }
    let metrics = try ask(socket, "/metrics")
    #expect(metrics.status == "200" && metrics.text.contains("wayside_request_seconds_count"))
    #expect(try server.call("GET", "/metrics").status == 404)
    #expect(try ask(socket, "/v1/tours").status == "404")
  }

  @Test("--listen unix:PATH: whoever asks through it is believed for whom it asks")
  func unixSocket() throws {
    let socket = data.file("http.sock")
    let program = try Program()
    let server = try program.start(
      "serve", "--data", data.path, "--listen", "unix:" + socket, "--health-listen", "127.0.0.1:0")
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    eventually("it listens") { program.address != nil || !server.isRunning }
    #expect(program.address == "unix:\(socket)", "\(program.errors)")
    func attempt(_ client: String) throws -> String {
      try ask(
        socket, "/v1/password-recoveries",
        [
          "-H", "Content-Type: application/json", "-H", "X-Forwarded-For: \(client)",
          "-d", Self.recovery,
        ]
      ).status
    }
    let statuses = try Self.same.map(attempt)
    #expect(statuses.first == "202" && statuses.last == "429", "\(statuses)")
    #expect(try attempt("192.0.2.2") == "202")
    #expect(program.errors.contains("health is told on http://127.0.0.1:"))
    #expect(try ask(socket, "/metrics").status == "404")
  }
}
