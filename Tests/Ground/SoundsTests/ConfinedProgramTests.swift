import Base
import Foundation
import Testing

@testable import Sounds

@Suite("a program for bytes of outsiders can do nothing else")
struct ConfinedProgramTests {
  /// What a shell can do there.
  private func shell(_ script: String, _ bounds: ConfinedProgram.Bounds = .init()) throws -> String
  {
    let program = ConfinedProgram(path: "/bin/sh", bounds: bounds)
    let made = try program.run(["-c", script], input: Array("hello".utf8), outputs: 2)
    return String(decoding: made[0], as: UTF8.self)
  }

  @Test("it reads its input and writes its outputs, and has no other descriptor or variable")
  func hands() throws {
    #expect(try shell("cat /dev/fd/0") == "hello")
    let program = ConfinedProgram(path: "/bin/sh")
    let made = try program.run(["-c", "echo one; echo two >&3"], input: [], outputs: 2)
    #expect(made.map { String(decoding: $0, as: UTF8.self) } == ["one\n", "two\n"])
    // The one that lists them is open while it lists.
    #expect(
      try shell(
        "for f in 0 1 2 3 4 5 6 7 8 9 20 64 65; do [ -e /proc/self/fd/$f ] && echo $f; done; true")
        == "0\n1\n2\n3\n")
    #expect(try shell("echo ${HOME-none} ${WAYSIDE_STORE-none}") == "none none\n")
  }

  @Test(
    "no file but programs and libraries, no network",
    .enabled(if: ConfinedProgram.confinesFiles, "the kernel keeps no files from programs"),
    arguments: [
      "cat /etc/passwd", "cat /proc/self/environ", "ls /tmp", "echo x > /tmp/escaped-wayside",
      "cp /bin/sh /dev/shm/escaped", "cat < /dev/tcp/127.0.0.1/80", "ls /root", "kill -9 1",
    ])
  func kept(script: String) throws {
    #expect(throws: ConfinedProgram.Failure.self) { try shell(script) }
    #expect(!FileManager.default.fileExists(atPath: "/tmp/escaped-wayside"))
  }

  @Test("who takes too long is ended, with all that it has started")
  func tooLong() throws {
    var bounds = ConfinedProgram.Bounds()
    bounds.seconds = 0.3
    let start = ContinuousClock.now
    #expect(throws: ConfinedProgram.Failure.tookTooLong) {
      try shell("sleep 600 & sleep 600", bounds)
    }
    #expect(start.duration(to: .now) < .seconds(10))
  }

  @Test("who writes or computes without end is ended")
  func endless() throws {
    var bounds = ConfinedProgram.Bounds()
    bounds.outputBytes = 1 << 20
    bounds.processorSeconds = 1
    #expect(throws: ConfinedProgram.Failure.self) {
      try shell("while :; do echo 0123456789012345678901234567890123456789; done", bounds)
    }
    #expect(throws: ConfinedProgram.Failure.self) { try shell("while :; do :; done", bounds) }
  }

  @Test("what it says about its failure is handed on, cut")
  func refused() throws {
    #expect(throws: ConfinedProgram.Failure.refused("no such thing")) {
      try shell("echo no such thing >&2; exit 3")
    }
    #expect(throws: ConfinedProgram.Failure.missing) {
      try ConfinedProgram(path: "/nonexistent").run([], input: [], outputs: 1)
    }
  }
}
