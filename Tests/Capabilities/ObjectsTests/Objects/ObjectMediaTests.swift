import Access
import Base
import CapabilityTestSupport
import Cryptography
import Media
import Objects
import Storage
import TestSupport
import Testing

@Suite("Bytes and the rows about them")
struct MediaTests {
  @Test("the same bytes are kept once and stay until nothing uses them")
  func shared() throws {
    let fixture = try ObjectsFixture()
    let (one, two) = (fixture.caller(), fixture.caller())
    let first = try fixture.object("Cube", caller: one)
    let second = try fixture.object("Cube too", caller: two)
    #expect(first.media == second.media)
    #expect(fixture.files.kept.current.count == 1)
    try fixture.objects.withdraw(first.id, caller: one)
    fixture.clock.advance(seconds: 31 * 86_400)
    #expect(try fixture.objects.sweep().files == 0)
    #expect(try fixture.objects.content(second.id, caller: two) == second.media)
    try fixture.objects.withdraw(second.id, caller: two)
    fixture.clock.advance(seconds: 31 * 86_400)
    let swept = try fixture.objects.sweep()
    #expect(swept.files == 1)
    #expect(swept.bytes == first.media.byteCount)
    #expect(fixture.files.kept.current.isEmpty)
    #expect(try fixture.rows("media") == 0)
  }

  @Test("bytes of a withdrawn object are kept for 30 days, for whoever decides about an appeal")
  func appeal() throws {
    let fixture = try ObjectsFixture()
    let owner = fixture.caller()
    let admin = fixture.caller(.admin)
    let object = try fixture.object("Cube", caller: owner)
    try fixture.report(object.id)
    try fixture.objects.withdraw(object.id, caller: owner)
    fixture.clock.advance(seconds: 29 * 86_400)
    #expect(try fixture.objects.sweep().files == 0)
    #expect(try fixture.objects.content(object.id, caller: admin) == object.media)
    fixture.clock.advance(seconds: 2 * 86_400)
    #expect(try fixture.objects.sweep().files == 1)
    let gone = try refusal { _ = try fixture.objects.content(object.id, caller: admin) }
    #expect(gone?.kind == .gone)
  }

  @Test("bytes that a sweep takes away during an upload are kept again; never a row without bytes")
  func race() throws {
    let fixture = try ObjectsFixture(files: MemoryFiles(vanishing: 2))
    let object = try fixture.object("Cube", caller: fixture.caller())
    #expect(fixture.files.exists(object.media.digest))
    #expect(try fixture.rows("objects") == 1)
    let hopeless = try ObjectsFixture(files: MemoryFiles(vanishing: 1000))
    let refused = try refusal { _ = try hopeless.object("Cube", caller: hopeless.caller()) }
    #expect(refused?.kind == .busy)
    #expect(try hopeless.rows("objects") == 0)
    #expect(try hopeless.rows("media") == 0)
  }

  @Test("in the real media folder: bytes are read back under their digest, and swept")
  func folder() throws {
    let fixture = try ObjectsFixture()
    let folder = try MediaFolder(in: fixture.test.folder.path)
    let objects = ObjectService(
      platform: fixture.platform, media: MediaService(platform: fixture.platform, files: folder),
      generator: ShapeGenerator(), rights: fixture.rights, notifications: fixture.inbox)
    let caller = fixture.caller()
    let object = try objects.generate(
      ObjectPrompt(name: "Cube", prompt: "red cube"), caller: caller)
    let kept = try #require(try folder.read(object.media.digest))
    #expect(MediaDigest(bytes: SHA256.hash(kept).bytes) == object.media.digest)
    try objects.withdraw(object.id, caller: caller)
    fixture.clock.advance(seconds: 31 * 86_400)
    // A backup, of another process, has the database and not yet the bytes.
    let backup = try MediaFolder(in: fixture.test.folder.path)
    try backup.copying {
      let swept = try objects.sweep().files
      #expect(swept == 0)
      #expect(folder.exists(object.media.digest))
    }
    #expect(try objects.sweep().bytes == kept.count)
    #expect(!folder.exists(object.media.digest))
  }

  @Test("bytes that no row names go after a day, but not where they are another database's")
  func nameless() throws {
    let fixture = try ObjectsFixture()
    let folder = try MediaFolder(in: fixture.test.folder.path)
    let media = MediaService(platform: fixture.platform, files: folder)
    let objects = ObjectService(
      platform: fixture.platform, media: media, generator: ShapeGenerator(),
      rights: fixture.rights, notifications: fixture.inbox)
    let caller = fixture.caller()
    let kept = try ["red", "blue"].map { colour in
      try objects.generate(
        ObjectPrompt(name: "Cube", prompt: "\(colour) cube"), caller: caller
      ).media.digest
    }
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try media.keeping([1, 2, 3], type: "text/plain") { _, _ in throw Refused() }
    }
    let refused = try #require(MediaDigest(bytes: SHA256.hash([1, 2, 3]).bytes))
    #expect(folder.exists(refused))

    // The files' times are the machine's.
    let age = Double(SystemClock().now().milliseconds - fixture.clock.now().milliseconds) / 1000
    fixture.clock.advance(seconds: age + 86_000)
    #expect(try media.sweepNameless() == 0, "a write may be under way")
    fixture.clock.advance(seconds: 1000)
    let empty = try ObjectsFixture()
    empty.clock.advance(seconds: age + 87_000)
    let wrong = MediaService(platform: empty.platform, files: folder)
    #expect(try wrong.sweepNameless() == 0, "the folder is another database's")
    #expect(try media.sweepNameless() == 1)
    #expect(!folder.exists(refused))
    for digest in kept { #expect(folder.exists(digest)) }
  }
}
