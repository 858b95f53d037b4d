import Planning
import Testing

@Suite("places to meet, put in order")
struct MeetingRankingTests {
  /// Places in order of some ways in minutes, by place and person.
  private func ranked(
    _ order: MeetingRanking.Order, _ minutes: [[Double]], own: [Double?]? = nil
  ) -> [Int] {
    let ranking = MeetingRanking(order, others: 3)
    let spreads = minutes.compactMap { ranking.spread($0.map { $0 * 60 }) }
    return ranking.ranked(spreads, own: own ?? minutes.map { _ in nil })
  }

  @Test("by the longest way, by the sum, or by fairness")
  func orders() {
    let minutes: [[Double]] = [
      // Somebody far; together the shortest.
      [5, 5, 5, 40],
      // In the middle.
      [25, 30, 10, 30],
      // All alike, a little farther.
      [35, 35, 35, 35],
      // All alike, and much too far.
      [90, 90, 90, 90],
    ]
    #expect(ranked(.longest, minutes) == [1, 2, 0, 3])
    #expect(ranked(.sum, minutes) == [0, 1, 2, 3])
    #expect(ranked(.fairness, minutes) == [2, 1, 0, 3])
  }

  @Test("times are rounded up, more where few others take part; the order knows no more")
  func rounding() {
    #expect(MeetingRanking(.sum, others: 3).grain == 300)
    #expect(MeetingRanking(.sum, others: 2).grain == 600)
    let ranking = MeetingRanking(.longest, others: 3)
    let spread = ranking.spread([0, 301, 899, .infinity])
    #expect(spread?.shortest == 300 && spread?.median == 900)
    #expect(spread?.longest == 604_800 + 0)
    #expect(ranking.spread([]) == nil)
    // 6 and 9 minutes are 10 each: the own way decides, then the order in which they were named.
    #expect(ranked(.longest, [[9], [6], [8]]) == [0, 1, 2])
    #expect(ranked(.longest, [[9], [6], [8]], own: [3, 2, 1]) == [2, 1, 0])
  }
}
