/// Texts of a file, each once; number 0 is the empty one.
struct PlaceTexts {
  private var numbers: [String: UInt32] = ["": 0]
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [UInt32] = [0, 0]

  mutating func number(_ text: String) -> UInt32 {
    if let known = numbers[text] { return known }
    let number = UInt32(starts.count - 1)
    bytes.append(contentsOf: text.utf8)
    starts.append(UInt32(bytes.count))
    numbers[text] = number
    return number
  }
}
