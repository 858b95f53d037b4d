"""What holds on every page."""

from pages import every_page
from playwright.sync_api import expect
from world import SIZES, Failed, expect_accessible, expect_layout, settle

# Taken first, so that nothing is waited for at the end.
long = True


# As a link does it, so that the shell is loaded once for all pages; what was shown before is marked.
GO = """(path) => {
  document.querySelector('main > .page').dataset.before = '';
  history.pushState({}, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}"""


def each_page(world, look, **options):
    """Looks at every page in one browser per account; tells of all that failed, not only the first."""
    failures, tabs = [], {}
    for entry in every_page():
        if entry.needs_map and not world.has_map:
            continue
        if not (entry.quick or world.full):
            continue
        page = tabs.get(entry.account)
        if page is None:
            page = tabs[entry.account] = world.watched(world.context(entry.account, **options).new_page())
            page.goto(world.path(entry.address))
        else:
            page.evaluate(GO, world.path(entry.address))
            expect(page.locator("[data-before]")).to_have_count(0)
        settle(page)
        try:
            look(page)
        except Failed as failure:
            failures.append(f"{entry.name}: {failure}")
    if failures:
        raise Failed("\n".join(failures))


def resized(page, size):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def test_light(world):
    """MF-GC-05: axe-core finds nothing on any page, light, on a phone; on a small phone nothing scrolls sideways, is cut,
    or is too small to touch"""

    def look(page):
        resized(page, "phone")
        expect_accessible(page)
        resized(page, "small")
        expect_layout(page)

    each_page(world, look, size="phone")


# What a page says does not depend on its colours or its size: quick runs look again only at what does.
OF_COLOUR = ["color-contrast", "link-in-text-block", "region", "landmark-unique", "scrollable-region-focusable"]
OF_SIZE = ["target-size", "region", "scrollable-region-focusable"]


def test_dark(world):
    "axe-core finds nothing on any page, dark, on a desktop"
    each_page(world, lambda page: expect_accessible(page, None if world.full else OF_COLOUR),
              size="desktop", theme="dark")


# What is asked of text under high contrast: seven to one, and four and a half for large text.
OF_HIGH_CONTRAST = ["color-contrast-enhanced"]


def test_high_contrast(world):
    "with high contrast all text stands out by seven to one on every page, dark; with --full light, too"
    for theme in ("light", "dark") if world.full else ("dark",):
        each_page(world, lambda page: expect_accessible(page, OF_HIGH_CONTRAST), size="phone", theme=theme,
                  contrast="high")


def test_large(world):
    "at twice the type size axe-core finds nothing on a tablet, and nothing is cut on a phone"

    def look(page):
        resized(page, "tablet")
        expect_accessible(page, None if world.full else OF_SIZE)
        resized(page, "phone")
        expect_layout(page)

    each_page(world, look, size="tablet", scale=200)


LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsversammlung"


def test_long_words(world):
    "RL-SCR-08a: at twice the type size a long word in a row breaks: no page with it scrolls sideways on a phone"
    captain = world.client("captain")
    team = world.path("{team}")
    event = captain.post(f"/v1/realms/{team}/events", {
        "kind": "event", "title": LONG_WORD, "start": "2031-05-06T18:00", "zone": "Europe/Vaduz", "duration": 3600})["id"]
    captain.post(f"/v1/realms/{team}/news", {"title": LONG_WORD, "text": f"{LONG_WORD}!"})
    world.client("member").call("PUT", f"/v1/group-events/{event}/answer", {"answer": "accepted"}).want(200)
    page = world.open("/notifications", "member", size="small", scale=200)
    expect(page.get_by_role("link", name=LONG_WORD).first).to_be_visible()
    expect_layout(page)
    for path in (f"/people/{team}", "/calendar?date=2031-05-06&view=list", f"/people/events/{event}"):
        page.goto(path)
        settle(page)
        expect(page.get_by_text(LONG_WORD).locator("visible=true").first).to_be_visible()
        expect_layout(page)
    captain.call("DELETE", f"/v1/group-events/{event}").want(204)


def test_german(world):
    "pages speak German to whoever reads it"
    page = world.open("/", locale="de-CH")
    page.get_by_role("link", name="Umsehen").wait_for()
    page.get_by_role("link", name="Touren", exact=True).wait_for()
