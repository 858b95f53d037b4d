import Testing

@testable import Identity

@Suite("names by which others see somebody") struct DisplayNameTests {
  @Test(
    "names of people stay as they are",
    arguments: [
      "Ana", "Zoë Ångström-O’Neil", "李小龍", "محمد علی", "می\u{200c}خواهم", "Иван Петров",
      "Nguyễn Thị Minh", "Ana 👩\u{200d}👧", "Adam", "Damian Minder", "Admiral Nelson", "Ida Nim",
      "Ana-Maria", "O’Brien", "Jo 3", "Badminton1",
    ])
  func people(name: String) {
    #expect(!DisplayName.hasHiddenParts(name))
    #expect(!DisplayName.resemblesStaff(name))
  }

  @Test(
    "what is not seen, or turns the line around, is refused",
    arguments: [
      "Ana\u{0}", "Ana\nBell", "Ana\u{202e}lleB", "\u{2066}Ana\u{2069}", "A\u{200b}na",
      "Ana\u{200d}", "\u{feff}Ana", "Ana\u{ad}", "\u{3164}", "A\u{2800}na", "Ana\u{e000}",
      "Ana\u{2028}Bell", "Ana\u{34f}", "Ana\u{e0041}",
    ])
  func hidden(name: String) { #expect(DisplayName.hasHiddenParts(name)) }

  @Test(
    "what is read as the name of an admin is refused, however it is written",
    arguments: [
      "Admin", "ADMIN", "admin", "A d m i n", "Adm1n", "\u{430}dmin", "adm\u{456}n", "Ádmín",
      "ａｄｍｉｎ",
      "@dm!n", "Site Admin", "the-admin", "Administrator", "rnoderator", "Moderator",
      "Wayside Team",
      "Way5ide", "\u{391}dmin", "adrnin", "Admin 2",
      "Site\u{a0}Admin", "Site/Admin", "Site•Admin", "Site|Admin", "Admin1", "Admin0", "4Admin!",
      "a\u{111}min", "\u{13aa}\u{13a0}\u{13b7}\u{13a5}n", "A\u{301}dmin", "(Admin)",
      "AD\u{39c}I\u{39d}",
    ])
  func staff(name: String) { #expect(DisplayName.resemblesStaff(name)) }
}
