import Notifications

extension ScanNotice {
  func words(in room: English) -> String {
    switch self {
    case .made(let name): "The model of your photos, “\(name)”, is in your inventory."
    case .declined(let name, let reason):
      "No model is made of your photos of “\(name)”: \(reason)"
    }
  }
}
