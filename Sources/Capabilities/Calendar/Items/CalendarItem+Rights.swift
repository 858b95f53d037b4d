import Access

extension CalendarItem.Status {
  /// As rights see it.
  var thingState: ThingState {
    switch self {
    case .draft: .draft
    case .tentative, .confirmed: .live
    case .cancelled: .retired
    }
  }

  /// Whether it takes place, for all that is known.
  public var isOn: Bool { self == .tentative || self == .confirmed }
}
