import Notifications

extension TalkNotice {
  func words(in room: German) -> String {
    switch self {
    case .said(let name, let chat, let isVoice):
      "\(name) hat \(isVoice ? "eine Sprachnachricht gesendet" : "geschrieben")"
        + "\(chat.map { " („\($0)“)" } ?? "")."
    case .brought(let name, let who, let chat):
      "\(name) hat \(who) in „\(chat)“ geholt."
    case .missed(let name, let isVideo):
      "\(name) hat \(isVideo ? "mit Video " : "")angerufen. Rufen Sie zurück."
    }
  }
}
