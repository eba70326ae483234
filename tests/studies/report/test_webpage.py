"""Reports as web pages: every mark of the Markdown becomes its tag, and everything else
stays text.
"""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.drawing.webpage import webpage
from dramaturg.engines.interviews.report.interview_report import plain


def body_of(markdown: str, **pictures: str) -> str:
    page = webpage(markdown, "A study", {f"{name}.svg": svg for name, svg in pictures.items()})
    return page.partition("<main>\n")[2].partition("\n</main>")[0]


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("# A title", "<h1>A title</h1>"),
        ("one\ntwo", "<p>one two</p>"),
        ("- one\n- two", "<ul><li>one</li><li>two</li></ul>"),
        ("> “so good” (R001, turn 4)", "<blockquote><p>“so good” (R001, turn 4)</p></blockquote>"),
        ("**bold** and ~~struck~~", "<p><strong>bold</strong> and <s>struck</s></p>"),
        (r"2 \* 3 \* 4 is \<b\>", "<p>2 * 3 * 4 is &lt;b&gt;</p>"),
        (r"\*\*not bold\*\*", "<p>**not bold**</p>"),
        ("![nobody drew it](gone.svg)", ""),
    ],
)
def test_marks_become_tags(markdown: str, html: str) -> None:
    assert body_of(markdown) == html


def test_a_table_has_a_head_and_its_figures_stand_right() -> None:
    table = body_of("| code | n |\n|---|---|\n| a \\| b | 12 |")
    assert "<th scope=col>code</th><th scope=col>n</th>" in table
    assert '<td>a | b</td><td class="number">12</td>' in table


def test_a_table_without_a_head_has_none() -> None:
    assert "<thead>" not in body_of("| | |\n|---|---|\n| Method | laddering |")


def test_pictures_are_part_of_the_page() -> None:
    assert body_of("![the map](map.svg)", map="<svg/>") == (
        '<figure><img alt="the map" src="data:image/svg+xml;base64,PHN2Zy8+"></figure>'
    )


class Tags(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Co"])))
def test_words_of_people_are_shown_as_they_are_and_make_no_tag(words: str) -> None:
    shown = Tags()
    shown.feed(body_of(f"- said: {plain(words)}"))
    assert shown.tags == ["ul", "li"]
    assert shown.text == f"said: {' '.join(words.split())}"
