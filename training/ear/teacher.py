"""A teacher for the ear: a language model of 1.5 billion weights learns the same rows, and then says
what it hears in far more words than anybody judged. Only an accelerator makes that bearable, and
nothing of it ships; without what it says the ear learns from the rows alone.

Reads what `teacher_words` wrote, on whatever machine it was carried to.
"""

from __future__ import annotations

import argparse
import gzip
import pickle
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from transformers import Qwen2Config, Qwen2Model

sys.path.insert(0, str(Path(__file__).parent))
import learn as ear

NAMES = {
    "attn_norm.weight": "input_layernorm.weight",
    "ffn_norm.weight": "post_attention_layernorm.weight",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


def encoder(folder: Path, layers: int):
    """The lower layers of the model, as transformers builds it."""
    sys.path.insert(0, str(folder))  # the package gguf may lie there
    from gguf import GGMLQuantizationType  # noqa: PLC0415
    from gguf.quants import dequantize  # noqa: PLC0415

    weights = {}
    for path in sorted(folder.glob("[0-9][0-9]/weights.pkl")):
        for name, (kind, data) in pickle.loads(path.read_bytes()).items():
            value = dequantize(data, GGMLQuantizationType[kind])
            weights[_renamed(name)] = torch.from_numpy(np.ascontiguousarray(value, np.float32))
    config = Qwen2Config(
        vocab_size=len(weights["embed_tokens.weight"]),
        hidden_size=1536,
        intermediate_size=8960,
        num_hidden_layers=layers,
        num_attention_heads=12,
        num_key_value_heads=2,
        rope_parameters={"rope_type": "default", "rope_theta": 1e6},
        rms_norm_eps=1e-6,
        attn_implementation="sdpa",
        use_cache=False,
    )
    model = Qwen2Model(config)
    missing, strange = model.load_state_dict(
        {
            n: v
            for n, v in weights.items()
            if not n.startswith("layers.") or int(n.split(".")[1]) < layers
        },
        strict=False,
    )
    if missing or strange:
        raise SystemExit(f"missing {missing[:3]}, unknown {strange[:3]}")
    return model


def _renamed(name: str) -> str:
    if not name.startswith("blk."):
        return {"token_embd.weight": "embed_tokens.weight", "output_norm.weight": "norm.weight"}[
            name
        ]
    _, layer, rest = name.split(".", 2)
    for old, new in NAMES.items():
        if rest.startswith(old):
            return f"layers.{layer}.{new}{rest.removeprefix(old)}"
    raise KeyError(name)


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--pack", required=True)
    ask.add_argument("--folder", required=True)
    ask.add_argument("--to", required=True)
    ask.add_argument("--leave", type=int, default=0)
    ask.add_argument("--layers", type=int, default=18)
    ask.add_argument("--steps", type=int, default=1400)
    ask.add_argument("--minutes", type=float, default=6.0)
    ask.add_argument("--batch", type=int, default=192)
    ask.add_argument("--rate", type=float, default=2e-5)
    ask.add_argument("--head-rate", type=float, default=1e-3)
    ask.add_argument("--power", type=float, default=0.6)
    ask.add_argument("--at-most", type=int, default=0, help="items of the pool; all when 0")
    args = ask.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(7)
    rng = np.random.default_rng(7)
    torch.backends.cuda.matmul.allow_tf32 = True
    pack = pickle.loads(gzip.decompress(Path(args.pack).read_bytes()))
    read = pickle.loads(gzip.decompress((Path(args.folder) / "words.pkl.gz").read_bytes()))
    words, end = read["words"], read["end"]
    began = time.time()
    model = Teacher(encoder(Path(args.folder), args.layers), len(pack["outputs"])).to(device)
    print(f"read in {time.time() - began:.0f} s", flush=True)

    examples = [row for row in pack["examples"] if row["fold"] != args.leave]
    choices = [row for row in pack["choices"] if row["fold"] != args.leave]
    chosen = ear.Choices(choices, device, words=words)
    hears = Reads(_pairs(examples, words) + chosen.pairs, end, device)
    targets = ear.Targets(examples, pack, device)
    _learn(model, hears, targets, chosen, (examples, choices), args, rng, device)
    model.eval()

    left = [row for row in pack["examples"] if row["fold"] == args.leave][: args.at_most or None]
    found = _said(model, _pairs(left, words), end, device)
    print("the teacher, on writers it never learned from:")
    ear._tell(left, found, pack)
    left_choices = [row for row in pack["choices"] if row["fold"] == args.leave]
    left_choices = left_choices[: args.at_most or None]
    _tell_choices(model, left_choices, words, end, device)
    items = pack["pool"][: args.at_most or None]
    began = time.time()
    soft = _said(model, _pairs(items, words), end, device)
    np.savez(args.to, soft=soft.astype(np.float16))
    print(f"{len(items)} judged in {time.time() - began:.0f} s", flush=True)


def _pairs(items, words):
    return [(words[one["before_at"]] if one["before"] else None, words[one["at"]]) for one in items]


class Reads:
    """Texts, each after what stood before it, side by side in the order of their length."""

    def __init__(self, pairs, end, device):
        self.whole = [
            np.concatenate([[end], before, [end], said, [end]])
            if before is not None
            else np.concatenate([[end], said, [end]])
            for before, said in pairs
        ]
        self.starts = np.array([len(b) + 2 if b is not None else 1 for b, _ in pairs])
        self.lengths = np.array([len(each) for each in self.whole])
        self.device = device

    def batch(self, picked):
        longest = -(-int(self.lengths[picked].max()) // 16) * 16
        ids = np.zeros((len(picked), longest), np.int64)
        said = np.zeros((len(picked), longest), bool)
        for row, number in enumerate(picked):
            length = self.lengths[number]
            ids[row, :length] = self.whole[number]
            said[row, self.starts[number] : length] = True
        return tuple(torch.from_numpy(each).to(self.device) for each in (ids, said))


class Teacher(nn.Module):
    """As the ear: for every output where it looks in what was said, and what it finds there."""

    def __init__(self, encoder, outputs):
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.look = nn.Parameter(torch.zeros(outputs, width))
        self.find = nn.Parameter(torch.randn(outputs, width) * 0.01)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, ids, said):
        states = self.encoder(input_ids=ids).last_hidden_state.float()
        states = F.layer_norm(states, states.shape[-1:])
        looks = (states @ self.look.T).masked_fill(~said.unsqueeze(-1), -1e4).softmax(1)
        return (looks.transpose(1, 2) @ states * self.find).sum(-1) + self.bias


def _learn(model, hears, targets, chosen, given, args, rng, device):
    examples, choices = given
    heads = [p for n, p in model.named_parameters() if not n.startswith("encoder.")]
    body = [
        p
        for n, p in model.named_parameters()
        if n.startswith("encoder.") and "embed_tokens" not in n
    ]
    model.encoder.embed_tokens.weight.requires_grad_(False)
    base = (args.rate, args.head_rate)
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": base[0]}, {"params": heads, "lr": base[1]}],
        betas=(0.9, 0.98),
        weight_decay=0.01,
        fused=device == "cuda",
    )
    each = max(1, args.batch // 8)
    order = rng.choice(
        len(examples), size=(args.steps, args.batch), p=ear.draw_weights(examples, args.power)
    )
    choice_order = rng.choice(
        len(choices), size=(args.steps, each), p=ear.draw_weights(choices, args.power)
    )
    model.train()
    started = paced = time.time()
    total = args.steps
    for step in range(args.steps):
        if step == 20:
            paced = time.time()
        if step == 60:
            pace = 40 / (time.time() - paced)
            total = min(total, step + int(pace * (60 * args.minutes - (time.time() - paced))))
            print(f"{pace:.2f} steps a second: {total} steps", flush=True)
        if step >= total:
            break
        part = step / total
        for group, rate in zip(optimizer.param_groups, base, strict=True):
            group["lr"] = rate * min(1.0, part / 0.06) * (1 - part)
        picked = order[step]
        loss_sum = 0.0
        by_length = picked[np.argsort(hears.lengths[picked])]
        for some in np.array_split(by_length, 4):
            with torch.autocast(device, torch.bfloat16):
                heard = model(*hears.batch(some))
            loss = targets.of_outputs(heard, torch.from_numpy(some).to(device)) / args.batch
            loss.backward()
            loss_sum += float(loss.detach()) if step % 50 == 0 else 0.0
        places = len(examples) + chosen.places(choice_order[step])
        by_length = np.argsort(hears.lengths[places])
        back = np.empty_like(by_length)
        back[by_length] = np.arange(len(by_length))
        with torch.autocast(device, torch.bfloat16):
            heard = torch.cat(
                [model(*hears.batch(places[some])) for some in np.array_split(by_length, 3)]
            )
        logits, meant = chosen.logits(heard[torch.from_numpy(back).to(device)], choice_order[step])
        (ear.CHOICE_WEIGHT * F.cross_entropy(logits, meant)).backward()
        torch.nn.utils.clip_grad_norm_(body + heads, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        if step % 50 == 0:
            print(f"step {step} loss {loss_sum:.3f} {time.time() - started:.0f} s", flush=True)


def _said(model, pairs, end, device, size=512):
    reads = Reads(pairs, end, device)
    found = np.zeros((len(pairs), len(model.bias)), np.float32)
    order = np.argsort(reads.lengths, kind="stable")
    with torch.no_grad(), torch.autocast(device, torch.bfloat16):
        for at in range(0, len(order), size):
            some = order[at : at + size]
            found[some] = model(*reads.batch(some)).float().cpu().numpy()
    return found


def _tell_choices(model, choices, words, end, device):
    chosen = ear.Choices(choices, device, words=words)
    heard = torch.from_numpy(_said(model, chosen.pairs, end, device)).to(device)
    right: dict[str, list[bool]] = {}
    for begin in range(0, len(choices), 64):
        picked = np.arange(begin, min(begin + 64, len(choices)))
        logits, meant = chosen.logits(heard[chosen.places(picked)], picked)
        for number, is_right in zip(picked, (logits.argmax(-1) == meant).tolist(), strict=True):
            right.setdefault(choices[number]["source"], []).append(is_right)
    for source, judged in sorted(right.items()):
        print(f"choice {source} {np.mean(judged):.3f} of {len(judged)}")


if __name__ == "__main__":
    main()
