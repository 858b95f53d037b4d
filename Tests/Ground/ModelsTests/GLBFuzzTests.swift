import Base
import FormatSamples
import TestSupport
import Testing

@testable import Models

@Suite struct GLBFuzzTests {
  @Test("a GLB cut off anywhere is refused")
  func truncated() {
    Fuzzing.truncations(GLBSamples.file()) { file in
      #expect(throws: Refusal.self) { try GLBModel(checking: file) }
    }
  }

  @Test("damaged GLB files are read or refused, never more", arguments: [1, 2, 3] as [UInt64])
  func mutated(seed: UInt64) {
    var accepted = 0
    Fuzzing.mutations(GLBSamples.file(), seed: seed, count: 1500) { file in
      var file = file
      // The length is put right, so that the checks behind it are reached.
      if file.count >= 12 {
        var length = ByteWriter()
        length.littleEndian(UInt32(file.count))
        file.replaceSubrange(8..<12, with: length.bytes)
      }
      if (try? GLBModel(checking: file)) != nil { accepted += 1 }
    }
    // Some edits hit names and the like; were none accepted, nothing would be tested.
    #expect(accepted > 10 && accepted < 1400, "seed \(seed): \(accepted)")
  }

  @Test("damaged JSON in a well-formed container", arguments: [11, 12, 13] as [UInt64])
  func mutatedJSON(seed: UInt64) {
    var reached = 0
    Fuzzing.mutations(Array(GLBSamples.json.utf8), seed: seed, count: 1500) { json in
      do throws(Refusal) {
        _ = try GLBModel(checking: GLBContainer.file(json: json, binary: GLBSamples.binary))
      } catch {
        if !error.detail.contains("INVALID_JSON") { reached += 1 }
      }
    }
    #expect(reached > 50, "seed \(seed): only \(reached) got beyond the JSON parser")
  }
}
