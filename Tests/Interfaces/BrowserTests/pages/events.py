from pages import PageEntry

PAGES = [
    PageEntry("team-calendar", "/people/{team}/calendar", "captain"),
    PageEntry("team-attendance", "/people/{team}/attendance", "captain"),
    PageEntry("team-event", "/people/events/{race}", "captain"),
    PageEntry("team-event-new", "/people/{team}/events/new", "captain"),
    PageEntry("community-event", "/people/events/{evening}", "member"),
]
