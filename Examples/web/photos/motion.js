// Where the photos are: pages that turn, zoom, throws, and the animations between them.

const find = (id) => document.getElementById(id);
const [stage, bar, menu, title, counter] = ["stage", "bar", "menu", "title", "counter"].map(find);
const photos = [...stage.querySelectorAll("img")];

const LARGEST_SCALE = 6;
const GAP = 32; // px between two photos
const UPRIGHT = 15; // degrees: a photo that has turned less goes back
const FADE = 60; // ms in which the jump of a gesture's first event fades
const SLOWDOWN = 0.998; // what is left of a throw's speed after each ms
const REST = { x: 0, y: 0, scale: 1, angle: 0 };

let index = 0; // the photo on the stage
let view = REST; // where it is: its center from the stage's, in px; its scale; its angle in degrees
let base = REST; // where it was when the fingers landed
let shift = 0; // how far its neighbors are from their places
let mode = "rest"; // one finger: page or pan; two fingers: free; a page that turns by itself: turn
let jump = null; // what the first event of a gesture jumped by, and when that has faded
let animation = 0; // counts animations: a newer one ends the older one
let arrive = null; // what a page that turns by itself does when it is there
let focus = [0, 0]; // the middle of the fingers, from the stage's center

const width = () => stage.clientWidth;
const height = () => stage.clientHeight;

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** How far a photo moves when the fingers pull it past its limit: less and less, and never by `size`. */
const rubber = (past, size) => Math.sign(past) * (1 - 1 / ((Math.abs(past) * 0.55) / size + 1)) * size;

/** A value that resists beyond its limits. */
function resist(value, low, high, size) {
  const inside = clamp(value, low, high);
  return inside + rubber(value - inside, size);
}

/** The place of an event from the stage's center. An event without a place is in the center. */
export function fromCenter({ clientX = width() / 2, clientY = height() / 2 }) {
  return [clientX - width() / 2, clientY - height() / 2];
}

// --- Places that the photo may have

/** The size of the photo at scale 1, turned by an angle. */
function extent(angle) {
  const { naturalWidth, naturalHeight } = photos[index];
  const fit = Math.min(width() / naturalWidth, height() / naturalHeight) || 1;
  const turn = (angle * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  const across = naturalWidth * cosine + naturalHeight * sine;
  const down = naturalWidth * sine + naturalHeight * cosine;
  return [fit * across, fit * down];
}

const upright = (angle) => Math.round(angle / 90) * 90;

/** The scale that fits the stage at the nearest quarter turn. */
function fitScale(angle) {
  const [across, down] = extent(upright(angle));
  return Math.min(width() / across, height() / down);
}

const fitted = (angle) => ({ ...REST, angle: upright(angle), scale: fitScale(angle) });

export const isZoomed = (angle = view.angle) => view.scale > fitScale(angle) * 1.05;

/** How far the photo may move from the center until an edge of it is inside the stage. */
function room({ scale, angle }) {
  const [across, down] = extent(angle);
  return [Math.max(0, (across * scale - width()) / 2), Math.max(0, (down * scale - height()) / 2)];
}

/** The nearest place where no edge is inside the stage. */
function settled(place) {
  const [x, y] = room(place);
  return { ...place, x: clamp(place.x, -x, x), y: clamp(place.y, -y, y) };
}

/** A place with another scale; the point (x, y) stays. */
function scaled(place, scale, [x, y]) {
  const factor = scale / place.scale;
  return { ...place, scale, x: x + (place.x - x) * factor, y: y + (place.y - y) * factor };
}

/** A place with another angle; the point (x, y) stays. */
function turned(place, angle, [x, y]) {
  const rotation = new DOMMatrix().rotateSelf(angle - place.angle);
  const moved = rotation.transformPoint({ x: place.x - x, y: place.y - y });
  return { ...place, angle, x: x + moved.x, y: y + moved.y };
}

/** The matrix of a place, in client px. */
function matrixOf({ x, y, scale, angle }) {
  const [middle, center] = [width() / 2, height() / 2];
  const matrix = new DOMMatrix().translateSelf(middle + x, center + y);
  return matrix.rotateSelf(angle).scaleSelf(scale).translateSelf(-middle, -center);
}

/** The place of a matrix. Its angle is the one nearest to the photo's, as a photo may turn more than once. */
function placeOf(matrix) {
  const [middle, center] = [width() / 2, height() / 2];
  const { x, y } = matrix.transformPoint({ x: middle, y: center });
  const angle = (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI;
  const turns = Math.round((view.angle - angle) / 360);
  return { x: x - middle, y: y - center, scale: Math.hypot(matrix.a, matrix.b), angle: angle + 360 * turns };
}

// --- The picture

/** The photo's place with what is left of the jump of a gesture's first event. */
function eased() {
  const share = jump ? Math.max(0, (jump.until - performance.now()) / FADE) : 0;
  if (!share) return view;
  return {
    x: view.x + jump.x * share, y: view.y + jump.y * share,
    scale: view.scale * jump.scale ** share, angle: view.angle + jump.angle * share,
  };
}

/** The place that the page shows: beyond a limit it resists the fingers. */
function shown() {
  const now = eased();
  if (mode === "page") {
    const lowest = index === photos.length - 1 ? 0 : -Infinity;
    const highest = index === 0 ? 0 : Infinity;
    return { ...now, x: resist(now.x, lowest, highest, width()) };
  }
  if (mode === "pan") {
    const [x, y] = room(now);
    return { ...now, x: resist(now.x, -x, x, width()), y: resist(now.y, -y, y, height()) };
  }
  if (mode === "free") return scaled(now, resist(now.scale, fitScale(now.angle), LARGEST_SCALE, 2), focus);
  return now;
}

export function draw() {
  const now = shown();
  const isPaging = mode === "page" || mode === "turn";
  photos.forEach((photo, each) => {
    const side = each - index;
    const isNear = side === 0 || (Math.abs(side) === 1 && (isPaging || shift !== 0));
    const x = side * (width() + GAP) + (isPaging ? now.x : shift);
    photo.classList.toggle("near", isNear);
    if (isNear) photo.style.transform = side ? `translateX(${x}px)` : matrixOf(now);
  });
  title.textContent = photos[index].alt;
  counter.textContent = `${index + 1} of ${photos.length}`;
  // The tests of the viewer read this.
  stage.dataset.state = [
    `photo ${index} scale ${now.scale.toFixed(3)} angle ${now.angle.toFixed(1)}`,
    `x ${now.x.toFixed(1)} y ${now.y.toFixed(1)} bar ${!bar.hidden} menu ${menu.open}`,
  ].join(" ");
  if (jump && performance.now() < jump.until) requestAnimationFrame(draw);
}

// --- Animations

/** Calls `step` in each frame for `ms`, with 0 to 1, eased and not. A newer animation ends it. */
function animate(ms, step, then = () => {}) {
  animation += 1;
  const own = animation;
  const start = performance.now();
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  requestAnimationFrame(function frame() {
    if (own !== animation) return;
    const share = isReduced ? 1 : Math.min(1, (performance.now() - start) / ms);
    step(1 - (1 - share) ** 3, share);
    if (share === 1) then();
    else requestAnimationFrame(frame);
    draw();
  });
}

function moveTo(to, ms = 300, then = () => {}) {
  arrive?.();
  const from = shown();
  const before = shift;
  mode = mode === "page" ? "turn" : "rest";
  jump = null;
  view = from;
  const step = (share) => {
    const between = (key) => from[key] + (to[key] - from[key]) * share;
    shift = before * (1 - share);
    view = { x: between("x"), y: between("y"), scale: between("scale"), angle: between("angle") };
  };
  animate(ms, step, () => {
    mode = "rest";
    then();
  });
}

/** Zooms, and keeps the point where it is. */
export function zoomTo(scale, point = [0, 0]) {
  moveTo(settled(scaled(view, clamp(scale, fitScale(view.angle), LARGEST_SCALE), point)));
}

export const zoomBy = (factor, point) => zoomTo(view.scale * factor, point);
export const fit = (ms) => moveTo(fitted(view.angle), ms);
export const turnRight = () => moveTo(fitted(upright(view.angle) + 90));

/** Turns to the next photo in a direction, or comes back without one. `speed` is the finger's, in px/ms. */
export function turnPage(step, speed = 0) {
  arrive?.();
  const target = photos[index + step] ? step : 0;
  const x = -target * (width() + GAP);
  mode = "page";
  const ms = clamp(Math.abs(x - view.x) / (Math.abs(speed) || 1), 150, 350);
  moveTo({ ...fitted(view.angle), x }, ms, () => arrive?.());
  arrive = () => {
    arrive = null;
    index += target;
    if (target) view = REST;
    mode = "rest";
  };
}

/** A throw slows down, until it rests or meets an edge. The velocities are in px/ms. */
function fling(velocityX, velocityY) {
  const from = view;
  const ms = Math.log(0.02 / Math.hypot(velocityX, velocityY)) / Math.log(SLOWDOWN);
  const step = (_, share) => {
    const way = (1 - SLOWDOWN ** (ms * share)) / -Math.log(SLOWDOWN);
    view = settled({ ...from, x: from.x + velocityX * way, y: from.y + velocityY * way });
  };
  animate(ms, step, () => { mode = "rest"; });
}

// --- Fingers

/** The fingers take the photo over from an animation. */
export function hold() {
  animation += 1;
  arrive = null;
  base = view;
  mode = isZoomed() ? "pan" : "page";
}

/** Two fingers move the photo freely, around their middle. The neighbors of a dragged page go back. */
export function free(event) {
  focus = fromCenter(event);
  const from = mode === "page" ? view.x : 0;
  if (from) {
    shift = from;
    animate(150, (share) => { shift = from * (1 - share); });
  }
  mode = "free";
}

/** One event of the fingers: they drag the page, or their matrix moves the photo. */
export function follow({ first, movementX, matrixDelta }) {
  const before = view;
  const isPage = mode === "page";
  view = isPage ? { ...view, x: view.x + movementX } : placeOf(matrixDelta.multiply(matrixOf(view)));
  if (!first) return;
  jump = {
    x: before.x - view.x, y: before.y - view.y,
    scale: before.scale / view.scale, angle: before.angle - view.angle,
    until: performance.now() + FADE,
  };
}

/** The fingers have lifted: a page turns or comes back; a photo flies on, or goes where it fits. */
export function release({ velocityX = 0, velocityY = 0 }) {
  if (mode === "page") return turnPage(pageAfter(velocityX), velocityX);
  const now = shown();
  const rest = settled(view);
  const isInside = rest.x === view.x && rest.y === view.y;
  const isThrown = Math.hypot(velocityX, velocityY) > 0.1;
  if (mode === "pan" && isInside && isThrown) return fling(velocityX, velocityY);
  // A photo that has hardly turned goes back.
  const angle = upright(Math.abs(now.angle - base.angle) < UPRIGHT ? base.angle : now.angle);
  if (mode === "free" && !isZoomed(base.angle)) return moveTo(fitted(angle));
  const scale = clamp(now.scale, fitScale(angle), LARGEST_SCALE);
  moveTo(settled(scaled(turned(now, angle, focus), scale, focus)));
}

/** The step to the photo after a drag: 1, -1, or 0 for the same. A quick stroke back turns none. */
function pageAfter(velocityX) {
  const dragged = -Math.sign(view.x);
  if (Math.abs(velocityX) > 0.3) return -Math.sign(velocityX) === dragged ? dragged : 0;
  return Math.abs(view.x) > width() / 2 ? dragged : 0;
}

/** Puts the photo back where the fingers found it. */
export function putBack() {
  if (mode === "page") turnPage(0);
  else moveTo(settled(base));
}

// --- Photos

/** The photo on the stage. */
export const photo = () => photos[index];

/** Removes the photo on the stage, unless it is the last one. */
export function removePhoto() {
  arrive?.();
  if (photos.length > 1) photos.splice(index, 1)[0].remove();
  index = Math.min(index, photos.length - 1);
  animation += 1;
  mode = "rest";
  shift = 0;
  view = REST;
}
