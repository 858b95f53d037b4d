import Base
import Foundation
import Storage

/// The program: finds the command, runs it, turns errors into words and exit codes.
///
/// Exit codes: 0 done, 1 failed, 2 wrong usage.
@main
enum Main {
  static let commands: [Command] = [
    ServeCommand.command, AdminCommand.create, MailCommand.test, ImportCommand.importing,
    ImportCommand.exporting,
    GeodataImportCommand.osm, GeodataImportCommand.elevation,
    TimetableImportCommand.gtfs, TimetableImportCommand.updates,
    RoadSpeedImportCommand.command, RemoveCommand.command, RouteCommand.command,
    TourCommand.walk, TourCommand.lint, ScanCommand.list, ScanCommand.fetch,
    ScanCommand.fulfil, ScanCommand.decline, BackupCommand.backup, BackupCommand.restore,
    DoctorCommand.command,
  ]

  static func main() {
    if CommandLine.arguments.dropFirst().first == ServeCommand.command.name {
      HugePages.restartWithThem()
    }
    // A client that goes away while we write must not end the process.
    signal(SIGPIPE, SIG_IGN)
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  static func run(_ words: [String]) -> Int32 {
    guard let name = words.first, name != "--help", name != "-h", name != "help" else {
      Terminal.say(overview)
      return words.isEmpty ? 2 : 0
    }
    guard
      let command = commands.filter({ isPrefix($0.name, of: words) })
        .max(by: { $0.name.count < $1.name.count })
    else {
      return explainGroup(of: words)
    }
    let rest = Array(words.dropFirst(command.name.split(separator: " ").count))
    if rest.contains("--help") || rest.contains("-h") {
      Terminal.say(command.help)
      return 0
    }
    do {
      try command.run(
        Arguments(rest, options: command.options, operands: command.operandCount))
      return 0
    } catch let error as UsageError {
      Terminal.note("wayside \(command.name): \(error.message); see wayside \(command.name) --help")
      return 2
    } catch let refusal as Refusal {
      Terminal.note("wayside \(command.name): \(refusal.detail)")
      for violation in refusal.violations {
        Terminal.note("  \(violation.pointer) \(violation.detail)")
      }
      return 1
    } catch {
      Terminal.note("wayside \(command.name): \(error)")
      return 1
    }
  }

  /// For the first word of several commands: says which there are.
  private static func explainGroup(of words: [String]) -> Int32 {
    let group = commands.filter { $0.name.split(separator: " ").first.map(String.init) == words[0] }
    let asksForHelp = words.dropFirst().allSatisfy { $0 == "--help" || $0 == "-h" }
    if group.isEmpty || !asksForHelp {
      let known = group.map(\.name).joined(separator: ", ")
      Terminal.note(
        "wayside: unknown command \(words.prefix(2).joined(separator: " ")); "
          + (group.isEmpty ? "see wayside --help" : "there are \(known)"))
      return 2
    }
    Terminal.say(list(group) + "\nwayside COMMAND --help explains a command.")
    return words.count > 1 ? 0 : 2
  }

  private static func isPrefix(_ name: String, of words: [String]) -> Bool {
    let parts = name.split(separator: " ").map(String.init)
    return words.prefix(parts.count).elementsEqual(parts)
  }

  /// A line per command.
  private static func list(_ commands: [Command]) -> String {
    var text = ""
    for command in commands {
      let left = command.name + (command.operands.isEmpty ? "" : " " + command.operands)
      let first = command.summary.split(separator: "\n").first.map(String.init) ?? ""
      text += "  " + left + String(repeating: " ", count: max(2, 26 - left.count)) + first + "\n"
    }
    return text
  }

  private static var overview: String {
    var text = """
      Wayside anchors AR objects, tours and appointments to real places.

      Usage: wayside COMMAND ...

      """
    text += list(commands)
    return text
      + "\nwayside COMMAND --help explains a command. Exit codes: 0, 1 (failed), 2 (usage)."
  }
}
