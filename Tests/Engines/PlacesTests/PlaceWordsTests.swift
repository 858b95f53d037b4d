import Testing

@testable import Places

@Suite struct PlaceWordsTests {
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
