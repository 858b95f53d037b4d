import Access
import Base
import Mail

/// `wayside mail test`: shows whether mail leaves, and why not.
enum MailCommand {
  static let test = Command(
    name: "mail test", operands: "ADDRESS", operandCount: 1...1,
    summary: """
      Sends a mail to ADDRESS as the server would, at once, and says what came of it.
      Where mail goes is set as `mail` in settings.json in the data folder:
        {"mail": {"host": "mail.example.org", "from": "wayside@example.org", "user": "wayside",
                  "passwordFile": "/etc/wayside/mail-password", "security": "starttls"}}
      security is starttls, tls or none. Without it mails lie in the data folder, under mail/.
      """,
    options: [
      Arguments.Option(name: "data", value: "DIR", summary: "the data folder"), Command.json,
    ]
  ) { arguments in
    let folder = try arguments.required("data")
    let settings = try Installation.settings(in: folder)
    let address = arguments.operands[0]
    guard address.contains("@") else {
      throw UsageError(message: "\(address) is no email address")
    }
    let random = SystemRandom()
    let mail = OutgoingMail(
      id: EntityID(high: random.next(), low: random.next()), recipient: address,
      subject: "Wayside can send mail",
      body: "This mail was sent with `wayside mail test`.\n\n\(settings.publicAddress)\n",
      createdAt: SystemClock().now(), tries: 0)
    do {
      try settings.mailTransport(folder: folder + "/mail").send(mail)
    } catch let error as MailRefused {
      throw Refusal(.invalid, "mail-refused", "The mail was not sent: \(error.reason).")
    } catch let error as Refusal {
      throw error
    } catch {
      throw Refusal(.busy, "mail-not-sent", "The mail was not sent: \(error).")
    }
    let place = settings.mail.map { "\($0.host), which took it" } ?? "\(folder)/mail as a file"
    if arguments.has("json") {
      Terminal.say { json in
        json.member("to", address)
        json.member("through", settings.mail?.host ?? folder + "/mail")
      }
    } else {
      Terminal.say("the mail to \(address) went to \(place)")
    }
  }
}
