#!/usr/bin/env python3
"""Has every public item of `blackbox-rules` an example that runs?

    scripts/examples.py

A type needs an example of its own, or a link to one: `[example](Board)`. A function and a constant need one
that names them. A method needs one that names it and its type, or one of its type. Items with
`#[doc(hidden)]` are no part of the public surface. `cargo test --doc` runs the examples.
"""

import json
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(__file__), ".."))
# The form of the document may change with the compiler, so stable Rust has to be asked for it like this.
rustdoc = ["cargo", "rustdoc", "--quiet", "--locked", "-p", "blackbox-rules", "--features", "serde"]
options = ["--target-dir", "target/examples", "--", "-Zunstable-options", "--output-format", "json"]
subprocess.run([*rustdoc, *options], check=True, env={**os.environ, "RUSTC_BOOTSTRAP": "1"})
with open("target/examples/doc/blackbox_rules.json") as file:
    document = json.load(file)
index = document["index"]
items = {}  # the name, the owner, and the examples, by kind and path


def examples(text):
    blocks = re.findall(r"```([^\n]*)\n(.*?)```", text or "", re.DOTALL)
    return [block for kind, block in blocks if kind in ("", "rust")]


def add(item, kind, path, owner=None):
    link = re.search(r"\[example\]\(([^)]*)\)", item["docs"] or "")
    linked = link and index.get(str(item["links"].get(link[1])))
    items[kind, path] = item["name"], owner, examples(item["docs"]) + examples(linked and linked["docs"])


def walk(number, path, name=None):
    item = index.get(str(number))
    if not item:
        return  # of another crate
    ((kind, inner),) = item["inner"].items()
    path = f"{path}::{name or item['name']}"
    if kind == "use":
        return walk(inner["id"], path.rpartition("::")[0], inner["name"])
    add(item, kind, path)
    for member in inner["items"] if kind == "module" else []:
        walk(member, path)
    for block in inner["impls"] if kind in ("struct", "enum") else []:
        block = index[str(block)]["inner"]["impl"]
        for member in (index.get(str(member)) for member in block["items"] if not block["trait"]):
            if member and member["visibility"] == "public":
                add(member, "method", f"{path}::{member['name']}", (path, kind))


walk(document["root"], "")
with open("docs/library.md") as page:
    everywhere = sum((own for _, _, own in items.values()), examples(page.read()))


def has_example(kind, path, name, owner, own):
    if own or kind in ("module", "struct", "enum"):
        return bool(own) or kind == "module"
    names = re.compile(rf"\b{name}\b")
    if not owner:
        return any(names.search(example) for example in everywhere)
    path, kind = owner
    here = [example for example in everywhere if path.rpartition("::")[2] in example]
    return any(names.search(example) for example in here + items[kind, path][2])


missing = [" ".join(key) for key, item in items.items() if not has_example(*key, *item)]
print(f"{len(items)} public items, {len(missing)} without an example", *sorted(missing), sep="\n    ")
sys.exit(1 if missing else 0)
