import Foundation

/// What others were told an account is called, and where it is reached; taken out of their texts
/// when the account is erased.
///
/// - Thread: pure.
public struct ToldNames: Hashable, Sendable {
  /// How an erased account is called.
  public static let formerMember = "Former member"

  /// Longer ones first: "Ana" may be a part of "Ana Bell".
  public let words: [String]
  /// What our own links begin with; they hold no names, and have to open what they opened.
  public let links: String

  public init(_ words: some Sequence<String>, links: String) {
    self.words = Set(words).filter { !$0.isEmpty }.sorted {
      ($0.utf8.count, $0) > ($1.utf8.count, $1)
    }
    self.links = links
  }

  /// The text without them.
  public func forgotten(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while !links.isEmpty, let link = rest.range(of: links) {
      let end = rest[link.upperBound...].firstIndex(where: \.isWhitespace) ?? rest.endIndex
      result += replaced(String(rest[..<link.lowerBound])) + rest[link.lowerBound..<end]
      rest = rest[end...]
    }
    return result + replaced(String(rest))
  }

  private func replaced(_ text: String) -> String {
    words.reduce(text) { $0.replacingWord($1, with: Self.formerMember) }
  }

  // MARK: For the folder of mails

  /// As lines, for what carries out mails: the links first.
  var encoded: String { ([links] + words).joined(separator: "\n") }

  init(encoded: String) {
    let lines = encoded.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.init(lines.dropFirst(), links: lines.first ?? "")
  }
}

extension String {
  /// The text with `word` replaced where it stands by itself, not within another word.
  func replacingWord(_ word: String, with other: String) -> String {
    var result = ""
    var rest = self[...]
    while let found = rest.range(of: word) {
      let before = found.lowerBound > startIndex ? self[index(before: found.lowerBound)] : " "
      let behind = found.upperBound < endIndex ? self[found.upperBound] : " "
      let isWhole = !before.isLetter && !before.isNumber && !behind.isLetter && !behind.isNumber
      result += rest[..<found.lowerBound]
      result += isWhole ? other : word
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}
