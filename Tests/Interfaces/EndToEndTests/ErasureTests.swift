import Base
import Foundation
import TestSupport
import Testing

/// What an erasure leaves on the disk of a running server.
@Suite("The files of a server after an erasure")
struct ErasureTests {
  private let data: TemporaryFolder

  init() throws { data = try TemporaryFolder() }

  /// The files under DATA in which the bytes of a text stand.
  private func files(with text: String) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: data.file(""))?.allObjects ?? []
    return names.compactMap { $0 as? String }.filter { name in
      let content = FileManager.default.contents(atPath: data.file(name))
      return content?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("nothing that an erased account wrote is left in any file, the database's log included")
  func erased() throws {
    let server = try RunningServer(data)
    let token = try server.person("quintessence")
    let bystander = try server.person("bystander")
    try server.want("POST", "/v1/me/verifications", as: token, #"{"kind":"email"}"#)
    for i in 0..<60 {
      // Long notes fill pages of their own, which the deletion frees.
      let notes = String(repeating: "peregrination \(i) ", count: 300)
      try server.want(
        "POST", "/v1/appointments", as: token,
        """
        {"title":"zymurgy \(i)","start":"2027-03-\(10 + i % 20)T\(10 + i / 20):30","zone":"Europe/Vaduz",
         "duration":3600,"notes":"\(notes)","confirm":["noPosition"]}
        """)
    }
    for word in ["quintessence", "zymurgy", "peregrination"] {
      #expect(try !files(with: word).isEmpty, "\(word) was written")
    }
    try server.want("DELETE", "/v1/me", as: token, #"{"password":"\#(RunningServer.password)"}"#)
    for word in ["quintessence", "zymurgy", "peregrination"] {
      try eventually("\(word) is gone") { try files(with: word).isEmpty }
    }
    #expect(try !files(with: "bystander").isEmpty)
    try server.want("GET", "/v1/me", as: bystander)
  }
}
