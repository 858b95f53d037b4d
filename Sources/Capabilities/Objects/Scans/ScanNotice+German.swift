import Notifications

extension ScanNotice {
  func words(in room: German) -> String {
    switch self {
    case .made(let name): "Das Modell nach Ihren Fotos, „\(name)“, ist in Ihrem Inventar."
    case .declined(let name, let reason):
      "Nach Ihren Fotos von „\(name)“ wird kein Modell gemacht: \(reason)"
    }
  }
}
