import Base

/// Members of the kinds that appointments hold.
extension JSONWriter {
  /// Metres, to the decimetre.
  public mutating func member(_ name: StaticString, metres value: Double?) {
    guard let value else { return }
    key(name)
    number(value, decimals: 1)
  }

  /// An array of the words in their order of declaration.
  public mutating func member<Word: RawRepresentable & CaseIterable & Hashable>(
    _ name: StaticString, words: Set<Word>
  ) where Word.RawValue == String {
    key(name)
    array { json in
      for word in Word.allCases where words.contains(word) { json.string(word.rawValue) }
    }
  }
}

/// Sets of words as the store keeps them: separated by spaces, in their order of declaration.
public enum WordSet {
  /// In the store's form.
  public static func encode<Word: RawRepresentable & CaseIterable & Hashable>(_ words: Set<Word>)
    -> String
  where Word.RawValue == String {
    Word.allCases.filter { words.contains($0) }.map(\.rawValue).joined(separator: " ")
  }

  /// From the store's form; words that are none are passed over.
  public static func decode<Word: RawRepresentable & Hashable>(_ text: String, _ type: Word.Type)
    -> Set<Word> where Word.RawValue == String
  { Set(text.split(separator: " ").compactMap { Word(rawValue: String($0)) }) }
}

extension JSONFields {
  /// An array of words of a closed list, each once.
  public func words<Word: RawRepresentable & CaseIterable & Hashable>(
    _ name: String, _ type: Word.Type, atLeast least: Int
  ) -> Set<Word> where Word.RawValue == String {
    let found = array(name, least...Word.allCases.count) { element, index in
      element.choice(index, type)
    }
    let words = found.compactMap { $0 }
    if Set(words).count < words.count { reject(name, "must not name one twice") }
    return Set(words)
  }
}
