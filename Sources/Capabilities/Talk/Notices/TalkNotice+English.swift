import Notifications

extension TalkNotice {
  func words(in room: English) -> String {
    switch self {
    case .said(let name, let chat, let isVoice):
      "\(name) has \(isVoice ? "sent a voice message" : "written")"
        + "\(chat.map { " in “\($0)”" } ?? "")."
    case .brought(let name, let who, let chat):
      "\(name) has brought \(who) into “\(chat)”."
    case .missed(let name, let isVideo):
      "\(name) has called you\(isVideo ? " by video" : ""). Call back."
    }
  }
}
