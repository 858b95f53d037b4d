import Archives
import Base
import HTTPServing
import TestSupport
import Testing

@testable import WaysideAPI

/// The statuses of refusals, written out: a program decides by them what to do next.
@Suite("The statuses of refusals")
struct ErrorStatusTests {
  /// Refusals by the statuses they come with, the usual one first.
  private static let written: [([Int], [String])] = [
    (
      [400],
      [
        "bad-framing", "invalid-if-match", "invalid-json", "invalid-query", "malformed-request",
        "unexpected-body", "wrong-cursor",
      ]
    ),
    (
      [401],
      [
        "login-required", "session-ended", "unknown-scheme", "wrong-login",
      ]
    ),
    (
      [402],
      [
        "payment-declined", "tour-not-paid",
      ]
    ),
    (
      [403],
      [
        "voices-only",
        "account-not-active", "account-suspended", "admin-account", "bought-for-one", "cross-site",
        "direct-realm",
        "guest", "location-consent-needed", "members-only", "no-organization",
        "no-public-inventory",
        "not-a-member", "not-asked", "not-author", "not-editor", "not-holder", "not-host",
        "not-invited", "not-organizer", "not-owner", "not-your-organization", "not-yours",
        "owner-needed", "password-must-be-replaced", "personal-realm", "realm-admin-needed",
        "role-too-low", "too-young", "verification-needed", "wrong-role",
      ]
    ),
    (
      [403, 409],
      [
        "own-thing", "owner-stays",
      ]
    ),
    (
      [404],
      [
        "no-account", "no-file", "no-import", "no-network-near", "no-route",
        "no-route-within-limits", "no-timetable", "no-web-client", "not-found", "unknown-path",
      ]
    ),
    (
      [405],
      [
        "method-not-allowed"
      ]
    ),
    (
      [409],
      [
        "no-group-chat", "not-undoable", "not-hideable", "too-late-to-delete", "no-friend",
        "in-a-call", "call-taken", "too-many-signals",
        "activity-state", "already-answered", "already-decided", "already-friends",
        "already-member",
        "already-subscribed", "already-suspended", "already-verified", "answer-not-kept",
        "answer-too-late", "appointment-cancelled", "attendance-too-early", "backup-by-pg-dump",
        "booking-over", "bundle-too-large", "calendar-failing", "calendar-full",
        "calendar-too-complex", "changed-elsewhere", "code-needed", "damaged-media", "data-broken",
        "data-exist", "database-missing", "duplicate-deadline-kind", "duplicate-notification-kind",
        "duplicate-report-kind", "email-taken", "file-exists", "gallery-full", "import-running",
        "in-an-organization", "inventory-full", "last-admin", "no-place-left", "no-request-needed",
        "not-cancelled", "not-optional", "not-suspended", "nothing-reached", "number-taken",
        "object-quota", "on-tour",
        "organization-picture", "organization-stays", "override-state", "own-object",
        "password-changed", "phone-taken", "picture-quota", "poll-closed", "poll-state",
        "preset-object", "push-off", "realm-closed", "recording-quota", "registered-twice",
        "request-needed", "request-pending", "request-running", "resource-taken", "ride-full",
        "ride-state", "run-ended", "run-paused", "service-key-differs", "service-key-missing",
        "terms-needed",
        "too-many-activities",
        "too-many-bookings", "too-many-courses", "too-many-feeds", "too-many-messages",
        "too-many-participants", "too-many-records", "too-many-resources", "too-many-scan-requests",
        "scan-decided", "too-many-subscriptions",
        "too-many-types", "too-much-news", "tool-failed", "tour-findings", "tour-free",
        "tour-hidden", "tour-not-published", "tour-published", "type-exists",
        "unconfirmed-warnings",
      ]
    ),
    (
      [410],
      [
        "call-ended",
        "content-gone", "invitation-accepted", "invitation-declined", "invitation-expired",
        "invitation-revoked",
      ]
    ),
    (
      [412],
      [
        "stale", "stale-version",
      ]
    ),
    (
      [413],
      [
        "body-too-large", "too-many-pairs", "too-many-points", "too-many-rows", "too-many-walls",
        "too-many-zones",
        "zip-size",
      ]
    ),
    (
      [414],
      [
        "target-too-long"
      ]
    ),
    (
      [415],
      [
        "content-coding", "tour-format", "unsupported-type",
      ]
    ),
    (
      [416],
      [
        "range-not-satisfiable"
      ]
    ),
    (
      [417],
      [
        "expectation"
      ]
    ),
    (
      [422],
      [
        "broken-calendar", "broken-erasures", "broken-notes", "bundle-content", "damaged-backup",
        "idempotency-key-reused", "invalid-content", "invalid-pose", "invalid-settings",
        "mail-refused", "no-backup", "no-data-folder", "no-dataset", "no-mail-password",
        "outside-timetable", "tour-incomplete", "wrong-manifest", "zip-broken", "zip-duplicate",
        "zip-encrypted", "zip-entries", "zip-link", "zip-method", "zip-name", "zip-nested",
        "zip-overlap", "zip-ratio",
      ]
    ),
    (
      [428],
      [
        "if-match-required"
      ]
    ),
    (
      [429],
      [
        "daily-quota", "rate-limited", "too-many-attempts", "too-many-invitations",
        "too-many-streams", "too-much-under-way",
      ]
    ),
    (
      [431],
      [
        "header-too-large"
      ]
    ),
    (
      [500],
      [
        "no-relay-secret",
        "content-damaged", "internal-fault", "no-code",
      ]
    ),
    (
      [501],
      [
        "transfer-coding", "unknown-method",
      ]
    ),
    (
      [502],
      [
        "not-fetched"
      ]
    ),
    (
      [503],
      [
        "sound-not-ready",
        "busy", "calendar-busy", "log-in-busy", "mail-not-sent", "media-busy", "out-of-memory",
        "readers-busy", "store-read-only", "store-unavailable", "too-many-devices", "took-too-long",
        "tour-busy", "writer-busy", "writing-stopped",
      ]
    ),
    (
      [505],
      [
        "http-version"
      ]
    ),
    (
      [507],
      [
        "archive-failed", "no-catalog-folder", "no-service-key", "not-written", "storage-full",
      ]
    ),
  ]

  @Test("each refusal has the status that is written here")
  func statuses() {
    for (statuses, slugs) in Self.written {
      for slug in slugs {
        #expect(ErrorCatalogue.entry(slug)?.statuses == statuses, "\(slug)")
      }
    }
    let written = Set(Self.written.flatMap(\.1))
    let rules = Set(UploadRule.allCases.map(\.rawValue))
    for entry in ErrorCatalogue.entries {
      #expect(written.contains(entry.slug) || rules.contains(entry.slug), "\(entry.slug)")
    }
    for rule in UploadRule.allCases {
      #expect(ErrorCatalogue.entry(rule.rawValue)?.statuses == [rule.kind.status], "\(rule)")
    }
  }
}
