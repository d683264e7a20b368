#!/usr/bin/env python3
"""Declares a part of the screen, and a gesture that only counts there: taps on the right half.

    own_region.py [SOCKET]

Both are this connection's own: they are there as long as it is.
"""
import json
import os
import socket
import sys

path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("GESTURED_SOCKET", "/run/gestured/events.sock")
stream = socket.socket(socket.AF_UNIX)
stream.connect(path)
lines = stream.makefile("r", encoding="utf-8")


def ask(command, **fields):
    """Sends a request and waits for its reply, which comes in the order of the requests."""
    stream.sendall(json.dumps({"command": command, **fields}).encode() + b"\n")
    for line in lines:
        reply = json.loads(line)
        if reply["type"] == "reply":
            if "error" in reply:
                sys.exit(f"{command}: {reply['error']['message']}")
            return reply
    sys.exit("the daemon is gone")


# A batch is all or nothing.
ask("regions", edits=[{"add": {"name": "right", "frame": ["50%", 0, "50%", "100%"], "multiple": True}}])
ask("recognizers", edits=[{"add": {"name": "next", "kind": "tap", "region": "right"}}])
ask("subscribe", filter=[{"recognizer": "next"}])
for line in lines:
    event = json.loads(line)
    if event["type"] == "gesture":
        x, y = event["region_location"]
        print(f"{event['recognizer']}: {x:.0f}, {y:.0f} mm into {event['region']}", flush=True)
