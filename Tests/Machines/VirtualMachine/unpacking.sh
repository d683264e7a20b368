# shellcheck shell=sh
# Unpacks Debian packages under .build/vm/packages, without installing them; sourced by the scripts that fetch them. The
# sourcing script defines a function `members_of PACKAGE`, which names the needed members of a package.

directory=.build/vm/packages
mkdir -p "$directory"

# version_of PACKAGE: the version that apt would fetch.
version_of() {
  apt-cache policy "$1" | sed -n 's/^  Candidate: //p'
}

# download PACKAGE DIRECTORY: as root, apt warns that it downloads without its sandbox. So its output is shown only on a
# failure.
download() {
  (
    cd "$2" || exit 1
    apt-get -qq download "$1" 2>log || {
      cat log >&2
      return 1
    }
  )
}

# unpack PACKAGE: downloads a package and takes its members out; a stamp marks that all of them are there.
unpack() {
  stamp=$directory/$1.stamp
  wanted="$(version_of "$1") $(members_of "$1")"
  [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0

  scratch=$(mktemp -d)
  chmod 755 "$scratch"
  # The archive no longer has this version: the lists are too old.
  download "$1" "$scratch" || {
    Tests/Lanes/Scripts/setup refresh
    download "$1" "$scratch"
  }
  rm -rf "${directory:?}/$1"
  mkdir -p "$directory/$1"
  # shellcheck disable=SC2046 # a list of paths
  dpkg-deb --fsys-tarfile "$scratch"/*.deb | tar -x -C "$directory/$1" $(members_of "$1")
  rm -r "$scratch"
  echo "$wanted" >"$stamp"
}
