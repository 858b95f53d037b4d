import Base
import Geodesy
import TestSupport
import Testing

@testable import Models

@Suite struct ShapePromptTests {
  struct Expected: Sendable {
    var form: Shape.Form
    var colour: String
    var size: Vector3
    var text = ""
  }

  static let understood: [(String, Expected)] = [
    ("red cube 1 m", Expected(form: .cube, colour: "red", size: Vector3(x: 1, y: 1, z: 1))),
    (
      "sign: Welcome",
      Expected(
        form: .sign, colour: "white", size: Vector3(x: 1.5, y: 1.5, z: 0.045), text: "Welcome")
    ),
    ("A blue box, 2x1x3 m", Expected(form: .box, colour: "blue", size: Vector3(x: 2, y: 1, z: 3))),
    (
      "a small green ball",
      Expected(form: .sphere, colour: "green", size: Vector3(x: 0.5, y: 0.5, z: 0.5))
    ),
    (
      "50cm gold ring", Expected(form: .ring, colour: "gold", size: Vector3(x: 0.5, y: 0.5, z: 0.1))
    ),
    (
      "Tree 4 metres tall.", Expected(form: .tree, colour: "green", size: Vector3(x: 2, y: 4, z: 2))
    ),
    (
      "orange arrow pointing down 2 m",
      Expected(form: .arrow, colour: "orange", size: Vector3(x: 1.2, y: 2, z: 1.2))
    ),
    (
      "box 100 × 50 × 20 cm",
      Expected(form: .box, colour: "grey", size: Vector3(x: 1, y: 0.5, z: 0.2))
    ),
    (
      "yellow star 1 m",
      Expected(form: .star, colour: "yellow", size: Vector3(x: 1, y: 0.95, z: 0.2))
    ),
    ("heart", Expected(form: .heart, colour: "red", size: Vector3(x: 1, y: 0.9, z: 0.25))),
    (
      "transparent cylinder 1 x 2 m",
      Expected(form: .cylinder, colour: "grey", size: Vector3(x: 1, y: 2, z: 2))
    ),
    (
      "flag 3 m: Start",
      Expected(form: .flag, colour: "red", size: Vector3(x: 1.5, y: 3, z: 0.09), text: "Start")
    ),
    ("pedestal", Expected(form: .pedestal, colour: "grey", size: Vector3(x: 0.9, y: 1.5, z: 0.9))),
    (
      "white pillar 10 ft",
      Expected(form: .pillar, colour: "white", size: Vector3(x: 0.762, y: 3.048, z: 0.762))
    ),
    ("pyramid", Expected(form: .pyramid, colour: "grey", size: Vector3(x: 1, y: 1, z: 1))),
    ("metallic cone", Expected(form: .cone, colour: "grey", size: Vector3(x: 1, y: 1, z: 1))),
    ("brown post", Expected(form: .post, colour: "brown", size: Vector3(x: 0.12, y: 1.5, z: 0.12))),
    ("plane 3x2 m", Expected(form: .plane, colour: "grey", size: Vector3(x: 3, y: 2, z: 0))),
  ]

  @Test(
    "UC5.3.1: a prompt makes the shape it names, as a valid GLB of that size",
    arguments: understood.indices)
  func shape(_ index: Int) throws {
    let (prompt, expected) = Self.understood[index]
    let read = try ShapePrompt(prompt)
    #expect(read.shape.form == expected.form)
    #expect(read.shape.material.name == expected.colour)
    #expect((read.shape.size - expected.size).length < 1e-9, "\(read.shape.size)")
    #expect(read.shape.text == expected.text)
    let model = try GLBModel(checking: read.shape.glb())
    #expect(model.triangleCount > 1)
    #expect(abs(model.bounds.minimum.y) < 1e-5)
    if ![.sign, .flag, .tree].contains(expected.form) {
      #expect((model.bounds.size - expected.size).length < 1e-5, "\(model.bounds)")
    } else {
      #expect(abs(model.bounds.size.y - expected.size.y) < 0.05 * expected.size.y)
    }
  }

  @Test("UC5.3.1: the same prompt gives the same bytes")
  func deterministic() throws {
    for (prompt, _) in Self.understood {
      #expect(try ShapePrompt(prompt).shape.glb() == ShapePrompt(prompt).shape.glb())
    }
  }

  @Test(
    "a word for the size is a factor on the usual one",
    arguments: [
      ("tiny", 0.2), ("small", 0.5), ("little", 0.5), ("medium", 1), ("big", 2), ("large", 2),
      ("huge", 5),
    ])
  func sizes(_ word: String, _ factor: Double) throws {
    func longest(_ prompt: String) throws -> Double {
      let size = try ShapePrompt(prompt).shape.size
      return max(size.x, size.y, size.z)
    }
    for (form, usual) in [("ball", 1.0), ("pedestal", 1.5), ("tree", 3)] {
      let seen = try longest("\(word) \(form)")
      #expect(abs(seen - usual * factor) < 1e-9, "\(form): \(seen)")
    }
  }

  @Test(
    "UC5.3.1: what is not understood is named, with what is",
    arguments: [
      ("", "no form"), ("red", "no form"), ("red dragon", "dragon"), ("cube sphere", "two forms"),
      ("red blue cube", "two colours"), ("cube 5", "unit"), ("cube 0 m", "1 cm"),
      ("cube 100 m", "50 m"), ("cube 1 m 2 m", "two sizes"), ("sign", "text after a colon"),
      ("sign:", "empty"), ("cube: Hello", "can say"), ("left cube", "direction"),
      ("cube -1 m", "not understood"), ("box 1x2x3x4 m", "one, two or three"),
      ("cube 1e5 m", "needs a unit"), ("cube 99999999999999 m", "not understood"),
      ("sign: a\u{7}b", "control"),
    ])
  func refused(_ prompt: String, _ part: String) {
    let error = #expect(throws: Refusal.self) { try ShapePrompt(prompt) }
    #expect(error?.slug == "shape-prompt")
    #expect(error?.detail.contains(part) == true, "\(error?.detail ?? "")")
    #expect(error?.detail.contains("red cube 1 m") == true)
  }

  @Test(
    "prompts of random characters and words are read or refused", arguments: [1, 2] as [UInt64])
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let words = [
      "red", "cube", "1", "m", "x", ":", "sign", "2.5", "cm", ".", "é", "\u{301}", "-", "arrow",
    ]
    for _ in 0..<2000 {
      let prompt = (0..<Int(random.next() % 8))
        .map { _ in words[Int(random.next() % UInt64(words.count))] }
        .joined(separator: random.next() % 3 == 0 ? "" : " ")
      if let read = try? ShapePrompt(prompt) {
        #expect(read.shape.size.length.isFinite, "seed \(seed): \(prompt)")
      }
    }
  }

  @Test("letters: every printable character of Latin-1 has a glyph, and marks sit on their letters")
  func glyphs() {
    let frame = BlockLetters.glyph("\u{1F600}").rows
    for value in Array(0x21...0x7e) + Array(0xc0...0xff) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(BlockLetters.glyph(scalar).rows != frame, "\(scalar)")
    }
    // A letter is as wide as what is drawn of it, so that an i stands close to its neighbours.
    for value in 0x21...0x7e {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let glyph = BlockLetters.glyph(scalar)
      let drawn = (0..<5).filter { column in glyph.rows.keys.contains { glyph.isSet($0, column) } }
      #expect(
        drawn.first == glyph.columns.lowerBound && drawn.last == glyph.columns.upperBound,
        "\(scalar)")
    }
    #expect(BlockLetters.scalars("e\u{301}") == ["é"])
    let plain = TriangleMesh.letters(["A"], cell: 1, depth: 0).bounds
    let marked = TriangleMesh.letters(["Ä"], cell: 1, depth: 0).bounds
    #expect(plain.size.y == 7)
    #expect(marked.size.y == 9)
  }

  @Test("a long sign stays within its board")
  func longSign() throws {
    let text = "The quick brown fox jumps over the lazy dog, and then over the fence, äöüß!"
    let model = try GLBModel(checking: ShapePrompt("sign 2 m: \(text)").shape.glb())
    #expect(abs(model.bounds.size.x - 2) < 1e-5)
    #expect(model.bounds.size.y <= 2.001)
    #expect(model.triangleCount < 20_000)
  }

  @Test("every preset is a valid model of at most 5 m", arguments: ShapePreset.all)
  func presets(_ preset: ShapePreset) throws {
    let model = try GLBModel(checking: preset.shape().glb())
    #expect(max(model.bounds.size.x, model.bounds.size.y, model.bounds.size.z) <= 5)
    #expect(ShapePreset.all.filter { $0.name == preset.name }.count == 1)
  }

  @Test("damaged prompts are understood or refused, never more", arguments: [5, 6] as [UInt64])
  func damaged(seed: UInt64) {
    var understood = 0
    Fuzzing.mutations(Array("blue sign 2x1 m: Grüße".utf8), seed: seed, count: 200) { bytes in
      if (try? ShapePrompt(String(decoding: bytes, as: UTF8.self)).shape.glb()) != nil {
        understood += 1
      }
    }
    #expect(understood > 5 && understood < 200, "seed \(seed): \(understood)")
  }
}
