from pages import PageEntry

PAGES = [
    PageEntry("course", "/people/courses/{course}", "member"),
    PageEntry("course-new", "/people/{community}/courses/new", "captain"),
]
