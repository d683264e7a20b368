"""Splits the cost of a run of gestured by stage: callgrind counts instructions, and the binary's debug information names
their sources."""

import os
import re
import socket
import subprocess
import time
from collections import defaultdict
from pathlib import Path

# The stages in the order of a touch's path, each with its sources. Code outside these, above all geometry, counts for
# its caller, as libraries do. The first stage with the source counts.
STAGES = {
    "parse the recording": ["TouchInput/Recordings/", "LinuxInput/Frames/PanelReach+Recording.swift"],
    "assemble": ["TouchInput/Frames/"],
    "filter and track": ["GestureCore/Touch/"],
    "hit test": ["GestureCore/Regions/"],
    "arena": ["GestureCore/Pipeline/", "GestureCore/Recognition/"],
    "recognizers": ["GestureCore/Recognizers/"],
    "delivery": ["GestureCore/Delivery/", "GestureCore/Responders/"],
    "write the recording": ["TouchInput/Clone/CloneText.swift", "GesturedDaemon/Tools/CloneWriter.swift"],
    "clone": ["GestureCore/App/", "TouchInput/Clone/"],
    "encode": ["GestureProtocol/"],
    "publish and write": [
        "GesturedDaemon/", "GesturedBase/", "GesturedDevices/", "GesturedServing/", "GesturedCommands/", "LinuxEventLoop/",
    ],
}
# Values that one stage makes and other stages read.
SHARED = [
    "GestureCore/Touch/Touch.swift", "GestureCore/Touch/TouchFrame.swift", "GestureCore/Touch/ContactChange.swift",
    "GestureCore/Touch/VelocityHistory.swift", "GestureCore/Regions/RegionTree.swift",
    "GestureCore/Regions/Region.swift", "GestureCore/Recognition/TrackedTouches.swift",
]
# The main program's calls into libraries contain everything else.
ENTRY = "Sources/gestured/"

# The C library copies memory with the processor's own features; this variable restricts it to the features of all
# processors.
PLAIN_LIBRARY = {
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-SSSE3,-Fast_Copy_Backward"
}
# Swift's dictionaries otherwise have another order in each run.
SAME_HASHES = {"SWIFT_DETERMINISTIC_HASHING": "1"}
# Two runs are alike where their numbers of instructions differ by at most this share: two instructions a frame of 18,000.
ALIKE = 0.0001
MOST_RUNS = 6
POSITION = re.compile(r"[+\-*]|0x")


def count(gestured, arguments, output, socket_path, request=b""):
    """Runs gestured under callgrind, with one subscriber at its socket, which begins with a request.

    Returns the number of instructions; the file `output` holds the details.

    On a busy computer the subscriber may read so late that its socket is full, and each turn of the daemon then costs more.
    This can only add instructions, so runs are repeated until one of them confirms the lowest number.
    """
    best = None
    latest = output.with_name(output.name + ".latest")
    for _ in range(MOST_RUNS):
        found = count_once(gestured, arguments, latest, socket_path, request)
        is_confirmed = best is not None and abs(found - best) <= best * ALIKE
        if best is None or found < best:
            best = found
            latest.replace(output)
        if is_confirmed:
            break
    return best


def count_once(gestured, arguments, output, socket_path, request):
    """Runs gestured once; returns as `count` does."""
    socket_path.unlink(missing_ok=True)
    # The subscriber comes first, so that it mostly reads at once.
    command = ["nice", "-n", "5", "valgrind", "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={output}", str(gestured)]
    run = subprocess.Popen(
        command + arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=os.environ | PLAIN_LIBRARY | SAME_HASHES)
    lines = subscribe(run, socket_path, request)
    said = run.communicate()[1]
    collected = re.search(r"Collected : (\d+)", said)
    if run.returncode != 0 or not collected or not lines:
        raise SystemExit(f"benchmark: {' '.join(arguments)} under callgrind, {lines} lines:\n{said[-2000:]}")
    return int(collected[1])


def subscribe(run, socket_path, request):
    """Sends the request, and reads until the replay is over; returns the number of lines."""
    client = socket.socket(socket.AF_UNIX)
    while run.poll() is None:
        try:
            client.connect(str(socket_path))
            break
        except OSError:
            time.sleep(0.02)
    lines = 0
    with client:
        if request:
            client.sendall(request)
        while run.poll() is None and (bytes_read := client.recv(1 << 20)):
            lines += bytes_read.count(b"\n")
    return lines


class Function:
    """A function's data from callgrind: instructions by address, and calls as (address, called function) with their cost."""

    def __init__(self):
        self.own = defaultdict(int)
        self.calls = defaultdict(int)


class Profile:
    """A callgrind file of the stripped program, split by stage with the debug information of the whole program."""

    def __init__(self, path, symbols):
        self._functions = defaultdict(Function)
        self._accounted = {}
        self._read(path)
        addresses = set()
        for (owner, _), function in self._functions.items():
            if Path(owner).name == Path(symbols).name:
                addresses |= set(function.own) | {address for address, _ in function.calls}
        self._stage = _stages_of(sorted(addresses), symbols)

    def by_stage(self):
        """The instructions of each stage, with its calls into libraries."""
        result = defaultdict(float)
        for key, function in self._functions.items():
            for address, cost in function.own.items():
                result[self._stage_at(key, address)] += cost
            for (address, callee), cost in function.calls.items():
                result[self._stage_at(key, address)] += cost * (1 - self._accounted_share(callee))
        return result

    def _stage_at(self, key, address):
        return self._stage.get(address) if Path(key[0]).name == "gestured" else None

    def _accounted_share(self, key):
        """The share of a function's cost that counts for stages already, called functions included: all of our own
        functions, and nothing of a library that calls none of ours."""
        if key not in self._accounted:
            self._accounted[key] = 0  # ends the recursion of functions that call themselves
            function = self._functions[key]
            accounted = whole = 0.0
            for address, cost in function.own.items():
                whole += cost
                accounted += cost if self._stage_at(key, address) else 0
            for (address, callee), cost in function.calls.items():
                whole += cost
                accounted += cost if self._stage_at(key, address) else cost * self._accounted_share(callee)
            self._accounted[key] = accounted / whole if whole else 0
        return self._accounted[key]

    def _read(self, path):
        names = {}
        owner = function = None
        called_owner = called = None
        address = 0
        is_call = False

        def name(text):
            match = re.match(r"\((\d+)\)(?: (.*))?", text)
            if match[2]:
                names[match[1]] = match[2]
            return names[match[1]]

        with open(path) as lines:
            for line in lines:
                word, equals, rest = line.rstrip("\n").partition("=")
                if POSITION.match(line):
                    position, _, cost = line.split()
                    if position.startswith("0x"):
                        address = int(position, 16)
                    elif position != "*":
                        address += int(position, 0)
                    if is_call:
                        function.calls[address, (called_owner or owner, called)] += int(cost)
                        called_owner, is_call = None, False
                    else:
                        function.own[address] += int(cost)
                elif word == "ob":
                    owner = name(rest)
                elif word == "fn":
                    function = self._functions[owner, rest.split()[0]]
                elif word == "cob":
                    called_owner = name(rest)
                elif word == "cfn":
                    called = rest.split()[0]
                elif word == "calls":
                    is_call = True


def _stages_of(addresses, symbols):
    """The stage of each address in our own sources; inline code counts for the nearest stage around it."""
    text = "".join(f"{address:#x}\n" for address in addresses)
    said = subprocess.run(
        ["llvm-symbolizer", f"--obj={symbols}", "--functions=none"], input=text, capture_output=True, text=True,
        check=True).stdout
    stages = {}
    for address, block in zip(addresses, said.split("\n\n")):
        for place in block.splitlines():
            stage = _stage_of(place)
            if stage:
                stages[address] = stage
                break
    return stages


def _stage_of(place):
    if ENTRY in place:
        return "start"
    if any(shared in place for shared in SHARED):
        return None
    for stage, sources in STAGES.items():
        if any("/Sources/" + source in place for source in sources):
            return stage
    return None
