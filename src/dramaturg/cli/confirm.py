"""Asking before something is done that somebody might regret."""

from __future__ import annotations

import asyncio


async def says_yes(question: str) -> bool:
    """Whether somebody at the terminal agrees. Where nobody is there to answer, nobody does."""
    try:
        answer = await asyncio.to_thread(input, f"{question} [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")
