import Base

/// One place in a glTF document: a JSON value and its pointer, read with errors that name both.
struct GLTFValue {
  let json: JSONValue
  let pointer: String

  /// The member of that name; nil if it is absent.
  subscript(name: String) -> GLTFValue? {
    json[name].map { GLTFValue(json: $0, pointer: pointer + "/" + name) }
  }

  private func wrong(_ what: String, _ code: String) -> Refusal {
    UploadRule.glbJSON.refusal(pointer, what, code: code)
  }

  func requireObject() throws(Refusal) {
    guard case .object = json else {
      throw wrong("must be an object, not \(json.kind)", "TYPE_MISMATCH")
    }
  }

  /// The elements of the array member `name`; empty if it is absent.
  func list(_ name: String, most: Int = .max) throws(Refusal) -> [GLTFValue] {
    guard let member = self[name] else { return [] }
    guard case .array(let items) = member.json else {
      throw member.wrong("must be an array, not \(member.json.kind)", "TYPE_MISMATCH")
    }
    guard !items.isEmpty else { throw member.wrong("must not be empty", "EMPTY_ENTITY") }
    guard items.count <= most else {
      throw UploadRule.maximumGLBBytes.refusal(
        member.pointer, "\(items.count) elements, more than \(most)")
    }
    return items.indices.map {
      GLTFValue(json: items[$0], pointer: "\(member.pointer)/\($0)")
    }
  }

  /// The elements of the array member `name`, each an object.
  func objects(_ name: String, most: Int = .max) throws(Refusal) -> [GLTFValue] {
    let items = try list(name, most: most)
    for item in items { try item.requireObject() }
    return items
  }

  /// A whole number of 0 or more; nil if it is absent.
  func count(_ name: String) throws(Refusal) -> Int? {
    guard let member = self[name] else { return nil }
    guard let value = member.json.integer else {
      throw member.wrong("must be a whole number, not \(member.json.kind)", "TYPE_MISMATCH")
    }
    guard value >= 0 else { throw member.wrong("must not be negative", "VALUE_NOT_IN_RANGE") }
    return value
  }

  func requiredCount(_ name: String) throws(Refusal) -> Int {
    guard let value = try count(name) else {
      throw UploadRule.glbJSON.refusal(
        pointer + "/" + name, "is required", code: "UNDEFINED_PROPERTY")
    }
    return value
  }

  /// An index into a list of `size` elements; nil if it is absent.
  func index(_ name: String, of size: Int) throws(Refusal) -> Int? {
    guard let value = try count(name) else { return nil }
    guard value < size else {
      throw UploadRule.glbReference.refusal(
        pointer + "/" + name, "\(value) points at nothing; there are \(size)",
        code: "UNRESOLVED_REFERENCE")
    }
    return value
  }

  func requiredIndex(_ name: String, of size: Int) throws(Refusal) -> Int {
    guard let value = try index(name, of: size) else {
      throw UploadRule.glbJSON.refusal(
        pointer + "/" + name, "is required", code: "UNDEFINED_PROPERTY")
    }
    return value
  }

  /// An array of indices into a list of `size` elements, without repeats; empty if absent.
  func indices(_ name: String, of size: Int) throws(Refusal) -> [Int] {
    var seen: Set<Int> = []
    var result: [Int] = []
    for item in try list(name) {
      guard let value = item.json.integer, value >= 0, value < size else {
        throw UploadRule.glbReference.refusal(
          item.pointer, "points at nothing; there are \(size)", code: "UNRESOLVED_REFERENCE")
      }
      guard seen.insert(value).inserted else {
        throw item.wrong("\(value) stands twice", "DUPLICATE_ELEMENTS")
      }
      result.append(value)
    }
    return result
  }

  /// An array of exactly `count` numbers; nil if it is absent.
  func numbers(_ name: String, _ count: Int) throws(Refusal) -> [Double]? {
    guard let member = self[name] else { return nil }
    guard case .array(let items) = member.json, items.count == count else {
      throw member.wrong("must be an array of \(count) numbers", "ARRAY_LENGTH_NOT_IN_LIST")
    }
    var values: [Double] = []
    for item in items {
      guard let number = item.number, abs(number) <= Double(Float.greatestFiniteMagnitude) else {
        throw member.wrong("must consist of numbers that a float can hold", "ARRAY_TYPE_MISMATCH")
      }
      values.append(number)
    }
    return values
  }

  /// A string; nil if it is absent.
  func text(_ name: String) throws(Refusal) -> String? {
    guard let member = self[name] else { return nil }
    guard let value = member.json.string else {
      throw member.wrong("must be a string, not \(member.json.kind)", "TYPE_MISMATCH")
    }
    return value
  }
}
