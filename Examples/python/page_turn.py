#!/usr/bin/env python3
"""Three fingers turn pages; two fingers drag the page along, and let it go.

    page_turn.py [SOCKET]

The drag shows what it takes to follow a gesture that lasts: what it did is undone when it is cancelled.
"""
import json
import os
import socket
import sys

path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("GESTURED_SOCKET", "/run/gestured/events.sock")
stream = socket.socket(socket.AF_UNIX)
stream.connect(path)
# One object a line. A filter's keys must all fit; of several filters one must.
request = {"id": 1, "command": "subscribe", "filter": [
    {"kind": "swipe", "touch_count": 3},
    {"kind": "pan", "touch_count": 2},
]}
stream.sendall(json.dumps(request).encode() + b"\n")

page, shift = 1, 0.0
for line in stream.makefile(encoding="utf-8"):
    event = json.loads(line)
    if event["type"] == "reply" and "error" in event:
        sys.exit(f"refused: {event['error']['message']}")
    if event["type"] != "gesture":
        continue  # hello, device, and whatever a later version adds
    if event["kind"] == "swipe" and event["direction"] in ("left", "right"):
        page = max(1, page + (1 if event["direction"] == "left" else -1))
        print(f"page {page}", flush=True)
    elif event["kind"] == "pan" and event["state"] in ("began", "changed"):
        shift = event["translation"][0]
    elif event["kind"] == "pan":
        # Only what has ended counts. What was cancelled is to be as if it had never been.
        print(f"dragged {shift:.0f} mm" if event["state"] == "ended" else "as it was", flush=True)
        shift = 0.0
