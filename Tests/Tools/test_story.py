"""The demo begins anew where its first start did not come to its end, and keeps stores apart."""

import contextlib
import importlib.util
import io
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path
from unittest import mock

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
sys.dont_write_bytecode = True

import story_folder  # noqa: E402
from story_server import StepFailed  # noqa: E402

loader = SourceFileLoader("story", str(TOOLS / "story"))
specification = importlib.util.spec_from_loader("story", loader)
assert specification is not None
story = importlib.util.module_from_spec(specification)
loader.exec_module(story)


class Demo(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name)

    def run_demo(self, prepare, *more: str) -> tuple[int, str]:
        """Runs it with that in place of the loading of sample data; its code, and what it says to people."""
        errors = io.StringIO()
        words = ["story", "--binary", "/bin/false", "--geodata", "geodata/vaduz", "--data", str(self.data), *more]
        with mock.patch.object(story, "prepare", prepare), mock.patch.object(story.Server, "start"), \
                mock.patch.object(story.signal, "signal"), mock.patch.object(sys, "argv", words), \
                contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
            return story.main(), errors.getvalue()

    def loads(self, server, *_) -> None:
        """What loads the sample data, on a folder that no earlier try has been at."""
        self.assertFalse((server.data / "wayside.sqlite").exists(), "what was half done is gone")
        self.assertFalse((server.data / "media").exists())
        (server.data / "wayside.sqlite").touch()
        (server.data / "media").mkdir()

    def test_a_first_start_that_failed_is_made_anew(self) -> None:
        (self.data / "notes.txt").write_text("mine")

        def fails(server, *arguments) -> None:
            self.loads(server, *arguments)
            raise StepFailed("the server ended: port 8080 is taken")

        for _ in range(2):
            code, errors = self.run_demo(fails)
            self.assertEqual(code, 1)
            self.assertIn("tools/demo: the sample data are not loaded: the server ended: port 8080 is taken", errors)
            self.assertNotIn("--store", errors)
        self.assertEqual(self.run_demo(self.loads), (0, ""))
        self.assertEqual((self.data / "notes.txt").read_text(), "mine")
        self.assertTrue((self.data / "wayside.sqlite").exists())
        self.assertEqual(self.run_demo(mock.Mock(side_effect=AssertionError)), (0, ""), "loaded once")

    def test_a_first_start_that_was_ended_is_made_anew(self) -> None:
        def ended(server, *arguments) -> None:
            self.loads(server, *arguments)
            raise KeyboardInterrupt

        self.assertEqual(self.run_demo(ended), (130, ""))
        self.assertEqual(self.run_demo(self.loads), (0, ""))

    def test_a_database_that_the_demo_has_not_made_stays(self) -> None:
        (self.data / "wayside.sqlite").write_text("mine")
        code, errors = self.run_demo(mock.Mock(side_effect=AssertionError))
        self.assertEqual(code, 1)
        self.assertIn("name an empty folder", errors)
        self.assertEqual((self.data / "wayside.sqlite").read_text(), "mine")

    def test_a_store_that_holds_something_is_said_to_have_to_be_empty(self) -> None:
        taken = mock.Mock(side_effect=StepFailed("There is an account with this email address."))
        code, errors = self.run_demo(taken, "--store", "postgres:///used")
        self.assertEqual(code, 1)
        self.assertIn("The database of --store has to be empty", errors)

    def test_each_store_has_a_folder_and_a_mark_of_its_own(self) -> None:
        folders = [story_folder.folder_of(store, self.data) for store in (None, "postgres:///a", "postgres:///b")]
        self.assertEqual(len(set(folders)), 3)
        self.assertEqual(folders[0], self.data, "where it has always been")
        (folders[0] / "wayside.sqlite").touch()
        story_folder.begin(folders[0], is_own=True)
        story_folder.finish(folders[0])
        self.assertEqual(list(folders[0].iterdir()), [folders[0] / "prepared"], "an older start had failed")
        for folder in folders[1:]:
            folder.mkdir()
            self.assertFalse(story_folder.is_prepared(folder, "postgres:///"))
            (folder / "prepared").touch()
        # The folder of the file is made anew; what belongs to other stores stays.
        self.assertFalse(story_folder.is_prepared(folders[0], None))
        story_folder.begin(folders[0], is_own=True)
        for folder in folders[1:]:
            self.assertTrue(story_folder.is_prepared(folder, "postgres:///"))


if __name__ == "__main__":
    unittest.main()
