#!/usr/bin/env python3
"""Prints the files of this repository that a page leads to, and the pages that those lead to.

    scripts/linked.py README.md
"""
import re
import sys
from pathlib import Path

found, pages = set(), [Path(page) for page in sys.argv[1:]]
while pages:
    page = pages.pop()
    found.add(page)
    for match in re.finditer(r"\]\(([^)\s#]+)|^\[[^\]]+\]: ([^\s#]+)", page.read_text(), re.MULTILINE):
        link = match[1] or match[2]
        if ":" in link:
            continue
        target = (page.parent / link).resolve().relative_to(Path.cwd())
        if target.is_dir():
            found.update(one for one in target.iterdir() if one.is_file())
        elif not target.is_file():
            sys.exit(f"error: {page} leads to {link}, which is not there")
        elif target not in found:
            found.add(target)
            if target.suffix == ".md":
                pages.append(target)
for file in sorted(found):
    print(file)
