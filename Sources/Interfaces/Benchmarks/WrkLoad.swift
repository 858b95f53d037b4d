import Base
import Foundation

/// Closed-loop keep-alive clients: the program `wrk` with a list of requests.
struct WrkLoad {
  private let script: String
  private static let count = Guarded(0)

  /// - Parameters:
  ///   - targets: what is asked for, one after the other, from several starting points.
  ///   - token: the session that asks; nil for nobody.
  init(targets: [String], token: String?) throws {
    let authorization = token.map { "wrk.headers[\"Authorization\"] = \"Bearer \($0)\"" } ?? ""
    try self.init(lines: targets, request: "wrk.format(\"GET\", line)", preamble: authorization)
  }

  /// - Parameters:
  ///   - lines: one for each request.
  ///   - request: an expression in Lua that makes a request of `line`.
  ///   - preamble: Lua that runs before anything else.
  init(lines: [String], request: String, preamble: String = "") throws {
    guard Programs.find("wrk") != nil else {
      throw Unavailable(reason: "wrk is not installed (tools/setup --full)")
    }
    let folder = FileManager.default.temporaryDirectory.path
    let number = WrkLoad.count.withLock { count in
      count += 1
      return count
    }
    let list = "\(folder)/wayside-bench-\(getpid())-\(number).lines"
    script = "\(folder)/wayside-bench-\(getpid())-\(number).lua"
    try lines.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
    let text = """
      \(preamble)
      local threads, requests, at = 0, {}, 0
      function setup(thread)
        threads = threads + 1
        thread:set("first", threads * 7919)
      end
      function init(args)
        for line in io.lines("\(list)") do requests[#requests + 1] = \(request) end
        at = first % #requests
      end
      function request()
        at = at % #requests + 1
        return requests[at]
      end
      \(WrkLoad.reporting)
      """
    try text.write(toFile: script, atomically: true, encoding: .utf8)
  }

  /// The end of every script: what was seen, on one line.
  static let reporting = """
    function done(summary, latency, requests)
      local errors = summary.errors
      io.write(string.format("RESULT %d %d %d %d %d %d %d %d\\n", summary.requests,
        summary.duration, latency:percentile(50), latency:percentile(99), summary.bytes,
        errors.connect + errors.read + errors.write, errors.status, errors.timeout))
    end

    """

  /// Requests per second with the percentiles of their latency in microseconds.
  func run(port: Int, clients: Int, seconds: Int) throws -> Sample {
    try WrkLoad.run(script: script, port: port, clients: clients, seconds: seconds)
  }

  static func run(script: String, port: Int, clients: Int, seconds: Int) throws -> Sample {
    let threads = min(clients, 2)
    let output = try Programs.run(
      "wrk",
      [
        "-t\(threads)", "-c\(clients)", "-d\(seconds)s", "-s", script, "http://127.0.0.1:\(port)",
      ])
    let words = output.split(separator: "\n").last { $0.hasPrefix("RESULT ") }?
      .split(separator: " ").compactMap { Double($0) }
    guard let words, words.count == 8, words[1] > 0 else {
      throw Unavailable(reason: "wrk gave no result: \(output.suffix(300))")
    }
    guard words[5...].allSatisfy({ $0 == 0 }) else {
      throw Unavailable(
        reason: "\(Int(words[5])) requests were cut off, \(Int(words[6])) refused, "
          + "\(Int(words[7])) had no answer within two seconds")
    }
    return Sample(
      words[0] / words[1] * 1e6,
      [("p50", words[2]), ("p99", words[3]), ("bytes", words[4] / words[0])])
  }
}

/// Other programs.
enum Programs {
  /// Where the program is; nil if it is not installed.
  static func find(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end and returns what it wrote.
  static func run(_ name: String, _ arguments: [String]) throws -> String {
    guard let path = find(name) else { throw Unavailable(reason: "\(name) is not installed") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let output = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Unavailable(reason: "\(name) ended with \(process.terminationStatus): \(output)")
    }
    return output
  }
}
