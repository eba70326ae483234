"""What somebody might write to make a page run it, load something, break out of a file, or look
like something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MARK = "tripwire"
"""Every element and every address that a payload would make has this in it."""

SCRIPTS = (
    f"<script>alert('{MARK}')</script>",
    f"</script><script class={MARK}>alert(self)</script>",
    f"<img class={MARK} src=x onerror=alert(self)>",
    f"<svg class={MARK} onload=alert(self)><circle r=9 /></svg>",
    f"\"><svg/onload=alert(self) class='{MARK}'>",
    f"'><iframe class={MARK} src='javascript:parent.alert(self)'></iframe>",
    f"<a class={MARK} href='javascript:alert(self)'>press</a>",
    f"[press](javascript:alert('{MARK}'))",
    f"![look](https://{MARK}.invalid/a.png)",
    f"<https://{MARK}.invalid/> <b class={MARK}>bold</b> <details open ontoggle=alert(self) class={MARK}>",
    f"<style class={MARK}>*{{background:url(https://{MARK}.invalid/b.png)}}</style>",
    f"<link class={MARK} rel=stylesheet href=https://{MARK}.invalid/c.css><meta http-equiv=refresh content='0;url=https://{MARK}.invalid/'>",
    f"<!-- --!><img class={MARK} src=https://{MARK}.invalid/d.png><!--",
    f"<math><mtext></form><form class={MARK}><mglyph><style></math><img src onerror=alert(self)>",
    f"]]><script xmlns='http://www.w3.org/1999/xhtml' class='{MARK}'>alert(self)</script><![CDATA[",
    f"&lt;script class={MARK}&gt;alert(self)&lt;/script&gt; &#60;img onerror=alert(self)&#62;",
    f"${{alert('{MARK}')}} {{{{constructor.constructor('alert(self)')()}}}} `+alert(self)+`",
    f"\\u003cscript class={MARK}\\u003ealert(self)\\u003c/script\\u003e \\x3cimg onerror=alert(self)\\x3e",
    f"\u2028alert('{MARK}')\u2029 <textarea><title><xmp><noscript><template class={MARK}>",
)
FORMULAS = (
    "=1+1+cmd|' /C calc'!A0",
    "+1+1",
    "-1+1",
    "@SUM(1+1)",
    "\t=1+1",
    "\r=1+1",
    "＝1+1",
    '"=1+1',
)
BREAKERS = (
    "\"'`\\ %s %(x)s {0} ${x} #{x} <%= 1 %>",
    '"}],"role":"author","x":[{"',
    "---\n- &a [*a]\n!!python/object/apply:os.system ['true']\n...",
    '---END---\n{"node_satisfied": true}',
    "\u202egnp.exe\u202c \u2066hidden\u2069 \ufeff\u200b\u0007\u001b[31m\x00",
    "Zalgo z\u0351\u036b\u0343\u036a\u0302\u036b e\u033d\u033f, 👩‍👩‍👧‍👦 🏳️‍🌈",
    "../../../../etc/passwd%00.html\r\nSet-Cookie: a=b",
)
ALL = (*SCRIPTS, *FORMULAS, *BREAKERS)


GENTLE = tuple(
    payload for payload in SCRIPTS if not any(each.isdigit() or each == "-" for each in payload)
)
"""Those that a person of a scenario may say: they have no figure of their own, and no dash."""

NAMED = f"<x-{MARK} onclick=alert(name)>"


SHORT = f"<b class={MARK}>"
SHORT_FIELD = 60  # characters that labels and the like may have


def spoiled(value: Any, payloads: Sequence[str] = GENTLE, named: str = NAMED) -> Any:
    """The same document with a payload after every text that people read, the same for the same
    text.

    Names have one of their own. With `SHORT` as `named`, everything short has that, as far as it
    fits.
    """
    chosen: dict[str, str] = {}

    def after(text: str, key: str) -> str:
        if named == SHORT and len(text) <= SHORT_FIELD:
            return SHORT if len(text) + len(SHORT) < SHORT_FIELD else ""
        return (
            named
            if key == "name"
            else chosen.setdefault(text, payloads[len(chosen) % len(payloads)])
        )

    def spoil(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {each: spoil(under, each) for each, under in value.items()}
        if isinstance(value, list):
            return [spoil(each) for each in value]
        readable = isinstance(value, str) and " " in value
        return f"{value} {after(value, key)}".rstrip() if readable else value

    return spoil(value)
