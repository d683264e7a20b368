# shellcheck shell=sh
# Takes Debian packages apart under .build/vm/packages, without installing them; sourced by what fetches them.
# Whoever sources it says with a function `members_of PACKAGE` which members of a package are needed.

directory=.build/vm/packages
mkdir -p "$directory"

# version_of PACKAGE: the version that apt would fetch.
version_of() {
  apt-cache policy "$1" | sed -n 's/^  Candidate: //p'
}

# download PACKAGE DIRECTORY: apt warns that as root it downloads without its sandbox; what it says matters
# only when it fails.
download() {
  (
    cd "$2" || exit 1
    apt-get -qq download "$1" 2>log || {
      cat log >&2
      return 1
    }
  )
}

# unpack PACKAGE: downloads it and takes its members out; a stamp marks that all of it is there.
unpack() {
  stamp=$directory/$1.stamp
  wanted="$(version_of "$1") $(members_of "$1")"
  [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0

  scratch=$(mktemp -d)
  chmod 755 "$scratch"
  # A version that the archive no longer has: the lists are too old.
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
