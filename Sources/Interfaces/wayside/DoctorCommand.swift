import Base
import Composition
import Cryptography
import Foundation
import Geodata
import Media
import Moderation
import Objects
import Registration
import Storage
import Tours
import Travel
import WaysideAPI

/// `wayside doctor`: checks the data against every rule they have to keep.
enum DoctorCommand {
  static let command = Command(
    name: "doctor", operands: "", operandCount: 0...0,
    summary: """
      Checks the data of a stopped server; says every rule that is broken, how old maps, heights and
      timetables are, two weeks before a timetable ends, that it does, and what uses how much. With --deployed it looks
      at a running one from outside instead, as a browser would: certificate, headers, manifest,
      service worker, event stream.
      """,
    options: Command.storeOptions + [
      Arguments.Option(
        name: "deep", value: nil, summary: "also reads every media file and checks its digest"),
      Arguments.Option(
        name: "accept-key", value: nil,
        summary: "takes the folder's service.key for the store's, whose own is lost"),
      Arguments.Option(
        name: "deployed", value: "URL",
        summary: "the address that people open; no data folder is needed"),
      Command.json,
    ],
    run: run)

  private struct Finding {
    var rule: String
    var detail: String
  }

  private static func run(_ arguments: Arguments) throws {
    if let address = arguments["deployed"] {
      let findings = try DeployedCheck(address).findings().map {
        Finding(rule: $0.rule, detail: $0.detail)
      }
      return try conclude(
        findings, arguments, allIsWell: "all is well: \(address) is what browsers ask for")
    }
    let installation = try Installation(arguments, acceptsKey: arguments.has("accept-key"))
    defer { installation.close() }
    var findings = try installation.store.check().map {
      Finding(rule: $0.rule, detail: $0.detail)
    }
    let invariants = Services.declarations.invariants
    try installation.store.read(deadlineSeconds: 600) { session in
      for invariant in invariants {
        let breaches = try invariant.breaches(in: session)
        if breaches > 0 {
          findings.append(
            Finding(rule: invariant.name, detail: "\(invariant.rule) Broken by \(breaches) rows."))
        }
      }
    }
    let audit = try installation.services.moderation.audit.verify()
    if let number = audit.firstBroken {
      findings.append(
        Finding(rule: "audit-chain", detail: "Entry \(number) was changed or removed."))
    }
    findings += try installation.notes.findings(
      installation.store, installation.services.moderation.audit
    ).map { Finding(rule: $0.rule, detail: $0.detail) }
    let owed = try installation.owedErasures()
    if !owed.isEmpty {
      findings.append(
        Finding(
          rule: "erased-stay-erased",
          detail: """
            \(owed.count) accounts live that \(ErasureList.name) says were erased; the server erases \
            them again when it starts.
            """))
    }
    let files = try checkMedia(installation, isDeep: arguments.has("deep"), &findings)
    let snapshot = installation.services.geodata.current
    try conclude(
      findings, warnings: snapshot.warnings(at: SystemClock().now()), ages: snapshot.ages,
      use: DataUse(of: installation), arguments,
      allIsWell:
        "all is well: \(invariants.count) rules, the indexes, the audit log and \(files) media files"
    )
  }

  /// Says what was found; the exit code tells whether that was anything.
  private static func conclude(
    _ findings: [Finding], warnings: [String] = [], ages: [String] = [], use: DataUse? = nil,
    _ arguments: Arguments, allIsWell: String
  ) throws {
    report(
      findings, warnings: warnings, ages: ages, use: use, arguments, allIsWell: allIsWell)
    if !findings.isEmpty {
      throw Refusal(.conflict, "data-broken", "\(findings.count) rules are broken.")
    }
  }

  /// Compares the sizes of media files with what is stored of them, or reads all of them.
  private static func checkMedia(
    _ installation: Installation, isDeep: Bool, _ findings: inout [Finding]
  ) throws -> Int {
    let sizes = try installation.store.read(deadlineSeconds: 600) { session in
      Dictionary(
        uniqueKeysWithValues: try session.all("SELECT sha256, bytes FROM media") {
          (try $0.text(0), try $0.int(1))
        })
    }
    var files = 0
    var damaged: [String] = []
    try installation.media.list { digest in
      files += 1
      let isIntact =
        isDeep
        ? SHA256.hash(try installation.media.read(digest) ?? []).hexadecimal == digest.hex
        : sizes[digest.hex].map { $0 == installation.media.size(digest) } ?? true
      if !isIntact { damaged.append(digest.hex) }
    }
    if !damaged.isEmpty {
      let list = damaged.prefix(5).joined(separator: ", ")
      findings.append(
        Finding(
          rule: "media-are-intact", detail: "\(damaged.count) media files are damaged: \(list)"))
    }
    let missing = try installation.store.read { session in
      try session.all("SELECT sha256 FROM media WHERE unused_since IS NULL") { try $0.text(0) }
        .filter { hex in MediaDigest(hex: hex).map { !installation.media.exists($0) } ?? true }
    }
    if !missing.isEmpty {
      findings.append(
        Finding(rule: "media-are-there", detail: "\(missing.count) media files are missing."))
    }
    return files
  }

  private static func report(
    _ findings: [Finding], warnings: [String], ages: [String], use: DataUse?,
    _ arguments: Arguments, allIsWell: String
  ) {
    if arguments.has("json") {
      Terminal.say { json in
        json.array("findings") { json in
          for finding in findings {
            json.object { json in
              json.member("rule", finding.rule)
              json.member("detail", finding.detail)
            }
          }
        }
        json.array("warnings") { json in
          for warning in warnings { json.string(warning) }
        }
        json.array("geodata") { json in
          for age in ages { json.string(age) }
        }
        if let use {
          json.key("use")
          use.write(to: &json)
        }
      }
      return
    }
    for line in ages + (use?.lines ?? []) { Terminal.say(line) }
    for warning in warnings { Terminal.say("warning: \(warning)") }
    for finding in findings { Terminal.say("\(finding.rule): \(finding.detail)") }
    if findings.isEmpty { Terminal.say(allIsWell) }
  }
}
