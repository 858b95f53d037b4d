import Base
import Foundation

/// What the program says to the person or script that started it.
enum Terminal {
  /// Whether standard error is a terminal, so that progress may be drawn.
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// A line for the result, on standard output.
  static func say(_ line: String) { write(line + "\n", to: .standardOutput) }

  /// A line about the work, on standard error.
  static func note(_ line: String) { write(line + "\n", to: .standardError) }

  /// Whoever listened may be gone, as behind `| head`: the work goes on, and its exit code tells.
  fileprivate static func write(_ text: String, to handle: FileHandle) {
    try? handle.write(contentsOf: Data(text.utf8))
  }

  /// One JSON object on standard output.
  static func say(_ body: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object { body(&$0) }
    say(json.string)
  }

  /// Reads one line from standard input without its end, for secrets.
  static func readSecret(prompt: String) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return readLine() }
    note(prompt)
    var old = termios()
    tcgetattr(STDIN_FILENO, &old)
    var silent = old
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &silent)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &old) }
    return readLine()
  }
}

/// A bar that shows how far long work has come; silent where there is no terminal.
struct Progress {
  private let label: String
  private var lastPercent = -1

  init(_ label: String) { self.label = label }

  /// Shows that `done` of `total` are done, and at what step the work is; draws at most once per
  /// percent.
  mutating func show(_ done: Int, of total: Int, _ step: String = "") {
    guard Terminal.isInteractive, total > 0 else { return }
    let percent = min(100, done * 100 / total)
    guard percent != lastPercent else { return }
    lastPercent = percent
    let filled = percent * 30 / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
    let end = percent == 100 ? "\n" : ""
    // The rest of a longer step is wiped away.
    let text = step.isEmpty ? "" : "  \(step)\u{1b}[K"
    Terminal.write("\r\(label) [\(bar)] \(percent) %\(text)\(end)", to: .standardError)
  }

  /// Goes to the next line, where the work has ended before 100 %.
  mutating func end() {
    guard Terminal.isInteractive, lastPercent >= 0, lastPercent < 100 else { return }
    lastPercent = 100
    Terminal.write("\n", to: .standardError)
  }
}
