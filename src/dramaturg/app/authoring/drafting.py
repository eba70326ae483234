"""Drafting: new content from a few words. A scenario is written by a model and judged by code, or
is a template where there is no model; a study is always a template, for what people consent to is
not a model's to write.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import count
from pathlib import Path
from string import Template
from typing import Any, cast

from dramaturg.app.check.check import check, check_text
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.documents import Loaded, load
from dramaturg.content.library import Library, packaged
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.engines.sims.asks.draft import DraftAsk
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.english.prose import table, words
from dramaturg.kernel.errors import BadInput, ContentError, LLMError, NotFound, did_you_mean
from dramaturg.turn.asks import Unreadable, again
from dramaturg.turn.ports import Voice

RETRIES = 2
SECONDS = 300.0  # a model may take for a draft, which is some hundred times as long as a line
MOST_WORDS = 4  # of an id
UNFILLED = "unfilled"  # the fault that every template has
SCHEMA_LINE = "# yaml-language-server: $schema=schemas/scenario.schema.json"
SMALL_WORDS = table(
    "a an and the of to in on at for from with by or its their must has have should decide decides"
    " whether if is are"
)

NO_SUBJECT = "[what is talked about, as after 'Tell me about ...']"
NO_PLACES = str.maketrans("{}[]", "()()")  # brackets are for what is to be filled in
TO_FILL_IN = "not-filled-in"


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants written, and where to."""

    description: str
    file: Path | None = None
    tier: str = "technical"
    force: bool = False

    @property
    def id(self) -> str:
        return id_from(self.description)

    @property
    def target(self) -> Path:
        return self.file or Path(f"{self.id}.yaml")


@dataclass(frozen=True, slots=True)
class StudyWish:
    """A study that somebody wants to fill in, what it is about, and where to write it."""

    description: str
    file: Path | None = None
    methodology: str = "means_end_chain"
    force: bool = False

    @property
    def id(self) -> str:
        return id_from(self.description, "study")

    @property
    def target(self) -> Path:
        return self.file or Path(f"{self.id}.yaml")


@dataclass(frozen=True, slots=True)
class Written:
    """A document that is sound. `tries` counts the model's answers; 0 means that it is the
    template.
    """

    id: str
    file: Path
    tries: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """The last draft of a model that never got it right, kept with all that is wrong with it."""

    file: Path
    reasons: tuple[str, ...]
    tries: int


@dataclass(frozen=True, slots=True)
class Drafted:
    """What a model answered, in order, the scenario if the last answer was sound, and how the model
    failed if it did.
    """

    answers: tuple[str, ...]
    scenario: Scenario | None = None
    failure: LLMError | None = None


async def new_sim(wish: Wish, voice: Voice, folders: Sequence[Path] = ()) -> Written | Rejected:
    """Write a new scenario. Raises CallerError for a wish that cannot be fulfilled, LLMError when
    the model gave no answer.
    """
    ask = _ask(wish, folders)
    _refuse_file(wish.target, wish.force)
    drafted = await draft(ask, voice)
    if drafted.scenario is not None:
        text = (
            as_yaml(_values(drafted.scenario), SCHEMA_LINE)
            if drafted.answers
            else scenario_text(wish)
        )
        _save(wish.target, _sound(text, wish.target, folders))
        return Written(wish.id, wish.target, len(drafted.answers))
    if drafted.failure is not None and not drafted.answers:
        raise drafted.failure
    return _rejected(ask, drafted, _beside(wish.target), folders)


def new_interview(wish: StudyWish, folders: Sequence[Path] = ()) -> Written:
    """Write a new study. Raises CallerError for a wish that cannot be fulfilled."""
    if not wish.description.strip():
        raise BadInput(
            'say in a few words what it is about: dramaturg new interview "oat milk in coffee"'
        )
    text = study_text(wish, Library(KINDS, (packaged(), *folders)))
    _refuse_file(wish.target, wish.force)
    faults = check_text(text, str(wish.target), folders).faults
    if wrong := tuple(fault for fault in faults if fault.code != TO_FILL_IN):
        raise ContentError(wrong)
    _save(wish.target, text)
    return Written(wish.id, wish.target, 0)


def new_memoir(folder: Path, force: bool = False) -> str:
    """The shipped artifacts of a memoir interviewer in a folder of one's own, under its name; gives
    their id.
    """
    shipped = packaged() / "memoir" / "origins"
    id = id_from(folder.resolve().name, otherwise="interviewer")
    texts = {
        folder / file.name: file.read_text(encoding="utf-8")
        for file in sorted(shipped.iterdir())
        if file.is_file()
    }
    folder.mkdir(exist_ok=True)
    taken = [file for file in texts if file.exists()]
    if taken and not force:
        raise BadInput(
            f"{taken[0]} is there already; choose another folder, or write over it with --force"
        )
    for file, text in texts.items():
        _refuse_file(file, force=True)
        _save(file, _own(text, id))
    return id


def _own(text: str, id: str) -> str:
    """An artifact under another id, with its schema where `dramaturg schemas` writes it."""
    return text.replace('"id": "origins"', f'"id": "{id}"', 1).replace(
        '"$schema": "../schemas/', '"$schema": "schemas/', 1
    )


async def draft(ask: DraftAsk, voice: Voice) -> Drafted:
    """Ask until a draft is sound, each time with the last one and its faults; after RETRIES more it
    stays as it is.

    Not by a Prompter, which answers for a model that fails: here the author is told.
    """
    answers: list[str] = []
    prompt = ask.prompt()
    while len(answers) <= RETRIES:
        try:
            reply = await voice.say(prompt)
        except LLMError as failure:
            return Drafted(tuple(answers), failure=failure)
        if reply is None:
            return Drafted((), ask.offline())
        answers.append(reply.text)
        try:
            return Drafted(tuple(answers), ask.read(reply.text))
        except Unreadable as unreadable:
            prompt = again(ask.prompt(), str(unreadable))
    return Drafted(tuple(answers))


def id_from(description: str, otherwise: str = "scenario") -> str:
    """`a bakery must decide whether to recall a batch` is called bakery_recall_batch."""
    plain = [re.sub(r"[^a-z0-9]", "", word) for word in words(description)]
    telling = [word for word in plain if word and word not in SMALL_WORDS][:MOST_WORDS]
    name = "_".join(telling)
    return name if name[:1].isalpha() else f"{otherwise}_{name}".rstrip("_")


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────


def _ask(wish: Wish, folders: Sequence[Path]) -> DraftAsk:
    if not wish.description.strip():
        raise BadInput(
            'say in a few words what it is about: dramaturg new sim "a bakery must decide whether'
            ' to recall a batch"'
        )
    library = Library(KINDS, (packaged(), *folders))
    backbones = {
        entry.id: cast(Backbone, library.get("backbone", entry.id).document)
        for entry in library.entries("backbone")
    }
    if wish.tier not in backbones:
        raise NotFound(f"there is no backbone {wish.tier!r}. {did_you_mean(wish.tier, backbones)}")
    return DraftAsk(
        description=_one_line(wish.description),
        id=wish.id,
        tier=wish.tier,
        backbones=backbones,
        judge=lambda body: check_text(body, "draft", folders).faults,
        template=_loaded(scenario_text(wish)),
    )


def scenario_text(wish: Wish) -> str:
    """The commented template, about what was wished for."""
    return _filled(
        "scenario.yaml", id=wish.id, title=_quoted(_one_line(wish.description)), tier=wish.tier
    )


def study_text(wish: StudyWish, library: Library) -> str:
    """The commented template, about what was wished for. Raises NotFound."""
    known = [entry.id for entry in library.entries("methodology")]
    if wish.methodology not in known:
        raise NotFound(
            f"there is no methodology {wish.methodology!r}. {did_you_mean(wish.methodology, known)}"
        )
    about = _quoted(_phrase(wish.description, [entry.id for entry in library.entries("subject")]))
    purpose = _quoted(_one_line(wish.description).translate(NO_PLACES))
    return _filled(
        "study.yaml", id=wish.id, purpose=purpose, methodology=wish.methodology, subject=about
    )


def _filled(template: str, **values: str) -> str:
    text = (files("dramaturg.app") / "templates" / template).read_text(encoding="utf-8")
    return Template(text).substitute(values)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _phrase(description: str, subjects: Collection[str]) -> str:
    """The subject that it names, or its words as they can stand in the middle of a sentence."""
    words = _one_line(description)
    if words in subjects:
        return words
    plain = words.translate(NO_PLACES).replace("_", " ").strip(" .!?:;,")
    return plain if plain and _is_phrase(plain) else NO_SUBJECT


def _is_phrase(words: str) -> bool:
    """Whether it names something: what asks or orders, or says something, names nothing."""
    tokens = [token for sentence in LOCAL_MODELS.syntax().read(words) for token in sentence]
    root = next((token for token in tokens if token.dep == "ROOT"), None)
    return root is None or root.pos not in ("VERB", "AUX") or root.tag == "VBG"


def _loaded(text: str) -> Scenario:
    loaded = load(text, "template", Scenario)
    if isinstance(loaded, Loaded):
        return loaded.document
    raise ContentError(loaded)


def _one_line(text: str) -> str:
    """The text without what no file can hold."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(kept.split())


# ── what is written ───────────────────────────────────────────────────────────────────────────────


def _values(scenario: Scenario) -> dict[str, Any]:
    """What the scenario says, without what goes without saying; the tier is always said."""
    values = scenario.model_dump(mode="json", exclude_defaults=True)
    header = {
        name: getattr(scenario, name) for name in ("kind", "id", "version", "title", "backbone")
    }
    return {**header, **values}


def _sound(text: str, file: Path, folders: Sequence[Path]) -> str:
    """The text, checked once more as it will stand in the file. A template is still to be filled
    in.
    """
    found = check_text(text, str(file), folders).faults
    if faults := [fault for fault in found if fault.code != UNFILLED]:
        raise ContentError(faults)
    return text


def _rejected(ask: DraftAsk, drafted: Drafted, file: Path, folders: Sequence[Path]) -> Rejected:
    last, failure = drafted.answers[-1], [str(drafted.failure)] if drafted.failure else []
    try:
        text, reasons = as_yaml(ask.document(last), SCHEMA_LINE), []
    except Unreadable:
        text, reasons = last, ["The last answer is not JSON; it is kept as it came."]
    _save(file, text)
    reasons = reasons or [str(fault) for fault in check([file], folders).faults]
    return Rejected(file, (*failure, *reasons), len(drafted.answers))


def _refuse_file(file: Path, force: bool) -> None:
    """Before a model is asked, since what it answers could not be kept."""
    if not file.parent.is_dir():
        raise NotFound(
            f"there is no folder {file.parent}; create it first, or choose another file with --out"
        )
    if not os.access(file.parent, os.W_OK):
        raise BadInput(f"nothing may be written into {file.parent}; choose another file with --out")
    try:
        taken = file.exists()
    except OSError as error:
        raise _unwritable(file, error) from error
    if taken and not force:
        raise BadInput(
            f"{file} is there already; choose another file with --out, or write over it with"
            " --force"
        )


def _beside(file: Path) -> Path:
    """A name beside the file that is not taken: an earlier draft may be in somebody's hands."""
    names = (
        file.with_name(f"{file.stem}.rejected{number if number > 1 else ''}.yaml")
        for number in count(1)
    )
    return next(name for name in names if not name.exists())


def _save(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: OSError) -> BadInput:
    return BadInput(
        f"{file} cannot be written: {str(error.strerror).lower()}; choose another file with --out"
    )
