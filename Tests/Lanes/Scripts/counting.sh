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

# finish: prints the lane's count as its last line; its status is the lane's.
finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
