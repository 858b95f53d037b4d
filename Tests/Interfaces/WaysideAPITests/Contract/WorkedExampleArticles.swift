import Foundation
import TestSupport

/// The blocks of Swift that an article shows, held against a file in which they are compiled.
struct WorkedExampleArticle {
  let name: String
  let blocks: [String]

  /// - Parameter path: below the documentation's folder.
  init(_ path: String) throws {
    name = path
    blocks = try Self.text("Sources/Interfaces/wayside/Wayside.docc/" + path)
      .components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
  }

  /// The first lines of those blocks that do not stand in the file, line by line, in one piece.
  ///
  /// - Parameter path: of the compiled file, below the repository's folder.
  func blocks(missingIn path: String) throws -> [String] {
    let compiled = Self.lines(try Self.text(path))
    return blocks.map(Self.lines).filter { shown in
      guard let first = shown.first else { return false }
      return !compiled.indices.contains { start in
        compiled[start] == first && compiled[start...].starts(with: shown)
      }
    }.compactMap(\.first)
  }

  /// Without blank lines and indents.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
