"""Studies at the shell: opened, joined, left, taken up again, withdrawn from, and shown to whoever
runs them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

from dramaturg.cli import main
from dramaturg.cli.new import interview as new_interview
from dramaturg.cli.study_join import run_join
from dramaturg.cli.study_manage import (
    run_close,
    run_delete,
    run_invite,
    run_list,
    run_open,
    run_pause,
    run_resume,
    run_show,
    run_withdraw,
)

RECEIPT = re.compile(r"(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}")
AGREED = ("yes", "34", "yes", "this week", "never")
SAID = "It has thick marmalade foam, and the foam makes it feel like a treat."

pytestmark = pytest.mark.slow


class Shell:
    """A terminal in a folder of its own."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str]
    ) -> None:
        self.folder, self._patch, self._captured = folder, patch, captured

    def join(
        self,
        *typed: str,
        study: str = "oat_milk_values",
        invitation: str | None = None,
        resume: str | None = None,
    ) -> str:
        return self.run(lambda: run_join(study, invitation, resume), *typed)

    def run(self, command: Callable[[], None], *typed: str) -> str:
        """What is printed when somebody types these lines, errors as the command line
        prints them.
        """
        self._patch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in typed)))
        self._patch.setattr(main, "app", command)
        with suppress(SystemExit):
            main.run()
        return "".join(self._captured.readouterr())

    def kept(self, words: str) -> bool:
        return any(words.encode() in file.read_bytes() for file in self.folder.glob("studies.db*"))


@pytest.fixture
def shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DRAMATURG_STORE", str(tmp_path / "studies.db"))
    monkeypatch.setenv("COLUMNS", "120")
    opened = Shell(tmp_path, monkeypatch, capsys)
    assert "Opened oat_milk_values 1.0" in opened.run(lambda: run_open("oat_milk_values"))
    return opened


def receipt_in(printed: str) -> str:
    found = RECEIPT.search(printed)
    assert found, printed
    return found.group()


def test_a_respondent_is_told_everything_before_they_agree(shell: Shell) -> None:
    printed = shell.join("no")
    for told in (
        "by a machine",
        "about 20 minutes",
        "What oat milk in coffee means to people",
        "withdraw later",
        "version 1.0, ",
    ):
        assert told in printed
    assert "nothing was kept" in printed
    assert "R001" not in shell.run(lambda: run_show("oat_milk_values"))


@pytest.mark.parametrize("way", ["/stop", "/withdraw"])
def test_leaving_before_the_consent_leaves_nothing(shell: Shell, way: str) -> None:
    assert "nothing was kept" in shell.join(way)


def test_an_interview_is_left_for_a_while_taken_up_and_stopped(shell: Shell) -> None:
    first = shell.join("maybe", "yes", "old", *AGREED[1:], SAID, "/pause")
    assert "Please answer yes or no." in first
    assert "Please answer with a number" in first
    assert "--resume YOUR-RECEIPT" in first
    question = first.split("See you later")[0].strip().splitlines()[-1]
    assert "1 interviewing" in shell.run(lambda: run_show("oat_milk_values"))
    again = shell.join("/stop", resume=receipt_in(first).lower())
    assert question in again
    assert "Thank you for taking part." in again
    assert "user stop" in shell.run(lambda: run_show("oat_milk_values"))
    assert "Thank you for taking part." in shell.join(resume=receipt_in(first))


def test_a_respondent_who_cannot_take_part_is_told_kindly_and_not_interviewed(shell: Shell) -> None:
    printed = shell.join("yes", "17", *AGREED[2:])
    assert "we can only talk with adults" in printed
    assert "/stop" not in printed
    assert "There is no interview for you" in shell.join(resume=receipt_in(printed))


@pytest.mark.parametrize(
    "typed",
    [("yes", "77123", "/withdraw"), (*AGREED, SAID, "/withdraw")],
    ids=["screener", "interview"],
)
def test_withdrawing_in_the_middle_deletes_everything(shell: Shell, typed: tuple[str, ...]) -> None:
    assert "You have withdrawn." in shell.join(*typed)
    assert not shell.kept("marmalade")
    assert "1 withdrawn" in shell.run(lambda: run_show("oat_milk_values"))


def test_a_break_before_the_interview_is_no_end(shell: Shell) -> None:
    first = shell.join("yes", "34", "/stop")
    assert "You have stopped before the interview" in first
    assert "what comes to mind" in shell.join(*AGREED[1:], "/pause", resume=receipt_in(first))


def test_a_respondent_sees_nothing_that_is_for_researchers(shell: Shell) -> None:
    printed = shell.join(*AGREED, SAID, "/why", "/graph", "/stop")
    assert not [
        word
        for word in ("asked to", "interview report", "means_end", "Means-end")
        if word in printed
    ]
    assert "/withdraw   end here" in printed


def test_withdrawing_later_takes_the_receipt_or_the_pseudonym(shell: Shell) -> None:
    receipt = receipt_in(shell.join(*AGREED, SAID, "/stop"))
    assert "Kept." in shell.run(lambda: run_withdraw("oat_milk_values", None, receipt, False), "n")
    assert shell.kept("marmalade")
    assert "R001 has withdrawn" in shell.run(
        lambda: run_withdraw("oat_milk_values", None, receipt, False), "y"
    )
    assert not shell.kept("marmalade")
    assert "say who withdraws" in shell.run(
        lambda: run_withdraw("oat_milk_values", None, None, True)
    )
    assert "there is no respondent 'R009'" in shell.run(
        lambda: run_withdraw("oat_milk_values", "R009", None, True)
    )


def test_a_study_is_paused_resumed_closed_and_deleted(shell: Shell) -> None:
    assert "Paused." in shell.run(lambda: run_pause("oat_milk_values"))
    assert "is paused" in shell.join("yes")
    assert "Open again." in shell.run(lambda: run_resume("oat_milk_values"))
    assert "Closed for good." in shell.run(lambda: run_close("oat_milk_values"))
    assert "is closed" in shell.join("yes")
    assert "closed" in shell.run(run_list)
    assert "Deleted" in shell.run(lambda: run_delete("oat_milk_values", False), "y")
    assert "no study 'oat_milk_values' is open" in shell.join("yes")


def test_invitations_are_printed_one_a_line_and_let_one_in_each(shell: Shell) -> None:
    opened = shell.run(lambda: run_open("moving_house_journey"))
    assert "need an invitation each" in opened
    assert "--invitation CODE" in opened
    printed = shell.run(lambda: run_invite("moving_house_journey", 2)).splitlines()
    assert [bool(RECEIPT.fullmatch(line)) for line in printed] == [True, True, False]
    assert "needs an invitation" in shell.join("yes", study="moving_house_journey")
    entered = shell.join(
        "yes", "40", "3", "2", "/pause", study="moving_house_journey", invitation=printed[0]
    )
    assert "Thank you, you can take part." in entered
    assert "used already" in shell.join("yes", study="moving_house_journey", invitation=printed[0])
    assert "1 of 2 invitations used" in shell.run(lambda: run_show("moving_house_journey"))


def test_a_new_study_can_be_opened_and_joined_once_it_is_filled_in(shell: Shell) -> None:
    written = shell.run(lambda: new_interview("houseplants in small flats"))
    assert "Wrote houseplants_small_flats.yaml." in written
    file = Path("houseplants_small_flats.yaml")
    assert "is still to be filled in" in shell.run(lambda: run_open(str(file)))
    file.write_text(re.sub(r"\[([A-Z][^\]]*|where|how long)\]", r"\1", file.read_text()))
    assert "Opened houseplants_small_flats 1" in shell.run(
        lambda: run_open("houseplants_small_flats.yaml")
    )
    printed = shell.join(
        "yes", "34", "yes", "often", "They calm me.", "/stop", study="houseplants_small_flats"
    )
    assert "houseplants in small flats" in printed
    assert "Thank you for taking part." in printed
