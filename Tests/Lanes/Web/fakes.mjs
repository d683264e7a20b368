// A page and a service for Node: enough of a document to lay out boxes, and a socket that the test answers.

export class FakeElement extends EventTarget {
  parentElement = null;
  children = [];
  isConnected = true;
  hidden = false;
  computed = {};
  constructor(rect, id = "") {
    super();
    this.rect = rect;
    this.id = id;
    const values = new Map();
    this.style = {
      values,
      getPropertyValue: (name) => values.get(name) ?? "",
      getPropertyPriority: () => "",
      setProperty: (name, value) => (value === "" ? values.delete(name) : values.set(name, value)),
    };
  }
  append(...children) {
    for (const each of children) {
      each.parentElement = this;
      this.children.push(each);
    }
    return this;
  }
  getBoundingClientRect() {
    const [left, top, width, height] = this.rect;
    return { x: left, y: top, left, top, width, height, right: left + width, bottom: top + height };
  }
  get offsetWidth() { return this.rect[2]; }
  get offsetHeight() { return this.rect[3]; }
  getClientRects() { return this.hidden ? [] : [this.getBoundingClientRect()]; }
  get path() { return this.parentElement ? [...this.parentElement.path, this] : [this]; }
  contains(other) { return other.path.includes(this); }
  getRootNode() { return this.path[0]; }
  closest() { return null; }
  matches() { return false; }
  querySelectorAll() { return []; }
  compareDocumentPosition(other) {
    const order = (element, found = []) => { found.push(element); for (const each of element.children) order(each, found); return found; };
    const all = order(this.path[0]);
    return all.indexOf(this) < all.indexOf(other) ? 4 : 2;
  }
}

/** The part of DOMMatrix that the module uses: Node has none. */
class FakeMatrix {
  constructor(values = [1, 0, 0, 1, 0, 0]) {
    // Of the functions in a text, only a scale.
    const factor = typeof values === "string" ? Number(/ scale\((.*?)\)/.exec(values)?.[1] ?? 1) : null;
    const list = factor ? [factor, 0, 0, factor, 0, 0] : Array.isArray(values) ? values : [..."abcdef"].map((name) => values[name]);
    [this.a, this.b, this.c, this.d, this.e, this.f] = list;
  }
  multiply({ a, b, c, d, e, f }) {
    return new FakeMatrix([this.a * a + this.c * b, this.b * a + this.d * b, this.a * c + this.c * d, this.b * c + this.d * d,
      this.a * e + this.c * f + this.e, this.b * e + this.d * f + this.f]);
  }
  inverse() {
    const { a, b, c, d, e, f } = this, det = a * d - b * c;
    return new FakeMatrix([d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det]);
  }
  translate(x, y) { return this.multiply({ a: 1, b: 0, c: 0, d: 1, e: x, f: y }); }
  scale(factor) { return this.multiply({ a: factor, b: 0, c: 0, d: factor, e: 0, f: 0 }); }
  rotate(degrees) {
    const [cos, sin] = [Math.cos, Math.sin].map((each) => each((degrees * Math.PI) / 180));
    return this.multiply({ a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 });
  }
}

/** Puts a page of 1024 × 640 px, which covers the screen, into the globals of Node. */
export function fakePage() {
  const root = new FakeElement([0, 0, 1024, 640]), body = new FakeElement([0, 0, 1024, 640]);
  root.append(body);
  const document = Object.assign(new EventTarget(), { documentElement: root, body, visibilityState: "visible", querySelectorAll: () => [], querySelector: () => null });
  for (const name of ["ResizeObserver", "MutationObserver", "IntersectionObserver", "addEventListener", "matchMedia", "self", "top"]) delete globalThis[name];
  Object.assign(globalThis, { document, innerWidth: 1024, innerHeight: 640, outerWidth: 1024, outerHeight: 640, screenX: 0, screenY: 0, screen: { width: 1024, height: 640 }, devicePixelRatio: 1 });
  globalThis.visualViewport = Object.defineProperties(new EventTarget(), {
    zoom: { value: { scale: 1, left: 0, top: 0 }, writable: true },
    scale: { get() { return this.zoom.scale; } }, offsetLeft: { get() { return this.zoom.left; } }, offsetTop: { get() { return this.zoom.top; } },
    width: { get() { return innerWidth / this.zoom.scale; } }, height: { get() { return innerHeight / this.zoom.scale; } },
  });
  globalThis.DOMMatrix = FakeMatrix;
  globalThis.getComputedStyle = (element) => ({ visibility: "visible", position: "static", overflowX: "visible", overflowY: "visible", transform: "none", translate: "none", rotate: "none", scale: "none", perspective: "none", filter: "none", contain: "none", zIndex: "auto", ...element.computed });
  return body;
}

/** Lets the module watch the page: observers that see nothing, and `fire`, which gives the window's listeners an event. `queries` are its media queries. */
export function watchedPage() {
  const heard = [], queries = [];
  class Observer { observe() {} unobserve() {} disconnect() {} }
  Object.assign(globalThis, {
    ResizeObserver: Observer, MutationObserver: Observer, IntersectionObserver: Observer,
    addEventListener: (type, listener) => heard.push([type, listener]),
    matchMedia: (query) => { queries.push(Object.assign(new EventTarget(), { query })); return queries.at(-1); },
  });
  document.getRootNode = () => document;
  return { queries, fire: (type, event = {}) => { for (const [each, listener] of heard) if (each === type) listener(event); } };
}

/** A socket that answers every request with ok, and remembers the requests. */
export class FakeSocket {
  static all = [];
  static answer = () => undefined;
  sent = [];
  constructor(url, protocol) {
    Object.assign(this, { url, protocol });
    FakeSocket.all.push(this);
  }
  send(text) {
    const request = JSON.parse(text);
    this.sent.push(request);
    queueMicrotask(() => this.say({ type: "reply", id: request.id, ...(FakeSocket.answer(request) ?? { ok: true }) }));
  }
  close() {}
  say(line) { this.onmessage?.({ data: JSON.stringify(line) }); }
  cut(code = 1006, reason = "") { this.onclose?.({ code, reason }); }
  greet({ protocol = 1, features = ["fingers"], size = [160, 100], device = 1, ...more } = {}) {
    this.onopen?.();
    this.say({ type: "hello", protocol, version: "0.1.0", features, units: "mm", clock: "monotonic", time: 0 });
    this.say({ type: "device", seq: 1, time: 0, device, state: "added", name: "T1", size, size_source: "resolution", max_touches: 10, rotation: 0, ...more });
  }
  /** The edits of a command so far. */
  edits(command) { return this.sent.filter((each) => each.command === command).flatMap((each) => each.edits ?? []); }
  /** The names that a daemon has after all edits of a command, which it takes one after the other. */
  has(command) {
    const names = new Set();
    for (const { add, remove } of this.edits(command)) {
      if (add) names.add(add.name);
      if (remove && !names.delete(remove)) throw new Error(`${remove} is removed, and is not there`);
    }
    return [...names].sort();
  }
}

/** A socket whose replies wait until the test lets them go, as those of a busy daemon. */
export class SlowSocket extends FakeSocket {
  waiting = [];
  send(text) {
    const request = JSON.parse(text);
    this.sent.push(request);
    this.waiting.push(request);
  }
  /** Answers until nothing waits any more. */
  async answerAll() {
    while (this.waiting.length) {
      for (const { id } of this.waiting.splice(0)) this.say({ type: "reply", id, ok: true });
      await settle();
    }
  }
}

/** Lets timers and promises of the module run. */
export async function settle(ms = 5) {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
