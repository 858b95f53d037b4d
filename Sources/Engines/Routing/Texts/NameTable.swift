/// Street names, each once; number 0 is no name.
struct NameTable {
  private var numbers: [String: UInt32] = ["": 0]
  /// All names behind each other, UTF-8.
  private(set) var bytes: [UInt8] = []
  /// Where each name starts; one entry more than names.
  private(set) var starts: [UInt32] = [0, 0]

  mutating func number(_ name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    let number = UInt32(starts.count - 1)
    bytes.append(contentsOf: name.utf8)
    starts.append(UInt32(bytes.count))
    numbers[name] = number
    return number
  }
}
