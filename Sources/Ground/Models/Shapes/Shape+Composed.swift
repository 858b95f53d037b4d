import Base
import Geodesy

/// Shapes of several parts and colours.
extension Shape {
  private static let wood = SurfaceMaterial(name: "wood", red: 110, green: 76, blue: 48)
  private static let dark = SurfaceMaterial(name: "dark", red: 32, green: 32, blue: 36)
  private static let light = SurfaceMaterial(name: "light", red: 250, green: 250, blue: 245)

  /// Black or white, whichever is easier to read on the shape's colour.
  private var ink: SurfaceMaterial {
    let luminance =
      0.2126 * SRGB.linear(material.red) + 0.7152 * SRGB.linear(material.green)
      + 0.0722 * SRGB.linear(material.blue)
    // Equal contrast to both lies at a luminance of about 0.18 (WCAG 2.2, contrast ratio).
    return luminance > 0.18 ? Self.dark : Self.light
  }

  var lines: [String] { Self.lines(text) }

  /// The text in lines that make a block about twice as wide as high.
  static func lines(_ text: String) -> [String] {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    let total = words.reduce(0) { $0 + $1.count + 1 }
    let wanted = max(8, Int((Double(total) * 5.5).squareRoot()))
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= wanted {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.isEmpty ? [" "] : lines
  }

  /// A board on a post, with letters on its front and its back.
  func addSign(to builder: inout GLBBuilder) {
    let post = size.y * 0.5
    let board = size.y - post
    let thickness = size.z
    builder.add(
      "post", .cylinder(radius: thickness / 2, height: size.y * 0.98, sides: 12), Self.wood,
      at: Vector3(x: 0, y: 0, z: -thickness))
    builder.add(
      "board", .box(width: size.x, height: board, depth: thickness), material,
      at: Vector3(x: 0, y: post, z: 0))
    addLetters(
      to: &builder, width: size.x, height: board, bottom: post, front: thickness / 2,
      back: -thickness / 2)
  }

  private func addLetters(
    to builder: inout GLBBuilder, width: Double, height: Double, bottom: Double, front: Double,
    back: Double?
  ) {
    let rows = Double(lines.count * 12 + 1)
    let columns = Double(lines.map(TriangleMesh.textWidth).max() ?? 1) + 4
    let cell = min(width / columns, height / rows)
    let letters = TriangleMesh.letters(lines, cell: cell, depth: 0)
    // A little in front of the board, so that the two do not flicker.
    let gap = max(0.002, size.y * 0.002)
    let lift = bottom + (height - rows * cell) / 2
    builder.add("text", letters, ink, at: Vector3(x: 0, y: lift, z: front + gap))
    if let back {
      let turn = Quaternion(x: 0, y: 1, z: 0, w: 0)
      builder.add(
        "text on the back", letters.turned(by: turn), ink,
        at: Vector3(x: 0, y: lift, z: back - gap))
    }
  }

  /// A cloth on a pole.
  func addFlag(to builder: inout GLBBuilder) {
    let pole = max(0.01, size.y * 0.015)
    builder.add("pole", .cylinder(radius: pole, height: size.y, sides: 12), Self.light)
    let height = size.y * 0.35
    builder.add(
      "cloth", .box(width: size.x, height: height, depth: pole / 2), material,
      at: Vector3(x: size.x / 2 + pole, y: size.y * 0.63, z: 0))
    guard !text.isEmpty else { return }
    var letters = GLBBuilder()
    addLetters(
      to: &letters, width: size.x, height: height, bottom: size.y * 0.63, front: pole / 4,
      back: nil)
    builder.add(letters, at: Vector3(x: size.x / 2 + pole, y: 0, z: 0))
  }

  /// A trunk with a crown of two cones.
  func addTree(to builder: inout GLBBuilder) {
    let radius = size.x / 2
    builder.add(
      "trunk", .cylinder(radius: radius * 0.2, height: size.y * 0.3, sides: 12), Self.wood)
    builder.add(
      "lower crown", .cone(radius: radius, height: size.y * 0.5), material,
      at: Vector3(x: 0, y: size.y * 0.25, z: 0))
    builder.add(
      "upper crown", .cone(radius: radius * 0.75, height: size.y * 0.5), material,
      at: Vector3(x: 0, y: size.y * 0.5, z: 0))
  }
}
