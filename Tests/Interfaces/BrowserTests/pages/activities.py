from pages import PageEntry

PAGES = [
    PageEntry("planning-list", "/people/{family}/activities", "ana"),
    PageEntry("planning-start", "/people/activities/{start}", "ana", quick=False),
    PageEntry("planning-who", "/people/activities/{start}?who=1", "ana", quick=False),
    PageEntry("planning-hand", "/people/activities/{start}?by=hand", "ana", quick=False),
    PageEntry("planning-ask", "/people/activities/{start}?by=poll", "ana"),
    PageEntry("planning-polling", "/people/activities/{polling}", "ana", quick=False),
    PageEntry("planning-voting", "/people/activities/{voting}", "ana"),
    PageEntry("planning-when", "/people/activities/{scheduling}", "ana"),
    PageEntry("planning-details", "/people/activities/{details}", "ana", quick=False),
    PageEntry("planning-meet", "/people/activities/{details}?meet=1", "ana"),
    PageEntry("planning-planned", "/people/activities/{confirmed}", "ana", quick=False),
    PageEntry("planning-invited", "/people/activities/{confirmed}", "ben", quick=False),
]
