import Geodesy
import Testing

@testable import Places

@Suite struct PlaceSearchTests {
  private let index: PlaceIndex
  private let centre = LonLat(lon: 10, lat: 0)

  init() throws { index = try SampleTown.index() }

  private func titles(
    _ text: String, near: LonLat? = nil, kinds: Set<PlaceKind> = []
  ) -> [String] {
    PlaceSearch.search(PlaceQuery(text, near: near, kinds: kinds), in: [index]).map(\.title)
  }

  @Test(
    "an address is found first, however it is written",
    arguments: [
      "Hauptstraße 12, 01936 Königsbrück", "hauptstrasse 12 königsbrück", "12 Hauptstr",
      "HAUPTSTR. 12 01936", "Hauptstraße 12, Koenigsbrueck", "Hauptstrase 12 Königsbrück",
      "Huaptstraße 12 Königsbrück", "Hauptsraße 12 01936",
    ])
  func addresses(text: String) {
    let found = PlaceSearch.search(PlaceQuery(text, near: centre), in: [index])
    #expect(found.first?.kind == .address)
    #expect(found.first?.title == "Hauptstraße 12")
    #expect(found.first?.postcode == "01936")
    #expect(found.first.map { $0.position.lon < 10.01 } ?? false)
  }

  @Test("no more is found than was asked for, at least one, at most fifty")
  func limits() {
    func count(_ limit: Int) -> Int {
      PlaceSearch.search(PlaceQuery("h", near: centre, limit: limit), in: [index]).count
    }
    #expect([1, 2, 3].map(count) == [1, 2, 3])
    #expect(count(0) == 1 && PlaceQuery("h", limit: 51).limit == 50)
  }

  @Test("of two houses with one address the nearer stands first")
  func nearness() throws {
    let far = LonLat(lon: 10.041, lat: 0)
    let found = index.search(PlaceQuery("Hauptstraße 12", near: far))
    #expect(found.prefix(2).map(\.title) == ["Hauptstraße 12", "Hauptstraße 12"])
    let distances = found.prefix(2).compactMap(\.distance)
    #expect(distances[0] < 100 && distances[1] > 3000)
  }

  @Test("a house number with a letter is not the one without")
  func letters() {
    for text in ["Hauptstraße 12a", "Hauptstraße 12 a", "hauptstr. 12 A"] {
      #expect(titles(text, near: centre).first == "Hauptstraße 12a", "\(text)")
    }
    #expect(titles("Hauptstraße 12", near: centre).first == "Hauptstraße 12")
  }

  @Test("numbers between known houses are found and marked")
  func interpolation() {
    let found = index.search(PlaceQuery("Sankt Martin Gasse 6"))
    #expect(found.first?.title == "St.-Martin-Gasse 6")
    #expect(found.first?.isInterpolated == true)
    #expect(abs((found.first?.position.lon ?? 0) - 10.002) < 1e-6)
    #expect(index.search(PlaceQuery("St Martin Gasse 2")).first?.isInterpolated == false)
    #expect(index.search(PlaceQuery("St Martin Gasse 7")).first?.kind == .street)
  }

  @Test("what is no house number makes no address")
  func noNumber() {
    #expect(titles("Hinterhof").isEmpty)
    #expect(!titles("Hauptstraße Hinterhof").contains { $0.contains("Hinterhof") })
  }

  @Test(
    "names are found while they are typed, cut, without marks, and in other languages",
    arguments: [
      ("hau", "Hauptstraße"), ("Königsbr", "Königsbrück"), ("konigsbruck", "Königsbrück"),
      ("R. Dr. Antonio Sousa", "Rua Doutor António Sousa"), ("мира", "Улица Мира"),
      ("peace street", "Улица Мира"), ("lowen apo", "Löwen-Apotheke"),
    ])
  func names(text: String, title: String) {
    #expect(titles(text, near: centre).first == title)
  }

  @Test("kinds are asked for by words, the nearer first")
  func kinds() {
    #expect(titles("pharmacy", near: centre) == ["Löwen-Apotheke", "Apotheke am Wald"])
    #expect(titles("pharmacie", near: LonLat(lon: 10.03, lat: 0.03)).first == "Apotheke am Wald")
    #expect(titles("wc") == ["toilets"])
    #expect(titles("hauptstr", kinds: [.poi]).isEmpty)
    #expect(titles("hauptstr", kinds: [.street]) == ["Hauptstraße", "Hauptstraße"])
    #expect(titles("Hauptstraße 3", kinds: [.address]).first == "Hauptstraße 3")
  }

  @Test("what is wanted near a place is looked for around it")
  func nearPlace() {
    let found = index.search(PlaceQuery("cafe near Städtle"))
    #expect(found.first?.title == "Kaffeehaus Ecke")
    #expect(index.search(PlaceQuery("cafe bei Hauptstraße 1")).first?.title == "Bahnhofscafé")
  }

  @Test("a stop with several platforms is one stop")
  func stops() {
    #expect(titles("Rathaus", kinds: [.stop]) == ["Rathaus"])
  }

  @Test("points of interest tell hours, telephone, website and wheelchair access")
  func details() throws {
    let place = try #require(index.search(PlaceQuery("Löwen Apotheke")).first)
    #expect(place.openingHours == "Mo-Fr 08:00-18:00" && place.phone == "+49 1")
    #expect(place.website == "https://loewen.example" && place.wheelchair == "yes")
    #expect(place.category == "pharmacy" && place.city == "Königsbrück")
    #expect(place.source.hasPrefix("node/"))
  }

  @Test("texts that name nothing find nothing, whatever they hold")
  func nothing() {
    for text in ["", " ", "...", "qqqqqqqq", "\u{0}", String(repeating: "a ", count: 5_000), "🙂"] {
      #expect(titles(text).isEmpty, "\(text.prefix(10))")
    }
  }

  @Test("a position has its house, its street and its area")
  func reverse() throws {
    let found = PlaceSearch.places(at: LonLat(lon: 10.003, lat: 0.000_12), in: [index])
    #expect(found.map(\.kind) == [.address, .street, .area])
    #expect(found[0].title == "Hauptstraße 12")
    #expect(try #require(found[0].distance) < 5)
    #expect(found[1].title == "Hauptstraße")
    #expect(abs(try #require(found[1].distance) - 13.3) < 0.5)
    #expect(found[2].title == "Städtle")
    #expect(PlaceSearch.places(at: LonLat(lon: 50, lat: 50), in: [index]).isEmpty)
  }

  @Test("every piece of every street is found from its middle")
  func everyLine() throws {
    for (x, y) in [(-2.5, 0.0), (2.5, 0), (42.5, 0), (2.5, 2), (2.5, 4), (2.5, 6)] {
      let middle = LonLat(lon: 10 + x / 1000, lat: y / 1000)
      let street = PlaceSearch.places(at: middle, in: [index]).first { $0.kind == .street }
      #expect(try #require(street?.distance) < 1, "\(x), \(y)")
    }
  }

  @Test("errors in words are counted as Damerau counts them", arguments: 1...20 as ClosedRange<Int>)
  func errors(seed: Int) throws {
    // Every word of the town against every other, with a plain table of distances as the measure.
    let all = (0..<index.words.count).map { index.words.bytes(of: $0) }
    let word = all[seed * 7 % all.count]
    // The word, and what is typed of it without its beginning.
    for pattern in [0, 1, 2].map({ Array(word.dropFirst($0)) }) where !pattern.isEmpty {
      for errors in 1...2 {
        for isPrefix in [false, true] {
          var found: [Int: Int] = [:]
          index.words.forEachWord(like: pattern, errors: errors, isPrefix: isPrefix) {
            found[$0] = $1
          }
          for (number, word) in all.enumerated() {
            let wanted =
              isPrefix
              ? (0...word.count).map { distance(Array(word[..<$0]), pattern) }.min() ?? 99
              : distance(word, pattern)
            #expect(found[number] == (wanted <= errors ? wanted : nil))
          }
        }
      }
    }
  }

  private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
    for i in 0...a.count { rows[i][0] = i }
    for i in 1..<max(a.count + 1, 1) where a.count > 0 {
      for j in 1..<max(b.count + 1, 1) where b.count > 0 {
        rows[i][j] = min(
          rows[i - 1][j] + 1, rows[i][j - 1] + 1,
          rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
        }
      }
    }
    return rows[a.count][b.count]
  }
}
