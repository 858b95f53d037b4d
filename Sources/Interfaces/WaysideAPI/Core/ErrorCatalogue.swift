import Base

/// Every sort of refusal that a caller can meet, by the slug of its problem document.
///
/// - Source: RFC 9457, section 3.1.1 (a problem's type leads to its explanation).
public enum ErrorCatalogue {
  /// One kind of refusal: its slug, status, title and advice.
  public struct Entry: Sendable {
    /// Stable name; the problem's type is `/problems/` and it.
    public let slug: String
    /// The HTTP statuses that it comes with, the usual one first.
    public let statuses: [Int]
    public let title: String

    init(_ slug: String, _ statuses: Int..., title: String) {
      self.slug = slug
      self.statuses = statuses
      self.title = title
    }
  }

  public static let entries: [Entry] =
    reading + callers + versions + accounts + realms + objects + tours + travel + planning + streets
    + files
    + server + commands
    + UploadRule.allCases.map {
      Entry($0.rawValue, $0.kind.status, title: "The file breaks the rule \($0.rawValue)")
    }

  private static let bySlug = Dictionary(uniqueKeysWithValues: entries.map { ($0.slug, $0) })

  /// What any operation can answer: the server's own state, and the limits of rates and shares.
  public static let everywhere = Set(
    server.map(\.slug) + ["rate-limited", "too-much-under-way"])

  /// The slugs that begin with one of these: the rules of a sort of file.
  static func family(_ prefixes: String...) -> [String] {
    entries.map(\.slug).filter { slug in prefixes.contains { slug.hasPrefix($0) } }
  }

  public static func entry(_ slug: String) -> Entry? { bySlug[slug] }

  /// What to do about a problem of that status.
  static func advice(_ status: Int) -> String {
    switch status {
    case 400, 413, 414, 415, 417, 431:
      "Correct the request as the detail says, then send it again."
    case 401: "Log in with POST /v1/sessions and send the token as Authorization: Bearer TOKEN."
    case 402: "Buy it first."
    case 403: "Use an account that may do this; sending the request again will not help."
    case 404, 410: "Look for it in the list that it came from; it may have gone or be hidden."
    case 405, 501, 505: "See /openapi.json for what this server answers to."
    case 409: "Read the present state, then decide anew; the detail says what stands in the way."
    case 412: "Read it again, apply the change to what it is now, and send that version's ETag."
    case 416: "Ask for a range within the file, or for all of it."
    case 422: "Correct the places that errors names, then send it again."
    case 428: "Read it, then send its ETag as If-Match."
    case 429, 503: "Wait for as many seconds as Retry-After says, then send it again."
    case 507: "Try again later; the operator has to make room."
    default: "Tell the operator the number in instance."
    }
  }
}

extension ErrorCatalogue {
  /// Reading a request.
  private static let reading: [Entry] = [
    Entry("malformed-request", 400, title: "The request cannot be read"),
    Entry("bad-framing", 400, title: "The framing of the request is wrong"),
    Entry("invalid-query", 400, title: "A query parameter is wrong"),
    Entry("invalid-json", 400, title: "The body is not JSON"),
    Entry("invalid-if-match", 400, title: "If-Match is no list of entity tags"),
    Entry("wrong-cursor", 400, title: "The cursor is not one of this list"),
    Entry("invalid-content", 422, title: "The content of the request is wrong"),
    Entry("invalid-pose", 422, title: "The pose is wrong"),
    Entry("unsupported-type", 415, title: "The type of the body is not accepted"),
    Entry("unknown-path", 404, title: "There is nothing at this path"),
    Entry("method-not-allowed", 405, title: "The path does not answer to this method"),
    Entry("unexpected-body", 400, title: "No body belongs here"),
    Entry("body-too-large", 413, title: "The body is too large"),
    Entry("target-too-long", 414, title: "The path and query are too long"),
    Entry("range-not-satisfiable", 416, title: "The range lies outside the file"),
    Entry("content-coding", 415, title: "The content coding is not taken"),
    Entry("expectation", 417, title: "The expectation cannot be met"),
    Entry("header-too-large", 431, title: "The header is too large"),
    Entry("unknown-method", 501, title: "The method is not known"),
    Entry("transfer-coding", 501, title: "The transfer coding is not known"),
    Entry("http-version", 505, title: "The version of HTTP is not spoken"),
  ]

  /// Who asks, and whether they may.
  private static let callers: [Entry] = [
    Entry("cross-site", 403, title: "Another site's page may have made the request"),
    Entry("login-required", 401, title: "Logging in is required"),
    Entry("session-ended", 401, title: "The session has ended"),
    Entry("unknown-scheme", 401, title: "The authorization scheme is not known"),
    Entry("wrong-login", 401, title: "Login or password is wrong"),
    Entry("wrong-role", 403, title: "The account has another role"),
    Entry("account-suspended", 403, title: "The account is suspended"),
    Entry("account-not-active", 403, title: "The account is not active"),
    Entry("admin-account", 403, title: "Admin accounts are exempt"),
    Entry("password-must-be-replaced", 403, title: "The temporary password has to be replaced"),
    Entry("not-found", 404, title: "There is no such thing"),
    Entry("rate-limited", 429, title: "Too many requests"),
    Entry("too-many-attempts", 429, title: "Too many attempts"),
    Entry("too-many-streams", 429, title: "Too many event streams"),
    Entry("too-much-under-way", 429, title: "Too much is under way to one address"),
    Entry("log-in-busy", 503, title: "Too many people are logging in"),
  ]

  /// Versions and repeats.
  private static let versions: [Entry] = [
    Entry("if-match-required", 428, title: "If-Match is required"),
    Entry("stale-version", 412, title: "The thing has changed since it was read"),
    Entry("stale", 412, title: "The file is another version"),
    Entry("idempotency-key-reused", 422, title: "The Idempotency-Key belongs to another request"),
    Entry("request-running", 409, title: "The first request with this key is still running"),
    Entry("answer-not-kept", 409, title: "The first answer held a secret and is not repeated"),
  ]

  /// Accounts.
  private static let accounts: [Entry] = [
    Entry("email-taken", 409, title: "The email address is taken"),
    Entry("phone-taken", 409, title: "The telephone number is taken"),
    Entry("already-verified", 409, title: "It is proved already"),
    Entry("code-needed", 409, title: "A new code is needed"),
    Entry("password-changed", 409, title: "The password was changed meanwhile"),
    Entry("terms-needed", 409, title: "An account rests on the terms"),
    Entry("already-suspended", 409, title: "The account is suspended already"),
    Entry("not-suspended", 409, title: "The account is not suspended"),
    Entry("push-off", 409, title: "No pushes are sent"),
    Entry("not-optional", 409, title: "These notifications always arrive"),
  ]

  /// Sub-realms, invitations, organizations.
  private static let realms: [Entry] = [
    Entry("already-member", 409, title: "The account is a member already"),
    Entry("in-an-organization", 409, title: "The account belongs to an organization"),
    Entry("last-admin", 409, title: "The last admin cannot go"),
    Entry("owner-stays", 403, 409, title: "The owner cannot be removed"),
    Entry("owner-needed", 403, title: "Only the owner may"),
    Entry("realm-admin-needed", 403, title: "Only admins of the sub-realm may"),
    Entry("members-only", 403, title: "Only members may"),
    Entry("personal-realm", 403, title: "What is yours alone stays as it is"),
    Entry("direct-realm", 403, title: "What two friends share stays as it is"),
    Entry("number-taken", 409, title: "Another member has the number"),
    Entry("already-friends", 409, title: "The two are friends already"),
    Entry("verification-needed", 403, title: "An address or a number has to be proved first"),
    Entry("too-many-invitations", 429, title: "Too many invitations in a day"),
    Entry("realm-closed", 409, title: "The sub-realm is closed"),
    Entry("request-needed", 409, title: "The sub-realm is joined by a request"),
    Entry("no-request-needed", 409, title: "The sub-realm is not joined by a request"),
    Entry("organization-picture", 409, title: "An organization has its picture as such"),
    Entry("organization-stays", 409, title: "An organization ends when its last member leaves"),
    Entry("request-pending", 409, title: "A request waits for a decision"),
    Entry("already-decided", 409, title: "It has been decided already"),
    Entry("not-undoable", 409, title: "It cannot be undone any more"),
    Entry("not-hideable", 409, title: "It cannot be hidden until it is changed"),
    Entry("already-answered", 409, title: "It has been answered already"),
    Entry("too-many-messages", 409, title: "Other messages wait for an answer"),
    Entry("invitation-accepted", 410, title: "The invitation was used"),
    Entry("invitation-declined", 410, title: "The invitation was declined"),
    Entry("invitation-revoked", 410, title: "The invitation was taken back"),
    Entry("invitation-expired", 410, title: "The invitation has expired"),
    Entry("own-thing", 403, 409, title: "It is the caller's own"),
    Entry("no-group-chat", 409, title: "It is no group chat"),
    Entry("no-friend", 409, title: "One calls friends"),
    Entry("in-a-call", 409, title: "There is another call"),
    Entry("call-ended", 410, title: "The call has ended"),
    Entry("call-taken", 409, title: "Another device has the call"),
    Entry("too-many-signals", 409, title: "The two find no way to each other"),
    Entry("no-relay-secret", 500, title: "The secret of the relays cannot be read"),
    Entry("voices-only", 403, title: "In this conversation one speaks"),
    Entry("too-late-to-delete", 409, title: "It was said too long ago to be taken back"),
    Entry("sound-not-ready", 503, title: "What every device plays is still being made"),
  ]

  /// Objects, inventory, instances.
  private static let objects: [Entry] = [
    Entry("not-owner", 403, title: "Only the owner of the object may"),
    Entry("not-author", 403, title: "Only who placed the instance may"),
    Entry("not-a-member", 403, title: "Only members may place things there"),
    Entry("guest", 403, title: "Guests may not"),
    Entry("not-editor", 403, title: "Only editors may"),
    Entry("role-too-low", 403, title: "A higher role is needed"),
    Entry("not-yours", 403, title: "Only who answers for it may"),
    Entry("no-public-inventory", 403, title: "The public sub-realm has no inventory"),
    Entry("own-object", 409, title: "It is the caller's own object"),
    Entry("preset-object", 409, title: "Presets are in every inventory"),
    Entry("inventory-full", 409, title: "The inventory is full"),
    Entry("object-quota", 409, title: "The quota of objects is used up"),
    Entry("too-many-scan-requests", 409, title: "As many scan requests wait as can"),
    Entry("scan-decided", 409, title: "The scan request does not wait any more"),
    Entry("daily-quota", 429, title: "The quota of the day is used up"),
    Entry("content-damaged", 500, title: "The file is damaged"),
    Entry("content-gone", 410, title: "The content is no longer kept"),
    Entry("media-busy", 503, title: "The file could not be stored just now"),
  ]

  /// Tours, runs, purchases.
  private static let tours: [Entry] = [
    Entry("no-organization", 403, title: "The account belongs to no approved organization"),
    Entry("not-your-organization", 403, title: "It belongs to another organization"),
    Entry("tour-incomplete", 422, title: "The tour is not complete"),
    Entry("tour-published", 409, title: "The tour is published"),
    Entry("tour-not-published", 409, title: "The tour is not published"),
    Entry("tour-hidden", 409, title: "The tour is hidden until it is changed"),
    Entry("tour-busy", 503, title: "Others are changing the tour"),
    Entry("tour-free", 409, title: "The tour is free"),
    Entry("tour-not-paid", 402, title: "The tour has to be paid first"),
    Entry("bought-for-one", 403, title: "It was bought for oneself"),
    Entry("payment-declined", 402, title: "The payment was declined"),
    Entry("picture-quota", 409, title: "There is no room for more pictures"),
    Entry("gallery-full", 409, title: "The stop has all the pictures it can have"),
    Entry("recording-quota", 409, title: "The quota of recordings is used up"),
    Entry("location-consent-needed", 403, title: "Positions need a consent"),
    Entry("too-many-points", 413, title: "There are too many positions in one request"),
    Entry("too-many-rows", 413, title: "There are too many rows in one file"),
    Entry("too-many-devices", 503, title: "Too many devices report positions"),
    Entry("too-many-zones", 413, title: "There are too many zones"),
    Entry("too-many-walls", 413, title: "There are too many walls"),
    Entry("on-tour", 409, title: "Nothing is placed or changed during a tour"),
    Entry("run-ended", 409, title: "The run has ended"),
    Entry("nothing-reached", 409, title: "No stop was reached yet"),
    Entry("run-paused", 409, title: "The run is paused"),
    Entry("no-code", 500, title: "The code cannot be drawn"),
  ]

  /// Appointments and travel.
  private static let travel: [Entry] = [
    Entry("unconfirmed-warnings", 409, title: "Something speaks against it"),
    Entry("not-organizer", 403, title: "Only the owner of the appointment may"),
    Entry("appointment-cancelled", 409, title: "The appointment was cancelled"),
    Entry("not-cancelled", 409, title: "The appointment was not cancelled"),
    Entry("too-many-participants", 409, title: "Too many would take part"),
    Entry("broken-calendar", 422, title: "The file is no iCalendar file"),
    Entry("too-many-feeds", 409, title: "There are too many feeds"),
    Entry("too-many-subscriptions", 409, title: "There are too many subscriptions"),
    Entry("already-subscribed", 409, title: "This calendar is subscribed to already"),
    Entry("answer-too-late", 409, title: "Answers are no longer wanted"),
    Entry("attendance-too-early", 409, title: "It has not begun yet"),
    Entry("too-much-news", 409, title: "Enough news for a day"),
    Entry("too-many-records", 409, title: "There are too many records"),
    Entry("too-many-courses", 409, title: "There are too many courses"),
    Entry("too-young", 403, title: "It is for those who are older"),
    Entry("no-place-left", 409, title: "All places are taken"),
    Entry("ride-state", 409, title: "The ride or its event is in another state"),
    Entry("ride-full", 409, title: "All seats of the car are taken"),
    Entry("calendar-full", 409, title: "The calendar is full"),
    Entry("calendar-too-complex", 409, title: "Rules take too long to follow"),
    Entry("calendar-busy", 503, title: "Others are changing the calendar"),
  ]

  /// What sub-realms share and plan.
  private static let planning: [Entry] = [
    Entry("changed-elsewhere", 409, title: "The entry is changed where it was made"),
    Entry("not-holder", 403, title: "Only the holder of the booking may"),
    Entry("override-state", 409, title: "The request or its booking is in another state"),
    Entry("resource-taken", 409, title: "The resource is booked at that time"),
    Entry("not-asked", 403, title: "Only those who were asked may"),
    Entry("calendar-failing", 409, title: "The calendar of what is booked cannot be read"),
    Entry("booking-over", 409, title: "The booking does not stand any more"),
    Entry("too-many-bookings", 409, title: "There are too many bookings"),
    Entry("too-many-resources", 409, title: "There are too many resources"),
    Entry("not-host", 403, title: "Only the host of the activity may"),
    Entry("not-invited", 403, title: "Only those who are invited vote"),
    Entry("activity-state", 409, title: "The activity is at another step"),
    Entry("poll-state", 409, title: "The poll is in another state"),
    Entry("poll-closed", 409, title: "The poll takes no more votes"),
    Entry("too-many-activities", 409, title: "There are too many activities"),
    Entry("too-many-types", 409, title: "There are too many types of activities"),
    Entry("type-exists", 409, title: "There is a type of that name"),
  ]

  /// Streets.
  private static let streets: [Entry] = [
    Entry("no-network-near", 404, title: "No street is near enough"),
    Entry("no-route", 404, title: "There is no way between the places"),
    Entry("too-many-pairs", 413, title: "The matrix is too large"),
    Entry("no-route-within-limits", 404, title: "No way keeps the limits"),
    Entry("outside-timetable", 422, title: "The timetables do not hold for that time"),
  ]

  /// Files.
  private static let files: [Entry] = [
    Entry("tour-format", 415, title: "The file is no tour"),
    Entry("bundle-content", 422, title: "The content of the bundle is wrong"),
    Entry("bundle-too-large", 409, title: "The tour is too large for a bundle"),
    Entry("archive-failed", 507, title: "The archive could not be written"),
    Entry("zip-broken", 422, title: "The archive is broken"),
    Entry("zip-size", 413, title: "The archive is too large"),
    Entry("zip-entries", 422, title: "The archive has too many entries"),
    Entry("zip-ratio", 422, title: "The archive unpacks to too much"),
    Entry("zip-name", 422, title: "The archive has a name that is not accepted"),
    Entry("zip-duplicate", 422, title: "The archive has a name twice"),
    Entry("zip-link", 422, title: "The archive has a link"),
    Entry("zip-overlap", 422, title: "The archive has entries that overlap"),
    Entry("zip-nested", 422, title: "The archive has an archive in it"),
    Entry("zip-encrypted", 422, title: "The archive is encrypted"),
    Entry("zip-method", 422, title: "The archive is packed in a way that is not accepted"),
  ]

  /// The server's own state.
  private static let server: [Entry] = [
    Entry("internal-fault", 500, title: "The server has made a mistake"),
    Entry("busy", 503, title: "All work places are taken"),
    Entry("took-too-long", 503, title: "It took too long"),
    Entry("store-read-only", 503, title: "The database can only be read"),
    Entry("store-unavailable", 503, title: "The database does not answer"),
    Entry("readers-busy", 503, title: "All database readers are busy"),
    Entry("writer-busy", 503, title: "Too many writes are waiting"),
    Entry("writing-stopped", 503, title: "The store cannot write"),
    Entry("out-of-memory", 503, title: "There is no memory for this now"),
    Entry("storage-full", 507, title: "The disk is full"),
  ]

  /// Commands of the operator.
  private static let commands: [Entry] = [
    Entry("no-account", 404, title: "There is no such account"),
    Entry("no-data-folder", 422, title: "The data folder cannot be made"),
    Entry("no-dataset", 422, title: "The folder holds no data set"),
    Entry("wrong-manifest", 422, title: "The manifest is wrong"),
    Entry("no-file", 404, title: "There is no such file"),
    Entry("no-web-client", 404, title: "The folder does not hold the pages"),
    Entry("invalid-settings", 422, title: "The settings are wrong"),
    Entry("no-mail-password", 422, title: "The password of mail cannot be read"),
    Entry("mail-refused", 422, title: "The mail server refuses the mail"),
    Entry("mail-not-sent", 503, title: "The mail was not sent"),
    Entry("no-timetable", 404, title: "There is no such timetable"),
    Entry("data-exist", 409, title: "The folder holds data"),
    Entry("tour-findings", 409, title: "The tour has things to look at"),
    Entry("data-broken", 409, title: "Rules of the data are broken"),
    Entry("no-backup", 422, title: "The file is no backup"),
    Entry("damaged-backup", 422, title: "The backup is damaged"),
    Entry("damaged-media", 409, title: "A media file is damaged"),
    Entry("database-missing", 409, title: "The database has gone while its media are there"),
    Entry("service-key-missing", 409, title: "The secret of the installation has gone"),
    Entry("service-key-differs", 409, title: "The secret is not the one of the store"),
    Entry("broken-erasures", 422, title: "The list of erasures is damaged"),
    Entry("broken-notes", 422, title: "What was noted of the database is damaged"),
    Entry("tool-failed", 409, title: "A tool of the database failed"),
    Entry("import-running", 409, title: "Another import is running"),
    Entry("no-import", 404, title: "Nothing of that name is imported"),
    Entry("not-fetched", 502, title: "The publisher's data could not be fetched"),
    Entry("file-exists", 409, title: "The file exists already"),
    Entry("no-catalog-folder", 507, title: "The folder of the catalog cannot be made"),
    Entry("not-written", 507, title: "The file cannot be written"),
    Entry("no-service-key", 507, title: "The secret of the installation cannot be written"),
    Entry("duplicate-deadline-kind", 409, title: "Two sorts of deadlines have one name"),
    Entry("duplicate-notification-kind", 409, title: "Two sorts of notifications have one name"),
    Entry("duplicate-report-kind", 409, title: "Two sorts of reportable things have one name"),
    Entry("registered-twice", 409, title: "Two capabilities register one name"),
    Entry("backup-by-pg-dump", 409, title: "A PostgreSQL store is backed up with its own tool"),
  ]
}
