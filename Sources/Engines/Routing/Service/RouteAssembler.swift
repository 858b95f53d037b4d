import FlatFiles
import Geodesy

/// Turns a found path into a route that can be shown and told.
struct RouteAssembler {
  let metric: StreetMetric
  let path: FoundPath
  let from: SnappedPlace
  let to: SnappedPlace

  /// - Parameters:
  ///   - from: of its spots, the one where the path begins is taken.
  ///   - to: likewise.
  init(metric: StreetMetric, path: FoundPath, from: SnappedPlace, to: SnappedPlace) {
    (self.metric, self.path) = (metric, path)
    let first = path.directed.first.map { Int($0 >> 1) } ?? from.segment
    let last = path.directed.last.map { Int($0 >> 1) } ?? to.segment
    self.from = from.on(first, metric.network)
    self.to = to.on(last, metric.network)
  }

  /// A piece of the path: one directed segment or a part of it.
  struct Piece {
    var directed: UInt32
    /// The part that is travelled, 0...1 in the direction of mapping.
    var start: Double
    var end: Double

    var segment: Int { Int(directed >> 1) }
    var isForward: Bool { directed & 1 == 0 }
    var share: Double { abs(end - start) }
  }

  func route() -> StreetRoute {
    let pieces = self.pieces()
    var line: [FixedPosition] = []
    var starts: [Int] = []
    var climb = 0.0
    var descent = 0.0
    for piece in pieces {
      starts.append(max(line.count - 1, 0))
      append(piece, to: &line)
      let up = Double(metric.network.climbs[piece.segment]) / 10 * piece.share
      let down = Double(metric.network.descents[piece.segment]) / 10 * piece.share
      climb += piece.isForward ? up : down
      descent += piece.isForward ? down : up
    }
    var geometry = line.map(\.lonLat)
    if let first = geometry.first, geometry.count == 1 { geometry.append(first) }
    if geometry.isEmpty { geometry = [from.position, to.position] }
    let steps = StepWriter(metric: metric, pieces: pieces, line: line, starts: starts).steps()
    return StreetRoute(
      mode: metric.profile.mode, distance: path.metres, duration: path.seconds, climb: climb,
      descent: descent, geometry: geometry, steps: steps, from: from, to: to)
  }

  private func pieces() -> [Piece] {
    let last = path.directed.count - 1
    return path.directed.enumerated().map { index, directed in
      let isForward = directed & 1 == 0
      var piece = Piece(
        directed: directed, start: isForward ? 0 : 1, end: isForward ? 1 : 0)
      if index == 0 { piece.start = from.fraction }
      if index == last { piece.end = to.fraction }
      return piece
    }
  }

  /// Adds the positions of a piece; the first is left out where the line is already there.
  private func append(_ piece: Piece, to line: inout [FixedPosition]) {
    let points = metric.network.points(piece.segment)
    if piece.share >= 1 {
      for point in isForwardOrder(points, piece.isForward) where line.last != point {
        line.append(point)
      }
      return
    }
    let cut = LineCut(points)
    for point in cut.part(from: piece.start, to: piece.end) where line.last != point {
      line.append(point)
    }
  }

  private func isForwardOrder(
    _ points: Slice<UnsafeBufferPointer<FixedPosition>>, _ isForward: Bool
  ) -> [FixedPosition] {
    isForward ? Array(points) : points.reversed()
  }
}

/// Cuts parts out of a line by shares of its length.
struct LineCut {
  private let points: [FixedPosition]
  /// Length up to each point, in any unit.
  private let lengths: [Double]

  init(_ points: some Sequence<FixedPosition>) {
    self.points = Array(points)
    var lengths = [0.0]
    for (p, q) in zip(self.points, self.points.dropFirst()) {
      lengths.append((lengths.last ?? 0) + StreetSegments.distance(p, q))
    }
    self.lengths = lengths
  }

  /// The part between two shares, backwards if `from` is greater.
  func part(from: Double, to: Double) -> [FixedPosition] {
    let low = min(from, to)
    let high = max(from, to)
    guard let total = lengths.last, total > 0 else { return points.first.map { [$0] } ?? [] }
    var part = [position(low * total)]
    for (index, length) in lengths.enumerated() where length > low * total && length < high * total
    {
      part.append(points[index])
    }
    part.append(position(high * total))
    return from <= to ? part : part.reversed()
  }

  func position(_ length: Double) -> FixedPosition {
    for index in 1..<max(lengths.count, 1) where lengths[index] >= length {
      let step = lengths[index] - lengths[index - 1]
      let t = step > 0 ? (length - lengths[index - 1]) / step : 0
      let (a, b) = (points[index - 1].lonLat, points[index].lonLat)
      return FixedPosition(
        LonLat(
          lon: LonLat.normalise(lon: a.lon + (b.lon - a.lon).remainder(dividingBy: 360) * t),
          lat: a.lat + (b.lat - a.lat) * t))
    }
    return points[points.count - 1]
  }
}
