"""Forms that are left: what was entered is not lost without a word."""

import re

from playwright.sync_api import expect
from world import expect_accessible, expect_layout, until


def question(page):
    return page.get_by_role("dialog", name="Leave without saving?", exact=True)


def answer(page, button):
    question(page).get_by_role("button", name=button, exact=True).click()
    expect(question(page)).to_have_count(0)


def appointment(world, account="newcomer", title="Dentist", **options):
    "The form of a new appointment, come to from the calendar, with a name in it."
    page = world.open("/calendar", account, **options)
    page.get_by_role("link", name="New appointment", exact=True).first.click()
    page.get_by_label("Name").fill(title)
    return page


def tab(page, name):
    page.get_by_role("navigation").get_by_role("link", name=re.compile(f"^{name}")).click()


def test_leaving_by_a_link(world):
    "whoever leaves a form by a link is asked, and stays with what was entered, or leaves without it"
    page = appointment(world)
    tab(page, "Tours")
    expect(question(page)).to_contain_text("would be lost")
    expect_layout(page)
    expect_accessible(page)
    answer(page, "Stay")
    expect(page).to_have_url(re.compile("/calendar/new"))
    expect(page.get_by_label("Name")).to_have_value("Dentist")
    # By the menu, which has an entry of its own.
    page.get_by_role("button", name="Menu", exact=True).first.click()
    page.get_by_role("dialog", name="Menu").get_by_role("link", name="Help", exact=True).click()
    answer(page, "Stay")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_label("Name")).to_have_value("Dentist")
    tab(page, "Tours")
    answer(page, "Leave")
    expect(page).to_have_url(re.compile("/tours$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Tours")
    # "Back" leads to where the form was, which is empty.
    page.go_back()
    expect(page.get_by_label("Name")).to_have_value("")


def test_leaving_by_back_and_forward(world):
    "“back” and “forward” ask as well, and lead where they would have led"
    page = world.open("/tours", "newcomer")
    tab(page, "Calendar")
    page.get_by_role("link", name="New appointment", exact=True).first.click()
    tab(page, "Me")
    expect(page).to_have_url(re.compile("/me$"))
    page.go_back()
    page.get_by_label("Name").fill("Dentist")
    page.go_forward()
    answer(page, "Stay")
    expect(page).to_have_url(re.compile("/calendar/new"))
    page.go_back()
    expect(question(page)).to_be_visible()
    # Another "back" is no answer: it closes the question.
    page.go_back()
    expect(question(page)).to_have_count(0)
    expect(page).to_have_url(re.compile("/calendar/new"))
    expect(page.get_by_label("Name")).to_have_value("Dentist")
    page.evaluate("history.go(-2)")
    answer(page, "Leave")
    expect(page).to_have_url(re.compile("/tours$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Tours")
    page.go_forward()
    expect(page).to_have_url(re.compile("/calendar$"))
    # Forward past a form that was filled meanwhile.
    page.go_forward()
    page.get_by_label("Name").fill("Dentist")
    tab(page, "Me")
    answer(page, "Leave")
    expect(page).to_have_url(re.compile("/me$"))
    page.go_back()
    page.get_by_label("Name").fill("Dentist")
    page.go_forward()
    answer(page, "Leave")
    expect(page).to_have_url(re.compile("/me$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/calendar/new"))


def test_leaving_what_is_saved(world):
    "nobody is asked who has changed nothing, has taken it back, has saved it, or only searches"
    page = appointment(world, title="Saved before leaving")
    page.get_by_role("button", name="Save", exact=True).click()
    # Without a place more is asked: whoever goes back to the form then has saved nothing.
    page.get_by_role("dialog").get_by_role("button", name="Cancel", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    tab(page, "People")
    answer(page, "Stay")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="OK", exact=True).click()
    expect(page.get_by_text("“Saved before leaving” is saved.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/calendar(\?|$)"))
    expect(question(page)).to_have_count(0)
    page.get_by_role("link", name="New appointment", exact=True).first.click()
    page.get_by_label("Name").fill("Not meant")
    page.get_by_label("Name").fill("")
    tab(page, "People")
    expect(page).to_have_url(re.compile("/people$"))
    # A form that stays when it has been saved.
    page.goto("/ways")
    page.get_by_label("Walk at most").fill("900")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".notice")).to_be_visible()
    tab(page, "Tours")
    expect(page).to_have_url(re.compile("/tours$"))
    expect(question(page)).to_have_count(0)
    page.goto("/people/find")
    page.get_by_label("Name").fill("Some")
    tab(page, "Tours")
    expect(page).to_have_url(re.compile("/tours$"))


def test_leaving_a_place(world):
    "a place that was chosen counts as the words do, in the form of an event as well"
    page = world.open(world.path("/people/events/{practice}/edit"), "captain")
    page.get_by_label("Where").fill("47.1400, 9.5200")
    tab(page, "Me")
    answer(page, "Stay")
    page.get_by_label("What", exact=True).fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    # It was not saved: leaving would still lose it.
    tab(page, "Me")
    answer(page, "Leave")
    expect(page).to_have_url(re.compile("/me$"))


def test_closing_the_window(world):
    "the browser asks before a window with a form is closed or loaded anew, and not without one"
    page = appointment(world)
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    until(page, lambda: asked, "the browser asks")
    assert asked == ["beforeunload"], asked
    expect(page.get_by_label("Name")).to_have_value("Dentist")
    tab(page, "Tours")
    answer(page, "Leave")
    expect(page).to_have_url(re.compile("/tours$"))
    page.reload()
    assert asked == ["beforeunload"], asked


def test_logging_out_of_a_form(world):
    "whoever logs out is asked about what was entered, too, and but once"
    page = appointment(world, "ben")
    page.get_by_role("button", name="Menu", exact=True).first.click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name="Log out", exact=True).click()
    answer(page, "Stay")
    expect(page.get_by_label("Name")).to_have_value("Dentist")
    page.get_by_role("button", name="Menu", exact=True).first.click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name="Log out", exact=True).click()
    answer(page, "Leave")
    expect(page).to_have_url(re.compile("/login$"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    world.forget("ben")


def test_leaving_a_dialog(world):
    "who has entered something in a dialog is asked before Escape, a press beside it, its button or “back” close it"
    page = world.open(world.path("/people/{team}"), "captain")
    start = page.get_by_role("button", name="Tell news", exact=True)
    dialog = page.get_by_role("dialog", name="Tell news", exact=True)

    def opened():
        start.click()
        return dialog.get_by_label("What", exact=True)

    expect(opened()).to_have_value("")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    title = opened()
    title.fill("New boat")
    closings = (
        lambda: page.keyboard.press("Escape"),
        lambda: dialog.get_by_role("button", name="Close", exact=True).click(),
        lambda: page.mouse.click(2, 2),
        page.go_back,
    )
    for close in closings:
        close()
        answer(page, "Stay")
        expect(title).to_have_value("New boat")
    # "Back" at the question takes the question away alone.
    page.keyboard.press("Escape")
    expect(question(page)).to_be_visible()
    page.go_back()
    expect(question(page)).to_have_count(0)
    expect(title).to_have_value("New boat")
    for close in (closings[0], page.go_back):
        close()
        answer(page, "Leave")
        expect(dialog).to_have_count(0)
        expect(page).to_have_url(re.compile("/people/[^/?]+$"))
        title = opened()
        expect(title).to_have_value("")
        title.fill("New boat")
    dialog.get_by_role("button", name="Tell everybody", exact=True).click()
    expect(page.get_by_text("Everybody in the group is told.")).to_be_visible()
    expect(question(page)).to_have_count(0)


def test_leaving_a_dialog_alone(world):
    "“back” out of a dialog lets go of what was entered in the dialog alone: the page's own form is asked about later"
    page = world.open(world.path("/people/{team}"), "captain")
    # Beside the dialog, as the form of a page below it.
    page.evaluate("""() => document.querySelector('main').append(Object.assign(document.createElement('form'),
        { entered: { isChanged: true, get isUnsaved() { return this.isChanged; } } }))""")
    page.get_by_role("button", name="Tell news", exact=True).click()
    dialog = page.get_by_role("dialog", name="Tell news", exact=True)
    dialog.get_by_label("What", exact=True).fill("New boat")
    page.go_back()
    answer(page, "Leave")
    expect(dialog).to_have_count(0)
    tab(page, "Tours")
    answer(page, "Stay")
    tab(page, "Tours")
    answer(page, "Leave")
    expect(page).to_have_url(re.compile("/tours$"))
