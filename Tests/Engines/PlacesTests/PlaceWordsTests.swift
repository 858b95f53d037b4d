import Testing

@testable import Places

@Suite struct PlaceWordsTests {
  @Test(
    "a house number fits the better, the more of it was typed",
    arguments: [
      ("12", "12", 15), ("12a", "12 A", 15), ("12", "12-16", 13), ("16", "12-16", 12),
      ("14", "12-16", 11), ("14a", "12-16", 11), ("11", "12-16", 0), ("12a", "12-16", 0),
      ("16a", "12-16", 0), ("18", "12-16", 0), ("14", "12/16", 0), ("12", "12a", 10),
      ("12b", "12", 8), ("12b", "12a", 0), ("13", "12", 0), ("a", "12a", 0), ("1", "12", 0),
    ] as [(String, String, UInt8)])
  func houseNumbers(typed: String, tagged: String, quality: UInt8) {
    Array(tagged.utf8).withUnsafeBufferPointer {
      #expect(HouseNumbers.quality(Array(typed.utf8), $0) == quality)
    }
  }

  @Test("a word leads to each entry once, in their order, by its name where it is in the name")
  func postings() {
    var words = PlaceWords()
    words.add(beside: "Mill", entry: 1)
    words.add(name: "Mill", entry: 2)
    words.add(name: "Mill", entry: 1)
    words.add(beside: "Mill", entry: 3)
    let arrays = words.arrays()
    #expect(String(decoding: arrays.bytes, as: UTF8.self).hasPrefix("mill"))
    #expect(arrays.postings.prefix(3) == [1, 2, 3 | PlaceFile.besideName])
  }
}
