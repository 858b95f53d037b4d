from pages import PageEntry

PAGES = [
    PageEntry("help", "/help"),
    PageEntry("tutorial", "/help/tutorial"),
]
