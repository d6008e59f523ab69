"""Checks all text that people read against "How we write" in CONTRIBUTING.md: pages, help, messages,
the texts of the site, and comments. It needs nothing but Python.

    scripts/prose.py [FILE…]
"""

import re
import subprocess
import sys

# Where a pattern holds: in pages, in texts that a program or the site shows, in comments.
PAGE, SHOWN, COMMENT = "page", "shown", "comment"
ALL = (PAGE, SHOWN, COMMENT)
READ = (PAGE, SHOWN)

START = r"(?:^|(?<=[.!?:] ))"
RULES = [
    # Name the thing.
    (ALL, r"\b(?:nobody|somebody|someone|whoever|everybody|anybody)\b", "name the person or the program"),
    (ALL, r"\bstrangers?\b", 'say "foreign file", "another program"'),
    (READ, START + r"(?:What|Who)\b(?! (?:if|is new)\b)[^.?!]*\.(?= |$)", "name the thing instead of a clause with what or who"),
    # Programs print, report, reject; people say and know.
    (ALL, r"\b(?:is|are|be|was|were|been) (?:told|believed|wanted)\b", "say who does it"),
    (READ, r"\b(?:program|command|page|file|table|census|option|hint|plan|`[a-z-]+`) (?:knows?|tells?|believes?|wants?|forbids?)\b", "programs print, report, reject; data show"),
    # Keep the connective.
    (READ, START + r"So,? (?!far\b)", "join the sentences: because, so that, which"),
    (READ, START + r"That (?:is|was|means|makes|takes|has|needs|does|would)\b(?! (?:is|say))", "name the noun"),
    (READ, START + r"These (?:are|were|have|do|show|make)\b", "name the noun"),
    (PAGE, r"^(?:It|This|They) (?:is|was|has|does|takes|can|[a-z]+s)\b", "name the noun at the start of a paragraph"),
    # The field's words.
    (ALL, r"\b(?:shoots?|shooting)\b|\b(?:is|are|was|were|be|been) shot\b|\btakes? a shot\b", 'say "fire a ray"'),
    (READ, r"\bways? of (?:a|the|its|all|each|every|this|that) rays?\b|\bwhich way (?:a|the) ray\b", 'say "path"'),
    (READ, r"\btold apart\b|\banswers? (?:every ray |all rays )?alike\b", 'say "twins", "the same spectrum"'),
    (READ, r"\b(?:shard|portion)s?\b|(?<!s3://)\bbuckets?\b", 'say "slice" (of a stored census) or "part" (of one on several machines)'),
    (ALL, r"\b(?:thousand|million) million\b", 'say "4.4 billion", "19 trillion"'),
    (ALL, r"\bnot\b[^.;:!?]{0,60}\bany more\b|\bno [a-z]+ any more\b", 'say "no longer"'),
    (ALL, r"\bcounter-?clockwise\b", 'say "anticlockwise"'),
    (ALL, r"\bfor ever\b", 'say "forever" or "permanently"'),
    (ALL, r"\btenants?\b|\bpure rooms?\b|\brules? of the house\b|\bour house\b|\bin this house\b", "say layer, crate, module"),
    (READ, r"\bleft over from\b|\bwith (?:a chance of )?5 %", 'say "orphaned", "with a probability of 5 %"'),
    # Idiom.
    (READ, r"\bso many\b", 'say "this number of"'),
    (READ, r"\bsome (?=\d|hundred|thousand|ten\b)", 'say "about"'),
    (READ, r"(?<!there )\b(?:is|are|was|were) no(?:ne)?\b(?! longer| more| larger| smaller| better| faster| shorter)", 'negate the verb: "is not a"'),
    (READ, r"\b(?:go|goes|going|went) on\b", 'say "continue"'),
    (READ, r"\bfrom nothing\b", 'say "from scratch"'),
    (READ, r"\bmade? of\b(?! the)|\bmakes of\b", "start with the verb"),
    (READ, r"\b(?:stands?|stood) (?:in|at|beside|beneath|behind|where|there|on|here|with|alone)\b", 'say "is", "has" or "says"'),
    (ALL, r"\b(?:anew|likewise|wholly|nought|insofar|hence|thus|whilst|utili[sz]e[sd]?|prior to|in order to)\b", "use the common word"),
    (READ, r"\b(?:simply|obviously|of course|please|basically)\b", "leave it out"),
    (ALL, r"\b(?:e\.g|i\.e|etc)\.", 'say "for example", "that is", or name all'),
    (ALL, r"\b(?:initializ|recogniz|optimiz|analyz|summariz|organiz|behavior|favorite|canceled|labeled|neighbor)", "use British spelling"),
    (PAGE, r"\bcolors?\b", "use British spelling"),
]
# At the start of a sentence, a capital matters.
RULES = [(where, re.compile(rule, 0 if rule.startswith((START, "^")) else re.IGNORECASE), words) for where, rule, words in RULES]

LITERAL = re.compile(r'(?<![\w\'])b?r?"((?:[^"\\]|\\.)*)"', re.S)
SQL = re.compile(r"[\s.]*(?:select|insert|update|delete|create|drop|pragma|with|values|analyze|attach)\b|.*\b(?:select|from|where) \S+ ", re.S)
SCRIPT = re.compile(r"`((?:[^`\\]|\\.)*)`|\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")


def paragraphs(text):
    """The paragraphs of a page, each with its line; code, addresses and quotations are left out."""
    lines, start, fenced = [], 0, False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            line = ""
        elif fenced:
            continue
        cells = re.match(r" *\|(.*)\|$", line)
        begins = not line.strip() or cells or re.match(r" *(?:[-*#>]|\d+\.) ", line)
        if begins and lines:
            yield start, " ".join(lines)
            lines = []
        if cells:
            for cell in cells[1].split("|"):
                yield number, "| " + cell.strip()
        elif line.strip():
            if not lines:
                start = number
            lines.append(re.sub(r"^ *(?:[-*#>]+|\d+\.) ", "", line).strip())


def plain(text):
    """A paragraph without code, addresses, quotations and emphasis."""
    text = re.sub(r"`+[^`]*`+", "`code`", text)
    text = re.sub(r"\]\([^)]*\)|\[|\]", "", text)
    text = re.sub(r"~~[^~]*~~|https?://\S+|<[^>]*>", "", text)
    text = re.sub(r'"[^"]{20,}"', '"…"', text)
    return text.replace("*", "").replace("  ", " ").strip()


def of_rust(text):
    """Comments and literals of a file of Rust. Its tests follow `#[cfg(test)]`."""
    text = text.split("#[cfg(test)]\nmod tests {")[0]
    block, start, fenced = [], 0, False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        comment = re.match(r"\s*//[/!]? ?(.*)", line)
        if comment:
            start = start or number
            block.append(comment[1])
        elif block:
            for offset, words in paragraphs("\n".join(block)):
                yield start + offset - 1, COMMENT, words.removeprefix("| ")
            block, start = [], 0
    code = re.sub(r"(?m)^\s*//.*$", lambda line: " " * len(line[0]), text)
    for literal in LITERAL.finditer(code):
        words = re.sub(r"\\\n\s*|\{[^}]*\}", lambda part: "X" if part[0][0] == "{" else "", literal[1]).replace('\\"', '"').replace("\\n", ". ")
        if words.count(" ") >= 2 and not SQL.match(words):
            yield code.count("\n", 0, literal.start()) + 1, SHOWN, words


def of_script(text):
    """Texts and comments of a script of the site."""
    for number, line in enumerate(text.split("\n"), 1):
        comment = re.match(r"\s*(?://|/?\*+) ?(.*?)(?:\*/)?$", line)
        if comment:
            yield number, COMMENT, comment[1]
            continue
        for literal in SCRIPT.finditer(line):
            words = next(part for part in literal.groups() if part is not None)
            if words.count(" ") >= 2 and not words.startswith(("M ", "M0", "#", ".")):
                yield number, SHOWN, re.sub(r"\$\{[^}]*\}", "X", words)


def of_other(text, comment):
    """Whole lines of comments."""
    for number, line in enumerate(text.split("\n"), 1):
        found = re.match(comment, line)
        if found:
            yield number, COMMENT, found[1]


def texts(name, text):
    """Each text of a file: its line, where it is read, and the words."""
    if name.endswith(".md"):
        for number, words in paragraphs(text):
            # A cell of a table may continue the one before.
            cell = words.startswith("| ")
            yield number, SHOWN if cell else PAGE, words.removeprefix("| ")
    elif name.endswith(".rs"):
        yield from of_rust(text)
    elif name.endswith(".js"):
        yield from of_script(text)
    elif name.endswith(".html"):
        bare = re.sub(r"<(script|style)[\s\S]*?</\1>|<!--[\s\S]*?-->", lambda part: "\n" * part[0].count("\n"), text)
        for number, line in enumerate(bare.split("\n"), 1):
            for words in re.split(r"</?(?:p|li|td|th|dt|dd|h\d|div|button|label|figcaption)\b[^>]*>", line):
                yield number, SHOWN, re.sub(r"<[^>]*>", "", words).strip()
    elif name.endswith(".json"):
        for literal in re.finditer(r'"((?:[^"\\]|\\.)*)"', text):
            yield text.count("\n", 0, literal.start()) + 1, SHOWN, literal[1]
    elif name.endswith(".sql"):
        yield from of_other(text, r"-- ?(.*)")
    else:
        yield from of_other(text, r"\s*# (.*)")


def main(names):
    if not names:
        kinds = ["*.md", "*.rs", "*.sql", "*.sh", "*.py", "*.yml", "*.toml", ".ci/run", "apps/web/page/*.js", "apps/web/page/*.html", "apps/web/page/puzzles.json"]
        names = subprocess.run(["git", "ls-files", *kinds], capture_output=True, text=True, check=True).stdout.split()
        # These are generated, cannot change, or are the words of others.
        names = [name for name in names if not re.match(r"docs/reference/(?!json|file)|CODE_OF_CONDUCT|migrations/V|data/reference/boards|scripts/prose", name)]
    found = 0
    for name in names:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        tests = re.search(r"(^|/)tests?(/|\.rs)", name)
        for number, where, words in texts(name, text):
            if tests and where != COMMENT:
                continue
            words = plain(words)
            for places, pattern, advice in RULES:
                if where in places and (match := pattern.search(words)):
                    found += 1
                    begin = max(0, match.start() - 30)
                    print(f"{name}:{number}: {advice}: …{words[begin:match.end() + 30]}…")
    if found:
        sys.exit(f"error: {found} places are not as CONTRIBUTING.md says")


main(sys.argv[1:])
