import Glibc

/// Memory in pages of 2 MiB instead of 4 KiB, so that searching large indexes waits less for the
/// processor's table of pages.
///
/// - Source: Linux, Documentation/admin-guide/mm/transhuge.rst; glibc manual, "Memory Allocation Tunables".
public enum HugePages {
  private static let variable = "GLIBC_TUNABLES"
  private static let tunable = "glibc.malloc.hugetlb"
  /// Set by the first start, so that there is no third: the C library changes the other one.
  private static let mark = "WAYSIDE_HUGE_PAGES"

  /// Begins the program anew with huge pages asked for, unless it was, or its environment says
  /// otherwise: the C library reads this setting once, before the first line of any program.
  ///
  /// To be called first, before a file is open or a thread runs. Where it cannot be done, the program
  /// goes on as it is; where the system has switched such pages off, nothing changes.
  ///
  /// - Thread: the only one.
  public static func restartWithThem() {
    let given = getenv(variable).map { String(cString: $0) } ?? ""
    if given.contains(tunable) || getenv(mark) != nil { return }
    guard let program = realpath("/proc/self/exe", nil) else { return }
    defer { free(program) }
    setenv(variable, given.isEmpty ? "\(tunable)=1" : "\(given):\(tunable)=1", 1)
    setenv(mark, "asked", 1)
    execv(program, CommandLine.unsafeArgv)
  }
}
