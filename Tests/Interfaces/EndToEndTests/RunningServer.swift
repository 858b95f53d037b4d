import Base
import Foundation
import Storage
import TestSupport
import Testing

/// The real server in a process of its own, and what is said to it over HTTP.
final class RunningServer {
  /// An answer, read.
  struct Answer {
    var status: Int
    var headers: [(name: String, value: String)]
    var text: String
    var json: JSONValue

    var items: [JSONValue] { json["items"]?.array ?? [] }

    /// The text at a place of the body.
    func require(_ path: String...) throws -> String {
      var value: JSONValue? = json
      for name in path { value = value?[name] }
      return try #require(value?.string, "no \(path) in \(status) \(text)")
    }
  }

  let data: TemporaryFolder
  private let program: Program
  private let process: Process
  let port: Int

  static let password = "a good password"

  /// Starts it on a folder, with settings if they are given, and waits until it answers.
  ///
  /// - Parameter options: without `--rate-limits` there are none.
  init(
    _ data: TemporaryFolder, settings: String? = nil, options: [String] = [],
    environment: [String: String]? = nil
  ) throws {
    self.data = data
    if let settings {
      try settings.write(toFile: data.file("settings.json"), atomically: true, encoding: .utf8)
    }
    program = try Program()
    let limits = options.contains("--rate-limits") ? [] : ["--rate-limits", "off"]
    process = try program.serve(data, options: options + limits, environment: environment)
    let mark = "wayside listens on http://127.0.0.1:"
    var found: Int?
    let deadline = Date().addingTimeInterval(60)
    while found == nil, process.isRunning, Date() < deadline {
      let line = program.errors.split(separator: "\n").first { $0.hasPrefix(mark) }
      found = line.flatMap { Int($0.dropFirst(mark.count)) }
      if found == nil { usleep(20_000) }
    }
    port = try #require(found, "the server does not start: \(program.errors)")
  }

  deinit { stop() }

  /// What it has said on standard error, its log among it.
  var log: String { program.errors }

  /// Ends it as the operator does, and waits.
  func stop() {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// Sends a request; a body is JSON as it stands.
  func call(
    _ method: String, _ target: String, as token: String? = nil, _ body: String? = nil,
    headers: [String] = []
  ) throws -> Answer {
    let client = try #require(RawHTTPClient(port: port, timeoutSeconds: 60))
    var fields = headers
    if let token { fields.append("Authorization: Bearer " + token) }
    if body != nil { fields.append("Content-Type: application/json") }
    let reply = try #require(
      client.request(method, target, headers: fields, body: body.map { Array($0.utf8) }),
      "no answer to \(method) \(target)")
    return Answer(
      status: reply.status, headers: reply.headers, text: reply.text,
      json: (try? JSONValue(parsing: reply.body)) ?? .null)
  }

  /// Sends a request that must succeed.
  @discardableResult
  func want(
    _ method: String, _ target: String, as token: String? = nil, _ body: String? = nil,
    headers: [String] = []
  ) throws -> Answer {
    let answer = try call(method, target, as: token, body, headers: headers)
    try #require((200..<300).contains(answer.status), "\(method) \(target): \(answer.text)")
    return answer
  }

  /// Someone new, logged in.
  func person(_ name: String) throws -> String {
    let email = "\(name)@example.org"
    try want(
      "POST", "/v1/accounts",
      """
      {"name":"\(name)","email":"\(email)","password":"\(Self.password)","acceptTerms":true}
      """)
    return try logIn(email)
  }

  func logIn(_ email: String) throws -> String {
    try want(
      "POST", "/v1/sessions", #"{"login":"\#(email)","password":"\#(Self.password)"}"#
    ).require("token")
  }

  /// A figure of `/metrics`.
  func figure(_ name: String) throws -> Double? {
    try call("GET", "/metrics").text.split(separator: "\n")
      .first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
  }

  /// How many rows each table has, counted in a copy.
  func rows() throws -> [String: Int] {
    let copy = try TemporaryFolder()
    return try Store.backup(database: data.file("wayside.sqlite"), toFile: copy.file("copy")).rows
  }

  /// Changes rows of a stopped server's database, as time or a careless hand would have.
  static func change(_ data: TemporaryFolder, _ statements: String...) throws {
    try #require(try takes(data, statements), "\(statements)")
  }

  /// Whether a stopped server's database takes such a change.
  static func takes(_ data: TemporaryFolder, _ statements: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "python3", "-c",
        """
        import sqlite3, sys
        database = sqlite3.connect(sys.argv[1])
        for statement in sys.argv[2:]: database.execute(statement)
        database.commit()
        """, data.file("wayside.sqlite"),
      ] + statements
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

/// Waits until something has come about in another process; what was seen last if it has not.
func eventually(
  within seconds: Double = 60, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) rethrows {
  let deadline = Date().addingTimeInterval(seconds)
  while try !condition() {
    guard Date() < deadline else {
      Issue.record(what, sourceLocation: sourceLocation)
      return
    }
    usleep(100_000)
  }
}
