import Notifications

/// The kinds of notification of conversations and calls.
extension NotificationKind {
  static let message = NotificationKind(
    "message", "Messages in your chats", "Nachrichten in Ihren Chats", telling: TalkNotice.self)
  static let groupChat = NotificationKind(
    "groupChat", "Who comes into your group chats", "Wer in Ihre Gruppenchats kommt",
    telling: TalkNotice.self)
  static let missedCall = NotificationKind(
    "missedCall", "Calls that you missed", "Anrufe, die Sie verpasst haben",
    telling: TalkNotice.self)
}

/// The kinds of notification of this capability.
let talkNotifications: [NotificationKind] = [.message, .groupChat, .missedCall]

/// What is told of conversations and calls.
enum TalkNotice: Notice {
  /// Something new, after all that the reader has heard there.
  ///
  /// - Parameter chat: nil between two friends.
  case said(by: Told, chat: Told?, isVoice: Bool)
  case brought(by: Told, who: Told, chat: Told)
  case missed(by: Told, isVideo: Bool)

  var kind: NotificationKind {
    switch self {
    case .said: .message
    case .brought: .groupChat
    case .missed: .missedCall
    }
  }
}
