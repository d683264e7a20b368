// Gestures of elements, from the daemon gestured. docs/web.md is the manual, and gestured.d.ts documents each call.
// An observed element becomes a region with recognizers in the daemon, and the daemon's lines become events at the element.

export const version = "0.1.0";

const words = (text) => text.split(" ");
const DISCRETE = words("tap swipe check_mark"); // one event each; all others last
const KINDS = words("tap long_press pan swipe pinch rotation edge_pan transform press_and_drag tip_tap check_mark hold_and_twist hover");
const ALIASES = { rotate: "rotation", press: "long_press" };
const RELATION = /^(required?|simultaneous|can)_/; // their values are keys
// Units at the end of the wire's names. Pages may leave them out.
const UNITS = {
  mm: /(movement|distance|change|arc|band|stroke|back|way)$/, ms: /(press|gap|duration|rest|early|window)$/,
  degrees: /(cone|turn)$/, percent: /_(from|to)$/,
};
// Elements inside an observed one that keep their own taps.
const INTERACTIVE = 'button, a[href], input, select, textarea, summary, [contenteditable]:not([contenteditable="false"]), [data-gestures="off"]';
const MAXIMUM_REGIONS = 64; // regions_per_page of gestured-web
const MAXIMUM_SHIELDS = 32;
const FRAME_INTERVAL = 100; // ms between two looks at the frames
const ANCHOR_WINDOW = 300; // ms between the two sights of one tap
const ZOOM_LEVELS = [0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]; // Chromium's
const AXES = [0, 1];
const PATIENCE = 2000; // ms without a connection until the console says why
// Options of `observe`, the strictest value first: it counts where several calls observe an element.
const CHOICES = { native: words("prevent scroll-y scroll-x keep"), interactive: words("shield observe"), shape: words("transform box") };
// All options of the calls that take some.
const OPTIONS = { Gestures: words("url screen WebSocket"), observe: [...Object.keys(CHOICES), ...words("signal on name fingers coalesce")], shield: ["signal"], listen: ["signal"] };

export class GesturedError extends Error {
  constructor(code, message, { path, hint } = {}) {
    super(message);
    Object.assign(this, { name: "GesturedError", code, path, hint });
  }
}

const noConnection = () => new GesturedError("unavailable", "no connection to gestured");
/** Runs `end` when the signal aborts. The returned function leaves the signal, which may live longer. */
function onAbort(signal, end) {
  if (signal?.aborted) queueMicrotask(end);
  signal?.addEventListener("abort", end);
  return () => signal?.removeEventListener("abort", end);
}

const sum = (a, b) => (a === undefined ? a : a + b);

export class GesturedEvent extends (globalThis.CustomEvent ?? Event) { // Node 18 has no CustomEvent
  #element;
  coalesced = [];
  constructor(type, { timeStamp = performance.now(), ...fields }, element) {
    super(type, { bubbles: true, composed: true });
    this.#element = element;
    Object.assign(this, fields);
    Object.defineProperty(this, "timeStamp", { value: timeStamp });
  }
  get pageX() { return sum(this.clientX, globalThis.scrollX ?? 0); }
  get pageY() { return sum(this.clientY, globalThis.scrollY ?? 0); }
  get offsetX() { return this.ownX ?? sum(this.clientX, -this.#element.getBoundingClientRect().left); }
  get offsetY() { return this.ownY ?? sum(this.clientY, -this.#element.getBoundingClientRect().top); }
}

const wireName = (kind) => ALIASES[kind] ?? kind.replaceAll("-", "_");
const round = (number, decimals = 4) => Number(number.toFixed(decimals));

/** How many letters one of two words has and the other lacks. A wrong letter counts as one. */
function difference(a, b) {
  const lacks = (one, other) => [...one].filter((letter) => !other.includes(letter)).length;
  return a.length === b.length ? Math.max(lacks(a, b), lacks(b, a)) : lacks(a, b) + lacks(b, a);
}

function mistake(message, word, allowed) {
  const meant = [...allowed].sort((a, b) => difference(word, a) - difference(word, b)).find((each) => difference(word, each) <= 1);
  return new TypeError(`gestured: ${message}; ${meant ? `did you mean ${meant}?` : `allowed: ${allowed.join(", ")}`}`);
}

function checkOptions(call, options) {
  for (const each of Object.keys(options)) if (!OPTIONS[call].includes(each)) throw mistake(`${call} has no option ${each}`, each, OPTIONS[call]);
}

/** An element as a person finds it: `main#photo`, or `button.close`. */
const nameOf = ({ localName = "element", id, classList }) => localName + (id ? `#${id}` : classList?.length ? `.${classList[0]}` : "");

/** Runs a call about an element, and names the element in its mistakes. */
function about(element, call) {
  try { return call(); } catch (error) {
    error.message = error.message.replace("gestured:", `gestured: ${nameOf(element)}:`);
    throw error;
  }
}

/** A wire's name as pages write it. */
const pageName = (wire) => wire.replace(/_(mm|ms|degrees|percent)$/, "").replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** The daemon's refusal of a recognizer, in the words of the page. */
function refusalOf(key, { code, message, path, hint }) {
  const word = pageName(/\.(?:add|change)\.(\w+)/.exec(path)?.[1] ?? ""), isField = code === "unknown_field";
  const text = isField ? `${key} has no option ${word}` : [key, word, message].filter(Boolean).join(": ");
  // Pages write values as the wire does.
  const meant = isField ? pageName(hint ?? "") : hint;
  return hint ? `${text}; ${isField || code === "invalid_value" ? `did you mean ${meant}?` : hint}` : text;
}

/** A value of `recognizers` as { key, kind, on, coalesce, options, relations }. */
function parseRecognizer(key, value) {
  if (!/^[a-z0-9-]{1,20}$/.test(key)) throw mistake(`the key ${key} is wrong`, key, ["1 to 20 of a-z 0-9 -"]);
  if (value !== true && value !== Object(value)) throw mistake(`${key} is ${value}`, "", ["true", "a function", "an object"]);
  const { kind: own = key, on, coalesce, ...rest } = typeof value === "function" ? { on: value } : value;
  const kind = wireName(own), options = {}, relations = {};
  if (!KINDS.includes(kind)) throw mistake(`${key} has no kind ${own}`, kind, [...KINDS, ...Object.keys(ALIASES)]);
  for (const [camel, option] of Object.entries(rest)) {
    const wire = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), unit = Object.keys(UNITS).find((each) => UNITS[each].test(wire));
    const name = unit ? `${wire}_${unit}` : wire;
    if (option === undefined) continue;
    if (RELATION.test(wire)) relations[wire] = [option].flat().map(String);
    else options[name] = name.endsWith("_mm") ? length(`${key}: ${camel}`, option, unit ? "px" : "mm") : option;
  }
  return { key, kind, isDiscrete: DISCRETE.includes(kind), on, coalesce, options, relations };
}

/** A length as a number of mm, or as { px } until the map is known. */
function length(name, value, unit) {
  const [, number, own = unit] = /^(-?[\d.]+)(px|mm)?$/.exec(value) ?? [];
  if (!number) throw mistake(`${name} is ${value}`, "", ["a number", '"40px"', '"5mm"']);
  return own === "mm" ? Number(number) : { px: Number(number) };
}

/** Whether a line fits a filter of `listen`. The page knows no tree: a region fits all lines with a region. */
function fits(filter, line, { name, table }) {
  const { type = words("gesture settled device responder inhibit press route filtering"), region, descendants, owners: _, ...rest } = filter;
  const isIn = (wanted, found) => [wanted].flat().some((each) => [found].flat().includes(each));
  return isIn(type, line.type) && Object.entries(rest).every(([key, wanted]) => isIn(wanted, key === "device" ? [line.device, name, table] : line[key]))
    && (!region || (descendants === false ? isIn(region, line.region) : line.region));
}

/** mm on the glass to client px and back. */
class ScreenMap {
  constructor(source, scale, offset, error = null) {
    Object.assign(this, { source, scale, offset, error });
  }
  toClient(mm) { return mm?.map((each, axis) => each * this.scale[axis] + this.offset[axis]) ?? []; }
  toScreen(...px) { return AXES.map((axis) => (px[axis] - this.offset[axis]) / this.scale[axis]); }
  extent(mm) { return mm?.map((each, axis) => each * this.scale[axis]) ?? []; }
  matrix(mm) {
    const whole = new DOMMatrix([this.scale[0], 0, 0, this.scale[1], ...this.offset]);
    return whole.multiply(new DOMMatrix(mm)).multiply(whole.inverse());
  }
  zoomed({ scale, box }) {
    return new ScreenMap(this.source, this.scale.map((each) => each / scale), this.offset.map((each, axis) => each / scale + box[axis]), this.error);
  }
}

const isFrame = () => globalThis.top !== globalThis.self;

const viewOf = () => ({
  inner: [innerWidth, innerHeight], outer: [outerWidth, outerHeight], corner: [screenX, screenY], screen: [screen.width, screen.height], devicePixelRatio,
});

/** The part of the page in a pinch zoom: its scale, and its box, [left, top, right, bottom] in client px. */
function visibleViewport() {
  const { scale, offsetLeft: left, offsetTop: top, width, height } = visualViewport;
  return { scale, box: [left, top, left + width, top + height] };
}

/** The map before pinch zoom, from anchors { client, mm } and pointers { client, screen }. */
function mapOf({ inner, outer, corner, screen }, size, anchors, pointers) {
  // Two trusted pointers 50 px apart tell the page's zoom; the window's sizes tell it roughly, and not in a frame.
  const pointer = pointers.at(-1), ways = pointers.flatMap((each) => AXES.map((axis) => {
    const across = pointer.client[axis] - each.client[axis];
    return Math.abs(across) >= 50 && (pointer.screen[axis] - each.screen[axis]) / across;
  }));
  const slope = ways.find((each) => each > 0.2 && each < 6);
  const ratio = outer[0] / inner[0] || 1, nearest = ZOOM_LEVELS.reduce((best, each) => (Math.abs(each - ratio) < Math.abs(best - ratio) ? each : best));
  const isKnown = slope || !isFrame(), zoom = slope ?? (isFrame() ? 1 : nearest);
  // A viewport as large as the screen covers it; zoom rounds its size. A frame may lie anywhere.
  if (!isFrame() && AXES.every((axis) => Math.abs(inner[axis] * zoom - screen[axis]) <= 1 + 2 * zoom)) {
    return new ScreenMap("exact", AXES.map((axis) => inner[axis] / size[axis]), [0, 0], 0.5);
  }
  const scale = AXES.map((axis) => screen[axis] / zoom / size[axis]);
  if (isKnown && anchors.length) return learnedMap(scale, anchors);
  const side = Math.max(0, (outer[0] - inner[0] * zoom) / 2), frame = [side, Math.max(0, outer[1] - inner[1] * zoom - side)];
  const origin = AXES.map((axis) => (pointer ? pointer.screen[axis] - pointer.client[axis] * zoom : corner[axis] + frame[axis]));
  return new ScreenMap("reported", scale, origin.map((each) => -each / zoom));
}

/** One anchor tells the offset; two that are 30 mm apart tell the scale too. */
function learnedMap(scale, anchors) {
  const all = (side, axis, of) => of(...anchors.map((each) => each[side][axis])), span = (...each) => Math.max(...each) - Math.min(...each);
  const mean = (...each) => each.reduce((a, b) => a + b) / each.length, apart = Math.hypot(...AXES.map((axis) => all("mm", axis, span)));
  if (apart >= 30) {
    const found = Math.hypot(...AXES.map((axis) => all("client", axis, span) / scale[axis])) / apart;
    scale = scale.map((each) => each * found);
  }
  return new ScreenMap("learned", scale, AXES.map((axis) => all("client", axis, mean) - all("mm", axis, mean) * scale[axis]), 1);
}

/** A list with one more, as far back as it counts: a frame may have moved. */
const withLast = (list, each) => [...list, each].slice(isFrame() ? -2 : -8);

/** Where the window lies on the glass, from taps that browser and daemon have seen. */
class WindowPlace {
  map;
  #flat; // the map before pinch zoom
  #geometry = "";
  #anchors = []; // { client, mm, error }
  #stray;
  #pointers = []; // { client, screen, time, pointerType }, trusted
  #taps = []; // times of the daemon's taps
  #learned;

  constructor(learned) { this.#learned = learned; }

  get isExact() { return this.map?.source === "exact"; }

  /** Makes the map. Anchors count for one geometry of the window. */
  locate({ size, device }) {
    const view = viewOf(), geometry = JSON.stringify([view, size, device]);
    if (geometry !== this.#geometry) {
      this.#anchors = this.#pointers = [];
      this.#stray = null;
    }
    this.#geometry = geometry;
    this.#flat = mapOf(view, size, this.#anchors, this.#pointers);
    this.map = this.#flat.zoomed(visibleViewport());
  }

  pointerDown({ isTrusted, pointerType, clientX, clientY, screenX, screenY }) {
    if (!isTrusted || this.isExact) return;
    const { scale, box } = visibleViewport(), client = [clientX, clientY].map((each, axis) => (each - box[axis]) * scale);
    this.#pointers = withLast(this.#pointers, { client, screen: [screenX, screenY], time: performance.now(), pointerType });
    this.#learned();
  }

  /** A tap of the daemon is an anchor if each side saw one tap, and no second one within 300 ms. */
  tap(mm) {
    if (!mm || this.isExact) return;
    const time = performance.now();
    this.#taps = withLast(this.#taps, time);
    setTimeout(() => {
      // The finger landed up to 250 ms before.
      const downs = this.#pointers.filter((each) => each.pointerType === "touch" && Math.abs(each.time - time) <= ANCHOR_WINDOW + 250);
      const taps = this.#taps.filter((each) => Math.abs(each - time) <= ANCHOR_WINDOW);
      if (downs.length === 1 && taps.length === 1) this.#take(downs[0].client, mm);
    }, ANCHOR_WINDOW);
  }

  /** An anchor that is far from the map counts only if the next one agrees. */
  #take(client, mm) {
    const error = this.#flat.toScreen(...client).map((each, axis) => each - mm[axis]), anchor = { client, mm, error }, stray = this.#stray;
    this.#stray = null;
    if (Math.hypot(...error) < 15) this.#anchors = withLast(this.#anchors, anchor);
    else if (stray && Math.hypot(...AXES.map((axis) => error[axis] - stray.error[axis])) <= 3) this.#anchors = [stray, anchor];
    else this.#stray = anchor;
    this.#learned();
  }
}

/** The touchscreen under the page: by name, pixels or shape. */
function chooseDevice(devices, wanted, { screen, devicePixelRatio }) {
  if (wanted) return devices.find((each) => [each.device, each.name, each.table, each.output].includes(wanted));
  const hasPixels = ({ pixels }) => pixels && [1, devicePixelRatio].some((ratio) => Math.abs(pixels[0] - screen[0] * ratio) <= 2);
  const misfit = ({ size }) => Math.abs(Math.log((size[0] / size[1]) * (screen[1] / screen[0])));
  return devices.find(hasPixels) ?? devices.sort((a, b) => misfit(a) - misfit(b))[0];
}

const degrees = (radians) => (radians === undefined ? undefined : (radians * 180) / Math.PI);

/** The values before the first line. Node has no matrices. */
const nothingYet = () => ({ deltaX: 0, deltaY: 0, scale: 1, rotation: 0, matrix: globalThis.DOMMatrix && new DOMMatrix() });

/** The values of a line in the web's units. `before` are those of the line before. */
function valuesOf(line, map, before) {
  const [clientX, clientY] = map.toClient(line.location);
  const [deltaX, deltaY] = map.extent(line.translation), [velocityX, velocityY] = map.extent(line.velocity).map((each) => each / 1000);
  // A pan starts where its first line comes from.
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
  if (!/pinch|rotation/.test(kind) || x === undefined) return undefined;
  const step = new DOMMatrix().translate(x, y).scale(scale / (before.scale ?? 1)).rotate(rotation - (before.rotation ?? 0));
  return step.translate(-x, -y).multiply(before.matrix);
}

/** `values` as fields of an event, with what has changed since `last`, the event before. */
function fieldsOf({ matrix, ...fields }, last) {
  for (const [delta, field] of [["movementX", "deltaX"], ["movementY", "deltaY"], ["rotationDelta", "rotation"]]) {
    if (fields[field] !== undefined) fields[delta] = fields[field] - (last[field] ?? 0);
  }
  if (fields.scale) fields.scaleDelta = fields.scale / (last.scale ?? 1);
  // The page may change its matrix.
  if (matrix) Object.assign(fields, { matrix: new DOMMatrix(matrix), matrixDelta: matrix.multiply((last.matrix ?? new DOMMatrix()).inverse()) });
  return fields;
}

const isLast = (phase) => phase === "end" || phase === "cancel";
const STATES = { start: "began", move: "changed", end: "ended", cancel: "cancelled" };

const page = () => globalThis.document;
const isHidden = () => page().visibilityState === "hidden";
const isLoopback = (host) => ["127.0.0.1", "localhost", "[::1]"].includes(host);
const report = globalThis.reportError ?? console.error;
// An older browser skips the popover in the list.
const isOnTop = (element) => element.matches(":is(dialog:modal, :popover-open)");
function ancestors(element) {
  const parent = element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;
  return parent ? [parent, ...ancestors(parent)] : [];
}

/** An element, and the open shadow trees in it. */
const treesIn = (root) => [root, ...[root, ...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? treesIn(shadowRoot) : []))];

/** The part of an element that can be touched, or null. */
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
    if (each === root || each === page().body) break;
    const its = getComputedStyle(each), isPainted = /paint|strict|content/.test(its.contain);
    // An absolute or fixed box is clipped by the boxes that it is placed in.
    const isPlace = isPainted || [its.transform, its.translate, its.filter].some((each) => each !== "none");
    if (!isPlace && (style.position === "fixed" || (style.position === "absolute" && its.position === "static"))) continue;
    if (isPainted || its.overflowX !== "visible") box = cut(box, sides(each.getBoundingClientRect()));
    if (isOnTop(each)) break;
    style = its;
  }
  box = cut(box, viewport);
  return AXES.every((axis) => box[axis + 2] - box[axis] >= 0.5) ? box : null;
}

/** The transform of an element on the page, and its box before that. */
function transformOf(element) {
  let whole = new DOMMatrix();
  for (const each of [element, ...ancestors(element)]) {
    const { transform, rotate, scale } = getComputedStyle(each);
    const own = `rotate(${parseFloat(rotate) || 0}deg) scale(${scale === "none" ? 1 : words(scale).slice(0, 2)}) ${transform.replace("none", "")}`;
    whole = new DOMMatrix(own).multiply(whole);
  }
  const rect = element.getBoundingClientRect(), x = rect.x + rect.width / 2, y = rect.y + rect.height / 2;
  const width = (element.offsetWidth ?? rect.width) / 2, height = (element.offsetHeight ?? rect.height) / 2;
  return { whole, box: [x - width, y - height, x + width, y + height] };
}

/** Regions from back to front: top layer, z-index, document order. */
function inPaintOrder(regions) {
  const chain = (element) => [element, ...ancestors(element)].reverse();
  const layer = (elements) => {
    const all = elements.map((each) => {
      const { position, zIndex } = getComputedStyle(each);
      return isOnTop(each) ? Infinity : parseInt(zIndex, 10) || (position !== "static" && 0.5);
    });
    return all[0] || Math.max(0, all.find(Boolean) ?? 0); // not behind the fork
  };
  return [...regions].sort(({ element: a }, { element: b }) => {
    const [first, second] = [a, b].map(chain), fork = first.findIndex((each, index) => each !== second[index]);
    if (!second[fork]) return fork; // one lies in the other
    return layer(first.slice(fork)) - layer(second.slice(fork)) || (first[fork].compareDocumentPosition(second[fork]) & 4 ? -1 : 1);
  });
}

export class Gestures extends EventTarget {
  state = "idle";
  error = null;
  device = null;
  #options;
  #silence; // a timer, and the mark that the console has heard of this lack of a connection
  #tag = Math.random().toString(36).slice(2, 10); // of all names of this page
  #token; // kept, since each connection needs it
  #socket;
  #hello;
  #clock = 0; // performance.now() at the daemon's time 0
  #retries = 0;
  #retry;
  #requests = new Map(); // id → the function that takes the reply
  #nextRequest = 1;
  #listeners = new Set();
  #subscription = "";
  #paused = 0;
  #devices = new Map();
  #regions = []; // see #regionOf
  #declared = { regions: new Map(), recognizers: new Map() }; // name → what the daemon has after the requests under way
  #recognizerCount = 0; // of all times, as late lines may come
  #order; // regions from back to front; null after a change of the tree
  #hasFilter = false;
  #active = new Map(); // gesture_id → { recognizer, values, last, pending }
  #steps = []; // see #dispatch
  #inSnapshot;
  #simulated = new WeakMap(); // element → values
  #frame;
  #place = new WindowPlace(() => this.#invalidate());
  #turn;
  #watching;
  #timer;
  #lastLook = -Infinity;
  #synced = Promise.resolve();

  constructor(options = {}) {
    super();
    checkOptions("Gestures", options);
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
    const own = new URL(import.meta.url);
    return this.#options.url ?? page()?.querySelector('meta[name="gestured"]')?.content
      ?? (isLoopback(own.hostname) ? `ws://${own.host}/v1` : "ws://127.0.0.1:4378/v1");
  }

  #open() {
    clearTimeout(this.#retry);
    const found = /[#&]gestured=([^&]*)/.exec(globalThis.location?.hash);
    if (found) {
      this.#token = found[1];
      history.replaceState(history.state, "", location.pathname + location.search);
    }
    this.#setState("connecting");
    const { WebSocket = globalThis.WebSocket } = this.#options;
    try {
      const socket = this.#socket = new WebSocket(this.#url(), "gestured.1");
      // Some users get lines only after the token. A wrong one is not tried again: the service punishes each try.
      socket.onopen = () => {
        if (this.#token) this.#send("authorize", { token: this.#token }).catch(({ code }) => { if (code === "not_permitted") this.#token = undefined; });
      };
      socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
      socket.onclose = ({ code, reason }) => { if (this.#socket === socket) this.#lost(code, reason); };
    } catch (error) {
      this.#fail(new GesturedError("unavailable", `no WebSocket: ${error.message}`));
    }
  }

  #setState(state, error = this.error) {
    if (this.state === state && this.error?.message === error?.message) return;
    Object.assign(this, { state, error });
    if (state === "open") {
      clearTimeout(this.#silence);
      this.#silence = null;
    } else if (!this.#silence) {
      this.#silence = setTimeout(() => console.warn(`gestured: ${this.error?.message ?? `no answer from ${this.#url()} yet`}`), PATIENCE);
      this.#silence.unref?.(); // of Node
    }
    this.dispatchEvent(new Event("statechange"));
  }

  #forget() {
    for (const end of this.#requests.values()) end(null, noConnection());
    for (const each of [this.#devices, this.#declared.regions, this.#declared.recognizers]) each.clear();
    this.#socket = this.#hello = undefined;
    this.#subscription = "";
    this.#cancelAll("connection");
  }

  async #lost(code, reason) {
    const wasOpen = this.state === "open";
    this.#forget();
    if (code === 4401 || code === 4403) {
      return this.#fail(new GesturedError("refused", `gestured-web refuses the page: ${reason}; check its token and web.toml`));
    }
    this.#retry = setTimeout(() => this.#open(), Math.min(10_000, 250 * 2 ** this.#retries++) * (1 + Math.random() / 2));
    this.#retry.unref?.(); // of Node
    const remedy = /^gestured is/.test(reason) ? "start gestured.service" : "journalctl -u gestured-web has more";
    this.#setState("waiting", new GesturedError("unavailable", `${reason || noConnection().message}; ${remedy}`));
    if (code !== 1006 || wasOpen) return;
    const error = (await this.#isBlocked())
      ? new GesturedError("blocked", 'the browser blocks the page; set the policy LoopbackNetworkAllowedForUrls, or allow="loopback-network" on its frame')
      : new GesturedError("unavailable", await this.#reason());
    if (this.state === "waiting") this.#setState("waiting", error);
  }

  /** Why the service has refused a connection: the browser keeps the status to itself. */
  async #reason() {
    const url = new URL(this.#url()), { origin } = globalThis.location ?? {};
    try {
      await fetch(`${url.protocol.replace("ws", "http")}//${url.host}/healthz`, { mode: "no-cors", cache: "no-store" });
      return `gestured-web at ${url.host} refuses this page; write [origin."${origin}"] into web.toml, or read its log`;
    } catch { return `gestured-web does not answer at ${url.host}; start gestured-web.socket`; }
  }

  /** The browser tells only 1006. An older one has no such permission, and blocks no page. */
  async #isBlocked() {
    if (!isFrame() && isLoopback(globalThis.location?.hostname)) return false;
    try { return (await navigator.permissions.query({ name: "loopback-network" })).state !== "granted"; } catch { return false; }
  }

  #fail(error) {
    for (const each of this.#observations) each.reject(error);
    for (const each of this.#listeners) each.end(error);
    const socket = this.#socket;
    this.#token = undefined;
    this.#forget();
    socket?.close();
    this.#setState("failed", error);
  }

  async request(command, fields, { signal } = {}) {
    signal?.throwIfAborted();
    if (!this.#hello) throw noConnection();
    return this.#send(command, fields, signal);
  }

  #send(command, fields, signal) {
    const id = this.#nextRequest++;
    return new Promise((resolve, reject) => {
      const end = (line, error = line.error && new GesturedError(line.error.code, line.error.message, line.error)) => {
        leave();
        this.#requests.delete(id);
        if (error) reject(error);
        else resolve(line);
      };
      const leave = onAbort(signal, () => end(null, signal.reason));
      this.#requests.set(id, end);
      this.#socket.send(JSON.stringify({ id, command, ...fields }));
    });
  }

  #receive(line) {
    // Iterators and events share a line. A reply is its caller's own.
    if (line.type !== "reply") for (const value of [line, ...Object.values(line)]) Object.freeze(value);
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
    const of = this.#devices.get(line.device) ?? line;
    for (const listener of this.#listeners) if (listener.filters.some((each) => fits(each, line, of))) listener.push(line);
  }

  #greeted(hello) {
    if (hello.protocol !== 1) return this.#fail(new GesturedError("incompatible", `update gestured.js for protocol ${hello.protocol}`));
    this.#hello = hello;
    this.#hasFilter = this.features.includes("filter");
    this.#clock = performance.now() - hello.time * 1000;
    this.#invalidate(100); // a device line comes sooner, where there is one
  }

  #deviceLine(line) {
    const known = this.#devices.get(line.device);
    if (line.state === "removed") this.#devices.delete(line.device);
    else this.#devices.set(line.device, line);
    if (known === this.device && (line.rotation ?? known.rotation) !== known.rotation) this.#turned("device");
    this.#invalidate(0);
  }

  /** Device and page turn as one: the layout waits for both, or 500 ms. */
  #turned(side) {
    if (this.#turn?.side === side) return;
    const wait = this.#turn ? 0 : 500;
    clearTimeout(this.#turn?.timer);
    this.#turn = { side, timer: setTimeout(() => { this.#turn = null; this.#invalidate(0); }, wait) };
  }

  listen(filter = {}, options = {}) {
    checkOptions("listen", options);
    const { signal } = options;
    let controller;
    const lines = new ReadableStream({ start(own) { controller = own; } }).getReader();
    const listener = {
      filters: [filter].flat(),
      push: (line) => controller.enqueue(line),
      end: (error) => {
        if (!this.#listeners.delete(listener)) return;
        leave();
        if (error) controller.error(error);
        else controller.close();
        this.#invalidate(0);
      },
    };
    const leave = onAbort(signal, () => listener.end());
    this.#listeners.add(listener);
    this.#begin();
    this.#invalidate(0);
    return {
      [Symbol.asyncIterator]() { return this; },
      next: () => lines.read(),
      return: async () => {
        listener.end();
        await lines.cancel().catch(() => {});
        return { done: true };
      },
    };
  }

  pause() { return this.#ignore(1); }
  async resume() { if (this.#paused) await this.#ignore(-1); }
  async #ignore(step) {
    this.#paused += step;
    if (!this.supported) return;
    await this.request("ignore_interaction", { state: step > 0 ? "begin" : "end" }).catch((error) => {
      if (this.#hello) this.#paused -= step; // refused
      throw error;
    });
  }

  // --- Observing

  observe(element, recognizers, options = {}) {
    if (!element?.style) throw new TypeError("gestured: observe an element");
    const asked = { ...options }, parsed = about(element, () => {
      checkOptions("observe", options);
      for (const [option, values] of Object.entries(CHOICES)) {
        const value = asked[option] = options[option] ?? values[option === "shape" ? 1 : 0];
        if (!values.includes(value)) throw mistake(`${option} is ${value}`, String(value), values);
      }
      const all = Object.entries(recognizers).map(([key, value]) => parseRecognizer(key, value));
      this.#checkRelations(all, all);
      return all;
    });
    const own = this.#observation(element, asked), { region } = own;
    if (!region) return own.handle;
    for (const each of parsed) own.recognizers.push({ ...each, own, region, name: `${region.name}-${++this.#recognizerCount}-${each.key}` });
    this.#begin();
    return own.handle;
  }

  shield(element, options = {}) {
    about(element, () => checkOptions("shield", options));
    return this.#observation(element, { signal: options.signal }).handle;
  }

  refresh() {
    this.#order = null;
    this.#invalidate(0);
  }

  /** `options` are those of `observe`; a shield has none of the CHOICES. */
  #observation(element, options) {
    const own = { ...options, region: this.#regionOf(element), recognizers: [] }, { name, signal } = own;
    const ready = new Promise((resolve, reject) => Object.assign(own, { resolve, reject }));
    ready.catch(() => {}); // the console has the reason too
    own.refuse = (error) => {
      own.reject(error);
      console.warn(`gestured: ${nameOf(element)}: ${error.message}`, element);
    };
    const stop = () => this.#stop(own);
    own.leave = onAbort(signal, stop);
    own.handle = {
      element, name, stop,
      ready,
      set: (changes) => this.#change(own, changes), reset: (key, values) => this.#reset(own, key, values),
    };
    if (own.region) {
      own.region.observations.add(own);
      this.#settle(own.region);
    } else queueMicrotask(() => this.#stop(own, new GesturedError("limit", `at most ${MAXIMUM_REGIONS} regions`)));
    this.#watch();
    this.#hear(element);
    this.refresh();
    return own;
  }

  #stop(own, error) {
    if (error) own.refuse(error);
    else own.reject(new GesturedError("unavailable", "it was stopped"));
    own.leave();
    const { region } = own;
    if (!region?.observations.delete(own)) return;
    this.#cancelAll("stopped", ({ recognizer }) => recognizer.own === own);
    this.#settle(region);
    if (region.role === "automatic") this.#dropRegion(region);
    if (!this.#observations.length) {
      this.#watching?.stop();
      this.#watching = null;
    }
    this.#invalidate(0);
  }

  async #change(own, changes) {
    const all = about(own.handle.element, () => Object.entries(changes).map(([key, value]) => {
      const old = this.#recognizer(own, key), { options, relations, on = old.on } = parseRecognizer(key, { ...value, kind: old.kind });
      this.#checkRelations([{ key, relations }], own.recognizers);
      return { ...old, options: { ...old.options, ...options }, relations: { ...old.relations, ...relations }, on };
    }));
    const edits = all.filter(({ name }) => this.#declared.recognizers.has(name)).map((each) => this.#changeOf(each));
    if (edits.length) await this.request("recognizers", { edits });
    for (const { key, options, relations, on } of all) Object.assign(this.#recognizer(own, key), { options, relations, on });
    // The daemon may have got the old options meanwhile.
    this.#invalidate(0);
  }

  async #reset(own, key, { deltaX, deltaY, ...values }) {
    const recognizer = this.#recognizer(own, key), wire = { ...values };
    if (values.rotation !== undefined) wire.rotation = (values.rotation * Math.PI) / 180;
    if ((deltaX ?? deltaY) !== undefined) {
      Object.assign(values, { deltaX: deltaX ?? 0, deltaY: deltaY ?? 0 });
      wire.translation = [values.deltaX, values.deltaY].map((each, axis) => each / this.#map.scale[axis]);
    }
    for (const [field, value] of Object.entries(wire)) await this.request("set", { recognizer: recognizer.name, [field]: value });
    const now = values.identity ? nothingYet() : values;
    for (const each of this.#active.values()) {
      if (each.recognizer !== recognizer) continue;
      this.#flush(each);
      Object.assign(each, { values: { ...each.values, ...now }, last: { ...each.last, ...now } });
    }
  }

  #recognizer(own, key) {
    const found = own.recognizers.find((each) => each.key === key);
    if (!found) throw mistake(`no recognizer ${key}`, key, own.recognizers.map((each) => each.key));
    return found;
  }

  /** The recognizers of the page that a relation's `key` or `NAME.key` means. */
  #related(target, own) {
    const [key, name] = target.split(".").reverse();
    return (name === undefined ? own : this.#recognizers.filter((each) => each.own.name === name)).filter((each) => each.key === key);
  }

  #checkRelations(parsed, own) {
    for (const [key, relation, targets] of parsed.flatMap((each) => Object.entries(each.relations).map((pair) => [each.key, ...pair]))) {
      const wrong = targets.find((each) => each !== "*" && !each.startsWith("kind:") && !this.#related(each, own).length);
      if (wrong !== undefined) throw mistake(`${key}: ${pageName(relation)} names no key: ${wrong}`, wrong, own.map((each) => each.key));
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
    const recognizer = this.#recognizers.find(({ name }) => name === line.recognizer);
    if (!recognizer || !this.#map) return;
    const known = this.#active.get(id), { isDiscrete } = recognizer;
    // The beginning of others belongs to a call that is stopped.
    if (!known && !isDiscrete && line.state !== "began" && !line.snapshot) return;
    const gesture = known ?? { recognizer, values: nothingYet(), last: nothingYet(), pending: [] };
    const before = gesture.values, values = gesture.values = valuesOf(line, this.#map, before);
    const phase = isDiscrete ? "end" : !known ? "start" : line.state === "began" ? "move" : Object.keys(STATES).find((each) => STATES[each] === line.state);
    if (isLast(phase)) this.#active.delete(id);
    else this.#active.set(id, gesture);
    const step = { line, values, before, timeStamp, phase };
    if (phase === "move" && (recognizer.coalesce ?? recognizer.own.coalesce) !== false && globalThis.requestAnimationFrame) {
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
    const fields = { ...fieldsOf(values, last), timeStamp, touchCount: line.touch_count, dragPhase: line.phase, line };
    for (const name of words("direction edge taps tips side progress values")) fields[name] = line[name];
    if (line.duration !== undefined) fields.duration = line.duration * 1000;
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
      gesture: key, kind, phase, state: STATES[phase], first: isDiscrete || phase === "start", last: isLast(phase),
      canceled, reason: canceled ? "daemon" : undefined, touchCount: 0, line: null, ...fields,
    }, region.element);
  }

  /** One event after the other: the cancel that a listener causes comes after the event that it hears. */
  #dispatch(of, ...step) {
    if (this.#steps.push([of, this.#event(of, ...step)]) > 1) return;
    for (const [recognizer, event] of this.#steps) {
      event.memo = event.first ? undefined : recognizer.memo;
      for (const listener of [recognizer.on, recognizer.own?.on]) {
        try { if (listener) recognizer.memo = listener(event); } catch (error) { report(error); }
      }
      recognizer.region.element.dispatchEvent(event);
    }
    this.#steps = [];
  }

  #cancelAll(reason, which = () => true) {
    for (const [id, gesture] of [...this.#active].filter(([id, gesture]) => which(gesture, id))) {
      this.#flush(gesture);
      this.#active.delete(id);
      this.#dispatch(gesture.recognizer, "cancel", { ...fieldsOf(gesture.last, gesture.last), reason });
    }
  }

  simulate(element, key, { phase, matrix, ...values } = {}) {
    const recognizer = this.#recognizers.find((each) => each.region.element === element && each.key === key) ?? { ...parseRecognizer(key, true), region: { element } };
    for (const each of phase ? [phase] : recognizer.isDiscrete ? ["end"] : ["start", "move", "end"]) {
      const last = this.#simulated.get(element) ?? nothingYet(), now = { ...last, ...values, matrix: matrix ?? last.matrix };
      this.#dispatch(recognizer, each, { ...fieldsOf(now, last), touchCount: 1, ...values });
      if (isLast(each)) this.#simulated.delete(element);
      else this.#simulated.set(element, now);
    }
  }

  // --- Regions and recognizers, as the daemon has them

  #regionName(number) { return `g${number}-${this.#tag}`; }
  get #anchorName() { return `${this.#regionName(0)}-anchor`; }
  #regionAt(element) { return this.#regions.find((each) => each.element === element); }
  get #observations() { return this.#regions.flatMap((each) => [...each.observations]); }
  get #recognizers() { return this.#observations.flatMap((each) => each.recognizers); }
  #withRole(role) { return this.#regions.filter((each) => each.role === role); }

  /** The region of an element, or null at the limit. A region that the page did not ask for makes room. */
  #regionOf(element) {
    const known = this.#regionAt(element);
    if (known) return known;
    if (this.#regions.length >= MAXIMUM_REGIONS) {
      const [old] = this.#withRole("automatic");
      if (!old) return null;
      this.#dropRegion(old);
    }
    // A name that neither the page nor the daemon has.
    const names = [...this.#declared.regions.keys(), ...this.#regions.map(({ name }) => name)];
    let number = 1;
    while (names.includes(this.#regionName(number))) number++;
    const region = {
      element, name: this.#regionName(number), observations: new Set(),
      role: "automatic", native: "keep", // see #settle
      wasInPage: element.isConnected,
      box: null, // the visible part when it was last seen
    };
    this.#regions.push(region);
    return region;
  }

  #dropRegion(region) {
    this.#order = null;
    region.watcher?.disconnect();
    this.#watching?.sizes.unobserve(region.element);
    this.#regions = this.#regions.filter((each) => each !== region);
  }

  #settle(region) {
    const { native } = region, all = [...region.observations];
    for (const [option, values] of Object.entries(CHOICES)) region[option] = values.find((value) => all.some((each) => each[option] === value)) ?? values.at(-1);
    region.role = all.some((each) => each.native) ? "observed" : all.length ? "shield" : "automatic";
    if (region.native !== native) this.#quiet(region);
  }

  /** Buttons in observed elements, open dialogs and popovers are shields by themselves. */
  #shieldByThemselves() {
    const observed = this.#withRole("observed"), dialogs = observed.length ? page().querySelectorAll("dialog[open], [popover]") : [];
    const inside = observed.flatMap(({ element, interactive }) => (interactive === "observe" ? [] : treesIn(element).flatMap((tree) => { this.#hear(tree); return [...tree.querySelectorAll(INTERACTIVE)]; })));
    const shown = [...[...dialogs].filter((each) => each.open || isOnTop(each)), ...inside.filter((each) => each.getClientRects().length)];
    const wanted = new Set(shown.slice(0, MAXIMUM_SHIELDS));
    for (const region of this.#withRole("automatic")) if (!wanted.has(region.element)) this.#dropRegion(region);
    for (const element of wanted) if (!this.#regionAt(element) && this.#regions.length < MAXIMUM_REGIONS) this.#regionOf(element);
  }

  #regionEdits() {
    if (!this.#order) {
      this.#shieldByThemselves();
      this.#order = inPaintOrder(this.#regions);
    }
    const edits = [], fronts = new Map(), declared = this.#declared.regions, parents = [...declared.values()].map((each) => each.parent);
    const root = { name: this.#rootName, box: [...this.#map.toClient([0, 0]), ...this.#map.toClient(this.device.size)] };
    for (const region of this.#order) {
      // A shield is a sibling of the observed element around it, which would hear its touches otherwise.
      const { name: parent, box } = ancestors(region.element).map((each) => this.#regionAt(each))
        .find((each) => each && (region.role === "observed" || each.role !== "observed")) ?? root;
      const { name } = region, sent = declared.get(name), isOld = sent?.parent === parent, behind = fronts.get(parent) ?? null, next = this.#layOut(region, box, sent);
      const push = (edit) => edits.push({ edit, of: region });
      const changed = Object.entries(next).filter(([key, value]) => String(value) !== String(sent?.[key]));
      if (!sent) push({ add: { name, parent, multiple: true, ...next } });
      else if (!isOld) push({ move: name, to: parent });
      if (sent && changed.length) push({ change: { name, ...Object.fromEntries(changed) } });
      // A region that comes lies in front of all that were there.
      if (parents.includes(parent) && !(isOld && sent.behind === behind)) push({ reorder: name, in_front_of: behind });
      fronts.set(parent, name);
      declared.set(name, { ...next, parent, behind });
    }
    edits.push(...this.#removals("regions", this.#order));
    this.#lastLook = performance.now();
    return edits;
  }

  /** A region as the daemon takes it, in percent of the region around. */
  #layOut(region, outer, sent) {
    const visible = isHidden() ? null : visiblePart(region.element);
    this.#follow(region, visible);
    let box = region.box = visible ?? region.box ?? outer;
    const next = { hidden: !visible };
    if (region.shape === "transform") {
      const { whole, box: own } = transformOf(region.element), [sx, sy] = this.#map.scale;
      box = own;
      next.matrix = [whole.a, (whole.b * sx) / sy, (whole.c * sy) / sx, whole.d, 0, 0].map((each) => round(each, 6));
    } else if (sent?.matrix) next.matrix = [1, 0, 0, 1, 0, 0];
    next.frame = box.map((side, index) => `${round(((side - (index < 2 ? outer : box)[index % 2]) / (outer[(index % 2) + 2] - outer[index % 2])) * 100)} %`);
    // The filter keeps touches from the browser, but not where the place may be another window's or the browser scrolls.
    const isKept = region.native === "prevent";
    if (this.#hasFilter && (isKept || sent?.app === false)) next.app = !(isKept && this.mapping.trusted);
    return next;
  }

  #wire({ name, kind, options, relations, own, region }) {
    const wire = { name, kind, region: region.name }, pxPerMm = (this.#map.scale[0] + this.#map.scale[1]) / 2;
    for (const [key, value] of Object.entries(options)) wire[key] = value?.px === undefined ? value : round(value.px / pxPerMm);
    for (const [relation, targets] of Object.entries(relations)) {
      wire[relation] = targets.includes("*") ? "*"
        : targets.flatMap((each) => (each.startsWith("kind:") ? `kind:${wireName(each.slice(5))}` : this.#related(each, own.recognizers).map(({ name }) => name)));
    }
    return wire;
  }

  #changeOf(recognizer) { return { change: { ...this.#wire(recognizer), region: undefined } }; }

  #recognizerEdits() {
    const { regions, recognizers: declared } = this.#declared, all = this.#recognizers.filter(({ region }) => regions.has(region.name));
    if (!this.#place.isExact && this.#regions.length) {
      all.push({ name: this.#anchorName, kind: "tap", region: { name: this.#rootName }, options: { passive: true, maximum_press_ms: 250 }, relations: {} });
    }
    const edits = this.#removals("recognizers", all);
    for (const of of all) {
      const add = this.#wire(of), text = JSON.stringify(add), sent = declared.get(of.name);
      if (sent !== text) edits.push({ edit: sent ? this.#changeOf(of) : { add }, of });
      declared.set(of.name, text);
    }
    return edits;
  }

  /** Removes what the page has no more. A region takes along what lies in it. */
  #removals(command, wanted) {
    const declared = this.#declared[command], names = wanted.map(({ name }) => name), gone = new Map([...declared].filter(([name]) => !names.includes(name)));
    for (const name of gone.keys()) declared.delete(name);
    return [...gone].filter(([, { parent }]) => !gone.has(parent)).map(([remove]) => ({ edit: { remove } }));
  }

  /** One subscription for all. A new one would cut gestures under way without a snapshot. It names regions to come too. */
  async #subscribe() {
    const filter = [...this.#listeners].flatMap((each) => each.filters), withFingers = this.#observations.filter((each) => each.fingers);
    if (this.#regions.length) {
      // As many names as the page may have regions, and as many on their way out.
      const region = Array.from({ length: 2 * MAXIMUM_REGIONS }, (_, index) => this.#regionName(index + 1));
      filter.push({ type: "gesture", region }, { type: "gesture", recognizer: this.#anchorName });
    }
    const fields = { filter: [...filter, { type: ["device", "inhibit"] }], ...(withFingers.length && { fingers: true }) }, text = JSON.stringify(fields);
    // The first subscription starts a replay, so it waits for something to hear.
    if (text === this.#subscription || !(filter.length || this.#subscription)) return;
    try {
      if (fields.fingers && !this.features.includes("fingers")) throw new GesturedError("unsupported", "no fingers; update gestured", { path: "fingers" });
      await this.request("subscribe", this.#subscription ? { ...fields, snapshot: true } : fields);
      this.#subscription = text;
    } catch (error) {
      // A wrong filter ends the iterator that asked for it, or the last one where there are too many.
      const all = [...this.#listeners], index = /^filter\[(\d+)\]/.exec(error.path)?.[1];
      const wrong = error.path === "filter" ? all.at(-1) : all.find(({ filters }) => filters.includes(filter[index]));
      if (wrong) wrong.end(error);
      else if (error.path !== "fingers") throw error;
      // An older daemon, or one that withholds places, lists no fingers; all else works.
      else for (const each of withFingers) {
        each.refuse(error);
        each.fingers = false;
      }
      await this.#subscribe();
    }
  }

  /** Brings the daemon up to date after `wait` ms. */
  #invalidate(wait = this.#lastLook + FRAME_INTERVAL - performance.now()) {
    if (!this.#hello) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sync(), wait);
  }

  #sync() {
    this.#synced = this.#synced.then(async () => {
      try {
        if (this.#hello) await this.#declare();
      } catch (error) {
        if (!(error instanceof GesturedError)) report(error);
        else if (this.#hello) this.#fail(error);
      }
    });
  }

  async #declare() {
    const device = this.device = (page() && chooseDevice([...this.#devices.values()], this.#options.screen, viewOf())) ?? null;
    if (device && !this.#turn) {
      const observations = this.#observations;
      this.#place.locate(device);
      await this.#batch("regions", () => this.#regionEdits());
      await this.#batch("recognizers", () => this.#recognizerEdits());
      await this.#subscribe();
      for (const each of observations) each.resolve();
    } else if (this.#listeners.size || this.#subscription) await this.#subscribe();
    if (!this.#hello || this.#turn) return;
    const error = device || !this.#regions.length ? null
      : new GesturedError("no-screen", `no touchscreen ${this.#options.screen ?? ""}; see gestured --list-devices`);
    if (this.supported) return this.#setState("open", error);
    if (error && !this.#listeners.size) return this.#setState("connecting", error);
    for (let sent = 0; sent !== this.#paused;) await this.request("ignore_interaction", { state: sent < this.#paused ? (sent++, "begin") : (sent--, "end") });
    this.#retries = 0;
    this.#setState("open", error);
  }

  /** Sends the edits that `make` finds. A refused one stops its observations, and the others go on. */
  async #batch(command, make) {
    const skipped = [];
    for (;;) {
      const before = new Map(this.#declared[command]), items = make().filter(({ edit }) => !skipped.includes(JSON.stringify(edit)));
      if (!items.length) return;
      try {
        return await this.request(command, { edits: items.map(({ edit }) => edit) });
      } catch (error) {
        if (!this.#hello) throw error;
        this.#declared[command] = before;
        if (this.#hasFilter && /\.app$/.test(error.path)) {
          // Without the right, the browser gets the touches, and #quiet keeps it from acting.
          this.#hasFilter = false;
          continue;
        }
        const { edit, of } = items[/^edits\[(\d+)\]/.exec(error.path)?.[1]] ?? items.at(-1), { own, observations = own ? [own] : [] } = of ?? {};
        if (error.code === "limit_reached") error.code = "limit";
        if (error.code === "unknown_region" && edit.add?.parent === "page_root") {
          const table = this.device.table ?? this.device.name, root = '[region.page_root] with parent = "page", frame = [0, 0, "100%", "100%"]';
          Object.assign(error, { code: "no-window", message: `${table} has no window; write [window.page] with device = "${table}" and ${root}` });
        }
        if (of?.key) error.message = refusalOf(of.key, error);
        else if (error.hint) error.message += `; ${error.hint}`;
        skipped.push(JSON.stringify(edit));
        for (const each of observations) this.#stop(each, error);
      }
    }
  }

  /** The daemon's region of the whole touchscreen. The first one has it; others have what `no-window` says. */
  get #rootName() { return this.device.device === Math.min(...this.#devices.keys()) ? "root" : "page_root"; }

  // --- The browser and moving elements

  /** Keeps the browser from acting on touches of an element, as `native` says. */
  #quiet(region) {
    const { element, native } = region, pan = { "scroll-y": "pan-y", "scroll-x": "pan-x" }[native];
    region.loud?.abort();
    if (native === "keep") return;
    const { signal } = region.loud = new AbortController();
    const wanted = { "touch-action": pan ?? "none", "user-select": "none", "-webkit-user-select": "none", "overscroll-behavior": "contain", "-webkit-user-drag": "none" };
    const old = Object.keys(wanted).map((name) => [name, element.style.getPropertyValue(name), element.style.getPropertyPriority(name)]);
    for (const each of Object.entries(wanted)) element.style.setProperty(...each);
    signal.onabort = () => { for (const each of old) element.style.setProperty(...each); };
    const prevent = (types, isWanted) => {
      for (const type of types) element.addEventListener(type, (event) => { if (isWanted(event)) event.preventDefault(); }, { capture: true, passive: false, signal });
    };
    // A prevented touchstart makes no click. Scrolling needs it, and so does a button, also one in a component.
    const isShielded = (path) => path.slice(0, path.indexOf(element)).some((each) => each.matches?.(INTERACTIVE));
    if (!pan) prevent(["touchstart"], (event) => region.interactive === "observe" || !isShielded(event.composedPath()));
    prevent(["contextmenu", "dragstart"], ({ button }) => button !== 2
      && this.#recognizers.some((each) => each.region === region && /press/.test(each.kind)));
  }

  /** Hears changes in all trees around a node: a shadow tree is not seen from outside. */
  #hear(node) {
    for (const each of this.#watching ? [node, ...ancestors(node)] : []) this.#watching.tree.observe(each.getRootNode(), { childList: true, subtree: true, attributes: true });
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
    listen(document, "fullscreenchange toggle", rebuilt);
    listen(globalThis, "scroll resize", changed);
    listen(visualViewport, "resize scroll", changed);
    listen(screen.orientation, "change", () => this.#turned("page"));
    listen(globalThis, "pointerdown", (event) => this.#place.pointerDown(event));
    // A hidden page hides its regions at once, as its timers may sleep soon.
    const turned = () => {
      if (this.state === "waiting" && !isHidden()) this.#open();
      this.#sync();
    };
    listen(document, "visibilitychange freeze resume", turned);
    listen(globalThis, "online pagehide pageshow", turned);
    const resolution = () => listen(matchMedia(`(resolution: ${devicePixelRatio}dppx)`), "change", () => { changed(); resolution(); }, { once: true });
    resolution();
    this.#watching = { sizes, tree, stop: () => { stop.abort(); sizes.disconnect(); tree.disconnect(); } };
    this.#hear(document);
  }

  /** Watches the size of a region, and by an intersection with its own box any move, also of an animation. */
  #follow(region, box) {
    if (!this.#watching || region.watched === String(box)) return;
    region.watched = String(box);
    this.#watching.sizes.observe(region.element);
    this.#hear(region.element);
    region.watcher?.disconnect();
    const [left, top, right, bottom] = box ?? visibleViewport().box;
    const rootMargin = [top, innerWidth - right, innerHeight - bottom, left].map((each) => `${-Math.floor(each)}px`).join(" ");
    region.watcher = new IntersectionObserver(() => this.#invalidate(), { root: page(), rootMargin, threshold: [0, 0.25, 0.5, 0.75, 1] });
    region.watcher.observe(region.element);
  }

  /** An element that has left the page for longer than a frame is observed no more. */
  #dropRemoved() {
    for (const each of this.#regions) each.wasInPage ||= each.element.isConnected;
    const gone = this.#observations.filter(({ region }) => region.wasInPage && !region.element.isConnected);
    if (gone.length) setTimeout(() => { for (const each of gone) if (!each.region.element.isConnected) this.#stop(each); }, 34);
  }
}

export const gestures = new Gestures();
