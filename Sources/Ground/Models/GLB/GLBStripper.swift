import Base

/// Takes what is not drawn out of a GLB file.
public enum GLBStripper {
  /// The file without `extras`, `copyright`, `generator` and unknown chunks.
  ///
  /// The binary chunk stays as it is.
  public static func stripped(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
    let container = try GLBContainer(bytes, limits: GLBLimits())
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: Array(container.json), limits: JSONLimits(depth: 64))
    } catch {
      throw UploadRule.glbJSON.refusal("", "the JSON chunk: \(error)", code: "INVALID_JSON")
    }
    var json = JSONWriter(capacity: container.json.count)
    json.value(withoutExtras(value))
    return GLBContainer.file(json: json.bytes, binary: container.binary)
  }

  /// The depth was bounded by the parser.
  private static func withoutExtras(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.filter { $0.name != "extras" }.map { member in
          guard member.name == "asset", case .object(let asset) = member.value else {
            return JSONValue.Member(member.name, withoutExtras(member.value))
          }
          let kept = asset.filter { ["version", "minVersion"].contains($0.name) }
          return JSONValue.Member("asset", .object(kept))
        })
    case .array(let items): .array(items.map(withoutExtras))
    default: value
    }
  }
}
