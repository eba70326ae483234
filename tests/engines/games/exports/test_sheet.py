"""The sheet to print: every round is a task, every answer stands on a page of its own, and texts are
only texts.
"""

from __future__ import annotations

from html import escape

import pytest
from tests.engines.games.page.fixtures import MODES, only
from tests.engines.games.page.generated import SUBJECTS, generated

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.exports.formats import export


def tasks_and_answers(game: Blueprint) -> tuple[str, str]:
    tasks, _, answers = export(game, "sheet").data.decode().partition('<div class="answers">')
    return tasks, answers


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_item_is_asked_and_answered(subject: str) -> None:
    game = generated(subject)
    tasks, answers = tasks_and_answers(game)
    for scene in game.scenes:
        for round in scene.mechanics:
            for item in round.items:
                assert escape(item.text) in tasks
                assert escape(item.explanation) in answers
                assert escape(item.explanation) not in tasks


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_to_be_clicked_on_paper(mode: str) -> None:
    tasks, _ = tasks_and_answers(only(mode))
    for word in ("Click", "Drag", "Turn over"):
        assert word not in tasks


def test_texts_are_only_texts() -> None:
    game = only("drag_drop").model_copy(update={"title": "<script>1</script> & co"})
    text = export(game, "sheet").data.decode()
    assert "<script>" not in text
    assert "&lt;script&gt;1&lt;/script&gt; &amp; co" in text
