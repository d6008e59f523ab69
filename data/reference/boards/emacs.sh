#!/bin/sh
# Makes emacs.txt anew: 240 buffers of M-x blackbox. Needs Emacs (emacs-nox will do).
set -eu
cd "$(dirname "$0")"
emacs --batch --quick --load emacs.el > emacs.txt
emacs --version | head -n 1
grep -c '^#' emacs.txt
