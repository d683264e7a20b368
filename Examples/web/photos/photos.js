// A photo viewer: tap, double tap, long press, pages, zoom and turn at once. To copy: gestures.observe at the end, and move(). The rest is motion.
import { gestures } from "/gestured.js";
const [stage, bar, menu, title, counter, connection] = ["stage", "bar", "menu", "title", "counter", "connection"].map((id) => document.getElementById(id));
const photos = [...stage.querySelectorAll("img")];
const MAXIMUM = 6, GAP = 32, UPRIGHT = 15, REST = { x: 0, y: 0, scale: 1, angle: 0 };
let index = 0;      // the photo on the stage
let view = REST;    // where it is: its center from the stage's, in px; its scale; its angle in degrees
let base = REST;    // where it was when the fingers landed
let shift = 0;      // how far its neighbors are from their places
let mode = "rest";  // one finger: page or pan; two fingers: free; a page that turns by itself: turn
let lag = null;     // what the first event of a gesture jumped by, which fades
let motion = 0;     // counts animations: a newer one ends the older one
let arrive = null;  // what a page that turns by itself does when it is there
let focus = [0, 0]; // the middle of the fingers, from the stage's center
const width = () => stage.clientWidth, height = () => stage.clientHeight;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const rubber = (past, size) => Math.sign(past) * (1 - 1 / ((Math.abs(past) * 0.55) / size + 1)) * size;
const resist = (value, low, high, size) => clamp(value, low, high) + rubber(value - clamp(value, low, high), size);
const fromCenter = ({ clientX = width() / 2, clientY = height() / 2 }) => [clientX - width() / 2, clientY - height() / 2];
/** The size of the photo at scale 1, turned by an angle. */
function extent(angle) {
  const { naturalWidth: w, naturalHeight: h } = photos[index], fit = Math.min(width() / w, height() / h) || 1, turn = (angle * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  return [fit * (w * cosine + h * sine), fit * (w * sine + h * cosine)];
}
const upright = (angle) => Math.round(angle / 90) * 90;
const fitScale = (angle) => { const [w, h] = extent(upright(angle)); return Math.min(width() / w, height() / h); };
const fitted = (angle) => ({ ...REST, angle: upright(angle), scale: fitScale(angle) });
const isZoomed = (angle = view.angle) => view.scale > fitScale(angle) * 1.05;
const room = ({ scale, angle }) => extent(angle).map((side, axis) => Math.max(0, (side * scale - [width(), height()][axis]) / 2));
const settled = (at) => { const [x, y] = room(at); return { ...at, x: clamp(at.x, -x, x), y: clamp(at.y, -y, y) }; };
const scaled = (at, scale, [x, y]) => ({ ...at, scale, x: x + ((at.x - x) * scale) / at.scale, y: y + ((at.y - y) * scale) / at.scale });
function turned(at, angle, [x, y]) {
  const moved = new DOMMatrix().rotateSelf(angle - at.angle).transformPoint({ x: at.x - x, y: at.y - y });
  return { ...at, angle, x: x + moved.x, y: y + moved.y };
}

/** The place that the page shows: beyond a limit it resists the fingers, and the jump of a gesture's first event fades. */
function shown() {
  const fade = lag ? Math.max(0, (lag.until - performance.now()) / 60) : 0;
  const now = fade ? { x: view.x + lag.x * fade, y: view.y + lag.y * fade, scale: view.scale * lag.scale ** fade, angle: view.angle + lag.angle * fade } : view;
  const [x, y] = mode === "page" ? [index ? Infinity : 0, 0] : room(now);
  if (mode === "page") return { ...now, x: resist(now.x, index === photos.length - 1 ? 0 : -Infinity, x, width()) };
  if (mode === "pan") return { ...now, x: resist(now.x, -x, x, width()), y: resist(now.y, -y, y, height()) };
  return mode === "free" ? scaled(now, resist(now.scale, fitScale(now.angle), MAXIMUM, 2), focus) : now;
}
const matrix = ({ x, y, scale, angle }, w = width() / 2, h = height() / 2) =>
  new DOMMatrix().translateSelf(w + x, h + y).rotateSelf(angle).scaleSelf(scale).translateSelf(-w, -h);
function draw() {
  const now = shown(), isPaging = mode === "page" || mode === "turn";
  photos.forEach((photo, each) => {
    const side = each - index, isNear = side === 0 || (Math.abs(side) === 1 && (isPaging || shift !== 0));
    photo.classList.toggle("near", isNear);
    if (isNear) photo.style.transform = side ? `translateX(${side * (width() + GAP) + (isPaging ? now.x : shift)}px)` : matrix(now);
  });
  title.textContent = photos[index].alt;
  counter.textContent = `${index + 1} of ${photos.length}`;
  stage.dataset.state = `photo ${index} scale ${now.scale.toFixed(3)} angle ${now.angle.toFixed(1)} x ${now.x.toFixed(1)} y ${now.y.toFixed(1)} bar ${!bar.hidden} menu ${menu.open}`;
  if (lag && performance.now() < lag.until) requestAnimationFrame(draw);
}
/** Calls `step` with 0 to 1 in each frame for `ms`, eased and not; a newer animation ends it. */
function animate(ms, step, then = () => {}) {
  const mine = ++motion, start = performance.now(), isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  requestAnimationFrame(function frame() {
    if (mine !== motion) return;
    const t = isReduced ? 1 : Math.min(1, (performance.now() - start) / ms);
    step(1 - (1 - t) ** 3, t);
    if (t === 1) then();
    else requestAnimationFrame(frame);
    draw();
  });
}
function moveTo(to, ms = 300, then = () => {}) {
  arrive?.();
  const from = shown(), before = shift;
  [mode, lag, view] = [mode === "page" ? "turn" : "rest", null, from];
  const step = (t) => { [shift, view] = [before * (1 - t), Object.fromEntries(Object.keys(REST).map((key) => [key, from[key] + (to[key] - from[key]) * t]))]; };
  animate(ms, step, () => { mode = "rest"; then(); });
}
const zoomTo = (scale, point = [0, 0]) => moveTo(settled(scaled(view, clamp(scale, fitScale(view.angle), MAXIMUM), point)));
/** The next photo in a direction, or back. `speed` is the finger's, in px/ms. */
function page(step, speed = 0) {
  arrive?.();
  const target = photos[index + step] ? step : 0, x = -target * (width() + GAP);
  mode = "page";
  moveTo({ ...fitted(view.angle), x }, clamp(Math.abs(x - view.x) / (Math.abs(speed) || 1), 150, 350), () => arrive?.());
  arrive = () => { [arrive, index, view, mode] = [null, index + target, target ? REST : view, "rest"]; };
}
/** A throw slows down by 0.998 a millisecond, until it rests or meets an edge. */
function fling(vx, vy) {
  const from = view, ms = Math.log(0.02 / Math.hypot(vx, vy)) / Math.log(0.998), way = (t) => (1 - 0.998 ** (ms * t)) / -Math.log(0.998);
  animate(ms, (_, t) => { view = settled({ ...from, x: from.x + vx * way(t), y: from.y + vy * way(t) }); }, () => { mode = "rest"; });
}
/** One finger drags a page, or the zoomed photo; a second one makes the photo free. */
function move(event) {
  if (event.canceled || !event.matrixDelta) return event.canceled && (mode === "page" ? page(0) : moveTo(settled(base))); // private mode has no places
  if (event.first) [motion, arrive, base, mode] = [motion + 1, null, view, isZoomed() ? "pan" : "page"];
  const before = view, from = mode === "page" ? view.x : 0;
  if (event.touchCount > 1) {
    focus = fromCenter(event);
    if (from) animate(150, (t) => { shift = from * (1 - t); });
    [mode, shift] = ["free", from || shift];
  }
  const next = mode === "page" ? matrix({ ...view, x: view.x + event.movementX }) : event.matrixDelta.multiply(matrix(view));
  const center = next.transformPoint({ x: width() / 2, y: height() / 2 }), scale = Math.hypot(next.a, next.b);
  const turned = (Math.atan2(next.b, next.a) * 180) / Math.PI, angle = turned + 360 * Math.round((view.angle - turned) / 360);
  view = { x: center.x - width() / 2, y: center.y - height() / 2, scale, angle };
  if (event.first) lag = { x: before.x - view.x, y: before.y - view.y, scale: before.scale / scale, angle: before.angle - angle, until: performance.now() + 60 };
  if (event.last) release(event);
  draw();
}
function release({ velocityX: vx = 0, velocityY: vy = 0 }) {
  const now = shown(), rest = settled(view), back = -Math.sign(view.x);
  // A photo that has hardly turned goes back.
  const angle = upright(Math.abs(now.angle - base.angle) < UPRIGHT ? base.angle : now.angle);
  const step = Math.abs(vx) > 0.3 ? -Math.sign(vx) : Math.abs(view.x) > width() / 2 ? back : 0;
  if (mode === "page") return page(step === back ? step : 0, vx);
  if (mode === "pan" && Math.hypot(vx, vy) > 0.1 && rest.x === view.x && rest.y === view.y) return fling(vx, vy);
  if (mode === "free" && !isZoomed(base.angle)) return moveTo(fitted(angle));
  moveTo(settled(scaled(turned(now, angle, focus), clamp(now.scale, fitScale(angle), MAXIMUM), focus)));
}
function openMenu(x = width() / 2, y = height() / 2) {
  menu.show();
  Object.assign(menu.style, { left: `${clamp(x, 8, width() - menu.offsetWidth - 8)}px`, top: `${clamp(y, 8, height() - menu.offsetHeight - 8)}px` });
  menu.querySelector("button").focus();
}
const closeMenu = () => { menu.close(); stage.focus({ preventScroll: true }); };
const ACTIONS = {
  previous: () => page(-1), next: () => page(1), in: () => zoomTo(view.scale * 1.5), out: () => zoomTo(view.scale / 1.5), fit: () => moveTo(fitted(view.angle)),
  turn: () => moveTo(fitted(upright(view.angle) + 90)), menu: () => openMenu(), close: () => {},
  share: () => navigator.share?.({ title: photos[index].alt, url: photos[index].src }).catch(() => {}),
  delete: () => { arrive?.(); if (photos.length > 1) photos.splice(index, 1)[0].remove(); [motion, mode, shift, view, index] = [motion + 1, "rest", 0, REST, Math.min(index, photos.length - 1)]; },
  information: () => { const { alt, naturalWidth, naturalHeight } = photos[index]; connection.textContent = `${alt}, ${naturalWidth} × ${naturalHeight}`; },
};
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", "+": "in", "=": "in", "-": "out", 0: "fit", r: "turn", Enter: "menu", Escape: "close" };
const act = (name) => { if (menu.open) closeMenu(); ACTIONS[name]?.(); draw(); };
addEventListener("click", ({ target }) => act(target.closest("[data-do]")?.dataset.do));
addEventListener("keydown", (event) => {
  const name = menu.open && event.key !== "Escape" ? null : KEYS[event.key];
  if (!name || event.ctrlKey || event.metaKey || (name === "menu" && event.target.closest("button"))) return;
  event.preventDefault();
  act(name);
});
stage.addEventListener("wheel", (event) => { event.preventDefault(); zoomTo(view.scale * 1.0015 ** -event.deltaY, fromCenter(event)); }, { passive: false });
addEventListener("resize", () => moveTo(fitted(view.angle), 1));
gestures.addEventListener("statechange", () => { connection.textContent = gestures.supported ? "" : "gestures: not connected"; });
document.documentElement.classList.add("live");
[bar.hidden, connection.textContent] = [false, "gestures: not connected"];
gestures.shield(bar);
gestures.observe(stage, {
  double: { kind: "tap", taps: 2, on: (event) => (isZoomed() ? moveTo(fitted(view.angle)) : zoomTo(2.5, fromCenter(event))) },
  tap: { requireToFail: ["double"], on: () => { if (menu.open) closeMenu(); else bar.hidden = !bar.hidden; draw(); } },
  press: { requireNotBegun: ["move"], on: (event) => { if (event.first) openMenu(event.clientX, event.clientY); draw(); } },
  move: { kind: "transform", on: move },
});
draw();
