"""The figures of the house are counted as they say, on a package small enough to count by hand."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest
from bench.house import OURS, Figures, folder_of, main, measured, table

FILES = {
    "__init__.py": '"""A toy."""\n',
    "app/__init__.py": "",
    "app/telling.py": '''
        """Tells.

        More of it.
        """
        from toy.engines.sims import state
        from toy.app.parts.line import Line

        # why
        TELLERS = {"sims": state, "games": Line}


        class Part:
            """A part."""


        def told(engine, name):
            if engine == "memoir" or name == "Memoir":
                return _once(name)
            match engine:
                case "interview":
                    return _twice(_twice(name))
            return {"game": name}


        def _once(name):
            return f"{name}!"


        def _twice(name):
            return name and _twice(name[1:])
    ''',
    "app/parts/__init__.py": "",
    "app/parts/line.py": """
        class Line: ...


        class Part: ...


        class _Part: ...


        def late():
            from .. import telling

            return telling
    """,
    "app/parts/words.py": 'WORDS = """\n' + "word\n" * 41 + '"""\nSHORT = [\n    1,\n]\n',
    "engines/__init__.py": "",
    "engines/sims/__init__.py": "",
    "engines/sims/state.py": '''
        ENGINE = "sims"
        OTHER = "games"


        class State:
            def show(self):
                """What is seen."""
                return self._shown(1)

            def _shown(self, number):
                number += 1
                number += 1
                number += 1
                return number
    ''',
}
PAGES = {
    "play.tsx": 'if (engine === "sims") show();',
    "words.ts": "const simple = 'simple';",
    "play.test.ts": 'play("sims")',
}


def laid_out(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


@pytest.fixture
def found(tmp_path: Path) -> Figures:
    return measured(laid_out(tmp_path / "toy", FILES), laid_out(tmp_path / "pages", PAGES))


def test_every_line_is_one_thing(found: Figures) -> None:
    assert (
        found["lines"]
        == found["lines, blank"] + found["docs and comments"] + found["data"] + found["code"]
    )
    assert found["docs and comments"] == 1 + 3 + 1 + 1 + 1, (
        "a blank line in a docstring says nothing"
    )
    assert (found["data"], found["data, over a screen"]) == (43, 43)


def test_a_helper_is_private_and_called_from_one_place_outside_itself(found: Figures) -> None:
    assert found["functions"] == 6
    assert (found["helpers called once"], found["helpers called once, short"]) == (2, 1)
    assert found["helpers called once, share"] == pytest.approx(2 / 6)


def test_modules_are_known_by_their_importers_names_and_endings(found: Figures) -> None:
    assert found["modules"] == 4
    assert found["modules with one importer"] == 3, "nobody imports words"
    assert found["modules in -ing, list"] == ["toy.app.telling"]
    assert found["class names twice, list"] == {"Part": 2}


def test_folders_that_reach_one_another_are_a_cycle(found: Figures) -> None:
    assert found["folder cycles, list"] == [["toy.app", "toy.app.parts"]]


def test_an_engine_is_named_where_code_goes_another_way_by_its_name(found: Figures) -> None:
    assert found["engines named, decisions, list"] == {"toy.app.telling": 3}, (
        "a comparison, a case, and a table of two"
    )
    assert found["engines named, literals, list"] == {
        "toy.app.telling": 5,
        "toy.engines.sims.state": 1,
    }
    assert found["engines named, pages, list"] == ["play.tsx"]


def test_names_that_many_modules_share_are_listed(tmp_path: Path) -> None:
    toy = laid_out(tmp_path / "toy", {f"{place}/codes.py": "def f(): ...\n" for place in "abc"})
    assert measured(toy, shared=2)["module names shared, list"] == {"codes.py": 3}
    assert measured(toy, shared=3)["module names shared, list"] == {}


def test_figures_stand_side_by_side(found: Figures) -> None:
    printed = table({"now": found, "before": {"lines": 1_000_000}})
    assert printed.splitlines()[0].split() == ["now", "before"]
    assert "1,000,000" in printed
    assert "33.3%" in printed
    assert "list" not in printed


def test_figures_of_an_earlier_day_stand_beside_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = tmp_path / "earlier.json"
    earlier.write_text(
        json.dumps({"dramaturg": {"lines": 123_456_789}, "calm": {"lines": 5}}), encoding="utf-8"
    )
    main(["--against", str(earlier)])
    printed = capsys.readouterr().out
    assert printed.splitlines()[0].split() == ["dramaturg", "before", "calm"]
    assert "123,456,789" in printed


def test_a_package_that_is_nowhere_is_told() -> None:
    with pytest.raises(SystemExit, match="neither a folder nor an installed package"):
        folder_of("no_such_package")


def test_no_two_folders_of_ours_import_each_other() -> None:
    assert measured(OURS)["folder cycles, list"] == []
