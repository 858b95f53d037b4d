import Access
import Base
import CapabilityTestSupport
import Cryptography
import Geodesy
import Media
import MediaFormats
import Models
import Objects
import Storage
import TestSupport
import Testing

@Suite("Making AR objects")
struct ObjectMakingTests {
  let fixture: ObjectsFixture

  init() throws { fixture = try ObjectsFixture() }

  /// A box 2 m wide, 3 m high and 1 m deep around its origin.
  private func boxFile() -> [UInt8] {
    var builder = GLBBuilder()
    builder.add(
      "box", TriangleMesh.box(width: 2, height: 3, depth: 1),
      SurfaceMaterial(name: "grey", red: 128, green: 128, blue: 128))
    return builder.file()
  }

  @Test("CG-RL-03: a scanned GLB file becomes an object with its size and hash")
  func scan() throws {
    let caller = fixture.caller()
    let bytes = boxFile()
    let made = try fixture.objects.upload(
      ObjectUpload(name: "Box", alt: .text("A grey box"), origin: .scan, bytes: bytes),
      caller: caller)
    #expect(made.kind == .model)
    #expect(made.origin == .scan)
    #expect(made.triangles == 12)
    #expect(made.media.digest.hex == SHA256.hash(bytes).hexadecimal)
    #expect(made.media.byteCount == bytes.count)
    #expect(made.boundingBox.size == Vector3(x: 2, y: 1, z: 3), "up is the third axis")
    let read = try fixture.objects.details(made.id, caller: caller)
    #expect(read == made)
    let item = try fixture.objects.content(made.id, caller: caller)
    #expect(try fixture.files.read(item.digest) == bytes)
    #expect(item.type == "model/gltf-binary")
  }

  @Test("A photo becomes an upright panel 1 m long, without its maker's metadata")
  func photo() throws {
    let pixels = [UInt8](repeating: 200, count: 40 * 10)
    let plain = try #require(PNGWriter.file(width: 40, height: 10, pixels: pixels))
    let iend = 12
    var tagged = Array(plain.dropLast(iend))
    tagged += pngText("Author", "Jane Doe") + plain.suffix(iend)
    let caller = fixture.caller()
    let made = try fixture.objects.upload(
      ObjectUpload(name: "Photo", alt: .text("A wall"), origin: .scan, bytes: tagged),
      caller: caller)
    #expect(made.kind == .image)
    #expect(made.media.type == "image/png")
    #expect(made.boundingBox.minimum == Vector3(x: -0.5, y: 0, z: 0))
    #expect(made.boundingBox.maximum == Vector3(x: 0.5, y: 0, z: 0.25))
    let kept = try #require(try fixture.files.read(made.media.digest))
    #expect(String(decoding: tagged, as: UTF8.self).contains("Jane Doe"))
    #expect(!String(decoding: kept, as: UTF8.self).contains("Jane Doe"))
    #expect(made.media.digest.hex == SHA256.hash(kept).hexadecimal)
    let cut = Array(tagged.dropLast(30))
    let refused = try refusal {
      _ = try fixture.objects.upload(
        ObjectUpload(name: "Cut", alt: .decorative, bytes: cut), caller: caller)
    }
    #expect(refused?.slug.hasPrefix("image-") == true)
  }

  /// A tEXt chunk.
  private func pngText(_ keyword: String, _ text: String) -> [UInt8] {
    let content = Array("tEXt".utf8) + Array(keyword.utf8) + [0] + Array(text.utf8)
    var crc: UInt32 = 0xffff_ffff
    for byte in content {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    crc = ~crc
    func bigEndian(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) }
    }
    return bigEndian(UInt32(content.count - 4)) + content + bigEndian(crc)
  }

  @Test("the answer has the members of the contract")
  func answer() throws {
    let made = try fixture.object("Cube", caller: fixture.caller())
    let answer = try json { made.write(to: &$0) }
    #expect(answer["id"]?.string == made.id.description)
    #expect(answer["content"]?.string == "/v1/objects/\(made.id)/content")
    #expect(answer["boundingBox"]?["min"]?.array?.count == 3)
    #expect(answer["boundingBox"]?["max"]?[2]?.number == 1)
    #expect(answer["state"]?.string == "live")
    #expect(answer["version"]?.integer == 1)
    #expect(answer["createdAt"]?.string == "2026-05-01T10:00:00.000Z")
    for name in ["name", "alt", "kind", "origin", "triangles", "bytes", "sha256"] {
      #expect(answer[name] != nil, "\(name)")
    }
  }

  @Test("CG-RL-03: a broken file is refused by the name of its rule, and nothing is kept")
  func broken() throws {
    let caller = fixture.caller()
    let good = boxFile()
    for (bytes, slug) in [
      ([], "glb-header"), (Array("plain text, no model".utf8), "glb-header"),
      (Array(good.dropLast(4)), "glb-header"),
    ] as [([UInt8], String)] {
      let refused = try refusal {
        _ = try fixture.objects.upload(
          ObjectUpload(name: "Broken", alt: .decorative, bytes: bytes), caller: caller)
      }
      #expect(refused?.slug == slug)
    }
    #expect(fixture.files.kept.current.isEmpty)
    #expect(try fixture.rows("objects") == 0)
    #expect(try fixture.rows("media") == 0)
    #expect(try fixture.changes("object").isEmpty)
  }

  @Test("UC5.3.1, CG-RL-03: words become a simple shape, with a preview that keeps nothing")
  func prompt() throws {
    let caller = fixture.caller()
    let preview = try fixture.objects.preview("sign: Welcome", caller: caller)
    #expect(try fixture.rows("objects") == 0)
    #expect(preview.kind == .text)
    let made = try fixture.objects.generate(
      ObjectPrompt(name: "Welcome", prompt: "sign: Welcome"), caller: caller)
    #expect(made.origin == .prompt)
    #expect(made.kind == .text)
    #expect(made.alt.words.contains("Welcome"))
    #expect(try fixture.files.read(made.media.digest) == preview.glb)
    let cube = try fixture.object("Cube", caller: caller, prompt: "red cube 1 m")
    #expect(cube.kind == .shape)
    #expect(abs(cube.boundingBox.size.z - 1) < 1e-6)
    let refused = try refusal {
      _ = try fixture.object("?", caller: caller, prompt: "colourless idea")
    }
    #expect(refused?.slug == "shape-prompt")
  }

  @Test("UC5.3.1: another generator can be plugged in, and its work is checked like an upload")
  func plugged() throws {
    struct Careless: ObjectGenerator {
      func generate(_ prompt: String) throws -> GeneratedObject {
        GeneratedObject(kind: .model, glb: [1, 2, 3], description: prompt)
      }
    }
    let service = ObjectService(
      platform: fixture.platform, media: fixture.media, generator: Careless(),
      rights: fixture.rights, notifications: fixture.inbox)
    let refused = try refusal {
      _ = try service.generate(
        ObjectPrompt(name: "Castle", prompt: "a castle"), caller: fixture.caller())
    }
    #expect(refused?.slug == "glb-header")
    #expect(try fixture.rows("objects") == 0)
  }

  @Test("objects are made by people: not without log-in, not by admins")
  func roles() throws {
    let anonymous = try refusal { _ = try fixture.object("Cube", caller: .anonymous) }
    #expect(anonymous?.kind == .unauthenticated)
    let admin = try refusal { _ = try fixture.object("Cube", caller: fixture.caller(.admin)) }
    #expect(admin?.kind == .forbidden)
    #expect(try fixture.object("Cube", caller: fixture.caller(.organization)).name == "Cube")
  }

  @Test(
    "alternative text is required unless the object is said to be decorative",
    arguments: [
      (#"{"name":"Cube"}"#, "/alt"), (#"{"name":"Cube","alt":"  "}"#, "/alt"),
      (#"{"name":"Cube","decorative":false}"#, "/alt"),
      (#"{"name":"Cube","alt":"A cube","decorative":true}"#, "/alt"),
      (#"{"name":" ","alt":"A cube"}"#, "/name"), (#"{"alt":"A cube"}"#, "/name"),
      (#"{"name":"Cube","alt":7}"#, "/alt"),
      (#"{"name":"Cube","alt":"A cube","origin":"preset"}"#, "/origin"),
      (#"{"name":"Cube","alt":"A cube","size":1}"#, "/size"),
    ])
  func altText(body: String, pointer: String) throws {
    let fields = try fields(body)
    _ = ObjectUpload(reading: fields, bytes: [])
    let refused = try refusal { try fields.finish() }
    #expect(refused?.violations.map(\.pointer) == [pointer])
  }

  @Test("texts are read, trimmed")
  func reading() throws {
    let plain = try fields(#"{"name":" Cube ","alt":"A red cube","origin":"scan"}"#)
    let upload = ObjectUpload(reading: plain, bytes: [1])
    try plain.finish()
    #expect(upload.name == "Cube")
    #expect(upload.alt == .text("A red cube"))
    #expect(upload.origin == .scan)
    let decorative = try fields(#"{"name":"Cube","alt":"","decorative":true}"#)
    #expect(ObjectUpload(reading: decorative, bytes: []).alt == .decorative)
    try decorative.finish()
    let prompt = try fields(#"{"name":"Cube","prompt":"red cube 1 m"}"#)
    #expect(ObjectPrompt(reading: prompt).alt == nil)
    try prompt.finish()
  }

  @Test("the quota of objects, of bytes and of bytes in a day stops what goes beyond it")
  func quotas() throws {
    let size = try ShapePrompt("red cube 1 m").shape.glb().count
    var limits = ObjectLimits()
    limits.objects = 2
    let few = try ObjectsFixture(limits: limits)
    let caller = few.caller()
    let first = try few.object("A", caller: caller)
    _ = try few.object("B", caller: caller)
    #expect(try refusal { _ = try few.object("C", caller: caller) }?.slug == "object-quota")
    try few.objects.withdraw(first.id, caller: caller)
    _ = try few.object("C", caller: caller)
    _ = try few.object("A", caller: few.caller())

    limits = ObjectLimits()
    limits.bytes = 2 * size
    let small = try ObjectsFixture(limits: limits)
    _ = try small.object("A", caller: caller)
    _ = try small.object("B", caller: caller)
    #expect(try refusal { _ = try small.object("C", caller: caller) }?.slug == "object-quota")

    limits = ObjectLimits()
    limits.bytesPerDay = 2 * size
    let slow = try ObjectsFixture(limits: limits)
    for name in ["A", "B"] {
      try slow.objects.withdraw(try slow.object(name, caller: caller).id, caller: caller)
    }
    #expect(try refusal { _ = try slow.object("C", caller: caller) }?.kind == .limited)
    slow.clock.advance(seconds: 86_401)
    _ = try slow.object("C", caller: caller)
  }

  @Test("CG-RL-03: a preset is loaded once, belongs to nobody and is there for everyone")
  func presets() throws {
    let first = try fixture.preset("Arrow", prompt: "green arrow 1 m")
    let again = try fixture.preset("Arrow", prompt: "green arrow 1 m")
    #expect(first == again)
    #expect(try fixture.rows("objects") == 1)
    #expect(first.owner == nil)
    #expect(try fixture.objects.details(first.id, caller: .anonymous) == first)
  }
}
