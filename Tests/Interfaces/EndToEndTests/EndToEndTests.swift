import Foundation
import TestSupport
import Testing

/// The real program, as its users run it: the story of `tools/demo --check`, the commands, and
/// what they say when they are used wrongly.
@Suite("The program as a whole", .serialized)
struct EndToEndTests {
  private static let root = Program.root
  private static var program: String { Program.path }

  private struct Outcome {
    var code: Int32
    var output: String
    var errors: String
  }

  private func run(_ program: String, _ arguments: [String], input: String = "") throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = Self.root
    let (stdin, folder) = (Pipe(), try TemporaryFolder())
    // Files, not pipes: a full pipe nobody reads would stop the program.
    for name in ["out", "err"] {
      _ = FileManager.default.createFile(atPath: folder.file(name), contents: nil)
    }
    process.standardInput = stdin
    process.standardOutput = FileHandle(forWritingAtPath: folder.file("out"))
    process.standardError = FileHandle(forWritingAtPath: folder.file("err"))
    try process.run()
    stdin.fileHandleForWriting.write(Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    process.waitUntilExit()
    func text(_ name: String) -> String {
      String(
        decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
    }
    return Outcome(code: process.terminationStatus, output: text("out"), errors: text("err"))
  }

  private func wayside(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(Self.program, arguments, input: input)
  }

  private func story(_ more: [String] = []) throws -> Outcome {
    try run(
      "/usr/bin/env",
      [
        "python3", Self.root.appendingPathComponent("tools/story").path, "--binary", Self.program,
        "--geodata", "geodata/vaduz", "--check",
      ] + more)
  }

  @Test("a tour in a file is walked and looked at without a data folder, the same for each seed")
  func tourCommands() throws {
    let file = "geodata/vaduz/art-and-parliament.tour.geojson"
    let walked = try wayside("tour", "walk", file, "--noise", "8", "--seed", "1", "--json")
    #expect(walked.output.contains("\"noise\":8,\"seed\":1"), "\(walked.errors)")
    #expect(walked.code == (walked.output.contains("\"findings\":[]") ? 0 : 1))
    let again = try wayside("tour", "walk", file, "--noise", "8", "--seed", "1", "--json")
    #expect(again.output == walked.output)
    let other = try wayside("tour", "walk", file, "--noise", "8", "--seed", "2", "--json")
    #expect(other.output != walked.output)
    let told = try wayside("tour", "walk", file, "--noise", "0")
    #expect(told.output.contains("noise 0.0 m, seed 1"), "\(told.output)\(told.errors)")
    // A worse receiver: the sentences number the stops as the JSON does.
    let worse = try wayside("tour", "walk", file, "--noise", "40", "--json")
    struct Walk: Decodable {
      struct Finding: Decodable {
        var stop: Int
        var detail: String
      }
      var findings: [Finding]
    }
    struct Answer: Decodable { var walk: Walk }
    let findings = try JSONDecoder().decode(Answer.self, from: Data(worse.output.utf8)).walk
      .findings
    #expect(!findings.isEmpty)
    let sentences = try wayside("tour", "walk", file, "--noise", "40").output
      .split(separator: "\n").filter { $0.hasPrefix("stop ") }
    #expect(sentences.count == findings.count)
    for (sentence, finding) in zip(sentences, findings) {
      #expect(sentence.hasPrefix("stop \(finding.stop) ("), "\(sentence)")
      #expect(sentence.hasSuffix(finding.detail), "\(sentence)")
    }
    let looked = try wayside("tour", "lint", file, "--json")
    #expect(looked.output.hasPrefix("{\"count\":"), "\(looked.output)\(looked.errors)")
    for name in ["art-and-parliament", "old-town-and-castle", "vineyards-and-rhine"] {
      let sample = try wayside("tour", "lint", "geodata/vaduz/\(name).tour.geojson")
      #expect(sample.code == 0, "\(name): \(sample.output)")
    }
    for wrong in [["--noise", "-1"], ["--noise", "x"], ["--seed", "1.5"], ["--speed", "99"]] {
      let refused = try run(Self.program, ["tour", "walk", file] + wrong)
      #expect(refused.code == 2, "\(refused.errors)")
    }
    #expect(try wayside("tour", "walk", "geodata/SOURCES.md").code == 1)
    #expect(try wayside("tour", "lint", "no-such-file").code == 1)
    // The first word alone leads to the commands that begin with it.
    let group = try wayside("tour", "--help")
    #expect(group.code == 0 && group.output.contains("tour walk"), "\(group.errors)")
    let unknown = try wayside("tour", "jump", file)
    #expect(unknown.code == 2 && unknown.errors.contains("tour lint"), "\(unknown.errors)")
  }

  @Test("CG-RL-08, CG-RL-11: radii, speed and limits are what the data folder's settings say")
  func settings() throws {
    let folder = try TemporaryFolder()
    let file = "geodata/vaduz/art-and-parliament.tour.geojson"
    func set(_ text: String) throws -> Outcome {
      try text.write(toFile: folder.file("settings.json"), atomically: true, encoding: .utf8)
      return try wayside("tour", "walk", file, "--data", folder.path, "--json")
    }
    let usual = try wayside("tour", "walk", file, "--json")
    #expect(try set("{}").output == usual.output)
    let quick = try set("{\"walkingSpeed\":2.5,\"arrivalMetres\":30}")
    #expect(quick.output.contains("\"speed\":2.5"), "\(quick.errors)")
    for (text, named) in [
      ("{\"arrivalMeters\":30}", "/arrivalMeters"), ("{\"viewOverlap\":2}", "/viewOverlap"),
      ("[]", "settings.json"), ("{", "settings.json"),
    ] {
      let refused = try set(text)
      #expect(refused.code == 1 && refused.errors.contains(named), "\(text): \(refused.errors)")
    }
  }

  @Test("the whole story runs on SQLite, and leaves data that keep every rule")
  func storyOnSQLite() throws {
    let folder = try TemporaryFolder()
    let outcome = try story(["--data", folder.path])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let doctor = try wayside("doctor", "--data", folder.path)
    #expect(doctor.code == 0, "\(doctor.output)\(doctor.errors)")

    let settings = "{\"arrivalMetres\":20}"
    try settings.write(
      toFile: folder.file("settings.json"), atomically: true, encoding: .utf8)
    let backup = folder.file("backup.zip")
    let made = try wayside("backup", "--data", folder.path, "--to", backup)
    #expect(made.code == 0, "\(made.errors)")
    let second = folder.file("second")
    let restored = try wayside("restore", "--data", second, "--from", backup)
    #expect(restored.code == 0, "\(restored.errors)")
    #expect(try String(contentsOfFile: second + "/settings.json", encoding: .utf8) == settings)
    let healthy = try wayside("doctor", "--data", second, "--json")
    #expect(healthy.code == 0 && healthy.output.contains("\"findings\":[]"), "\(healthy.output)")
    let refused = try wayside("restore", "--data", second, "--from", backup)
    #expect(refused.code == 1 && refused.errors.contains("--replace"), "\(refused.errors)")
  }

  @Test(
    "the whole story runs on PostgreSQL with PostGIS",
    .enabled(if: PostgresServer.absence == nil, "PostgreSQL is not installed"))
  func storyOnPostgres() throws {
    let outcome = try story(["--store", try PostgresServer.freshURL()])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test(
    "CG-RL-16: admins are made by the operator's command, with a password that is not an argument")
  func admin() throws {
    let folder = try TemporaryFolder()
    let made = try wayside(
      "admin", "create", "--email", "admin@example.org", "--password-stdin", "--data", folder.path,
      "--json", input: "a good password\n")
    #expect(made.code == 0 && made.output.contains("\"id\""), "\(made.errors)")
    let again = try wayside(
      "admin", "create", "--email", "ADMIN@example.org", "--password-stdin", "--data", folder.path,
      input: "a good password\n")
    #expect(again.code == 1, "the same address twice: \(again.output)")
    let short = try wayside(
      "admin", "create", "--email", "b@example.org", "--password-stdin", "--data", folder.path,
      input: "abc\n")
    #expect(short.code == 1 && short.errors.contains("8"), "\(short.errors)")
  }

  @Test(
    "RL-Q-03, RL-Q-04: killed and started again, it has everything acknowledged, within 20 s")
  func crashes() throws {
    let outcome = try run(
      "/usr/bin/env",
      [
        "python3", Self.root.appendingPathComponent("tools/crash-cycles").path, "--server",
        Self.program, "--cycles", "2",
      ])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("\"lost\": 0"), "\(outcome.output)")
  }

  @Test("wrong usage ends with code 2 and says what is wrong")
  func usage() throws {
    for arguments in [
      ["nothing"], ["serve", "--nope"], ["serve"], ["import", "--data", "x"], ["backup", "--data"],
      ["serve", "--data", "/tmp/x", "--listen", "here"],
      ["serve", "--data", "/tmp/x", "--bytes-per-address", "0"],
      ["serve", "--data", "/tmp/x", "--listen", "0.0.0.0:1", "--rate-limits", "off"],
    ] {
      let outcome = try run(Self.program, arguments)
      #expect(outcome.code == 2, "\(arguments): \(outcome.code)")
      #expect(outcome.errors.hasPrefix("wayside"), "\(arguments): \(outcome.errors)")
    }
    let help = try wayside("--help")
    #expect(help.code == 0 && help.output.contains("serve"))
  }

  @Test("a second server on the same data folder is refused")
  func secondServer() throws {
    let folder = try TemporaryFolder()
    let first = try Program().serve(folder)
    defer {
      first.terminate()
      first.waitUntilExit()
    }
    let second = try wayside("doctor", "--data", folder.path)
    #expect(second.code == 1 && !second.errors.isEmpty, "\(second.output)\(second.errors)")
  }
}
