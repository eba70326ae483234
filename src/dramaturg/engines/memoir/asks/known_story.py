"""What is known of a story, in few words for a prompt: the newest first."""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.memoir.base.story import MentionKind, Story, StoryMention
from dramaturg.turn.tables import in_order

MOST = 10
"""Of each kind."""


def known_people(story: Story) -> str:
    """>>> known_people(Story())
    ''
    """
    return ", ".join(_told(each) for each in _newest(story, "person"))


def known_places(story: Story) -> str:
    return ", ".join(each.name for each in _newest(story, "place"))


def _newest(story: Story, kind: MentionKind) -> Iterator[StoryMention]:
    named = [each for each in in_order(story.mentions).values() if each.kind == kind]
    yield from sorted(named, key=lambda each: -each.quotes[-1].turn)[:MOST]


def _told(person: StoryMention) -> str:
    named = person.role and person.role.removeprefix("my ") not in person.name
    return f"{person.name} ({person.role})" if named else person.name
