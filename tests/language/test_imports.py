from __future__ import annotations

import subprocess
import sys

HEAVY = ("pydantic_ai", "openai", "anthropic", "google.genai", "onnxruntime", "tokenizers", "spacy")


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    program = (
        "import sys, dramaturg.language.voices, dramaturg.language.embedder, dramaturg.language.syntax\n"
        "from dramaturg.language.syntax import SpacySyntax; SpacySyntax()\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
