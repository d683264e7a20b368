// gestured.js: gestures of elements, from the daemon gestured. One module without dependencies; docs/web.md is its manual.
//
//   observe(element, recognizers) ──▶ a region and its recognizers ──▶ gestured ──▶ lines ──▶ events at the element
//
// The first half of this file computes and knows no page: names, options, places, values of gestures. The second half
// has the page: connection, layout, events.

export const version = "0.1.0";

const DISCRETE = new Set(["tap", "swipe", "check_mark"]);
const KINDS = ["tap", "long_press", "pan", "swipe", "pinch", "rotation", "edge_pan", "transform", "press_and_drag", "tip_tap", "check_mark", "hold_and_twist", "hover"];
const ALIASES = { rotate: "rotation", press: "long_press" };
const RELATIONS = ["require_to_fail", "required_to_fail_by", "require_not_begun", "simultaneous_with", "can_prevent", "can_be_prevented_by"];
// How options of the wire end, and their unit there. Pages may leave out the unit: they mean ms, degrees and CSS px.
const UNITS = { mm: /(movement|distance|change|arc|band|stroke|back|way)$/, ms: /(press|gap|duration|rest|early|window)$/, degrees: /(cone|turn)$/, percent: /^section/ };
// Elements inside an observed one that keep their own taps.
const INTERACTIVE = 'button, a[href], input, select, textarea, summary, [contenteditable]:not([contenteditable="false"]), [data-gestures="off"]';
const MAXIMUM_REGIONS = 64; // regions_per_page of gestured-web
const MAXIMUM_SHIELDS = 32;
const FRAME_INTERVAL = 100; // ms between two batches of frames
const ANCHOR_WINDOW = 300; // ms between what the browser and the daemon saw of one tap
const ZOOM_LEVELS = [0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
const ANCHOR = "anchor"; // the key of the module's own passive tap
const IDENTITY = [1, 0, 0, 1, 0, 0];

/** A mistake or a refusal. `code` is `blocked`, `refused`, `unavailable`, `incompatible`, `limit`, `no-window`, `unsupported`, or a code of the wire. */
export class GesturedError extends Error {
  constructor(code, message, { path, hint } = {}) {
    super(message);
    this.name = "GesturedError";
    this.code = code;
    this.path = path;
    this.hint = hint;
  }
}

// Node 18 has no CustomEvent.
const BaseEvent = globalThis.CustomEvent ?? globalThis.Event ?? class {};

/** The values of one line of a gesture, in the web's units. docs/web.md lists the fields. */
export class GesturedEvent extends BaseEvent {
  #element;
  #merged;
  constructor(type, fields = {}, element = null, merged = null) {
    super(type, { bubbles: true, composed: true, cancelable: false });
    this.#element = element;
    this.#merged = merged;
    const { timeStamp, ...others } = fields;
    Object.assign(this, others);
    if (timeStamp !== undefined) Object.defineProperty(this, "timeStamp", { value: timeStamp });
  }
  get pageX() { return this.clientX === undefined ? undefined : this.clientX + (globalThis.scrollX ?? 0); }
  get pageY() { return this.clientY === undefined ? undefined : this.clientY + (globalThis.scrollY ?? 0); }
  get offsetX() { return this.ownX ?? this.#offset("clientX", "left"); }
  get offsetY() { return this.ownY ?? this.#offset("clientY", "top"); }
  /** The events that were merged into this one, oldest first. */
  get coalesced() { return this.#merged?.() ?? []; }
  #offset(field, side) {
    if (this[field] === undefined || !this.#element?.getBoundingClientRect) return undefined;
    return this[field] - this.#element.getBoundingClientRect()[side];
  }
}

// --- Names and options ---------------------------------------------------------------------------------------------

const snake = (name) => name.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase());

/** The allowed word nearest to a misspelled one, or undefined. */
function nearest(word, allowed) {
  const distance = (a, b) => {
    let row = Array.from({ length: b.length + 1 }, (_, index) => index);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      }
      row = next;
    }
    return row[b.length];
  };
  const [best] = allowed.map((each) => [distance(word, each), each]).sort((a, b) => a[0] - b[0]);
  return best && best[0] <= 2 ? best[1] : undefined;
}

function mistake(message, word, allowed) {
  const meant = nearest(word, allowed);
  return new TypeError(`gestured: ${message}; ${meant ? `did you mean ${meant}?` : `allowed: ${allowed.join(", ")}`}`);
}

/** A value of `recognizers` as { kind, on, coalesce, options, relations }; throws a TypeError for mistakes that the page can mend. */
function parseRecognizer(key, value) {
  if (!/^[a-z0-9-]{1,20}$/.test(key)) throw new TypeError(`gestured: the key ${key} is not allowed; allowed: 1 to 20 of a-z 0-9 -`);
  if (typeof value === "function") value = { on: value };
  else if (value === true) value = {};
  else if (typeof value !== "object" || value === null) {
    throw new TypeError(`gestured: ${key} is ${value}; allowed: true, a function or an object of options`);
  }
  const { kind: name = key, on, coalesce, ...rest } = value;
  const kind = ALIASES[name] ?? name.replaceAll("-", "_");
  if (!KINDS.includes(kind)) throw mistake(`${key} has the unknown kind ${name}`, kind, [...KINDS, ...Object.keys(ALIASES)]);
  const parsed = { key, kind, on, coalesce, options: {}, relations: {} };
  for (const [camel, option] of Object.entries(rest)) {
    if (option === undefined) continue;
    const wire = snake(camel), unit = Object.keys(UNITS).find((each) => UNITS[each].test(wire));
    if (RELATIONS.includes(wire)) parsed.relations[wire] = [option].flat();
    else if (unit) parsed.options[`${wire}_${unit}`] = unit === "mm" ? length(camel, option) : option;
    else parsed.options[wire] = wire.endsWith("_mm") ? length(camel, option, "mm") : option;
  }
  return parsed;
}

/** A length as a number of mm, or as { px } until the map is known. */
function length(name, value, unit = "px") {
  const [, number, own] = /^\s*(-?[\d.]+)\s*(px|mm)?\s*$/.exec(value) ?? [];
  if (!Number.isFinite(Number(number ?? NaN))) throw new TypeError(`gestured: ${name} is ${value}; allowed: a number, "40px" or "5mm"`);
  return (own ?? unit) === "mm" ? Number(number) : { px: Number(number) };
}

const round = (number, decimals = 4) => Number(number.toFixed(decimals));

// --- Places --------------------------------------------------------------------------------------------------------

/** mm on the glass to client px and back, each axis by itself. */
class ScreenMap {
  constructor(scale, offset, source, error) {
    Object.assign(this, { scale, offset, source, error });
  }
  toClient([x, y]) { return [x * this.scale[0] + this.offset[0], y * this.scale[1] + this.offset[1]]; }
  toScreen(x, y) { return [(x - this.offset[0]) / this.scale[0], (y - this.offset[1]) / this.scale[1]]; }
  /** The same map after a pinch zoom of the page: `viewport` is a VisualViewport. */
  zoomed(viewport) {
    if (!viewport || (viewport.scale === 1 && !viewport.offsetLeft && !viewport.offsetTop)) return this;
    const { scale, offsetLeft, offsetTop } = viewport;
    return new ScreenMap(this.scale.map((each) => each / scale), [this.offset[0] / scale + offsetLeft, this.offset[1] / scale + offsetTop], this.source, this.error);
  }
  /** A matrix in mm as one in client px. */
  matrix([a, b, c, d, tx, ty]) {
    const [sx, sy] = this.scale, [ox, oy] = this.offset;
    const linear = [a, (b * sy) / sx, (c * sx) / sy, d];
    return [...linear, sx * tx + ox - linear[0] * ox - linear[2] * oy, sy * ty + oy - linear[1] * ox - linear[3] * oy];
  }
}

/** How far the page is zoomed. Two trusted pointers 50 px apart tell it exactly, the sizes of the window roughly. */
function zoomOf(view, pointers) {
  for (const axis of [0, 1]) {
    const sorted = [...pointers].sort((a, b) => a.client[axis] - b.client[axis]);
    const across = sorted.length && sorted.at(-1).client[axis] - sorted[0].client[axis];
    const zoom = (sorted.at(-1)?.screen[axis] - sorted[0]?.screen[axis]) / across;
    if (across >= 50 && zoom > 0.2 && zoom < 6) return zoom;
  }
  const ratio = view.outerWidth / view.innerWidth || 1;
  return ZOOM_LEVELS.reduce((best, each) => (Math.abs(each - ratio) < Math.abs(best - ratio) ? each : best));
}

const isNear = (a, b, limit) => Math.abs(a - b) <= limit;

/** The map before pinch zoom. `view` has the window's geometry, `anchors` pairs { client, mm }, `pointers` pairs { client, screen }. */
function mapOf(view, size, anchors, pointers) {
  const zoom = zoomOf(view, pointers);
  const fits = isNear(view.innerWidth * zoom, view.screenWidth, 1 + 2 * zoom) && isNear(view.innerHeight * zoom, view.screenHeight, 1 + 2 * zoom);
  const fills = view.fullscreen || (isNear(view.outerWidth, view.screenWidth, 1) && isNear(view.outerHeight, view.screenHeight, 1));
  if (fits && fills) return new ScreenMap([view.innerWidth / size[0], view.innerHeight / size[1]], [0, 0], "exact", 0.5);
  const reported = [view.screenWidth / zoom / size[0], view.screenHeight / zoom / size[1]];
  if (anchors.length) return learnedMap(reported, anchors);
  const side = Math.max(0, (view.outerWidth - view.innerWidth * zoom) / 2);
  const pointer = pointers.at(-1);
  const origin = pointer
    ? [pointer.screen[0] - pointer.client[0] * zoom, pointer.screen[1] - pointer.client[1] * zoom]
    : [view.screenX + side, view.screenY + Math.max(0, view.outerHeight - view.innerHeight * zoom - side)];
  return new ScreenMap(reported, origin.map((each) => -each / zoom), "reported", null);
}

/** One anchor tells the offset; two that are 30 mm apart tell the scale too. */
function learnedMap(scale, anchors) {
  const mean = (field, axis) => anchors.reduce((sum, each) => sum + each[field][axis], 0) / anchors.length;
  const spread = [0, 1].map((axis) => {
    const sorted = [...anchors].sort((a, b) => a.mm[axis] - b.mm[axis]);
    const [low, high] = [sorted[0], sorted.at(-1)];
    return { mm: high.mm[axis] - low.mm[axis], px: high.client[axis] - low.client[axis] };
  });
  if (Math.hypot(spread[0].mm, spread[1].mm) >= 30) {
    const found = spread.map(({ mm, px }, axis) => (mm >= 15 && px > 0 ? px / mm / scale[axis] : undefined));
    scale = scale.map((each, axis) => each * (found[axis] ?? found[1 - axis] ?? 1));
  }
  return new ScreenMap(scale, [0, 1].map((axis) => mean("client", axis) - mean("mm", axis) * scale[axis]), "learned", 1);
}

/** The touchscreen under the page: by name, by pixels, by shape, or the first. */
function chooseDevice(devices, wanted, view) {
  const all = [...devices.values()];
  if (wanted !== undefined) return all.find((each) => [each.device, each.name, each.table, each.output].includes(wanted));
  if (all.length < 2) return all[0];
  const { screenWidth, screenHeight, devicePixelRatio } = view;
  const fits = ({ pixels }) => pixels && [1, devicePixelRatio].some((ratio) => isNear(pixels[0], screenWidth * ratio, 2));
  const shape = ({ size }) => Math.abs(Math.log((size[0] / size[1]) * (screenHeight / screenWidth)));
  return all.find(fits) ?? all.sort((a, b) => shape(a) - shape(b))[0];
}

// --- Values of a gesture -------------------------------------------------------------------------------------------

/** p after q, as matrices a, b, c, d, tx, ty. */
const multiply = (p, q) => [
  p[0] * q[0] + p[2] * q[1], p[1] * q[0] + p[3] * q[1], p[0] * q[2] + p[2] * q[3], p[1] * q[2] + p[3] * q[3],
  p[0] * q[4] + p[2] * q[5] + p[4], p[1] * q[4] + p[3] * q[5] + p[5],
];
function inverse([a, b, c, d, tx, ty]) {
  const det = a * d - b * c || 1;
  return [d / det, -b / det, -c / det, a / det, (c * ty - d * tx) / det, (b * tx - a * ty) / det];
}
/** A linear part that leaves x, y where it is. */
const about = (a, b, c, d, x, y) => [a, b, c, d, x - a * x - c * y, y - b * x - d * y];
const asMatrix = (values) => (globalThis.DOMMatrix ? new DOMMatrix(values) : Object.fromEntries("abcdef".split("").map((name, index) => [name, values[index]])));
const degrees = (radians) => (radians === undefined ? undefined : (radians * 180) / Math.PI);

/** The values of a gesture before its first line: deltas of that line count from here. */
const nothingYet = (start) => ({ deltaX: 0, deltaY: 0, scale: 1, rotation: 0, M: IDENTITY, ...start });

/** The values of a line since the gesture's start, in the web's units. `before` are those of the line before. */
function valuesOf(line, map, before) {
  const place = (mm) => (mm ? map.toClient(mm) : []);
  const extent = (mm) => (mm ? [mm[0] * map.scale[0], mm[1] * map.scale[1]] : []);
  const [clientX, clientY] = place(line.location), [startX, startY] = place(line.start), [deltaX, deltaY] = extent(line.translation);
  const [fastX, fastY] = extent(line.velocity);
  const values = { clientX, clientY, startX: startX ?? before.startX, startY: startY ?? before.startY, deltaX, deltaY };
  if (fastX !== undefined) Object.assign(values, { velocityX: fastX / 1000, velocityY: fastY / 1000 });
  if (deltaX !== undefined && startX === undefined && clientX !== undefined && before.startX === undefined) {
    Object.assign(values, { startX: clientX - deltaX, startY: clientY - deltaY });
  }
  values.scale = line.scale;
  values.scaleVelocity = line.scale_velocity;
  values.rotation = degrees(line.rotation);
  values.rotationVelocity = degrees(line.rotation_velocity);
  values.M = line.matrix ? map.matrix(line.matrix) : matrixAfter(line.kind, values, before);
  return values;
}

/** The matrix of the kinds whose lines have none. */
function matrixAfter(kind, values, before) {
  const { clientX: x, clientY: y } = values;
  if (kind === "pan") return values.deltaX === undefined ? undefined : [1, 0, 0, 1, values.deltaX, values.deltaY];
  if ((kind !== "pinch" && kind !== "rotation") || x === undefined || !before.M) return undefined;
  const scale = (values.scale ?? 1) / (before.scale ?? 1);
  const turn = (((values.rotation ?? 0) - (before.rotation ?? 0)) * Math.PI) / 180;
  const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  return multiply(about(a, b, -b, a, x, y), before.M);
}

/** `values` as fields of an event, with what has changed since `last`, the event before. */
function fieldsOf(values, last) {
  const { M, ...fields } = values;
  for (const [delta, field] of [["movementX", "deltaX"], ["movementY", "deltaY"], ["rotationDelta", "rotation"]]) {
    if (values[field] !== undefined) fields[delta] = values[field] - (last[field] ?? 0);
  }
  if (values.scale !== undefined) fields.scaleDelta = values.scale / (last.scale ?? 1);
  if (M) {
    fields.matrix = asMatrix(M);
    fields.matrixDelta = asMatrix(last.M ? multiply(M, inverse(last.M)) : M);
  }
  return fields;
}

const PHASES = { began: "start", changed: "move", ended: "end", cancelled: "cancel" };
const STATES = { start: "began", move: "changed", end: "ended", cancel: "cancelled" };

function freeze(line) {
  for (const value of Object.values(line)) if (typeof value === "object" && value !== null) Object.freeze(value);
  return Object.freeze(line);
}

/** Whether a line fits one filter of `listen`, as in docs/requests.md. A region of the filter fits all lines with a region, since the page knows no tree. */
function fits(filter, line) {
  const types = filter.type === undefined ? ["gesture", "settled", "device", "responder", "inhibit", "press", "route", "filtering"] : [filter.type].flat();
  if (!types.includes(line.type)) return false;
  return ["kind", "recognizer", "touch_count", "state", "device"].every((key) => filter[key] === undefined || [filter[key]].flat().some((each) => [line[key]].flat().includes(each)))
    && (filter.region === undefined || (filter.descendants === false ? [filter.region].flat().includes(line.region) : line.region !== undefined));
}

// --- The page ------------------------------------------------------------------------------------------------------

const page = () => globalThis.document;
const isLoopback = (host) => ["127.0.0.1", "localhost", "[::1]"].includes(host);
const report = globalThis.reportError ?? ((error) => queueMicrotask(() => { throw error; }));
/** Whether an element matches; a selector that this browser does not know matches nothing. */
function matches(element, selector) {
  try { return element.matches(selector); } catch { return false; }
}
const isOnTop = (element) => matches(element, "dialog:modal") || matches(element, ":popover-open");
const parentOf = (element) => element.parentElement ?? element.getRootNode?.().host ?? null;
const ancestors = (element) => { const all = []; for (let each = parentOf(element); each; each = parentOf(each)) all.push(each); return all; };

function viewOf() {
  const { innerWidth, innerHeight, outerWidth, outerHeight, screenX, screenY, devicePixelRatio, screen } = globalThis;
  const fullscreen = Boolean(page()?.fullscreenElement || globalThis.matchMedia?.("(display-mode: fullscreen)").matches);
  return { innerWidth, innerHeight, outerWidth, outerHeight, screenX, screenY, devicePixelRatio, screenWidth: screen?.width, screenHeight: screen?.height, fullscreen };
}

/** The part of an element that can be touched, as [left, top, right, bottom] in client px, or null. */
function visiblePart(element) {
  const cut = (box, { left, top, right, bottom }) => [Math.max(box[0], left), Math.max(box[1], top), Math.min(box[2], right), Math.min(box[3], bottom)];
  const { scale = 1, offsetLeft: left, offsetTop: top, width, height } = globalThis.visualViewport ?? {};
  const viewport = scale === 1 ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : { left, top, right: left + width, bottom: top + height };
  const root = page().documentElement;
  if (element === root) return cut([-Infinity, -Infinity, Infinity, Infinity], viewport);
  let style = getComputedStyle(element);
  if (!element.getClientRects().length || style.visibility !== "visible" || element.closest("[inert]")) return null;
  const modal = [...page().querySelectorAll("dialog[open]")].filter(isOnTop).at(-1);
  if (modal && !modal.contains(element)) return null;
  const rect = element.getBoundingClientRect();
  let box = modal === element ? [0, 0, viewport.right, viewport.bottom] : [rect.left, rect.top, rect.right, rect.bottom];
  for (const each of isOnTop(element) ? [] : ancestors(element)) {
    if (style.position === "fixed" || each === root || each === page().body) break;
    const its = getComputedStyle(each);
    // An absolute box is clipped by the boxes that it is placed in.
    if (style.position === "absolute" && its.position === "static" && its.transform === "none") continue;
    if (its.overflowX !== "visible") box = cut(box, each.getBoundingClientRect());
    if (isOnTop(each)) break;
    style = its;
  }
  box = cut(box, viewport);
  return box[2] - box[0] >= 0.5 && box[3] - box[1] >= 0.5 ? box : null;
}

/** The linear part of an element's transform on the page, with its size and center: for `shape: "transform"`. */
function transformOf(element) {
  let matrix = new DOMMatrix();
  for (const each of [element, ...ancestors(element)]) {
    const { transform, rotate, scale } = getComputedStyle(each);
    let own = new DOMMatrix();
    if (rotate && rotate !== "none") own.rotateSelf(parseFloat(rotate));
    if (scale && scale !== "none") own.scaleSelf(...scale.split(" ").map(Number));
    if (transform && transform !== "none") own = own.multiply(new DOMMatrix(transform));
    matrix = own.multiply(matrix);
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  return { linear: [matrix.a, matrix.b, matrix.c, matrix.d], size: [element.offsetWidth, element.offsetHeight], center: [left + width / 2, top + height / 2] };
}

/** Sorts nodes from back to front: top layer, z-index, document order. */
function inPaintOrder(nodes) {
  const chains = new Map(nodes.map(({ element }) => [element, [element, ...ancestors(element)].reverse()]));
  const layer = (chain) => {
    for (const each of chain) {
      if (isOnTop(each)) return Infinity;
      const { position, zIndex } = getComputedStyle(each);
      const level = parseInt(zIndex, 10);
      if (level) return level;
      if (position !== "static") return 0.5;
    }
    return 0;
  };
  return [...nodes].sort(({ element: a }, { element: b }) => {
    const [first, second] = [chains.get(a), chains.get(b)];
    let same = 0;
    while (first[same] && first[same] === second[same]) same++;
    const order = layer(first.slice(same)) - layer(second.slice(same));
    if (first[same] && second[same] && order) return order;
    return a.compareDocumentPosition(b) & 4 ? -1 : 1;
  });
}

/** One region: of an observed element, or a shield in front of what lies behind it. */
class Region {
  sent = null; // what the daemon knows: { parent, frame, box, hidden, matrix }
  box = null; // the visible part at the last layout, as [left, top, right, bottom] in client px
  watcher = null; // an IntersectionObserver whose root is that box
  watchedBox = null;
  handles = new Set();
  listeners = new AbortController(); // ends the listeners of `#quiet`
  styles = []; // what `#quiet` has replaced: [name, value, priority]
  constructor(element, name, role) {
    Object.assign(this, { element, name, role });
  }
}

/** The handle that `observe` returns. */
class Handle {
  constructor(owner, region, options) {
    Object.assign(this, { element: region.element, name: options.name });
    /** Fulfilled once the daemon has region and recognizers; rejected with a GesturedError. */
    this.ready = new Promise((resolve, reject) => Object.defineProperty(this, "settle", { value: { resolve, reject } }));
    this.ready.catch(() => {}); // a page may leave it alone
    Object.defineProperty(this, "stop", { value: () => owner.stop(this) });
    Object.defineProperty(this, "set", { value: (changes) => owner.change(this, changes) });
    Object.defineProperty(this, "reset", { value: (key, values) => owner.reset(this, key, values) });
  }
}

/** A connection to gestured, and the elements that it observes. Pages use the shared instance `gestures`. */
export class Gestures extends EventTarget {
  state = "idle";
  /** The last reason why there is no connection: a GesturedError, or null. */
  error = null;
  /** The touchscreen under the page, as the wire's `device` line, or null. */
  device = null;
  #options;
  #socket = null;
  #tag = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
  #count = 0;
  #hello = null;
  #clock = 0;
  #token;
  #retries = 0;
  #retry = null;
  #opened = null;
  #requests = new Map();
  #nextRequest = 1;
  #devices = new Map();
  #regions = new Map(); // element → Region
  #recognizers = new Map(); // name → { handle, region, key, kind, name, sent, … }
  #gone = []; // names of recognizers to remove
  #goneRegions = [];
  #active = new Map(); // gesture_id → { recognizer, last, values, pending }
  #closed = new Set();
  #inSnapshot = null;
  #listeners = new Set();
  #subscription = "";
  #paused = 0;
  #root = null;
  #map = null;
  #anchors = [];
  #stray = null;
  #pointers = [];
  #downs = [];
  #taps = [];
  #geometry = "";
  #turn = null;
  #watching = null;
  #order = [];
  #isOrderOld = true;
  #isMapNew = true;
  #isSyncing = false;
  #isAgain = false;
  #timer = null;
  #lastSent = -Infinity;
  #frame = null;
  #isAnimating = false;

  /** `url` of the service, `screen` under the page (name, table or output), `WebSocket` for tests. */
  constructor(options = {}) {
    super();
    this.#options = options;
  }

  /** Whether gestures come now. */
  get supported() { return this.state === "open"; }
  /** Where the map from mm to CSS px comes from, and by how many mm it may be off. */
  get mapping() {
    return this.#map ? { source: this.#map.source, trusted: this.#map.source !== "reported", error: this.#map.error } : null;
  }
  /** The words in `features` of the daemon's `hello`. */
  get features() { return this.#hello?.features ?? []; }

  // --- Connection

  /** Connects; resolves once the state is `open`. `observe` and `listen` connect by themselves. */
  connect() {
    if (!this.#opened) {
      this.#opened = {};
      this.#opened.promise = new Promise((resolve, reject) => Object.assign(this.#opened, { resolve, reject }));
      this.#opened.promise.catch(() => {});
    }
    const { promise } = this.#opened;
    if (this.state === "idle" || this.state === "failed") this.#open();
    return promise;
  }

  #url() {
    if (this.#options.url) return this.#options.url;
    const meta = page()?.querySelector?.('meta[name="gestured"]')?.content;
    if (meta) return meta;
    const own = new URL(import.meta.url);
    return isLoopback(own.hostname) ? `${own.protocol === "https:" ? "wss" : "ws"}://${own.host}/v1` : "ws://127.0.0.1:4378/v1";
  }

  #takeToken() {
    const found = /(?:^#|&)gestured=([^&]*)/.exec(globalThis.location?.hash ?? "");
    if (!found) return;
    this.#token = found[1];
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  #open() {
    clearTimeout(this.#retry);
    const Socket = this.#options.WebSocket ?? globalThis.WebSocket;
    this.#takeToken();
    this.#setState("connecting");
    if (!Socket) return this.#fail(new GesturedError("unavailable", "there is no WebSocket here"), true);
    let socket;
    try {
      socket = this.#socket = new Socket(this.#url(), "gestured.1");
    } catch (error) {
      return this.#fail(new GesturedError("refused", `the address of gestured-web is wrong: ${error.message}`), true);
    }
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#lost(code, reason);
    };
  }

  #setState(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }

  async #lost(code, reason) {
    const wasOpen = this.state === "open";
    this.#forget();
    if (code === 4401 || code === 4403) return this.#fail(new GesturedError("refused", `gestured-web refuses this page (${reason}); add its origin to web.toml, or give the token`), true);
    this.#fail(new GesturedError("unavailable", `${reason || "the connection was lost"}; check gestured-web.socket, gestured.service, and the origins in web.toml`), false);
    if (code === 1006 && !wasOpen && (await this.#isBlocked()) && this.state === "waiting") {
      this.error = new GesturedError("blocked", "the browser blocks this page; set the policy LoopbackNetworkAllowedForUrls, or allow=\"loopback-network\" on its frame");
      this.dispatchEvent(new Event("statechange"));
    }
  }

  /** The browser tells only 1006; its permissions tell more. */
  async #isBlocked() {
    const isFramed = globalThis.top !== globalThis.self;
    if (!isFramed && isLoopback(globalThis.location?.hostname)) return false;
    for (const name of ["loopback-network", "local-network-access"]) {
      try { return (await navigator.permissions.query({ name })).state !== "granted"; } catch { /* an older browser */ }
    }
    return false;
  }

  #fail(error, isFinal) {
    this.error = error;
    if (isFinal) {
      this.#opened?.reject(error);
      this.#opened = null;
      for (const handle of this.#handles()) handle.settle.reject(error);
      const socket = this.#socket;
      this.#socket = null;
      socket?.close?.();
      return this.#setState("failed");
    }
    const wait = Math.min(10_000, 250 * 2 ** this.#retries++) * (1 + Math.random() / 2);
    this.#retry = setTimeout(() => this.#open(), wait);
    this.#retry?.unref?.();
    this.#setState("waiting");
  }

  /** The connection is gone, and with it all that the daemon knew of this page. */
  #forget() {
    this.#socket = this.#hello = this.#root = null;
    this.#subscription = "";
    for (const { reject } of this.#requests.values()) reject(new GesturedError("unavailable", "the connection was lost"));
    this.#requests.clear();
    this.#devices.clear();
    this.#gone = [];
    this.#goneRegions = [];
    this.#stacks.clear();
    this.#anchorName = null;
    for (const region of this.#regions.values()) region.sent = null;
    for (const recognizer of this.#recognizers.values()) recognizer.sent = null;
    this.#cancelAll("connection");
    this.#closed.clear();
  }

  /** Sends a request of docs/requests.md; resolves with its reply. */
  request(command, fields = {}, { signal } = {}) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (!this.#hello) return Promise.reject(new GesturedError("unavailable", "there is no connection to gestured"));
    const id = this.#nextRequest++;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => this.#requests.delete(id) && reject(signal.reason), { once: true });
      this.#socket.send(JSON.stringify({ id, command, ...fields }));
    });
  }

  #receive(data) {
    let line;
    try { line = JSON.parse(data); } catch { return; }
    if (line.type === "reply") {
      const waiting = this.#requests.get(line.id);
      this.#requests.delete(line.id);
      if (line.error) waiting?.reject(new GesturedError(line.error.code, line.error.message, line.error));
      else waiting?.resolve(line);
      return;
    }
    if (line.type === "hello") return this.#greeted(line);
    if (line.type === "gesture") this.#gesture(line);
    else if (line.type === "device") this.#deviceLine(line);
    else if (line.type === "dropped") this.#inSnapshot = new Set();
    else if (line.type === "snapshot") this.#snapshotEnded();
    for (const listener of this.#listeners) if (listener.fits(line)) listener.push(line);
  }

  #greeted(hello) {
    if (hello.protocol !== 1) return this.#fail(new GesturedError("incompatible", `gestured speaks protocol ${hello.protocol}, this module 1; update gestured.js`), true);
    this.#hello = hello;
    this.#clock = performance.now() - hello.time * 1000;
    if (this.#token !== undefined) {
      this.#socket.send(JSON.stringify({ id: this.#nextRequest++, command: "authorize", token: this.#token }));
      this.#token = undefined;
    }
    // The first device line follows hello; without a touchscreen none comes.
    this.#invalidate(0);
  }

  /** A time of the daemon on the scale of performance.now(). The shortest delay seen tells the difference of the clocks. */
  #timeStamp(time) {
    const now = performance.now(), seen = now - time * 1000;
    const isReplay = this.#hello && this.#hello.unix_time === undefined;
    if (seen < this.#clock || (isReplay && !this.#active.size)) this.#clock = seen;
    return time * 1000 + this.#clock;
  }

  #deviceLine(line) {
    const known = this.#devices.get(line.device);
    if (line.state === "removed") this.#devices.delete(line.device);
    else this.#devices.set(line.device, line);
    this.#root = null;
    this.#isMapNew = true;
    if (known && line.rotation !== undefined && known.rotation !== line.rotation) this.#turned("device");
    this.#invalidate(0);
  }

  /** A turn of the device and one of the page are one change: the layout waits for both, or 500 ms. */
  #turned(side) {
    if (this.#turn && this.#turn.side !== side) {
      clearTimeout(this.#turn.timer);
      this.#turn = null;
    } else if (!this.#turn) {
      this.#turn = { side, timer: setTimeout(() => { this.#turn = null; this.#invalidate(0); }, 500) };
    }
    this.#invalidate(0);
  }

  // --- Calls of pages

  /** Observes an element: one region, and one recognizer for each key. See docs/web.md. */
  observe(element, recognizers, options = {}) {
    const { signal, name, interactive = "shield", native = "prevent", shape = "box", fingers = false, on, coalesce = true } = options;
    if (!element?.addEventListener) throw new TypeError("gestured: observe needs an element");
    const parsed = Object.entries(recognizers ?? {}).map(([key, value]) => parseRecognizer(key, value));
    this.#checkRelations(parsed);
    const region = this.#regionOf(element, "observed");
    const handle = new Handle(this, region ?? { element }, { name });
    if (!region) {
      handle.settle.reject(new GesturedError("limit", `a page may have ${MAXIMUM_REGIONS} regions; stop others first`));
      return handle;
    }
    region.handles.add(handle);
    Object.assign(region, { shape, interactive, native });
    for (const each of parsed) {
      let own = `${region.name}-${each.key}`;
      while (this.#recognizers.has(own)) own += "-2";
      this.#recognizers.set(own, { ...each, all: on, merges: each.coalesce ?? coalesce, fingers, handle, region, name: own, sent: null, memo: undefined });
    }
    this.#quiet(region, native, parsed);
    if (signal?.aborted) handle.stop();
    else signal?.addEventListener("abort", handle.stop, { once: true });
    this.#watch();
    this.connect();
    this.#isOrderOld = true;
    this.#invalidate(0);
    return handle;
  }

  /** Puts a region without recognizers in front of what lies behind an element. Returns a handle with `stop`. */
  shield(element, { signal } = {}) {
    const region = this.#regionOf(element, "shield");
    const handle = new Handle(this, region ?? { element }, {});
    if (!region) handle.settle.reject(new GesturedError("limit", `a page may have ${MAXIMUM_REGIONS} regions`));
    else region.handles.add(handle);
    signal?.addEventListener("abort", handle.stop, { once: true });
    this.#watch();
    this.#isOrderOld = true;
    this.#invalidate(0);
    return handle;
  }

  /** Looks anew where everything lies, after a change that nothing announces, such as another z-index in a style sheet. */
  refresh() {
    this.#isOrderOld = true;
    this.#invalidate(0);
  }

  /** Ends what `observe` or `shield` began. */
  stop(handle) {
    const region = [...this.#regions.values()].find((each) => each.handles.has(handle));
    if (!region) return;
    for (const recognizer of [...this.#recognizers.values()].filter((each) => each.handle === handle)) this.#drop(recognizer);
    region.handles.delete(handle);
    if (!region.handles.size) this.#dropRegion(region);
    handle.settle.reject(new GesturedError("unavailable", "observing was stopped"));
    this.#invalidate(0);
    if (!this.#regions.size) this.#unwatch();
  }

  /** Changes options of own recognizers, such as { tap: { taps: 2 } }. Rejects where the daemon refuses them, and changes nothing. */
  async change(handle, changes) {
    const all = Object.entries(changes).map(([key, value]) => {
      const old = this.#own(handle, key), { options, relations, on = old.on } = parseRecognizer(key, { ...value, kind: old.kind });
      this.#checkRelations([{ key, relations }], handle);
      return { old, next: { options: { ...old.options, ...options }, relations: { ...old.relations, ...relations }, on } };
    });
    const known = all.filter(({ old }) => old.sent);
    for (const each of known) each.wire = this.#wire({ ...each.old, ...each.next });
    if (known.length) await this.request("recognizers", { edits: known.map(({ wire: { region: _, ...change } }) => ({ change })) });
    for (const { old, next, wire } of all) Object.assign(old, next, wire && { sent: JSON.stringify(wire) });
  }

  /** Sets values of a gesture under way anew: `scale`, `rotation` in degrees, `deltaX` and `deltaY` in px, or `identity`. */
  async reset(handle, key, { deltaX = 0, deltaY = 0, ...values } = {}) {
    const recognizer = this.#own(handle, key), { scale, rotation, identity } = values;
    const [sx, sy] = this.#map.scale;
    const requests = { scale, identity, rotation: rotation && (rotation * Math.PI) / 180, translation: deltaX || deltaY ? [deltaX / sx, deltaY / sy] : undefined };
    for (const [field, value] of Object.entries(requests)) if (value !== undefined) await this.request("set", { recognizer: recognizer.name, [field]: value });
    const own = identity ? nothingYet() : { ...values, ...(requests.translation && { deltaX, deltaY }) };
    for (const gesture of this.#active.values()) {
      if (gesture.recognizer !== recognizer) continue;
      Object.assign(gesture, { values: { ...gesture.values, ...own }, last: { ...gesture.last, ...own } });
    }
  }

  #own(handle, key) {
    const found = [...this.#recognizers.values()].filter((each) => each.handle === handle);
    return found.find((each) => each.key === key) ?? (() => { throw mistake(`there is no recognizer ${key}`, key, found.map((each) => each.key)); })();
  }

  /** Ignores landings in the page's regions until as many calls of `resume`. */
  pause() { return this.#ignore(1); }
  resume() { return this.#paused ? this.#ignore(-1) : Promise.resolve(); }
  async #ignore(step) {
    this.#paused += step;
    if (this.state === "open") await this.request("ignore_interaction", { state: step > 0 ? "begin" : "end" });
  }

  /** A place in mm on the glass as [clientX, clientY], and back; undefined without a connection. */
  toClient(place) { return this.#map?.toClient(place); }
  toScreen(clientX, clientY) { return this.#map?.toScreen(clientX, clientY); }

  /** An async iterator of the raw lines that fit a filter of docs/requests.md, or one of several. */
  listen(filter = {}, { signal } = {}) {
    const filters = [filter].flat(), lines = [];
    let wake = null, isOver = false;
    const listener = {
      filters,
      fits: (line) => filters.some((each) => fits(each, line)),
      push: (line) => { lines.push(line); wake?.(); },
    };
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.#listeners.delete(listener);
      this.#invalidate(0);
      wake?.();
    };
    this.#listeners.add(listener);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
    this.connect();
    this.#invalidate(0);
    return {
      [Symbol.asyncIterator]() { return this; },
      async next() {
        while (!lines.length && !isOver) await new Promise((resolve) => { wake = resolve; });
        return lines.length ? { done: false, value: lines.shift() } : { done: true, value: undefined };
      },
      async return() { end(); return { done: true, value: undefined }; },
    };
  }

  /** Dispatches the events of a gesture without a daemon: all phases of a lasting one, or `phase` alone. */
  simulate(element, key, { phase, matrix, ...values } = {}) {
    const recognizer = [...this.#recognizers.values()].find((each) => each.region.element === element && each.key === key) ?? { ...parseRecognizer(key, true), region: { element } };
    for (const each of phase ? [phase] : DISCRETE.has(recognizer.kind) ? ["end"] : ["start", "move", "end"]) {
      const last = this.#simulated.get(element) ?? nothingYet();
      const now = { ...last, ...values, M: matrix ? [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f] : last.M };
      this.#dispatch(recognizer, each, STATES[each], { ...fieldsOf(now, last), touchCount: 1, line: null, timeStamp: performance.now(), ...values });
      if (each === "end" || each === "cancel") this.#simulated.delete(element);
      else this.#simulated.set(element, now);
    }
  }
  #simulated = new WeakMap();

  // --- Gestures

  #gesture(line) {
    const stamp = this.#timeStamp(line.time);
    this.#inSnapshot?.add(line.gesture_id);
    if (line.recognizer === `g0-${this.#tag}-${ANCHOR}`) return this.#anchorTap(line);
    const recognizer = this.#recognizers.get(line.recognizer);
    if (!recognizer || !this.#map) return;
    const id = line.gesture_id, isOver = line.state === "ended" || line.state === "cancelled";
    if (this.#closed.has(id)) return void (isOver && this.#closed.delete(id));
    if (DISCRETE.has(recognizer.kind)) {
      const values = valuesOf(line, this.#map, nothingYet());
      return this.#dispatch(recognizer, "end", line.state, this.#fields(line, values, nothingYet(), stamp));
    }
    let gesture = this.#active.get(id);
    if (!gesture) {
      if (isOver) return;
      gesture = { recognizer, values: nothingYet(), last: nothingYet(), pending: [] };
      this.#active.set(id, gesture);
      gesture.phase = "start";
    } else {
      gesture.phase = PHASES[line.state] === "start" ? "move" : PHASES[line.state];
    }
    const before = gesture.values;
    gesture.values = valuesOf(line, this.#map, before);
    if (gesture.phase === "move" && recognizer.merges && globalThis.requestAnimationFrame) {
      gesture.pending.push({ line, values: gesture.values, before, stamp });
      this.#frame ??= requestAnimationFrame(() => {
        this.#frame = null;
        for (const each of this.#active.values()) this.#flush(each);
      });
      return;
    }
    this.#flush(gesture);
    if (isOver) this.#active.delete(id);
    this.#dispatch(recognizer, gesture.phase, line.state, this.#fields(line, gesture.values, gesture.last, stamp));
    gesture.last = gesture.values;
  }

  /** Dispatches the moves of a gesture that wait for the frame, as one event. */
  #flush(gesture) {
    const waiting = gesture.pending;
    if (!waiting.length) return;
    gesture.pending = [];
    const { line, values, stamp } = waiting.at(-1), last = gesture.last;
    gesture.last = values;
    const merged = () => waiting.slice(0, -1).map((each) => this.#event(gesture.recognizer, "move", "changed", this.#fields(each.line, each.values, each.before, each.stamp)));
    this.#dispatch(gesture.recognizer, "move", "changed", this.#fields(line, values, last, stamp), merged);
  }

  #fields(line, values, last, timeStamp) {
    const fields = fieldsOf(values, last);
    Object.assign(fields, { timeStamp, touchCount: line.touch_count, line: Object.isFrozen(line) ? line : freeze(line) });
    for (const name of ["direction", "edge", "taps", "tips", "side", "progress", "values"]) if (line[name] !== undefined) fields[name] = line[name];
    if (line.duration !== undefined) fields.duration = line.duration * 1000;
    if (line.phase !== undefined) fields.dragPhase = line.phase;
    if (line.fingers) {
      fields.fingers = line.fingers.map(({ id, location, up = false }) => {
        const [clientX, clientY] = this.#map.toClient(location);
        return { id, clientX, clientY, up };
      });
    }
    const region = this.#recognizers.get(line.recognizer)?.region;
    if (region?.shape === "transform" && line.region_location && line.region === region.name) {
      [fields.ownX, fields.ownY] = line.region_location.map((each, axis) => each * this.#map.scale[axis]);
    }
    return fields;
  }

  #event(recognizer, phase, state, fields, merged) {
    const type = `g-${recognizer.key}${DISCRETE.has(recognizer.kind) ? "" : phase}`;
    const isLast = phase === "end" || phase === "cancel";
    return new GesturedEvent(type, {
      gesture: recognizer.key, kind: recognizer.kind, phase, state,
      first: phase === "start" || DISCRETE.has(recognizer.kind), last: isLast,
      canceled: phase === "cancel", reason: phase === "cancel" ? "daemon" : undefined, ...fields,
    }, recognizer.region.element, merged);
  }

  #dispatch(recognizer, phase, state, fields, merged) {
    const event = this.#event(recognizer, phase, state, fields, merged);
    event.memo = event.first ? undefined : recognizer.memo;
    for (const own of [recognizer.on, recognizer.all]) {
      if (!own) continue;
      try { recognizer.memo = own(event); } catch (error) { report(error); }
    }
    recognizer.region.element.dispatchEvent(event);
  }

  #cancel(id, gesture, reason) {
    this.#flush(gesture);
    this.#active.delete(id);
    const fields = { ...fieldsOf(gesture.last, gesture.last), touchCount: 0, line: null, timeStamp: performance.now(), reason };
    this.#dispatch(gesture.recognizer, "cancel", "cancelled", fields);
  }

  #cancelAll(reason, which = () => true) {
    for (const [id, gesture] of [...this.#active]) {
      if (!which(gesture, id)) continue;
      this.#cancel(id, gesture, reason);
      if (reason !== "dropped") this.#closed.add(id);
    }
  }

  #snapshotEnded() {
    const seen = this.#inSnapshot;
    this.#inSnapshot = null;
    if (seen) this.#cancelAll("dropped", (_, id) => !seen.has(id));
  }

  // --- Regions and recognizers, as the daemon has them

  #handles() { return [...this.#regions.values()].flatMap((region) => [...region.handles]); }

  #regionOf(element, role) {
    let region = this.#regions.get(element);
    if (region?.role === "auto") this.#dropRegion(region);
    region = this.#regions.get(element);
    if (!region) {
      const shield = this.#regions.size >= MAXIMUM_REGIONS && [...this.#regions.values()].find((each) => each.role === "auto");
      if (shield) this.#dropRegion(shield);
      if (this.#regions.size >= MAXIMUM_REGIONS) return null;
      const used = new Set([...this.#regions.values()].map((each) => each.name));
      do this.#count = (this.#count % MAXIMUM_REGIONS) + 1; while (used.has(this.#regionName(this.#count)));
      region = new Region(element, this.#regionName(this.#count), role);
      this.#regions.set(element, region);
    } else if (role === "observed") region.role = role;
    return region;
  }
  #regionName(number) { return `g${number}-${this.#tag}`; }

  #drop(recognizer) {
    this.#cancelAll("stopped", ({ recognizer: own }) => own === recognizer);
    this.#recognizers.delete(recognizer.name);
    if (recognizer.sent) this.#gone.push(recognizer.name);
  }

  #dropRegion(region) {
    if (region.role === "observed" || region.role === "shield") this.#isOrderOld = true;
    region.listeners.abort();
    for (const [name, value, priority] of region.styles) region.element.style?.setProperty(name, value, priority);
    region.watcher?.disconnect();
    this.#watching?.sizes.unobserve(region.element);
    this.#regions.delete(region.element);
    if (region.sent) this.#goneRegions.push(region.name);
  }

  #checkRelations(parsed, handle) {
    const own = handle ? [...this.#recognizers.values()].filter((each) => each.handle === handle).map((each) => each.key) : parsed.map((each) => each.key);
    const others = this.#handles().filter((each) => each.name).flatMap((each) => this.#keysOf(each).map((key) => `${each.name}.${key}`));
    for (const { key, relations } of parsed) {
      for (const [relation, targets] of Object.entries(relations)) {
        for (const target of targets) {
          if (target === "*" || String(target).startsWith("kind:")) continue;
          const allowed = String(target).includes(".") ? others : own;
          if (!allowed.includes(target)) throw mistake(`${relation} of ${key} names ${target}, which is no key`, String(target), allowed);
        }
      }
    }
  }

  #keysOf(handle) { return [...this.#recognizers.values()].filter((each) => each.handle === handle).map((each) => each.key); }

  /** A recognizer as the daemon takes it. */
  #wire({ name, kind, options, relations, handle, region }) {
    const wire = { name, kind, region: region.name };
    for (const [key, value] of Object.entries(options)) {
      wire[key] = value?.px === undefined ? value : round(value.px / ((this.#map.scale[0] + this.#map.scale[1]) / 2));
    }
    for (const [relation, targets] of Object.entries(relations)) {
      wire[relation] = targets.flatMap((target) => {
        if (target === "*" || target.startsWith("kind:")) return [target.startsWith("kind:") ? `kind:${ALIASES[target.slice(5)] ?? target.slice(5).replaceAll("-", "_")}` : target];
        const [other, key] = target.includes(".") ? target.split(".") : [null, target];
        return [...this.#recognizers.values()].filter((each) => each.key === key && (other ? each.handle.name === other : each.handle === handle)).map((each) => each.name);
      });
      if (wire[relation][0] === "*") wire[relation] = "*";
    }
    return wire;
  }

  /** Brings the daemon's declarations up to date after `wait` ms, or as soon as the interval of frames allows. */
  #invalidate(wait) {
    if (!this.#hello) return;
    if (wait === undefined) wait = Math.max(0, this.#lastSent + FRAME_INTERVAL - performance.now());
    if (this.#timer && this.#timer.wait <= wait) return;
    clearTimeout(this.#timer?.id);
    this.#timer = { wait, id: setTimeout(() => { this.#timer = null; this.#sync(); }, wait) };
  }

  async #sync() {
    this.#isAgain = true;
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    const socket = this.#socket;
    try {
      while (this.#isAgain && this.#hello && this.#socket === socket) {
        this.#isAgain = false;
        await this.#declare();
      }
    } catch (error) {
      if (error instanceof GesturedError && this.#socket === socket && this.#hello) {
        this.error = error;
        this.#fail(error, true);
      } else if (!(error instanceof GesturedError)) report(error);
    } finally {
      this.#isSyncing = false;
      if (this.#socket !== socket && this.#hello) this.#sync();
    }
  }

  async #declare() {
    const device = chooseDevice(this.#devices, this.#options.screen, viewOf());
    if (device !== this.device) {
      if (this.device?.device !== device?.device) this.#root = null;
      this.device = device ?? null;
    }
    if (!this.#turn && device) {
      this.#relocate();
      await this.#findRoot();
      if (this.#root) {
        const removed = this.#gone.splice(0);
        await this.#batch("recognizers", removed.map((name) => ({ edit: { remove: name } })));
        await this.#batch("regions", this.#regionEdits());
        await this.#batch("recognizers", this.#recognizerEdits());
        await this.#subscribe();
        for (const region of this.#regions.values()) for (const handle of region.handles) if (region.sent) handle.settle.resolve();
      }
    } else if (!device && this.#listeners.size) await this.#subscribe();
    if (this.state === "connecting" && this.#hello && (device || !this.#regions.size || this.#listeners.size)) {
      for (let count = 0; count < this.#paused; count++) await this.request("ignore_interaction", { state: "begin" });
      this.#retries = 0;
      this.error = null;
      this.#setState("open");
      this.#opened?.resolve();
    }
  }

  /** Sends edits; where one is refused, its handle learns of it, and the others go on. */
  async #batch(command, items) {
    while (items.length) {
      try {
        await this.request(command, { edits: items.map((each) => each.edit) });
        for (const { done } of items) done?.();
        return;
      } catch (error) {
        if (!(error instanceof GesturedError) || !this.#hello) throw error;
        if (error.code === "name_taken") return this.#rename();
        const index = Number(/^edits\[(\d+)\]/.exec(error.path)?.[1] ?? items.length - 1);
        const refused = items[index] ?? items.at(-1);
        const handles = refused.handle ? [refused.handle] : [...(refused.region?.handles ?? [])];
        if (error.code === "limit_reached") error.code = "limit";
        const told = error.code === "unknown_region" && refused.edit.add?.parent === "page_root" ? this.#noWindow() : error;
        for (const handle of handles) {
          handle.settle.reject(told);
          this.stop(handle);
        }
        items = items.filter((each) => each !== refused && !(each.handle && handles.includes(each.handle)) && !(each.region && each.region === refused.region));
      }
    }
  }

  /** Another page took a name: all names change. */
  #rename() {
    const old = this.#tag;
    this.#tag = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
    const all = [...this.#recognizers.values()];
    this.#recognizers.clear();
    for (const region of this.#regions.values()) {
      if (region.sent) this.#goneRegions.push(region.name);
      Object.assign(region, { name: region.name.replace(old, this.#tag), sent: null });
    }
    for (const each of all) {
      if (each.sent) this.#gone.push(each.name);
      Object.assign(each, { name: each.name.replace(old, this.#tag), sent: null });
      this.#recognizers.set(each.name, each);
    }
    this.#isAgain = true;
  }

  /** The region of the window on this device: where the page's regions go. */
  async #findRoot() {
    if (this.#root) return;
    const whole = { name: "root", frame: [0, 0, ...this.device.size] };
    if (this.#devices.size < 2) return void (this.#root = whole);
    const lines = [];
    const listener = { fits: (line) => line.type === "region" && line.state === "present", push: (line) => lines.push(line), filters: [] };
    this.#listeners.add(listener);
    try { await this.request("regions"); } finally { this.#listeners.delete(listener); }
    const here = lines.filter((each) => each.device === this.device.device);
    const windows = new Set(here.filter((each) => each.parent === undefined).map((each) => each.region));
    const root = here.find((each) => windows.has(each.parent) && each.owner === "configuration");
    if (root) return void (this.#root = { name: root.region, frame: root.frame ?? whole.frame });
    // A page may not hear regions: the first touchscreen has the root, others what the message below tells to write.
    const isFirst = this.device.device === Math.min(...this.#devices.keys());
    this.#root = { ...whole, name: isFirst ? "root" : "page_root" };
  }

  #noWindow() {
    const table = this.device.table ?? this.device.name;
    return new GesturedError("no-window", `${table} has no window; write [window.page] with device = "${table}", and [region.page_root] with parent = "page", frame = [0, 0, "100%", "100%"]`);
  }

  // --- Layout

  /** Finds out where the window lies on the glass. */
  #relocate() {
    const view = viewOf(), size = this.device.size;
    const geometry = JSON.stringify([view, size, this.device.device]);
    if (geometry !== this.#geometry) {
      this.#geometry = geometry;
      this.#anchors = [];
      this.#stray = null;
      this.#pointers = [];
    }
    const map = globalThis.innerWidth === undefined ? new ScreenMap([1, 1], [0, 0], "reported", null) : mapOf(view, size, this.#anchors, this.#pointers);
    const old = this.#map;
    this.#map = map.zoomed(globalThis.visualViewport);
    if (String([old?.scale, old?.offset]) !== String([this.#map.scale, this.#map.offset])) this.#isMapNew = true;
  }

  /** Shields for what keeps its own taps: buttons in observed elements, and open dialogs and popovers. */
  #shieldByThemselves() {
    const wanted = new Set();
    const observed = [...this.#regions.values()].filter((each) => each.role === "observed");
    if (observed.length) for (const each of page().querySelectorAll("dialog[open], [popover]")) if (matches(each, "dialog[open]") || isOnTop(each)) wanted.add(each);
    for (const { element, interactive } of observed) {
      if (interactive === "observe") continue;
      for (const each of element.querySelectorAll(INTERACTIVE)) if (wanted.size < MAXIMUM_SHIELDS && each.getClientRects().length) wanted.add(each);
    }
    for (const region of [...this.#regions.values()]) if (region.role === "auto" && !wanted.has(region.element)) this.#dropRegion(region);
    for (const element of wanted) if (!this.#regions.has(element) && this.#regions.size < MAXIMUM_REGIONS) this.#regionOf(element, "auto");
  }

  /** The steps from what the daemon knows to what the page shows. */
  #regionEdits() {
    const edits = [];
    if (this.#isOrderOld && page()) {
      this.#shieldByThemselves();
      this.#order = inPaintOrder([...this.#regions.values()]);
      this.#isOrderOld = false;
    }
    const isPageHidden = page()?.visibilityState === "hidden";
    const frame = this.#root.frame, corner = this.#map.toClient(frame), end = this.#map.toClient([frame[0] + frame[2], frame[1] + frame[3]]);
    const around = new Map([[this.#root.name, { box: [...corner, ...end], isNew: false }]]);
    const children = new Map();
    for (const region of this.#order) {
      if (!this.#regions.has(region.element)) continue;
      const parent = ancestors(region.element).map((each) => this.#regions.get(each)).find((each) => each && (region.role === "observed" || each.role !== "observed"))?.name ?? this.#root.name;
      const outer = around.get(parent) ?? around.get(this.#root.name);
      const box = region.box = isPageHidden ? null : visiblePart(region.element);
      const next = { parent, hidden: !box, box: box ?? region.sent?.box, frame: region.sent?.frame ?? ["0 %", "0 %", "1 %", "1 %"] };
      let shape = {};
      if (box) {
        let [left, top, right, bottom] = box;
        if (region.shape === "transform") {
          const { linear: [a, b, c, d], size, center } = transformOf(region.element), [sx, sy] = this.#map.scale;
          [left, top, right, bottom] = [center[0] - size[0] / 2, center[1] - size[1] / 2, center[0] + size[0] / 2, center[1] + size[1] / 2];
          shape = { matrix: [a, (b * sx) / sy, (c * sy) / sx, d, 0, 0].map((each) => round(each, 6)) };
        }
        const [width, height] = [outer.box[2] - outer.box[0], outer.box[3] - outer.box[1]];
        next.frame = [(left - outer.box[0]) / width, (top - outer.box[1]) / height, (right - left) / width, (bottom - top) / height].map((each) => `${round(each * 100)} %`);
      }
      Object.assign(next, shape);
      const known = region.sent;
      const hasMoved = !known || outer.isNew || (box && (!known.box || this.#isMapNew || box.some((each, index) => Math.abs(each - known.box[index]) >= 0.5)));
      const isNew = !known || (hasMoved && (String(known.frame) !== String(next.frame) || String(known.matrix) !== String(next.matrix)));
      around.set(region.name, { box: box ?? next.box ?? outer.box, isNew });
      children.set(parent, [...(children.get(parent) ?? []), region.name]);
      const done = () => { region.sent = next; };
      if (!known) {
        const hidden = next.hidden ? { hidden: true } : {};
        edits.push({ edit: { add: { name: region.name, ...(parent === "root" ? {} : { parent }), frame: next.frame, ...shape, multiple: true, ...hidden } }, region, done });
        continue;
      }
      if (known.parent !== parent) edits.push({ edit: { move: region.name, to: parent }, region });
      const change = { name: region.name };
      if (isNew && box) Object.assign(change, { frame: next.frame }, shape);
      else next.box = known.box;
      if (known.hidden !== next.hidden) change.hidden = next.hidden;
      if (Object.keys(change).length > 1) edits.push({ edit: { change }, region, done });
      else region.sent = { ...known, parent };
    }
    // A new region lies in front; where the page paints it farther back, all of them are put in order.
    for (const [parent, names] of children) {
      const old = this.#stacks.get(parent) ?? [];
      const before = [...old.filter((each) => names.includes(each)), ...names.filter((each) => !old.includes(each))];
      if (String(before) !== String(names)) {
        for (const [index, name] of names.entries()) if (index) edits.push({ edit: { reorder: name, in_front_of: names[index - 1] } });
      }
    }
    for (const name of this.#goneRegions.splice(0)) edits.push({ edit: { remove: name } });
    this.#stacks = children;
    if (edits.length) this.#lastSent = performance.now();
    this.#isMapNew = false;
    this.#follow();
    return edits;
  }
  #stacks = new Map(); // the order of siblings, as the daemon has it

  #recognizerEdits() {
    const edits = [];
    for (const recognizer of this.#recognizers.values()) {
      if (!recognizer.region.sent) continue;
      const wire = this.#wire(recognizer), text = JSON.stringify(wire);
      if (recognizer.sent === text) continue;
      if (recognizer.fingers && !this.features.includes("fingers")) {
        recognizer.handle.settle.reject(new GesturedError("unsupported", "this gestured lists no fingers; update it"));
      }
      const { region: _, ...change } = wire;
      edits.push({ edit: recognizer.sent ? { change } : { add: wire }, handle: recognizer.handle, done: () => { recognizer.sent = text; } });
    }
    const name = `g0-${this.#tag}-${ANCHOR}`;
    const isWanted = this.#map.source !== "exact" && this.#regions.size > 0;
    if (isWanted && this.#anchorName !== name) {
      edits.push({ edit: { add: { name, kind: "tap", region: this.#root.name, passive: true, maximum_press_ms: 250 } }, done: () => { this.#anchorName = name; } });
    }
    return edits;
  }
  #anchorName = null;

  /** One subscription for all: it names the regions to come too, since a new subscription would cut gestures under way. */
  async #subscribe() {
    const filter = [];
    if (this.#regions.size) {
      const names = Array.from({ length: MAXIMUM_REGIONS }, (_, index) => this.#regionName(index + 1));
      filter.push({ type: "gesture", region: names }, { type: "gesture", recognizer: `g0-${this.#tag}-${ANCHOR}` });
    }
    for (const listener of this.#listeners) filter.push(...listener.filters);
    if (!filter.length) return;
    filter.push({ type: ["device", "inhibit"] });
    const fields = { filter };
    if (this.features.includes("fingers") && [...this.#recognizers.values()].some((each) => each.fingers)) fields.fingers = true;
    const text = JSON.stringify(fields);
    if (text === this.#subscription) return;
    try {
      await this.request("subscribe", this.#subscription && this.#active.size ? { ...fields, snapshot: true } : fields);
    } catch (error) {
      // Without places the daemon lists no fingers; all else works.
      if (error.path !== "fingers") throw error;
      for (const each of this.#recognizers.values()) {
        if (each.fingers) each.handle.settle.reject(error);
        each.fingers = false;
      }
      return this.#subscribe();
    }
    this.#subscription = text;
  }

  // --- Actions of the browser

  /** Keeps the browser from acting on touches of an observed element. */
  #quiet(region, native, parsed) {
    const { element } = region;
    if (native === "keep" || !element.style?.setProperty) return;
    const { signal } = region.listeners;
    if (!region.styles.length) {
      const pan = { "scroll-y": "pan-y", "scroll-x": "pan-x" }[native];
      const wanted = { "touch-action": pan ?? "none", "user-select": "none", "-webkit-user-select": "none", "overscroll-behavior": "contain", "-webkit-user-drag": "none" };
      for (const [name, value] of Object.entries(wanted)) {
        region.styles.push([name, element.style.getPropertyValue(name), element.style.getPropertyPriority(name)]);
        element.style.setProperty(name, value);
      }
      region.styles.reverse();
      // A prevented touchstart keeps a tap from becoming a click. Scrolling needs it.
      const isShielded = (target) => { const own = target.closest?.(INTERACTIVE); return own && own !== element && element.contains(own); };
      if (!pan) {
        element.addEventListener("touchstart", (event) => {
          if (region.interactive === "observe" || !isShielded(event.target)) event.preventDefault();
        }, { capture: true, passive: false, signal });
      }
    }
    if (parsed.some(({ kind }) => kind === "long_press" || kind === "press_and_drag")) {
      for (const type of ["contextmenu", "dragstart"]) {
        element.addEventListener(type, (event) => { if (event.button !== 2) event.preventDefault(); }, { signal });
      }
    }
  }

  /** Listens for all that moves elements. Nothing runs while nothing moves. */
  #watch() {
    if (this.#watching || !page() || !globalThis.ResizeObserver) return;
    const stop = new AbortController(), { signal } = stop;
    const changed = () => this.#invalidate();
    const listen = (target, types, listener, options = {}) => {
      for (const type of types) target?.addEventListener(type, listener, { passive: true, signal, ...options });
    };
    const sizes = new ResizeObserver(changed);
    const tree = new MutationObserver(() => {
      this.#isOrderOld = true;
      this.#dropRemoved();
      changed();
    });
    tree.observe(page(), { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "style", "hidden", "inert", "open", "disabled", "href", "contenteditable", "data-gestures", "popover"] });
    listen(page(), ["scroll"], changed, { capture: true });
    listen(page(), ["transitionrun", "transitionend", "transitioncancel", "animationstart", "animationend", "animationcancel"], () => this.#animate(), { capture: true });
    listen(page(), ["fullscreenchange", "toggle", "load"], () => { this.#isOrderOld = true; changed(); }, { capture: true });
    listen(globalThis, ["resize"], changed);
    listen(globalThis.visualViewport, ["resize", "scroll"], changed);
    listen(globalThis.screen?.orientation, ["change"], () => this.#turned("page"));
    // A hidden page hides its regions at once: its timers may sleep soon.
    const shown = () => {
      if (page().visibilityState === "visible" && this.state === "waiting") this.#open();
      this.#sync();
    };
    listen(page(), ["visibilitychange", "freeze", "resume"], shown);
    listen(globalThis, ["pagehide", "pageshow"], shown);
    listen(globalThis, ["online"], () => { if (this.state === "waiting") this.#open(); });
    listen(globalThis, ["pointerdown"], (event) => this.#pointerDown(event), { capture: true });
    const resolution = () => {
      const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      listen(query, ["change"], () => { changed(); resolution(); }, { once: true });
    };
    resolution();
    this.#watching = { sizes, stop: () => { stop.abort(); sizes.disconnect(); tree.disconnect(); } };
  }

  #unwatch() {
    this.#watching?.stop();
    this.#watching = null;
  }

  /** Watches each region where it lies now: its size, and by an intersection with its own box its place. */
  #follow() {
    if (!this.#watching) return;
    for (const region of this.#regions.values()) {
      this.#watching.sizes.observe(region.element);
      const { box } = region, text = String(box);
      if (!globalThis.IntersectionObserver || region.watchedBox === text) continue;
      region.watcher?.disconnect();
      region.watchedBox = text;
      const rootMargin = box ? `${-Math.floor(box[1])}px ${-Math.floor(innerWidth - box[2])}px ${-Math.floor(innerHeight - box[3])}px ${-Math.floor(box[0])}px` : "0px";
      const old = region.element.getBoundingClientRect();
      let isFirst = true;
      region.watcher = new IntersectionObserver(([{ boundingClientRect: now }]) => {
        if (!isFirst || Math.abs(now.left - old.left) >= 0.5 || Math.abs(now.top - old.top) >= 0.5) this.#animate();
        isFirst = false;
      }, { rootMargin, threshold: [0, 0.01, 0.25, 0.5, 0.75, 0.99, 1] });
      region.watcher.observe(region.element);
    }
  }

  /** Follows each frame while an animation moves an observed element. */
  #animate() {
    if (this.#isAnimating) return;
    const isMoving = () => page().getAnimations().some(({ playState, effect }) =>
      playState === "running" && effect?.target && [...this.#regions.keys()].some((element) => effect.target.contains(element)));
    const step = () => {
      this.#isAnimating = isMoving();
      this.#invalidate();
      if (this.#isAnimating) requestAnimationFrame(step);
    };
    this.#isAnimating = true;
    requestAnimationFrame(step);
  }

  /** An element that stays out of the page for longer than a frame is not observed any more. */
  #dropRemoved() {
    const gone = () => [...this.#regions.values()].filter(({ element }) => !element.isConnected);
    if (!gone().length) return;
    setTimeout(() => { for (const region of gone()) for (const handle of [...region.handles]) this.stop(handle); }, 34);
  }

  // --- Anchors: taps that the browser and the daemon have both seen

  #pointerDown(event) {
    if (!event.isTrusted || this.#map?.source === "exact") return;
    const viewport = globalThis.visualViewport, scale = viewport?.scale ?? 1;
    const client = [(event.clientX - (viewport?.offsetLeft ?? 0)) * scale, (event.clientY - (viewport?.offsetTop ?? 0)) * scale];
    this.#pointers = [...this.#pointers.slice(-7), { client, screen: [event.screenX, event.screenY] }];
    if (event.pointerType === "touch") this.#downs = [...this.#downs.slice(-7), { client, time: performance.now() }];
    this.#invalidate();
  }

  /** A tap is an anchor if each side saw one tap, and no second one within 300 ms. */
  #anchorTap({ location }) {
    if (!location || this.#map?.source === "exact") return;
    const time = performance.now();
    this.#taps = [...this.#taps.slice(-7), time];
    setTimeout(() => {
      const downs = this.#downs.filter((each) => Math.abs(each.time - time) <= ANCHOR_WINDOW + 250);
      const taps = this.#taps.filter((each) => Math.abs(each - time) <= ANCHOR_WINDOW);
      if (downs.length === 1 && taps.length === 1) this.#anchor({ client: downs[0].client, mm: location });
    }, ANCHOR_WINDOW);
  }

  /** Takes an anchor. One that is far from the map counts only if the next one agrees. */
  #anchor(anchor) {
    if (!this.device) return;
    const map = mapOf(viewOf(), this.device.size, this.#anchors, this.#pointers);
    if (map.source === "exact") return;
    const at = map.toScreen(...anchor.client);
    anchor.error = [at[0] - anchor.mm[0], at[1] - anchor.mm[1]];
    const stray = this.#stray;
    this.#stray = null;
    if (Math.hypot(...anchor.error) < 15) this.#anchors = [...this.#anchors.slice(-7), anchor];
    else if (stray && Math.hypot(anchor.error[0] - stray.error[0], anchor.error[1] - stray.error[1]) <= 3) this.#anchors = [stray, anchor];
    else this.#stray = anchor;
    this.#invalidate();
  }
}

/** The instance that pages share. It connects at the first `observe`, `listen` or `connect`. */
export const gestures = new Gestures();
