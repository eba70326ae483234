"""Learning: the encoder and all its heads at once, on an accelerator or without one.

Reads what `pack` wrote. Leaves a fold out to hear words of writers it has not learned from, or none
for the ear that ships. The same seed gives the same figures on the same kind of machine.
"""

from __future__ import annotations

import argparse
import gzip
import os
import pickle
import sys
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

CLS, SEP = 101, 102
SPANS, PAIRS, CANDIDATES = 8, 20, 10
LANGUAGE_WEIGHT, LINK_WEIGHT, CHOICE_WEIGHT = 0.2, 0.5, 2.0
WITHOUT_BEFORE = 0.25  # the share of rows that are heard without what stood before them
MASKED, MASK = (
    0.04,
    103,
)  # the share of word pieces that are blotted out, so that no single one decides
ROW = 168  # word pieces side by side: the longest text with what stood before it, and its marks
WHOLE = "heard"
PAIRED = frozenset(("taken", "against", "same", "repeat", "option", "answers"))
FIT = frozenset(("option", "answers"))
SHARES = {"heard": 0.45, "taken": 0.25, "option.option": 0.15, "answers.answers": 0.15}
SOFT_WEIGHT = 0.6
MORE = 4.0
WARM = 50  # steps after which the pace tells how many fit


class Ear(nn.Module):
    """The encoder, and a head for every output: where it looks in the words, what it finds there."""

    def __init__(self, encoder, outputs, word_outputs, types, drop=0.1):
        super().__init__()
        self.encoder = encoder
        self.look = nn.Parameter(torch.zeros(outputs, 384))
        self.find = nn.Parameter(torch.randn(outputs, 384) * 0.02)
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.words = nn.Linear(384, word_outputs)
        self.types = nn.Linear(768, types)
        self.links = nn.Linear(384 * 4, 3)
        self.drop = nn.Dropout(drop)

    def states(self, ids, kinds, places, mask):
        return self.encoder(ids, kinds, places, mask).float()

    def heard(self, states, said):
        """Every output, from the words that were said; what stood before speaks through them."""
        states = self.drop(states)
        looks = states @ self.look.T
        looks = looks.masked_fill(~said.unsqueeze(-1), -1e4).softmax(1)
        pooled = looks.transpose(1, 2) @ states
        return (pooled * self.find).sum(-1) + self.bias

    def spans(self, states, starts, spans):
        """The mean of every stretch of words."""
        place = torch.arange(states.shape[1], device=states.device)
        begin, end = starts[:, None] + spans[..., 0], starts[:, None] + spans[..., 1]
        inside = ((place >= begin.unsqueeze(-1)) & (place < end.unsqueeze(-1))).float()
        return inside @ states / inside.sum(-1, keepdim=True).clamp(min=1)


class Inputs:
    """Texts, each after what stood before it."""

    def __init__(self, pairs, device):
        whole = [[CLS, *b, SEP, *t, SEP] if b else [CLS, *t, SEP] for b, t in pairs]
        self.device = device
        self.lengths = np.array([len(each) for each in whole])
        self.first = np.cumsum(self.lengths) - self.lengths
        self.words = np.concatenate(whole)
        self.starts = np.array([len(b) + 2 if b else 1 for b, _ in pairs])
        self.said = np.array([max(1, len(t)) for _, t in pairs])

    def packed(self, picked):
        """These texts as a few rows of one length, each text wherever it fits: no place is heard in
        vain, and a processor plans only once. Gives the words, the kinds, the places within a text,
        which text each belongs to (-1: none), and where each text begins among all places.
        """
        rows, begins = [], np.zeros(len(picked), np.int64)
        for at in np.argsort(-self.lengths[picked], kind="stable"):
            length = self.lengths[picked[at]]
            row = next((r for r, used in enumerate(rows) if used + length <= ROW), len(rows))
            if row == len(rows):
                rows.append(0)
            begins[at] = row * ROW + rows[row]
            rows[row] += length
        ids, kinds, places = (np.zeros(len(rows) * ROW, np.int64) for _ in range(3))
        text = np.full(len(rows) * ROW, -1)
        for at, number in enumerate(picked):
            length, first, begin = self.lengths[number], self.first[number], begins[at]
            ids[begin : begin + length] = self.words[first : first + length]
            places[begin : begin + length] = np.arange(length)
            text[begin : begin + length] = at
            if self.starts[number] > 1:
                kinds[begin + self.starts[number] : begin + length] = 1
        shaped = (each.reshape(-1, ROW) for each in (ids, kinds, places, text))
        return *shaped, begins, self.starts[picked], self.said[picked]

    def batch(self, model, packed, blots=0.0):
        """The states of these texts, a row for each; which words were said; and where they start."""
        ids, kinds, places, text, begins, starts, length = (
            torch.from_numpy(each).to(self.device, non_blocking=True) for each in packed
        )
        longest = int((packed[-2] + packed[-1]).max()) + 1
        if blots:
            ids = ids.masked_fill(torch.rand(ids.shape, device=ids.device) < blots, MASK)
        states = model.states(ids, kinds, places, text[:, :, None] == text[:, None, :])
        place = torch.arange(longest, device=self.device)[None]
        within = (begins[:, None] + place).clamp(max=text.numel() - 1)
        starts, length = starts[:, None], length[:, None]
        said = (place >= starts) & (place < starts + length)
        return F.embedding(within, states.flatten(0, 1)), said, starts[:, 0]


class Unjudged:
    """What a teacher said of words that nobody judged: logits of every output."""

    def __init__(self, items, soft, pack, device):
        outputs, groups = pack["outputs"], pack["groups"]
        self.choices = [
            _stretch([outputs.index(f"{g}.{n}") for n in names])
            for g, (kind, names) in groups.items()
            if kind == "choice"
        ]
        self.soft = torch.from_numpy(soft).to(device)
        abouts = sorted({item["about"] for item in items})
        counts = np.array([[item["about"] == about for item in items] for about in abouts]).sum(1)
        about = np.array([abouts.index(item["about"]) for item in items])
        self.about = torch.from_numpy(about).to(device)
        share = dict(zip(abouts, [SHARES[each] for each in abouts], strict=True))
        weights = np.array([share[each] for each in abouts]) / counts
        self.weights = weights[about] / weights[about].sum()
        groups_of = np.array([name.split(".")[0] for name in outputs])
        self.masks = torch.tensor(
            [
                [
                    (group in PAIRED) == (each != WHOLE) and (group not in FIT or each == name)
                    for group, name in zip(groups_of, outputs, strict=True)
                ]
                for each in abouts
            ],
            device=device,
        )
        self.single = torch.ones(len(outputs), dtype=torch.bool, device=device)
        for places in self.choices:
            self.single[places] = False

    def loss(self, logits, at):
        soft, mask = self.soft[at].float(), self.masks[self.about[at]]
        each = F.binary_cross_entropy_with_logits(logits, soft.sigmoid(), reduction="none")
        total = (each * (mask & self.single)).sum()
        for places in self.choices:
            found = -(soft[:, places].softmax(-1) * logits[:, places].log_softmax(-1)).sum(-1)
            total = total + (found * mask[:, places.start]).sum()
        return total


class Steps(torch.utils.data.Dataset):
    """The texts of every step, laid side by side beforehand, by as many as there are processors."""

    def __init__(self, inputs, picked):
        self.inputs, self.picked = inputs, picked

    def __len__(self):
        return len(self.picked)

    def __getitem__(self, step):
        return self.inputs.packed(self.picked[step])


class Targets:
    """What every row teaches; what it does not name is not a number, or -1."""

    def __init__(self, rows, pack, device):
        outputs, groups = pack["outputs"], pack["groups"]
        self.choice_groups = [g for g, (kind, _) in groups.items() if kind == "choice"]
        self.places = {
            g: _stretch([outputs.index(f"{g}.{n}") for n in groups[g][1]])
            for g in self.choice_groups
        }
        words = pack["word_outputs"]
        self.word_groups = {
            g: _stretch([words.index(f"{g}.{n}") for n in names])
            for g, (_, names) in pack["word_groups"].items()
        }
        n, longest = len(rows), max(len(row["ids"]) for row in rows)
        before = max(1, *(len(row["before"]) for row in rows))
        self.values = np.full((n, len(outputs)), np.nan, np.float32)
        self.choices = np.full((n, len(self.choice_groups)), -1, np.int64)
        self.words = np.full((n, len(self.word_groups), longest), -1, np.int8)
        self.before = np.full((n, before), -1, np.int8)
        self.spans = np.zeros((n, SPANS, 2), np.int64)
        self.types = np.full((n, SPANS), -1, np.int64)
        self.links = np.full((n, PAIRS, 3), -1, np.int64)
        methods = sorted({name.split(".")[0] for name in pack["types"]})
        self.method = np.zeros(n, np.int64)
        masks = np.array([[name.split(".")[0] == m for name in pack["types"]] for m in methods])
        for at, row in enumerate(rows):
            for place, value in row["values"].items():
                self.values[at, place] = value
            for group, value in row["choices"].items():
                self.choices[at, self.choice_groups.index(group)] = value
            for group, labels in row.get("words", {}).items():
                self.words[at, list(self.word_groups).index(group), : len(labels)] = labels
            if "words_before" in row:
                self.before[at, : len(row["words_before"])] = row["words_before"]
            if row.get("spans"):
                self._concepts(at, row, methods)
        for name in ("values", "choices", "words", "before", "spans", "types", "links", "method"):
            setattr(self, name, torch.from_numpy(getattr(self, name)).to(device))
        self.masks = torch.from_numpy(masks).to(device)
        self.weight = torch.tensor([row["weight"] for row in rows], device=device)

    def _concepts(self, at, row, methods):
        spans = row["spans"][:SPANS]
        self.method[at] = methods.index(row["method"])
        for place, span in enumerate(spans):
            if span is not None:
                self.spans[at, place], self.types[at, place] = span[0], span[1]
        linked = set(map(tuple, row["links"]))
        pairs = [
            (i, j, 1 if (i, j) in linked else 2 if (j, i) in linked else 0)
            for i in range(len(spans))
            for j in range(i + 1, min(i + 4, len(spans)))
            if spans[i] is not None and spans[j] is not None
        ]
        for place, pair in enumerate(pairs[:PAIRS]):
            self.links[at, place] = pair

    def loss(self, model, logits, states, said, starts, at, with_before):
        return (
            self.of_outputs(logits, at)
            + self._of_words(model, states, starts, at, with_before, self.weight[at])
            + self._of_concepts(model, states, said, starts, at)
        )

    def of_outputs(self, logits, at):
        weight = self.weight[at]
        values = self.values[at]
        known = ~torch.isnan(values)
        each = F.binary_cross_entropy_with_logits(logits, values.nan_to_num(), reduction="none")
        total = (each * known * weight[:, None]).sum()
        for place, group in enumerate(self.choice_groups):
            goal = self.choices[at, place]
            found = F.cross_entropy(
                logits[:, self.places[group]], goal, ignore_index=-1, reduction="none"
            )
            total = (
                total + (LANGUAGE_WEIGHT if group == "language" else 1.0) * (found * weight).sum()
            )
        return total

    def _of_words(self, model, states, starts, at, with_before, weight):
        by_word = model.words(model.drop(states))
        longest = by_word.shape[1]
        # labels are moved to where the words stand: moving the words would be slow to learn through
        place = torch.arange(longest, device=states.device)[None] - starts[:, None]
        count = self.words.shape[2]
        is_said = (place >= 0) & (place < count)
        total = 0.0
        for number, (group, places) in enumerate(self.word_groups.items()):
            goal = self.words[at, number].long().gather(1, place.clamp(0, count - 1))
            total = total + _words_loss(
                by_word[..., places], goal.masked_fill(~is_said, -1), weight
            )
            if group == "refused":
                width = min(self.before.shape[1], longest - 1)
                goal = self.before[at, :width].long().masked_fill(~with_before[:, None], -1)
                total = total + _words_loss(by_word[:, 1 : 1 + width, places], goal, weight)
        return total

    def _of_concepts(self, model, states, said, starts, at):
        spans = model.spans(states, starts, self.spans[at])
        whole = _said_mean(states, said)
        found = model.types(model.drop(torch.cat([spans, whole.expand(-1, SPANS, -1)], -1)))
        found = found.masked_fill(~self.masks[self.method[at]][:, None], -1e4)
        total = F.cross_entropy(
            found.flatten(0, 1), self.types[at].flatten(), ignore_index=-1, reduction="sum"
        )
        links = self.links[at]
        one, other = (
            F.one_hot(links[..., which].clamp(min=0), SPANS).float() @ spans for which in (0, 1)
        )
        both = model.links(
            model.drop(torch.cat([one, other, one * other, (one - other).abs()], -1))
        )
        return total + LINK_WEIGHT * F.cross_entropy(
            both.flatten(0, 1), links[..., 2].flatten(), ignore_index=-1, reduction="sum"
        )


def _stretch(places):
    """Outputs of a group stand side by side."""
    return slice(places[0], places[-1] + 1)


def _said_mean(states, said):
    mask = said.unsqueeze(-1).float()
    return ((states * mask).sum(1) / mask.sum(1).clamp(min=1)).unsqueeze(1)


def _words_loss(found, goal, weight):
    """Of every word that is judged; a long text counts little more than a short one."""
    known = goal >= 0
    if found.shape[-1] == 1:
        each = F.binary_cross_entropy_with_logits(
            found[..., 0], goal.clamp(min=0).float(), reduction="none"
        )
    else:
        each = F.cross_entropy(found.transpose(1, 2), goal, ignore_index=-1, reduction="none")
    share = weight / known.sum(1).clamp(min=1).sqrt()
    return (each * known * share[:, None]).sum()


class Choices:
    """Words with their candidates: every candidate stands before the words once. `words` are other
    pieces of the same texts, for a teacher that reads them its own way.
    """

    def __init__(self, rows, device, words=None):
        self.pairs = (
            [(each, row["text"]) for row in rows for each in row["candidates"]]
            if words is None
            else [(words[c], words[row["at"]]) for row in rows for c in row["candidates_at"]]
        )
        counts = [len(row["candidates"]) for row in rows]
        first = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int)
        self.table = np.full((len(rows), CANDIDATES), -1)
        for at, (start, count) in enumerate(zip(first, counts, strict=True)):
            self.table[at, : min(count, CANDIDATES)] = np.arange(
                start, start + min(count, CANDIDATES)
            )
        self.output = torch.tensor([row["output"] for row in rows], device=device)
        self.meant = torch.tensor(
            [row["meant"] if 0 <= row["meant"] < CANDIDATES else CANDIDATES for row in rows],
            device=device,
        )
        self.device = device

    def places(self, picked):
        """The pairs of these choices, in order."""
        table = self.table[picked]
        return table[table >= 0]

    def logits(self, heard, picked):
        """The fit of every candidate, and nought for none of them."""
        table = self.table[picked]
        rows, columns = (torch.from_numpy(each).to(self.device) for each in np.nonzero(table >= 0))
        chosen = torch.from_numpy(picked).to(self.device)
        wanted = (
            torch.arange(heard.shape[1], device=self.device) == self.output[chosen][rows][:, None]
        )
        found = (heard * wanted).sum(1)
        width = CANDIDATES + 1
        flat = torch.arange(len(picked) * width, device=self.device)
        logits = (found @ (flat == (rows * width + columns)[:, None]).float()).view(
            len(picked), width
        )
        empty = torch.from_numpy(np.pad(table < 0, ((0, 0), (0, 1)))).to(self.device)
        return logits.masked_fill(empty, -1e4), self.meant[chosen]


def _drawn(rng, rows, args, each):
    """Which of them every step hears."""
    weights = draw_weights(rows, args.power, tuple(filter(None, args.more.split(","))))
    return rng.choice(len(rows), size=(args.steps, each), p=weights)


def draw_weights(rows, power, more=()):
    """A source counts by the power of its size, and `MORE` times as much where it is to be heard more
    often.
    """
    counts = {}
    for row in rows:
        counts[row["source"]] = counts.get(row["source"], 0) + 1
    weights = np.array([counts[row["source"]] ** (power - 1) for row in rows])
    if more:
        weights = weights * np.array([MORE ** row["source"].startswith(more) for row in rows])
    return weights / weights.sum()


class Given(NamedTuple):
    """What is learned from: rows, choices, and words that only a teacher judged, with its logits."""

    rows: list
    choices: list
    items: list
    soft: np.ndarray


def _given(pack, args):
    skipped = tuple(filter(None, args.without.split(",")))
    rows, choices = (
        [
            row
            for row in pack[kind]
            if row["fold"] != args.leave and not (skipped and row["source"].startswith(skipped))
        ]
        for kind in ("examples", "choices")
    )
    soft = np.load(args.soft)["soft"] if args.soft else np.zeros((0, len(pack["outputs"])))
    kept = [at for at, item in enumerate(pack["pool"][: len(soft)]) if item["fold"] != args.leave]
    return Given(rows, choices, [pack["pool"][at] for at in kept], soft[kept])


def _asked():
    ask = argparse.ArgumentParser()
    ask.add_argument("--pack", required=True)
    ask.add_argument("--model", required=True)
    ask.add_argument("--to", required=True)
    ask.add_argument("--leave", type=int, default=-1, help="the fold that is not learned from")
    ask.add_argument("--steps", type=int, default=2600)
    ask.add_argument("--batch", type=int, default=64)
    ask.add_argument("--rate", type=float, default=2e-4)
    ask.add_argument("--head-rate", type=float, default=6e-3)
    ask.add_argument(
        "--decay", type=float, default=0.9, help="of the rate, layer by layer downwards"
    )
    ask.add_argument("--keep", type=int, default=0, help="lower layers that stay as they are")
    ask.add_argument("--power", type=float, default=0.6)
    ask.add_argument("--more", default="", help="sources heard more often, as prefixes with commas")
    ask.add_argument("--drop", type=float, default=0.0)
    ask.add_argument("--without", default="", help="sources to leave out, as prefixes with commas")
    ask.add_argument("--start", default="", help="weights to go on from")
    ask.add_argument("--soft", default="", help="what a teacher said of words that nobody judged")
    ask.add_argument("--soft-batch", type=int, default=256)
    ask.add_argument("--workers", type=int, default=0, help="processes that lay texts side by side")
    ask.add_argument("--seed", type=int, default=7)
    ask.add_argument("--threads", type=int, default=2)
    ask.add_argument("--minutes", type=float, default=0, help="at most; the steps are cut to fit")
    return ask.parse_args()


def main():
    args = _asked()
    sys.path.insert(0, str(Path(__file__).parent))
    from minilm import load  # noqa: PLC0415 - beside this file, wherever it is run

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.utils.deterministic.fill_uninitialized_memory = False
    torch.set_num_threads(args.threads)
    torch.backends.cuda.matmul.allow_tf32 = True
    pack = pickle.loads(gzip.decompress(Path(args.pack).read_bytes()))
    given = _given(pack, args)
    model = Ear(
        load(args.model, args.drop),
        len(pack["outputs"]),
        len(pack["word_outputs"]),
        len(pack["types"]),
        args.drop,
    )
    if args.start:
        model.load_state_dict(
            {name: torch.from_numpy(value).float() for name, value in np.load(args.start).items()},
            strict=False,
        )
    model.to(device)
    # without instructions of its own for halves, a processor is slower by them
    is_half = device == "cuda" or torch.ops.mkldnn._is_mkldnn_bf16_supported()
    autocast = partial(torch.autocast, device, torch.bfloat16, enabled=is_half)
    began = time.time()
    learn(model, given, pack, args, rng, device, autocast)
    model.eval()
    to = Path(args.to)
    to.mkdir(parents=True, exist_ok=True)
    learned = {
        name: value.detach().cpu().numpy().astype(np.float16)
        for name, value in model.state_dict().items()
    }
    np.savez(to / "weights.npz", **learned)
    left = [(at, row) for at, row in enumerate(pack["examples"]) if row["fold"] == args.leave]
    left_choices = [
        (at, row) for at, row in enumerate(pack["choices"]) if row["fold"] == args.leave
    ]
    if left:
        write_out(model, pack, left, left_choices, device, autocast, to / f"out{args.leave}.npz")
    print(f"{args.leave} done in {time.time() - began:.0f} s", flush=True)


def _as_it_is(each):
    return each


def learn(model, given, pack, args, rng, device, autocast):
    """Every step hears some rows, with or without what stood before them, and some choices, all in
    one pass.
    """
    began = time.time()
    rows, choices, items, soft = given
    chosen = Choices(choices, device)
    inputs = Inputs(
        [(row["before"], row["ids"]) for row in rows]
        + [([], row["ids"]) for row in rows]
        + chosen.pairs
        + [(item["before"], item["ids"]) for item in items],
        device,
    )
    targets = Targets(rows, pack, device)
    heard_of = Unjudged(items, soft, pack, device) if items else None
    has_before = np.array([bool(row["before"]) for row in rows])
    fixed = np.array([_is_pair(row, pack["outputs"]) for row in rows])
    optimizer, base = _optimizer(model, args)
    order = _drawn(rng, rows, args, args.batch)
    choice_order = _drawn(rng, choices, args, max(1, args.batch // 8))
    alone = rng.random((args.steps, args.batch)) < WITHOUT_BEFORE
    lonely = alone & ~fixed[order] | ~has_before[order]
    soft_order = (
        rng.choice(len(items), size=(args.steps, args.soft_batch), p=heard_of.weights)
        if items
        else np.zeros((args.steps, 0), np.int64)
    )
    pairs_at = 2 * len(rows)
    items_at = pairs_at + len(chosen.pairs)
    whole = [
        np.concatenate(
            [
                order[step] + len(rows) * lonely[step],
                items_at + soft_order[step],
                pairs_at + chosen.places(choice_order[step]),
            ]
        )
        for step in range(args.steps)
    ]
    ready = torch.utils.data.DataLoader(
        Steps(inputs, whole), batch_size=None, num_workers=args.workers, collate_fn=_as_it_is
    )
    learned = [parameter for parameter in model.parameters() if parameter.requires_grad]
    model.train()
    total, first_soft = args.steps, args.batch + args.soft_batch * bool(items)
    for step, packed in enumerate(ready):
        if step == WARM // 5:
            paced = time.time()
        if step == WARM and args.minutes:
            pace = (WARM - WARM // 5) / (time.time() - paced)
            total = min(total, step + int(pace * (60 * args.minutes - (time.time() - began))))
            print(f"{args.leave} {pace:.2f} steps a second: {total} steps", flush=True)
        if step >= total:
            break
        part = step / total
        for group, rate in zip(optimizer.param_groups, base, strict=True):
            group["lr"] = rate * min(1.0, part / 0.06) * (1 - part)
        with autocast():
            states, said, starts = inputs.batch(model, packed, MASKED)
        heard = model.heard(states, said)
        loss = targets.loss(
            model,
            heard[: args.batch],
            states[: args.batch],
            said[: args.batch],
            starts[: args.batch],
            torch.from_numpy(order[step]).to(device),
            torch.from_numpy(~lonely[step]).to(device),
        )
        logits, meant = chosen.logits(heard[first_soft:], choice_order[step])
        loss = loss / args.batch + CHOICE_WEIGHT * F.cross_entropy(logits, meant)
        if items:
            told = heard_of.loss(
                heard[args.batch : first_soft], torch.from_numpy(soft_order[step]).to(device)
            )
            loss = loss + SOFT_WEIGHT * told / args.soft_batch
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        if step % 50 == 0:
            spent = time.time() - began
            print(
                f"{args.leave} step {step} loss {float(loss.detach()):.3f} {spent:.0f} s",
                flush=True,
            )


def _is_pair(row, outputs):
    """Whether a row means nothing without what stood before it."""
    return bool({"taken", "against"} & row["choices"].keys()) or any(
        outputs[place] in ("same.same", "repeat.repeat", "quality.uptake")
        for place in row["values"]
    )


def _optimizer(model, args):
    """The lower a layer, the more gently it learns; what single words mean stays as it is."""
    by_rate = {}
    for name, parameter in model.named_parameters():
        rate, decay = args.head_rate, 0.0
        if name.startswith("encoder.embeddings"):
            parameter.requires_grad_(False)
            continue
        if name.startswith("encoder."):
            layer = int(name.split("layer.")[1].split(".")[0])
            if layer < args.keep:
                parameter.requires_grad_(False)
                continue
            rate = args.rate * args.decay ** (5 - layer)
            decay = 0.01 if parameter.dim() > 1 else 0.0
        by_rate.setdefault((rate, decay), []).append(parameter)
    groups = [
        {"params": each, "lr": rate, "weight_decay": decay}
        for (rate, decay), each in by_rate.items()
    ]
    return torch.optim.AdamW(groups, fused=True), [rate for rate, _ in by_rate]


@torch.no_grad()
def write_out(model, pack, left, left_choices, device, autocast, path):
    """What the ear says of the rows that it has not learned from."""
    rows = [row for _, row in left]
    inputs = Inputs([(row["before"], row["ids"]) for row in rows], device)
    found = np.zeros((len(rows), len(pack["outputs"])), np.float32)
    types, links = [], []
    methods = {}
    for at, name in enumerate(pack["types"]):
        methods.setdefault(name.split(".")[0], []).append(at)
    order = np.argsort(inputs.lengths)
    for begin in range(0, len(order), 128):
        part = order[begin : begin + 128]
        with autocast():
            states, said, starts = inputs.batch(model, inputs.packed(part))
        found[part] = model.heard(states, said).cpu().numpy()
        for place, number in enumerate(part):
            row = rows[number]
            if row.get("spans"):
                _out_concepts(model, states[place], int(starts[place]), row, methods, types, links)
    _tell(rows, found, pack)
    chosen = np.zeros((0, CANDIDATES, len(pack["fits"])), np.float16)
    if left_choices:
        all_choices = Choices([row for _, row in left_choices], device)
        pairs = Inputs(all_choices.pairs, device)
        found_fits = []
        for begin in range(0, len(left_choices), 32):
            picked = np.arange(begin, min(begin + 32, len(left_choices)))
            places = all_choices.places(picked)
            with autocast():
                states, said, _ = pairs.batch(model, pairs.packed(places))
            heard = model.heard(states, said)[:, pack["fits"]].cpu().numpy()
            fits = np.zeros((len(picked), CANDIDATES, len(pack["fits"])), np.float16)
            fits[all_choices.table[picked] >= 0] = heard
            found_fits.append(fits)
        chosen = np.concatenate(found_fits)
    np.savez_compressed(
        path,
        at=np.array([at for at, _ in left]),
        found=found.astype(np.float16),
        choice_at=np.array([at for at, _ in left_choices], np.int64),
        chosen=chosen,
        types=np.array(types).reshape(-1, 2),
        links=np.array(links).reshape(-1, 2),
    )


def _tell(rows, found, pack):
    """How well what was left out is heard, for whoever watches: AUC of some signs, by source."""
    outputs = pack["outputs"]
    for name in (
        "act.refuse",
        "act.stop",
        "act.correct",
        "danger.selfharm",
        "danger.abuse",
        "danger.medical",
        "causal.causal",
    ):
        place = outputs.index(name)
        by_source = {}
        for row, said in zip(rows, found, strict=True):
            if place in row["values"]:
                by_source.setdefault(row["source"], []).append(
                    (row["values"][place] > 0.5, said[place])
                )
        for source, judged in sorted(by_source.items()):
            yes, no = [s for y, s in judged if y], [s for y, s in judged if not y]
            if len(yes) >= 20 and len(no) >= 20:
                print(f"{name} {source} {_auc(yes, no):.3f}")
    taken = [outputs.index(f"taken.{each}") for each in ("acknowledges", "denies")]
    judged = [
        (row["choices"]["taken"], said[taken[0]] - said[taken[1]])
        for row, said in zip(rows, found, strict=True)
        if "taken" in row["choices"]
    ]
    yes, no = [s for y, s in judged if y == 0], [s for y, s in judged if y == 1]
    if yes and no:
        print(f"acknowledged above denied {_auc(yes, no):.3f}", flush=True)


def _auc(yes, no):
    both = np.concatenate([yes, no])
    ranks = both.argsort().argsort() + 1
    return (ranks[: len(yes)].sum() - len(yes) * (len(yes) + 1) / 2) / (len(yes) * len(no))


def _out_concepts(model, states, start, row, methods, types, links):
    whole = states[start : start + len(row["ids"])].mean(0)
    means = [
        states[start + span[0][0] : start + span[0][1]].mean(0) if span else None
        for span in row["spans"][:SPANS]
    ]
    places = methods[row["method"]]
    for one, span in zip(means, row["spans"], strict=False):
        if one is not None:
            types.append(
                (places[int(model.types(torch.cat([one, whole]))[places].argmax())], span[1])
            )
    linked = set(map(tuple, row["links"]))
    for i in range(len(means)):
        for j in range(i + 1, min(len(means), i + 4)):
            one, other = means[i], means[j]
            if one is not None and other is not None:
                both = torch.cat([one, other, one * other, (one - other).abs()])
                goal = 1 if (i, j) in linked else 2 if (j, i) in linked else 0
                links.append((int(model.links(both).argmax()), goal))


if __name__ == "__main__":
    main()
