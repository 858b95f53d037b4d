import FuzzTargets
import Glibc

// The program of tools/fuzz: libFuzzer's own main, which calls what is below. With the compiler's sanitizer
// `fuzzer` this file is one of a library; the target is named by WAYSIDE_FUZZ_TARGET.

/// Runs one input, as libFuzzer asks for (LLVM's documentation of libFuzzer, "Fuzz Target").
@_cdecl("LLVMFuzzerTestOneInput")
public func runOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target = FuzzTarget.current else {
    print("WAYSIDE_FUZZ_TARGET names one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    exit(2)
  }
  _ = target.run([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
