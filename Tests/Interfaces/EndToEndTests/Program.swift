import Foundation
import TestSupport

/// The real program, run as its users do.
struct Program {
  struct Outcome {
    var code: Int32
    var output: String
    var errors: String
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let root = Checkout.root

  /// The program beside the test bundle.
  static var path: String {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let beside = bundle.appendingPathComponent("wayside").path
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    return root.appendingPathComponent(".build/debug/wayside").path
  }

  /// Starts it, with standard output and error into files.
  func start(_ arguments: String...) throws -> Process { try start(arguments) }

  /// Starts a server on any port, and waits until it has its data folder.
  func serve(
    _ data: TemporaryFolder, options: [String] = [], environment: [String: String]? = nil
  ) throws -> Process {
    let server = try start(
      ["serve", "--data", data.path, "--listen", "127.0.0.1:0"] + options, environment: environment)
    let deadline = Date().addingTimeInterval(30)
    while !FileManager.default.fileExists(atPath: data.file("service.key")), Date() < deadline {
      usleep(20_000)
    }
    return server
  }

  private func start(
    _ arguments: [String], environment: [String: String]? = nil, input: String = ""
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments
    process.currentDirectoryURL = Program.root
    if let environment { process.environment = environment }
    for name in ["out", "err"] {
      _ = FileManager.default.createFile(atPath: folder.file(name), contents: nil)
    }
    let lines = Pipe()
    process.standardInput = lines
    process.standardOutput = FileHandle(forWritingAtPath: folder.file("out"))
    process.standardError = FileHandle(forWritingAtPath: folder.file("err"))
    try process.run()
    lines.fileHandleForWriting.write(Data(input.utf8))
    try lines.fileHandleForWriting.close()
    return process
  }

  /// Runs it to its end.
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") throws -> Outcome {
    let process = try start(arguments, input: input)
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, output: text("out"), errors: text("err"))
  }

  /// What it has said on standard error so far.
  var errors: String { text("err") }

  /// Where a server says that it listens; nil before.
  var address: String? {
    text("err").split(separator: "\n").first { $0.hasPrefix("wayside listens on ") }
      .map { String($0.dropFirst("wayside listens on ".count)) }
  }

  private func text(_ name: String) -> String {
    String(
      decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
  }
}
