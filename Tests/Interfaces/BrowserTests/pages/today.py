from pages import PageEntry

PAGES = [
    PageEntry("today", "/today", "ben", empty="newcomer"),
    PageEntry("today-member", "/today", "member", quick=False),
]
