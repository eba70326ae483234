"""Some heads learn on while the encoder stays as it is: minutes on two cores, and nothing else that
is heard changes. For rows that came after the encoder had learned.

    python -m training.ear.heads_on WEIGHTS GROUP FAMILY...

WEIGHTS is written anew. Of a family with a slash only that writer's rows are learned from.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import BertWordPieceTokenizer
from torch import nn

from dramaturg.language.ear import outputs
from training.ear import examples, learn, pack
from training.ear.minilm import MiniLM
from training.ear.written import FIRST, ROWS

EPOCHS, BATCH, RATE, AT_ONCE, MOST = 10, 256, 3e-3, 96, 26_000


def main(weights: Path, group: str, families: Sequence[str]) -> None:
    torch.manual_seed(7)
    rng = np.random.default_rng(7)
    reader = BertWordPieceTokenizer(str(pack.VOCABULARY), lowercase=True)
    kept = [
        one
        for one in examples.all_examples(ROWS, FIRST)
        if one.source.startswith(tuple(families))
        and (group in one.choices or any(name.startswith(f"{group}.") for name in one.values))
    ]
    if len(kept) > MOST:
        kept = [kept[at] for at in rng.choice(len(kept), MOST, replace=False)]
    rows = [pack.example(one, 0, reader) for one in kept]
    described = pack.described()
    model = learn.Ear(
        MiniLM(0.0), len(outputs.OUTPUTS), len(outputs.WORD_OUTPUTS), len(described["types"]), 0.0
    )
    stored = dict(np.load(weights))
    model.load_state_dict({n: torch.from_numpy(v).float() for n, v in stored.items()}, strict=False)
    states = _states(model.eval(), rows)
    print(len(rows), "rows heard", flush=True)
    places = [outputs.PLACE[f"{group}.{name}"] for name in outputs.GROUPS[group][1].split()]
    heads = nn.ParameterDict(
        {n: nn.Parameter(getattr(model, n).detach()[places]) for n in ("look", "find", "bias")}
    )
    _learn(heads, places, states, rows, described, rng)
    for name, learned in heads.items():
        stored[name][places] = learned.detach().numpy().astype(np.float16)
    np.savez(weights, **stored)


def _learn(heads, places, states, rows, described, rng):
    targets = learn.Targets(rows, described, "cpu")
    weights = learn.draw_weights(rows, 0.6)
    optimizer = torch.optim.Adam(heads.parameters(), RATE)
    steps = EPOCHS * len(rows) // BATCH
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = RATE * (1 - step / steps)
        picked = rng.choice(len(rows), size=BATCH, p=weights)
        said = nn.utils.rnn.pad_sequence([states[at].float() for at in picked], batch_first=True)
        there = said.abs().sum(-1) > 0
        looks = (said @ heads["look"].T).masked_fill(~there.unsqueeze(-1), -1e4).softmax(1)
        found = (looks.transpose(1, 2) @ said * heads["find"]).sum(-1) + heads["bias"]
        logits = torch.zeros(BATCH, len(outputs.OUTPUTS))
        logits = logits.index_copy(1, torch.tensor(places), found)
        loss = targets.of_outputs(logits, torch.from_numpy(picked)) / BATCH
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            print(f"step {step} of {steps} loss {float(loss.detach()):.3f}", flush=True)


@torch.no_grad()
def _states(model, rows):
    """What the encoder makes of the words that were said, for every row."""
    inputs = learn.Inputs([(row["before"], row["ids"]) for row in rows], "cpu")
    found = [None] * len(rows)
    order = np.argsort(inputs.lengths, kind="stable")
    for begin in range(0, len(order), AT_ONCE):
        part = order[begin : begin + AT_ONCE]
        states, said, _ = inputs.batch(model, inputs.packed(part))
        for place, number in enumerate(part):
            found[number] = states[place][said[place]].half()
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
