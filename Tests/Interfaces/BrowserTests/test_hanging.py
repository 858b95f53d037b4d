"""Requests that get no answer at all: they end after a while, and the pages say so."""

import contextlib
import re

from playwright.sync_api import expect
from world import until

UNREACHED = "the server cannot be reached at the moment"
OFFLINE = "Offline. You see what was last known."


def waiting(world, account=None):
    "A page whose clock can be put forward."
    page = world.watched(world.context(account).new_page())
    page.clock.install()
    page.goto("/help")
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    return page


def hang(page, pattern):
    "Requests are sent and never answered; what was, is counted."
    hung = []
    page.route(pattern, lambda route: hung.append(route))
    return hung


def answer_again(page, hung):
    for route in hung:
        route.abort()
    page.unroute_all()


def until_hung(page, hung, count=1):
    until(page, lambda: len(hung) >= count, f"{count} requests")


@contextlib.contextmanager
def alive(page):
    "The pages ask whether the server is there, and it is."
    with page.expect_response("**/livez"):
        yield
    # What follows from it has been taken up as well.
    page.evaluate("() => Promise.resolve()")


def open_tours(page):
    page.get_by_role("navigation").get_by_role("link", name="Tours").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tours")


def test_read_hangs(world):
    "a page whose answer hangs says so after half a minute, and shows it when it is tried again"
    page = waiting(world)
    hung = hang(page, re.compile("/v1/tours"))
    open_tours(page)
    until_hung(page, hung)
    page.clock.fast_forward(25_000)
    expect(page.get_by_role("status", name="Loading").first).to_be_visible()
    expect(page.get_by_text(UNREACHED)).to_have_count(0)
    # The server is there: everything else goes on.
    with alive(page):
        page.clock.fast_forward(6_000)
    expect(page.get_by_text(UNREACHED)).to_be_visible()
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    answer_again(page, hung)
    page.get_by_role("button", name="Try again", exact=True).click()
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Old Town")).first).to_be_visible()


def test_read_is_tried_again(world):
    "what hung is read again by itself later on"
    page = waiting(world)
    hung = hang(page, re.compile("/v1/tours"))
    open_tours(page)
    until_hung(page, hung)
    # Once it has been heard that the server is there.
    with alive(page):
        page.clock.fast_forward(31_000)
    expect(page.get_by_text(UNREACHED)).to_be_visible()
    answer_again(page, hung)
    page.clock.fast_forward(31_000)
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Old Town")).first).to_be_visible()


def test_everything_hangs(world):
    "where no answer comes at all the page is offline, until there are some again"
    page = waiting(world)
    hung = hang(page, re.compile("/v1/|/livez"))
    open_tours(page)
    until_hung(page, hung)
    page.clock.fast_forward(31_000)
    expect(page.get_by_text(UNREACHED)).to_be_visible()
    until(page, lambda: any(route.request.url.endswith("/livez") for route in hung), "whether the server is there")
    page.clock.fast_forward(11_000)
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    answer_again(page, hung)
    page.clock.fast_forward(3_000)
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Old Town")).first).to_be_visible()


def test_change_hangs(world):
    "a change that hangs ends later than what is read; sent again it is the same request"
    page = waiting(world, "newcomer")
    page.goto("/people/new")
    page.get_by_label("Name", exact=True).fill("Patient walkers")
    hung = hang(page, lambda url: url.endswith("/v1/realms"))
    start = page.get_by_role("button", name="Start", exact=True)
    start.click()
    until_hung(page, hung)
    page.clock.fast_forward(40_000)
    expect(start).to_be_disabled()
    page.clock.fast_forward(51_000)
    expect(page.get_by_role("alert")).to_contain_text("because of a network error")
    answer_again(page, hung)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/v1/realms")) as again:
        start.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Patient walkers")
    key = "idempotency-key"
    assert again.value.headers[key] == hung[0].request.headers[key], again.value.headers


def test_account_hangs(world):
    "where the answer about the account hangs pages begin with who was logged in last, and follow it when it comes"
    page = waiting(world, "newcomer")
    hung = hang(page, re.compile(r"/v1/me$"))
    page.goto("/people/new", wait_until="commit")
    until_hung(page, hung)
    # Long before the request is given up.
    expect(page.get_by_label("Name", exact=True)).to_be_visible(timeout=15_000)
    ended = {"type": "/problems/login-required", "title": "Login required", "status": 401}
    for route in hung:
        route.fulfill(status=401, json=ended)
    expect(page.get_by_role("main").get_by_role("link", name="Log in", exact=True)).to_be_visible()


def test_late_answer(world):
    "an answer that the device gives for a late one is shown without saying that there is no network, and is read again"
    page = waiting(world)
    asked = []

    def late(route):
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name in ("content-type", "etag")}
        route.fulfill(status=answer.status, body=answer.body(), headers={**headers, "wayside-kept": "late"})
        # Not before: a test that ends meanwhile would leave the next one an error.
        asked.append(route.request.url)

    page.route(re.compile(r"/v1/tours\?"), late)
    with alive(page):
        open_tours(page)
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Old Town")).first).to_be_visible()
    before = len(asked)
    page.clock.fast_forward(5_000)
    assert len(asked) == before, asked
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    page.clock.fast_forward(26_000)
    until_hung(page, asked, before + 1)
