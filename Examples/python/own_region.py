#!/usr/bin/env python3
"""Declares a part of the screen, and a gesture that only counts there: taps on the right half.

    own_region.py [SOCKET]

Both are the connection's own: they are there as long as it is, and are declared again on the next one.
"""
import json, os, socket, sys, time

path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("GESTURED_SOCKET") or "/run/gestured/events.sock"
requests = [  # a batch of edits is all or nothing
    {"command": "regions",
     "edits": [{"add": {"name": "right", "frame": ["50%", 0, "50%", "100%"], "multiple": True}}]},
    {"command": "recognizers", "edits": [{"add": {"name": "next", "kind": "tap", "region": "right"}}]},
    {"command": "subscribe", "filter": [{"recognizer": "next"}]},
]


def listen(stream):
    """Says what is wanted, and prints what comes. Replies come in the order of the requests."""
    stream.sendall("".join(json.dumps(request) + "\n" for request in requests).encode())
    for event in map(json.loads, stream.makefile(encoding="utf-8")):
        if event["type"] == "reply" and "error" in event:
            sys.exit(f"refused: {event['error']['message']}")
        if event["type"] == "gesture":
            x, y = event["region_location"]
            print(f"{event['recognizer']}: {x:.0f}, {y:.0f} mm into {event['region']}", flush=True)


while True:
    try:
        with socket.socket(socket.AF_UNIX) as stream:
            stream.connect(path)
            listen(stream)
    except (OSError, ValueError):  # not there, or gone in the middle of a line
        pass
    time.sleep(1)
