#!/usr/bin/env python3
"""Three fingers turn pages; two fingers drag the page along, and let it go.

    page_turn.py [SOCKET]

The drag shows what it takes to follow a gesture that lasts: what it did is undone when it is cancelled.
"""
import json, os, socket, sys, time

path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("GESTURED_SOCKET") or "/run/gestured/events.sock"
# One object a line. A line matches when all keys of one filter match.
request = {"command": "subscribe", "filter": [{"kind": "swipe", "touch_count": 3}, {"kind": "pan", "touch_count": 2}]}


def events():
    """The events of gestured, also after a restart of the daemon."""
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as stream:
                stream.connect(path)
                stream.sendall(json.dumps(request).encode() + b"\n")
                yield from map(json.loads, stream.makefile(encoding="utf-8"))
        except (OSError, ValueError):  # not there, or gone in the middle of a line
            pass
        time.sleep(1)


page, shift = 1, 0.0
for event in events():
    if event["type"] == "reply" and "error" in event:
        sys.exit(f"refused: {event['error']['message']}")
    if event["type"] == "hello":
        shift = 0.0  # no gesture outlives its connection
    if event["type"] != "gesture":
        continue  # device, bye, and whatever a later version adds
    if event["kind"] == "swipe" and event["direction"] in ("left", "right"):
        page = max(1, page + (1 if event["direction"] == "left" else -1))
        print(f"page {page}", flush=True)
    elif event["kind"] == "pan" and event["state"] in ("began", "changed"):
        shift = event["translation"][0]
    elif event["kind"] == "pan":
        # Only an ended pan counts. A cancelled one is undone.
        print(f"dragged {shift:.0f} mm" if event["state"] == "ended" else "as it was", flush=True)
        shift = 0.0
