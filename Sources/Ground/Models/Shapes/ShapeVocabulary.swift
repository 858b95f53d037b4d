/// The words that ``ShapePrompt`` understands.
enum ShapeVocabulary {
  struct Colour: Hashable {
    var name: String
    var alias: String
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    init(_ name: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8, alias: String = "") {
      (self.name, self.alias) = (name, alias)
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  static let colours = [
    Colour("red", 212, 40, 40), Colour("orange", 240, 130, 20), Colour("yellow", 245, 208, 30),
    Colour("green", 46, 150, 70), Colour("blue", 36, 90, 200),
    Colour("purple", 125, 60, 170, alias: "violet"),
    Colour("pink", 240, 120, 170), Colour("brown", 120, 80, 50), Colour("black", 24, 24, 26),
    Colour("white", 248, 248, 246), Colour("grey", 130, 134, 140, alias: "gray"),
    Colour("gold", 220, 175, 55, alias: "golden"), Colour("silver", 190, 195, 200),
    Colour("turquoise", 45, 190, 185, alias: "cyan"), Colour("magenta", 205, 40, 140),
    Colour("beige", 225, 210, 175),
  ]

  static func usualColour(_ form: Shape.Form) -> Colour {
    switch form {
    case .tree: colours[3]
    case .heart, .flag, .arrow: colours[0]
    case .star: colours[2]
    case .sign: colours[9]
    case .post: colours[7]
    default: colours[10]
    }
  }

  static let forms: [String: Shape.Form] = [
    "cube": .cube, "block": .cube, "dice": .cube, "box": .box, "cuboid": .box, "brick": .box,
    "ball": .sphere, "sphere": .sphere, "globe": .sphere, "cylinder": .cylinder,
    "tube": .cylinder, "drum": .cylinder, "cone": .cone, "pyramid": .pyramid, "arrow": .arrow,
    "ring": .ring, "torus": .ring, "donut": .ring, "hoop": .ring, "pillar": .pillar,
    "column": .pillar, "pedestal": .pedestal, "plinth": .pedestal, "sign": .sign,
    "signpost": .sign, "board": .sign, "flag": .flag, "banner": .flag, "tree": .tree,
    "fir": .tree, "star": .star, "heart": .heart, "post": .post, "pole": .post, "plane": .plane,
    "panel": .plane, "text": .text, "letters": .text, "lettering": .text,
  ]

  static let directions: [String: Shape.Direction] = [
    "up": .up, "upward": .up, "upwards": .up, "down": .down, "downward": .down,
    "downwards": .down, "left": .left, "right": .right, "forward": .forward,
    "forwards": .forward, "back": .back, "backward": .back, "backwards": .back,
  ]

  /// Factors on the usual size.
  static let sizes: [String: Double] = [
    "tiny": 0.2, "small": 0.5, "little": 0.5, "medium": 1, "big": 2, "large": 2, "huge": 5,
  ]

  /// The longest side when none is given, metres.
  static func usualSize(_ form: Shape.Form) -> Double {
    switch form {
    case .sign, .post, .pedestal: 1.5
    case .pillar, .flag, .tree: 3
    default: 1
    }
  }

  static let units: [String: Double] = [
    "m": 1, "metre": 1, "metres": 1, "meter": 1, "meters": 1, "cm": 0.01, "centimetre": 0.01,
    "centimetres": 0.01, "centimeter": 0.01, "centimeters": 0.01, "mm": 0.001, "ft": 0.3048,
    "foot": 0.3048, "feet": 0.3048, "in": 0.0254, "inch": 0.0254, "inches": 0.0254,
  ]

  static let fillers: Set<String> = [
    "a", "an", "the", "of", "with", "in", "and", "that", "is", "one", "pointing", "please", "me",
    "make", "create", "generate", "draw", "build", "tall", "high", "wide", "long", "deep", "size",
    "sized", "colour", "color", "coloured", "colored", "simple", "says", "saying", "by",
  ]

  /// Words and numbers in lower case; a number is parted from letters that touch it, and so is
  /// the x between numbers.
  static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var current = ""
    var isNumber = false
    func flush() {
      if !current.isEmpty { tokens.append(current) }
      current = ""
    }
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case "0"..."9", ".":
        if !isNumber { flush() }
        isNumber = true
        current.unicodeScalars.append(scalar)
      case "×":
        flush()
        tokens.append("x")
      case " ", ",", ";", "\t", "\n", "\"", "!":
        flush()
      default:
        if isNumber { flush() }
        isNumber = false
        current.unicodeScalars.append(scalar)
      }
    }
    flush()
    return tokens.map(trimmed).filter { !$0.isEmpty }
  }

  /// Without the full stop at the end of a sentence.
  private static func trimmed(_ token: String) -> String {
    token.hasSuffix(".") ? String(token.dropLast()) : token
  }

  /// A decimal number of at most eight characters.
  static func number(_ token: String) -> Double? {
    guard let first = token.utf8.first, (0x30...0x39).contains(first), token.utf8.count <= 8 else {
      return nil
    }
    return Double(token)
  }
}
