#!/bin/sh
# Makes emacs.txt again: 240 buffers of M-x blackbox. Needs Emacs; the package emacs-nox is enough.
set -eu
cd "$(dirname "$0")"
emacs --batch --quick --load emacs.el > emacs.txt
emacs --version | head -n 1
grep -c '^#' emacs.txt
