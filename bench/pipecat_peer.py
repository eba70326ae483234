"""What Pipecat says of flows: a JSON list of flow configs on standard input, a JSON list of
verdicts on standard output.

Run by an interpreter that has `pipecat-ai` and nothing of ours. An empty verdict means that the
flow was accepted.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pipecat.flows import Flow, FlowConfig, FlowManager  # type: ignore[import-not-found]  # only in an environment of its own


async def talk(flow_manager: FlowManager) -> tuple[dict[str, str], None]:
    """The conversation goes on."""
    return {"next": "stay"}, None


def verdict(config: dict[str, Any]) -> str:
    handlers = {
        function["name"]: talk
        for node in config["nodes"].values()
        for function in node["functions"]
    }
    try:
        Flow(FlowConfig.model_validate(config), handlers=handlers)
    except Exception as refusal:
        return str(refusal)
    return ""


if __name__ == "__main__":
    json.dump([verdict(config) for config in json.load(sys.stdin)], sys.stdout)
