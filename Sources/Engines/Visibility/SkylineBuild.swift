import Geodesy

/// Groups of walls that have been met and not yet looked into, nearest first.
struct NearestGroups {
  /// A group as an eye sees it, in few bytes: entries are moved about a lot.
  struct Entry {
    /// Metres on the level to its nearest point, at least.
    let distance: Float
    /// The tangent of elevation of its highest point, at most.
    let tangent: Float
    let number: UInt32
    private let firstBin: UInt16
    private let binCount: UInt16
    let level: UInt8

    init(distance: Double, tangent: Double, bins: Range<Int>, level: Int, number: Int) {
      self.distance = Float(distance).nextDown
      self.tangent = Float(tangent).nextUp
      firstBin = UInt16(truncatingIfNeeded: bins.lowerBound)
      binCount = UInt16(truncatingIfNeeded: bins.count)
      self.level = UInt8(truncatingIfNeeded: level)
      self.number = UInt32(truncatingIfNeeded: number)
    }

    /// The bins of the skyline that it may touch.
    var bins: Range<Int> { Int(firstBin)..<Int(firstBin) + Int(binCount) }
  }

  private var heap: [Entry] = []

  mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

  mutating func push(_ entry: Entry) {
    var hole = heap.count
    heap.append(entry)
    while hole > 0 {
      let parent = (hole - 1) / 2
      if heap[parent].distance <= entry.distance { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  mutating func popFirst() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return first }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      if child >= heap.count { break }
      if child + 1 < heap.count, heap[child + 1].distance < heap[child].distance { child += 1 }
      if heap[child].distance >= last.distance { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = last
    return first
  }
}

extension Skyline {
  /// Takes in the walls that can hide anything asked for.
  ///
  /// Groups come nearest first; those that are behind what was taken in before are not looked into.
  mutating func build(
    _ index: Walls, from eye: Eye, own: [UInt32], using groups: inout NearestGroups
  ) {
    guard farthest > 0, let root = index.levels.indices.last else { return }
    groups.removeAll()
    push(0, root, index, eye, &groups)
    while let group = groups.popFirst() {
      let nearest = Double(group.distance)
      close(group.bins, beyond: nearest)
      if isBehind(group.bins, nearest: nearest, tangent: Double(group.tangent)) { continue }
      let start = Int(group.number) * Walls.groupSize
      if group.level > 0 {
        let level = Int(group.level) - 1
        for number in start..<min(start + Walls.groupSize, index.levels[level].count) {
          push(number, level, index, eye, &groups)
        }
      } else {
        for wall in index.walls[start..<min(start + Walls.groupSize, index.walls.count)]
        where own.isEmpty || !own.contains(wall.building) {
          add(index.local(wall, from: eye))
        }
      }
    }
  }

  private func push(
    _ number: Int, _ level: Int, _ index: Walls, _ eye: Eye, _ groups: inout NearestGroups
  ) {
    let group = index.levels[level][number]
    let centre = eye.enu.components(of: group.centre - eye.ecef)
    let middle = (centre.x * centre.x + centre.y * centre.y).squareRoot()
    let distance = max(0, middle - group.radius - 1e-6)
    guard distance <= farthest else { return }
    let bins = Skyline.range(centre.x, centre.y, radius: group.radius, distance: middle)
    // Away from the centre the tops sink, but the eye's plane is tilted against the group's.
    let tilt = (distance + 2 * group.radius) / 6_300_000
    let top = centre.z + group.radius * tilt + 1e-6
    let tangent = Skyline.slope(top, distance, middle + group.radius + 1e-6)
    if isBehind(bins, nearest: distance, tangent: tangent) { return }
    groups.push(
      NearestGroups.Entry(
        distance: distance, tangent: tangent, bins: bins, level: level, number: number))
  }
}
