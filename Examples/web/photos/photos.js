// A photo viewer: tap, double tap, long press, pages, zoom and turn at once. Copy from this file: it has the
// gestures, and what each one does. motion.js moves the photos. controls.js has the menu, buttons and keys.
import { gestures } from "/gestured.js";
import { closeMenu, isMenuOpen, openMenu } from "./controls.js";
import { draw, fit, follow, free, fromCenter, hold, isZoomed, putBack, release, zoomTo } from "./motion.js";

const find = (id) => document.getElementById(id);
const [stage, bar, connection] = ["stage", "bar", "connection"].map(find);

// Buttons and keys work without a connection.
function showConnection() {
  connection.textContent = gestures.supported ? "" : "gestures: not connected";
}
gestures.addEventListener("statechange", showConnection);
showConnection();
document.documentElement.classList.add("live");
bar.hidden = false;

// A tap on the bar does nothing to the photo behind it.
gestures.shield(bar);

gestures.observe(stage, {
  double: { kind: "tap", taps: 2, on: zoomInOrOut },
  // The first tap of a double tap does not blink the bar.
  tap: { requireToFail: ["double"], on: toggleBar },
  // A finger that has begun to move opens no menu.
  press: { requireNotBegun: ["move"], on: openMenuAtFinger },
  move: { kind: "transform", on: move },
});
draw();

function zoomInOrOut(event) {
  if (isZoomed()) fit();
  else zoomTo(2.5, fromCenter(event));
}

function toggleBar() {
  if (isMenuOpen()) closeMenu();
  else bar.hidden = !bar.hidden;
  draw();
}

/** A long press lasts: its first event comes while the finger is still down. */
function openMenuAtFinger(event) {
  if (event.first) openMenu(event.clientX, event.clientY);
  draw();
}

/** One finger drags a page, or the zoomed photo. A second one makes the photo free, in the same gesture. */
function move(event) {
  // The daemon has taken the touches away, so nothing of the gesture counts.
  if (event.canceled) return putBack();
  // In private mode there are no places.
  if (!event.matrixDelta) return;
  if (event.first) hold();
  if (event.touchCount > 1) free(event);
  follow(event);
  if (event.last) release(event);
  draw();
}
