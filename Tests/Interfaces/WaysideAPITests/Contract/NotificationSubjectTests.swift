import Access
import Foundation
import Notifications
import Registration
import TestSupport
import Testing

@testable import WaysideAPI

@Suite("what notifications open in the pages")
struct NotificationSubjectTests {
  private static let web = Checkout.root.appending(path: "Sources/Interfaces/WebClient/web")

  /// The subjects of the pages, and the first of what their paths look like: `/people/${id}/reports`.
  private static func pages() throws -> [String: String] {
    let text = try String(contentsOf: web.appending(path: "me/subjects.js"), encoding: .utf8)
    let entry =
      #/^  (?<kind>\w+): \{\s*icon: '[\w-]+',\s*path: \([^)]*\) => (?:'(?<fixed>[^']*)'|`(?<path>[^`]*)`)/#
      .anchorsMatchLineEndings()
    return Dictionary(
      uniqueKeysWithValues: text.matches(of: entry).map {
        (String($0.output.kind), String($0.output.fixed ?? $0.output.path ?? ""))
      })
  }

  /// The paths of all pages: `/people/:id/reports`.
  private static func routes() throws -> [[Substring]] {
    let places = try FileManager.default.contentsOfDirectory(
      at: web, includingPropertiesForKeys: nil)
    return try places.map { $0.appending(path: "routes.js") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
      .flatMap { file in
        try String(contentsOf: file, encoding: .utf8).matches(of: #/path: '(/[^']*)'/#)
          .map { $0.output.1.split(separator: "/") }
      }
  }

  @Test("US3(c): every subject of a notification has a page, and the pages know no other")
  func all() throws {
    #expect(try Set(Self.pages().keys) == Set(SubjectKind.allCases.map(\.rawValue)))
  }

  @Test("US3(c): the page of every subject is one that there is")
  func paths() throws {
    let routes = try Self.routes()
    #expect(routes.count > 50)
    for (kind, path) in try Self.pages() {
      let plain = path.replacing(#/\$\{which\([^}]*\)\}|\?.*$/#, with: "")
      let parts = plain.split(separator: "/")
      let isThere = routes.contains { route in
        route.count == parts.count
          && zip(route, parts).allSatisfy { $0.hasPrefix(":") ? $1 == "${id}" : $0 == $1 }
      }
      #expect(isThere, "\(kind) opens \(path)")
    }
  }

  @Test("whatever can be reported has a subject, which its owner is led to when it is removed")
  func reported() throws {
    let fixture = try APIFixture()
    let things = fixture.services.capabilities.parts((any ReportableThings).self)
    #expect(things.count > 4)
    for thing in things {
      #expect(SubjectKind(rawValue: thing.kind.rawValue) != nil, "\(thing.kind.rawValue)")
    }
  }
}
