"""Files that nobody meant well: whatever the bytes, there is a document or there are faults, each
inside the file.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dramaturg.content.documents import Kinds, Loaded, load_text

MARKS = [
    *(
        b"{ } [ ] : - ? , & * ! | > ' \" % @ ` # \\ \t \n \r ~ . 0 <<: --- ... %YAML !! &a *a .inf \xff \x00".split(
            b" "
        )
    ),
    b" ",
    b"\xef\xbb\xbf",
]

bytes_of_any_kind = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from([*MARKS, b"a", b"kind", b"recipe", b"steps"]), max_size=60).map(
        b"".join
    ),
)
edits = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.integers(0, 12),
        st.one_of(st.sampled_from(MARKS), st.binary(max_size=3)),
    ),
    max_size=6,
)


@pytest.mark.slow
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(bytes_of_any_kind)
def test_any_bytes_give_a_document_or_faults_inside_the_file(kinds: Kinds, data: bytes) -> None:
    assert_well_answered(data, kinds)


@pytest.mark.slow
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edits)
def test_a_good_file_with_any_edits_gives_a_document_or_faults_inside_the_file(
    soup: str, kinds: Kinds, changes: list[tuple[int, int, bytes]]
) -> None:
    data = soup.encode()
    for start, length, mark in changes:
        data = data[:start] + mark + data[start + length :]
    assert_well_answered(data, kinds)


def assert_well_answered(data: bytes, kinds: Kinds) -> None:
    answer = load_text(data, "file.yaml", kinds)
    if isinstance(answer, Loaded):
        return
    lines = re.split(rb"\r\n|\r|\n", data)
    assert answer
    for fault in answer:
        assert fault.file == "file.yaml"
        assert fault.line is not None and 1 <= fault.line <= len(lines)
        assert fault.column is not None and 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        assert fault.message and fault.remedy
