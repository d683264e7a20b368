# shellcheck shell=sh disable=SC2154
# Puts programs into an initramfs; sourced by the scripts that pack one. `root` is the folder that becomes its root.

# libraries_of FILE: the paths of the shared libraries that the file needs; a missing one ends this script.
libraries_of() {
  libraries=$(ldd "$1" 2>&1) || return 0
  case $libraries in
    *'not found'*)
      echo "make-initramfs: $1 asks for a library that is not here: $libraries" >&2
      return 1
      ;;
  esac
  echo "$libraries" | grep -o '/[^ ]*'
}

# add FILE NAME: puts a program and its libraries into the machine.
add() {
  if [ ! -f "$1" ]; then
    echo "make-initramfs: there is no $2 here; make setup installs it" >&2
    return 1
  fi
  cp -L "$1" "$root/usr/bin/$2"
  libraries=$(libraries_of "$1")
  for library in $libraries; do
    mkdir -p "$root$(dirname "$library")"
    [ -e "$root$library" ] || cp -L "$library" "$root$library"
  done
}

# make_root: an empty root with the common parts: BusyBox, and the places where programs look for files.
make_root() {
  rm -rf "$root"
  mkdir -p "$root/dev" "$root/etc/udev/rules.d" "$root/proc" "$root/run" "$root/sys" "$root/tmp" \
    "$root/modules" "$root/usr/bin" "$root/usr/lib/udev/hwdb.d" "$root/usr/lib64" "$root/usr/share"
  # As on Debian, these are one place.
  for place in bin lib lib64; do
    ln -s "usr/$place" "$root/$place"
  done
  add "$(command -v busybox || true)" busybox
  for applet in $(busybox --list); do
    [ "$applet" = busybox ] || ln -s busybox "$root/usr/bin/$applet"
  done
}

# add_udev PACKAGES: Debian's udevd with its rules and its database of input devices. The whole hardware database takes 12 MB.
add_udev() {
  add "$1/udev/bin/udevadm" udevadm
  ln -s ../../bin/udevadm "$root/usr/lib/udev/systemd-udevd"
  cp -R "$1/udev/lib/udev/rules.d" "$root/usr/lib/udev/"
  cp "$1"/udev/lib/udev/hwdb.d/60-* "$root/usr/lib/udev/hwdb.d/"
  "$1/udev/bin/udevadm" hwdb --update --root="$root" 2>/dev/null
  cp udev-rules/*.rules "$root/etc/udev/rules.d/"
}

# add_modules PACKAGES: all fetched modules of the kernel.
add_modules() {
  find "$1/linux-image/" -name '*.ko' -exec cp {} "$root/modules/" ';'
}

# add_libinput_data: libinput's data about single devices. Its udev rules stay out, because with them libinput, and not
# the kernel, would smooth jitter.
add_libinput_data() {
  cp -R /usr/share/libinput "$root/usr/share/"
}

# pack FILE: the root as an initramfs.
pack() {
  (cd "$root" && find . | cpio --quiet --create --format=newc --owner=0:0) >"$1"
}
