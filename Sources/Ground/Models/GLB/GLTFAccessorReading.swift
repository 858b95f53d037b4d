import Base

extension GLTFAccessor {
  /// Reads an accessor's description and checks that each of its elements lies in its view.
  ///
  /// - Parameter budget: how many bytes the accessors may still stand for.
  /// - Source: glTF 2.0, section 3.6.2.
  init(
    _ item: GLTFValue, views: [GLTFBufferView], binary: ArraySlice<UInt8>, budget: inout Int
  ) throws(Refusal) {
    func wrong(_ member: String, _ what: String, _ code: String?) -> Refusal {
      UploadRule.glbAccessor.refusal(item.pointer + member, what, code: code)
    }
    guard let component = ComponentType(rawValue: try item.requiredCount("componentType")) else {
      throw wrong("/componentType", "is not a component type of glTF", "VALUE_NOT_IN_LIST")
    }
    guard let shape = Shape(rawValue: try item.text("type") ?? "") else {
      throw wrong("/type", "is not an accessor type of glTF", "VALUE_NOT_IN_LIST")
    }
    let count = try item.requiredCount("count")
    guard count >= 1 else { throw wrong("/count", "must be at least 1", "VALUE_NOT_IN_RANGE") }
    let size = Self.elementSize(shape, component)
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes <= budget else {
      throw UploadRule.maximumGLBBytes.refusal(
        item.pointer + "/count", "all accessors together stand for too many bytes")
    }
    budget -= bytes

    pointer = item.pointer
    self.count = count
    self.component = component
    self.shape = shape
    isNormalised = item["normalized"]?.json.bool ?? false
    if isNormalised, component == .float || component == .uint32 {
      throw wrong("/normalized", "only for 8 and 16 bit integers", "ACCESSOR_NORMALIZED_INVALID")
    }
    hasBounds = item["min"] != nil && item["max"] != nil
    minimum = []
    maximum = []
    isIncreasing = true
    view = try item.index("bufferView", of: views.count)
    let relative = try item.count("byteOffset") ?? 0
    if let view {
      let place = views[view]
      stride = place.stride ?? size
      guard stride >= size else {
        throw wrong("", "elements of \(size) bytes, stride \(stride)", "ACCESSOR_SMALL_BYTESTRIDE")
      }
      guard relative % component.size == 0, place.offset % component.size == 0,
        stride % component.size == 0
      else {
        throw wrong(
          "/byteOffset", "is not a multiple of the component's size \(component.size)",
          "ACCESSOR_TOTAL_OFFSET_ALIGNMENT")
      }
      guard
        let end = Self.end(offset: relative, stride: stride, count: count, size: size),
        end <= place.length
      else {
        throw wrong(
          "", "\(count) elements from offset \(relative) lie beyond the buffer view",
          "ACCESSOR_TOO_LONG")
      }
      offset = place.offset + relative
    } else {
      guard relative == 0 else {
        throw wrong("/byteOffset", "needs a bufferView", "UNSATISFIED_DEPENDENCY")
      }
      (offset, stride) = (0, size)
    }
    if let description = item["sparse"] {
      try description.requireObject()
      sparse = try Self.sparse(
        description, views: views, binary: binary, count: count, size: size,
        componentSize: component.size)
    }
  }

  /// The offset behind the last element; nil if it cannot be represented.
  private static func end(offset: Int, stride: Int, count: Int, size: Int) -> Int? {
    let (span, a) = stride.multipliedReportingOverflow(by: count - 1)
    let (start, b) = span.addingReportingOverflow(offset)
    let (end, c) = start.addingReportingOverflow(size)
    return a || b || c ? nil : end
  }

  private static func sparse(
    _ item: GLTFValue, views: [GLTFBufferView], binary: ArraySlice<UInt8>, count: Int, size: Int,
    componentSize: Int
  ) throws(Refusal) -> Sparse {
    func wrong(_ member: String, _ what: String, _ code: String?) -> Refusal {
      UploadRule.glbSparse.refusal(item.pointer + member, what, code: code)
    }
    let entries = try item.requiredCount("count")
    guard entries >= 1, entries <= count else {
      throw wrong(
        "/count", "\(entries) replacements for \(count) elements",
        "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE")
    }
    guard let indices = item["indices"], let values = item["values"] else {
      throw wrong("", "needs indices and values", "UNDEFINED_PROPERTY")
    }
    guard let type = ComponentType(rawValue: try indices.requiredCount("componentType")),
      type.isUnsignedInteger
    else {
      throw wrong("/indices/componentType", "must be an unsigned integer", "VALUE_NOT_IN_LIST")
    }
    func start(_ part: GLTFValue, _ width: Int, alignment: Int) throws(Refusal) -> Int {
      let view = views[try part.requiredIndex("bufferView", of: views.count)]
      let relative = try part.count("byteOffset") ?? 0
      guard view.stride == nil else {
        throw UploadRule.glbSparse.refusal(part.pointer, "its buffer view must have no stride")
      }
      guard relative % alignment == 0, view.offset % alignment == 0 else {
        throw UploadRule.glbSparse.refusal(
          part.pointer, "is not aligned", code: "ACCESSOR_TOTAL_OFFSET_ALIGNMENT")
      }
      guard let end = Self.end(offset: relative, stride: width, count: entries, size: width),
        end <= view.length
      else {
        throw UploadRule.glbSparse.refusal(
          part.pointer, "\(entries) entries lie beyond the buffer view", code: "ACCESSOR_TOO_LONG")
      }
      return view.offset + relative
    }
    let indicesStart = try start(indices, type.size, alignment: type.size)
    let valuesStart = try start(values, size, alignment: componentSize)
    var found: [Int] = []
    found.reserveCapacity(entries)
    for i in 0..<entries {
      let value = Int(readComponent(binary, indicesStart + i * type.size, type))
      guard value < count else {
        throw wrong(
          "/indices", "index \(value) of \(count) elements", "ACCESSOR_SPARSE_INDEX_OOB")
      }
      if let last = found.last, value <= last {
        throw wrong(
          "/indices", "the indices must grow strictly", "ACCESSOR_SPARSE_INDICES_NON_INCREASING")
      }
      found.append(value)
    }
    return Sparse(indices: found, valuesOffset: valuesStart)
  }
}

/// One component as a double; exact for every type.
///
/// The offset was checked by the caller, the slice checks it again.
@inline(__always)
func readComponent(
  _ binary: ArraySlice<UInt8>, _ offset: Int, _ type: GLTFAccessor.ComponentType
) -> Double {
  let i = binary.startIndex + offset
  switch type {
  case .uint8: return Double(binary[i])
  case .int8: return Double(Int8(bitPattern: binary[i]))
  case .uint16: return Double(UInt16(binary[i]) | UInt16(binary[i + 1]) << 8)
  case .int16: return Double(Int16(bitPattern: UInt16(binary[i]) | UInt16(binary[i + 1]) << 8))
  case .uint32, .float:
    let low = UInt32(binary[i]) | UInt32(binary[i + 1]) << 8
    let word = low | UInt32(binary[i + 2]) << 16 | UInt32(binary[i + 3]) << 24
    return type == .float ? Double(Float(bitPattern: word)) : Double(word)
  }
}
