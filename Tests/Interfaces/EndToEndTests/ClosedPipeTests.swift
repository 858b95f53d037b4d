import Foundation
import Testing

/// Commands whose reader has gone away, as behind `| head`.
@Suite("Closed pipes")
struct ClosedPipeTests {
  @Test("a command whose output nobody reads any more ends as it would otherwise")
  func closed() throws {
    for (arguments, code) in [(["--help"], Int32(0)), (["unheard-of"], 2)] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = arguments
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit, "\(arguments)")
      #expect(process.terminationStatus == code, "\(arguments)")
    }
  }
}
