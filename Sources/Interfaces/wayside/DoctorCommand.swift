import Base
import Composition
import Cryptography
import Foundation
import Media
import Objects
import Realms
import Registration
import Storage
import Tours
import Travel
import WaysideAPI

/// `wayside doctor`: checks the data against every rule they have to keep.
enum DoctorCommand {
  static let command = Command(
    name: "doctor", operands: "", operandCount: 0...0,
    summary: "Checks the data of a stopped server; says every rule that is broken.",
    options: Command.storeOptions + [Command.json],
    run: run)

  private struct Finding {
    var rule: String
    var detail: String
  }

  private static func run(_ arguments: Arguments) throws {
    let installation = try Installation(arguments)
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
    let audit = try installation.services.realms.audit.verify()
    if let number = audit.firstBroken {
      findings.append(
        Finding(rule: "audit-chain", detail: "Entry \(number) was changed or removed."))
    }
    let files = try checkMedia(installation, &findings)
    report(findings, rules: invariants.count, files: files, arguments)
    if !findings.isEmpty {
      throw Refusal(.conflict, "data-broken", "\(findings.count) rules are broken.")
    }
  }

  /// Reads every media file and compares it with its name.
  private static func checkMedia(
    _ installation: Installation, _ findings: inout [Finding]
  ) throws -> Int {
    var files = 0
    var damaged = 0
    try installation.media.list { digest in
      files += 1
      let bytes = try installation.media.read(digest) ?? []
      if SHA256.hash(bytes).hexadecimal != digest.hex { damaged += 1 }
    }
    if damaged > 0 {
      findings.append(
        Finding(rule: "media-are-intact", detail: "\(damaged) media files are damaged."))
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
    _ findings: [Finding], rules: Int, files: Int, _ arguments: Arguments
  ) {
    if arguments.has("json") {
      Terminal.say { json in
        json.key("findings")
        json.array { json in
          for finding in findings {
            json.object { json in
              json.key("rule")
              json.string(finding.rule)
              json.key("detail")
              json.string(finding.detail)
            }
          }
        }
      }
      return
    }
    for finding in findings { Terminal.say("\(finding.rule): \(finding.detail)") }
    if findings.isEmpty {
      Terminal.say(
        "all is well: \(rules) rules, the indexes, the audit log and \(files) media files")
    }
  }
}
