import Foundation
import TestSupport
import Testing

/// `wayside doctor --deployed` against a running server, and against what is none.
@Suite("A look at a running server from outside")
struct DeployedTests {
  @Test("a server is what browsers ask for; where nothing answers, that is said")
  func deployed() throws {
    let data = try TemporaryFolder()
    let (serving, asking) = (try Program(), try Program())
    let server = try serving.serve(data)
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    let deadline = Date().addingTimeInterval(30)
    while serving.address == nil, Date() < deadline { usleep(20_000) }
    let address = try #require(serving.address)
    let well = try asking.run("doctor", "--deployed", address + "/")
    #expect(well.code == 0, "\(well.output) \(well.errors)")
    #expect(well.output.contains("all is well: \(address)/ is what browsers ask for"))
    let nobody = try asking.run("doctor", "--deployed", "http://127.0.0.1:1")
    #expect(nobody.code == 1)
    #expect(nobody.output.hasPrefix("reachable: There is no answer"), "\(nobody.output)")
    // A page that is not Wayside's own: every check that needs one fails in its own words.
    let other = try asking.run("doctor", "--deployed", address + "/v1/none", "--json")
    #expect(other.code == 1)
    #expect(other.output.contains(#""rule":"page""#), "\(other.output)")
    #expect(try asking.run("doctor", "--deployed", "wayside").code == 2)
  }
}
