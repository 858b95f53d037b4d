import Registration

/// What the operator can set of calendars.
public enum CalendarSettings {
  /// Metres from the place of an appointment within which one has come to it.
  public static let placeMetres = Setting("placeMetres", 100.0, in: 1...1000)

  static let all: [any DeclaredSetting] = [placeMetres]
}
