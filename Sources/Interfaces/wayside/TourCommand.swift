import Access
import Base
import Foundation
import Identity
import Tours
import WaysideAPI

/// `wayside tour walk` and `wayside tour lint`: a tour tried out without going outside.
enum TourCommand {
  private static let options =
    Command.storeOptions + [
      Arguments.Option(
        name: "as", value: "EMAIL", summary: "an organization user of the tour's organization")
    ]

  static let walk = Command(
    name: "tour walk", operands: "TOUR|FILE", operandCount: 1...1,
    summary: """
      Walks a tour with a simulated receiver that errs; says what is missed, early or overlapping.
      The same seed gives the same walk. Ends with code 1 if there is anything to look at.
      """,
    options: options + [
      Arguments.Option(
        name: "noise", value: "METRES", summary: "the receiver's error; 8 by default"),
      Arguments.Option(name: "seed", value: "NUMBER", summary: "1 by default"),
      Arguments.Option(
        name: "speed", value: "M/S", summary: "metres per second; 1.389 (5 km/h) by default"),
      Command.json,
    ]
  ) { arguments in
    let check = try check(arguments)
    if arguments.has("json") {
      Terminal.say { json in
        json.member("count", check.findings.count)
        check.writeWalk(to: &json)
      }
    } else {
      Terminal.say(
        "\(check.name): \(Int(check.metres)) m in \(Int(check.seconds / 60)) min, "
          + "\(check.points) positions, noise \(check.walk.noise) m, seed \(check.walk.seed)")
      for finding in check.findings {
        Terminal.say(
          "stop \(finding.stop + 1) (\(check.titles[finding.stop])) \(finding.detail)")
      }
      if check.visits.isEmpty {
        Terminal.say("the tour has no stops to come to")
      } else if check.findings.isEmpty {
        Terminal.say("every stop is noticed where the walker comes to it")
      }
    }
    try conclude(check.findings.count)
  }

  static let lint = Command(
    name: "tour lint", operands: "TOUR|FILE", operandCount: 1...1,
    summary: """
      Holds a tour against the rules of thumb of the field: triggers, distances, texts.
      Ends with code 1 if there is anything to look at.
      """,
    options: options + [Command.json]
  ) { arguments in
    let check = try check(arguments)
    if arguments.has("json") {
      Terminal.say { json in
        json.member("count", check.warnings.count)
        json.array("warnings") { json in
          for warning in check.warnings {
            json.object { json in
              json.member("code", warning.code.rawValue)
              json.member("pointer", warning.pointer)
              json.member("detail", warning.detail)
            }
          }
        }
      }
    } else {
      for warning in check.warnings {
        Terminal.say("\(warning.code.rawValue): \(warning.pointer) \(warning.detail)")
      }
      if check.warnings.isEmpty { Terminal.say("\(check.name): nothing to look at") }
    }
    try conclude(check.warnings.count)
  }

  private static func conclude(_ count: Int) throws {
    guard count > 0 else { return }
    throw Refusal(
      .conflict, "tour-findings",
      count == 1 ? "There is 1 thing to look at." : "There are \(count) things to look at.")
  }

  private static func check(_ arguments: Arguments) throws -> TourCheck {
    let settings = try arguments["data"].map(Installation.settings) ?? Settings()
    var walk = TourCheck.Walk(speed: settings[ToursSettings.walkingSpeed])
    walk.noise = try number(arguments, "noise", TourCheck.Walk.noises) ?? walk.noise
    walk.speed = try number(arguments, "speed", TourCheck.Walk.speeds) ?? walk.speed
    if let text = arguments["seed"] {
      guard let seed = Int(text), TourCheck.Walk.seeds.contains(seed) else {
        throw UsageError(message: "--seed must be a whole number from 0 to 1000000000")
      }
      walk.seed = UInt64(clamping: seed)
    }
    guard let id = EntityID(arguments.operands[0]) else {
      let path = arguments.operands[0]
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Refusal(.notFound, "no-file", "The file \(path) cannot be read.")
      }
      return try TourCheck(file: [UInt8](data), walk: walk, settings: settings)
    }
    let installation = try Installation(arguments)
    defer { installation.close() }
    let services = installation.services
    let caller = try services.identity.accounts.actingCaller(email: arguments.required("as"))
    return try services.tours.check(id, walk: walk, caller: caller)
  }

  private static func number(
    _ arguments: Arguments, _ name: String, _ range: ClosedRange<Double>
  ) throws(UsageError) -> Double? {
    guard let text = arguments[name] else { return nil }
    guard let value = Double(text), range.contains(value) else {
      throw UsageError(
        message: "--\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}
