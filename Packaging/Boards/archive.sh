# shellcheck shell=sh disable=SC2034
# Where the boards' files are, and Debian's archive; sourced by the scripts of this folder. They run in the project's folder.

# Everything that is downloaded or built for boards. It is kept from run to run.
boards=${BOARDS_FOLDER:-.build/boards}

# The oldest suite. The programs are built against its libraries, run on newer suites too, and each suite's package names its own
# dependencies.
oldest_suite=bookworm

# archive_address: the archive that this system uses; empty where it is no Debian, and mmdebstrap then uses its own.
archive_address() {
  # shellcheck disable=SC2016 # apt fills these in
  apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(CODENAME)|$(REPO_URI)' 2>/dev/null |
    awk -F '|' '$1 == "Debian" && $2 == "Debian" && $3 == "main" && $4 !~ /-/ { print $5; exit }'
}

# multiarch_of ARCH: Debian's name of the folder for libraries.
multiarch_of() {
  case $1 in
    amd64) echo x86_64-linux-gnu ;;
    arm64) echo aarch64-linux-gnu ;;
    *)
      echo "boards: expected ARCH=amd64 or ARCH=arm64, found '$1'" >&2
      return 1
      ;;
  esac
}

# check_suite SUITE: fails for a suite for which no package is built.
check_suite() {
  case $1 in
    bookworm | trixie) ;;
    *)
      echo "boards: expected SUITE=bookworm or SUITE=trixie, found '$1'" >&2
      return 1
      ;;
  esac
}

# need_root: ends the script without the rights to mount and to change the root.
need_root() {
  [ "$(id -u)" -eq 0 ] || {
    echo "${0##*/}: run it as root: it mounts folders in a name space of its own" >&2
    exit 1
  }
}
