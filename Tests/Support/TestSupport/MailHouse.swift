import Foundation

/// A running mail server: aiosmtpd, which `tools/setup --full` installs, with the rules of
/// `tools/smtp_server.py`.
public struct MailHouse {
  private static let python = Checkout.root.appending(path: ".venv/bin/python3").path

  /// Whether it can be started here.
  public static var isInstalled: Bool {
    FileManager.default.isExecutableFile(
      atPath: Checkout.root.appending(path: ".venv/bin/aiosmtpd").path)
  }

  public static let user = "wayside"
  public static let password = "open sesame"

  /// Where the mails lie that it took, as `1.eml`, `2.eml`...
  public let folder: TemporaryFolder
  public let port: Int
  /// `starttls`, `tls` or `none`.
  public let security: String
  private let process: Process
  private let input: Pipe

  public struct Unusable: Error {}

  public init(security: String) throws {
    self.security = security
    folder = try TemporaryFolder()
    (process, input) = (Process(), Pipe())
    let output = Pipe()
    process.executableURL = URL(filePath: Self.python)
    process.arguments = [
      Checkout.root.appending(path: "tools/smtp_server.py").path, folder.path, security,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0a {
      line.append(byte)
    }
    guard let port = Int(String(decoding: line, as: UTF8.self)) else { throw Unusable() }
    self.port = port
  }

  /// The text of a mail that it took; nil if there is none of that number.
  public func mail(_ number: Int) -> String? {
    FileManager.default.contents(atPath: folder.file("\(number).eml"))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  public func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
