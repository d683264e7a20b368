// gestured.js: gestures of elements, from the daemon gestured. docs/web.md is the manual, and gestured.d.ts documents each call.
//
//   observe(element, recognizers) ──▶ a region and its recognizers ──▶ gestured ──▶ lines ──▶ events at the element
//
// The first half computes and keeps no state. The class `Gestures` has the state: the connection, what is declared, the gestures under way.

export const version = "0.1.0";

const words = (text) => text.split(" ");
const DISCRETE = words("tap swipe check_mark"); // one event each; all others last
const KINDS = words("tap long_press pan swipe pinch rotation edge_pan transform press_and_drag tip_tap check_mark hold_and_twist hover");
const ALIASES = { rotate: "rotation", press: "long_press" };
const RELATION = /^(required?|simultaneous|can)_/; // such as require_to_fail; their values are keys
// The unit that an option of the wire has at the end of its name. Pages may leave it out: they mean CSS px, ms and degrees.
const UNITS = {
  mm: /(movement|distance|change|arc|band|stroke|back|way)$/, ms: /(press|gap|duration|rest|early|window)$/,
  degrees: /(cone|turn)$/, percent: /^section/,
};
// Elements inside an observed one that keep their own taps.
const INTERACTIVE = 'button, a[href], input, select, textarea, summary, [contenteditable]:not([contenteditable="false"]), [data-gestures="off"]';
const MAXIMUM_REGIONS = 64; // regions_per_page of gestured-web
const MAXIMUM_SHIELDS = 32;
const FRAME_INTERVAL = 100; // ms between two batches of frames
const ANCHOR_WINDOW = 300; // ms between what the browser and the daemon saw of one tap
const ZOOM_LEVELS = [0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]; // Chromium's
const AXES = [0, 1];

export class GesturedError extends Error {
  constructor(code, message, { path, hint } = {}) {
    super(message);
    Object.assign(this, { name: "GesturedError", code, path, hint });
  }
}

const noConnection = () => new GesturedError("unavailable", "there is no connection to gestured");
const sum = (a, b) => (a === undefined || b === undefined ? undefined : a + b);

export class GesturedEvent extends (globalThis.CustomEvent ?? Event) { // Node 18 has no CustomEvent
  #element;
  coalesced = [];
  constructor(type, { timeStamp, ...fields } = {}, element = null) {
    super(type, { bubbles: true, composed: true });
    this.#element = element;
    Object.assign(this, fields);
    if (timeStamp !== undefined) Object.defineProperty(this, "timeStamp", { value: timeStamp });
  }
  get pageX() { return sum(this.clientX, globalThis.scrollX ?? 0); }
  get pageY() { return sum(this.clientY, globalThis.scrollY ?? 0); }
  get offsetX() { return this.ownX ?? sum(this.clientX, -this.#element?.getBoundingClientRect().left); }
  get offsetY() { return this.ownY ?? sum(this.clientY, -this.#element?.getBoundingClientRect().top); }
}

// --- Options

const wireName = (kind) => ALIASES[kind] ?? kind.replaceAll("-", "_");
const round = (number, decimals = 4) => Number(number.toFixed(decimals));

/** Whether one word may be a misspelling of the other: at most one letter is in only one of them. */
function isLike(a, b) {
  const lacks = (one, other) => [...one].filter((letter) => !other.includes(letter)).length;
  return Math.abs(a.length - b.length) <= 1 && lacks(a, b) + lacks(b, a) <= 1;
}

function mistake(message, word = "", allowed = []) {
  const meant = allowed.find((each) => isLike(word, each));
  return new TypeError(`gestured: ${message}; ${meant ? `did you mean ${meant}?` : `allowed: ${allowed.join(", ")}`}`);
}

/** A value of `recognizers` as { key, kind, on, coalesce, options, relations }. */
function parseRecognizer(key, value) {
  if (!/^[a-z0-9-]{1,20}$/.test(key)) throw mistake(`the key ${key} is wrong`, key, ["1 to 20 of a-z 0-9 -"]);
  if (typeof value === "function") value = { on: value };
  else if (value !== true && (typeof value !== "object" || !value)) throw mistake(`${key} is ${value}`, "", ["true", "a function", "an object"]);
  const { kind: name = key, on, coalesce, ...rest } = value;
  const kind = wireName(name), options = {}, relations = {};
  if (!KINDS.includes(kind)) throw mistake(`${key} has the unknown kind ${name}`, kind, [...KINDS, ...Object.keys(ALIASES)]);
  for (const [camel, option] of Object.entries(rest)) {
    const wire = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), unit = Object.keys(UNITS).find((each) => UNITS[each].test(wire));
    if (option === undefined) continue;
    if (RELATION.test(wire)) relations[wire] = [option].flat().map(String);
    else if (unit === "mm") options[`${wire}_mm`] = length(camel, option, "px");
    else if (wire.endsWith("_mm")) options[wire] = length(camel, option, "mm");
    else options[unit ? `${wire}_${unit}` : wire] = option;
  }
  return { key, kind, isDiscrete: DISCRETE.includes(kind), on, coalesce, options, relations };
}

/** A length as a number of mm, or as { px } until the map is known. */
function length(name, value, unit) {
  const [, number, own = unit] = /^\s*(-?\d*\.?\d+)\s*(px|mm)?\s*$/.exec(value) ?? [];
  if (number === undefined) throw mistake(`${name} is ${value}`, "", ["a number", '"40px"', '"5mm"']);
  return own === "mm" ? Number(number) : { px: Number(number) };
}

/** Whether a line fits a filter of `listen`. The page knows no tree, so a region of the filter fits all lines with a region. */
function fits(filter, line) {
  const { type = words("gesture settled device responder inhibit press route filtering"), region, descendants, ...rest } = filter;
  const isIn = (wanted, found) => [wanted].flat().some((each) => [found].flat().includes(each));
  return isIn(type, line.type) && Object.entries(rest).every(([key, wanted]) => isIn(wanted, line[key]))
    && (region === undefined || (descendants === false ? isIn(region, line.region) : line.region !== undefined));
}

// --- Places

/** mm on the glass to client px and back, each axis by itself. */
class ScreenMap {
  constructor(source, scale, offset, error = null) {
    Object.assign(this, { source, scale, offset, error });
  }
  toClient(mm) { return AXES.map((axis) => mm[axis] * this.scale[axis] + this.offset[axis]); }
  toScreen(...px) { return AXES.map((axis) => (px[axis] - this.offset[axis]) / this.scale[axis]); }
  extent(mm) { return mm?.map((each, axis) => each * this.scale[axis]) ?? []; }
  /** A matrix in mm as one in client px. */
  matrix(mm) {
    const whole = new DOMMatrix([this.scale[0], 0, 0, this.scale[1], ...this.offset]);
    return whole.multiply(new DOMMatrix(mm)).multiply(whole.inverse());
  }
  /** The same map after a pinch zoom. */
  zoomed({ scale, box }) {
    return new ScreenMap(this.source, this.scale.map((each) => each / scale), this.offset.map((each, axis) => each / scale + box[axis]), this.error);
  }
}

/** The window: sizes and corner in px as [x, y]. */
function viewOf() {
  const inner = [innerWidth, innerHeight], outer = [outerWidth, outerHeight];
  return { inner, outer, corner: [screenX, screenY], screen: [screen.width, screen.height], devicePixelRatio };
}

/** The part that a pinch zoom shows: its scale, and [left, top, right, bottom] in client px. */
function visibleViewport() {
  const { scale = 1, offsetLeft: left = 0, offsetTop: top = 0, width = innerWidth, height = innerHeight } = globalThis.visualViewport ?? {};
  return { scale, box: [left, top, left + width, top + height] };
}

/** How far the page is zoomed. Two trusted pointers 50 px apart tell it exactly, the sizes of the window roughly. */
function zoomOf({ inner, outer }, pointers) {
  const last = pointers.at(-1);
  for (const each of pointers) {
    for (const axis of AXES) {
      const across = last.client[axis] - each.client[axis], zoom = (last.screen[axis] - each.screen[axis]) / across;
      if (Math.abs(across) >= 50 && zoom > 0.2 && zoom < 6) return zoom;
    }
  }
  const ratio = outer[0] / inner[0] || 1;
  return ZOOM_LEVELS.reduce((best, each) => (Math.abs(each - ratio) < Math.abs(best - ratio) ? each : best));
}

/** The map before pinch zoom, from anchors { client, mm } and pointers { client, screen }. */
function mapOf(view, size, anchors, pointers) {
  const { inner, outer, corner, screen } = view, zoom = zoomOf(view, pointers);
  // A viewport as large as the screen covers it; zoom rounds its size.
  if (AXES.every((axis) => Math.abs(inner[axis] * zoom - screen[axis]) <= 1 + 2 * zoom)) {
    return new ScreenMap("exact", AXES.map((axis) => inner[axis] / size[axis]), [0, 0], 0.5);
  }
  const scale = AXES.map((axis) => screen[axis] / zoom / size[axis]);
  if (anchors.length) return learnedMap(scale, anchors);
  const side = Math.max(0, (outer[0] - inner[0] * zoom) / 2), frame = [side, Math.max(0, outer[1] - inner[1] * zoom - side)];
  const pointer = pointers.at(-1);
  const origin = AXES.map((axis) => (pointer ? pointer.screen[axis] - pointer.client[axis] * zoom : corner[axis] + frame[axis]));
  return new ScreenMap("reported", scale, origin.map((each) => -each / zoom));
}

/** One anchor tells the offset; two that are 30 mm apart tell the scale too. */
function learnedMap(scale, anchors) {
  const along = (side, axis) => anchors.map((each) => each[side][axis]);
  const span = (side, axis) => Math.max(...along(side, axis)) - Math.min(...along(side, axis));
  const mean = (side, axis) => along(side, axis).reduce((a, b) => a + b) / anchors.length;
  const apart = Math.hypot(...AXES.map((axis) => span("mm", axis)));
  if (apart >= 30) {
    const found = Math.hypot(...AXES.map((axis) => span("client", axis) / scale[axis])) / apart;
    scale = scale.map((each) => each * found);
  }
  return new ScreenMap("learned", scale, AXES.map((axis) => mean("client", axis) - mean("mm", axis) * scale[axis]), 1);
}

/** Finds out where the window lies on the glass, from taps that the browser and the daemon have both seen. */
class WindowPlace {
  map;
  #flat; // the map before pinch zoom
  #geometry = "";
  #anchors = []; // { client, mm, error }
  #stray;
  #pointers = []; // { client, screen, time, pointerType }, trusted
  #taps = []; // times of the daemon's taps
  #learned;

  /** `learned` is called where the map is to be made anew. */
  constructor(learned) { this.#learned = learned; }

  get isExact() { return this.map?.source === "exact"; }

  /** Makes the map. Anchors count for one geometry of the window. */
  locate({ size, device }) {
    const view = viewOf(), geometry = JSON.stringify([view, size, device]);
    if (geometry !== this.#geometry) {
      this.#anchors = [];
      this.#pointers = [];
      this.#stray = null;
    }
    this.#geometry = geometry;
    this.#flat = mapOf(view, size, this.#anchors, this.#pointers);
    this.map = this.#flat.zoomed(visibleViewport());
  }

  pointerDown({ isTrusted, pointerType, clientX, clientY, screenX, screenY }) {
    if (!isTrusted || this.isExact) return;
    const { scale, box } = visibleViewport(), client = [clientX, clientY].map((each, axis) => (each - box[axis]) * scale);
    this.#pointers = [...this.#pointers.slice(-7), { client, screen: [screenX, screenY], time: performance.now(), pointerType }];
    this.#learned();
  }

  /** A tap of the daemon is an anchor if each side saw one tap, and no second one within 300 ms. */
  tap(mm) {
    if (!mm || this.isExact) return;
    const time = performance.now();
    this.#taps = [...this.#taps.slice(-7), time];
    setTimeout(() => {
      // The finger landed up to 250 ms before its tap was recognized.
      const downs = this.#pointers.filter((each) => each.pointerType === "touch" && Math.abs(each.time - time) <= ANCHOR_WINDOW + 250);
      const taps = this.#taps.filter((each) => Math.abs(each - time) <= ANCHOR_WINDOW);
      if (downs.length === 1 && taps.length === 1) this.#take(downs[0].client, mm);
    }, ANCHOR_WINDOW);
  }

  /** An anchor that is far from the map counts only if the next one agrees. */
  #take(client, mm) {
    const error = this.#flat.toScreen(...client).map((each, axis) => each - mm[axis]), anchor = { client, mm, error }, stray = this.#stray;
    this.#stray = null;
    if (Math.hypot(...error) < 15) this.#anchors = [...this.#anchors.slice(-7), anchor];
    else if (stray && Math.hypot(...AXES.map((axis) => error[axis] - stray.error[axis])) <= 3) this.#anchors = [stray, anchor];
    else this.#stray = anchor;
    this.#learned();
  }
}

/** The touchscreen under the page: by name, by pixels, by shape, or the only one. */
function chooseDevice(devices, wanted, { screen, devicePixelRatio }) {
  if (wanted !== undefined) return devices.find((each) => [each.device, each.name, each.table, each.output].includes(wanted));
  const hasPixels = ({ pixels }) => pixels && [1, devicePixelRatio].some((ratio) => Math.abs(pixels[0] - screen[0] * ratio) <= 2);
  const misfit = ({ size }) => Math.abs(Math.log((size[0] / size[1]) * (screen[1] / screen[0])));
  return devices.find(hasPixels) ?? devices.sort((a, b) => misfit(a) - misfit(b))[0];
}

// --- Values of a gesture

const degrees = (radians) => (radians === undefined ? undefined : (radians * 180) / Math.PI);

/** The values before the first line: deltas of that line count from here. Node has no DOMMatrix, and no matrices. */
const nothingYet = () => ({ deltaX: 0, deltaY: 0, scale: 1, rotation: 0, matrix: globalThis.DOMMatrix && new DOMMatrix() });

/** The values of a line since the gesture's start, in the web's units. `before` are those of the line before. */
function valuesOf(line, map, before) {
  const [clientX, clientY] = line.location ? map.toClient(line.location) : [];
  const [deltaX, deltaY] = map.extent(line.translation), [velocityX, velocityY] = map.extent(line.velocity).map((each) => each / 1000);
  // Lines of a pan have no start: it is where the first of them comes from.
  const first = before.startX === undefined && line.location && line.translation ? [clientX - deltaX, clientY - deltaY] : [before.startX, before.startY];
  const [startX, startY] = line.start ? map.toClient(line.start) : first;
  const values = {
    clientX, clientY, startX, startY, deltaX, deltaY, velocityX, velocityY, scale: line.scale, scaleVelocity: line.scale_velocity,
    rotation: degrees(line.rotation), rotationVelocity: degrees(line.rotation_velocity),
  };
  return { ...values, matrix: before.matrix && matrixOf(line, map, values, before) };
}

function matrixOf({ kind, matrix }, map, { clientX: x, clientY: y, deltaX, deltaY, scale = 1, rotation = 0 }, before) {
  if (matrix) return map.matrix(matrix);
  if (kind === "pan") return deltaX === undefined ? undefined : new DOMMatrix().translate(deltaX, deltaY);
  if ((kind !== "pinch" && kind !== "rotation") || x === undefined) return undefined;
  const step = new DOMMatrix().translate(x, y).scale(scale / (before.scale ?? 1)).rotate(rotation - (before.rotation ?? 0));
  return step.translate(-x, -y).multiply(before.matrix);
}

/** `values` as fields of an event, with what has changed since `last`, the event before. */
function fieldsOf({ matrix, ...fields }, last) {
  for (const [delta, field] of [["movementX", "deltaX"], ["movementY", "deltaY"], ["rotationDelta", "rotation"]]) {
    if (fields[field] !== undefined) fields[delta] = fields[field] - (last[field] ?? 0);
  }
  if (fields.scale !== undefined) fields.scaleDelta = fields.scale / (last.scale ?? 1);
  // The page may change its matrix.
  if (matrix) Object.assign(fields, { matrix: new DOMMatrix(matrix), matrixDelta: matrix.multiply((last.matrix ?? new DOMMatrix()).inverse()) });
  return fields;
}

const STATES = { start: "began", move: "changed", end: "ended", cancel: "cancelled" };
const PHASES = Object.fromEntries(Object.entries(STATES).map(([phase, state]) => [state, phase]));

// --- Elements

const page = () => globalThis.document;
const isLoopback = (host) => ["127.0.0.1", "localhost", "[::1]"].includes(host);
const report = globalThis.reportError ?? console.error; // Node has no reportError
const isOnTop = (element) => ["dialog:modal", ":popover-open"].some((selector) => {
  try { return element.matches(selector); } catch { return false; } // an older browser knows no popover
});
function ancestors(element) {
  const parent = element.parentElement ?? element.getRootNode?.().host;
  return parent ? [parent, ...ancestors(parent)] : [];
}

/** The part of an element that can be touched, as [left, top, right, bottom] in client px, or null. */
function visiblePart(element) {
  const viewport = visibleViewport().box;
  const sides = ({ left, top, right, bottom }) => [left, top, right, bottom];
  const cut = (box, other) => box.map((side, index) => (index < 2 ? Math.max : Math.min)(side, other[index]));
  const root = page().documentElement;
  if (element === root) return viewport;
  let style = getComputedStyle(element);
  if (!element.getClientRects().length || style.visibility !== "visible" || element.closest("[inert]")) return null;
  // A modal dialog keeps touches from all that lies behind.
  let box = element.open && isOnTop(element) ? viewport : sides(element.getBoundingClientRect());
  for (const each of isOnTop(element) ? [] : ancestors(element)) {
    if (style.position === "fixed" || each === root || each === page().body) break;
    const its = getComputedStyle(each);
    // An absolute box is clipped by the boxes that it is placed in.
    if (style.position === "absolute" && its.position === "static" && its.transform === "none") continue;
    if (its.overflowX !== "visible") box = cut(box, sides(each.getBoundingClientRect()));
    if (isOnTop(each)) break;
    style = its;
  }
  box = cut(box, viewport);
  return box[2] - box[0] >= 0.5 && box[3] - box[1] >= 0.5 ? box : null;
}

/** The linear part of an element's transform on the page, and its box before that. */
function transformOf(element) {
  let whole = new DOMMatrix();
  for (const each of [element, ...ancestors(element)]) {
    const { transform, rotate, scale } = getComputedStyle(each), own = new DOMMatrix();
    if (rotate && rotate !== "none") own.rotateSelf(parseFloat(rotate));
    if (scale && scale !== "none") own.scaleSelf(...words(scale).map(Number));
    if (transform && transform !== "none") own.multiplySelf(new DOMMatrix(transform));
    whole = own.multiply(whole);
  }
  const { left, right, top, bottom } = element.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
  const [width, height] = [element.offsetWidth / 2, element.offsetHeight / 2];
  return { whole, box: [x - width, y - height, x + width, y + height] };
}

/** Sorts regions from back to front: top layer, z-index, document order. */
function inPaintOrder(regions) {
  const chains = new Map(regions.map(({ element }) => [element, [element, ...ancestors(element)].reverse()]));
  const layer = (chain) => {
    for (const each of chain) {
      const { position, zIndex } = getComputedStyle(each), level = isOnTop(each) ? Infinity : parseInt(zIndex, 10) || (position !== "static" && 0.5);
      if (level) return level;
    }
    return 0;
  };
  return [...regions].sort(({ element: a }, { element: b }) => {
    const [first, second] = [chains.get(a), chains.get(b)], fork = first.findIndex((each, index) => each !== second[index]);
    const order = fork > 0 && second[fork] ? layer(first.slice(fork)) - layer(second.slice(fork)) : 0;
    return order || (a.compareDocumentPosition(b) & 4 ? -1 : 1);
  });
}

// --- The connection and what is declared

export class Gestures extends EventTarget {
  state = "idle";
  error = null;
  device = null;
  #options;
  #tag = Math.random().toString(36).slice(2, 10); // of all names of this page
  #token;
  #socket;
  #hello;
  #clock = 0; // the least difference of performance.now() and the daemon's time, in ms
  #retries = 0;
  #retry;
  #requests = new Map(); // id → the function that takes the reply
  #nextRequest = 1;
  #listeners = new Set();
  #subscription = "";
  #paused = 0;
  #devices = new Map();
  #regions = new Map(); // element → region, see #regionOf
  #recognizers = new Map(); // name → recognizer
  #gone = { regions: [], recognizers: [] }; // names to remove
  #order; // regions from back to front; null after a change of the tree
  #stacks = new Map(); // parent → names of its regions from back to front, as the daemon has them
  #count = 0;
  #hasFilter = false;
  #active = new Map(); // gesture_id → { recognizer, values, last, pending }
  #inSnapshot;
  #simulated = new WeakMap(); // element → values
  #frame;
  #place = new WindowPlace(() => this.#invalidate());
  #turn;
  #watching;
  #timer;
  #lastSent = -Infinity;
  #synced = Promise.resolve();

  constructor(options = {}) {
    super();
    this.#options = options;
  }

  get #map() { return this.#place.map; }
  get supported() { return this.state === "open"; }
  get features() { return this.#hello?.features ?? []; }
  get mapping() { return this.#map ? { source: this.#map.source, trusted: this.#map.source !== "reported", error: this.#map.error } : null; }
  toClient(place) { return this.#map?.toClient(place); }
  toScreen(clientX, clientY) { return this.#map?.toScreen(clientX, clientY); }

  async connect() {
    this.#begin();
    while (this.state !== "open") {
      if (this.state === "failed") throw this.error;
      await new Promise((resolve) => this.addEventListener("statechange", resolve, { once: true }));
    }
  }

  #begin() {
    if (this.state === "idle" || this.state === "failed") this.#open();
  }

  #url() {
    const own = new URL(import.meta.url), scheme = own.protocol === "https:" ? "wss" : "ws";
    return this.#options.url ?? page()?.querySelector('meta[name="gestured"]')?.content
      ?? (isLoopback(own.hostname) ? `${scheme}://${own.host}/v1` : "ws://127.0.0.1:4378/v1");
  }

  #open() {
    clearTimeout(this.#retry);
    const found = /(?:^#|&)gestured=([^&]*)/.exec(globalThis.location?.hash ?? "");
    if (found) {
      this.#token = found[1];
      history.replaceState(history.state, "", location.pathname + location.search);
    }
    this.#setState("connecting");
    const { WebSocket = globalThis.WebSocket } = this.#options;
    try {
      const socket = this.#socket = new WebSocket(this.#url(), "gestured.1");
      socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
      socket.onclose = ({ code, reason }) => { if (this.#socket === socket) this.#lost(code, reason); };
    } catch (error) {
      this.#fail(new GesturedError("unavailable", `no WebSocket to gestured-web: ${error.message}`));
    }
  }

  #setState(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }

  /** The connection is gone, and with it all that the daemon knew of this page. */
  #forget() {
    for (const end of this.#requests.values()) end(null, noConnection());
    for (const each of [this.#devices, this.#stacks]) each.clear();
    for (const each of [...this.#regions.values(), ...this.#recognizers.values()]) each.sent = null;
    this.#socket = this.#hello = undefined;
    this.#subscription = "";
    this.#recognizers.delete(this.#anchorName);
    this.#gone = { regions: [], recognizers: [] };
    this.#cancelAll("connection");
  }

  async #lost(code, reason) {
    const wasOpen = this.state === "open";
    this.#forget();
    if (code === 4401 || code === 4403) {
      return this.#fail(new GesturedError("refused", `gestured-web refuses this page (${reason}); check its token, and the origins in web.toml`));
    }
    this.error = new GesturedError("unavailable", `${reason || noConnection().message}; check gestured-web, gestured, and the origins in web.toml`);
    const wait = Math.min(10_000, 250 * 2 ** this.#retries++) * (1 + Math.random() / 2);
    this.#retry = setTimeout(() => this.#open(), wait);
    this.#retry.unref?.(); // of Node
    this.#setState("waiting");
    if (code !== 1006 || wasOpen || !(await this.#isBlocked()) || this.state !== "waiting") return;
    this.error = new GesturedError("blocked", 'the browser blocks this page; set the policy LoopbackNetworkAllowedForUrls, or allow="loopback-network" on its frame');
    this.dispatchEvent(new Event("statechange"));
  }

  /** The browser tells only 1006; its permissions tell more. An older browser has no such permission, and blocks no page. */
  async #isBlocked() {
    if (globalThis.top === globalThis.self && isLoopback(globalThis.location?.hostname)) return false;
    try { return (await navigator.permissions.query({ name: "loopback-network" })).state !== "granted"; } catch { return false; }
  }

  #fail(error) {
    this.error = error;
    for (const region of this.#regions.values()) for (const each of region.observations) each.reject(error);
    const socket = this.#socket;
    this.#forget();
    socket?.close();
    this.#setState("failed");
  }

  request(command, fields = {}, { signal } = {}) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (!this.#hello) return Promise.reject(noConnection());
    const id = this.#nextRequest++;
    return new Promise((resolve, reject) => {
      const end = (line, error = line.error && new GesturedError(line.error.code, line.error.message, line.error)) => {
        this.#requests.delete(id);
        if (error) reject(error);
        else resolve(line);
      };
      this.#requests.set(id, end);
      signal?.addEventListener("abort", () => end(null, signal.reason), { once: true });
      this.#socket.send(JSON.stringify({ id, command, ...fields }));
    });
  }

  #receive(line) {
    switch (line.type) {
      case "reply": this.#requests.get(line.id)?.(line); break;
      case "hello": this.#greeted(line); break;
      case "gesture": this.#gesture(line); break;
      case "device": this.#deviceLine(line); break;
      case "dropped": this.#inSnapshot = new Set(); break;
      case "snapshot":
        if (this.#inSnapshot) this.#cancelAll("dropped", (_, id) => !this.#inSnapshot.has(id));
        this.#inSnapshot = null;
    }
    for (const listener of this.#listeners) if (listener.filters.some((each) => fits(each, line))) listener.push(line);
  }

  #greeted(hello) {
    if (hello.protocol !== 1) return this.#fail(new GesturedError("incompatible", `gestured speaks protocol ${hello.protocol}; update gestured.js`));
    this.#hello = hello;
    this.#hasFilter = this.features.includes("filter");
    this.#clock = performance.now() - hello.time * 1000;
    if (this.#token !== undefined) this.request("authorize", { token: this.#token }).catch(() => {}); // a refusal closes the connection
    this.#token = undefined;
    // The first device line follows hello; without a touchscreen none comes.
    this.#invalidate(0);
  }

  #deviceLine(line) {
    const known = this.#devices.get(line.device);
    if (line.state === "removed") this.#devices.delete(line.device);
    else this.#devices.set(line.device, line);
    if (known && line.rotation !== undefined && known.rotation !== line.rotation) this.#turned("device");
    this.#invalidate(0);
  }

  /** A turn of the device and one of the page are one change: the layout waits for both, or 500 ms. */
  #turned(side) {
    if (this.#turn?.side === side) return;
    const end = () => { this.#turn = null; this.#invalidate(0); };
    clearTimeout(this.#turn?.timer);
    if (this.#turn) end();
    else this.#turn = { side, timer: setTimeout(end, 500) };
  }

  listen(filter = {}, { signal } = {}) {
    const lines = [];
    let wake = null, isOver = false;
    const listener = { filters: [filter].flat(), push: (line) => { lines.push(line); wake?.(); } };
    const end = () => {
      isOver = true;
      this.#listeners.delete(listener);
      this.#invalidate(0);
      wake?.();
    };
    this.#listeners.add(listener);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
    this.#begin();
    this.#invalidate(0);
    return {
      [Symbol.asyncIterator]() { return this; },
      async next() {
        while (!lines.length && !isOver) await new Promise((resolve) => { wake = resolve; });
        return { done: !lines.length, value: lines.shift() };
      },
      async return() { end(); return { done: true, value: undefined }; },
    };
  }

  pause() { return this.#ignore(1); }
  async resume() { if (this.#paused) await this.#ignore(-1); }
  async #ignore(step) {
    this.#paused += step;
    if (this.supported) await this.request("ignore_interaction", { state: step > 0 ? "begin" : "end" });
  }

  // --- Observing

  observe(element, recognizers, options = {}) {
    const { signal, name, interactive = "shield", native = "prevent", shape = "box", fingers = false, on, coalesce = true } = options;
    if (!element?.addEventListener) throw new TypeError("gestured: observe needs an element");
    const parsed = Object.entries(recognizers ?? {}).map(([key, value]) => parseRecognizer(key, value));
    this.#checkRelations(parsed, parsed);
    const own = this.#observation(element, "observed", { name, signal });
    const { region } = own;
    if (!region) return own.handle;
    Object.assign(region, { shape, interactive, native });
    for (const each of parsed) {
      let suffix = each.key;
      while (this.#recognizers.has(`${region.name}-${suffix}`)) suffix += "-2";
      const recognizer = { ...each, coalesce: each.coalesce ?? coalesce, all: on, fingers, own, region, name: `${region.name}-${suffix}`, sent: null };
      own.recognizers.push(recognizer);
      this.#recognizers.set(recognizer.name, recognizer);
    }
    this.#quiet(region, parsed);
    this.#begin();
    return own.handle;
  }

  shield(element, { signal } = {}) { return this.#observation(element, "shield", { signal }).handle; }

  refresh() {
    this.#order = null;
    this.#invalidate(0);
  }

  #observation(element, role, { name, signal }) {
    const own = { name, region: this.#regionOf(element, role), recognizers: [] };
    const ready = new Promise((resolve, reject) => Object.assign(own, { resolve, reject }));
    ready.catch(() => {}); // a page may leave it alone
    const stop = () => this.#stop(own);
    own.handle = { element, name, ready, stop, set: (changes) => this.#change(own, changes), reset: (key, values) => this.#reset(own, key, values) };
    if (own.region) own.region.observations.add(own);
    else own.reject(new GesturedError("limit", `a page may have ${MAXIMUM_REGIONS} regions; stop others first`));
    if (signal?.aborted) queueMicrotask(stop);
    signal?.addEventListener("abort", stop, { once: true });
    this.#watch();
    this.refresh();
    return own;
  }

  #stop(own, error = new GesturedError("unavailable", "observing was stopped")) {
    own.reject(error);
    if (!own.region?.observations.delete(own)) return;
    this.#cancelAll("stopped", ({ recognizer }) => own.recognizers.includes(recognizer));
    for (const { name, sent } of own.recognizers) {
      this.#recognizers.delete(name);
      if (sent) this.#gone.recognizers.push(name);
    }
    if (!own.region.observations.size) this.#dropRegion(own.region);
    if (!this.#regions.size) {
      this.#watching?.stop();
      this.#watching = null;
    }
    this.#invalidate(0);
  }

  /** Where the daemon refuses the options, nothing changes. */
  async #change(own, changes) {
    const all = Object.entries(changes).map(([key, value]) => {
      const old = this.#recognizer(own, key), { options, relations, on = old.on } = parseRecognizer(key, { ...value, kind: old.kind });
      this.#checkRelations([{ key, relations }], own.recognizers);
      return [old, { options: { ...old.options, ...options }, relations: { ...old.relations, ...relations }, on }];
    });
    const edits = all.filter(([old]) => old.sent).map(([old, next]) => this.#changeOf({ ...old, ...next }));
    if (edits.length) await this.request("recognizers", { edits });
    for (const [old, next] of all) {
      Object.assign(old, next);
      if (old.sent) old.sent = JSON.stringify(this.#wire(old));
    }
    this.#invalidate(0); // the daemon may get the old options at this moment
  }

  async #reset(own, key, { deltaX, deltaY, ...values }) {
    const recognizer = this.#recognizer(own, key), { name } = recognizer, { rotation } = values, wire = { ...values };
    const isMoved = deltaX !== undefined || deltaY !== undefined;
    if (rotation !== undefined) wire.rotation = (rotation * Math.PI) / 180;
    if (isMoved) wire.translation = [deltaX ?? 0, deltaY ?? 0].map((each, axis) => each / this.#map.scale[axis]);
    for (const [field, value] of Object.entries(wire)) await this.request("set", { recognizer: name, [field]: value });
    const now = values.identity ? nothingYet() : { ...values, ...(isMoved && { deltaX: deltaX ?? 0, deltaY: deltaY ?? 0 }) };
    for (const each of this.#active.values()) {
      if (each.recognizer === recognizer) Object.assign(each, { values: { ...each.values, ...now }, last: { ...each.last, ...now } });
    }
  }

  #recognizer(own, key) {
    const found = own.recognizers.find((each) => each.key === key);
    if (!found) throw mistake(`there is no recognizer ${key}`, key, own.recognizers.map((each) => each.key));
    return found;
  }

  /** The recognizers of the page that a relation's `key` or `NAME.key` means. */
  #related(target, own) {
    const [key, name] = target.split(".").reverse();
    return name === undefined ? own.filter((each) => each.key === key) : [...this.#recognizers.values()].filter((each) => each.key === key && each.own?.name === name);
  }

  #checkRelations(parsed, own) {
    for (const { key, relations } of parsed) {
      for (const [relation, targets] of Object.entries(relations)) {
        const wrong = targets.find((each) => each !== "*" && !each.startsWith("kind:") && !this.#related(each, own).length);
        if (wrong !== undefined) throw mistake(`${relation} of ${key} names ${wrong}, which is no key`, wrong, own.map((each) => each.key));
      }
    }
  }

  // --- Gestures

  /** A time of the daemon on the scale of performance.now(). */
  #timeStamp(time) {
    const now = performance.now() - time * 1000, isReplay = this.#hello.unix_time === undefined;
    if (now < this.#clock || (isReplay && !this.#active.size)) this.#clock = now;
    return time * 1000 + this.#clock;
  }

  #gesture(line) {
    const timeStamp = this.#timeStamp(line.time), id = line.gesture_id;
    this.#inSnapshot?.add(id);
    if (line.recognizer === this.#anchorName) return this.#place.tap(line.location);
    const recognizer = this.#recognizers.get(line.recognizer), isOver = line.state === "ended" || line.state === "cancelled";
    if (!recognizer || !this.#map) return;
    const known = this.#active.get(id), { isDiscrete } = recognizer;
    // The beginning of others belongs to a call that is stopped.
    if (!known && !isDiscrete && line.state !== "began" && !line.snapshot) return;
    const gesture = known ?? { recognizer, values: nothingYet(), last: nothingYet(), pending: [] };
    const before = gesture.values, values = gesture.values = valuesOf(line, this.#map, before);
    const phase = isDiscrete ? "end" : !known ? "start" : line.state === "began" ? "move" : PHASES[line.state];
    if (isOver) this.#active.delete(id);
    else this.#active.set(id, gesture);
    const step = { line, values, before, timeStamp, phase };
    if (phase === "move" && recognizer.coalesce && globalThis.requestAnimationFrame) {
      gesture.pending.push(step);
      this.#frame ??= requestAnimationFrame(() => {
        this.#frame = null;
        for (const each of this.#active.values()) this.#flush(each);
      });
    } else {
      this.#flush(gesture);
      this.#show(gesture, step);
    }
  }

  #flush(gesture) {
    const steps = gesture.pending.splice(0);
    if (steps.length) this.#show(gesture, steps.pop(), steps);
  }

  #show(gesture, step, merged = []) {
    const { recognizer, last } = gesture, coalesced = merged.map((each) => this.#event(recognizer, "move", this.#fields(each, each.before, recognizer)));
    gesture.last = step.values;
    this.#dispatch(recognizer, step.phase, { ...this.#fields(step, last, recognizer), coalesced });
  }

  #fields({ line, values, timeStamp }, last, { region }) {
    const fields = { ...fieldsOf(values, last), timeStamp, touchCount: line.touch_count, line };
    for (const value of [line, ...Object.values(line)]) Object.freeze(value);
    for (const name of words("direction edge taps tips side progress values")) if (line[name] !== undefined) fields[name] = line[name];
    if (line.duration !== undefined) fields.duration = line.duration * 1000;
    if (line.phase !== undefined) fields.dragPhase = line.phase;
    fields.fingers = line.fingers?.map(({ id, location, up = false }) => {
      const [clientX, clientY] = this.#map.toClient(location);
      return { id, clientX, clientY, up };
    });
    if (region.shape === "transform" && line.region === region.name) [fields.ownX, fields.ownY] = this.#map.extent(line.region_location);
    return fields;
  }

  #event({ key, kind, isDiscrete, region }, phase, fields) {
    const canceled = phase === "cancel";
    return new GesturedEvent(`g-${key}${isDiscrete ? "" : phase}`, {
      gesture: key, kind, phase, state: STATES[phase], first: isDiscrete || phase === "start", last: canceled || phase === "end",
      canceled, reason: canceled ? "daemon" : undefined, ...fields,
    }, region.element);
  }

  #dispatch(recognizer, phase, fields) {
    const event = this.#event(recognizer, phase, fields);
    event.memo = event.first ? undefined : recognizer.memo;
    for (const listener of [recognizer.on, recognizer.all]) {
      try { if (listener) recognizer.memo = listener(event); } catch (error) { report(error); }
    }
    recognizer.region.element.dispatchEvent(event);
  }

  #cancelAll(reason, which = () => true) {
    for (const [id, gesture] of [...this.#active].filter(([id, gesture]) => which(gesture, id))) {
      this.#flush(gesture);
      this.#active.delete(id);
      this.#dispatch(gesture.recognizer, "cancel", { ...fieldsOf(gesture.last, gesture.last), touchCount: 0, line: null, timeStamp: performance.now(), reason });
    }
  }

  simulate(element, key, { phase, matrix, ...values } = {}) {
    const recognizer = [...this.#recognizers.values()].find((each) => each.region.element === element && each.key === key) ?? { ...parseRecognizer(key, true), region: { element } };
    for (const each of phase ? [phase] : recognizer.isDiscrete ? ["end"] : ["start", "move", "end"]) {
      const last = this.#simulated.get(element) ?? nothingYet(), now = { ...last, ...values, matrix: matrix ?? last.matrix };
      this.#dispatch(recognizer, each, { ...fieldsOf(now, last), touchCount: 1, line: null, timeStamp: performance.now(), ...values });
      if (each === "end" || each === "cancel") this.#simulated.delete(element);
      else this.#simulated.set(element, now);
    }
  }

  // --- Regions and recognizers, as the daemon has them

  #regionName(number) { return `g${number}-${this.#tag}`; }
  get #anchorName() { return `${this.#regionName(0)}-anchor`; }
  #withRole(role) { return [...this.#regions.values()].filter((each) => each.role === role); }

  /** The region of an element, or null at the limit. A region that the page did not ask for makes room. */
  #regionOf(element, role) {
    const known = this.#regions.get(element), isFull = this.#regions.size >= MAXIMUM_REGIONS, automatic = this.#withRole("automatic");
    const old = known ? automatic.find((each) => each === known) : isFull && automatic[0];
    if (old) {
      this.#dropRegion(old);
      return this.#regionOf(element, role);
    }
    if (known && role === "observed") known.role = role;
    if (known || isFull) return known ?? null;
    const names = new Set([...this.#regions.values()].map((each) => each.name));
    do this.#count = (this.#count % MAXIMUM_REGIONS) + 1; while (names.has(this.#regionName(this.#count)));
    const region = {
      element, role, name: this.#regionName(this.#count), observations: new Set(),
      sent: null, // what the daemon knows
      box: null, // the visible part when it was last seen, as [left, top, right, bottom] in client px
      styles: [], // what #quiet has replaced: [name, value, priority]
      ended: new AbortController(),
    };
    this.#regions.set(element, region);
    return region;
  }

  #dropRegion(region) {
    this.#order = null;
    region.ended.abort();
    for (const style of region.styles) region.element.style.setProperty(...style);
    this.#watching?.sizes.unobserve(region.element);
    this.#regions.delete(region.element);
    if (region.sent) this.#gone.regions.push(region.name);
  }

  /** Buttons in observed elements, open dialogs and popovers are shields by themselves. */
  #shieldByThemselves() {
    const observed = this.#withRole("observed"), dialogs = observed.length ? page().querySelectorAll("dialog[open], [popover]") : [];
    const inside = observed.flatMap(({ element, interactive }) => (interactive === "observe" ? [] : [...element.querySelectorAll(INTERACTIVE)]));
    const shown = [...[...dialogs].filter((each) => each.open || isOnTop(each)), ...inside.filter((each) => each.getClientRects().length)];
    const wanted = new Set(shown.slice(0, MAXIMUM_SHIELDS));
    for (const region of this.#withRole("automatic")) if (!wanted.has(region.element)) this.#dropRegion(region);
    for (const element of wanted) if (!this.#regions.has(element) && this.#regions.size < MAXIMUM_REGIONS) this.#regionOf(element, "automatic");
  }

  /** The steps from what the daemon knows to what the page shows. */
  #regionEdits() {
    if (!this.#order) {
      this.#shieldByThemselves();
      this.#order = inPaintOrder([...this.#regions.values()]);
    }
    const edits = [], stacks = new Map(), root = { name: this.#rootName, box: [...this.#map.toClient([0, 0]), ...this.#map.toClient(this.device.size)] };
    // Regions go first, since new ones may have their names. What lies in one of them leaves it before.
    const gone = this.#gone.regions.splice(0);
    for (const { name, sent } of this.#order) if (gone.includes(sent?.parent)) edits.push({ edit: { move: name, to: root.name } });
    edits.push(...gone.map((name) => ({ edit: { remove: name } })));
    for (const region of this.#order) {
      // A shield is a sibling of the observed element around it: in that element its touches would reach the element too.
      const outer = ancestors(region.element).map((each) => this.#regions.get(each))
        .find((each) => each && (region.role === "observed" || each.role !== "observed")) ?? root;
      const { name, sent } = region, next = this.#layOut(region, outer), { parent, ...keys } = next;
      const push = (edit) => edits.push({ edit, of: region, sent: next });
      stacks.set(outer.name, [...(stacks.get(outer.name) ?? []), name]);
      const changed = Object.entries(keys).filter(([key, value]) => String(value) !== String(sent?.[key]));
      if (!sent) push({ add: { name, parent, multiple: true, ...keys } });
      else if (sent.parent !== parent) push({ move: name, to: parent });
      if (sent && changed.length) push({ change: { name, ...Object.fromEntries(changed) } });
    }
    // A new region lies in front; where the page paints it farther back, all of them are put in order.
    for (const [parent, names] of stacks) {
      const old = this.#stacks.get(parent)?.filter((each) => names.includes(each)) ?? [];
      if (String([...old, ...names.filter((each) => !old.includes(each))]) === String(names)) continue;
      for (const [index, name] of names.slice(1).entries()) edits.push({ edit: { reorder: name, in_front_of: names[index] } });
    }
    this.#stacks = stacks;
    if (edits.length) this.#lastSent = performance.now();
    return edits;
  }

  /** A region as the daemon takes it, in percent of the region around. */
  #layOut(region, outer) {
    const visible = page().visibilityState === "hidden" ? null : visiblePart(region.element);
    this.#follow(region, visible);
    let box = region.box = visible ?? region.box ?? outer.box;
    const next = { parent: outer.name, hidden: !visible };
    if (region.shape === "transform") {
      const { whole, box: own } = transformOf(region.element), [sx, sy] = this.#map.scale;
      box = own;
      next.matrix = [whole.a, (whole.b * sx) / sy, (whole.c * sy) / sx, whole.d, 0, 0].map((each) => round(each, 6));
    }
    const [left, top, right, bottom] = outer.box, [width, height] = [right - left, bottom - top];
    next.frame = [(box[0] - left) / width, (box[1] - top) / height, (box[2] - box[0]) / width, (box[3] - box[1]) / height].map((each) => `${round(each * 100)} %`);
    // The filter keeps the touches from the browser. It must not where the place may be another window's, or where the browser scrolls.
    if (this.#hasFilter && region.native === "prevent") next.app = !this.mapping.trusted;
    return next;
  }

  #wire({ name, kind, options, relations, own, region }) {
    const wire = { name, kind, region: region.name }, pxPerMm = (this.#map.scale[0] + this.#map.scale[1]) / 2;
    for (const [key, value] of Object.entries(options)) wire[key] = value?.px === undefined ? value : round(value.px / pxPerMm);
    for (const [relation, targets] of Object.entries(relations)) {
      const names = targets.flatMap((each) => (each.startsWith("kind:") ? `kind:${wireName(each.slice(5))}` : this.#related(each, own.recognizers).map(({ name }) => name)));
      wire[relation] = targets.includes("*") ? "*" : names;
    }
    return wire;
  }

  #changeOf(recognizer) {
    const { region: _, ...change } = this.#wire(recognizer);
    return { change };
  }

  #recognizerEdits() {
    if (!this.#place.isExact && this.#regions.size && !this.#recognizers.has(this.#anchorName)) {
      const region = { name: this.#rootName, sent: true }, options = { passive: true, maximum_press_ms: 250 };
      this.#recognizers.set(this.#anchorName, { name: this.#anchorName, kind: "tap", options, relations: {}, region });
    }
    return [...this.#recognizers.values()].filter(({ region }) => region.sent).flatMap((recognizer) => {
      const add = this.#wire(recognizer), sent = JSON.stringify(add);
      return recognizer.sent === sent ? [] : [{ edit: recognizer.sent ? this.#changeOf(recognizer) : { add }, of: recognizer, sent }];
    });
  }

  /** One subscription for all: it names the regions to come too, since a new subscription would cut gestures under way. */
  async #subscribe() {
    const filter = [...this.#listeners].flatMap((each) => each.filters), withFingers = [...this.#recognizers.values()].filter((each) => each.fingers);
    if (this.#regions.size) {
      const region = Array.from({ length: MAXIMUM_REGIONS }, (_, index) => this.#regionName(index + 1));
      filter.push({ type: "gesture", region }, { type: "gesture", recognizer: this.#anchorName });
    }
    const fields = { filter: [...filter, { type: ["device", "inhibit"] }], ...(withFingers.length && { fingers: true }) }, text = JSON.stringify(fields);
    if (!filter.length || text === this.#subscription) return;
    try {
      if (fields.fingers && !this.features.includes("fingers")) throw new GesturedError("unsupported", "this gestured lists no fingers; update it", { path: "fingers" });
      await this.request("subscribe", this.#subscription && this.#active.size ? { ...fields, snapshot: true } : fields);
      this.#subscription = text;
    } catch (error) {
      // An older daemon, or one that withholds places, lists no fingers; all else works.
      if (error.path !== "fingers") throw error;
      for (const each of withFingers) {
        each.own.reject(error);
        each.fingers = false;
      }
      await this.#subscribe();
    }
  }

  /** Brings the daemon up to date after `wait` ms, by default as soon as the interval of frames allows. */
  #invalidate(wait = Math.max(0, this.#lastSent + FRAME_INTERVAL - performance.now())) {
    if (!this.#hello || this.#timer?.wait <= wait) return;
    clearTimeout(this.#timer?.id);
    this.#timer = { wait, id: setTimeout(() => { this.#timer = null; this.#sync(); }, wait) };
  }

  /** One after the other: each looks anew at what is there. */
  #sync() {
    this.#synced = this.#synced.then(async () => {
      const socket = this.#socket;
      try {
        if (this.#hello) await this.#declare();
      } catch (error) {
        if (!(error instanceof GesturedError)) report(error);
        else if (this.#hello && this.#socket === socket) this.#fail(error);
      }
    });
  }

  async #declare() {
    const device = page() && chooseDevice([...this.#devices.values()], this.#options.screen, viewOf());
    this.device = device ?? null;
    if (device && !this.#turn) {
      this.#place.locate(device);
      await this.#batch("recognizers", this.#gone.recognizers.splice(0).map((remove) => ({ edit: { remove } })));
      await this.#batch("regions", this.#regionEdits());
      await this.#batch("recognizers", this.#recognizerEdits());
      await this.#subscribe();
      for (const { sent, observations } of this.#regions.values()) for (const each of observations) if (sent) each.resolve();
    } else if (this.#listeners.size) await this.#subscribe();
    if (this.state === "connecting" && this.#hello && (device || !this.#regions.size || this.#listeners.size)) {
      for (let count = 0; count < this.#paused; count++) await this.request("ignore_interaction", { state: "begin" });
      this.#retries = 0;
      this.error = null;
      this.#setState("open");
    }
  }

  /** Sends edits; where one is refused, its observation learns of it, and the others go on. */
  async #batch(command, items) {
    while (items.length) {
      try {
        await this.request(command, { edits: items.map((each) => each.edit) });
        for (const { of, sent } of items) if (of) of.sent = sent;
        return;
      } catch (error) {
        if (!(error instanceof GesturedError) || !this.#hello) throw error;
        if (this.#hasFilter && error.code === "not_permitted" && /\.app$/.test(error.path)) {
          // Without the right, the browser gets the touches, and #quiet keeps it from acting.
          this.#hasFilter = false;
          return this.#invalidate(0);
        }
        const refused = items[/^edits\[(\d+)\]/.exec(error.path)?.[1]] ?? items.at(-1);
        if (error.code === "limit_reached") error.code = "limit";
        const told = refused.edit.add?.parent === "page_root" && error.code === "unknown_region" ? this.#noWindow() : error;
        const { own, observations = [own] } = refused.of ?? {}, stopped = [...observations].filter(Boolean);
        for (const each of stopped) this.#stop(each, told);
        items = items.filter((each) => each !== refused && !(each.of && each.of === refused.of) && !stopped.includes(each.of?.own));
      }
    }
  }

  /** The daemon's region of the whole device, where the page's regions go. The first touchscreen has one, others what the message says. */
  get #rootName() { return this.device.device === Math.min(...this.#devices.keys()) ? "root" : "page_root"; }

  #noWindow() {
    const table = this.device.table ?? this.device.name;
    return new GesturedError("no-window", `${table} has no window; write [window.page] with device = "${table}", and [region.page_root] with parent = "page", frame = [0, 0, "100%", "100%"]`);
  }

  // --- The browser and moving elements

  /** Keeps the browser from acting on touches of an observed element. */
  #quiet({ element, native, styles, interactive, ended: { signal } }, parsed) {
    if (native === "keep" || !element.style?.setProperty) return;
    const pan = { "scroll-y": "pan-y", "scroll-x": "pan-x" }[native];
    if (!styles.length) {
      const wanted = { "touch-action": pan ?? "none", "user-select": "none", "-webkit-user-select": "none", "overscroll-behavior": "contain", "-webkit-user-drag": "none" };
      for (const [name, value] of Object.entries(wanted)) {
        styles.unshift([name, element.style.getPropertyValue(name), element.style.getPropertyPriority(name)]);
        element.style.setProperty(name, value);
      }
      // A prevented touchstart keeps a tap from becoming a click. Scrolling needs it.
      const isShielded = (target) => { const own = target.closest(INTERACTIVE); return own && own !== element && element.contains(own); };
      const prevent = (event) => { if (interactive === "observe" || !isShielded(event.target)) event.preventDefault(); };
      if (!pan) element.addEventListener("touchstart", prevent, { capture: true, passive: false, signal });
    }
    if (!parsed.some(({ kind }) => kind === "long_press" || kind === "press_and_drag")) return;
    for (const type of ["contextmenu", "dragstart"]) element.addEventListener(type, (event) => { if (event.button !== 2) event.preventDefault(); }, { signal });
  }

  #watch() {
    if (this.#watching || !globalThis.ResizeObserver) return;
    const stop = new AbortController(), { signal } = stop, document = page();
    const listen = (target, types, listener, options) => {
      for (const type of words(types)) target?.addEventListener(type, listener, { passive: true, capture: true, signal, ...options });
    };
    const changed = () => this.#invalidate();
    const rebuilt = () => { this.#order = null; changed(); };
    const sizes = new ResizeObserver(changed), tree = new MutationObserver(() => { this.#dropRemoved(); rebuilt(); });
    tree.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: words("class style hidden inert open disabled href contenteditable data-gestures popover") });
    listen(document, "fullscreenchange toggle", rebuilt);
    listen(globalThis, "scroll resize", changed);
    listen(globalThis.visualViewport, "resize scroll", changed);
    listen(globalThis.screen.orientation, "change", () => this.#turned("page"));
    listen(globalThis, "pointerdown", (event) => this.#place.pointerDown(event));
    const tryAgain = () => { if (this.state === "waiting") this.#open(); };
    listen(globalThis, "online", tryAgain);
    // A hidden page hides its regions at once: its timers may sleep soon.
    const shown = () => {
      if (document.visibilityState === "visible") tryAgain();
      this.#sync();
    };
    listen(document, "visibilitychange freeze resume", shown);
    listen(globalThis, "pagehide pageshow", shown);
    const resolution = () => listen(matchMedia(`(resolution: ${devicePixelRatio}dppx)`), "change", () => { changed(); resolution(); }, { once: true });
    resolution();
    this.#watching = { sizes, stop: () => { stop.abort(); sizes.disconnect(); tree.disconnect(); } };
  }

  /** Watches a region where it lies now: its size, and by an intersection with its own box any move, also of an animation. */
  #follow(region, box) {
    if (!this.#watching || region.watched === String(box)) return;
    region.watched = String(box);
    this.#watching.sizes.observe(region.element);
    region.watcher?.disconnect();
    const [left, top, right, bottom] = box ?? [0, 0, innerWidth, innerHeight];
    const rootMargin = [top, innerWidth - right, innerHeight - bottom, left].map((each) => `${-Math.floor(each)}px`).join(" ");
    region.watcher = new IntersectionObserver(() => this.#invalidate(), { rootMargin, threshold: [0, 0.01, 0.25, 0.5, 0.75, 0.99, 1] });
    region.watcher.observe(region.element);
    region.ended.signal.onabort = () => region.watcher.disconnect();
  }

  /** An element that stays out of the page for longer than a frame is not observed any more. */
  #dropRemoved() {
    const gone = () => [...this.#regions.values()].filter(({ element }) => !element.isConnected);
    if (gone().length) setTimeout(() => { for (const { observations } of gone()) for (const each of [...observations]) this.#stop(each); }, 34);
  }
}

export const gestures = new Gestures();
