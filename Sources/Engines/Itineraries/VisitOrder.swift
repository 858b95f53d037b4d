/// In which order places are called at so that the whole way takes least time.
///
/// - Source: Held, Karp, "A dynamic programming approach to sequencing problems", J. SIAM 10 (1962).
enum VisitOrder {
  /// - Parameters:
  ///   - count: of places, at most 15.
  ///   - seconds: from a place to another: `-1` stands for the start as the first, and for the end as
  ///     the second; nil where there is no way.
  /// - Returns: the places' numbers; nil if no order has a way.
  /// - Complexity: O(2^places · places²), 50,000 steps for 10.
  static func best(_ count: Int, seconds: (Int, Int) -> Double?) -> [Int]? {
    guard (1...15).contains(count) else { return nil }
    let all = 1 << count
    // By the set of places called at and the last of them: the least time up to there.
    var least = [Double](repeating: .infinity, count: all * count)
    var before = [Int8](repeating: -1, count: all * count)
    for place in 0..<count {
      least[(1 << place) * count + place] = seconds(-1, place) ?? .infinity
    }
    for visited in 1..<all {
      for last in 0..<count where visited & 1 << last != 0 {
        let sofar = least[visited * count + last]
        guard sofar < .infinity else { continue }
        for next in 0..<count where visited & 1 << next == 0 {
          guard let step = seconds(last, next) else { continue }
          let index = (visited | 1 << next) * count + next
          guard sofar + step < least[index] else { continue }
          least[index] = sofar + step
          before[index] = Int8(last)
        }
      }
    }
    var visited = all - 1
    func whole(_ last: Int) -> Double {
      seconds(last, -1).map { least[visited * count + last] + $0 } ?? .infinity
    }
    guard var last = (0..<count).min(by: { whole($0) < whole($1) }), whole(last) < .infinity else {
      return nil
    }
    var order: [Int] = []
    while last >= 0 {
      order.append(last)
      let previous = Int(before[visited * count + last])
      visited &= ~(1 << last)
      last = previous
    }
    return order.reversed()
  }
}
