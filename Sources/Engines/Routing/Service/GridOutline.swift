/// The borders between filled and empty cells of a grid.
struct GridOutline {
  /// A corner of cells.
  struct Corner: Hashable {
    var x: Int
    var y: Int
  }

  private let columns: Int
  private let rows: Int
  private let filled: [Bool]

  init(columns: Int, rows: Int, filled: [Bool]) {
    self.columns = columns
    self.rows = rows
    self.filled = filled
  }

  /// Closed rings with the filled side on their left, a cell's side at a time; the first corner is
  /// not repeated.
  func rings() -> [[Corner]] {
    // Each border runs from a corner; at a corner where two cells touch diagonally there are two.
    var next: [Corner: [Corner]] = [:]
    for y in 0..<rows {
      for x in 0..<columns where isFilled(x, y) {
        if !isFilled(x, y - 1) {
          next[Corner(x: x, y: y), default: []].append(Corner(x: x + 1, y: y))
        }
        if !isFilled(x + 1, y) {
          next[Corner(x: x + 1, y: y), default: []].append(Corner(x: x + 1, y: y + 1))
        }
        if !isFilled(x, y + 1) {
          next[Corner(x: x + 1, y: y + 1), default: []].append(Corner(x: x, y: y + 1))
        }
        if !isFilled(x - 1, y) {
          next[Corner(x: x, y: y + 1), default: []].append(Corner(x: x, y: y))
        }
      }
    }
    var rings: [[Corner]] = []
    for start in next.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      while let first = next[start]?.popLast() {
        var ring = [start]
        var from = start
        var at = first
        while at != start {
          ring.append(at)
          guard let step = leftmost(from: from, at: at, &next) else { break }
          from = at
          at = step
        }
        rings.append(ring)
      }
    }
    return rings
  }

  /// Takes the border that turns most to the left, so that cells that touch diagonally stay apart.
  private func leftmost(from: Corner, at: Corner, _ next: inout [Corner: [Corner]]) -> Corner? {
    guard var choices = next[at], !choices.isEmpty else { return nil }
    func turn(_ to: Corner) -> Int {
      (at.x - from.x) * (to.y - at.y) - (at.y - from.y) * (to.x - at.x)
    }
    let best = choices.indices.max { turn(choices[$0]) < turn(choices[$1]) } ?? 0
    let step = choices.remove(at: best)
    next[at] = choices
    return step
  }

  /// Cuts the corners of the steps: the middles of the sides, in half cells, where they turn.
  static func smoothed(_ ring: [Corner]) -> [Corner] {
    let middles = zip(ring, ring.dropFirst() + ring.prefix(1)).map { a, b in
      Corner(x: a.x + b.x, y: a.y + b.y)
    }
    return middles.indices.filter { i in
      let a = middles[(i + middles.count - 1) % middles.count]
      let (b, c) = (middles[i], middles[(i + 1) % middles.count])
      return (b.x - a.x) * (c.y - b.y) != (b.y - a.y) * (c.x - b.x)
    }
    .map { middles[$0] }
  }

  private func isFilled(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < columns && y < rows && filled[y * columns + x]
  }

  /// Area in cells; negative for holes.
  static func area(_ ring: [Corner]) -> Double {
    var twice = 0
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { twice += a.x * b.y - b.x * a.y }
    return Double(twice) / 2
  }

  /// Whether the cell above and right of a corner lies inside a ring.
  static func contains(_ ring: [Corner], _ corner: Corner) -> Bool {
    let (x, y) = (Double(corner.x) + 0.25, Double(corner.y) + 0.25)
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
    where (Double(a.y) > y) != (Double(b.y) > y) {
      let cross = Double(a.x) + (y - Double(a.y)) / Double(b.y - a.y) * Double(b.x - a.x)
      if x < cross { isInside.toggle() }
    }
    return isInside
  }
}
