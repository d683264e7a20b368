// Uses that the types allow, and uses that they refuse. JS-58 compiles this file with tsc --strict.
import { GesturedError, GesturedEvent, gestures } from "../../../Web/module/gestured.js";

const map = document.createElement("div");
const stop = new AbortController();
const handle = gestures.observe(map, {
  tap: { requireToFail: ["double"] },
  double: { kind: "tap", taps: 2 },
  move: { kind: "transform", touches: 2 },
  rotate: (event) => event.rotationDelta,
  swipe: { distance: "64px", direction: ["left", "right"] },
}, { signal: stop.signal, native: "scroll-y" });
handle.ready.catch((error: GesturedError) => error.code === "limit");
map.addEventListener("g-pinchmove", (event) => event.scale.toFixed(2));
map.addEventListener("g-movemove", (event) => event.matrixDelta?.multiply(new DOMMatrix()));
// @ts-expect-error a matrix may be withheld
map.addEventListener("g-movemove", (event) => event.matrixDelta.multiply(new DOMMatrix()));
// @ts-expect-error a travel may be withheld
map.addEventListener("g-panmove", (event) => event.deltaX + 1);
document.addEventListener("g-tap", (event) => event.taps);
addEventListener("g-pinchmove", (event) => event.scale);
map.addEventListener("g-tap", (event) => [event.clientX, event.taps]);
// @ts-expect-error a pinch has no direction
map.addEventListener("g-pinchmove", (event) => event.direction);
// @ts-expect-error there is no such kind
gestures.observe(map, { x: { kind: "pich" } });
gestures.observe(map, { tap: { maximum_press_ms: 300, distanceMm: 4, gap: 200 } });
// @ts-expect-error there is no such option
gestures.observe(map, { tap: { tabs: 2 } });
handle.set({ swipe: { distance: 40 } });
// @ts-expect-error a recognizer keeps its kind
handle.set({ swipe: { kind: "pan" } });
// @ts-expect-error a recognizer keeps how its moves come
handle.set({ move: { coalesce: false } });
map.addEventListener("g-check-mark", (event) => event.startX);
map.addEventListener("g-edge-panstart", (event) => event.startX);
gestures.listen({ type: "gesture", device: "kitchen", owners: "all" });
// @ts-expect-error an error has a code
new GesturedError("only a message");
// @ts-expect-error pages make no events
new GesturedEvent("g-tap");
async function lines() {
  for await (const line of gestures.listen({ kind: "swipe" })) console.log(line.direction);
}
lines();
