import Base
import Geodesy

/// Reads short English descriptions of simple things: "red cube 1 m", "sign: Welcome".
///
/// A fixed vocabulary, no guessing: a word that is not understood is named in the refusal. The
/// same words give the same shape.
///
/// - Thread: pure.
public struct ShapePrompt: Hashable, Sendable {
  public let shape: Shape

  /// A plain description of what was understood, for an alternative text.
  public var description: String {
    let size = [shape.size.x, shape.size.y, shape.size.z].map { metres in
      var writer = ByteWriter(capacity: 8)
      writer.fixed(metres, decimals: 2)
      return writer.string
    }
    let form = shape.form == .arrow ? "arrow pointing \(shape.direction)" : shape.form.rawValue
    let says = shape.text.isEmpty ? "" : " that says \"\(shape.text)\""
    return "\(shape.material.name) \(form)\(says), \(size.joined(separator: " x ")) m"
  }

  /// What the prompts are made of, for help texts.
  public static var help: String {
    let forms = Shape.Form.allCases.map(\.rawValue).joined(separator: ", ")
    let colours = ShapeVocabulary.colours.map(\.name).joined(separator: ", ")
    return
      "Give a form (\(forms)), and if you like a colour (\(colours)), a surface (shiny, metallic, "
      + "matt, transparent), a size (1 m, 50 cm, 2x1x3 m, small, big) and a text after a colon; "
      + "for instance \"red cube 1 m\" or \"blue sign 2 m: Welcome\""
  }

  /// - Parameter prompt: at most 200 characters.
  /// - Throws: ``Refusal`` with slug `shape-prompt` that names what was not understood and what is.
  public init(_ prompt: String) throws(Refusal) {
    guard prompt.unicodeScalars.prefix(201).count <= 200 else {
      throw Self.refusal("the description is longer than 200 characters")
    }
    var reading = Reading()
    var words = prompt
    if let colon = prompt.firstIndex(of: ":") {
      words = String(prompt[..<colon])
      reading.text = try Self.text(String(prompt[prompt.index(after: colon)...]))
    }
    let tokens = ShapeVocabulary.tokens(words)
    var i = 0
    while i < tokens.count {
      if let (metres, used) = try Self.lengths(tokens[i...]) {
        guard reading.lengths.isEmpty else { throw Self.refusal("there are two sizes") }
        reading.lengths = metres
        i += used
      } else {
        try reading.word(tokens[i])
        i += 1
      }
    }
    shape = try reading.shape()
  }

  static func refusal(_ what: String) -> Refusal {
    UploadRule.shapePrompt.refusal("", "\(what). \(help)")
  }

  private static func text(_ raw: String) throws(Refusal) -> String {
    let text = raw.trimmedOfSpace
    guard !text.isEmpty else { throw refusal("the text after the colon is empty") }
    guard text.unicodeScalars.count <= 120 else {
      throw refusal("the text is longer than 120 characters")
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
      throw refusal("the text has control characters")
    }
    return text
  }

  /// Reads "1 m", "1m", "50 cm", "2 x 1 x 3 m", "2x1x3m"; nil if no number stands there.
  private static func lengths(
    _ tokens: ArraySlice<String>
  ) throws(Refusal) -> ([Double], Int)? {
    var numbers: [Double] = []
    var used = 0
    var unit: Double?
    for token in tokens {
      if let number = ShapeVocabulary.number(token) {
        guard numbers.count == tokensSeparated(used, numbers.count) else { break }
        numbers.append(number)
      } else if token == "x", !numbers.isEmpty, unit == nil {
        used += 1
        continue
      } else if let factor = ShapeVocabulary.units[token], !numbers.isEmpty {
        unit = factor
        used += 1
        break
      } else {
        break
      }
      used += 1
    }
    guard !numbers.isEmpty else { return nil }
    guard let unit else {
      throw refusal("the size needs a unit such as m or cm")
    }
    guard numbers.count <= 3 else { throw refusal("a size has one, two or three lengths") }
    let metres = numbers.map { $0 * unit }
    guard metres.allSatisfy({ (0.01...50).contains($0) }) else {
      throw refusal("lengths must lie between 1 cm and 50 m")
    }
    return (metres, used)
  }

  /// After n numbers and the x between them, 2n tokens are used; anything else ends the size.
  private static func tokensSeparated(_ used: Int, _ numbers: Int) -> Int {
    used == numbers * 2 ? numbers : -1
  }
}

/// What was found in a prompt so far.
private struct Reading {
  var form: Shape.Form?
  var colour: ShapeVocabulary.Colour?
  var direction: Shape.Direction?
  var lengths: [Double] = []
  var sizeWord: Double?
  var metallic = 0.0
  var roughness = 0.8
  var opacity = 1.0
  var text = ""

  mutating func word(_ word: String) throws(Refusal) {
    if let found = ShapeVocabulary.forms[word] {
      guard form == nil || form == found else {
        throw ShapePrompt.refusal("there are two forms: one thing at a time")
      }
      form = found
    } else if let found = ShapeVocabulary.colours.first(where: {
      $0.name == word || $0.alias == word
    }) {
      guard colour == nil || colour == found else {
        throw ShapePrompt.refusal("there are two colours: one at a time")
      }
      colour = found
    } else if let found = ShapeVocabulary.directions[word] {
      direction = found
    } else if let found = ShapeVocabulary.sizes[word] {
      sizeWord = found
    } else {
      switch word {
      case "shiny", "glossy": roughness = 0.15
      case "matt", "matte": roughness = 1
      case "metallic", "metal": (metallic, roughness) = (1, 0.3)
      case "transparent", "glass": (opacity, roughness) = (0.4, 0.1)
      default:
        guard ShapeVocabulary.fillers.contains(word) else {
          throw ShapePrompt.refusal("\"\(word.clipped(40))\" is not understood")
        }
      }
    }
  }

  func shape() throws(Refusal) -> Shape {
    guard let form = form ?? (text.isEmpty ? nil : .sign) else {
      throw ShapePrompt.refusal("no form is named")
    }
    if text.isEmpty, form == .sign || form == .text {
      throw ShapePrompt.refusal("a \(form.rawValue) needs a text after a colon")
    }
    if !text.isEmpty, form != .sign && form != .text && form != .flag {
      throw ShapePrompt.refusal("only a sign, a flag and text can say something")
    }
    if direction != nil, form != .arrow {
      throw ShapePrompt.refusal("only an arrow has a direction")
    }
    let colour = colour ?? ShapeVocabulary.usualColour(form)
    return Shape(
      form,
      material: SurfaceMaterial(
        name: colour.name, red: colour.red, green: colour.green, blue: colour.blue,
        opacity: opacity, metallic: metallic, roughness: roughness),
      size: try size(form), direction: direction ?? .up, text: text)
  }

  /// One length is the longest side; two are width and height; three width, height and depth.
  private func size(_ form: Shape.Form) throws(Refusal) -> Vector3 {
    let usual = proportions(form)
    switch lengths.count {
    case 0: return usual * ((sizeWord ?? 1) * ShapeVocabulary.usualSize(form))
    case 1: return usual * lengths[0]
    default:
      let longest = max(usual.x, usual.y)
      let depth =
        lengths.count == 3 ? lengths[2] : usual.z / longest * max(lengths[0], lengths[1])
      return Vector3(x: lengths[0], y: lengths[1], z: depth)
    }
  }

  /// Width, height and depth of a shape whose longest side is 1.
  private func proportions(_ form: Shape.Form) -> Vector3 {
    switch form {
    case .cube, .box, .sphere, .cylinder, .cone, .pyramid: Vector3(x: 1, y: 1, z: 1)
    case .plane: Vector3(x: 1, y: 1, z: 0)
    case .ring: Vector3(x: 1, y: 1, z: 0.2)
    case .star: Vector3(x: 1, y: 0.95, z: 0.2)
    case .heart: Vector3(x: 1, y: 0.9, z: 0.25)
    case .pillar: Vector3(x: 0.25, y: 1, z: 0.25)
    case .pedestal: Vector3(x: 0.6, y: 1, z: 0.6)
    case .post: Vector3(x: 0.08, y: 1, z: 0.08)
    case .tree: Vector3(x: 0.5, y: 1, z: 0.5)
    case .flag: Vector3(x: 0.5, y: 1, z: 0.03)
    case .sign: Vector3(x: 1, y: 1, z: 0.03)
    case .text: naturalText
    case .arrow:
      switch direction ?? .up {
      case .up, .down: Vector3(x: 0.6, y: 1, z: 0.6)
      case .left, .right: Vector3(x: 1, y: 0.6, z: 0.6)
      case .forward, .back: Vector3(x: 0.6, y: 0.6, z: 1)
      }
    }
  }

  /// The proportions of the letters themselves.
  private var naturalText: Vector3 {
    let size = TriangleMesh.letters(Shape.lines(text), cell: 1, depth: 1).bounds.size
    let longest = max(size.x, size.y)
    return longest > 0 ? size * (1 / longest) : Vector3(x: 1, y: 1, z: 1)
  }
}
