"""`python -m dramaturg.api.schema`: what the API says of itself, as JSON, for whoever generates a
client.
"""

from __future__ import annotations

import json

from dramaturg.api.server import create_api


def schema() -> str:
    return json.dumps(create_api().openapi(), indent=1, sort_keys=True)


if __name__ == "__main__":
    print(schema())
