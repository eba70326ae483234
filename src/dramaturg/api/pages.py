"""The studio's pages, as they were built: files under /assets, and one page for every other
address, which finds its own way.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles

from dramaturg.api.problems import problem

BUILT = Path(__file__).parent / "studio"
NOT_BUILT = (
    "The studio's pages are not built here: run `make studio`, or install Dramaturg from a wheel."
    " The API is there.\n"
)

pages = APIRouter(include_in_schema=False)


def serve_pages(api: FastAPI) -> None:
    """Call this last: what nobody else answers is a page."""
    if (BUILT / "assets").is_dir():
        api.mount("/assets", StaticFiles(directory=BUILT / "assets"), name="assets")
    api.include_router(pages)


@pages.get("/{path:path}")
async def page(path: str) -> Response:
    if path.startswith(("api/", "v1/", "assets/")):
        return problem(404, "There is nothing at this address.")
    index = BUILT / "index.html"
    return FileResponse(index) if index.is_file() else PlainTextResponse(NOT_BUILT, status_code=503)
