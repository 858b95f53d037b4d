import Foundation

/// The transfer curve of sRGB.
///
/// - Source: IEC 61966-2-1.
enum SRGB {
  /// The linear value 0...1 of an sRGB byte.
  static func linear(_ value: UInt8) -> Double {
    let v = Double(value) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }
}
