from pages import PageEntry

PAGES = [
    PageEntry("calendar", "/calendar", "visitor", empty="newcomer"),
    PageEntry("calendar-month", "/calendar?view=month", "visitor", quick=False),
    PageEntry("calendar-week", "/calendar?view=week", "visitor", quick=False),
    PageEntry("calendar-new", "/calendar/new", "visitor"),
    PageEntry("calendar-exchange", "/calendar/exchange", "visitor", quick=False),
    PageEntry("ways", "/ways", "visitor"),
]
