"""Prepares the pages for mdBook, which calls this program: see book.toml.

The README becomes the first page. A link out of docs/ would be dead in the book, so it becomes
the path of its target in the repository.
"""

import json
import posixpath
import re
import sys

LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


def linked(text, folder, pages):
    """The text of a page from this folder, with its links as the book needs them."""

    def replaced(match):
        shown, target = match.groups()
        if target.startswith("#") or ":" in target:
            return match[0]
        target = posixpath.normpath(posixpath.join(folder, target))
        inside = target.removeprefix("docs/")
        if inside != target and (".md" not in inside or inside.partition("#")[0] in pages):
            return f"[{shown}]({inside})"
        return shown if target in shown else f"{shown} (`{target}`)"

    return LINK.sub(replaced, text)


def main():
    if sys.argv[1:2] == ["supports"]:
        sys.exit(sys.argv[2:] != ["html"])
    _, book = json.load(sys.stdin)
    chapters = [item["Chapter"] for item in book["items"] if "Chapter" in item]
    pages = {chapter["path"] for chapter in chapters}
    for chapter in chapters:
        chapter["content"] = linked(chapter["content"], "docs", pages)
    with open("README.md", encoding="utf-8") as readme:
        first = {
            "name": "Black Box",
            "content": linked(readme.read(), "", pages),
            "number": None,
            "sub_items": [],
            "path": "index.md",
            "source_path": None,
            "parent_names": [],
        }
    book["items"].insert(0, {"Chapter": first})
    json.dump(book, sys.stdout)


main()
