from pages import PageEntry

PAGES = [
    PageEntry("start", "/"),
    PageEntry("log-in", "/login"),
    PageEntry("sign-up", "/signup"),
    PageEntry("recovery", "/recover"),
    PageEntry("about", "/about"),
    PageEntry("operator", "/operator"),
    PageEntry("not-found", "/people/a/b/c/d"),
]
