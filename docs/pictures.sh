#!/usr/bin/env bash
# Makes docs/play.svg (a game on a terminal) and docs/browse.svg (molecules of a database), as the
# program draws them. Needs tmux and python3.
# Tests draw docs/rules.svg and docs/longest-ray.svg, and compare them with the files, which this command
# writes: SNAPSHOTS=overwrite cargo test --lib drawing::
# docs/page.png is a picture of the page, 1100 pixels wide, with play/A4_B8:2813/f0.f3.f9.b0.b21.e5 and all help.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
cargo build --release --bin blackbox
python3 -m venv target/pictures
target/pictures/bin/pip install -q rich

work=$(mktemp -d)
trap 'rm -rf "$work"; tmux -L pictures kill-server 2>/dev/null || true' EXIT
cd "$work"

# picture NAME LINES ARGUMENTS TEXT LAST KEY...: presses the keys KEY..., then LAST until TEXT appears, and
# draws the terminal.
picture() {
    local name=$1 lines=$2 arguments=$3 text=$4 last=$5
    shift 5
    tmux -L pictures new-session -d -x 80 -y "$lines" "$root/target/release/blackbox $arguments"
    sleep 2
    for key in "$@"; do
        tmux -L pictures send-keys "$key"
        sleep 0.3
    done
    until tmux -L pictures capture-pane -p | grep -q "$text"; do
        tmux -L pictures send-keys "$last"
        sleep 0.3
    done
    tmux -L pictures capture-pane -p -e | "$root/target/pictures/bin/python" -c '
import sys
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text
# Without its fonts, because a viewer would fetch them from a host.
form = CONSOLE_SVG_FORMAT
while "@font-face" in form:
    begin = form.index("@font-face")
    form = form[:begin] + form[form.index("}}", begin) + 2:]
form = form.replace("Fira Code", "DejaVu Sans Mono")
name = sys.argv[1]
console = Console(record=True, width=80, file=open("/dev/null", "w"))
console.print(Text.from_ansi(sys.stdin.read().rstrip()))
print(console.export_svg(title=f"blackbox {name}", code_format=form, unique_id=name), end="")
' "$name" >"$root/docs/$name.svg"
    tmux -L pictures kill-server
}

# Five rays, and three kinds of help.
picture play 20 "play A4_B8:2813" "Next ray" "" \
    Left Enter Down Down Down Enter Down Enter Down Down Enter Down Down Enter c m h
# The molecules of A4_B8 with a ray that turns six times, and that ray.
"$root/target/release/blackbox" run --quiet A4_B8
picture browse 24 "browse A4_B8" "6 turns" Right "&turns = 6" Enter
