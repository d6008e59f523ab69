#!/usr/bin/env bash
# Makes docs/play.svg: a game on a terminal, as `blackbox play` draws it. Needs tmux and python3.
# Tests draw docs/rules.svg, docs/group.svg and docs/longest-ray.svg, and compare them:
# SNAPSHOTS=overwrite cargo test --lib drawing::
# docs/page.png is a picture that the page's own tests take: WEB_PICTURES=DIR cargo test -p web.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
cargo build --release --bin blackbox
python3 -m venv target/pictures
target/pictures/bin/pip install -q rich

work=$(mktemp -d)
trap 'rm -rf "$work"; tmux -L pictures kill-server 2>/dev/null || true' EXIT
cd "$work"
tmux -L pictures new-session -d -x 80 -y 20 "$root/target/release/blackbox play A4_B8:2813"
sleep 2
# Five rays, and three kinds of help.
for key in Left Enter Down Down Down Enter Down Enter Down Down Enter Down Down Enter c m h; do
    tmux -L pictures send-keys "$key"
    sleep 0.3
done
sleep 5
tmux -L pictures capture-pane -p -e | "$root/target/pictures/bin/python" -c '
import sys
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text
# The fonts of the format would be fetched from a host.
form = CONSOLE_SVG_FORMAT
while "@font-face" in form:
    begin = form.index("@font-face")
    form = form[:begin] + form[form.index("}}", begin) + 2:]
form = form.replace("Fira Code", "DejaVu Sans Mono")
console = Console(record=True, width=80, file=open("/dev/null", "w"))
console.print(Text.from_ansi(sys.stdin.read().rstrip()))
print(console.export_svg(title="blackbox play", code_format=form, unique_id="play"), end="")
' >"$root/docs/play.svg"
