import Archives
import Base
import Foundation
import HTTPServing
import TestSupport
import Testing
import WaysideAPI

@Suite("the catalogue of errors")
struct ErrorCatalogueTests {
  private static let sources = Checkout.root.appending(path: "Sources")

  /// Every slug that is written in the sources, with the file.
  private func slugs() throws -> [(slug: String, file: String)] {
    let enumerator = try #require(
      FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var found: [(String, String)] = []
    for case let url as URL in enumerator where url.pathExtension == "swift" {
      let text = try String(contentsOf: url, encoding: .utf8)
      // A refusal is made of a kind or status, then its slug as a literal.
      for piece in text.split(separator: "Refusal(", omittingEmptySubsequences: false).dropFirst() {
        let parts = piece.prefix(200).split(separator: "\"", maxSplits: 2)
        guard parts.count >= 2,
          parts[0].allSatisfy({ $0.isWhitespace || $0.isLetter || $0.isNumber || ".,".contains($0) }
          ),
          parts[0].contains(",")
        else { continue }
        found.append((String(parts[1]), url.lastPathComponent))
      }
    }
    return found
  }

  @Test("every slug that the sources name is in the catalogue")
  func complete() throws {
    let found = try slugs()
    #expect(found.count > 80)
    // What is put together from a state or a rule is looked at below.
    for (slug, file) in found where !slug.contains("\\(") {
      #expect(ErrorCatalogue.entry(slug) != nil, "\(slug) of \(file)")
    }
    for state in ["accepted", "declined", "revoked", "expired"] {
      #expect(ErrorCatalogue.entry("invitation-" + state) != nil)
    }
    for rule in UploadRule.allCases { #expect(ErrorCatalogue.entry(rule.rawValue) != nil) }
    for rule in ZipRule.allCases { #expect(ErrorCatalogue.entry(rule.rawValue) != nil) }
  }

  @Test("nothing stands in the catalogue that no source names")
  func current() throws {
    let rules = UploadRule.allCases.map(\.rawValue) + ZipRule.allCases.map(\.rawValue)
    let named = Set(try slugs().map(\.slug) + rules)
    for entry in ErrorCatalogue.entries where !entry.slug.hasPrefix("invitation-") {
      #expect(named.contains(entry.slug), "\(entry.slug)")
    }
  }

  /// What is answered before any operation is asked.
  private static let framing: Set = [
    "malformed-request", "bad-framing", "unknown-path", "method-not-allowed", "target-too-long",
    "expectation", "header-too-large", "unknown-method", "transfer-coding", "http-version",
    "content-coding",
  ]

  /// What only commands of the operator answer.
  private static let commands: Set = [
    "no-account", "email-taken", "account-not-active", "admin-account", "not-suspended",
    "no-data-folder",
    "no-dataset", "wrong-manifest", "no-file", "invalid-settings", "no-timetable",
    "no-mail-password", "mail-refused", "mail-not-sent", "data-exist",
    "tour-findings", "data-broken", "no-backup", "damaged-backup", "import-running", "no-import",
    "not-fetched", "file-exists", "no-catalog-folder", "not-written", "no-service-key",
    "backup-by-pg-dump", "duplicate-deadline-kind", "duplicate-notification-kind",
    "no-web-client", "damaged-media", "database-missing", "service-key-missing", "broken-erasures",
    "service-key-differs", "broken-notes", "tool-failed", "too-many-walls", "too-many-rows",
    "duplicate-report-kind", "registered-twice",
  ]

  @Test("each is declared by an operation, unless the server or a command answers it")
  func declared() throws {
    let declared = try APIFixture().api.operations.reduce(into: Set<String>()) {
      $0.formUnion($1.problems)
    }
    let others = Self.framing.union(Self.commands)
    let known = Set(ErrorCatalogue.entries.map(\.slug))
    #expect(known.subtracting(others).subtracting(declared).sorted() == [])
    #expect(others.subtracting(known).sorted() == [])
  }

  @Test("each has a page of its own, and others have none")
  func pages() throws {
    let fixture = try APIFixture()
    for entry in ErrorCatalogue.entries {
      let reply = try fixture.call(.get, "/problems/" + entry.slug)
      #expect(reply.status == 200)
      #expect(reply.json["title"]?.string == entry.title)
      #expect(reply.json["status"]?.array?.compactMap(\.integer) == entry.statuses)
    }
    #expect(try fixture.call(.get, "/problems/no-such-slug").status == 404)
  }
}
