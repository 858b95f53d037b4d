from pages import PageEntry

PAGES = [
    PageEntry("help", "/help"),
    PageEntry("contact", "/help/contact"),
    PageEntry("accessibility", "/help/accessibility"),
    PageEntry("tutorial", "/help/tutorial"),
]
