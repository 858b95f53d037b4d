import Base
import Foundation

/// A mail as the bytes that are sent.
///
/// - Source: RFC 5322; RFC 8058 for stopping it; RFC 2047 for the subject; RFC 2045 for the body (base64); RFC 2046, section
///   5.1.4 for two forms of the same text.
/// - Thread: pure.
struct MailMessage {
  private let mail: OutgoingMail
  private let sender: String

  init(_ mail: OutgoingMail, from sender: String) {
    self.mail = mail
    self.sender = sender
  }

  /// The text alone.
  var plain: [UInt8] { bytes(headers + part("plain", mail.body)) }

  /// The text, and the same as HTML for programs that prefer it.
  var withHTML: [UInt8] {
    // Base64 holds no hyphens, so that no line of a part is taken for the border.
    let border = "--part-\(mail.id)"
    let lines =
      headers
      + [
        "Auto-Submitted: auto-generated",
        "Content-Type: multipart/alternative; boundary=\"part-\(mail.id)\"", "", border,
      ]
      + part("plain", mail.body) + [border] + part("html", Self.html(mail.body))
      + [border + "--", ""]
    return bytes(lines)
  }

  private func bytes(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\r\n").utf8) }

  private var headers: [String] {
    let domain = sender.split(separator: "@").last.map(String.init) ?? "wayside"
    return [
      "From: \(Self.oneLine(sender))",
      "To: \(Self.oneLine(mail.recipient))",
      Self.subject(mail.subject),
      "Date: \(Self.date(mail.createdAt))",
      "Message-ID: <\(mail.id)@\(Self.oneLine(domain))>",
      "MIME-Version: 1.0",
    ]
      + (mail.stop.map {
        [
          "List-Unsubscribe: <\(Self.oneLine($0))>",
          "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ]
      } ?? [])
  }

  private func part(_ subtype: String, _ text: String) -> [String] {
    [
      "Content-Type: text/\(subtype); charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      Self.base64(text),
      "",
    ]
  }

  private static func base64(_ text: String) -> String {
    // Lines end with CR LF unless another option says otherwise.
    Data(text.utf8).base64EncodedString(options: .lineLength76Characters)
  }

  private static let subjectStart = "Subject: =?utf-8?B?"

  private static func subject(_ text: String) -> String {
    subjectStart + Data(text.utf8).base64EncodedString() + "?="
  }

  /// A mail as ``plain`` has made it, with subject and text changed; anything else as it is.
  static func rewritten(_ mail: String, _ changed: (String) -> String) -> String {
    let parts = mail.components(separatedBy: "\r\n\r\n")
    guard parts.count == 2, let text = decoded(parts[1]) else { return mail }
    let head = parts[0].components(separatedBy: "\r\n").map { line in
      guard line.hasPrefix(subjectStart), line.hasSuffix("?="),
        let old = decoded(String(line.dropFirst(subjectStart.count).dropLast(2)))
      else { return line }
      let new = changed(old)
      return new == old ? line : subject(new)
    }
    let new = changed(text)
    return head.joined(separator: "\r\n") + "\r\n\r\n"
      + (new == text ? parts[1] : base64(new) + "\r\n")
  }

  private static func decoded(_ base64: String) -> String? {
    Data(base64Encoded: base64, options: .ignoreUnknownCharacters)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Paragraphs, line breaks and links; everything else as it stands.
  static func html(_ text: String) -> String {
    let paragraphs = text.split(separator: "\n\n").map { paragraph in
      let lines = paragraph.split(separator: "\n").map { line in
        line.split(separator: " ", omittingEmptySubsequences: false).map(word)
          .joined(separator: " ")
      }
      return "<p>" + lines.joined(separator: "<br>\r\n") + "</p>"
    }
    return "<!DOCTYPE html>\r\n<html><head><meta charset=\"utf-8\"></head><body>\r\n"
      + paragraphs.joined(separator: "\r\n") + "\r\n</body></html>\r\n"
  }

  private static func word(_ word: Substring) -> String {
    let escaped = String(word).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    guard word.hasPrefix("https://") || word.hasPrefix("http://") else { return escaped }
    return "<a href=\"\(escaped)\">\(escaped)</a>"
  }

  /// No address of ours can add a header of its own.
  static func oneLine(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f })
  }

  private static func date(_ instant: Instant) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
    return formatter.string(
      from: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
  }
}
