// Gestures of elements, from the daemon gestured. docs/web.md is the manual, and gestured.d.ts documents each call.
// An observed element becomes a region with recognizers in the daemon. The daemon's lines become events at the element.

export const version = "0.1.0";

// --- kinds ---
// `make pages` writes this part from the catalog of recognizers.
const KINDS = [
  "tap", "long_press", "pan", "swipe", "pinch", "rotation", "edge_pan", "transform", "press_and_drag", "tip_tap",
  "check_mark", "hold_and_twist", "hover",
];
// Kinds with one event. All others last.
const DISCRETE_KINDS = [
  "tap", "swipe", "check_mark",
];
// --- end of kinds ---
const ALIASES = { rotate: "rotation", press: "long_press" };
// Options whose values are keys of other recognizers.
const RELATION = /^(required?|simultaneous|can)_/;
// Units at the end of the wire's names. Pages may leave them out.
const UNITS = {
  mm: /(movement|distance|change|arc|band|stroke|back|way)$/,
  ms: /(press|gap|duration|rest|early|window)$/,
  degrees: /(cone|turn)$/,
  percent: /_(from|to)$/,
};
// Elements inside an observed one that keep their own taps.
const INTERACTIVE = [
  "button", "a[href]", "input", "select", "textarea", "summary",
  '[contenteditable]:not([contenteditable="false"])', '[data-gestures="off"]',
].join(", ");
const MAXIMUM_REGIONS = 64; // regions_per_page of gestured-web
const MAXIMUM_SHIELDS = 32;
const FRAME_INTERVAL = 100; // ms between two looks at the frames
const ANCHOR_WINDOW = 300; // ms between the two sights of one tap
const TURN_PATIENCE = 500; // ms that the layout waits for the turn of the other: the device or the page
const LONGEST_RETRY = 10_000; // ms
const LONGEST_FRAME = 34; // ms
const PATIENCE = 2000; // ms without a connection until the console says why
// Chromium's
const ZOOM_LEVELS = [0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
const AXES = [0, 1];
const FOLLOWING = 4; // Node.DOCUMENT_POSITION_FOLLOWING
// Options of `observe`, the strictest value first: it counts where several calls observe an element.
const CHOICES = {
  native: ["prevent", "scroll-y", "scroll-x", "keep"],
  interactive: ["shield", "observe"],
  shape: ["transform", "box"],
};
const DEFAULTS = { native: "prevent", interactive: "shield", shape: "box" };
// All options of the calls that take some.
const OPTIONS = {
  Gestures: ["url", "screen", "WebSocket"],
  observe: [...Object.keys(CHOICES), "signal", "on", "name", "fingers", "coalesce"],
  shield: ["signal"],
  listen: ["signal"],
};

const isOfType = (type) => (value) => typeof value === type;
// The values of options that have no list of words.
const VALUES = {
  signal: { allowed: "an AbortSignal", isRight: (value) => isOfType("function")(value.addEventListener) },
  on: { allowed: "a function", isRight: isOfType("function") },
  name: { allowed: "a string", isRight: isOfType("string") },
  fingers: { allowed: "true or false", isRight: isOfType("boolean") },
  coalesce: { allowed: "true or false", isRight: isOfType("boolean") },
};

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

/** The sum, or undefined where the daemon withholds the place. */
const moved = (place, by) => (place === undefined ? undefined : place + by);

// Node 18 has no CustomEvent.
export class GesturedEvent extends (globalThis.CustomEvent ?? Event) {
  #element;
  coalesced = [];
  constructor(type, { timeStamp = performance.now(), ...fields }, element) {
    super(type, { bubbles: true, composed: true });
    this.#element = element;
    Object.assign(this, fields);
    Object.defineProperty(this, "timeStamp", { value: timeStamp });
  }
  get pageX() { return moved(this.clientX, globalThis.scrollX ?? 0); }
  get pageY() { return moved(this.clientY, globalThis.scrollY ?? 0); }
  get offsetX() { return this.ownX ?? moved(this.clientX, -this.#element.getBoundingClientRect().left); }
  get offsetY() { return this.ownY ?? moved(this.clientY, -this.#element.getBoundingClientRect().top); }
}

const wireName = (kind) => ALIASES[kind] ?? kind.replaceAll("-", "_");
const remove = (each, list) => list.splice(list.indexOf(each), 1);
const round = (number, decimals = 4) => Number(number.toFixed(decimals));

// --- Mistakes

/** How many letters one of two words has and the other lacks. A wrong letter counts as one. */
function difference(first, second) {
  const lacks = (one, other) => [...one].filter((letter) => !other.includes(letter)).length;
  const missing = lacks(first, second);
  const added = lacks(second, first);
  return first.length === second.length ? Math.max(missing, added) : missing + added;
}

/** A mistake about a word, with the nearest allowed word, or else with all of them. */
function mistake(message, word, allowed) {
  const byDifference = [...allowed].sort((one, other) => difference(word, one) - difference(word, other));
  const meant = byDifference.find((each) => difference(word, each) <= 1);
  const remedy = meant ? `did you mean ${meant}?` : `allowed: ${allowed.join(", ")}`;
  return new TypeError(`gestured: ${message}; ${remedy}`);
}

function checkOptions(call, options) {
  checkObject(`the options of ${call}`, options);
  const allowed = OPTIONS[call];
  const unknown = Object.keys(options).find((each) => !allowed.includes(each));
  if (unknown !== undefined) throw mistake(`${call} has no option ${unknown}`, unknown, allowed);
  checkValues("", options);
}

function checkObject(name, value) {
  if (value !== Object(value) || typeof value === "function" || Array.isArray(value)) {
    throw mistake(`${name}: found ${value}`, "", ["an object"]);
  }
}

function checkValues(prefix, options) {
  for (const [option, { allowed, isRight }] of Object.entries(VALUES)) {
    const value = options[option] ?? undefined;
    if (value !== undefined && !isRight(value)) throw mistake(`${prefix}${option} is ${value}`, "", [allowed]);
  }
}

/** An element as a person finds it: `main#photo`, or `button.close`. */
function nameOf({ localName = "element", id, classList }) {
  if (id) return `${localName}#${id}`;
  return classList?.length ? `${localName}.${classList[0]}` : localName;
}

/** Runs a call about an element, and names the element in its mistakes. */
function about(element, call) {
  try {
    return call();
  } catch (error) {
    error.message = error.message.replace("gestured:", `gestured: ${nameOf(element)}:`);
    throw error;
  }
}

/** A wire's name as pages write it. */
function pageName(wire) {
  const withoutUnit = wire.replace(/_(mm|ms|degrees|percent)$/, "");
  return withoutUnit.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

/** The daemon's refusal of a recognizer, in the words of the page. */
function refusalOf(key, { code, message, path, hint }) {
  const option = pageName(/\.(?:add|change)\.(\w+)/.exec(path)?.[1] ?? "");
  if (code === "unknown_field") {
    return hint ? `${key} has no option ${option}; did you mean ${pageName(hint)}?` : `${key} has no option ${option}`;
  }
  const text = option ? `${key}: ${option}: ${message}` : `${key}: ${message}`;
  if (!hint) return text;
  // Pages write values as the wire does.
  return code === "invalid_value" ? `${text}; did you mean ${hint}?` : `${text}; ${hint}`;
}

// --- Recognizers, lengths and filters

/** A value of `recognizers` as { key, kind, on, coalesce, options, relations }. */
function parseRecognizer(key, value) {
  if (!/^[a-z0-9-]{1,20}$/.test(key)) {
    throw mistake(`the key ${key} is wrong`, key, ["1 to 20 characters of a-z, 0-9 and -"]);
  }
  if (value !== true && value !== Object(value)) {
    throw mistake(`${key} is ${value}`, "", ["true", "a function", "an object"]);
  }
  const { kind: ownKind = key, on, coalesce, ...rest } = typeof value === "function" ? { on: value } : value;
  checkValues(`${key}: `, { on, coalesce });
  const kind = wireName(ownKind);
  if (!KINDS.includes(kind)) {
    throw mistake(`${key} has no kind ${ownKind}`, kind, [...KINDS, ...Object.keys(ALIASES)]);
  }
  const options = {};
  const relations = {};
  for (const [name, option] of Object.entries(rest)) {
    if (option === undefined) continue;
    const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (RELATION.test(wire)) {
      relations[wire] = [option].flat().map(String);
      continue;
    }
    const unit = Object.keys(UNITS).find((each) => UNITS[each].test(wire));
    const full = unit ? `${wire}_${unit}` : wire;
    // JSON has no such number, and would have null.
    if (typeof option === "number" && !Number.isFinite(option)) {
      throw mistake(`${key}: ${name} is ${option}`, "", ["a number"]);
    }
    // A length without a unit is in px under the name of a page, and in mm under that of the wire.
    options[full] = full.endsWith("_mm") ? parseLength(`${key}: ${name}`, option, unit ? "px" : "mm") : option;
  }
  return { key, kind, isDiscrete: DISCRETE_KINDS.includes(kind), on, coalesce, options, relations };
}

/** A length as a number of mm, or as { px } until the map is known. */
function parseLength(name, value, defaultUnit) {
  const [, number, unit = defaultUnit] = /^(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)(px|mm)?$/.exec(value) ?? [];
  if (!number) throw mistake(`${name} is ${value}`, "", ["a number", '"40px"', '"5mm"']);
  return unit === "mm" ? Number(number) : { px: Number(number) };
}

// The types of lines that a filter without `type` takes.
const USUAL_TYPES = ["gesture", "settled", "device", "responder", "inhibit", "press", "route", "filtering"];

/** Whether a line fits a filter of `listen`. The page knows no tree: a region fits all lines with a region. */
function fits(filter, line, { name, table }) {
  const { type = USUAL_TYPES, region, descendants, owners: _, ...rest } = filter;
  const isIn = (wanted, found) => [wanted].flat().some((each) => [found].flat().includes(each));
  if (!isIn(type, line.type)) return false;
  for (const [key, wanted] of Object.entries(rest)) {
    if (!isIn(wanted, key === "device" ? [line.device, name, table] : line[key])) return false;
  }
  if (!region) return true;
  return descendants === false ? isIn(region, line.region) : Boolean(line.region);
}

// --- The map from mm to px

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
    const scales = this.scale.map((each) => each / scale);
    const offset = this.offset.map((each, axis) => each / scale + box[axis]);
    return new ScreenMap(this.source, scales, offset, this.error);
  }
}

const isFrame = () => globalThis.top !== globalThis.self;

const viewOf = () => ({
  inner: [innerWidth, innerHeight],
  outer: [outerWidth, outerHeight],
  corner: [screenX, screenY],
  screen: [screen.width, screen.height],
  devicePixelRatio,
});

/** The part of the page in a pinch zoom: its scale, and its box, [left, top, right, bottom] in client px. */
function visibleViewport() {
  const { scale, offsetLeft: left, offsetTop: top, width, height } = visualViewport;
  return { scale, box: [left, top, left + width, top + height] };
}

/** The page's zoom as two trusted pointers tell it that are 50 px apart; undefined without such pointers. */
function zoomOfPointers(pointers) {
  const last = pointers.at(-1);
  for (const each of pointers) {
    for (const axis of AXES) {
      const across = last.client[axis] - each.client[axis];
      const zoom = (last.screen[axis] - each.screen[axis]) / across;
      if (Math.abs(across) >= 50 && zoom > 0.2 && zoom < 6) return zoom;
    }
  }
  return undefined;
}

/** The page's zoom as the sizes of the window tell it roughly. */
function zoomOfWindow({ inner, outer }) {
  const ratio = outer[0] / inner[0] || 1;
  const isNearer = (one, other) => Math.abs(one - ratio) < Math.abs(other - ratio);
  return ZOOM_LEVELS.reduce((best, each) => (isNearer(each, best) ? each : best));
}

/** The map before pinch zoom, from anchors { client, mm } and pointers { client, screen }. */
function mapOf(view, size, anchors, pointers) {
  const { inner, outer, corner, screen } = view;
  const told = zoomOfPointers(pointers);
  // A frame does not know the window's sizes. It may lie anywhere.
  const zoom = told ?? (isFrame() ? 1 : zoomOfWindow(view));
  // A viewport as large as the screen covers it; zoom rounds its size.
  const covers = (axis) => Math.abs(inner[axis] * zoom - screen[axis]) <= 1 + 2 * zoom;
  if (!isFrame() && AXES.every(covers)) {
    return new ScreenMap("exact", AXES.map((axis) => inner[axis] / size[axis]), [0, 0], 0.5);
  }
  const scale = AXES.map((axis) => screen[axis] / zoom / size[axis]);
  if ((told || !isFrame()) && anchors.length) return learnedMap(scale, anchors);
  const pointer = pointers.at(-1);
  const side = Math.max(0, (outer[0] - inner[0] * zoom) / 2);
  const frame = [side, Math.max(0, outer[1] - inner[1] * zoom - side)];
  const originOf = (axis) => (
    pointer ? pointer.screen[axis] - pointer.client[axis] * zoom : corner[axis] + frame[axis]
  );
  return new ScreenMap("reported", scale, AXES.map((axis) => -originOf(axis) / zoom));
}

const mean = (values) => values.reduce((sum, each) => sum + each) / values.length;
const span = (values) => Math.max(...values) - Math.min(...values);

/** One anchor tells the offset; two that are 30 mm apart tell the scale too. */
function learnedMap(roughScale, anchors) {
  const onPage = AXES.map((axis) => anchors.map(({ client }) => client[axis]));
  const onGlass = AXES.map((axis) => anchors.map(({ mm }) => mm[axis]));
  const apart = Math.hypot(...onGlass.map(span));
  const apartOnPage = Math.hypot(...AXES.map((axis) => span(onPage[axis]) / roughScale[axis]));
  const factor = apart >= 30 ? apartOnPage / apart : 1;
  const scale = roughScale.map((each) => each * factor);
  const offset = AXES.map((axis) => mean(onPage[axis]) - mean(onGlass[axis]) * scale[axis]);
  return new ScreenMap("learned", scale, offset, 1);
}

/** A list with one more, as far back as it counts: a frame may have moved. */
const withLast = (list, each) => [...list, each].slice(isFrame() ? -2 : -8);

/** Where the window lies on the glass, from taps that browser and daemon have seen. */
class WindowPlace {
  map;
  #flat; // the map before pinch zoom
  #geometry = "";
  #anchors = []; // { client, mm, error }
  #stray; // an anchor that counts only if the next one agrees
  #pointers = []; // { client, screen, time, pointerType }, trusted
  #taps = []; // times of the daemon's taps
  #learned;

  constructor(learned) { this.#learned = learned; }

  get isExact() { return this.map?.source === "exact"; }

  /** Makes the map. Anchors count for one geometry of the window. */
  locate({ size, device }) {
    const view = viewOf();
    const geometry = JSON.stringify([view, size, device]);
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
    const { scale, box } = visibleViewport();
    const client = [clientX, clientY].map((each, axis) => (each - box[axis]) * scale);
    const pointer = { client, screen: [screenX, screenY], time: performance.now(), pointerType };
    this.#pointers = withLast(this.#pointers, pointer);
    this.#learned();
  }

  /** A tap of the daemon is an anchor if each side saw one tap, and no second one within 300 ms. */
  tap(mm) {
    if (!mm || this.isExact) return;
    const time = performance.now();
    this.#taps = withLast(this.#taps, time);
    // The finger landed up to 250 ms before.
    const isNear = (pointer) => Math.abs(pointer.time - time) <= ANCHOR_WINDOW + 250;
    setTimeout(() => {
      const downs = this.#pointers.filter((each) => each.pointerType === "touch" && isNear(each));
      const taps = this.#taps.filter((each) => Math.abs(each - time) <= ANCHOR_WINDOW);
      if (downs.length === 1 && taps.length === 1) this.#take(downs[0].client, mm);
    }, ANCHOR_WINDOW);
  }

  /** An anchor that is far from the map counts only if the next one agrees. */
  #take(client, mm) {
    const error = this.#flat.toScreen(...client).map((each, axis) => each - mm[axis]);
    const anchor = { client, mm, error };
    const stray = this.#stray;
    const agrees = () => Math.hypot(...AXES.map((axis) => error[axis] - stray.error[axis])) <= 3;
    this.#stray = null;
    if (Math.hypot(...error) < 15) this.#anchors = withLast(this.#anchors, anchor);
    else if (stray && agrees()) this.#anchors = [stray, anchor];
    else this.#stray = anchor;
    this.#learned();
  }
}

/** The touchscreen under the page: by name, pixels or shape. */
function chooseDevice(devices, wanted, { screen, devicePixelRatio }) {
  if (wanted) return devices.find((each) => [each.device, each.name, each.table, each.output].includes(wanted));
  const fitsAcross = (pixels, ratio) => Math.abs(pixels[0] - screen[0] * ratio) <= 2;
  const hasPixels = ({ pixels }) => pixels && [1, devicePixelRatio].some((ratio) => fitsAcross(pixels, ratio));
  const misfit = ({ size }) => Math.abs(Math.log((size[0] / size[1]) * (screen[1] / screen[0])));
  const byShape = [...devices].sort((one, other) => misfit(one) - misfit(other));
  return devices.find(hasPixels) ?? byShape[0];
}

// --- Values of events

const degrees = (radians) => (radians === undefined ? undefined : (radians * 180) / Math.PI);

/** The values before the first line. Node has no matrices. */
const nothingYet = () => ({
  deltaX: 0, deltaY: 0, scale: 1, rotation: 0, matrix: globalThis.DOMMatrix && new DOMMatrix(),
});

/** The values of a line in the web's units. `before` are those of the line before. */
function valuesOf(line, map, before) {
  const [clientX, clientY] = map.toClient(line.location);
  const [deltaX, deltaY] = map.extent(line.translation);
  const [velocityX, velocityY] = map.extent(line.velocity).map((each) => each / 1000);
  let { startX, startY } = before;
  if (line.start) {
    [startX, startY] = map.toClient(line.start);
  } else if (startX === undefined && line.location && line.translation) {
    // A pan starts where its first line comes from.
    [startX, startY] = [clientX - deltaX, clientY - deltaY];
  }
  const values = {
    clientX, clientY, startX, startY, deltaX, deltaY, velocityX, velocityY,
    scale: line.scale,
    scaleVelocity: line.scale_velocity,
    rotation: degrees(line.rotation),
    rotationVelocity: degrees(line.rotation_velocity),
  };
  return { ...values, matrix: before.matrix && matrixOf(line, map, values, before) };
}

/** The matrix of a line in client px; undefined for kinds without one. */
function matrixOf({ kind, matrix }, map, values, before) {
  const { clientX, clientY, deltaX, deltaY, scale = 1, rotation = 0 } = values;
  if (matrix) return map.matrix(matrix);
  if (kind === "pan") return deltaX === undefined ? undefined : new DOMMatrix().translate(deltaX, deltaY);
  if (!/pinch|rotation/.test(kind) || clientX === undefined) return undefined;
  const step = new DOMMatrix().translate(clientX, clientY)
    .scale(scale / (before.scale ?? 1)).rotate(rotation - (before.rotation ?? 0)).translate(-clientX, -clientY);
  return step.multiply(before.matrix);
}

// The field that says by how much another one has changed since the event before.
const CHANGES = { movementX: "deltaX", movementY: "deltaY", rotationDelta: "rotation" };

/** `values` as fields of an event, with what has changed since `last`, the event before. */
function fieldsOf({ matrix, ...fields }, last) {
  for (const [change, field] of Object.entries(CHANGES)) {
    if (fields[field] !== undefined) fields[change] = fields[field] - (last[field] ?? 0);
  }
  if (fields.scale) fields.scaleDelta = fields.scale / (last.scale ?? 1);
  if (matrix) {
    const before = last.matrix ?? new DOMMatrix();
    fields.matrix = new DOMMatrix(matrix); // a copy, as the page may change its matrix
    fields.matrixDelta = matrix.multiply(before.inverse());
  }
  return fields;
}

const isLast = (phase) => phase === "end" || phase === "cancel";
const STATES = { start: "began", move: "changed", end: "ended", cancel: "cancelled" };

/** The phase of a line's event. A gesture whose beginning the page has not heard starts with any line. */
function phaseOf(line, isDiscrete, isKnown) {
  if (isDiscrete) return "end";
  if (!isKnown) return "start";
  if (line.state === "began") return "move";
  return Object.keys(STATES).find((each) => STATES[each] === line.state);
}

// --- Elements of the page

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
function treesIn(root) {
  const inside = [root, ...root.querySelectorAll("*")];
  return [root, ...inside.flatMap(({ shadowRoot }) => (shadowRoot ? treesIn(shadowRoot) : []))];
}

const sidesOf = ({ left, top, right, bottom }) => [left, top, right, bottom];

/** The part of a box inside another one. Both are [left, top, right, bottom]. */
const intersection = (box, other) => box.map((side, index) => (
  index < 2 ? Math.max(side, other[index]) : Math.min(side, other[index])
));

/** The part of an element that can be touched, or null. */
function visiblePart(element) {
  const viewport = visibleViewport().box;
  const root = page().documentElement;
  if (element === root) return viewport;
  let style = getComputedStyle(element);
  if (!element.getClientRects().length || style.visibility !== "visible" || element.closest("[inert]")) return null;
  // A modal dialog keeps touches from all that lies behind.
  let box = element.open && isOnTop(element) ? viewport : sidesOf(element.getBoundingClientRect());
  for (const each of isOnTop(element) ? [] : ancestors(element)) {
    if (each === root || each === page().body) break;
    const outer = getComputedStyle(each);
    const isPainted = /paint|strict|content/.test(outer.contain);
    // An absolute or fixed box is clipped by the boxes that it is placed in.
    const isPlace = isPainted || [outer.transform, outer.translate, outer.filter].some((effect) => effect !== "none");
    const isPassed = style.position === "fixed" || (style.position === "absolute" && outer.position === "static");
    if (!isPlace && isPassed) continue;
    if (isPainted || outer.overflowX !== "visible") box = intersection(box, sidesOf(each.getBoundingClientRect()));
    if (isOnTop(each)) break;
    style = outer;
  }
  box = intersection(box, viewport);
  return AXES.every((axis) => box[axis + 2] - box[axis] >= 0.5) ? box : null;
}

/** The transform of an element on the page, and its box before that. */
function transformOf(element) {
  let whole = new DOMMatrix();
  for (const each of [element, ...ancestors(element)]) {
    const { transform, rotate, scale } = getComputedStyle(each);
    const turn = `rotate(${parseFloat(rotate) || 0}deg)`;
    const size = `scale(${scale === "none" ? 1 : scale.split(" ").slice(0, 2)})`;
    whole = new DOMMatrix(`${turn} ${size} ${transform.replace("none", "")}`).multiply(whole);
  }
  const rect = element.getBoundingClientRect();
  const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const width = (element.offsetWidth ?? rect.width) / 2;
  const height = (element.offsetHeight ?? rect.height) / 2;
  return { whole, box: [x - width, y - height, x + width, y + height] };
}

/** Where an element lies in front of its neighbors: in the top layer, by its z-index, or placed. */
function levelOf(element) {
  if (isOnTop(element)) return Infinity;
  const { position, zIndex } = getComputedStyle(element);
  return parseInt(zIndex, 10) || (position === "static" ? 0 : 0.5);
}

/** The level of a chain of elements, each inside the one before. */
function levelOfChain(elements) {
  const levels = elements.map(levelOf);
  // Elements inside the first one are not behind it.
  return levels[0] || Math.max(0, levels.find(Boolean) ?? 0);
}

/** Regions from back to front: top layer, z-index, document order. */
function inPaintOrder(regions) {
  const chainOf = ({ element }) => [element, ...ancestors(element)].reverse();
  return [...regions].sort((one, other) => {
    const first = chainOf(one);
    const second = chainOf(other);
    const fork = first.findIndex((each, index) => each !== second[index]);
    // One lies in the other.
    if (!second[fork]) return fork;
    const isBefore = first[fork].compareDocumentPosition(second[fork]) & FOLLOWING;
    return levelOfChain(first.slice(fork)) - levelOfChain(second.slice(fork)) || (isBefore ? -1 : 1);
  });
}

/** A side of a box in percent of the box around. The last two sides are the width and the height. */
function percentOf(box, outer, index) {
  const axis = index % 2;
  const start = index < 2 ? outer[axis] : box[axis];
  return ((box[index] - start) / (outer[axis + 2] - outer[axis])) * 100;
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
  // name → what the daemon has after the requests under way
  #declared = { regions: new Map(), recognizers: new Map() };
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
  get mapping() {
    if (!this.#map) return null;
    const { source, error } = this.#map;
    return { source, trusted: source !== "reported", error };
  }
  toClient(place) { return this.#map?.toClient(place); }
  toScreen(clientX, clientY) { return this.#map?.toScreen(clientX, clientY); }

  // --- The connection

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
    const named = this.#options.url ?? page()?.querySelector('meta[name="gestured"]')?.content;
    const own = new URL(import.meta.url);
    return named ?? (isLoopback(own.hostname) ? `ws://${own.host}/v1` : "ws://127.0.0.1:4378/v1");
  }

  /** Takes the token out of the address of the page. */
  #takeToken() {
    const found = /[#&]gestured=([^&]*)/.exec(globalThis.location?.hash);
    if (!found) return;
    this.#token = found[1];
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  #open() {
    clearTimeout(this.#retry);
    this.#takeToken();
    this.#setState("connecting");
    const { WebSocket = globalThis.WebSocket } = this.#options;
    try {
      const socket = new WebSocket(this.#url(), "gestured.1");
      this.#socket = socket;
      socket.onopen = () => this.#authorize();
      socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
      socket.onclose = ({ code, reason }) => {
        if (this.#socket === socket) this.#lost(code, reason);
      };
    } catch (error) {
      this.#fail(new GesturedError("unavailable", `the browser opens no WebSocket: ${error.message}`));
    }
  }

  /** Some users get lines only after the token. A wrong one is not tried again: the service punishes each try. */
  async #authorize() {
    if (!this.#token) return;
    try {
      await this.#send("authorize", { token: this.#token });
    } catch ({ code }) {
      if (code === "not_permitted") this.#token = undefined;
    }
  }

  #setState(state, error = this.error) {
    if (this.state === state && this.error?.message === error?.message) return;
    Object.assign(this, { state, error });
    if (state === "open") {
      clearTimeout(this.#silence);
      this.#silence = null;
    } else if (!this.#silence) {
      this.#silence = setTimeout(() => this.#warnOfSilence(), PATIENCE);
      this.#silence.unref?.(); // of Node
    }
    this.dispatchEvent(new Event("statechange"));
  }

  #warnOfSilence() {
    const reason = this.error?.message ?? `no answer from ${this.#url()} yet; read the log of gestured-web`;
    console.warn(`gestured: ${reason}`);
  }

  #forget() {
    for (const end of this.#requests.values()) end(null, noConnection());
    this.#devices.clear();
    this.#declared.regions.clear();
    this.#declared.recognizers.clear();
    this.#retryShields();
    this.#socket = undefined;
    this.#hello = undefined;
    this.#subscription = "";
    this.#cancelAll("connection");
  }

  async #lost(code, reason) {
    const wasOpen = this.state === "open";
    this.#forget();
    if (code === 4401 || code === 4403) {
      const text = `gestured-web refuses the page: ${reason}; check its token and web.toml`;
      return this.#fail(new GesturedError("refused", text));
    }
    const pause = Math.min(LONGEST_RETRY, 250 * 2 ** this.#retries);
    this.#retries += 1;
    // Pages of one screen do not come back all at once.
    this.#retry = setTimeout(() => this.#open(), pause * (1 + Math.random() / 2));
    this.#retry.unref?.(); // of Node
    const remedy = /^gestured is/.test(reason) ? "start gestured.service" : "journalctl -u gestured-web has more";
    const what = reason || noConnection().message;
    this.#setState("waiting", new GesturedError("unavailable", `${what}; ${remedy}`));
    // The browser tells a page no more than 1006 of a connection that has not begun.
    if (code !== 1006 || wasOpen) return;
    const error = await this.#reasonOfBrowser();
    if (this.state === "waiting") this.#setState("waiting", error);
  }

  /** Why there has been no connection: the browser keeps the status of the answer to itself. */
  async #reasonOfBrowser() {
    if (await this.#isBlocked()) {
      const remedy = 'set the policy LoopbackNetworkAllowedForUrls, or allow="loopback-network" on its frame';
      return new GesturedError("blocked", `the browser blocks the page; ${remedy}`);
    }
    const { protocol, host } = new URL(this.#url());
    try {
      const place = `${protocol.replace("ws", "http")}//${host}/healthz`;
      await fetch(place, { mode: "no-cors", cache: "no-store" });
    } catch {
      return new GesturedError("unavailable", `gestured-web does not answer at ${host}; start gestured-web.socket`);
    }
    const remedy = `write [origin."${globalThis.location?.origin}"] into web.toml, or read its log`;
    return new GesturedError("unavailable", `gestured-web at ${host} refuses this page; ${remedy}`);
  }

  /** Whether Local Network Access blocks the page. An older browser has no such permission, and blocks no page. */
  async #isBlocked() {
    if (!isFrame() && isLoopback(globalThis.location?.hostname)) return false;
    try {
      const { state } = await navigator.permissions.query({ name: "loopback-network" });
      return state !== "granted";
    } catch {
      return false;
    }
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
    const id = this.#nextRequest;
    this.#nextRequest += 1;
    return new Promise((resolve, reject) => {
      const end = (line, failure) => {
        leave();
        this.#requests.delete(id);
        if (failure) reject(failure);
        else if (line?.error) reject(new GesturedError(line.error.code, line.error.message, line.error));
        else resolve(line);
      };
      const leave = onAbort(signal, () => end(null, signal.reason));
      this.#requests.set(id, end);
      this.#socket.send(JSON.stringify({ id, command, ...fields }));
    });
  }

  #receive(line) {
    // Iterators and events share a line. A reply is its caller's own.
    if (line.type !== "reply") {
      for (const value of [line, ...Object.values(line)]) Object.freeze(value);
    }
    this.#take(line);
    const device = this.#devices.get(line.device) ?? line;
    for (const listener of this.#listeners) {
      if (listener.filters.some((each) => fits(each, line, device))) listener.push(line);
    }
  }

  #take(line) {
    switch (line.type) {
      case "reply": return this.#requests.get(line.id)?.(line);
      case "hello": return this.#greeted(line);
      case "gesture": return this.#gesture(line);
      case "device": return this.#deviceLine(line);
      case "dropped":
        this.#inSnapshot = new Set();
        return undefined;
      case "snapshot":
        if (this.#inSnapshot) this.#cancelAll("dropped", (_, id) => !this.#inSnapshot.has(id));
        this.#inSnapshot = null;
    }
    return undefined;
  }

  #greeted(hello) {
    if (hello.protocol !== 1) {
      const text = `gestured speaks protocol ${hello.protocol}, and gestured.js speaks 1; update gestured.js`;
      return this.#fail(new GesturedError("incompatible", text));
    }
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
    const wait = this.#turn ? 0 : TURN_PATIENCE;
    clearTimeout(this.#turn?.timer);
    const timer = setTimeout(() => {
      this.#turn = null;
      this.#invalidate(0);
    }, wait);
    this.#turn = { side, timer };
  }

  listen(filter = {}, options = {}) {
    checkOptions("listen", options);
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
    const leave = onAbort(options.signal, () => listener.end());
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
    if (!element?.style) throw new TypeError(`gestured: observe takes an element of the page, not ${element}`);
    const parsed = about(element, () => this.#parse(recognizers, options));
    const own = this.#observation(element, { ...options, ...parsed.choices });
    const { region } = own;
    if (!region) return own.handle;
    for (const each of parsed.recognizers) {
      this.#recognizerCount += 1;
      own.recognizers.push({ ...each, own, region, name: `${region.name}-${this.#recognizerCount}-${each.key}` });
    }
    this.#begin();
    return own.handle;
  }

  /** The checked arguments of `observe`: { recognizers, choices }. */
  #parse(recognizers, options) {
    checkObject("the recognizers of observe", recognizers);
    checkOptions("observe", options);
    const choices = {};
    for (const [option, values] of Object.entries(CHOICES)) {
      const value = options[option] ?? DEFAULTS[option];
      if (!values.includes(value)) throw mistake(`${option} is ${value}`, String(value), values);
      choices[option] = value;
    }
    const parsed = Object.entries(recognizers).map(([key, value]) => parseRecognizer(key, value));
    this.#checkRelations(parsed, parsed);
    return { recognizers: parsed, choices };
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
    const own = { ...options, region: this.#regionOf(element), recognizers: [] };
    const ready = new Promise((resolve, reject) => Object.assign(own, { resolve, reject }));
    ready.catch(() => {}); // the console has the reason too
    own.refuse = (error) => {
      own.reject(error);
      console.warn(`gestured: ${nameOf(element)}: ${error.message}`, element);
    };
    const stop = () => this.#stop(own);
    own.leave = onAbort(options.signal, stop);
    own.handle = {
      element,
      name: options.name,
      stop,
      ready,
      set: (changes) => this.#change(own, changes),
      reset: (key, values) => this.#reset(own, key, values),
    };
    if (own.region) {
      own.region.observations.add(own);
      this.#settle(own.region);
    } else {
      const text = `a page observes and shields at most ${MAXIMUM_REGIONS} elements; stop others first`;
      queueMicrotask(() => this.#stop(own, new GesturedError("limit", text)));
    }
    this.#watch();
    this.#hear(element);
    this.refresh();
    return own;
  }

  #stop(own, error) {
    if (error) own.refuse(error);
    else own.reject(new GesturedError("unavailable", "the observation was stopped before the daemon had it"));
    own.leave();
    const { region } = own;
    if (!region?.observations.delete(own)) return;
    this.#cancelAll("stopped", ({ recognizer }) => recognizer.own === own);
    this.#settle(region);
    if (region.role === "automatic") this.#dropRegion(region);
    this.#retryShields();
    if (!this.#observations.length) {
      this.#watching?.stop();
      this.#watching = null;
    }
    this.#invalidate(0);
  }

  async #change(own, changes) {
    const changed = about(own.handle.element, () => {
      checkObject("the changes of set", changes);
      return Object.entries(changes).map(([key, value]) => this.#changed(own, key, value));
    });
    const known = changed.filter(({ name }) => this.#declared.recognizers.has(name));
    const edits = known.map((each) => this.#changeOf(each));
    if (edits.length) await this.request("recognizers", { edits });
    for (const { key, options, relations, on } of changed) {
      Object.assign(this.#recognizer(own, key), { options, relations, on });
    }
    // The daemon may have got the old options meanwhile.
    this.#invalidate(0);
  }

  /** A recognizer with the options of `set` over its own. */
  #changed(own, key, value) {
    const old = this.#recognizer(own, key);
    const change = typeof value === "function" ? { on: value } : value;
    checkObject(key, change);
    if (wireName(change.kind ?? old.kind) !== old.kind) {
      throw mistake(`${key}: set changes no kind`, "", ["stop, and observe anew"]);
    }
    const { options, relations, on = old.on } = parseRecognizer(key, { ...change, kind: old.kind });
    this.#checkRelations([{ key, relations }], own.recognizers);
    return {
      ...old, on,
      options: { ...old.options, ...options },
      relations: { ...old.relations, ...relations },
    };
  }

  async #reset(own, key, { deltaX, deltaY, ...values }) {
    const recognizer = about(own.handle.element, () => this.#recognizer(own, key));
    const wire = { ...values };
    if (values.rotation !== undefined) wire.rotation = (values.rotation * Math.PI) / 180;
    if (deltaX !== undefined || deltaY !== undefined) {
      Object.assign(values, { deltaX: deltaX ?? 0, deltaY: deltaY ?? 0 });
      wire.translation = [values.deltaX, values.deltaY].map((each, axis) => each / this.#map.scale[axis]);
    }
    for (const [field, value] of Object.entries(wire)) {
      await this.request("set", { recognizer: recognizer.name, [field]: value });
    }
    const now = values.identity ? nothingYet() : values;
    for (const gesture of this.#active.values()) {
      if (gesture.recognizer !== recognizer) continue;
      this.#flush(gesture);
      gesture.values = { ...gesture.values, ...now };
      gesture.last = { ...gesture.last, ...now };
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
    const all = name === undefined ? own : this.#recognizers.filter((each) => each.own.name === name);
    return all.filter((each) => each.key === key);
  }

  #checkRelations(parsed, own) {
    const isKnown = (target) => target === "*" || target.startsWith("kind:") || this.#related(target, own).length > 0;
    for (const { key, relations } of parsed) {
      for (const [relation, targets] of Object.entries(relations)) {
        const wrong = targets.find((each) => !isKnown(each));
        if (wrong === undefined) continue;
        throw mistake(`${key}: ${pageName(relation)} names no key: ${wrong}`, wrong, own.map((each) => each.key));
      }
    }
  }

  // --- Gestures

  /** A time of the daemon on the scale of performance.now(). */
  #timeStamp(time) {
    const start = performance.now() - time * 1000;
    const isReplay = this.#hello.unix_time === undefined;
    if (start < this.#clock || (isReplay && !this.#active.size)) this.#clock = start;
    return time * 1000 + this.#clock;
  }

  #gesture(line) {
    const timeStamp = this.#timeStamp(line.time);
    const id = line.gesture_id;
    this.#inSnapshot?.add(id);
    if (line.recognizer === this.#anchorName) return this.#place.tap(line.location);
    const recognizer = this.#recognizers.find(({ name }) => name === line.recognizer);
    if (!recognizer || !this.#map) return;
    const { isDiscrete } = recognizer;
    const known = this.#active.get(id);
    // The beginning of others belongs to a call that is stopped.
    if (!known && !isDiscrete && line.state !== "began" && !line.snapshot) return;
    const gesture = known ?? { recognizer, values: nothingYet(), last: nothingYet(), pending: [] };
    const before = gesture.values;
    const values = valuesOf(line, this.#map, before);
    const phase = phaseOf(line, isDiscrete, Boolean(known));
    gesture.values = values;
    if (isLast(phase)) this.#active.delete(id);
    else this.#active.set(id, gesture);
    const step = { line, values, before, timeStamp, phase };
    const isCoalesced = (recognizer.coalesce ?? recognizer.own.coalesce) !== false;
    if (phase === "move" && isCoalesced && globalThis.requestAnimationFrame) {
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
    const { recognizer, last } = gesture;
    const eventOf = (each) => this.#event(recognizer, "move", this.#fields(each, each.before, recognizer));
    const coalesced = merged.map(eventOf);
    gesture.last = step.values;
    this.#dispatch(recognizer, step.phase, { ...this.#fields(step, last, recognizer), coalesced });
  }

  #fields({ line, values, timeStamp }, last, { region }) {
    const fields = { ...fieldsOf(values, last), timeStamp, touchCount: line.touch_count, dragPhase: line.phase, line };
    for (const name of ["direction", "edge", "taps", "tips", "side", "progress", "values"]) fields[name] = line[name];
    if (line.duration !== undefined) fields.duration = line.duration * 1000;
    fields.fingers = line.fingers?.map(({ id, location, up = false }) => {
      const [clientX, clientY] = this.#map.toClient(location);
      return { id, clientX, clientY, up };
    });
    if (region.shape === "transform" && line.region === region.name) {
      [fields.ownX, fields.ownY] = this.#map.extent(line.region_location);
    }
    return fields;
  }

  #event({ key, kind, isDiscrete, region }, phase, fields) {
    const canceled = phase === "cancel";
    return new GesturedEvent(isDiscrete ? `g-${key}` : `g-${key}${phase}`, {
      gesture: key, kind, phase,
      state: STATES[phase],
      first: isDiscrete || phase === "start",
      last: isLast(phase),
      canceled,
      reason: canceled ? "daemon" : undefined,
      touchCount: 0,
      line: null,
      ...fields,
    }, region.element);
  }

  /** One event after the other: the cancel that a listener causes comes after the event that it hears. */
  #dispatch(of, phase, fields) {
    if (this.#steps.push([of, this.#event(of, phase, fields)]) > 1) return;
    for (const [recognizer, event] of this.#steps) {
      event.memo = event.first ? undefined : recognizer.memo;
      for (const listener of [recognizer.on, recognizer.own?.on]) {
        try {
          if (listener) recognizer.memo = listener(event);
        } catch (error) {
          report(error);
        }
      }
      recognizer.region.element.dispatchEvent(event);
    }
    this.#steps = [];
  }

  #cancelAll(reason, isMeant = () => true) {
    const meant = [...this.#active].filter(([id, gesture]) => isMeant(gesture, id));
    for (const [id, gesture] of meant) {
      this.#flush(gesture);
      this.#active.delete(id);
      this.#dispatch(gesture.recognizer, "cancel", { ...fieldsOf(gesture.last, gesture.last), reason });
    }
  }

  simulate(element, key, { phase, matrix, ...values } = {}) {
    const observed = this.#recognizers.find((each) => each.region.element === element && each.key === key);
    const recognizer = observed ?? { ...parseRecognizer(key, true), region: { element } };
    const phases = recognizer.isDiscrete ? ["end"] : ["start", "move", "end"];
    for (const each of phase ? [phase] : phases) {
      const last = this.#simulated.get(element) ?? nothingYet();
      const now = { ...last, ...values, matrix: matrix ?? last.matrix };
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
    const region = {
      element,
      name: this.#freeName(),
      observations: new Set(),
      // See #settle.
      role: "automatic",
      native: "keep",
      wasInPage: element.isConnected,
      isRefused: false, // a shield that the daemon does not take at present
      box: null, // the visible part when it was last seen
    };
    this.#regions.push(region);
    return region;
  }

  /** A name that neither the page nor the daemon has. */
  #freeName() {
    const names = [...this.#declared.regions.keys(), ...this.#regions.map(({ name }) => name)];
    let number = 1;
    while (names.includes(this.#regionName(number))) number += 1;
    return this.#regionName(number);
  }

  #dropRegion(region) {
    this.#order = null;
    region.watcher?.disconnect();
    this.#watching?.sizes.unobserve(region.element);
    this.#regions = this.#regions.filter((each) => each !== region);
  }

  #settle(region) {
    const { native } = region;
    const all = [...region.observations];
    for (const [option, values] of Object.entries(CHOICES)) {
      const isAsked = (value) => all.some((each) => each[option] === value);
      region[option] = values.find(isAsked) ?? values.at(-1);
    }
    const isObserved = all.some((each) => each.native);
    if (all.length) region.isRefused = false;
    if (isObserved) region.role = "observed";
    else region.role = all.length ? "shield" : "automatic";
    if (region.native !== native) this.#quiet(region);
  }

  /** Buttons in observed elements, open dialogs and popovers are shields by themselves. */
  #shieldByThemselves() {
    const observed = this.#withRole("observed");
    const dialogs = observed.length ? [...page().querySelectorAll("dialog[open], [popover]")] : [];
    const shown = [
      ...dialogs.filter((each) => each.open || isOnTop(each)),
      ...observed.flatMap((region) => this.#interactiveIn(region)).filter((each) => each.getClientRects().length),
    ];
    const wanted = new Set(shown.slice(0, MAXIMUM_SHIELDS));
    for (const region of this.#withRole("automatic")) {
      if (!wanted.has(region.element)) this.#dropRegion(region);
    }
    for (const element of wanted) {
      if (!this.#regionAt(element) && this.#regions.length < MAXIMUM_REGIONS) this.#regionOf(element);
    }
  }

  /** The elements in an observed one that keep their own taps. */
  #interactiveIn({ element, interactive }) {
    if (interactive === "observe") return [];
    const trees = treesIn(element);
    for (const tree of trees) this.#hear(tree);
    return trees.flatMap((tree) => [...tree.querySelectorAll(INTERACTIVE)]);
  }

  #regionEdits() {
    if (!this.#order) {
      this.#shieldByThemselves();
      this.#order = inPaintOrder(this.#regions.filter(({ isRefused }) => !isRefused));
    }
    const declared = this.#declared.regions;
    // A page at its limit may replace all of its regions, so what goes makes room for what comes.
    const edits = [...this.#rescues(this.#order), ...this.#removals("regions", this.#order)];
    // parent → its regions from back to front, as the daemon has them after the edits so far. `declared` begins so.
    const stacks = new Map();
    const stackOf = (parent) => stacks.get(parent) ?? stacks.set(parent, []).get(parent);
    for (const [name, { parent }] of declared) stackOf(parent).push(name);
    const fronts = new Map(); // parent → its region in front, of those that have been laid out
    for (const region of this.#order) {
      const { name } = region;
      const { name: parent, box } = this.#parentOf(region);
      const sent = declared.get(name);
      const next = this.#layOut(region, box, sent);
      const changed = Object.entries(next).filter(([key, value]) => String(value) !== String(sent?.[key]));
      const push = (edit) => edits.push({ edit, of: region });
      const stack = stackOf(parent);
      if (sent?.parent !== parent) {
        push(sent ? { move: name, to: parent } : { add: { name, parent, multiple: true, ...next } });
        if (sent) remove(name, stackOf(sent.parent));
        // A region that comes lies in front of all that were there.
        stack.push(name);
      }
      if (sent && changed.length) push({ change: { name, ...Object.fromEntries(changed) } });
      const behind = fronts.get(parent) ?? null;
      if ((stack[stack.indexOf(name) - 1] ?? null) !== behind) {
        push({ reorder: name, in_front_of: behind });
        remove(name, stack);
        stack.splice(stack.indexOf(behind) + 1, 0, name);
      }
      fronts.set(parent, name);
      declared.delete(name);
      declared.set(name, { ...next, parent });
    }
    this.#lastLook = performance.now();
    return edits;
  }

  /** Moves what stays out of regions that go. A region takes along what lies in it. */
  #rescues(order) {
    const declared = this.#declared.regions;
    const staying = new Set(order.map(({ name }) => name));
    const edits = [];
    for (const region of order) {
      const { name } = region;
      const sent = declared.get(name);
      if (!sent || staying.has(sent.parent) || !declared.has(sent.parent)) continue;
      const parent = this.#rootName;
      edits.push({ edit: { move: name, to: parent }, of: region });
      declared.delete(name);
      declared.set(name, { ...sent, parent });
    }
    return edits;
  }

  /** The region around another one, or the whole touchscreen. */
  #parentOf(region) {
    // A shield is a sibling of the observed element around it, which would hear its touches otherwise.
    const takes = (outer) => outer && !outer.isRefused && (region.role === "observed" || outer.role !== "observed");
    const found = ancestors(region.element).map((each) => this.#regionAt(each)).find(takes);
    if (found) return found;
    const box = [...this.#map.toClient([0, 0]), ...this.#map.toClient(this.device.size)];
    return { name: this.#rootName, box };
  }

  /** A region as the daemon takes it, in percent of the region around. */
  #layOut(region, outer, sent) {
    const visible = isHidden() ? null : visiblePart(region.element);
    this.#follow(region, visible);
    region.box = visible ?? region.box ?? outer;
    let box = region.box;
    const next = { hidden: !visible };
    if (region.shape === "transform") {
      const { whole, box: ownBox } = transformOf(region.element);
      const [scaleX, scaleY] = this.#map.scale;
      const matrix = [whole.a, (whole.b * scaleX) / scaleY, (whole.c * scaleY) / scaleX, whole.d, 0, 0];
      next.matrix = matrix.map((each) => round(each, 6));
      box = ownBox;
    } else if (sent?.matrix) {
      next.matrix = [1, 0, 0, 1, 0, 0];
    }
    next.frame = box.map((_, index) => `${round(percentOf(box, outer, index))} %`);
    // The filter keeps touches from the browser, unless the browser scrolls, or the place may be another window's.
    const isKept = region.native === "prevent";
    if (this.#hasFilter && (isKept || sent?.app === false)) next.app = !(isKept && this.mapping.trusted);
    return next;
  }

  /** A recognizer as the daemon takes it. */
  #wire({ name, kind, options, relations, own, region }) {
    const wire = { name, kind, region: region.name };
    const pxPerMm = (this.#map.scale[0] + this.#map.scale[1]) / 2;
    for (const [key, value] of Object.entries(options)) {
      wire[key] = value?.px === undefined ? value : round(value.px / pxPerMm);
    }
    const namesOf = (target) => {
      if (target.startsWith("kind:")) return [`kind:${wireName(target.slice("kind:".length))}`];
      return this.#related(target, own.recognizers).map((each) => each.name);
    };
    for (const [relation, targets] of Object.entries(relations)) {
      wire[relation] = targets.includes("*") ? "*" : targets.flatMap(namesOf);
    }
    return wire;
  }

  #changeOf(recognizer) { return { change: { ...this.#wire(recognizer), region: undefined } }; }

  #recognizerEdits() {
    const { regions, recognizers: declared } = this.#declared;
    const all = this.#recognizers.filter(({ region }) => regions.has(region.name));
    if (!this.#place.isExact && this.#regions.length) all.push(this.#anchor);
    const edits = this.#removals("recognizers", all);
    for (const recognizer of all) {
      const add = this.#wire(recognizer);
      const text = JSON.stringify(add);
      const sent = declared.get(recognizer.name);
      if (sent !== text) edits.push({ edit: sent ? this.#changeOf(recognizer) : { add }, of: recognizer });
      declared.set(recognizer.name, text);
    }
    return edits;
  }

  /** The recognizer of the taps that tell where the window lies. */
  get #anchor() {
    const options = { passive: true, maximum_press_ms: 250 };
    return { name: this.#anchorName, kind: "tap", region: { name: this.#rootName }, options, relations: {} };
  }

  /** Removes what the page has no more. */
  #removals(command, wanted) {
    const declared = this.#declared[command];
    const names = wanted.map(({ name }) => name);
    const gone = new Map([...declared].filter(([name]) => !names.includes(name)));
    for (const name of gone.keys()) declared.delete(name);
    return [...gone].filter(([, { parent }]) => !gone.has(parent)).map(([remove]) => ({ edit: { remove } }));
  }

  // --- Bringing the daemon up to date

  /** One subscription for all, also for regions to come: a new one cuts gestures under way without a snapshot. */
  async #subscribe() {
    const filter = [...this.#listeners].flatMap((each) => each.filters);
    const withFingers = this.#observations.filter((each) => each.fingers);
    if (this.#regions.length) {
      // As many names as the page may have regions, and as many on their way out.
      const region = Array.from({ length: 2 * MAXIMUM_REGIONS }, (_, index) => this.#regionName(index + 1));
      filter.push({ type: "gesture", region }, { type: "gesture", recognizer: this.#anchorName });
    }
    const fields = { filter: [...filter, { type: ["device", "inhibit"] }] };
    if (withFingers.length) fields.fingers = true;
    const text = JSON.stringify(fields);
    // The first subscription starts a replay, so it waits for something to hear.
    if (text === this.#subscription || !(filter.length || this.#subscription)) return;
    try {
      if (fields.fingers && !this.features.includes("fingers")) {
        const reason = "this gestured lists no fingers; update gestured, or leave out the option fingers";
        throw new GesturedError("unsupported", reason, { path: "fingers" });
      }
      await this.request("subscribe", this.#subscription ? { ...fields, snapshot: true } : fields);
      this.#subscription = text;
    } catch (error) {
      this.#refuseSubscription(error, filter, withFingers);
      await this.#subscribe();
    }
  }

  /** Leaves out what the daemon has refused of a subscription. All else works. */
  #refuseSubscription(error, filter, withFingers) {
    const listeners = [...this.#listeners];
    // A wrong filter ends the iterator that asked for it, or the last one where there are too many.
    const index = /^filter\[(\d+)\]/.exec(error.path)?.[1];
    const wrong = error.path === "filter"
      ? listeners.at(-1)
      : listeners.find(({ filters }) => filters.includes(filter[index]));
    if (wrong) return wrong.end(error);
    if (error.path !== "fingers") throw error;
    // An older daemon, or one that withholds places, lists no fingers.
    for (const each of withFingers) {
      each.refuse(error);
      each.fingers = false;
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
    const { screen } = this.#options;
    const device = (page() && chooseDevice([...this.#devices.values()], screen, viewOf())) ?? null;
    this.device = device;
    if (device && !this.#turn) {
      const observations = this.#observations;
      this.#place.locate(device);
      await this.#batch("regions", () => this.#regionEdits());
      await this.#batch("recognizers", () => this.#recognizerEdits());
      await this.#subscribe();
      for (const each of observations) each.resolve();
    } else if (this.#listeners.size || this.#subscription) {
      await this.#subscribe();
    }
    if (this.#hello && !this.#turn) await this.#opened(device, screen);
  }

  /** All is declared: the state is `open`. Without a touchscreen and iterators it stays `connecting`. */
  async #opened(device, screen) {
    let error = null;
    if (!device && this.#regions.length) {
      const what = screen === undefined ? "no touchscreen" : `no touchscreen ${screen}`;
      error = new GesturedError("no-screen", `${what} is connected; gestured --list-devices lists them`);
    }
    if (this.supported) return this.#setState("open", error);
    if (error && !this.#listeners.size) return this.#setState("connecting", error);
    await this.#declarePauses();
    this.#retries = 0;
    this.#setState("open", error);
  }

  /** Tells a new connection of the pauses so far. More may begin and end meanwhile. */
  async #declarePauses() {
    let sent = 0;
    while (sent !== this.#paused) {
      const step = sent < this.#paused ? 1 : -1;
      sent += step;
      await this.request("ignore_interaction", { state: step > 0 ? "begin" : "end" });
    }
  }

  /** Sends the edits that `make` finds. A refused one stops its observations, and the others go on. */
  async #batch(command, make) {
    const skipped = [];
    for (;;) {
      const before = new Map(this.#declared[command]);
      const items = make().filter(({ edit }) => !skipped.includes(JSON.stringify(edit)));
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
        const index = /^edits\[(\d+)\]/.exec(error.path)?.[1];
        const { edit, of } = items[index] ?? items.at(-1);
        if (this.#leavesOutShield(error, edit, of)) continue;
        skipped.push(JSON.stringify(edit));
        this.#refuseEdit(error, edit, of);
      }
    }
  }

  /** Tries refused shields again, as there may be room now. */
  #retryShields() {
    if (!this.#regions.some(({ isRefused }) => isRefused)) return;
    for (const region of this.#regions) region.isRefused = false;
    this.#order = null;
  }

  /** Leaves out a shield that is refused, or that takes the room of what is observed. Returns whether there is one. */
  #leavesOutShield(error, edit, of) {
    const shields = this.#withRole("automatic").filter(({ isRefused }) => !isRefused);
    const isFull = error.code === "limit_reached" && edit.add?.parent;
    const shield = shields.find((each) => each === of) ?? (isFull ? shields.at(-1) : undefined);
    if (!shield) return false;
    shield.isRefused = true;
    this.#order = null;
    return true;
  }

  /** Stops the observations of a region or a recognizer (`of`) whose edit is refused, with the reason. */
  #refuseEdit(error, edit, of) {
    if (error.code === "limit_reached") error.code = "limit";
    if (error.code === "unknown_region" && edit.add?.parent === "page_root") {
      const table = this.device.table ?? this.device.name;
      const tables = [
        `[window.page] with device = "${table}"`,
        '[region.page_root] with parent = "page", frame = [0, 0, "100%", "100%"]',
      ];
      Object.assign(error, { code: "no-window", message: `${table} has no window; write ${tables.join(" and ")}` });
    }
    if (of?.key) error.message = refusalOf(of.key, error);
    else if (error.hint) error.message = `${error.message}; ${error.hint}`;
    const observations = of?.own ? [of.own] : of?.observations ?? [];
    for (const each of observations) this.#stop(each, error);
  }

  /** The daemon's region of the whole touchscreen. The first one has it; others have what `no-window` says. */
  get #rootName() { return this.device.device === Math.min(...this.#devices.keys()) ? "root" : "page_root"; }

  // --- The browser and moving elements

  /** Keeps the browser from acting on touches of an element, as `native` says. */
  #quiet(region) {
    const { element, native } = region;
    region.loud?.abort();
    if (native === "keep") return;
    region.loud = new AbortController();
    const { signal } = region.loud;
    const scrolling = { "scroll-y": "pan-y", "scroll-x": "pan-x" }[native];
    const wanted = {
      "touch-action": scrolling ?? "none",
      "user-select": "none",
      "-webkit-user-select": "none",
      "overscroll-behavior": "contain",
      "-webkit-user-drag": "none",
    };
    const { style } = element;
    const valueOf = (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)];
    const old = Object.keys(wanted).map(valueOf);
    for (const [name, value] of Object.entries(wanted)) style.setProperty(name, value);
    signal.onabort = () => {
      for (const each of old) style.setProperty(...each);
    };
    const prevent = (type, isWanted) => {
      const listener = (event) => { if (isWanted(event)) event.preventDefault(); };
      element.addEventListener(type, listener, { capture: true, passive: false, signal });
    };
    // A prevented touchstart makes no click. Scrolling needs it, and so does a button, also one in a component.
    const isShielded = (path) => path.slice(0, path.indexOf(element)).some((each) => each.matches?.(INTERACTIVE));
    if (!scrolling) {
      prevent("touchstart", (event) => region.interactive === "observe" || !isShielded(event.composedPath()));
    }
    const hasPress = () => this.#recognizers.some((each) => each.region === region && /press/.test(each.kind));
    for (const type of ["contextmenu", "dragstart"]) prevent(type, ({ button }) => button !== 2 && hasPress());
  }

  /** Hears changes in all trees around a node: a shadow tree is not seen from outside. */
  #hear(node) {
    if (!this.#watching) return;
    const changes = { childList: true, subtree: true, attributes: true };
    for (const each of [node, ...ancestors(node)]) this.#watching.tree.observe(each.getRootNode(), changes);
  }

  #watch() {
    if (this.#watching || !globalThis.ResizeObserver) return;
    const stop = new AbortController();
    const document = page();
    const listen = (target, types, listener, more) => {
      const options = { passive: true, capture: true, signal: stop.signal, ...more };
      for (const type of types) target?.addEventListener(type, listener, options);
    };
    const changed = () => this.#invalidate();
    const rebuilt = () => {
      this.#order = null;
      changed();
    };
    const sizes = new ResizeObserver(changed);
    const tree = new MutationObserver(() => {
      this.#dropRemoved();
      rebuilt();
    });
    listen(document, ["fullscreenchange", "toggle"], rebuilt);
    listen(globalThis, ["scroll", "resize"], changed);
    listen(visualViewport, ["resize", "scroll"], changed);
    listen(screen.orientation, ["change"], () => this.#turned("page"));
    listen(globalThis, ["pointerdown"], (event) => this.#place.pointerDown(event));
    // A hidden page hides its regions at once, as its timers may sleep soon.
    const shownOrHidden = () => {
      if (this.state === "waiting" && !isHidden()) this.#open();
      this.#sync();
    };
    listen(document, ["visibilitychange", "freeze", "resume"], shownOrHidden);
    listen(globalThis, ["online", "pagehide", "pageshow"], shownOrHidden);
    const watchResolution = () => {
      const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      const zoomed = () => {
        changed();
        watchResolution();
      };
      listen(query, ["change"], zoomed, { once: true });
    };
    watchResolution();
    const end = () => {
      stop.abort();
      sizes.disconnect();
      tree.disconnect();
    };
    this.#watching = { sizes, tree, stop: end };
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
    const margins = [top, innerWidth - right, innerHeight - bottom, left];
    const rootMargin = margins.map((each) => `${-Math.floor(each)}px`).join(" ");
    const options = { root: page(), rootMargin, threshold: [0, 0.25, 0.5, 0.75, 1] };
    region.watcher = new IntersectionObserver(() => this.#invalidate(), options);
    region.watcher.observe(region.element);
  }

  /** An element that has left the page for longer than a frame is observed no more. */
  #dropRemoved() {
    for (const each of this.#regions) each.wasInPage ||= each.element.isConnected;
    const isGone = ({ region }) => !region.element.isConnected;
    const gone = this.#observations.filter((each) => each.region.wasInPage && isGone(each));
    if (!gone.length) return;
    setTimeout(() => {
      for (const each of gone) if (isGone(each)) this.#stop(each);
    }, LONGEST_FRAME);
  }
}

export const gestures = new Gestures();
