/// Sorting by integer keys.
enum RadixSort {
  /// The permutation that sorts `keys` (48 bits used), stable.
  ///
  /// - Complexity: O(n), least significant digit first, 12 bits at a time.
  static func order(of keys: [UInt64]) -> [UInt32] {
    let count = keys.count
    var order = [UInt32](unsafeUninitializedCapacity: count) { buffer, used in
      for i in 0..<count { buffer[i] = UInt32(truncatingIfNeeded: i) }
      used = count
    }
    if count < 512 {
      order.sort { keys[Int($0)] == keys[Int($1)] ? $0 < $1 : keys[Int($0)] < keys[Int($1)] }
      return order
    }
    var pairs = [KeyedIndex](unsafeUninitializedCapacity: count) { buffer, used in
      for i in 0..<count {
        buffer[i] = KeyedIndex(key: keys[i], index: UInt32(truncatingIfNeeded: i))
      }
      used = count
    }
    var other = pairs
    for pass in 0..<4 {
      let shift = UInt64(pass * 12)
      var starts = [Int](repeating: 0, count: 4097)
      for pair in pairs { starts[Int((pair.key >> shift) & 0xfff) + 1] += 1 }
      for digit in 1...4096 { starts[digit] += starts[digit - 1] }
      other.withUnsafeMutableBufferPointer { target in
        for pair in pairs {
          let digit = Int((pair.key >> shift) & 0xfff)
          target[starts[digit]] = pair
          starts[digit] += 1
        }
      }
      swap(&pairs, &other)
    }
    for i in 0..<count { order[i] = pairs[i].index }
    return order
  }

  private struct KeyedIndex {
    var key: UInt64
    var index: UInt32
  }
}
