# Each target does its own set-up: on Debian it installs missing packages, on another system it names them.
.DEFAULT_GOAL := help
.PHONY: help run test check setup build filter lint unit coverage spec pages allocations fuzz faults bench load company vm witnesses schema man view install install-filter web install-web deb debs boards dist system

# Where `make install` puts things: DESTDIR= for the root of a package, PREFIX= for the place in it.
PREFIX = /usr/local
SYSCONFDIR = /etc
# systemd and udev look in /usr/lib and /etc, not in every prefix.
SYSTEMD_DIR = /usr/lib/systemd
UDEV_DIR = /usr/lib/udev
SYSUSERS_DIR = /usr/lib/sysusers.d
TMPFILES_DIR = /usr/lib/tmpfiles.d
MODULES_LOAD_DIR = /usr/lib/modules-load.d
export DESTDIR PREFIX SYSCONFDIR SYSTEMD_DIR UDEV_DIR SYSUSERS_DIR TMPFILES_DIR MODULES_LOAD_DIR

help:
	@echo 'make run    build the release and watch gestures (without a touchscreen: a bundled recording)'
	@echo 'make test   every lane, as many side by side as there are processors; ends in one line of counts'
	@echo 'make check  between two edits: lint, build and unit'
	@echo 'make lint   format of the sources, syntax of the scripts, the systemd units, the workflows, plain words'
	@echo 'make unit   unit, property, recording and socket tests'
	@echo 'make coverage  the share of lines of Sources that the unit tests run; builds them once more'
	@echo 'make spec   builds docs/behaviour.md: each behavior with its sentence and its tests; lists those without a test'
	@echo 'make pages  writes the tables of the pages and of the schema that declarations make'
	@echo 'make allocations  nothing is allocated from read to write'
	@echo 'make fuzz   ten minutes of each fuzzer; FUZZ_SECONDS=60 for one'
	@echo 'make faults ten thousand streams of fingers for each thing that can go wrong with a device, with figures'
	@echo 'make bench  what a frame costs, in instructions: each stage; beside lisgd, libinput, evtest and interception-tools in a virtual machine'
	@echo 'make load   crowds of clients, good and bad ones: what they cost one another'
	@echo 'make company  hostile users beside one who listens, within all limits: what they can do to it'
	@echo 'make vm     the release binary against a real kernel and udev in a virtual machine'
	@echo 'make witnesses  libinput, compositors and an X server on a filtered touchscreen in a virtual machine'
	@echo 'make schema the lines that the tests saw against docs/protocol.schema.json'
	@echo 'make system the package in a booted Debian with systemd: rights, faults, reload, upgrade, purge'
	@echo 'make deb    the Debian packages: gestured, gestured-filter and gestured-web in .build/deb'
	@echo 'make deb ARCH=arm64 SUITE=bookworm  the packages for another system, amd64 or arm64, bookworm or trixie, in .build/boards/packages'
	@echo 'make debs   the packages for all four'
	@echo 'make boards  these packages where they run: emulated boards with Debian 12 and 13, arm64 and amd64'
	@echo 'make dist   the sources of a release: tarballs and the Debian source package in .build/dist'
	@echo 'make install  for other systems: programs, units, rules, manual pages, completions; DESTDIR=, PREFIX=/usr/local'
	@echo 'make install-filter  the same for the keeper of the filter'"'"'s devices'
	@echo 'make web    the bridge for web pages: .build/web-release/gestured-web'
	@echo 'make install-web  copies it to its directories'
	@echo 'make build  the release: .build/release/gestured and gesturectl'
	@echo 'make filter the keeper of the filter'"'"'s devices: .build/filter/gestured-filter'
	@echo 'make setup  install the Debian packages that the targets above need'

run: build
	@Tests/Lanes/Scripts/run

test:
	@Tests/Lanes/Scripts/setup test
	@Tests/Lanes/Scripts/test

check:
	@Tests/Lanes/Scripts/setup check
	@Tests/Lanes/Scripts/test lint build unit

setup:
	@Tests/Lanes/Scripts/setup test

build:
	@Tests/Lanes/Scripts/setup run
	@echo 'building the release'
	@Tests/Lanes/Scripts/build-release

filter:
	@Filter/build

web:
	@Tests/Lanes/Scripts/setup run
	@Web/build

lint:
	@Tests/Lanes/Scripts/setup lint
	@Tests/Lanes/Scripts/lane-lint

unit:
	@Tests/Lanes/Scripts/setup unit
	@Tests/Lanes/Scripts/lane-build
	@Tests/Lanes/Scripts/lane-unit

coverage:
	@Tests/Lanes/Scripts/setup unit
	@Tests/Lanes/Scripts/coverage

spec:
	@Tests/Lanes/Scripts/setup unit
	@Tests/Behaviours/spec

pages:
	@Tests/Lanes/Scripts/setup unit
	@Tests/Lanes/Scripts/pages

allocations: build
	@Tests/Lanes/Scripts/setup test
	@swift build --quiet --no-color-diagnostics --product RecordingWriter
	@Tests/Lanes/Scripts/lane-allocations

fuzz:
	@Tests/Lanes/Scripts/setup unit
	@Tests/Lanes/Scripts/fuzz

faults:
	@Tests/Lanes/Scripts/setup run
	@Tests/Lanes/Scripts/build-release FaultStreams
	@.build/release/FaultStreams

bench: build
	@Tests/Lanes/Scripts/setup bench
	@Tests/Lanes/Scripts/make-package
	@Benchmarks/run
	@Benchmarks/Machine/run

load: build
	@Tests/Lanes/Scripts/setup test
	@Tests/Lanes/Load/load

company: build
	@Tests/Lanes/Scripts/setup test
	@Tests/Machines/Company/run

vm: build
	@Tests/Lanes/Scripts/setup test
	@Tests/Machines/VirtualMachine/run

witnesses: build
	@Tests/Lanes/Scripts/setup test
	@Tests/Machines/Witnesses/run

schema: unit
	@Tests/Lanes/Scripts/setup test
	@Tests/Lanes/Scripts/lane-schema

# The page of `gesturectl view`: .build/view/view.html
view:
	@Tests/Lanes/Scripts/setup package
	@Web/view/build

man: build
	@Tests/Lanes/Scripts/setup package
	@Tests/Lanes/Scripts/make-manual

# `make install` copies built files, because root may have no toolchain in PATH.
install:
	@Tests/Lanes/Scripts/install

install-filter:
	@Tests/Lanes/Scripts/install-filter

install-web:
	@Tests/Lanes/Scripts/install-web

# With ARCH or SUITE: for another system.
ifeq ($(ARCH)$(SUITE),)
deb:
	@Tests/Lanes/Scripts/setup package
	@Tests/Lanes/Scripts/make-package
else
deb:
	@Tests/Lanes/Scripts/setup deb-of-board
	@Packaging/Boards/make-package "$(ARCH)" "$(SUITE)"
endif

debs:
	@Tests/Lanes/Scripts/setup deb-of-board
	@for architecture in amd64 arm64; do for suite in bookworm trixie; do \
	  Packaging/Boards/make-package $$architecture $$suite || exit 1; done; done

boards: build
	@Tests/Lanes/Scripts/setup boards
	@Tests/Lanes/Scripts/lane-boards

dist:
	@Tests/Lanes/Scripts/setup package
	@Tests/Lanes/Scripts/make-dist

system: deb
	@Tests/Lanes/Scripts/setup test
	@Tests/Machines/System/run
