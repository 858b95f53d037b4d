"""Courses of communities."""

import re

from playwright.sync_api import expect
from test_people import newcomer
from test_teams import group


def test_publish_course(world):
    "SC-COM-19: a core member publishes a course of an article and a video, and a member takes it"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    _, community = group(world, host, "community", [guest])
    page = world.open(f"/people/{community['id']}", host)
    page.get_by_role("link", name="New course").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Write what the article says.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Bees in a year")
    page.get_by_label("Title of lesson 1").fill("Summer")
    page.get_by_label("Text of lesson 1").fill("Look after the water.")
    page.get_by_role("button", name="Add a lesson").click()
    page.get_by_label("Kind of lesson 2").select_option("Video")
    page.get_by_label("Title of lesson 2").fill("Spring")
    page.get_by_label("Address of the video of lesson 2").fill("https://video.example.org/spring")
    page.get_by_role("button", name="Lesson 2 further up").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bees in a year")
    other = world.open(f"/people/{community['id']}", guest)
    expect(other.get_by_role("link", name="New course")).to_have_count(0)
    other.get_by_role("list", name="Courses").get_by_role("link", name="Bees in a year").click()
    lessons = other.get_by_role("list", name="Lessons").get_by_role("article")
    expect(lessons).to_have_count(2)
    expect(lessons.nth(0)).to_contain_text("1. Spring")
    expect(lessons.nth(0).get_by_role("link", name="Watch “Spring”")).to_have_attribute(
        "href", "https://video.example.org/spring")
    expect(lessons.nth(1)).to_contain_text("Look after the water.")
    expect(other.get_by_role("button", name="Delete the course")).to_have_count(0)


def course(world, owner, community, lessons=2):
    "A course of so many articles."
    return owner.post(
        f"/v1/realms/{community['id']}/courses",
        {"title": "Bees in a year",
         "lessons": [{"kind": "article", "title": f"Part {index + 1}", "text": "Read."} for index in range(lessons)]})


def test_progress(world):
    "SC-COM-20, SC-COM-21: progress is shown and kept; weekly reminders are switched off for a course, and for all"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    made = course(world, owner, community)
    page = world.open(f"/people/courses/{made['id']}", guest)
    expect(page.get_by_text("0 % · 0 of 2 done")).to_be_visible()
    page.get_by_role("button", name="Begin the course").click()
    weekly = page.get_by_role("checkbox", name="Remind me weekly to go on")
    expect(weekly).to_be_checked()
    page.get_by_role("button", name="Done: Part 1").click()
    expect(page.get_by_text("50 % · 1 of 2 done")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Progress in Bees in a year")).to_have_attribute("value", "50")
    weekly.uncheck()
    expect(weekly).not_to_be_checked()
    page.wait_for_load_state("networkidle")
    assert world.client(guest).get(f"/v1/courses/{made['id']}")["reminders"] is False
    page.goto(f"/people/{community['id']}")
    expect(page.get_by_role("list", name="Courses")).to_contain_text("50 % · 1 of 2 done")
    page.goto("/me/notifications")
    expect(page.get_by_role("checkbox", name=re.compile("Courses that go on")).first).to_be_checked()
    page.goto(f"/people/courses/{made['id']}")
    page.get_by_role("button", name="Done: Part 2").click()
    expect(page.get_by_text("100 % · 2 of 2 done")).to_be_visible()
    page.get_by_role("button", name="Leave the course").click()
    expect(page.get_by_text("0 % · 0 of 2 done")).to_be_visible()


def test_change_course(world):
    "a course is changed, learners keep their progress, and it is deleted"
    host, guest = newcomer(world, "Ana"), newcomer(world, "Dora")
    owner, community = group(world, host, "community", [guest])
    made = course(world, owner, community)
    learner = world.client(guest)
    learner.call("PUT", f"/v1/courses/{made['id']}/lessons/{made['lessons'][1]['id']}", {"done": True}).want(200)
    page = world.open(f"/people/courses/{made['id']}", host)
    page.get_by_role("main").get_by_role("link", name="Edit").click()
    page.get_by_role("button", name="Remove lesson 1").click()
    expect(page.get_by_label("Title of lesson 1")).to_have_value("Part 2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("list", name="Lessons").get_by_role("article")).to_have_count(1)
    assert learner.get(f"/v1/courses/{made['id']}")["percent"] == 100
    page.get_by_role("button", name="Delete the course").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the course").click()
    expect(page.get_by_text("No courses yet.")).to_be_visible()
