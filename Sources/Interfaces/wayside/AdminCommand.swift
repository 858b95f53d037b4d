import Base
import Identity
import Moderation
import WaysideAPI

/// `wayside admin create`: the only way to an admin account (CG-RL-16).
enum AdminCommand {
  static let create = Command(
    name: "admin create", operands: "", operandCount: 0...0,
    summary: "Makes an admin account.\n" + Command.alone,
    options: Command.storeOptions + [
      Arguments.Option(name: "email", value: "E", summary: "the address to log in with"),
      Arguments.Option(name: "name", value: "N", summary: "the name that is shown"),
      Arguments.Option(
        name: "password-stdin", value: nil, summary: "reads the password from standard input"),
      Command.json,
    ]
  ) { arguments in
    let email = try arguments.required("email")
    guard arguments.has("password-stdin") else {
      throw UsageError(message: "--password-stdin is required: passwords are not arguments")
    }
    guard let password = Terminal.readSecret(prompt: "Password for \(email):") else {
      throw UsageError(message: "there is no password on standard input")
    }
    let installation = try Installation(arguments, isMade: true)
    defer { installation.close() }
    let account = try installation.services.identity.accounts.createAdmin(
      name: arguments["name"] ?? "Admin", email: email, password: password)
    try installation.notes.write(installation.store, installation.services.moderation.audit)
    if arguments.has("json") {
      Terminal.say { json in
        json.member("id", account.id)
      }
    } else {
      Terminal.say("made the admin account \(account.id)")
    }
  }
}
