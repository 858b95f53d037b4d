/// Bounds on a GLB file.
///
/// - Thread: pure.
public struct GLBLimits: Sendable {
  public var bytes = 50 << 20
  public var jsonBytes = 4 << 20
  public var jsonDepth = 64
  public var nodes = 10_000
  /// Deepest node below a root, the root counted.
  public var nodeDepth = 64
  public var meshes = 1000
  public var materials = 1000
  public var accessors = 20_000
  public var images = 64
  public var animations = 256
  /// Triangles as drawn: a mesh that two nodes use counts twice.
  public var triangles = 1_000_000
  public var morphTargets = 16
  /// Bytes that all accessors together stand for; several may read the same bytes.
  public var decodedBytes = 200 << 20
  /// Longest side of the box around the model, metres.
  public var extent = 500.0
  /// Pixels of all images together; each also keeps to the rules of ``ImageLimits``.
  public var imagePixels = 268_435_456
  /// Extensions that a file may require.
  public var extensions: Set<String> = [
    "KHR_lights_punctual", "KHR_materials_anisotropy", "KHR_materials_clearcoat",
    "KHR_materials_dispersion", "KHR_materials_emissive_strength", "KHR_materials_ior",
    "KHR_materials_iridescence", "KHR_materials_sheen", "KHR_materials_specular",
    "KHR_materials_transmission", "KHR_materials_unlit", "KHR_materials_variants",
    "KHR_materials_volume", "KHR_mesh_quantization", "KHR_texture_transform",
    "EXT_texture_webp",
  ]
  /// Extensions that a file may not even use: their compressed data cannot be looked into here.
  public var refusedExtensions: Set<String> = [
    "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression",
    "KHR_texture_basisu", "MSFT_texture_dds",
  ]

  public init() {}
}
