from pages import PageEntry

PAGES = [
    PageEntry("help", "/help"),
    PageEntry("contact", "/help/contact"),
    PageEntry("tutorial", "/help/tutorial"),
]
