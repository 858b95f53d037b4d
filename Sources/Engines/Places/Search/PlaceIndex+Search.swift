import FlatFiles
import Geodesy

extension PlaceIndex {
  /// One candidate and how well it fits.
  struct Candidate {
    var score: Double
    /// The text alone, 0...1.
    var match: Double
    var entry: UInt32
    /// The words that nothing explains yet and that begin with a digit.
    var open: UInt16
    var house: Int?
  }

  /// Finds places by what was typed of their names, the best first.
  ///
  /// A place has to explain the words: by its name, its kind, its address, or the quarter and town
  /// around it. Where whole and begun words explain too little, words with errors are tried.
  ///
  /// - Complexity: O(words of all names) bytes where errors are looked for, and O(entries of the
  ///   words); below a millisecond for a city.
  /// - Thread: any.
  public func search(_ query: PlaceQuery) -> [Place] {
    let text = String(query.text.unicodeScalars.prefix(200).map(Character.init))
    let folded = FoldedText.words(text)
    guard !folded.isEmpty, count > 0 else { return [] }
    if let found = searchNear(folded, query) { return found }
    let isOpen = text.unicodeScalars.last.map { !$0.properties.isWhitespace && $0 != "." } ?? true
    let words = QueryWords(folded, isOpen: isOpen)
    let centre = query.near.map { FixedPosition($0) }
    let found = search(words, at: centre, query, reach: PlaceIndex.plainReach)
    return found.map { place($0, near: query.near) }
  }

  /// How far nearness counts in a search, and how much against the text.
  struct Reach {
    var metres: Double
    var weight: Double
  }

  private static let farness = 0.2
  private static let farReach = 100_000.0
  static let plainReach = Reach(metres: 2_000, weight: 0.22)
  private static let nearReach = Reach(metres: 300, weight: 0.7)

  /// `cafe near Städtle`: what stands behind is looked up first, and what stands before around it.
  private func searchNear(_ folded: [FoldedWord], _ query: PlaceQuery) -> [Place]? {
    guard
      let split = folded.indices.dropFirst().dropLast().first(where: {
        Spellings.nearWords.contains(folded[$0].text)
      })
    else { return nil }
    let behind = QueryWords(Array(folded[(split + 1)...]), isOpen: true)
    let anchors = search(
      behind, at: query.near.map { FixedPosition($0) }, PlaceQuery("", near: query.near, limit: 1),
      reach: PlaceIndex.plainReach)
    guard let anchor = anchors.first, anchor.match >= 0.6 else { return nil }
    let centre =
      anchor.house.map { housePositions[$0] } ?? positions[Int(anchor.entry)]
    var wanted = query
    wanted.limit = 50
    let found = search(
      QueryWords(Array(folded[..<split]), isOpen: false), at: centre, wanted,
      reach: PlaceIndex.nearReach)
    let plane = PlaneDistance(centre)
    let places = found.filter { candidate in
      candidate.match >= 0.5 && plane.metres(to: positions[Int(candidate.entry)]) < 5_000
    }
    return places.isEmpty
      ? nil : places.prefix(query.limit).map { place($0, near: query.near ?? centre.lonLat) }
  }

  private func place(_ candidate: Candidate, near: LonLat?) -> Place {
    var place =
      candidate.house.map { self.place(house: $0) } ?? self.place(Int(candidate.entry))
    place.match = min(max(candidate.match, 0), 1)
    place.rank = candidate.score
    place.distance = near.map { Geodesic.distance(from: $0, to: place.position) }
    return place
  }

  private func search(
    _ words: QueryWords, at centre: FixedPosition?, _ query: PlaceQuery, reach: Reach
  ) -> [Candidate] {
    spaces.with(entries: count) { space in
      gather(words, into: space, withErrors: false)
      var found = rank(words, space, centre, query, reach)
      let good = found.prefix { $0.match >= PlaceIndex.goodMatch }.count
      if good < min(query.limit, 3) {
        gather(words, into: space, withErrors: true)
        found = rank(words, space, centre, query, reach)
      }
      return found
    }
  }

  /// A text that fits so well needs no search for errors.
  private static let goodMatch = 0.8
  /// No word leads to more entries than this: of more, the most important ones are seen.
  private static let maximumPostings = 40_000

  // MARK: Gathering

  private func gather(_ query: QueryWords, into space: SearchSpace, withErrors: Bool) {
    for (lane, word) in query.words.enumerated() {
      let isOpen = query.isOpen && lane == query.words.count - 1
      if withErrors {
        gatherErrors(word, lane, isOpen: isOpen, space)
        continue
      }
      if let exact = words.number(of: word.bytes) {
        add(exact, 15, lane, PlaceIndex.maximumPostings, space)
      }
      for other in word.others {
        if let number = words.number(of: other) {
          add(number, 14, lane, PlaceIndex.maximumPostings, space)
        }
        if isOpen, other.count >= 4 { gatherBegun(other, 1, lane, space) }
      }
      if isOpen { gatherBegun(word.bytes, 0, lane, space) }
    }
  }

  private func gatherBegun(
    _ prefix: [UInt8], _ malus: UInt8, _ lane: Int, _ space: SearchSpace
  ) {
    let range = words.words(from: prefix)
    guard !range.isEmpty else { return }
    // Of a prefix that begins very many words, the most important entries of each are seen.
    let share =
      words.postingCount(of: range) <= PlaceIndex.maximumPostings
      ? Int.max : max(1, PlaceIndex.maximumPostings / range.count)
    for number in range.prefix(PlaceIndex.maximumPostings) {
      let length = words.length(of: number)
      let quality = length == prefix.count ? 15 : 9 + UInt8(min(5, 6 * prefix.count / length))
      add(number, quality - malus, lane, share, space)
    }
  }

  private func gatherErrors(
    _ word: QueryWords.Word, _ lane: Int, isOpen: Bool, _ space: SearchSpace
  ) {
    let size = word.bytes.count
    guard !word.startsWithDigit, size >= 4 else { return }
    words.forEachWord(like: word.bytes, errors: size < 8 ? 1 : 2, isPrefix: isOpen) {
      number, errors in
      guard errors > 0 else { return }
      let isBegun = words.length(of: number) > size + errors
      add(
        number, (errors == 1 ? 10 : 7) - (isBegun ? 1 : 0), lane, PlaceIndex.maximumPostings, space)
    }
  }

  private func add(
    _ number: Int, _ quality: UInt8, _ lane: Int, _ most: Int, _ space: SearchSpace
  ) {
    for posting in words.postings(of: number).prefix(most) {
      space.add(posting, lane: lane, quality: quality)
    }
  }

  // MARK: Ranking

  /// How many candidates have their house numbers looked at.
  private static let maximumCandidates = 60

  private func rank(
    _ query: QueryWords, _ space: SearchSpace, _ centre: FixedPosition?, _ wanted: PlaceQuery,
    _ reach: Reach
  ) -> [Candidate] {
    let plane = centre.map { PlaneDistance($0) }
    let most = max(PlaceIndex.maximumCandidates, wanted.limit)
    var best: [Candidate] = []
    best.reserveCapacity(most * 4)
    var least = -Double.infinity
    for entry in space.touched {
      let kind = kind(Int(entry))
      if !wanted.wants(kind), !(kind == .street && wanted.wants(.address)) { continue }
      guard let candidate = candidate(entry, kind, query, space, plane, reach),
        candidate.score > least
      else { continue }
      best.append(candidate)
      if best.count >= most * 4 {
        best.sort(by: PlaceIndex.isBetter)
        best.removeLast(best.count - most)
        least = best[most - 1].score
      }
    }
    best.sort(by: PlaceIndex.isBetter)
    var settled: [Candidate] = []
    for candidate in best.prefix(most) {
      let kind = kind(Int(candidate.entry))
      let final = candidate.open == 0 ? candidate : withHouse(candidate, query, plane, reach)
      if wanted.wants(final.house == nil ? kind : .address) { settled.append(final) }
    }
    settled.sort(by: PlaceIndex.isBetter)
    return Array(settled.prefix(wanted.limit))
  }

  private static func isBetter(_ a: Candidate, _ b: Candidate) -> Bool {
    a.score != b.score ? a.score > b.score : a.entry < b.entry
  }

  /// An entry, as good as it can be: a house number that is open is taken to be there.
  private func candidate(
    _ entry: UInt32, _ kind: PlaceKind, _ query: QueryWords, _ space: SearchSpace,
    _ plane: PlaneDistance?, _ reach: Reach
  ) -> Candidate? {
    let index = Int(entry)
    let lanes = space.lanes[index]
    var sum = 0.0
    var weights = 0.0
    var inName = 0
    var open: UInt16 = 0
    for (lane, word) in query.words.enumerated() {
      let bits = lanes[lane]
      var quality = Double(bits >> 4)
      if quality > 0 { inName += 1 }
      quality = max(quality, Double(bits & 15) * 0.85)
      if quality == 0 { quality = around(index, lane, space) }
      if quality == 0 {
        if word.startsWithDigit, kind == .street, word.bytes.count <= 8,
          !houses(of: index).isEmpty
        {
          open |= 1 << UInt16(lane)
          quality = 15
        }
      }
      let weight = word.isFiller ? word.weight * 0.15 : word.weight
      sum += weight * quality
      weights += weight * 15
    }
    guard weights > 0 else { return nil }
    let text = sum / weights
    if text < 0.45 { return nil }
    let whole = min(1, Double(inName) / Double(max(nameWords[index], 1)))
    let match = text * 0.88 + whole * 0.12
    return Candidate(
      score: score(match, importances[index], plane, positions[index], reach), match: match,
      entry: entry, open: open)
  }

  /// How well a word fits the quarter or the town around an entry.
  private func around(_ index: Int, _ lane: Int, _ space: SearchSpace) -> Double {
    var best: UInt8 = 0
    for area in [quarters[index], towns[index]] where Int(area) < count {
      best = max(best, space.lanes[Int(area)][lane] >> 4)
    }
    return Double(best) * 0.85
  }

  private func score(
    _ match: Double, _ importance: UInt8, _ plane: PlaneDistance?, _ position: FixedPosition,
    _ reach: Reach
  ) -> Double {
    PlaceIndex.score(match, Double(importance) / 255, plane?.metres(to: position), reach)
  }

  static func score(
    _ match: Double, _ importance: Double, _ metres: Double?, _ reach: Reach
  ) -> Double {
    var score = match + importance * 0.12
    if let metres {
      score += reach.weight * reach.metres / (reach.metres + metres)
      // What is in another country is hardly meant.
      score -= farness * metres / (farReach + metres)
    }
    return score
  }

  /// Looks for the house that the open words name; without one they stay unexplained.
  private func withHouse(
    _ candidate: Candidate, _ query: QueryWords, _ plane: PlaneDistance?, _ reach: Reach
  ) -> Candidate {
    let index = Int(candidate.entry)
    var result = candidate
    var best = (score: 0.0, house: -1)
    for house in houses(of: index) {
      var sum = 0.0
      let number = houseNumber(house)
      for (lane, word) in query.words.enumerated() where candidate.open & 1 << UInt16(lane) != 0 {
        var quality = HouseNumbers.quality(word.bytes, number)
        if let joined = word.joined {
          // `6 b` is `6b` before it is the `6` without a letter.
          quality = max(min(quality, 13), HouseNumbers.quality(joined, number))
        }
        sum += Double(quality) * word.weight
      }
      if sum > best.score
        || (sum == best.score && sum > 0
          && isNearer(house, than: best.house, plane))
      {
        best = (sum, house)
      }
    }
    let weights = query.words.reduce(0) { $0 + ($1.isFiller ? 0.15 : 1) * $1.weight * 15 }
    let promised = query.words.enumerated().reduce(0.0) { sum, item in
      candidate.open & 1 << UInt16(item.offset) != 0 ? sum + item.element.weight * 15 : sum
    }
    result.match -= (promised - best.score) / max(weights, 1) * 0.88
    if best.house >= 0 {
      result.house = best.house
      // A number says which one is meant: more than a name does.
      result.match = min(1, result.match + 0.02)
    }
    result.score = score(
      result.match, importances[index], plane,
      result.house.map { housePositions[$0] } ?? positions[index], reach)
    return result
  }

  private func isNearer(_ house: Int, than other: Int, _ plane: PlaneDistance?) -> Bool {
    guard let plane, housePositions.indices.contains(other) else { return false }
    return plane.metres(to: housePositions[house]) < plane.metres(to: housePositions[other])
  }
}
