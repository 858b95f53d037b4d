from pages import PageEntry

PAGES = [
    PageEntry("calendar", "/calendar", "visitor", empty="newcomer"),
    PageEntry("calendar-month", "/calendar?view=month", "visitor", quick=False),
    PageEntry("calendar-week", "/calendar?view=week", "visitor", quick=False),
    PageEntry("calendar-day", "/calendar?view=day", "visitor", empty="newcomer", quick=False),
    PageEntry("calendar-year", "/calendar?view=year", "visitor"),
    PageEntry("ways-find", "/ways/find?from=47.1653,9.5096&fromName=Schaan&to=47.139,9.5215&toName=Vaduz", needs_map=True),
    PageEntry("ways-reach", "/ways/reach?at=47.139,9.5215&name=Vaduz", needs_map=True),
    PageEntry("stops", "/stops?near=47.139,9.5215"),
    PageEntry("departures", "/stops/liechtenstein:vaduz-post?from=2026-06-10T07:00:00Z"),
    PageEntry("calendar-new", "/calendar/new", "visitor"),
    PageEntry("calendar-exchange", "/calendar/exchange", "visitor", quick=False),
    PageEntry("ways", "/ways", "visitor"),
]
