from pages import PageEntry

PAGES = [
    PageEntry("notifications", "/notifications", "guide", empty="newcomer"),
    PageEntry("me", "/me", "visitor"),
]
