import Access
import Base
import Calendar
import Cryptography
import HTTPServing

/// Calendars as iCalendar files, and feeds of them.
struct CalendarEndpoints {
  let exchange: CalendarExchange
  let feeds: FeedService
  let files: any MediaContent

  var operations: [Operation] { fileOperations + feedOperations }

  private var fileOperations: [Operation] {
    [
      Operation(
        .get, "/v1/calendar/export.ics", "exportCalendar", "The caller's calendar as a file.",
        access: .user,
        answers: [.content(ContentType.calendar, "The calendar")]
      ) { request in
        HTTPResponse(
          200, try exchange.export(caller: request.caller), type: ContentType.calendar
        ).with("Content-Disposition", "attachment; filename=\"wayside.ics\"")
      },
      Operation(
        .post, "/v1/calendar/import", "importCalendar",
        "Takes the events of an iCalendar file into the caller's calendar. What calendars here do not "
          + "hold, such as TRANSP, has no effect here and comes back in exports.",
        access: .user,
        budget: .upload,
        body: .file(
          types: [CalendarExchange.mediaType, ContentType.binary],
          limit: CalendarExchange.maximumFileBytes),
        answers: [.json(200, "What was taken, and what was left out", .named("ImportedCalendar"))],
        errors: ["broken-calendar", "calendar-full"]
      ) { request in
        let bytes = try files.received(request.http.body)
        let characters = try CalendarCharacters(
          mediaType: request.http.headers["Content-Type"])
        let imported = try exchange.importFile(bytes, in: characters, caller: request.caller)
        return request.json { imported.write(to: &$0) }
      },
    ]
  }

  private var feedOperations: [Operation] {
    [
      Operation(
        .post, "/v1/calendar/feeds", "createCalendarFeed",
        "Makes a private address for other programs, of the own calendar or a sub-realm's; it is shown "
          + "once.",
        access: .user,
        reading: .json(example: #"{"name": "Phone"}"#) { try FeedService.Draft(reading: $0) },
        answers: [.json(201, "The feed with its address", .named("CalendarFeed"))],
        errors: ["too-many-feeds"],
        creates: .secret("calendarFeed")
      ) { request, body in
        let (feed, address) = try feeds.create(body.read(request), caller: request.caller)
        request.answerIsSecret = true
        return request.json(201) { feed.write(address: address, to: &$0) }
      },
      Operation(
        .get, "/v1/calendar/feeds", "listCalendarFeeds", "The caller's feeds.", access: .user,
        answers: [.json(200, "The feeds", .page(of: .named("CalendarFeed")))]
      ) { request in
        try request.list(Page(items: feeds.list(caller: request.caller))) { $0.write(to: &$1) }
      },
      Operation(
        .get, "/v1/calendar/feeds/{feed}", "getCalendarFeed",
        "The calendar behind a feed's address, which ends in .ics.", access: .unauthenticated,
        answers: [.content(ContentType.calendar, "The calendar")]
      ) { request in
        let bytes = try feeds.file(request.path["feed"])
        let tag = EntityTag(String(BLAKE2b.hash(bytes).hexadecimal.prefix(32)))
        if Preconditions.read(request.http.headers, current: tag) == .notModified {
          return HTTPResponse(304).with("ETag", tag.description)
            .with("Cache-Control", "private, no-cache")
        }
        return HTTPResponse(200, bytes, type: ContentType.calendar)
          .with("ETag", tag.description).with("Cache-Control", "private, no-cache")
      },
      Operation(
        .post, "/v1/calendar/feeds/{feed}/address", "renewCalendarFeed",
        "Gives a feed a new address, shown once; the old one leads to nothing from then on.",
        access: .user,
        answers: [.json(200, "The feed with its new address", .named("CalendarFeed"))]
      ) { request in
        let (feed, address) = try feeds.renew(request.id("feed"), caller: request.caller)
        request.answerIsSecret = true
        return request.json { feed.write(address: address, to: &$0) }
      },
      Operation(
        .delete, "/v1/calendar/feeds/{feed}", "revokeCalendarFeed",
        "Ends a feed; its address leads to nothing from then on.", access: .user,
        answers: [.empty("Ended")]
      ) { request in
        try feeds.revoke(request.id("feed"), caller: request.caller)
        return .noContent
      },
    ]
  }
}
