from pages import PageEntry

PAGES = [
    PageEntry("help", "/help"),
]
