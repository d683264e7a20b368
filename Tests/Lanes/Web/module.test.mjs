// The logic of gestured.js, in Node without a browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { Worker } from "node:worker_threads";
import { FakeElement, FakeSocket, SlowSocket, fakePage, settle, watchedPage } from "./fakes.mjs";

// Browsers report exceptions of listeners; Node has no such function.
const caught = [], warned = [];
globalThis.reportError = (error) => caught.push(error.message);
console.warn = (...words) => warned.push(words);
// The warning after 2 s of silence comes only where a test fires it. On a busy machine it would come in whichever test runs by then.
const { setTimeout: realTimeout } = globalThis;
globalThis.setTimeout = (fire, ms, ...more) => (ms === 2000 ? { unref() {} } : realTimeout(fire, ms, ...more));

const FOLDER = path.resolve(path.dirname(new URL(import.meta.url).pathname), "../../../Web/module");
const { Gestures, GesturedError, GesturedEvent, gestures, version } = await import(path.join(FOLDER, "gestured.js"));

let body, map, own, socket;
const open = async (options = {}) => {
  own = new Gestures({ WebSocket: FakeSocket, url: "ws://test/v1", ...options });
  return own;
};
/** Observes `map` with a daemon that takes everything. */
async function observe(recognizers, options = {}, greeting = {}) {
  own ?? (await open());
  const handle = own.observe(map, recognizers, options);
  socket = FakeSocket.all.at(-1);
  socket.greet(greeting);
  await settle();
  return handle;
}
const name = (key) => socket.edits("recognizers").map((each) => each.add?.name).find((each) => each?.endsWith(`-${key}`));
/** A line of a gesture. */
const line = (key, kind, state, more = {}) => ({ type: "gesture", seq: 1, time: 1, device: 1, sequence: 1, gesture_id: 1, recognizer: name(key), kind, state, touch_count: 1, region: "g1", location: [80, 50], ...more });
/** Collects events of an element. */
function collect(element, ...types) {
  const events = [];
  for (const type of types) element.addEventListener(type, (event) => events.push(event));
  return events;
}
const near = (found, expected, limit = 0.001) => assert.ok(Math.abs(found - expected) <= limit, `${found} is not ${expected}`);

beforeEach(() => {
  body = fakePage();
  map = new FakeElement([100, 100, 400, 300], "patient-4711");
  body.append(map);
  own = null;
  FakeSocket.all = [];
  FakeSocket.answer = () => undefined;
});
afterEach(() => {
  for (const name of ["requestAnimationFrame", "location", "history"]) delete globalThis[name];
  warned.length = 0;
});
/** The listeners that a signal still has. */
function countingSignal() {
  const { signal } = new AbortController(), heard = new Set();
  signal.addEventListener = (type, listener) => heard.add(listener);
  signal.removeEventListener = (type, listener) => heard.delete(listener);
  return { signal, heard };
}

test("JS-1 the module exports five names and does nothing when it is imported, in Node and in a worker", async () => {
  assert.deepEqual(Object.keys(await import(path.join(FOLDER, "gestured.js"))).sort(), ["GesturedError", "GesturedEvent", "Gestures", "gestures", "version"]);
  assert.equal(gestures.state, "idle");
  const worker = new Worker(`import(${JSON.stringify(path.join(FOLDER, "gestured.js"))}).then((module) => require("node:worker_threads").parentPort.postMessage(module.gestures.state));`, { eval: true });
  assert.equal(await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject)), "idle");
  await worker.terminate();
});

test("JS-2 a url, a meta element, then the default say where the service is", async () => {
  await open();
  own.connect();
  assert.equal(FakeSocket.all.at(-1).url, "ws://test/v1");
  assert.equal(FakeSocket.all.at(-1).protocol, "gestured.1");
  document.querySelector = (selector) => (selector === 'meta[name="gestured"]' ? { content: "ws://meta/v1" } : null);
  await open({ url: undefined });
  own.connect();
  assert.equal(FakeSocket.all.at(-1).url, "ws://meta/v1");
  document.querySelector = () => null;
  await open({ url: undefined });
  own.connect();
  assert.equal(FakeSocket.all.at(-1).url, "ws://127.0.0.1:4378/v1");
});

test("JS-3 every connection begins with the token, before a line has come, and a wrong one is not tried again", async () => {
  Object.assign(globalThis, { location: { hash: "#gestured=SECRET", pathname: "/", search: "" }, history: { state: null, replaceState() { location.hash = ""; } } });
  await open();
  own.observe(map, { tap: true });
  socket = FakeSocket.all.at(-1);
  socket.onopen();
  assert.deepEqual(socket.sent.map(({ command, token }) => [command, token]), [["authorize", "SECRET"]]);
  assert.equal(location.hash, "");
  const again = async () => {
    const count = FakeSocket.all.length;
    FakeSocket.all.at(-1).cut(1001, "gestured is stopping");
    while (FakeSocket.all.length === count) await settle();
    socket = FakeSocket.all.at(-1);
    socket.greet();
    await settle();
    return socket.sent[0].command;
  };
  FakeSocket.answer = ({ command }) => (command === "authorize" ? { error: { code: "not_permitted", message: "the token is wrong", path: "token" } } : undefined);
  assert.equal(await again(), "authorize");
  assert.equal(await again(), "regions");
});

test("JS-4, JS-35 and JS-36 a lost connection cancels gestures, comes back after a delay, and everything is declared anew before open", async () => {
  await open();
  const states = [];
  own.addEventListener("statechange", () => states.push(own.state));
  await observe({ pinch: true });
  assert.deepEqual(states, ["connecting", "open"]);
  const events = collect(map, "g-pinchstart", "g-pinchcancel");
  socket.say(line("pinch", "pinch", "began", { scale: 1, scale_velocity: 0 }));
  const began = performance.now();
  socket.cut(1011, "gestured is gone");
  assert.deepEqual(events.map((each) => [each.type, each.reason]), [["g-pinchstart", undefined], ["g-pinchcancel", "connection"]]);
  assert.equal(own.state, "waiting");
  while (FakeSocket.all.length === 1) await settle();
  const waited = performance.now() - began;
  assert.ok(waited >= 240 && waited < 1000, `reconnected after ${waited} ms`);
  socket = FakeSocket.all.at(-1);
  const declared = [];
  own.addEventListener("statechange", () => declared.push(own.state, socket.edits("recognizers").length));
  socket.greet();
  await settle();
  assert.deepEqual(declared, ["open", 1]);
});

test("JS-6 without a daemon nothing throws, and supported is false", async () => {
  await open();
  const handle = own.observe(map, { tap: true });
  FakeSocket.all.at(-1).cut(1006);
  await settle();
  assert.equal(own.supported, false);
  assert.equal(own.error.code, "unavailable");
  assert.ok(handle.ready instanceof Promise);
  const bare = new Gestures({ WebSocket: null, url: "no url" });
  bare.connect().catch(() => {});
});

test("JS-7 another protocol stops the module; unknown types and fields are ignored", async () => {
  await open({ url: "ws://newer/v1" });
  await observe({ tap: true }, {}, { protocol: 2 });
  assert.equal(own.state, "failed");
  assert.equal(own.error.code, "incompatible");
  await settle(400);
  assert.equal(FakeSocket.all.filter((each) => each.url === "ws://newer/v1").length, 1);
  await assert.rejects(own.request("ping"), { code: "unavailable" });
  own = null;
  await observe({ tap: true });
  socket.say({ type: "surprise", seq: 2 });
  const events = collect(map, "g-tap");
  socket.say(line("tap", "tap", "ended", { taps: 1, surprise: [1] }));
  assert.equal(events.length, 1);
});

test("JS-8 a request resolves with its reply, and rejects with code, path and hint", async () => {
  await observe({ tap: true });
  FakeSocket.answer = ({ command }) => (command === "ping" ? { ok: true, time: 4 } : { error: { code: "unknown_command", message: "no", path: "command", hint: "ping" } });
  assert.equal((await own.request("ping")).time, 4);
  await assert.rejects(own.request("pong"), { name: "GesturedError", code: "unknown_command", path: "command", hint: "ping" });
  const stop = new AbortController();
  const waiting = own.request("ping", {}, { signal: stop.signal });
  stop.abort();
  await assert.rejects(waiting, { name: "AbortError" });
});

test("JS-9 two iterators share one subscription, and each sees its own lines", async () => {
  await open();
  const swipes = own.listen({ kind: "swipe" }), taps = own.listen([{ kind: "tap" }]);
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle();
  const subscriptions = socket.sent.filter((each) => each.command === "subscribe");
  assert.equal(subscriptions.length, 1);
  assert.deepEqual(subscriptions[0].filter.slice(0, 2), [{ kind: "swipe" }, { kind: "tap" }]);
  socket.say({ type: "gesture", kind: "tap", recognizer: "x", gesture_id: 1, state: "ended", time: 1 });
  socket.say({ type: "gesture", kind: "swipe", recognizer: "y", gesture_id: 2, state: "ended", time: 1 });
  assert.equal((await swipes.next()).value.recognizer, "y");
  assert.equal((await taps.next()).value.recognizer, "x");
  await taps.return();
  assert.equal((await taps.next()).done, true);
});

test("JS-9 a wrong filter ends its own iterator, and too many filters the last one; all else goes on", async () => {
  await open();
  const handle = own.observe(map, { tap: true }), taps = own.listen({ kind: "tap" });
  FakeSocket.answer = ({ command, filter }) => {
    const index = filter?.findIndex((each) => each.kind === "tpa");
    if (command !== "subscribe" || (index < 0 && filter.length < 6)) return undefined;
    return { error: { code: index < 0 ? "limit_reached" : "invalid_value", message: "no", path: index < 0 ? "filter" : `filter[${index}].kind` } };
  };
  const wrong = own.listen([{ kind: "swipe" }, { kind: "tpa" }]), last = own.listen([{ kind: "pan" }, { kind: "pinch" }]);
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle(20);
  await assert.rejects(wrong.next(), { name: "GesturedError", code: "invalid_value", path: "filter[2].kind" });
  await assert.rejects(last.next(), { code: "limit_reached" });
  assert.deepEqual(await wrong.return(), { done: true });
  await handle.ready;
  assert.equal(own.state, "open");
  socket.say({ type: "gesture", kind: "tap", recognizer: "x", gesture_id: 1, state: "ended", time: 1 });
  assert.equal((await taps.next()).value.recognizer, "x");
});

test("JS-9 a subscription after the first asks for a snapshot, as it would cut gestures under way", async () => {
  await open();
  own.listen({ kind: "pan" });
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle();
  own.listen({ kind: "tap" });
  await settle();
  assert.deepEqual(socket.sent.filter((each) => each.command === "subscribe").map((each) => each.snapshot), [undefined, true]);
});

test("JS-9 an iterator may name touchscreens, by number or name, and the owners of recognizers", async () => {
  await open();
  const heard = new Map([[{ device: "T1" }, 1], [{ device: "wall" }, 1], [{ device: [7, "T2"] }, 0], [{ device: 1 }, 1], [{ owners: "all" }, 1], [{ owners: "all", kind: "pan" }, 0]].map(([filter, count]) => [own.listen(filter), count]));
  socket = FakeSocket.all.at(-1);
  socket.greet({ table: "wall" });
  await settle();
  socket.say({ type: "gesture", kind: "tap", device: 1, recognizer: "x", gesture_id: 1, state: "ended", time: 1 });
  for (const [lines, count] of heard) {
    const first = lines.next();
    await lines.return();
    assert.equal((await first).done, !count);
  }
});

test("JS-9 calls of next at once get one line each, and a connection that fails ends the iterator", async () => {
  await open();
  const taps = own.listen({ kind: "tap" }), calls = [taps.next(), taps.next()];
  socket = FakeSocket.all.at(-1);
  socket.greet();
  for (const recognizer of ["x", "y"]) socket.say({ type: "gesture", kind: "tap", recognizer, gesture_id: 1, state: "ended", time: 1 });
  assert.deepEqual((await Promise.all(calls)).map((each) => each.value.recognizer), ["x", "y"]);
  const waiting = taps.next();
  socket.cut(4403, "no rights");
  await assert.rejects(waiting, { code: "refused" });
  assert.equal(own.state, "failed");
});

test("JS-9 the lines of an iterator that has ended are asked for no more, and lines are frozen, since all share them", async () => {
  await open();
  const stop = new AbortController(), lines = own.listen({ type: "transition" }, { signal: stop.signal });
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle();
  socket.say({ type: "transition", recognizer: "x", touch_count: [1] });
  stop.abort();
  const { value } = await lines.next();
  assert.ok(Object.isFrozen(value) && Object.isFrozen(value.touch_count));
  assert.equal((await lines.next()).done, true);
  await settle();
  assert.deepEqual(socket.sent.at(-1).filter, [{ type: ["device", "inhibit"] }]);
});

test("JS-10, JS-11 and JS-12 an element is one region in percent with 4 decimals and one recognizer for each key, under names of the module", async () => {
  const handle = await observe({ tap: true, pinch: true });
  await handle.ready;
  const batches = socket.sent.filter((each) => each.edits).map((each) => [each.command, each.edits.length]);
  assert.deepEqual(batches, [["regions", 1], ["recognizers", 2]]);
  const { name: region, frame } = socket.edits("regions")[0].add;
  assert.deepEqual(frame, ["9.7656 %", "15.625 %", "39.0625 %", "46.875 %"]);
  assert.match(region, /^g\d+-[a-z0-9]{8}$/);
  for (const [index, key] of ["tap", "pinch"].entries()) assert.match(socket.edits("recognizers")[index].add.name, new RegExp(`^${region}-\\d+-${key}$`));
  assert.ok(!JSON.stringify(socket.sent).includes("4711"));
  assert.equal(socket.sent.at(-1).command, "subscribe");
  // Another size in mm moves nothing.
  const count = socket.sent.length;
  socket.say({ type: "device", seq: 9, time: 1, device: 1, state: "changed", name: "T1", size: [320, 200], rotation: 0 });
  await settle();
  assert.equal(socket.sent.length, count);
});

test("JS-23 an element beyond the limit rejects, and leaves the others working", async () => {
  await open();
  const handles = Array.from({ length: 65 }, (_, index) => {
    const each = new FakeElement([index, index, 50, 50]);
    body.append(each);
    return own.observe(each, { tap: true });
  });
  socket = FakeSocket.all.at(-1);
  FakeSocket.answer = ({ command, edits }) => (command === "recognizers" && edits.length > 63 ? { error: { code: "limit_reached", message: "too many", path: "edits[60]" } } : undefined);
  socket.greet();
  await settle(20);
  await assert.rejects(handles[64].ready, { code: "limit" });
  await assert.rejects(handles[60].ready, { code: "limit" });
  await handles[0].ready;
  await handles[63].ready;
});

test("JS-12 forty elements that replace forty others at once have names of their own, and what lay in an old one stays", async () => {
  const make = (parent, count) => Array.from({ length: count }, (_, index) => {
    const each = new FakeElement([index, index, 50, 50]);
    parent.append(each);
    return own.observe(each, { tap: true });
  });
  await open();
  const outer = own.observe(map, { tap: true });
  const [inner] = make(map, 1);
  const old = make(body, 39);
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle(20);
  old.forEach((each) => each.stop());
  outer.stop();
  const young = make(body, 40);
  await settle(20);
  await Promise.all(young.map((each) => each.ready));
  // The regions of a daemon that takes one edit after the other: each with the region around it. A page may have 64 at any time.
  const regions = new Map([["root", null]]);
  for (const { add, remove, move, to } of socket.edits("regions")) {
    if (add) {
      assert.ok(!regions.has(add.name) && regions.has(add.parent), `${add.name} in ${add.parent}`);
      regions.set(add.name, add.parent);
      assert.ok(regions.size <= 65, `${regions.size - 1} regions`);
    } else if (remove) {
      assert.ok(regions.has(remove) && ![...regions.values()].includes(remove), remove);
      regions.delete(remove);
    } else if (move) {
      assert.ok(regions.has(move) && regions.has(to), `${move} to ${to}`);
      regions.set(move, to);
    }
  }
  assert.equal(regions.size, 42);
  assert.ok(inner.element.isConnected && [...regions.values()].every((each) => each === null || each === "root"));
});

test("JS-12 and JS-18 a page at its limit replaces all regions but one, which moves into a new one", async () => {
  await open();
  const outer = new FakeElement([0, 0, 500, 500]), inner = new FakeElement([10, 10, 50, 50]);
  body.append(outer.append(inner));
  const watch = (each) => own.observe(each, { tap: true });
  const fill = (count) => Array.from({ length: count }, (_, index) => {
    const each = new FakeElement([index, index, 50, 50]);
    body.append(each);
    return watch(each);
  });
  const old = [watch(outer), ...fill(62)], kept = watch(inner);
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle(20);
  old.forEach((each) => each.stop());
  // The new region around it.
  const frame = new FakeElement([0, 0, 400, 400]);
  body.append(frame.append(inner));
  const young = [watch(frame), ...fill(62)];
  await settle(20);
  await Promise.all([kept, ...young].map((each) => each.ready));
  const stacks = new Map([["root", []]]), parents = new Map();
  const leave = (name) => stacks.get(parents.get(name)).splice(stacks.get(parents.get(name)).indexOf(name), 1);
  const enter = (name, parent, place = Infinity) => {
    stacks.get(parent).splice(place, 0, name);
    parents.set(name, parent);
  };
  for (const { add, remove, move, to, reorder, in_front_of: behind } of socket.edits("regions")) {
    if (add) {
      stacks.set(add.name, []);
      enter(add.name, add.parent);
      assert.ok(parents.size <= 64, `${parents.size} regions`);
    } else if (remove) {
      assert.deepEqual(stacks.get(remove), [], `${remove} takes along what stays`);
      leave(remove);
      parents.delete(remove);
    } else if (move) {
      leave(move);
      enter(move, to);
    } else if (reorder) {
      const parent = parents.get(reorder);
      leave(reorder);
      enter(reorder, parent, behind === null ? 0 : stacks.get(parent).indexOf(behind) + 1);
    }
  }
  assert.equal(parents.size, 64);
  assert.equal(stacks.get("root").length, 63, "all but one lie in the page");
  assert.equal([...parents.values()].filter((each) => each !== "root").length, 1, "one lies in another");
});

test("JS-10 a refused option is in the console with its hint, and ready rejects", async () => {
  FakeSocket.answer = ({ edits }) => (edits?.some((each) => each.add?.tabs) ? { error: { code: "unknown_field", message: "unknown key", path: "edits[0].add.tabs", hint: "taps" } } : undefined);
  const handle = await observe({ tap: { tabs: 2 } });
  await assert.rejects(handle.ready, { code: "unknown_field", hint: "taps" });
  assert.deepEqual(warned, [["gestured: element#patient-4711: tap has no option tabs; did you mean taps?", map]]);
  handle.stop();
  (await observe({ pan: true })).stop();
  assert.equal(warned.length, 1);
});

test("JS-10 a refused value is told by its element, key, option and the nearest word, in the page's own words", async () => {
  FakeSocket.answer = ({ edits = [] }) => {
    const index = edits.findIndex((each) => each.add?.direction === "letf" || each.add?.maximum_press_ms === -3 || each.add?.movment_mm || each.add?.allowed_press_types);
    if (index < 0) return undefined;
    const word = ["direction", "movment_mm", "allowed_press_types", "maximum_press_ms"].find((each) => edits[index].add[each]);
    const hint = { direction: "left", movment_mm: "movement_mm", allowed_press_types: "play_pause" }[word];
    const code = word === "movment_mm" ? "unknown_field" : "invalid_value";
    return { error: { code, message: `found what is not allowed`, path: `edits[${index}].add.${word}`, hint } };
  };
  map.localName = "main";
  for (const [recognizers, text] of [
    [{ flick: { kind: "swipe", direction: "letf" } }, "flick: direction: found what is not allowed; did you mean left?"],
    [{ tap: { maximumPress: -3 } }, "tap: maximumPress: found what is not allowed"],
    [{ hold: { kind: "press", movment_mm: 4 } }, "hold has no option movment; did you mean movement?"],
    [{ play: { kind: "tap", allowedPressTypes: ["play_paus"] } }, "play: allowedPressTypes: found what is not allowed; did you mean play_pause?"],
  ]) {
    const handle = await observe(recognizers);
    await assert.rejects(handle.ready, { message: text });
    assert.deepEqual(warned.splice(0), [[`gestured: main#patient-4711: ${text}`, map]]);
    handle.stop();
  }
});

/** Runs a test with timers that the test fires, and a `fetch` that answers or fails. */
async function withTimers(answers, run) {
  const { setTimeout: real, fetch } = globalThis, due = [];
  globalThis.fetch = async (url) => { due.url = url; if (!answers) throw new TypeError("failed to fetch"); };
  globalThis.setTimeout = (fire, ms, ...more) => (ms === 2000 ? { unref() {}, due: due.push(fire) } : real(fire, ms, ...more));
  try { await run(due); } finally { Object.assign(globalThis, { setTimeout: real, fetch }); }
}

test("JS-6 without a connection for 2 s, the console says once why, with the remedy", async () => {
  Object.assign(globalThis, { location: { hash: "", pathname: "/", search: "", hostname: "panel.example", origin: "https://panel.example" } });
  for (const [answers, code, reason, text] of [
    [false, 1006, "", "gestured: gestured-web does not answer at test; start gestured-web.socket"],
    [true, 1006, "", 'gestured: gestured-web at test refuses this page; write [origin."https://panel.example"] into web.toml, or read its log'],
    [true, 1013, "gestured is not running", "gestured: gestured is not running; start gestured.service"],
    [true, 4403, "no grant", "gestured: gestured-web refuses the page: no grant; check its token and web.toml"],
  ]) {
    await withTimers(answers, async (due) => {
      await open();
      own.observe(map, { tap: true }).ready.catch(() => {});
      FakeSocket.all.at(-1).cut(code, reason);
      await settle();
      assert.equal(due.length, 1);
      assert.deepEqual(warned, []);
      due[0]();
      assert.deepEqual(warned.splice(0), [[text]]);
      assert.equal(`gestured: ${own.error.message}`, text);
      if (code === 1006) assert.equal(due.url, "http://test/healthz");
    });
  }
});

test("JS-6 a connection within 2 s warns of nothing, and each later loss warns once", async () => {
  await withTimers(true, async (due) => {
    const cleared = [], { clearTimeout: real } = globalThis;
    globalThis.clearTimeout = (timer) => (timer?.due ? cleared.push(timer.due) : real(timer));
    try {
      await observe({ tap: true });
      assert.equal(own.state, "open");
      assert.deepEqual([due.length, cleared], [1, [1]]);
      socket.cut(1011, "gestured is gone");
      own.pause();
      assert.equal(due.length, 2);
    } finally { globalThis.clearTimeout = real; }
  });
});

test("JS-41 an unknown option of a call throws, and the mistake names the element, the word and the nearest one", async () => {
  await open();
  map.localName = "main";
  const say = (message) => ({ name: "TypeError", message });
  assert.throws(() => own.observe(map, { tap: true }, { natve: "keep" }), say("gestured: main#patient-4711: observe has no option natve; did you mean native?"));
  assert.throws(() => own.observe(map, { tap: true }, { touchAction: "none" }), say(/observe has no option touchAction; allowed: native, interactive, shape, signal, on, name, fingers, coalesce$/));
  assert.throws(() => own.observe(map, { tap: { movement: "wide" } }), say(/^gestured: main#patient-4711: tap: movement is wide; /));
  assert.throws(() => own.observe(map, { tap: { requireToFail: ["pin"] }, pinc: { kind: "pinch" } }), say("gestured: main#patient-4711: tap: requireToFail names no key: pin; did you mean pinc?"));
  assert.throws(() => own.shield(map, { native: "keep" }), say(/shield has no option native/));
  assert.throws(() => own.listen({}, { singal: 1 }), say(/listen has no option singal; did you mean signal\?/));
  for (const [call, text] of [
    [() => own.observe(map), "the recognizers of observe: found undefined; allowed: an object"],
    [() => own.observe(map, ["tap"]), "the recognizers of observe: found tap; allowed: an object"],
    [() => own.observe(map, { tap: true }, null), "the options of observe: found null; allowed: an object"],
    [() => own.observe(map, { tap: true }, "keep"), "the options of observe: found keep; allowed: an object"],
    [() => own.observe(map, { tap: true }, { signal: new AbortController() }), "signal is [object AbortController]; allowed: an AbortSignal"],
    [() => own.observe(map, { tap: true }, { fingers: "yes" }), "fingers is yes; allowed: true or false"],
    [() => own.observe(map, { tap: true }, { name: 7 }), "name is 7; allowed: a string"],
    [() => own.observe(map, { tap: true }, { on: 5 }), "on is 5; allowed: a function"],
    [() => own.observe(map, { tap: { on: "x" } }), "tap: on is x; allowed: a function"],
    [() => own.observe(map, { tap: { coalesce: "no" } }), "tap: coalesce is no; allowed: true or false"],
    [() => own.observe(map, { swipe: { distance: "1.2.3mm" } }), 'swipe: distance is 1.2.3mm; allowed: a number, "40px", "5mm"'],
    [() => own.observe(map, { swipe: { distance: "..px" } }), 'swipe: distance is ..px; allowed: a number, "40px", "5mm"'],
    [() => own.observe(map, { press: { minimumPress: NaN } }), "press: minimumPress is NaN; allowed: a number"],
    [() => own.shield(map, { signal: 5 }), "signal is 5; allowed: an AbortSignal"],
  ]) assert.throws(call, say(`gestured: main#patient-4711: ${text}`));
  assert.throws(() => new Gestures({ uri: "ws://x/v1" }), say(/Gestures has no option uri; did you mean url\?/));
  assert.equal(FakeSocket.all.length, 0);
  const handle = await observe({ tap: true });
  for (const [call, text] of [
    [handle.set({ tpa: {} }), "no recognizer tpa; did you mean tap?"],
    [handle.set(), "the changes of set: found undefined; allowed: an object"],
    [handle.set({ tap: 5 }), "tap: found 5; allowed: an object"],
    [handle.set({ tap: { kind: "pan" } }), "tap: set changes no kind; allowed: stop, and observe anew"],
    [handle.reset("tpa", { scale: 1 }), "no recognizer tpa; did you mean tap?"],
  ]) await assert.rejects(call, say(`gestured: main#patient-4711: ${text}`));
});

test("JS-12 and JS-38 what is stopped on its way to the daemon is removed there, and what is observed again has a name of its own", async () => {
  await open({ WebSocket: SlowSocket });
  const others = Array.from({ length: 3 }, () => new FakeElement([0, 0, 50, 50]));
  body.append(...others);
  const pan = own.observe(map, { pan: true }), handles = others.map((each) => own.observe(each, { tap: true }));
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle();
  // The regions are on their way.
  assert.equal(socket.waiting.length, 1);
  handles[0].stop();
  await socket.answerAll();
  assert.equal(socket.has("regions").length, 3);
  // The recognizers are on their way: one is stopped, and one is observed again.
  let tap = own.observe(map, { tap: true });
  await settle(150);
  assert.equal(socket.sent.at(-1).command, "recognizers");
  tap.stop();
  handles[1].stop();
  tap = own.observe(map, { tap: true });
  await socket.answerAll();
  await Promise.all([pan.ready, tap.ready, handles[2].ready]);
  const region = socket.edits("regions")[0].add.name;
  assert.equal(socket.has("regions").length, 2);
  assert.deepEqual(socket.has("recognizers").filter((each) => each.startsWith(region)).map((each) => each.replace(/.*-/, "")).sort(), ["pan", "tap"]);
  assert.equal(new Set(socket.edits("recognizers").flatMap((each) => each.add?.name ?? [])).size, socket.edits("recognizers").filter((each) => each.add).length);
  assert.equal(socket.has("recognizers").length, 3);
});

test("JS-12 a late line of a recognizer that is stopped reaches no other one, of the element or of another", async () => {
  for (const isKept of [false, true]) {
    await open({ WebSocket: SlowSocket });
    const [other, third] = [new FakeElement([600, 0, 50, 50]), new FakeElement([700, 0, 50, 50])];
    body.append(other, third);
    const handle = own.observe(map, { tap: true });
    own.observe(isKept ? map : third, { pan: true });
    socket = FakeSocket.all.at(-1);
    socket.greet();
    await settle();
    await socket.answerAll();
    const old = line("tap", "tap", "ended", { taps: 1 });
    handle.stop();
    await settle();
    assert.equal(socket.waiting.length, 1); // the removal is on its way
    own.observe(other, { tap: true });
    own.observe(map, { tap: true });
    const heard = [map, other].map((each) => collect(each, "g-tap"));
    socket.say(old);
    assert.deepEqual(heard, [[], []]);
  }
});

test("JS-18 a region that comes, moves or goes leaves its siblings in paint order", async () => {
  const boxes = Array.from({ length: 5 }, (_, index) => new FakeElement([index * 10, 0, 50, 50]));
  body.append(...boxes.slice(0, 2));
  await open();
  const handles = boxes.map((each) => (each.parentElement ? own.observe(each, { tap: true }) : null)), names = () => boxes.map(({ rect }) => rect);
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle();
  /** The siblings from back to front, as the daemon has them after all edits. */
  const order = () => {
    const stack = [], left = new Map();
    for (const { add, remove, reorder, in_front_of: behind } of socket.edits("regions")) {
      if (add) left.set(add.name, parseFloat(add.frame[0]));
      if (remove || reorder) stack.splice(stack.indexOf(remove ?? reorder), 1);
      if (add) stack.push(add.name);
      if (reorder) stack.splice(behind === null ? 0 : stack.indexOf(behind) + 1, 0, reorder);
    }
    return stack.map((each) => Math.round((left.get(each) * 1024) / 1000));
  };
  assert.deepEqual(order(), [0, 1]);
  assert.ok(!socket.edits("regions").some((each) => each.reorder) && names().length === 5);
  // One behind the others, and one between them.
  body.children.unshift(boxes[2]);
  body.children.splice(3, 0, boxes[3]); // after the map
  for (const each of boxes.slice(2, 4)) {
    each.parentElement = body;
    own.observe(each, { tap: true });
  }
  await settle();
  assert.deepEqual(order(), [2, 0, 3, 1]);
  handles[0].stop();
  await settle();
  body.append(boxes[4]);
  own.observe(boxes[4], { tap: true });
  boxes[2].computed = { position: "relative", zIndex: "1" };
  own.refresh();
  await settle();
  assert.deepEqual(order(), [3, 1, 4, 2]);
});

test("JS-18 blocks of siblings that change places any number of times lie as they are painted", async () => {
  const boxes = Array.from({ length: 7 }, (_, index) => new FakeElement([index * 10, 0, 50, 50]));
  for (const each of boxes) each.parentElement = body;
  await open();
  boxes.forEach((each) => own.observe(each, { tap: true }));
  const show = async (order) => {
    body.children.splice(0, body.children.length, ...order.map((index) => boxes[index]));
    own.refresh();
    await settle();
  };
  body.children.splice(0, body.children.length, ...boxes);
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle();
  const names = socket.edits("regions").map(({ add }) => add.name), stack = [...names];
  let seen = names.length;
  // Two blocks, then orders of all kinds.
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const orders = [[4, 5, 6, 0, 1, 2, 3], ...Array.from({ length: 40 }, () => {
    const left = boxes.map((_, index) => index);
    return boxes.map(() => left.splice(random(left.length), 1)[0]);
  })];
  for (const order of orders) {
    await show(order);
    const edits = socket.edits("regions");
    for (const { reorder, in_front_of: behind } of edits.slice(seen)) {
      stack.splice(stack.indexOf(reorder), 1);
      stack.splice(behind === null ? 0 : stack.indexOf(behind) + 1, 0, reorder);
    }
    seen = edits.length;
    assert.deepEqual(stack.map((name) => names.indexOf(name)), order);
  }
});

test("JS-18 an element with a negative z-index lies behind its siblings, and never behind the observed element around it", async () => {
  const box = (parent, zIndex) => {
    const each = new FakeElement([parent.children.length, 0, 50, 50]);
    each.computed = { position: "absolute", zIndex };
    parent.append(each);
    return each;
  };
  const inner = box(map, "-1"), raised = box(inner, "5"), sibling = box(map, "0"), other = new FakeElement([0, 0, 50, 50]);
  body.children.unshift(other);
  other.parentElement = body;
  await open();
  for (const each of [inner, raised, other, sibling]) own.observe(each, { tap: true });
  await observe({ tap: true });
  // A daemon takes a region only in one that it has.
  const parents = new Map(), there = new Set(["root"]), frames = [];
  for (const { add } of socket.edits("regions")) {
    assert.ok(there.has(add.parent), add.parent);
    there.add(add.name);
    parents.set(add.name, add.parent);
    frames.push(add.frame[0]);
  }
  assert.equal(there.size, 6);
  // From back to front: the one before the map, the map, what lies behind in the map, and the sibling in front.
  const names = [...parents.keys()];
  assert.deepEqual(names.map((each) => names.indexOf(parents.get(each))), [-1, -1, 1, 2, 1]);
  assert.deepEqual(frames.slice(0, 2), ["0 %", "9.7656 %"]);
});

test("JS-21, JS-49 and JS-52 with several calls for one element the strictest options count, until they are stopped", async () => {
  const style = () => map.style.getPropertyValue("touch-action");
  map.computed = { scale: "2" };
  const strict = await observe({ pan: true }, { native: "scroll-y", shape: "transform" }, { features: ["filter"] });
  assert.equal(style(), "pan-y");
  const second = own.observe(map, { tap: true });
  assert.equal(style(), "none");
  await settle(150);
  const changes = () => socket.edits("regions").flatMap((each) => (each.change ? [each.change] : []));
  assert.deepEqual(changes().map(({ matrix, app }) => [matrix, app]), [[undefined, false]]);
  second.stop();
  assert.equal(style(), "pan-y");
  await settle(150);
  assert.equal(changes().at(-1).app, true);
  const keep = own.observe(map, { swipe: true }, { native: "keep" });
  strict.stop();
  assert.equal(style(), "");
  await settle(150);
  assert.deepEqual(changes().at(-1).matrix, [1, 0, 0, 1, 0, 0]);
  keep.stop();
  assert.deepEqual([...map.style.values], []);
  assert.throws(() => own.observe(map, { tap: true }, { native: "scroly-y" }), { name: "TypeError", message: /scroll-y/ });
});

/** A finger on a touchscreen of 160 × 100 mm: the browser sees it at `client`, and the daemon at `mm`. The corner of the page is at `corner` px of the screen. */
async function tapAt(page, client, corner, mm, zoom = 1) {
  const [clientX, clientY] = client, [screenX, screenY] = client.map((each, axis) => each * zoom + corner[axis]);
  page.fire("pointerdown", { isTrusted: true, pointerType: "touch", clientX, clientY, screenX, screenY });
  socket.say({ type: "gesture", time: 1, gesture_id: 7, recognizer: name("anchor"), kind: "tap", state: "ended", touch_count: 1, location: mm });
  await settle(650);
}
const close = (found, expected, limit = 1) => found.forEach((each, axis) => near(each, expected[axis], limit));

test("JS-21 an element without a layout box, as in SVG, takes its bounding box with shape", async () => {
  for (const name of ["offsetWidth", "offsetHeight"]) Object.defineProperty(map, name, { value: undefined });
  await observe({ tap: true }, { shape: "transform" });
  assert.deepEqual(socket.edits("regions")[0].add.frame, ["9.7656 %", "15.625 %", "39.0625 %", "46.875 %"]);
});

test("JS-24 a frame is not taken for the whole screen, and a place in it is trusted once its zoom is known", async () => {
  const page = watchedPage();
  Object.assign(globalThis, { self: {}, top: {} });
  await observe({ tap: true });
  assert.deepEqual(own.mapping, { source: "reported", trusted: false, error: null });
  own = null;
  Object.assign(globalThis, { innerWidth: 512, innerHeight: 320 });
  await observe({ tap: true });
  assert.equal(own.mapping.trusted, false);
  // The frame lies at 256,160 px of the screen, and later 40 px farther down. 6.4 px are 1 mm.
  const tap = (x, y, down) => tapAt(page, [x, y], [256, down], [(x + 256) / 6.4, (y + down) / 6.4]);
  await tap(100, 100, 160);
  assert.equal(own.mapping.trusted, false);
  await tap(300, 200, 160);
  assert.equal(own.mapping.source, "learned");
  close(own.toClient([456 / 6.4, 260 / 6.4]), [200, 100]);
  await tap(100, 100, 200);
  await tap(300, 200, 200);
  close(own.toClient([456 / 6.4, 300 / 6.4]), [200, 100]);
});

test("JS-25 two pointers tell the zoom, whatever the sizes of the window say", async () => {
  const page = watchedPage();
  Object.assign(globalThis, { innerWidth: 500, innerHeight: 300, outerWidth: 516, outerHeight: 380 });
  await observe({ tap: true });
  near(own.toScreen(100, 0)[0] - own.toScreen(0, 0)[0], 15.625);
  for (const x of [50, 150]) page.fire("pointerdown", { isTrusted: true, pointerType: "mouse", clientX: x, clientY: 10, screenX: 20 + x * 1.5, screenY: 80 });
  await settle(150);
  near(own.toScreen(100, 0)[0] - own.toScreen(0, 0)[0], 23.4375);
  near(own.toScreen(0, 0)[0], 3.125);
});

test("JS-27 and JS-28 two anchors tell the scale too, also under a pinch zoom, and strays count only where they agree within 3 mm", async () => {
  const page = watchedPage();
  Object.assign(globalThis, { innerWidth: 700, innerHeight: 500, outerWidth: 700, outerHeight: 500, screenX: 100 });
  await observe({ tap: true });
  // The glass has 7 px in 1 mm, where the screen's size says 6.4; the window lies at 20,10 mm.
  const tap = (x, y, more = 0) => tapAt(page, [x, y], [100, 0], [20 + x / 7 + more, 10 + y / 7]);
  await tap(50, 50);
  close(own.toClient([20 + 50 / 7, 10 + 50 / 7]), [50, 50]);
  await tap(650, 450);
  assert.equal(own.mapping.source, "learned");
  close(own.toClient([20 + 350 / 7, 10 + 250 / 7]), [350, 250]);
  close(own.toClient([120, 10]), [700, 0], 3);
  // Another window: two strays that disagree by 10 mm teach nothing, and a third that agrees with the second does.
  globalThis.screenX = 140;
  page.fire("resize");
  await settle(150);
  assert.equal(own.mapping.source, "reported");
  await tap(100, 100, 40);
  await tap(500, 300, 50);
  assert.equal(own.mapping.source, "reported");
  await tap(300, 200, 50);
  assert.equal(own.mapping.source, "learned");
  // A pinch zoom of 2 that shows the viewport from 100,50 px on: client px are the page's, so one of them is half as large on the glass.
  visualViewport.zoom = { scale: 2, left: 100, top: 50 };
  globalThis.screenX = 180;
  page.fire("resize");
  await settle(150);
  for (const [x, y] of [[120, 80], [300, 200]]) await tapAt(page, [x, y], [180 - 200, -100], [20 + ((x - 100) * 2) / 6.4, 10 + ((y - 50) * 2) / 6.4], 2);
  assert.equal(own.mapping.source, "learned");
  close(own.toClient([20 + 400 / 6.4, 10 + 300 / 6.4]), [300, 200]);
});

test("JS-26 a tap is no anchor where the browser or the daemon saw a second one", async () => {
  const page = watchedPage();
  Object.assign(globalThis, { innerWidth: 700, innerHeight: 500, outerWidth: 700, outerHeight: 500 });
  await observe({ tap: true });
  const down = (x) => page.fire("pointerdown", { isTrusted: true, pointerType: "touch", clientX: x, clientY: 100, screenX: x, screenY: 100 });
  const up = (x) => socket.say({ type: "gesture", time: 1, gesture_id: 7, recognizer: name("anchor"), kind: "tap", state: "ended", touch_count: 1, location: [x / 6.4, 100 / 6.4] });
  for (const [downs, ups] of [[[100, 200], [100]], [[300], [300, 400]]]) {
    downs.forEach(down);
    ups.forEach(up);
    await settle(700);
    assert.equal(own.mapping.source, "reported");
  }
  down(500);
  up(500);
  await settle(700);
  assert.equal(own.mapping.source, "learned");
});

test("JS-16 another resolution is a reason to look anew, each time", async () => {
  const page = watchedPage();
  await observe({ tap: true });
  for (const left of [150, 200]) {
    map.rect = [left, 100, 400, 300];
    page.queries.at(-1).dispatchEvent(new Event("change"));
    await settle(150);
    assert.equal(socket.edits("regions").at(-1).change.frame[0], `${Number(((left / 1024) * 100).toFixed(4))} %`);
  }
  assert.equal(page.queries.length, 3);
});

test("JS-15 freeze and pagehide hide the regions too", async () => {
  const page = watchedPage();
  await observe({ tap: true });
  const hidden = () => socket.edits("regions").at(-1).change?.hidden;
  for (const hide of [() => document.dispatchEvent(new Event("freeze")), () => page.fire("pagehide")]) {
    document.visibilityState = "hidden";
    hide();
    await settle();
    assert.equal(hidden(), true);
    document.visibilityState = "visible";
    page.fire("pageshow");
    await settle();
    assert.equal(hidden(), false);
  }
});

test("JS-35 the wait doubles up to 10 s, with up to half of it at random, and ends when the page is online or shown", async () => {
  const page = watchedPage(), { setTimeout: later } = globalThis, { random } = Math, waits = [];
  await open();
  own.observe(map, { tap: true });
  globalThis.setTimeout = (call, ms) => { waits.push([ms, call]); return later(() => {}, 0); };
  try {
    for (const [share, expected] of [[0, 250], [1, 750], [0, 1000], [0, 2000], [0, 4000], [0, 8000], [1, 15000], [0, 10000]]) {
      Math.random = () => share;
      FakeSocket.all.at(-1).cut();
      const [ms, call] = waits.at(-1);
      assert.equal(ms, expected);
      call();
    }
    // A page that becomes hidden waits.
    document.visibilityState = "hidden";
    FakeSocket.all.at(-1).cut();
    for (const hidden of [() => document.dispatchEvent(new Event("visibilitychange")), () => page.fire("pagehide")]) {
      hidden();
      assert.equal(own.state, "waiting");
    }
    document.visibilityState = "visible";
    waits.at(-1)[1]();
    for (const shown of [() => page.fire("online"), () => document.dispatchEvent(new Event("visibilitychange"))]) {
      FakeSocket.all.at(-1).cut();
      assert.equal(own.state, "waiting");
      shown();
      assert.equal(own.state, "connecting");
    }
  } finally {
    globalThis.setTimeout = later;
    Math.random = random;
  }
});

test("JS-20 and JS-23 at most 32 buttons have shields, and these make room for what is observed", async () => {
  const box = () => { const each = new FakeElement([0, 0, 20, 20]); map.append(each); return each; };
  const buttons = Array.from({ length: 40 }, box);
  map.querySelectorAll = (selector) => (selector === "*" ? [] : buttons);
  await observe({ tap: true });
  assert.equal(socket.has("regions").length, 33);
  const handles = Array.from({ length: 40 }, () => own.observe(box(), { pan: true }, { interactive: "observe" }));
  await Promise.all(handles.map((each) => each.ready));
  assert.equal(socket.has("regions").length, 64);
  assert.equal(new Set(socket.edits("recognizers").map((each) => each.add.region)).size, 41);
});

test("JS-20 and JS-23 a shield that the daemon refuses stops nothing that is observed, in front of it or in it", async () => {
  const box = (parent) => { const each = new FakeElement([0, 0, 20, 20]); parent.append(each); return each; };
  const button = box(map), inner = box(button), behind = box(body), late = box(body);
  map.querySelectorAll = (selector) => (selector === "*" ? [] : [button]);
  await open();
  const handles = [map, inner, behind].map((each) => own.observe(each, { tap: true }));
  // A daemon with room for three regions, which knows what lies where.
  const regions = new Map([["root", null]]);
  let requests = 0;
  FakeSocket.answer = ({ command, edits }) => {
    if (command !== "regions" || !edits) return undefined;
    requests += 1;
    const next = new Map(regions);
    for (const [index, { add, remove, move, to, reorder, in_front_of: other }] of edits.entries()) {
      const refuse = (code) => ({ error: { code, message: code, path: `edits[${index}]` } });
      if ([add?.parent, remove, move, to, reorder, other].some((name) => name != null && !next.has(name))) return refuse("unknown_region");
      if (add) next.set(add.name, add.parent);
      if (remove) next.delete(remove);
      if (move) next.set(move, to);
      if (next.size > 4) return refuse("limit_reached");
    }
    regions.clear();
    for (const [name, parent] of next) regions.set(name, parent);
    return undefined;
  };
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle(20);
  await Promise.all(handles.map((each) => each.ready));
  assert.equal(regions.size, 4);
  // One goes, and another comes in front of the shield.
  handles[2].stop();
  await own.observe(late, { tap: true }).ready;
  await settle(20);
  assert.equal(regions.size, 4);
  // Once there is room, the shield comes.
  handles[1].stop();
  await settle(20);
  assert.equal(regions.size, 4);
  assert.ok(requests < 12, `${requests} requests`);
});

test("JS-29 without the wanted touchscreen, or without any, the error says so until it comes", async () => {
  await open({ screen: "kitchen" });
  const handle = own.observe(map, { tap: true }), told = [];
  own.addEventListener("statechange", () => told.push([own.state, own.error?.code]));
  socket = FakeSocket.all.at(-1);
  socket.greet({ name: "hall" });
  await settle();
  own.refresh();
  await settle();
  assert.deepEqual(told, [["connecting", "no-screen"]]);
  assert.match(own.error.message, /no touchscreen kitchen/);
  socket.say({ type: "device", device: 2, state: "added", name: "kitchen", size: [160, 100], rotation: 0 });
  await handle.ready;
  await settle();
  assert.deepEqual(told.at(-1), ["open", undefined]);
});

test("JS-29 a touchscreen that is missing once the connection is open is an error until it comes", async () => {
  await open();
  const connected = own.connect();
  socket = FakeSocket.all.at(-1);
  socket.say({ type: "hello", protocol: 1, features: [], time: 0 });
  await connected;
  assert.equal(own.error, null);
  const handle = own.observe(map, { tap: true }), plug = (state) => socket.say({ type: "device", device: 1, state, name: "T1", size: [160, 100], rotation: 0 });
  await settle();
  assert.deepEqual([own.state, own.error.code], ["open", "no-screen"]);
  plug("added");
  await handle.ready;
  await settle();
  assert.equal(own.error, null);
  plug("removed");
  await settle();
  assert.deepEqual([own.state, own.error.code], ["open", "no-screen"]);
});

test("JS-27 and JS-32 places convert between mm and CSS px", async () => {
  await observe({ tap: true });
  assert.deepEqual(own.toClient([80, 50]), [512, 320]);
  assert.deepEqual(own.toScreen(512, 320), [80, 50]);
  assert.deepEqual(own.mapping, { source: "exact", trusted: true, error: 0.5 });
});

test("JS-29 with several touchscreens the wanted one counts, else the one with the pixels of the screen", async () => {
  await open({ screen: "counter" });
  own.observe(map, { tap: true });
  socket = FakeSocket.all.at(-1);
  socket.say({ type: "hello", protocol: 1, features: [], time: 0 });
  socket.say({ type: "device", device: 1, state: "added", name: "A", size: [160, 100], rotation: 0, pixels: [1024, 640] });
  socket.say({ type: "device", device: 2, state: "added", name: "B", table: "counter", size: [200, 100], rotation: 0, pixels: [800, 480] });
  await settle();
  assert.equal(own.device.device, 2);
  assert.equal(socket.edits("regions")[0].add.parent, "page_root");
  await open();
  own.observe(map, { tap: true });
  socket = FakeSocket.all.at(-1);
  socket.say({ type: "hello", protocol: 1, features: [], time: 0 });
  socket.say({ type: "device", device: 1, state: "added", name: "A", size: [200, 100], rotation: 0, pixels: [800, 480] });
  socket.say({ type: "device", device: 2, state: "added", name: "B", size: [160, 100], rotation: 0, pixels: [1024, 640] });
  await settle();
  assert.equal(own.device.device, 2);
  // With a display scale of 2 the screen has twice as many pixels, and here the wrong one has the shape.
  globalThis.devicePixelRatio = 2;
  await open();
  own.observe(map, { tap: true });
  socket = FakeSocket.all.at(-1);
  socket.say({ type: "hello", protocol: 1, features: [], time: 0 });
  socket.say({ type: "device", device: 1, state: "added", name: "A", size: [160, 100], rotation: 0, pixels: [800, 500] });
  socket.say({ type: "device", device: 2, state: "added", name: "B", size: [200, 100], rotation: 0, pixels: [2048, 1280] });
  await settle();
  assert.equal(own.device.device, 2);
});

test("JS-30 a touchscreen without a window rejects with no-window and the table to write", async () => {
  await open({ screen: "counter" });
  const handle = own.observe(map, { tap: true });
  socket = FakeSocket.all.at(-1);
  FakeSocket.answer = ({ edits }) => (edits?.some((each) => each.add?.parent === "page_root") ? { error: { code: "unknown_region", message: "no page_root", path: "edits[0].add.parent" } } : undefined);
  socket.say({ type: "hello", protocol: 1, features: [], time: 0 });
  for (const [device, table] of [[1, "wall"], [2, "counter"]]) socket.say({ type: "device", device, state: "added", name: table, table, size: [160, 100], rotation: 0 });
  await settle();
  await assert.rejects(handle.ready, (error) => error.code === "no-window" && error.message.includes('device = "counter"') && error.message.includes('parent = "page"'));
});

test("JS-31 a turn of the device waits for the page, and both are one layout", async () => {
  await observe({ tap: true });
  const count = socket.edits("regions").length;
  socket.say({ type: "device", device: 1, state: "changed", name: "T1", size: [100, 160], rotation: 90 });
  await settle(50);
  assert.equal(socket.edits("regions").length, count);
  Object.assign(globalThis, { innerWidth: 640, innerHeight: 1024, outerWidth: 640, outerHeight: 1024, screen: { width: 640, height: 1024 } });
  await settle(550);
  assert.deepEqual(socket.edits("regions").slice(count).map((each) => each.change.frame), [["15.625 %", "9.7656 %", "62.5 %", "29.2969 %"]]);
});

test("JS-31 a turn of another touchscreen delays nothing", async () => {
  await observe({ tap: true });
  for (const rotation of [0, 90]) socket.say({ type: "device", device: 2, state: "changed", name: "T2", size: [200, 50], rotation });
  map.rect = [200, 100, 400, 300];
  own.refresh();
  await settle(50);
  assert.equal(socket.edits("regions").at(-1).change.frame[0], "19.5313 %");
});

test("JS-31 and JS-36 after a reconnection in a turn the state is open once the regions are declared", async () => {
  watchedPage();
  screen.orientation = new EventTarget();
  await observe({ tap: true });
  socket.cut(1001, "gestured is stopping");
  while (FakeSocket.all.length === 1) await settle();
  socket = FakeSocket.all.at(-1);
  const declared = [];
  own.addEventListener("statechange", () => declared.push([own.state, socket.edits("regions").length]));
  screen.orientation.dispatchEvent(new Event("change"));
  socket.greet({ rotation: 90 });
  await own.connect();
  assert.deepEqual(declared, [["open", 1]]);
});

test("JS-33 and JS-34 each line is one event at the element, of the key and the phase, bubbling and not cancelable", async () => {
  await observe({ pinch: true, double: { kind: "tap", taps: 2 }, swipe: true });
  const events = collect(map, "g-pinchstart", "g-pinchmove", "g-pinchend", "g-double", "g-swipe");
  const pinch = (state, scale) => socket.say(line("pinch", "pinch", state, { scale, scale_velocity: 0, touch_count: 2 }));
  pinch("began", 1);
  pinch("changed", 1.1);
  pinch("changed", 1.2);
  pinch("changed", 1.5);
  pinch("ended", 1.5);
  socket.say(line("double", "tap", "ended", { taps: 2, gesture_id: 2 }));
  socket.say(line("swipe", "swipe", "ended", { direction: "left", velocity: [-100, 0], gesture_id: 3 }));
  assert.deepEqual(events.map((each) => each.type), ["g-pinchstart", "g-pinchmove", "g-pinchmove", "g-pinchmove", "g-pinchend", "g-double", "g-swipe"]);
  assert.ok(events.every((each) => each.bubbles && each.composed && !each.cancelable && each instanceof GesturedEvent));
  const [first, second] = events;
  assert.deepEqual([first.first, first.last, second.first, first.touchCount, first.gesture, first.phase], [true, false, false, 2, "pinch", "start"]);
  assert.deepEqual([second.clientX, second.clientY, second.scale], [512, 320, 1.1]);
  near(events[2].scaleDelta, 1.2 / 1.1);
  assert.equal(events.at(-1).direction, "left");
  near(events.at(-1).velocityX, -0.64);
  assert.ok(Object.isFrozen(first.line) && Object.isFrozen(first.line.location));
  assert.throws(() => own.observe(map, { "Zoom!": true }), TypeError);
});

test("JS-37 after a loss a gesture that the snapshot lacks is cancelled", async () => {
  await observe({ pan: true });
  const events = collect(map, "g-panstart", "g-panmove", "g-pancancel");
  socket.say(line("pan", "pan", "began", { translation: [2, 0], velocity: [1, 0] }));
  socket.say(line("pan", "pan", "began", { translation: [2, 0], velocity: [1, 0], gesture_id: 2 }));
  socket.say({ type: "dropped", count: 9 });
  socket.say(line("pan", "pan", "changed", { translation: [5, 0], velocity: [1, 0], gesture_id: 2, snapshot: true }));
  socket.say({ type: "snapshot", devices: 1, regions: 3, gestures: 1 });
  assert.deepEqual(events.map((each) => [each.type, each.reason]), [["g-panstart", undefined], ["g-panstart", undefined], ["g-panmove", undefined], ["g-pancancel", "dropped"]]);
});

test("JS-38 stopping cancels what is under way, removes region and recognizers, and restores styles", async () => {
  const stop = new AbortController();
  map.style.setProperty("touch-action", "pan-y");
  await observe({ pan: true }, { signal: stop.signal });
  assert.equal(map.style.getPropertyValue("touch-action"), "none");
  const events = collect(map, "g-panstart", "g-panmove", "g-pancancel");
  socket.say(line("pan", "pan", "began", { translation: [2, 0], velocity: [1, 0] }));
  stop.abort();
  socket.say(line("pan", "pan", "changed", { translation: [3, 0], velocity: [1, 0] }));
  await settle();
  assert.deepEqual(events.map((each) => [each.type, each.reason]), [["g-panstart", undefined], ["g-pancancel", "stopped"]]);
  assert.equal(map.style.getPropertyValue("touch-action"), "pan-y");
  assert.equal(map.style.getPropertyValue("user-select"), "");
  assert.ok(socket.edits("recognizers").some((each) => each.remove) && socket.edits("regions").some((each) => each.remove));
});

/** A page whose changes the module sees at once: `change` makes one, and `timers` are the waits of a frame. */
function changingPage() {
  watchedPage();
  const observers = [], timers = [], { setTimeout: later } = globalThis;
  globalThis.MutationObserver = class { constructor(call) { observers.push(call); } observe() {} disconnect() {} };
  globalThis.setTimeout = (call, ms) => (ms === 34 ? timers.push(call) : later(call, ms));
  return { timers, change: (step) => { step(); for (const each of observers) each(); }, end: () => { globalThis.setTimeout = later; } };
}

test("JS-38 an element that comes and goes before it is laid out is observed no more", async () => {
  const page = changingPage();
  await open();
  map.isConnected = false;
  own.observe(map, { tap: true });
  page.change(() => { map.isConnected = true; });
  page.change(() => { map.isConnected = false; });
  page.end();
  assert.equal(map.style.getPropertyValue("touch-action"), "none");
  for (const end of page.timers) end();
  assert.equal(map.style.getPropertyValue("touch-action"), "");
});

test("JS-38 an element that is back within a frame stays, whatever else has left the page", async () => {
  const page = changingPage(), other = new FakeElement([600, 0, 50, 50]);
  body.append(other);
  await open();
  for (const each of [map, other]) own.observe(each, { tap: true });
  page.change(() => { other.isConnected = false; });
  page.change(() => { map.isConnected = false; });
  page.end();
  page.timers.shift()(); // of the other
  map.isConnected = true;
  for (const end of page.timers) end();
  assert.deepEqual([map, other].map((each) => each.style.getPropertyValue("touch-action")), ["none", ""]);
});

test("JS-38 the size of an element that is stopped wakes the module no more", async () => {
  watchedPage();
  const watched = new Set();
  globalThis.ResizeObserver = class { observe(each) { watched.add(each); } unobserve(each) { watched.delete(each); } disconnect() {} };
  const other = new FakeElement([600, 0, 50, 50]);
  body.append(other);
  const handle = await observe({ tap: true });
  own.observe(other, { tap: true });
  await settle(150);
  assert.deepEqual([...watched], [map, other]);
  handle.stop();
  await settle();
  assert.deepEqual([...watched], [other]);
});

test("JS-38 what has ended leaves the signal that outlives it", async () => {
  await observe({ pan: true });
  const { signal, heard } = countingSignal();
  for (let count = 0; count < 20; count++) {
    own.observe(map, { tap: true }, { signal }).stop();
    await own.request("ping", {}, { signal });
    await own.listen({ kind: "tap" }, { signal }).return();
  }
  assert.equal(heard.size, 0);
});

test("JS-39 a function that stops its own gesture at the start: the start comes first, then the cancel", async () => {
  let handle = null;
  handle = await observe({ pinch: (event) => { if (event.first) handle.stop(); return event.phase; } });
  const events = collect(map, "g-pinchstart", "g-pinchmove", "g-pinchend", "g-pinchcancel");
  socket.say(line("pinch", "pinch", "began", { scale: 1 }));
  socket.say(line("pinch", "pinch", "changed", { scale: 2 }));
  assert.deepEqual(events.map(({ phase, reason, memo }) => [phase, reason, memo]), [["start", undefined, undefined], ["cancel", "stopped", "start"]]);
});

test("JS-39 and JS-48 a function hears all phases before listeners, memo is its value, and an exception stops nothing", async () => {
  const seen = [];
  await observe({ pinch: (event) => { seen.push([event.phase, event.memo]); if (event.phase === "end") throw new Error("mine"); return seen.length; } });
  map.addEventListener("g-pinchstart", () => seen.push("listener"));
  for (const [state, id] of [["began", 1], ["changed", 1], ["ended", 1], ["began", 2]]) socket.say(line("pinch", "pinch", state, { scale: 1, gesture_id: id }));
  await settle();
  assert.deepEqual(seen, [["start", undefined], "listener", ["move", 1], ["end", 3], ["start", undefined], "listener"]);
  assert.deepEqual(caught, ["mine"]);
});

test("JS-40 options are camelCase, without the unit where it is the web's, or the wire's own", async () => {
  await observe({ press: { minimumPress: 800 }, swipe: { distance: "64px", direction: "left", coneDegrees: 30 }, pan: { minimum_distance_mm: 3, fullDistance: 128 }, "edge-pan": { edges: "left", sectionFrom: 10, sectionToPercent: 50 }, low: { kind: "edge-pan", section_from_percent: 60, section_to: 90 }, tap: { movement: "5mm" } });
  const options = Object.fromEntries(socket.edits("recognizers").map(({ add }) => [add.kind, add]));
  const sections = socket.edits("recognizers").map(({ add }) => add).filter((each) => each.kind === "edge_pan");
  assert.deepEqual(sections.map((each) => Object.entries(each).filter(([key]) => key.startsWith("section"))), [[["section_from_percent", 10], ["section_to_percent", 50]], [["section_from_percent", 60], ["section_to_percent", 90]]]);
  assert.equal(options.long_press.minimum_press_ms, 800);
  assert.deepEqual([options.swipe.distance_mm, options.swipe.direction, options.swipe.cone_degrees], [10, "left", 30]);
  assert.deepEqual([options.pan.minimum_distance_mm, options.pan.full_distance_mm, options.tap.movement_mm], [3, 20, 5]);
  assert.throws(() => own.observe(map, { tap: { movement: "wide" } }), TypeError);
});

test("JS-41 relations name keys, of this or another observe; a misspelled one throws before anything is sent", async () => {
  const other = new FakeElement([600, 100, 100, 100]);
  body.append(other);
  await open();
  own.observe(other, { tap: true }, { name: "OTHER" });
  assert.throws(() => own.observe(map, { tap: { requireToFail: ["duble"] }, double: { kind: "tap", taps: 2 } }), { name: "TypeError", message: /did you mean double\?/ });
  assert.equal(FakeSocket.all.at(-1).sent.length, 0);
  await observe({ tap: { requireToFail: ["double", "OTHER.tap", "kind:long-press"] }, double: { kind: "tap", taps: 2 } });
  const tap = socket.edits("recognizers").map((each) => each.add).find((each) => each.require_to_fail);
  assert.deepEqual(tap.require_to_fail.map((each) => each.replace(/^g\d+-[a-z0-9]+-\d+-/, "")), ["double", "tap", "kind:long_press"]);
});

test("JS-42 true is a recognizer with defaults, and rotate and press are short for their kinds", async () => {
  await observe({ press: true, rotate: true, pan: true, "edge-pan": { edges: ["left"] } });
  assert.deepEqual(socket.edits("recognizers").map((each) => each.add.kind), ["long_press", "rotation", "pan", "edge_pan"]);
  assert.throws(() => own.observe(map, { tpa: true }), { name: "TypeError", message: /did you mean tap\?/ });
});

test("JS-43 options change, and own values under way are set anew", async () => {
  const handle = await observe({ tap: true, move: { kind: "transform" } });
  await handle.set({ tap: { taps: 2 } });
  await settle();
  assert.deepEqual(socket.edits("recognizers").at(-1), { change: { name: name("tap"), kind: "tap", taps: 2 } });
  FakeSocket.answer = ({ command }) => (command === "recognizers" ? { error: { code: "invalid_value", message: "no", path: "edits[0].change.taps" } } : undefined);
  await assert.rejects(handle.set({ tap: { taps: 99 } }), { code: "invalid_value" });
  FakeSocket.answer = () => undefined;
  const events = collect(map, "g-tap");
  socket.say(line("tap", "tap", "ended", { taps: 2 }));
  assert.equal(events.length, 1);
  await handle.reset("move", { scale: 1, rotation: 180 });
  assert.deepEqual(socket.sent.filter((each) => each.command === "set").map(({ scale, rotation }) => [scale, rotation]), [[1, undefined], [undefined, Math.PI]]);
  await assert.rejects(handle.reset("mve", {}), TypeError);
});

test("JS-44 pause and resume count", async () => {
  await observe({ tap: true });
  await own.pause();
  await own.pause();
  await own.resume();
  assert.deepEqual(socket.sent.filter((each) => each.command === "ignore_interaction").map((each) => each.state), ["begin", "begin", "end"]);
});

test("JS-44 a pause that the daemon refuses does not count", async () => {
  await observe({ tap: true });
  FakeSocket.answer = ({ command }) => (command === "ignore_interaction" ? { error: { code: "not_permitted", message: "no" } } : undefined);
  await assert.rejects(own.pause(), { code: "not_permitted" });
  socket.cut(1011);
  while (FakeSocket.all.length === 1) await settle();
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await own.connect();
  assert.ok(!socket.sent.some((each) => each.command === "ignore_interaction"));
});

test("JS-36 and JS-44 a pause holds through a reconnection", async () => {
  await observe({ tap: true });
  await own.pause();
  await own.pause();
  socket.cut(1011);
  while (FakeSocket.all.length === 1) await settle();
  socket = FakeSocket.all.at(-1);
  socket.greet();
  await settle();
  assert.deepEqual(socket.sent.filter((each) => each.command === "ignore_interaction").map((each) => each.state), ["begin", "begin"]);
});

test("JS-44 pauses that end or begin while the module declares are told to the daemon", async () => {
  for (const [before, change, expected] of [[1, () => own.resume(), ["begin", "end"]], [2, () => own.pause(), ["begin", "begin", "begin"]]]) {
    await open({ WebSocket: SlowSocket });
    own.observe(map, { tap: true });
    for (let count = 0; count < before; count++) await own.pause();
    socket = FakeSocket.all.at(-1);
    socket.greet();
    await settle();
    while (socket.waiting[0].command !== "ignore_interaction") {
      socket.say({ type: "reply", id: socket.waiting.shift().id, ok: true });
      await settle();
    }
    change();
    await socket.answerAll();
    assert.equal(own.state, "open");
    assert.deepEqual(socket.sent.filter((each) => each.command === "ignore_interaction").map((each) => each.state), expected);
  }
});

test("JS-43 a move that waits for its frame has the values before the reset", async () => {
  const frames = [];
  globalThis.requestAnimationFrame = (step) => frames.push(step);
  const handle = await observe({ move: { kind: "transform" } });
  const events = collect(map, "g-movestart", "g-movemove");
  const move = (state, scale) => socket.say(line("move", "transform", state, { scale }));
  move("began", 2);
  const reset = handle.reset("move", { scale: 1 });
  move("changed", 2.1);
  await reset;
  move("changed", 1.05);
  for (const step of frames.splice(0)) step();
  const deltas = [2, 1.05, 1.05];
  assert.equal(events.length, 3);
  events.forEach((each, index) => near(each.scaleDelta, deltas[index]));
});

test("JS-43 after a reset the deltas go on from the values that were set", async () => {
  const handle = await observe({ move: { kind: "transform" } });
  const events = collect(map, "g-movestart", "g-movemove");
  const move = (state, scale, x) => socket.say(line("move", "transform", state, { scale, translation: [x, 0], velocity: [0, 0] }));
  move("began", 2, 10);
  await handle.reset("move", { scale: 1, deltaX: 0 });
  assert.deepEqual(socket.sent.filter((each) => each.command === "set").map(({ scale, translation }) => scale ?? translation), [1, [0, 0]]);
  move("changed", 1.5, 5);
  near(events[1].scaleDelta, 1.5);
  near(events[1].movementX, 32);
});

test("JS-45 the first event counts from the landing, so adding up deltas gives the totals", async () => {
  await observe({ move: { kind: "transform", touches: 2 } });
  const events = collect(map, "g-movestart", "g-movemove", "g-moveend");
  const turn = (angle, scale) => [scale * Math.cos(angle), scale * Math.sin(angle), -scale * Math.sin(angle), scale * Math.cos(angle), 3, 4].map((each) => Number(each.toFixed(6)));
  for (const [state, scale, angle] of [["began", 1.041, 0.0436], ["changed", 1.3, 0.3], ["ended", 1.5, 0.5]]) {
    socket.say(line("move", "transform", state, { translation: [1, 1], scale, rotation: angle, matrix: turn(angle, scale), velocity: [1, 0], scale_velocity: 0, rotation_velocity: 0 }));
  }
  near(events[0].scaleDelta, 1.041);
  near(events[0].rotationDelta, 2.498, 0.01);
  near(events.reduce((product, each) => product * each.scaleDelta, 1), 1.5);
  near(events.reduce((sum, each) => sum + each.rotationDelta, 0), 28.648, 0.01);
  near(events.reduce((sum, each) => sum + each.movementX, 0), 6.4);
  // The deltas of the matrices lead to the whole one; a turn about the corner of the screen and a move of 3, 4 mm.
  const product = (p, q) => ({ a: p.a * q.a + p.c * q.b, b: p.b * q.a + p.d * q.b, c: p.a * q.c + p.c * q.d, d: p.b * q.c + p.d * q.d, e: p.a * q.e + p.c * q.f + p.e, f: p.b * q.e + p.d * q.f + p.f });
  const all = events.reduce((matrix, each) => product(each.matrixDelta, matrix), { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });
  near(all.a, 1.5 * Math.cos(0.5));
  near(all.e, 19.2, 0.01);
  near(events.at(-1).matrix.f, 25.6, 0.01);
});

test("JS-46 what is withheld is undefined", async () => {
  await observe({ pinch: true });
  const events = collect(map, "g-pinchstart");
  const { location, ...rest } = line("pinch", "pinch", "began", { scale: 1.5 });
  socket.say(rest);
  assert.ok(location);
  assert.deepEqual([events[0].clientX, events[0].pageX, events[0].offsetX, events[0].matrix, events[0].scale], [undefined, undefined, undefined, undefined, 1.5]);
});

test("JS-47 moves within one frame are one event with the others in coalesced, and deltas add up", async () => {
  const frames = [];
  globalThis.requestAnimationFrame = (step) => frames.push(step);
  await observe({ pan: true, drag: { kind: "pan", coalesce: false } });
  const events = collect(map, "g-panstart", "g-panmove", "g-panend"), all = collect(map, "g-dragmove");
  const pan = (state, x, key = "pan", id = 1) => socket.say(line(key, "pan", state, { translation: [x, 0], velocity: [0, 0], gesture_id: id }));
  pan("began", 2);
  for (const x of [3, 4, 5, 6]) pan("changed", x);
  assert.equal(frames.length, 1);
  frames[0]();
  pan("changed", 7);
  pan("ended", 8);
  assert.deepEqual(events.map((each) => [each.type, each.coalesced.length]), [["g-panstart", 0], ["g-panmove", 3], ["g-panmove", 0], ["g-panend", 0]]);
  assert.deepEqual(events[1].coalesced.map((each) => Number(each.movementX.toFixed(3))), [6.4, 6.4, 6.4]);
  near(events.reduce((sum, each) => sum + each.movementX, 0), 51.2);
  pan("began", 2, "drag", 2);
  pan("changed", 3, "drag", 2);
  pan("changed", 4, "drag", 2);
  assert.equal(all.length, 2);
});

test("JS-54 simulate dispatches the events without a daemon", async () => {
  const bare = new Gestures({ WebSocket: null });
  const events = collect(map, "g-pinchstart", "g-pinchmove", "g-pinchend", "g-tap");
  bare.simulate(map, "pinch", { scale: 2, clientX: 10, clientY: 20 });
  bare.simulate(map, "tap", { clientX: 3, clientY: 4 });
  assert.deepEqual(events.map((each) => each.type), ["g-pinchstart", "g-pinchmove", "g-pinchend", "g-tap"]);
  assert.deepEqual([events[0].scale, events[0].scaleDelta, events[1].scaleDelta, events[0].line, events[3].clientX], [2, 2, 1, null, 3]);
});

test("JS-54 simulate throws where a field follows from others, and events go on", async () => {
  await observe({ tap: true });
  const events = collect(map, "g-tap");
  assert.throws(() => own.simulate(map, "tap", { pageX: 3 }), TypeError);
  socket.say(line("tap", "tap", "ended", { taps: 1 }));
  assert.equal(events.length, 1);
});

test("JS-55 with the feature filter a region keeps its touches from the browser; where that is refused, and without the feature, nothing changes", async () => {
  const added = () => socket.edits("regions").map((each) => each.add?.app);
  await (await observe({ tap: true }, {}, { features: ["filter"] })).ready;
  assert.deepEqual(added(), [false]);
  own = null;
  await (await observe({ tap: true }, { native: "keep" }, { features: ["filter"] })).ready;
  assert.deepEqual(added(), [undefined]);
  own = null;
  FakeSocket.answer = ({ edits }) => (edits?.some((each) => each.add?.app === false) ? { error: { code: "not_permitted", message: "no", path: "edits[0].add.app" } } : undefined);
  await open();
  let declared = null;
  own.addEventListener("statechange", () => { if (own.state === "open") declared = socket.edits("recognizers").length; });
  await (await observe({ tap: true }, {}, { features: ["filter"] })).ready;
  await settle();
  assert.deepEqual([added(), declared], [[false, undefined], 1]);
  assert.equal(own.state, "open");
  own = null;
  await (await observe({ tap: true }, {}, { features: [] })).ready;
  assert.deepEqual(added(), [undefined]);
});

test("JS-57 the package has exactly its files, no dependency and no script", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(FOLDER, "package.json"), "utf8"));
  assert.deepEqual([manifest.name, manifest.type, manifest.sideEffects, manifest.version], ["gestured", "module", false, version]);
  assert.deepEqual(manifest.exports, { ".": { types: "./gestured.d.ts", default: "./gestured.js" } });
  for (const key of ["dependencies", "devDependencies", "peerDependencies", "scripts"]) assert.equal(manifest[key], undefined);
  assert.deepEqual(fs.readdirSync(FOLDER).sort(), ["LICENSE", "README.md", "gestured.d.ts", "gestured.js", "package.json"]);
  const npm = (() => { try { return execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: FOLDER, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }); } catch (error) { if (error.code === "ENOENT") return null; throw error; } })();
  if (npm) assert.deepEqual(JSON.parse(npm)[0].files.map((each) => each.path).sort(), ["LICENSE", "README.md", "gestured.d.ts", "gestured.js", "package.json"]);
});

test("JS-59 the file has no syntax or method that is newer than ES2022", async () => {
  // Debian's package node-acorn has the parser.
  const { default: acorn } = await import("/usr/share/nodejs/acorn/dist/acorn.js");
  acorn.parse(fs.readFileSync(path.join(FOLDER, "gestured.js"), "utf8"), { ecmaVersion: 2022, sourceType: "module" });
  const text = fs.readFileSync(path.join(FOLDER, "gestured.js"), "utf8");
  for (const newer of [/\.(?:findLast|toSorted|toReversed|toSpliced|groupBy|isWellFormed)\(/, /\/v[;,)]/, /\busing\b /, /Promise\.withResolvers/, /\bimport\(/, /checkVisibility/]) assert.doesNotMatch(text, newer);
});

test("JS-60 the module has the version of the daemon", () => {
  const source = fs.readFileSync(path.join(FOLDER, "../../Sources/GestureProtocol/Messages/Hello.swift"), "utf8");
  assert.equal(/static let current = "([^"]+)"/.exec(source)[1], version);
});

test("JS-60 with an older service fingers reject with unsupported, and all else works", async () => {
  const handle = await observe({ tap: true }, { fingers: true }, { features: [] });
  await assert.rejects(handle.ready, { code: "unsupported" });
  const events = collect(map, "g-tap");
  socket.say(line("tap", "tap", "ended", { taps: 1 }));
  assert.equal(events.length, 1);
  assert.equal(socket.sent.find((each) => each.command === "subscribe").fingers, undefined);
  own = null;
  await observe({ pan: true }, { fingers: true });
  const pans = collect(map, "g-panstart");
  socket.say(line("pan", "pan", "began", { translation: [1, 0], velocity: [0, 0], fingers: [{ id: 3, location: [80, 50] }, { id: 4, location: [10, 10], up: true }] }));
  assert.deepEqual(pans[0].fingers, [{ id: 3, clientX: 512, clientY: 320, up: false }, { id: 4, clientX: 64, clientY: 64, up: true }]);
});

test("where places are withheld fingers reject, and the gestures come without them", async () => {
  FakeSocket.answer = ({ command, fingers }) => (command === "subscribe" && fingers ? { error: { code: "not_permitted", message: "no places", path: "fingers" } } : undefined);
  const handle = await observe({ tap: true }, { fingers: true });
  await assert.rejects(handle.ready, { code: "not_permitted", path: "fingers" });
  assert.equal(own.state, "open");
  const events = collect(map, "g-tap");
  socket.say(line("tap", "tap", "ended", { taps: 1 }));
  assert.equal(events.length, 1);
});

test("a line of the module and of its types has at most 120 columns", () => {
  for (const name of ["gestured.js", "gestured.d.ts"]) {
    const lines = fs.readFileSync(path.join(FOLDER, name), "utf8").split("\n");
    assert.deepEqual(lines.filter((line) => line.length > 120), [], name);
  }
});

test("JS-58 the types have each option of docs/configuration.md", () => {
  const page = fs.readFileSync(path.join(FOLDER, "../../docs/configuration.md"), "utf8"), types = fs.readFileSync(path.join(FOLDER, "gestured.d.ts"), "utf8");
  const tables = page.split(/^### /m).filter((each) => /^(\[recognizer\.NAME\]|kind = "(?!touch_delay))/.test(each));
  const options = tables.flatMap((each) => [...each.matchAll(/^\| `([a-z_]+)` \|/gm)].map((row) => row[1])).filter((each) => each !== "region");
  assert.ok(options.length > 60 && options.includes("section_from_percent"));
  for (const each of options) {
    const name = each.replace(/_(mm|ms|degrees|percent)$/, "").replace(/_[a-z]/g, (letter) => letter[1].toUpperCase());
    assert.match(types, new RegExp(`^  ${name}\\?: `, "m"));
  }
});

test("JS-58 the types compile with tsc --strict, and refuse what a kind does not have", () => {
  const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node", "--lib", "es2022,dom,dom.iterable"];
  execFileSync("tsc", [...options, path.join(path.dirname(new URL(import.meta.url).pathname), "types.ts")], { encoding: "utf8", stdio: "pipe" });
});

test("JS-5 a page that Local Network Access blocks learns of the policy; a refusal and a missing daemon have their own codes", async () => {
  const old = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { permissions: { query: async () => ({ state: "prompt" }) } } });
  globalThis.location = { hostname: "panel.example", hash: "" };
  try {
    await open();
    own.observe(map, { tap: true });
    FakeSocket.all.at(-1).cut(1006);
    await settle();
    assert.equal(own.error.code, "blocked");
    assert.match(own.error.message, /LoopbackNetworkAllowedForUrls.*loopback-network/);
    await open();
    own.observe(map, { tap: true });
    FakeSocket.all.at(-1).cut(1013, "gestured is not running");
    assert.deepEqual([own.error.code, own.state], ["unavailable", "waiting"]);
    assert.match(own.error.message, /gestured is not running/);
    await open();
    own.observe(map, { tap: true });
    FakeSocket.all.at(-1).cut(4403, "no rights");
    assert.deepEqual([own.error.code, own.state], ["refused", "failed"]);
  } finally {
    delete globalThis.location;
    if (old) Object.defineProperty(globalThis, "navigator", old);
  }
});
