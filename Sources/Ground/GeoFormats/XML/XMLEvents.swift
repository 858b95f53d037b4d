import Base
import CExpat

/// What stands in an XML file, in its order: read by expat under our own rules.
///
/// - Source: XML 1.0, fifth edition; libexpat.
/// - Thread: pure once it is made.
struct XMLEvents: Sendable {
  enum Event: Sendable {
    /// An element begins; its attributes are the next ones of ``XMLEvents/attributes``.
    case start(name: Int32, attributes: Int32)
    case end
    /// A part of ``XMLEvents/text``.
    case text(Range<Int32>)
  }

  fileprivate(set) var events: [Event] = []
  /// By the place of an event, the line it begins in, from 1.
  fileprivate(set) var lines: [Int32] = []
  /// Names of elements and attributes without prefixes, each once.
  fileprivate(set) var names: [String] = []
  fileprivate(set) var attributes: [(name: Int32, value: String)] = []
  fileprivate(set) var text: [UInt8] = []

  /// - Parameter file: at most ``XMLLimits/bytes`` bytes of UTF-8, which the caller has checked.
  /// - Throws: ``Refusal`` naming the rule and the line.
  /// - Complexity: O(bytes).
  init(parsing file: [UInt8], limits: XMLLimits) throws(Refusal) {
    guard let parser = XML_ParserCreate("UTF-8") else {
      throw Refusal(.busy, "out-of-memory", "There is no memory left to read the file.")
    }
    defer { XML_ParserFree(parser) }
    let collector = XMLCollector(parser, limits)
    XML_SetUserData(parser, Unmanaged.passUnretained(collector).toOpaque())
    XML_SetElementHandler(parser, xmlElementStarts, xmlElementEnds)
    XML_SetCharacterDataHandler(parser, xmlText)
    XML_SetStartDoctypeDeclHandler(parser, xmlDoctype)
    let status = withExtendedLifetime(collector) {
      file.withUnsafeBytes { bytes in
        XML_Parse(
          parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 1)
      }
    }
    if let refusal = collector.refusal { throw refusal }
    guard status == XML_STATUS_OK else {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      throw collector.refusal(.xmlSyntax, reason ?? "not well-formed")
    }
    self = collector.found
  }

  fileprivate init() {}
}

/// What expat's calls come together in.
private final class XMLCollector {
  var found = XMLEvents()
  /// Why reading was given up.
  var refusal: Refusal?
  private let parser: XML_Parser
  private let limits: XMLLimits
  private var depth = 0
  private var elements = 0
  private var numbers: [String: Int32] = [:]

  init(_ parser: XML_Parser, _ limits: XMLLimits) {
    self.parser = parser
    self.limits = limits
  }

  private var line: Int32 { Int32(clamping: XML_GetCurrentLineNumber(parser)) }

  func refusal(_ rule: UploadRule, _ what: String) -> Refusal {
    rule.refusal("line \(max(1, line))", what)
  }

  func stop(_ rule: UploadRule, _ what: String) {
    if refusal == nil { refusal = refusal(rule, what) }
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private func add(_ event: XMLEvents.Event) {
    found.events.append(event)
    found.lines.append(line)
  }

  func start(_ name: String, _ attributes: [(name: String, value: String)]) {
    depth += 1
    elements += 1
    guard depth <= limits.depth else {
      return stop(.xmlDepth, "elements nested deeper than \(limits.depth)")
    }
    guard elements <= limits.elements else {
      return stop(.xmlSize, "more than \(limits.elements) elements")
    }
    guard attributes.count <= limits.attributes else {
      return stop(.xmlSyntax, "more than \(limits.attributes) attributes of one element")
    }
    add(.start(name: number(name), attributes: Int32(clamping: attributes.count)))
    for attribute in attributes {
      found.attributes.append((number(attribute.name), attribute.value))
    }
  }

  func end() {
    depth -= 1
    add(.end)
  }

  func text(_ bytes: UnsafeRawBufferPointer) {
    let start = Int32(clamping: found.text.count)
    found.text.append(contentsOf: bytes)
    let end = Int32(clamping: found.text.count)
    if case .text(let before)? = found.events.last {
      found.events[found.events.count - 1] = .text(before.lowerBound..<end)
    } else {
      add(.text(start..<end))
    }
  }

  /// The number of a name without its prefix.
  private func number(_ name: String) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(clamping: found.names.count)
    numbers[name] = number
    found.names.append(name.split(separator: ":").last.map(String.init) ?? name)
    return number
  }
}

// Called by expat on the thread that parses.

private func collector(_ data: UnsafeMutableRawPointer?) -> XMLCollector? {
  data.map { Unmanaged<XMLCollector>.fromOpaque($0).takeUnretainedValue() }
}

private func xmlElementStarts(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let name else { return }
  var attributes: [(name: String, value: String)] = []
  var place = 0
  while let key = pairs?[place], let value = pairs?[place + 1] {
    attributes.append((String(cString: key), String(cString: value)))
    place += 2
  }
  collector(data)?.start(String(cString: name), attributes)
}

private func xmlElementEnds(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  collector(data)?.end()
}

private func xmlText(
  _ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32
) {
  collector(data)?.text(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private func xmlDoctype(
  _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ system: UnsafePointer<CChar>?,
  _ publicID: UnsafePointer<CChar>?, _ hasInternalSubset: Int32
) {
  collector(data)?.stop(.xmlDoctype, "<!DOCTYPE is not accepted")
}
