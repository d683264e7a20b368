// Gives the tests of a page the module, and a list of the events that came.
import * as module from "/gestured.js";

Object.assign(globalThis, module);
globalThis.events = [];
const FIELDS = ["clientX", "clientY", "deltaX", "deltaY", "movementX", "movementY", "velocityX", "velocityY", "scale", "scaleDelta", "rotation", "rotationDelta",
  "startX", "startY", "offsetX", "offsetY", "direction", "taps", "duration", "first", "last", "canceled", "reason", "phase", "state", "kind", "gesture", "touchCount", "fingers"];

/** Records events of an element as plain objects. */
globalThis.record = (element, ...types) => {
  for (const type of types) {
    element.addEventListener(type, (event) => {
      const seen = { type: event.type, target: event.target.id, at: performance.now(), timeStamp: event.timeStamp };
      for (const name of FIELDS) if (event[name] !== undefined) seen[name] = event[name];
      if (event.matrix) seen.matrix = [event.matrix.a, event.matrix.b, event.matrix.c, event.matrix.d, event.matrix.e, event.matrix.f];
      seen.coalesced = event.coalesced?.length ?? 0;
      globalThis.events.push(seen);
    });
  }
};
globalThis.types = () => globalThis.events.map((each) => each.type);
globalThis.isReady = true;
