"""The book as one web page: it needs nothing else, runs nothing, and can be printed."""

from __future__ import annotations

from dramaturg.engines.memoir.book.draft import BookDraft
from dramaturg.engines.memoir.book.markup import BACK_MATTER, Markup, Pages, text

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

STYLE = """
:root{color-scheme:light dark;--ink:#23201c;--soft:#655e55;--paper:#fdfbf7;--line:#ddd5c8;--mark:#7a4a1f}
@media(prefers-color-scheme:dark){:root{--ink:#ece7df;--soft:#b3a99b;--paper:#191714;--line:#3b362f;--mark:#e0b27f}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.65 Georgia,"Iowan Old Style",Palatino,serif;
overflow-wrap:break-word}
main{max-width:38rem;margin:0 auto;padding:1rem 1.25rem 6rem}
.front{text-align:center;padding:4rem 0 3rem}
h1{font-size:clamp(2rem,7vw,3rem);line-height:1.15;font-weight:400;margin:0 0 1rem}
.name{font-size:1.35rem;margin:.5rem 0 2rem}
.sittings,.days{color:var(--soft);font-size:1rem}
.days{list-style:none;padding:0;margin:.25rem 0}
nav ol{padding-left:1.4rem}
nav li{margin:.4rem 0}
a{color:var(--mark);text-underline-offset:.15em}
h2{font-weight:400;font-size:1.75rem;line-height:1.25;margin:4.5rem 0 .25rem}
h3{font-weight:600;font-size:1.1rem;margin:2.2rem 0 .4rem}
hr{border:0;border-top:1px solid var(--line);width:5rem;margin:2.2rem auto}
.subtitle{margin:0 0 1.4rem}
p{margin:.9rem 0}
.linking{color:var(--soft);font-style:italic}
.turn{font:.75rem/1 system-ui,sans-serif;text-decoration:none;white-space:nowrap;padding:.15rem .2rem}
.turn:hover,.turn:focus-visible{text-decoration:underline}
:target{background:color-mix(in srgb,var(--mark) 16%,transparent);scroll-margin-top:2rem}
ul.timeline,ul.plain{list-style:none;padding:0}
ul.timeline li{margin:.7rem 0;padding-left:1rem;border-left:2px solid var(--line)}
ul.plain li{margin:.5rem 0}
.when{display:block;font-variant-numeric:tabular-nums}
details{border-top:1px solid var(--line);padding:.4rem 0}
summary{cursor:pointer;padding:.35rem 0}
.origins{padding-left:1.6rem;font-size:.95rem}
.origins li{margin:.8rem 0}
.where{color:var(--soft)}
.words{white-space:pre-line}
@media print{
body{font-size:11pt;background:#fff;color:#000}
main{max-width:none;padding:0}
.chapter,.back,nav{break-before:page}
h2,h3{break-after:avoid}
p{orphans:3;widows:3}
.turn{color:#555}
.linking{color:#444}
}
"""


def html(draft: BookDraft) -> bytes:
    markup = Markup(draft, Pages(split=False))
    listed = "\n".join(
        f'<li><a href="{href}">{text(title)}</a></li>' for href, title in markup.contents()
    )
    body = "\n".join(
        (
            markup.title_page(),
            f'<nav aria-label="Contents">\n<h2>Contents</h2>\n<ol>\n{listed}\n</ol>\n</nav>',
            *(markup.chapter(number) for number in range(1, len(draft.chapters) + 1)),
            *(markup.back_matter(id) for id, _ in BACK_MATTER),
        )
    )
    page = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta'
        ' name="referrer" content="no-referrer">\n'
        f"<title>{text(draft.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
    return page.encode()
