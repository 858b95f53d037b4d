import Base
import Storage

/// A web page about the tour's subject (TM-FR4(f)).
///
/// - Thread: pure.
public struct TourLink: Hashable, Sendable {
  public var title: String?
  /// Absolute, `http` or `https`.
  public var url: String

  public init(title: String? = nil, url: String) {
    self.title = title
    self.url = url
  }

  /// Most links of a tour.
  static let limit = 50

  /// Reads an array of `{title?, url}` or of addresses alone.
  static func read(_ fields: JSONFields, _ name: String) -> [TourLink] {
    fields.array(name, 0...limit) { element, index in
      element.described(index, as: schema, placeholder: TourLink(url: "")) { element in
        if case .string = element.value(index) {
          return TourLink(url: address(element, index))
        }
        return element.object(index) { TourLink(reading: $0) } ?? TourLink(url: "")
      }
    }
  }

  private init(reading fields: JSONFields) {
    self.init(
      title: fields.optional("title") { $0.string("title", 1...200) },
      url: Self.address(fields, "url"))
  }

  /// An object, as its reader tells, or the address alone.
  private static let schema = JSONSchema.oneOf([
    JSONFields.describe { _ = TourLink(reading: $0) }.schema, addressSchema,
  ])
  private static let addressSchema = JSONSchema.string(8...2000)

  private static func address(_ fields: JSONFields, _ name: String) -> String {
    fields.described(name, as: addressSchema, placeholder: "") { fields in
      let text = fields.string(name, 1...2000)
      if !WebAddress.isUsable(text) {
        fields.reject(name, "must be an absolute http or https address without a password")
      }
      return text
    }
  }

  static func write(_ links: [TourLink], to json: inout JSONWriter) {
    json.array { json in
      for link in links {
        json.object { json in
          json.member("title", link.title)
          json.member("url", link.url)
        }
      }
    }
  }

  /// Reads what ``write(_:to:)`` made.
  static func stored(_ text: String) throws(DatabaseError) -> [TourLink] {
    guard let items = (try? JSONValue(parsing: Array(text.utf8)))?.array else {
      throw DatabaseError(.unreadable, "stored links cannot be read")
    }
    return items.map { TourLink(title: $0["title"]?.string, url: $0["url"]?.string ?? "") }
  }
}
