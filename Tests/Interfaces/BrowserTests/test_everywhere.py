"""What holds on every page."""

from pages import every_page
from world import Failed, expect_accessible, expect_layout, settle


def each_page(world, look, **options):
    """Looks at every page in one browser per account; tells of all that failed, not only the first."""
    failures, tabs = [], {}
    for entry in every_page():
        if entry.needs_map and not world.has_map:
            continue
        if not (entry.quick or world.full):
            continue
        if entry.account not in tabs:
            tabs[entry.account] = world.watched(world.context(entry.account, **options).new_page())
        page = tabs[entry.account]
        page.goto(world.path(entry.address))
        settle(page)
        try:
            look(page)
        except Failed as failure:
            failures.append(f"{entry.name}: {failure}")
    if failures:
        raise Failed("\n".join(failures))


def test_accessible_light(world):
    "axe-core finds nothing on any page, light, on a phone"
    each_page(world, expect_accessible, size="phone")


def test_accessible_dark(world):
    "axe-core finds nothing on any page, dark, on a desktop"
    each_page(world, expect_accessible, size="desktop", theme="dark")


def test_accessible_large(world):
    "axe-core finds nothing on any page at twice the type size"
    each_page(world, expect_accessible, size="tablet", scale=200)


def test_layout(world):
    "on small phones nothing scrolls sideways, is cut, or is too small to touch"
    each_page(world, expect_layout, size="small")


def test_layout_large(world):
    "nor at twice the type size"
    each_page(world, expect_layout, size="phone", scale=200)


def test_german(world):
    "pages speak German to whoever reads it"
    page = world.open("/", locale="de-CH")
    page.get_by_role("link", name="Umsehen").wait_for()
    page.get_by_role("link", name="Touren", exact=True).wait_for()
