import CFuzzer
import FuzzTargets
import Glibc

// Fuzz TARGET [ARGUMENT OF LIBFUZZER]...: started by tools/fuzz, which builds it.

guard FuzzTarget.current != nil else {
  print("Usage: Fuzz TARGET [-OPTION=VALUE]... [FOLDER]...")
  print("Targets: " + FuzzTarget.all.map(\.name).joined(separator: " "))
  exit(2)
}

var count = CommandLine.argc - 1
var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
  LLVMFuzzerRunDriver(&count, &values) { bytes, count in
    _ = FuzzTarget.current?.run([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })
