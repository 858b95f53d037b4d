"""After the last stop: what was walked, sharing it, and what the organization is told."""

from __future__ import annotations

import re
import uuid

from playwright.sync_api import expect
from test_staying_on_tour import under_way


def test_finish(world):
    "after the last stop one sees what was walked, and shares it"
    shown, _ = under_way(world, 8)
    context = world.context("visitor")
    context.add_init_script("navigator.share = (what) => { globalThis.shared = what; return Promise.resolve(); };")
    page = world.watched(context.new_page())
    page.goto(f"/t/{shown['id']}/walk")
    expect(page.get_by_role("heading", name="Tour completed")).to_be_visible()
    facts = page.locator("dl")
    expect(facts).to_contain_text("Distance walked")
    expect(facts).to_contain_text("Stops")
    expect(page.get_by_role("figure").get_by_role("img", name="The way of the tour.")).to_be_visible()
    page.get_by_role("button", name="Share").tap()
    shared = page.evaluate("shared")
    assert "Old Town and Castle" in shared["text"] and shared["url"].endswith(f"/t/{shown['id']}"), shared


def test_tell_the_organization(world):
    "stars and a sentence reach the organization's statistics, without a name, and can be reported by it"
    shown, _ = under_way(world, 8)
    words = f"Lovely, but steep. {uuid.uuid4().hex[:6]}"
    page = world.open(f"/t/{shown['id']}/walk", "visitor")
    part = page.get_by_role("region", name="Tell the organization")
    part.get_by_role("button", name="Send").tap()
    expect(part.get_by_text("Choose one to five stars.")).to_be_visible()
    part.get_by_role("radio", name="4 stars").locator("xpath=..").tap()
    part.get_by_label("A sentence").fill(words)
    part.get_by_role("button", name="Send").tap()
    expect(part.get_by_role("status")).to_contain_text("Thank you.")
    page.reload()
    expect(part.get_by_role("status")).to_contain_text("Thank you.")
    expect(part.get_by_text("4 stars", exact=True)).to_be_attached()

    studio = world.open(f"/studio/tours/{shown['id']}?part=share", "guide", size="desktop")
    told = studio.get_by_role("region", name="What people tell you")
    line = told.get_by_role("listitem").filter(has_text=words)
    expect(line.get_by_text("4 stars", exact=True)).to_be_attached()
    expect(line).not_to_contain_text("Sample visitor")
    line.get_by_role("button", name="Report these words").click()
    dialog = studio.get_by_role("dialog", name="Report these words")
    dialog.get_by_label("What is wrong?").select_option("Spam or advertising")
    dialog.get_by_role("button", name="Send report").click()
    expect(studio.get_by_text("Thank you. An admin will look at it.")).to_be_visible()

    admin = world.open("/admin/reports", "admin", size="desktop")
    admin.get_by_role("link", name=re.compile("Words to an organization")).first.click()
    expect(admin.get_by_role("main").get_by_text(words, exact=True).first).to_be_visible()


def test_trial_tells_nothing(world):
    "a walk that was tried tells the organization nothing"
    shown, _ = under_way(world, 8, trial=True)
    page = world.open(f"/t/{shown['id']}/walk", "visitor")
    expect(page.get_by_role("heading", name="Tour completed")).to_be_visible()
    expect(page.get_by_role("region", name="Tell the organization")).to_have_count(0)
