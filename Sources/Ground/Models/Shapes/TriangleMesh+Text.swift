import Geodesy

extension TriangleMesh {
  /// One or several lines of block letters, centred over the origin, facing the front.
  ///
  /// - Parameters:
  ///   - lines: the texts, at most a few hundred characters in all.
  ///   - cell: the size of one dot of the letters, metres; a capital is 7 dots high.
  ///   - depth: how far the letters stand out to the front of z = 0, metres; 0 for flat ones.
  public static func letters(_ lines: [String], cell: Double, depth: Double) -> TriangleMesh {
    var mesh = TriangleMesh()
    for (number, line) in lines.enumerated() {
      let width = textWidth(line)
      var column = -Double(width) / 2
      // Lines are 12 dots apart: 7 for the letter, 3 for marks, 2 below.
      let base = Double((lines.count - 1 - number) * 12 + 2)
      for scalar in BlockLetters.scalars(line) {
        let glyph = BlockLetters.glyph(scalar)
        for dots in rectangles(glyph) {
          let x = column + Double(dots.columns.lowerBound - glyph.columns.lowerBound)
          mesh.addBlock(
            x: x * cell, width: Double(dots.columns.count) * cell,
            y: (base + 7 - Double(dots.rows.upperBound + 1)) * cell,
            height: Double(dots.rows.count) * cell, depth: depth)
        }
        column += Double(glyph.columns.count + 1)
      }
    }
    return mesh
  }

  /// The width of a line in dots.
  static func textWidth(_ line: String) -> Int {
    BlockLetters.scalars(line).reduce(0) { $0 + BlockLetters.glyph($1).columns.count + 1 } - 1
  }

  /// Covers the dots of a glyph with few rectangles: runs of a row, continued downward while the
  /// next row has the same run.
  private static func rectangles(
    _ glyph: BlockLetters.Glyph
  ) -> [(columns: ClosedRange<Int>, rows: ClosedRange<Int>)] {
    var result: [(columns: ClosedRange<Int>, rows: ClosedRange<Int>)] = []
    var open: [ClosedRange<Int>: Int] = [:]
    for row in -5...9 {
      var runs: [ClosedRange<Int>] = []
      var start: Int?
      for column in 0...5 {
        let isSet = column < 5 && glyph.isSet(row, column)
        if isSet, start == nil { start = column }
        if !isSet, let first = start {
          runs.append(first...column - 1)
          start = nil
        }
      }
      for (run, first) in open.sorted(by: { $0.key.lowerBound < $1.key.lowerBound })
      where !runs.contains(run) {
        result.append((run, first...row - 1))
        open[run] = nil
      }
      for run in runs where open[run] == nil { open[run] = row }
    }
    return result
  }

  private mutating func addBlock(
    x: Double, width: Double, y: Double, height: Double, depth: Double
  ) {
    if depth > 0 {
      append(
        TriangleMesh.box(width: width, height: height, depth: depth)
          .moved(by: Vector3(x: x + width / 2, y: y, z: depth / 2)))
    } else {
      append(
        TriangleMesh.plane(width: width, height: height)
          .moved(by: Vector3(x: x + width / 2, y: y, z: 0)))
    }
  }
}
