# shellcheck shell=sh
# Counts the checks of a lane; sourced by lanes that are a list of commands. Their files are in $scratch.
. Tests/Lanes/Scripts/scratch.sh

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
  shift
  if "$@" >"$scratch/tried" 2>&1; then
    echo "ok - $name"
  else
    echo "not ok - $name"
    tail -n 30 "$scratch/tried" | sed 's/^/#   /'
  fi
}

# Parts that run side by side, as PROCESS:NAME.
parts=''

# begin NAME COMMAND…: runs a command beside the others. It says its checks with `try`, which finish_parts counts. It has a session of its
# own: the shell lets no interrupt reach what runs beside it, and one signal can end all of the session. Its files are in $scratch.
begin() {
  part=$1
  shift
  mkdir -p "$scratch/files"
  trap 'end_parts; rm -rf "$scratch"' EXIT
  begins="after ${!:-none}"
  TMPDIR=$scratch/files setsid "$@" >"$scratch/$part" 2>&1 &
  parts="$parts $!:$part"
  begins=''
}

# The last part before the one that begins. It is empty where none begins.
begins=''

# end_parts: ends the parts with all that they started. A new space of process numbers ends with its first process.
end_parts() {
  # A part that begins may run, and not be in $parts yet. It may have no session yet, so its own number comes first.
  if [ -n "$begins" ] && [ "$begins" != "after ${!:-none}" ]; then
    kill -s KILL "$!" 2>/dev/null
    parts="$parts $!:$part"
  fi
  for part in $parts; do kill -s KILL -- "-${part%%:*}" 2>/dev/null; done
  wait
}

# finish_parts: waits for the parts, shows what is not a passed check, and counts. A part that died has lost checks.
finish_parts() {
  for part in $parts; do
    said=$scratch/${part#*:}
    wait "${part%%:*}" || echo "not ok - ${part#*:} ended with $? before its last check" >>"$said"
    grep -v '^ok - ' "$said"
    passed=$((passed + $(grep -c '^ok - ' "$said")))
    failed=$((failed + $(grep -c '^not ok - ' "$said")))
  done
  parts=''
}

# finish: prints the lane's count as its last line; its status is the lane's.
finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
