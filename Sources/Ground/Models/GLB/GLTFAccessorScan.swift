import Base

extension GLTFAccessor {
  /// Reads every value: floats must be finite, and the declared bounds must be the true ones.
  ///
  /// - Complexity: O(values).
  mutating func scan(_ binary: ArraySlice<UInt8>, declared: GLTFValue) throws(Refusal) {
    let components = componentCount
    minimum = Array(repeating: .infinity, count: components)
    maximum = Array(repeating: -.infinity, count: components)
    let rows = shape.layout.rows
    let columnSize = Self.columnSize(shape, component)
    let size = Self.elementSize(shape, component)
    var nextSparse = 0
    var previous = -Double.infinity
    for element in 0..<count {
      var start = view == nil ? -1 : offset + element * stride
      if let sparse, nextSparse < sparse.indices.count, sparse.indices[nextSparse] == element {
        start = sparse.valuesOffset + nextSparse * size
        nextSparse += 1
      }
      var value = 0.0
      for i in 0..<components {
        if start >= 0 {
          let place = start + i / rows * columnSize + i % rows * component.size
          value = readComponent(binary, place, component)
          guard value.isFinite else {
            throw UploadRule.glbData.refusal(
              pointer, "element \(element) is not a finite number", code: "ACCESSOR_INVALID_FLOAT")
          }
        }
        if value < minimum[i] { minimum[i] = value }
        if value > maximum[i] { maximum[i] = value }
      }
      if value <= previous { isIncreasing = false }
      previous = value
    }
    try compare(declared, "min", minimum, "ACCESSOR_MIN_MISMATCH")
    try compare(declared, "max", maximum, "ACCESSOR_MAX_MISMATCH")
  }

  /// Declared bounds are decimal texts of floats, so the last digits may differ.
  private func compare(
    _ declared: GLTFValue, _ name: String, _ found: [Double], _ code: String
  ) throws(Refusal) {
    guard let values = try declared.numbers(name, componentCount) else { return }
    for i in values.indices where abs(values[i] - found[i]) > 1e-5 * max(1, abs(found[i])) {
      throw UploadRule.glbBounds.refusal(
        "\(pointer)/\(name)/\(i)", "\(values[i]) is declared, the data say \(found[i])", code: code)
    }
  }
}
