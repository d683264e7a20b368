# shellcheck shell=sh
# A folder for the files of a script, $scratch, which goes when the script ends; sourced. It may hold a key.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# dash runs that trap at an exit, and not when a signal ends it. So a signal is an exit.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
