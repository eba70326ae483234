"""Who may do what: every operation of the API, asked by everybody. One that stands in no row here,
or in the wrong one, fails.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import httpx2
import pytest
from fastapi.routing import APIRoute
from tests.api.asking import asking

from dramaturg.api.base.access import Access, Who, access_for
from dramaturg.api.routes import completions
from dramaturg.api.server import ROUTERS, create_api
from dramaturg.app.config.settings import Settings

KEYS = {"author_keys": "the author's own key", "analyst_keys": "the analyst's own key"}
MINE, ANOTHERS = "mine", "anothers"

NOBODY_IS_REFUSED = frozenset(
    {"author", "analyst", "whose link it is", "another's link", "a stranger"}
)
AUTHORS = frozenset({"author"})
READERS = frozenset({"author", "analyst"})
READERS_AND_WHOSE_IT_IS = frozenset({"author", "analyst", "whose link it is"})
AUTHORS_AND_WHOSE_IT_IS = frozenset({"author", "whose link it is"})

ALLOWED: dict[frozenset[str], str] = {
    NOBODY_IS_REFUSED: "health who_am_i come_in leave",
    AUTHORS: """
        open_session open_play list_models complete
        new_document save_document copy_document delete_document migrate_sessions undo_migration
        open_study delete_study set_study_status invite open_link erase_respondent decide_on_codes undo_decision
        find_speakers bring_in_transcripts recode_words write_memo agree_with_second_coder
        make_game delete_game put_design check_design put_content rebuild_game
        start_simulation cancel_job resume_job acknowledge_flags
        note_care_flag
    """,
    READERS: """
        catalogue list_kinds kind_schema fault_meaning list_content list_faulty show_document check_content list_topics
        list_sessions list_records why replay_session list_other_values what_if_session what_if_many
        show_knowledge show_report download_report show_walk show_control_graph show_backbone_graph audit
        look_at_monitor list_care_flags export_care_flags
        list_study_documents list_studies show_study list_codes study_matrix study_words study_saturation study_report
        list_transcripts compare_groups
        export_study matrix_of_ladders saturation_of_codes
        list_games show_game show_design show_plan list_contents show_blueprint game_page list_exports export_game grade_play
        list_jobs show_job job_events list_simulated_people list_simulations show_simulation download_simulation
    """,
    READERS_AND_WHOSE_IT_IS: """
        show_session list_turns session_events export_session show_debrief
        list_passages timeline book left_out book_arrangement list_questions book_file show_play play_page
    """,
    AUTHORS_AND_WHOSE_IT_IS: """
        take_turn resume_turn delete_session begin_sitting mark_passage arrange_book leave_question
        forget report_difference
        show_door agree come_back answer_screener begin_interview stop_interview withdraw
    """,
}
TABLE = {operation: who for who, operations in ALLOWED.items() for operation in operations.split()}


@cache
def operations() -> dict[str, tuple[str, str]]:
    """Method and path of each, by its name."""
    paths = create_api(Settings(store="-")).openapi()["paths"]
    return {
        each["operationId"]: (method, path)
        for path, methods in paths.items()
        for method, each in methods.items()
    }


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    async with asking(tmp_path, **KEYS) as client:
        client.base_url = httpx2.URL("http://test")
        yield client


def callers() -> dict[str, dict[str, str]]:
    """What each of them sends along."""
    access: Access = access_for(Settings(store="-", author_keys=KEYS["author_keys"]))
    keys = {
        "author": KEYS["author_keys"],
        "analyst": KEYS["analyst_keys"],
        "whose link it is": access.sign(Who("respondent", study=MINE, session=MINE)),
        "another's link": access.sign(Who("respondent", study=ANOTHERS, session=ANOTHERS)),
    }
    return {who: {"Authorization": f"Bearer {key}"} for who, key in keys.items()} | {
        "a stranger": {}
    }


def test_every_operation_says_who_may_do_it() -> None:
    assert set(TABLE) == set(operations())
    assert len(operations()) == sum(len(row.split()) for row in ALLOWED.values())


def test_nothing_of_the_api_is_left_out_of_its_description() -> None:
    routes = [
        route
        for router in (*ROUTERS, completions.router)
        for route in router.routes
        if isinstance(route, APIRoute)
    ]
    hidden = {route.path for route in routes if not route.include_in_schema}
    assert hidden == {"/wall", "/wall/{session}/seen"}, "the monitor, as it was called before"
    assert len(routes) - len(hidden) == len(operations())


@pytest.mark.slow
async def test_whoever_may_is_let_in_and_nobody_else(client: httpx2.AsyncClient) -> None:
    """Each operation without a body, about things that are not there: whoever is let in is told so,
    and changes nothing.
    """
    known, wrong = callers(), []
    for operation, (method, path) in operations().items():
        address = path.replace("{session}", MINE).replace("{study}", MINE)
        for who, headers in known.items():
            client.cookies.clear()
            status = (await client.request(method, address, headers=headers)).status_code
            assert status < 500, f"{operation}: {status}"
            if (status not in (401, 403)) != (who in TABLE[operation]):
                wrong.append(f"{operation}: {status} for {who}")
    assert wrong == []
