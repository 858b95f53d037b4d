import Testing

@Suite("teams in what other teams plan")
struct EventTeamTests {
  @Test(
    "BZ-CAL-02: a team's calendar has what it hosts and what it takes part in elsewhere; members of both answer, only the host changes it"
  )
  func takesPart() throws { try APIFixture().tellOfEventTeams() }
}
