import Base

/// A part of the binary chunk.
struct GLTFBufferView {
  var offset: Int
  var length: Int
  /// Bytes from one element to the next, if the view says so.
  var stride: Int?
}

/// A typed series of values in the binary chunk, with what a scan of all its values found.
struct GLTFAccessor {
  enum ComponentType: Int {
    case int8 = 5120
    case uint8 = 5121
    case int16 = 5122
    case uint16 = 5123
    case uint32 = 5125
    case float = 5126

    var size: Int {
      switch self {
      case .int8, .uint8: 1
      case .int16, .uint16: 2
      case .uint32, .float: 4
      }
    }

    var isUnsignedInteger: Bool { self == .uint8 || self == .uint16 || self == .uint32 }
  }

  enum Shape: String {
    case scalar = "SCALAR"
    case vec2 = "VEC2"
    case vec3 = "VEC3"
    case vec4 = "VEC4"
    case mat2 = "MAT2"
    case mat3 = "MAT3"
    case mat4 = "MAT4"

    /// Columns and rows; vectors have one column.
    var layout: (columns: Int, rows: Int) {
      switch self {
      case .scalar: (1, 1)
      case .vec2: (1, 2)
      case .vec3: (1, 3)
      case .vec4: (1, 4)
      case .mat2: (2, 2)
      case .mat3: (3, 3)
      case .mat4: (4, 4)
      }
    }
  }

  /// Replacements for some elements, in the order of their indices.
  struct Sparse {
    var indices: [Int]
    /// Offset of the first replacing element in the binary chunk.
    var valuesOffset: Int
  }

  var pointer: String
  var view: Int?
  /// Offset of the first element in the binary chunk.
  var offset: Int
  var stride: Int
  var count: Int
  var component: ComponentType
  var shape: Shape
  var isNormalised: Bool
  var sparse: Sparse?
  /// Whether the file declares both bounds.
  var hasBounds: Bool
  /// The least and greatest value of each component, found by reading all of them.
  var minimum: [Double]
  var maximum: [Double]
  /// For scalars: whether each value is greater than the one before it.
  var isIncreasing: Bool

  var componentCount: Int { shape.layout.columns * shape.layout.rows }

  /// Bytes of one element; columns of matrices start at multiples of 4.
  ///
  /// - Source: glTF 2.0, section 3.6.2.4.
  static func elementSize(_ shape: Shape, _ component: ComponentType) -> Int {
    columnSize(shape, component) * shape.layout.columns
  }

  static func columnSize(_ shape: Shape, _ component: ComponentType) -> Int {
    let (columns, rows) = shape.layout
    let bytes = rows * component.size
    return columns > 1 ? (bytes + 3) / 4 * 4 : bytes
  }
}
