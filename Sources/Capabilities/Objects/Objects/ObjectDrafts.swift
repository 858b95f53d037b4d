import Base
import Media

/// A file to become an AR object, from its user's disk or camera.
public struct ObjectUpload: Sendable {
  public var name: String
  public var alt: AltText
  /// `upload` or `scan`.
  public var origin: ARObject.Origin
  /// The whole file, as it came.
  public var bytes: [UInt8]

  public init(
    name: String, alt: AltText, origin: ARObject.Origin = .upload, bytes: [UInt8]
  ) {
    self.name = name
    self.alt = alt
    self.origin = origin
    self.bytes = bytes
  }

  /// Reads `name`, `alt` or `decorative`, and `origin` (`upload` unless it says `scan`).
  public init(reading fields: JSONFields, bytes: [UInt8]) {
    name = fields.string("name", ObjectText.name)
    alt = AltText(reading: fields)
    let chosen = fields.optional("origin") { $0.choice("origin", UploadOrigin.self) } ?? nil
    origin = chosen?.origin ?? .upload
    self.bytes = bytes
  }

  private enum UploadOrigin: String, CaseIterable {
    case upload
    case scan

    var origin: ARObject.Origin { self == .upload ? .upload : .scan }
  }
}

/// Words to make an AR object of.
public struct ObjectPrompt: Sendable {
  public var name: String
  /// Nil takes what the generator says about its work.
  public var alt: AltText?
  public var prompt: String

  public init(name: String, alt: AltText? = nil, prompt: String) {
    self.name = name
    self.alt = alt
    self.prompt = prompt
  }

  public init(reading fields: JSONFields) {
    name = fields.string("name", ObjectText.name)
    prompt = fields.string("prompt", ObjectText.prompt)
    alt = AltText(readingOptional: fields)
  }
}

/// A change of an object's texts; nil leaves a part as it is.
public struct ObjectChanges: Sendable {
  public var name: String?
  public var alt: AltText?

  public init(name: String? = nil, alt: AltText? = nil) {
    self.name = name
    self.alt = alt
  }

  public init(reading fields: JSONFields) {
    name = fields.optional("name") { $0.string("name", ObjectText.name) }
    alt = AltText(readingOptional: fields)
  }
}

/// How long an object's texts are, in characters.
enum ObjectText {
  static let name = 1...100
  static let prompt = 1...300
}
