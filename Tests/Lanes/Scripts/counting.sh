# shellcheck shell=sh
# Counts the checks of a lane; sourced by lanes that are a list of commands.

passed=0
failed=0

# check NAME COMMAND…: runs the command; shows its output only when it fails.
check() {
  name=$1
  shift
  if said=$("$@" 2>&1); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf '%s\nfailed: %s\n' "$said" "$name"
  fi
}

# try NAME COMMAND…: says the check in a line as the guests do, `ok - NAME` or `not ok - NAME`, and the end of the command's output after a
# failure. Not in a variable: a process that the command leaves behind would keep this one waiting.
try() {
  name=$1
  output=$(mktemp)
  shift
  if "$@" >"$output" 2>&1; then
    echo "ok - $name"
  else
    echo "not ok - $name"
    tail -n 30 "$output" | sed 's/^/#   /'
  fi
  rm "$output"
}

# finish: prints the lane's count as its last line; its status is the lane's.
finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
