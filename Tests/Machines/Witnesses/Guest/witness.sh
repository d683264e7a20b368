# shellcheck shell=dash disable=SC2034,SC2154,SC2016
# Functions for the scenarios here, in addition to the library of Tests/Machines/VirtualMachine: the filter, libinput, and what readers saw.

# The panel's name, as Devices/phone.prop has it.
panel_name='Machine phone panel'

# Compositors take seconds to start, and a look every 20 ms would slow them down.
poll_us=100000

# diagnose COMMAND: the last lines of all files of the scenario.
diagnose() {
  local file
  echo "#   failed: $1"
  for file in *.log *.error; do
    [ -s "$file" ] || continue
    echo "#   --- $file"
    tail -n 8 "$file" | cut -c 1-300 | sed 's/^/#   /'
  done
  [ -z "${app:-}" ] || tail -n 20 "$app" | cut -c 1-200 | sed 's/^/#   app: /'
}

# as_user COMMAND…: runs the command as the user of the seat.
as_user() {
  /Guest/run-as user "$@"
}

# configure MODE [LINE…]: a configuration with that mode of the filter. Three fingers that swipe, and one finger that pans, take touches
# while a client listens.
configure() {
  local mode=$1
  shift
  mkdir -p /etc/gestured
  {
    printf '[filter]\nenabled = true\nmode = "%s"\n' "$mode"
    printf '%s\n' "$@"
    printf '[recognizer.overview]\nkind = "swipe"\ntouches = 3\npassive = false\n'
  } >/etc/gestured/gestured.toml
}

# filter_panel: makes a panel that gestured filters in the mode hold, or ends the scenario.
filter_panel() {
  require 'a panel is made' plug /Devices/phone.prop
  require 'the keeper starts' start_keeper
  configure hold
  require 'gestured filters the panel' start_filter
}

# start_filter: the daemon, once it has grabbed the panel; sets `daemon` and `clone`.
start_filter() {
  start_daemon && within 20 is_on 1 && find_clone
}

# find_clone: sets `clone` to the node of the clone.
find_clone() {
  clone=$(clone_node)
}

# reload TEXT: tells the daemon to read its configuration again, and waits for the text in its log.
reload() {
  local before
  before=$(wc -l <daemon.log)
  kill -HUP "$daemon"
  within 10 sh -c "tail -n +$((before + 1)) daemon.log | grep -q '$1'"
}

# mark FILE…: forgets what the files have so far.
mark() {
  local file
  for file in "$@"; do wc -l <"$file" >"$file.mark"; done
}

# news FILE: the lines since its mark.
news() {
  tail -n "+$(($(cat "$1.mark") + 1))" "$1"
}

# --- libinput

# start_libinput FILE [COMMAND…]: libinput reads all devices of the seat, as a compositor does, under COMMAND if one is named.
start_libinput() {
  local file=$1
  shift
  "$@" stdbuf -oL libinput debug-events --udev seat0 >"$file" 2>"$file.error" &
  processes="$processes $!"
  : >"$file"
  within 10 grep -q DEVICE_ADDED "$file"
}

# touches_of FILE NODE: what libinput says of the touches of a node since the mark, in words such as `down0 motion0 up0`. Motions in a row
# become one.
touches_of() {
  news "$1" | sed 's/^[- ]//' | awk -v node="${2##*/}" '
    $1 == node && $2 ~ /^TOUCH_/ {
      word = tolower(substr($2, 7))
      if (word == "frame") next
      for (field = 3; field <= NF && $field !~ /^\+/; field++) {}
      word = word $(field + 1)
      if (word != last || word !~ /^motion/) printf "%s%s", (words++ ? " " : ""), word
      last = word
    }'
}

# libinput_saw FILE NODE WORDS: true when these are the words.
libinput_saw() {
  local words
  words=$(touches_of "$1" "$2")
  echo "$words"
  [ "$words" = "$3" ]
}

# --- Compositors and X servers. Each start function sets `display`, the name of its socket, and `app`, the log of a client.

# start_seat: the keeper of devices for compositors, and the folder for their sockets.
start_seat() {
  chmod 777 .
  export XDG_RUNTIME_DIR=/run/user/1000 LIBSEAT_BACKEND=seatd WLR_RENDERER=pixman
  rm -rf "$XDG_RUNTIME_DIR"
  mkdir -p "$XDG_RUNTIME_DIR"
  chown user:user "$XDG_RUNTIME_DIR"
  chmod 700 "$XDG_RUNTIME_DIR"
  seatd -u user -g user >seatd.log 2>&1 &
  processes="$processes $!"
  within 5 test -S /run/seatd.sock
}

# start_client [COMMAND…]: a program that has its window under the whole touchscreen, under COMMAND if one is named.
start_client() {
  app=$PWD/app
  "$@" setpriv --reuid=user --regid=user --clear-groups -- \
    env WAYLAND_DISPLAY="$display" WAYLAND_DEBUG=client weston-simple-touch 2>"$app" >/dev/null &
  client_process=$!
  processes="$processes $client_process"
  has_window
}

# has_window: waits until the client has drawn its window, and the compositor has it under the touchscreen.
has_window() {
  within 20 grep -q 'wl_surface.*attach' app && usleep 1000000
}

# start_sway [COMMAND…]: sway with its client.
start_sway() {
  printf 'xwayland disable\ndefault_border none\n' >sway.conf
  "$@" setpriv --reuid=user --regid=user --clear-groups -- sway -c "$PWD/sway.conf" >sway.log 2>&1 &
  processes="$processes $!"
  display=wayland-1
  within 20 test -S "$XDG_RUNTIME_DIR/$display" && start_client "$@"
}

# start_cage: cage with its client. cage ends with the program that it starts, so that is another one.
start_cage() {
  as_user cage -d -- sleep infinity >cage.log 2>&1 &
  processes="$processes $!"
  display=wayland-0
  within 20 test -S "$XDG_RUNTIME_DIR/$display" && start_client
}

# start_weston: weston with its client; sets `compositor`.
start_weston() {
  printf '[core]\nidle-time=0\n[input-method]\npath=\n' >weston.ini
  # `as_user` would add a process: `compositor` must be weston itself, so that a scenario can end it.
  setpriv --reuid=user --regid=user --clear-groups -- weston --backend=drm --renderer=pixman --shell=kiosk --socket=wayland-1 --config="$PWD/weston.ini" >weston.log 2>&1 &
  compositor=$!
  processes="$processes $compositor"
  display=wayland-1
  within 20 test -S "$XDG_RUNTIME_DIR/$display" && start_client
}

# start_xorg: the X server with its client.
start_xorg() {
  app=$PWD/app
  printf 'Section "Device"\n Identifier "display"\n Driver "modesetting"\n Option "AccelMethod" "none"\nEndSection\n' >xorg.conf
  Xorg :1 vt7 -noreset -nolisten tcp -config "$PWD/xorg.conf" -logfile "$PWD/xorg.log" >xorg.out 2>&1 &
  processes="$processes $!"
  within 20 test -S /tmp/.X11-unix/X1 || return 1
  display=:1
  DISPLAY=$display stdbuf -oL xinput test-xi2 --root >"$app" 2>app.error &
  client_process=$!
  processes="$processes $client_process"
  within 20 test -s "$app" && usleep 500000
}

# start_gtk BACKEND: a program with a button of GTK, in place of the client, on Wayland or X11 (`x11`); its words go to `app`.
start_gtk() {
  kill -KILL "$client_process"
  wait "$client_process" 2>/dev/null
  app=$PWD/gtk
  as_user env DISPLAY="$display" WAYLAND_DISPLAY="$display" GDK_BACKEND="$1" NO_AT_BRIDGE=1 GSETTINGS_BACKEND=memory python3 -B /Guest/touch-window.py >"$app" 2>gtk.error &
  processes="$processes $!"
  within 60 grep -q drawn "$app" && usleep 500000
}

# app_words: what the client heard of touches since the mark, in words such as `down motion up`. Motions in a row become one. The X server
# tells each event twice, also of the device behind the core pointer, which is 2.
app_words() {
  news "$app" | awk '
    function tell(word) {
      if (word == "frame" || word == "drawn" || word == "shape" || word == "orientation") return
      if (word != last || word != "motion") printf "%s%s", (words++ ? " " : ""), word
      last = word
    }
    BEGIN { names["Begin"] = "down"; names["Update"] = "motion"; names["End"] = "up" }
    match($0, /wl_touch[@#][0-9]+\.[a-z]+\(/) {
      word = substr($0, RSTART, RLENGTH - 1)
      sub(/^.*\./, "", word)
      if ($0 !~ / -> /) tell(word)
    }
    $1 == "EVENT" { event = "" }
    match($0, /^EVENT type [0-9]+ \(Touch(Begin|Update|End)\)/) {
      event = substr($0, RSTART, RLENGTH - 1)
      sub(/^.*Touch/, "", event)
    }
    $1 == "device:" && $2 == "2" && event != "" { tell(names[event]) }
    $1 == "gtk" { tell($2) }'
}

# app_saw WORDS: true when these are the words.
app_saw() {
  local words
  words=$(app_words)
  echo "$words"
  [ "$words" = "$1" ]
}
