import Base

/// Checks animations and skins: references, counts, times, and that nothing flies away.
///
/// - Source: glTF 2.0, sections 3.7.3 and 3.11.
struct GLTFAnimation {
  let accessors: [GLTFAccessor]
  /// For each node, the morph targets of its mesh.
  let morphTargets: [Int]
  let limits: GLBLimits

  private func wrong(_ pointer: String, _ what: String, _ code: String?) -> Refusal {
    UploadRule.glbAnimation.refusal(pointer, what, code: code)
  }

  private struct Sampler {
    var input: GLTFAccessor
    var output: GLTFAccessor
    /// Output values for one key frame.
    var perFrame: Int
  }

  func check(_ item: GLTFValue) throws(Refusal) {
    var samplers: [Sampler] = []
    for sampler in try item.objects("samplers", most: limits.nodes * 4) {
      samplers.append(try read(sampler))
    }
    let channels = try item.objects("channels", most: limits.nodes * 4)
    guard !samplers.isEmpty, !channels.isEmpty else {
      throw wrong(item.pointer, "needs samplers and channels", "UNDEFINED_PROPERTY")
    }
    for channel in channels { try check(channel, samplers) }
  }

  private func read(_ item: GLTFValue) throws(Refusal) -> Sampler {
    let input = accessors[try item.requiredIndex("input", of: accessors.count)]
    let output = accessors[try item.requiredIndex("output", of: accessors.count)]
    guard input.shape == .scalar, input.component == .float else {
      throw wrong(
        item.pointer + "/input", "must be float scalars",
        "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT")
    }
    guard let first = input.minimum.first, first >= 0 else {
      throw wrong(
        item.pointer + "/input", "times must not be negative", "ACCESSOR_ANIMATION_INPUT_NEGATIVE")
    }
    guard input.isIncreasing else {
      throw wrong(
        item.pointer + "/input", "times must grow strictly",
        "ACCESSOR_ANIMATION_INPUT_NON_INCREASING")
    }
    switch try item.text("interpolation") ?? "LINEAR" {
    case "LINEAR", "STEP": return Sampler(input: input, output: output, perFrame: 1)
    case "CUBICSPLINE": return Sampler(input: input, output: output, perFrame: 3)
    default:
      throw wrong(
        item.pointer + "/interpolation", "must be LINEAR, STEP or CUBICSPLINE",
        "VALUE_NOT_IN_LIST")
    }
  }

  private func check(_ channel: GLTFValue, _ samplers: [Sampler]) throws(Refusal) {
    let sampler = samplers[try channel.requiredIndex("sampler", of: samplers.count)]
    guard let target = channel["target"] else {
      throw wrong(channel.pointer + "/target", "is required", "UNDEFINED_PROPERTY")
    }
    let node = try target.index("node", of: morphTargets.count)
    let path = try target.text("path")
    var values = sampler.perFrame
    let shape: GLTFAccessor.Shape
    var most = Double.infinity
    switch path {
    case "translation": (shape, most) = (.vec3, limits.extent)
    case "scale": (shape, most) = (.vec3, 1000)
    case "rotation": shape = .vec4
    case "weights":
      shape = .scalar
      if let node { values *= morphTargets[node] }
    default:
      throw wrong(
        target.pointer + "/path", "must be translation, rotation, scale or weights",
        "VALUE_NOT_IN_LIST")
    }
    guard sampler.output.shape == shape else {
      throw wrong(
        channel.pointer, "the sampler's output does not fit the path",
        "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT")
    }
    // Both factors are bounded: a count by the accessors' budget, the other by the morph targets.
    guard sampler.output.count == sampler.input.count * values else {
      throw wrong(
        channel.pointer, "\(sampler.output.count) output values for \(sampler.input.count) times",
        "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT")
    }
    // Tangents of cubic splines are no positions, so only plain values are bounded.
    guard
      sampler.perFrame == 3
        || max(sampler.output.maximum.max() ?? 0, -(sampler.output.minimum.min() ?? 0)) <= most
    else {
      throw UploadRule.glbExtent.refusal(
        channel.pointer, "the animation moves or scales by more than \(Int(most))")
    }
  }

  /// The number of joints of each skin.
  static func joints(
    _ items: [GLTFValue], accessors: [GLTFAccessor], nodes: Int
  ) throws(Refusal) -> [Int] {
    var result: [Int] = []
    for item in items {
      let joints = try item.indices("joints", of: nodes)
      guard !joints.isEmpty else {
        throw UploadRule.glbSkin.refusal(
          item.pointer + "/joints", "is required", code: "UNDEFINED_PROPERTY")
      }
      _ = try item.index("skeleton", of: nodes)
      if let index = try item.index("inverseBindMatrices", of: accessors.count) {
        let matrices = accessors[index]
        guard matrices.shape == .mat4, matrices.component == .float else {
          throw UploadRule.glbSkin.refusal(
            item.pointer, "inverse bind matrices must be float 4 x 4 matrices",
            code: "SKIN_IBM_INVALID_FORMAT")
        }
        guard matrices.count >= joints.count else {
          throw UploadRule.glbSkin.refusal(
            item.pointer, "\(matrices.count) matrices for \(joints.count) joints",
            code: "INVALID_IBM_ACCESSOR_COUNT")
        }
      }
      result.append(joints.count)
    }
    return result
  }
}
