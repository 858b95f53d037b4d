import SpatialCatalog
import Tours

extension ZoneNotice {
  /// Its name in the first fitting one of the languages, else in its own first one.
  func name(in languages: [String]) -> String {
    LocalizedText(names.map { LocalizedText.Entry($0.language, $0.text) }).text(in: languages)
  }
}
