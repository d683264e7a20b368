// The view's drawing of made-up lines: single pixels of the picture and of the timeline, where a whole picture would say too little.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Browser, ROOT } from "./browser.mjs";

const DEVICE = { type: "device", time: 0, device: 1, state: "added", name: "T1", size: [160, 100] };
let browser;

before(async () => {
  browser = await Browser.open({ width: 1280, height: 800 });
  await browser.goto(`file://${path.join(ROOT, ".build/view/view.html")}`);
});
after(() => browser?.close());

/** Shows a moment of lines, with the given layers and texts only where asked. */
const show = (lines, time, { layers = [], texts = true } = {}) => browser.run((text, at, names, hasTexts) => {
  gesturedView.open("lines", text);
  for (const name of Object.keys(gesturedView.panel.layers)) gesturedView.panel.layers[name] = names.includes(name);
  const { prototype } = CanvasRenderingContext2D, { fillText, strokeText } = prototype;
  if (!hasTexts) prototype.fillText = prototype.strokeText = () => {};
  try {
    gesturedView.drawAt(at);
    // In one go, as the page draws again by itself.
    return gesturedView.panel.canvas.toDataURL();
  } finally {
    Object.assign(prototype, { fillText, strokeText });
  }
}, lines.map((line) => JSON.stringify(line)).join("\n"), time, layers, texts);

/** The names of the colors that a square around a place has, in mm on the touchscreen; mixed ones are "other". */
const around = (x, y, half = 1) => browser.run((left, top, size) => {
  const { panel, story, player } = gesturedView, { canvas } = panel;
  const [screen] = panel.arrange(story.devicesAt(player.time), canvas.clientWidth, canvas.clientHeight);
  const at = (value, origin) => Math.round(origin + value * screen.scale) - size;
  const { data } = canvas.getContext("2d").getImageData(at(left, screen.left), at(top, screen.top), size * 2 + 1, size * 2 + 1);
  const named = new Map(["screen", "contact", "fired", "limit", "muted"].map((name) => {
    const color = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    return [[1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16)).join(), name];
  }));
  const found = new Set();
  for (let pixel = 0; pixel < data.length; pixel += 4) found.add(named.get([...data.slice(pixel, pixel + 3)].join()) ?? "other");
  return [...found].sort();
}, x, y, half);
/** The number of the timeline's pixels of a color, from the given share of its height on. */
const inTimeline = (name, from = 0) => browser.run((color, share) => {
  const canvas = document.getElementById("timeline"), top = Math.round(canvas.height * share);
  const text = getComputedStyle(document.documentElement).getPropertyValue(`--${color}`).trim();
  const wanted = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  const { data } = canvas.getContext("2d").getImageData(0, top, canvas.width, canvas.height - top);
  let count = 0;
  for (let pixel = 0; pixel < data.length; pixel += 4) count += wanted.every((value, part) => Math.abs(data[pixel + part] - value) < 24) && data[pixel + 3] > 100;
  return count;
}, name, from);

/** The number of calls of a canvas that draw a moment, with a stretch of the timeline in view. A moment that takes too many fails. */
const calls = (lines, time, { view = null, layers = [], most = 20_000 } = {}) => browser.run((text, at, stretch, names, limit) => {
  gesturedView.open("lines", text);
  for (const name of Object.keys(gesturedView.panel.layers)) gesturedView.panel.layers[name] = names.includes(name);
  gesturedView.timeline.view = stretch;
  const { prototype } = CanvasRenderingContext2D, methods = {};
  let count = 0;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== "function" || name === "constructor") continue;
    methods[name] = value;
    prototype[name] = function (...values) {
      count += 1;
      if (count > limit) throw new Error(`more than ${limit} calls`);
      return value.apply(this, values);
    };
  }
  try {
    gesturedView.drawAt(at);
  } finally {
    Object.assign(prototype, methods);
  }
  return count;
}, lines.map((line) => JSON.stringify(line)).join("\n"), time, view, layers, most);

/** A touch that goes from (40, 50) to (80, 50) in half a second, and rests there until 2 s. */
function touch(more = {}) {
  const line = (time, phase, x) => ({ type: "touches", time, device: 1, sequence: 1, region: "root", phase, touches: [{ id: 1, location: [x, 50], tap_count: 1, radius: 6, ...more }] });
  return [line(0.1, "began", 40), ...Array.from({ length: 20 }, (_, step) => line(0.12 + step * 0.02, "moved", 42 + step * 2)), line(2, "ended", 80)];
}

test("VIEW-10 a contact is a circle of its radius around its place, and its trail is a layer", async () => {
  await show([DEVICE, ...touch()], 0.6);
  assert.deepEqual(await around(80, 50), ["other"], "the middle is filled");
  assert.ok((await around(86, 50, 2)).includes("contact"), "the rim at 6 mm");
  assert.deepEqual(await around(89, 50), ["screen"]);
  assert.deepEqual(await around(60, 50), ["screen"], "no trail");
  await show([DEVICE, ...touch()], 0.6, { layers: ["trails"] });
  assert.notDeepEqual(await around(60, 50), ["screen"]);
  await show([DEVICE, ...touch()], 2.2);
  assert.notDeepEqual(await around(87, 50, 8), ["screen"], "a ring");
  assert.deepEqual(await around(80, 50), ["screen"]);
  await show([DEVICE, ...touch().map((line) => (line.phase === "ended" ? { ...line, phase: "cancelled" } : line))], 2.2);
  assert.notDeepEqual(await around(80, 50), ["screen"], "a cross");
});

test("VIEW-12 each kind of the catalog has a picture, also by its values, and an unknown one a mark", async () => {
  const kinds = { tap: { taps: 2 }, long_press: { duration: 0.9 }, pan: { translation: [30, 0], velocity: [9, 0] }, swipe: { velocity: [300, 90] }, pinch: { scale: 1.5 },
    rotation: { rotation: 1 }, transform: { translation: [30, 0], velocity: [9, 0], scale: 1.5, rotation: 1 }, edge_pan: { edge: "left", translation: [30, 0] },
    tip_tap: { rest: [60, 40], side: "left" }, check_mark: { start: [60, 40], turn: [70, 60] }, hover: { z_offset: 0.5 }, unknown: {},
    press_and_drag: { translation: [30, 0], velocity: [9, 0] }, hold_and_twist: { rotation: 1 } };
  // `make pages` writes the list of all kinds.
  const types = fs.readFileSync(path.join(ROOT, "Web/module/gestured.d.ts"), "utf8");
  const all = /^export type Kind =([^;]*);/m.exec(types)[1].match(/\w+/g);
  assert.deepEqual(Object.keys(kinds).sort(), [...all, "unknown"].sort());
  // Kinds with the same values look the same.
  const twins = { press_and_drag: "pan", hold_and_twist: "rotation" };
  const pictures = new Map();
  for (const [kind, values] of Object.entries(kinds)) {
    const gesture = { type: "gesture", time: 1, device: 1, sequence: 1, gesture_id: 1, recognizer: "r", kind, state: "began", touch_count: 1, location: [80, 50], ...values };
    const picture = await show([DEVICE, gesture, { type: "settled", time: 3, device: 1, sequence: 1, first_sequence: 1 }], 1.1, { layers: ["gestures"], texts: false });
    assert.equal(pictures.get(picture), twins[kind], `${kind} looks like ${pictures.get(picture)}`);
    if (!twins[kind]) pictures.set(picture, kind);
  }
});

test("VIEW-13 predicted and coalesced places are marked where they are", async () => {
  const samples = { coalesced: [{ time: 0.5, location: [100, 20] }], predicted: [{ time: 0.7, location: [120, 20] }] };
  await show([DEVICE, ...touch(samples)], 0.6);
  assert.deepEqual([await around(100, 20), await around(120, 20)], [["screen"], ["screen"]]);
  await show([DEVICE, ...touch(samples)], 0.6, { layers: ["coalesced"] });
  assert.deepEqual([await around(100, 20, 0), await around(120, 20)], [["contact"], ["screen"]]);
  await show([DEVICE, ...touch(samples)], 0.6, { layers: ["predicted"] });
  assert.deepEqual([await around(100, 20), await around(120, 20, 0)], [["screen"], ["limit"]]);
});

test("VIEW-28 in private mode the picture has the lease and no contact, region or gesture", async () => {
  const lease = [{ type: "inhibit", time: 0.05, state: "began" }, { type: "inhibit", time: 2.5, state: "ended" }];
  const gesture = { type: "gesture", time: 0.3, device: 1, sequence: 1, gesture_id: 1, recognizer: "r", kind: "tap", state: "began", touch_count: 1, location: [80, 50] };
  const layers = ["regions", "trails", "gestures"], picture = () => browser.run(() => document.getElementById("picture").toDataURL());
  await show([DEVICE, lease[0], lease[1]], 0.6, { layers });
  const empty = await picture();
  await show([DEVICE, lease[0], gesture, ...touch(), lease[1]], 0.6, { layers });
  assert.equal(await picture(), empty);
  assert.deepEqual(await browser.run(() => document.getElementById("picture").getAttribute("aria-label")), "Private mode: lines are withheld.");
  await show([DEVICE, gesture, ...touch()], 0.6, { layers });
  assert.notEqual(await picture(), empty);
});

test("VIEW-28 and VIEW-29 private mode and missing lines are hatched in the timeline", async () => {
  const settled = (time) => ({ type: "settled", time, device: 1, sequence: 1, first_sequence: 1 });
  await show([DEVICE, settled(1), settled(4)], 2);
  assert.equal(await inTimeline("failed"), 0);
  // The line has no time of its own: the stretch ends with the next line that has one.
  await show([DEVICE, settled(1), { type: "dropped", count: 12 }, settled(3), settled(4)], 2);
  const missing = await inTimeline("failed");
  assert.ok(missing > 3000, `${missing}`);
  await show([DEVICE, { type: "inhibit", time: 1, state: "began" }, { type: "inhibit", time: 3, state: "ended" }, settled(4)], 2);
  assert.equal(await inTimeline("failed"), missing, "as long a stretch");
});

test("VIEW-8 times without end and places without end take a moment to draw", async () => {
  const settled = (time) => ({ type: "settled", time, device: 1, sequence: 1, first_sequence: 1 });
  assert.ok(await calls([{ ...DEVICE, time: 1e15 }], 1e15) > 0);
  assert.ok(await calls([{ ...DEVICE, time: 1e16 }, settled(1e16 + 2)], 1e16) > 0);
  // An hour of private mode beside 50 ms of it, and beside 50 ms after it.
  const lease = [DEVICE, { type: "inhibit", time: 1, state: "began" }, { type: "inhibit", time: 3601, state: "ended" }, settled(3605)];
  const within = await calls(lease, 1800, { view: { from: 1800, to: 1800.05 } });
  assert.ok(await inTimeline("failed") > 300);
  const beyond = await calls(lease, 3604, { view: { from: 3604, to: 3604.05 } });
  assert.equal(await inTimeline("failed"), 0);
  assert.ok(within > 300 && beyond < within - 200, `${within} and ${beyond} calls`);
  const gap = (...more) => calls([DEVICE, settled(1), ...more, settled(2), settled(10)], 9, { view: { from: 8, to: 10 } });
  assert.equal(await gap({ type: "dropped", count: 12 }), await gap(), "missing lines out of view");
  assert.ok(await calls([DEVICE, { type: "dropped", state: "present", time: 1e12, count: 1 }, settled(1)], 1) > 0);
  const zones = (frame) => [DEVICE, { type: "region", time: 0, device: 1, region: "root", state: "present", exclusions: [{ name: "x", frame }] }, settled(1)];
  assert.ok(await calls(zones([0, 0, 1e9, 1e9]), 0, { layers: ["exclusions"] }) > 0);
  assert.ok((await around(80, 50, 8)).includes("limit"));
  assert.ok(await calls(zones([1e9, 1e9, 1e9, 1e9]), 0, { layers: ["exclusions"] }) > 0);
});

test("VIEW-21 zoomed, nothing is drawn over the names of the lanes and over the margin", async () => {
  const gesture = (time, state, x) => ({ type: "gesture", time, device: 1, sequence: 1, gesture_id: 1, recognizer: "r", kind: "pan", state, touch_count: 1, location: [x, 50], translation: [x, 0] });
  const lines = [DEVICE, ...touch().slice(0, 1), gesture(0.1, "began", 40), { type: "inhibit", time: 0.1, state: "began" }, { type: "inhibit", time: 1.9, state: "ended" },
    gesture(1.9, "ended", 80), ...touch().slice(1), { type: "settled", time: 2, device: 1, sequence: 1, first_sequence: 1 }];
  /** The pixels of the names and of the margin, below the ruler. */
  const beside = (view, plotted) => browser.run(async (stretch, isPlotted) => {
    const { timeline, story } = gesturedView, { canvas, context } = timeline;
    [timeline.view, timeline.range, timeline.plottedSpan] = [stretch, { from: 0.1, to: 1.9 }, isPlotted ? story.spans[0] : null];
    gesturedView.drawAt(1);
    const part = (left, width) => [...context.getImageData(left, 14, width, canvas.height - 14).data].join();
    return [part(0, 76), part(canvas.width - 4, 4)];
  }, view, plotted);
  await show(lines, 1);
  for (const plotted of [false, true]) {
    const whole = await beside(null, plotted);
    assert.deepEqual(await beside({ from: 0.9, to: 1.1 }, plotted), whole);
    assert.deepEqual(await beside({ from: 1.2, to: 1.4 }, plotted), whole);
    assert.ok(await inTimeline("contact") > 100);
  }
});

test("VIEW-21 and VIEW-32 a zoomed timeline follows the time to both sides, and stays where the reader has moved it", async () => {
  const settled = (time) => ({ type: "settled", time, device: 1, sequence: 1, first_sequence: 1 });
  await show([DEVICE, settled(10.03)], 6);
  const at = (time, view) => browser.run((moment, stretch) => {
    if (stretch) gesturedView.timeline.view = stretch;
    gesturedView.drawAt(moment);
    const { timeline } = gesturedView, slider = document.getElementById("timeline");
    return [timeline.view.from, timeline.view.to, ...["min", "max", "now"].map((name) => Number(slider.getAttribute(`aria-value${name}`)))]
      .map((value) => Math.round(value * 100) / 100);
  }, time, view);
  // Each time lies beside the lines of the ruler.
  const hasCursor = async () => (await inTimeline("text", 0.9)) > 0;
  assert.deepEqual([await at(6.03, { from: 4, to: 7 }), await hasCursor()], [[4, 7, 4, 7, 6.03], true]);
  assert.deepEqual([await at(0.57), await hasCursor()], [[0.57, 3.57, 0.57, 3.57, 0.57], true]);
  assert.deepEqual([await at(9.03), await hasCursor()], [[6.03, 9.03, 6.03, 9.03, 9.03], true]);
  assert.deepEqual([await at(9.03, { from: 2, to: 5 }), await hasCursor()], [[2, 5, 2, 5, 5], false]);
  assert.deepEqual([await at(9.03, { from: 9.05, to: 10 }), await hasCursor()], [[9.05, 10, 9.05, 10, 9.05], false]);
  // Touches fade after the end.
  assert.deepEqual([await at(11), await hasCursor()], [[9.08, 10.03, 9.08, 10.03, 10.03], true]);
});

test("VIEW-21 thousands of touches in a pixel are drawn as what can be told apart", async () => {
  const taps = (places) => Array.from({ length: 10_000 }, (_, index) => {
    const line = (time, phase) => ({ type: "touches", time: index + time, device: 1, sequence: index, phase, touches: [{ id: index, location: [places[index % places.length], 50] }] });
    return [line(0, "began"), line(0.1, "ended"), { type: "settled", time: index + 0.2, device: 1, sequence: index, first_sequence: index }];
  }).flat();
  const one = await calls([DEVICE, ...taps([10])], 5000);
  const bars = await inTimeline("contact");
  const two = await calls([DEVICE, ...taps([10, 150])], 5000);
  assert.ok(two > one + 1000, `${one} calls for one place, ${two} for two`);
  assert.ok(bars > 3000, `one bar as long as the story, in ${bars} pixels`);
});

test("VIEW-25 the limit of the chosen gesture's recognizer is a line, and plots are high enough to read", async () => {
  const recognizer = (options) => ({ type: "recognizer", time: 0, recognizer: "throw", kind: "swipe", state: "added", touch_count: [1], region: "root", options });
  const swipe = { type: "gesture", time: 0.3, device: 1, sequence: 1, gesture_id: 1, recognizer: "throw", kind: "swipe", state: "ended", touch_count: 1, location: [60, 50], velocity: [100, 0] };
  const choose = () => browser.run(() => {
    const list = document.getElementById("plotted");
    list.value = list.options[1].value;
    list.dispatchEvent(new Event("change"));
    gesturedView.drawAt(0.6);
  });
  await show([DEVICE, recognizer({}), ...touch().slice(0, 10), swipe, ...touch().slice(10)], 0.6);
  await choose();
  assert.equal(await inTimeline("limit"), 0);
  await show([DEVICE, recognizer({ minimum_velocity_mm_s: 60 }), ...touch().slice(0, 10), swipe, ...touch().slice(10)], 0.6);
  await choose();
  const line = await inTimeline("limit");
  assert.ok(line > 300, `${line}`);
  // x, y and speed: the curve of x has at least 20 pixels of height for 40 mm.
  await show([DEVICE, ...touch()], 0.6);
  const rows = await browser.run(() => {
    const canvas = document.getElementById("timeline"), { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const isBlue = (x, y) => data[(y * width + x) * 4 + 2] - data[(y * width + x) * 4] > 120;
    const top = 135, each = (height - top - 4) / 3;
    const found = [];
    for (let y = top; y < top + each; y += 1) {
      let any = false;
      for (let x = 110; x < width; x += 1) any ||= isBlue(x, y);
      if (any) found.push(y);
    }
    return found.at(-1) - found[0];
  });
  assert.ok(rows >= 20, `${rows} px`);
});
