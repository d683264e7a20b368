// gestured.js in a Chromium window that does not cover the screen, headless and on the Wayland compositor weston: where the window lies on the
// glass. The fingers are the browser's own, and the page answers with the daemon's lines for them.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { Browser, ROOT, Stage } from "./browser.mjs";

let stage, browser, browsers;

before(async () => {
  stage = await Stage.open(path.join(ROOT, "Tests/Lanes/Web/pages"));
  const window = { arguments: ["--window-size=800,500", "--window-position=60,40"], width: 1600, height: 1000 };
  browsers = { headless: await Browser.open(window), "under weston": await Browser.open({ ...window, isWayland: true }) };
  browser = browsers.headless;
});
after(async () => {
  for (const each of Object.values(browsers ?? {})) await each.close();
  await stage?.close();
});
const PLACES = ["headless", "under weston"];
/** The body of a test, in the window of a place. */
const within = (where, body) => () => { browser = browsers[where]; return body(); };

/** Opens P0 with a daemon of the page's own, for a panel of 160 × 100 mm under a screen of 1600 × 1000 px: 10 px are 1 mm. */
async function open() {
  await browser.goto(`${stage.address}/p0/`);
  await browser.until("the page", () => globalThis.isReady);
  await browser.run(async () => {
    globalThis.sent = [];
    class Daemon {
      constructor() {
        globalThis.daemon = this;
        setTimeout(() => {
          this.say({ type: "hello", protocol: 1, features: [], time: performance.now() / 1000, unix_time: 1 });
          this.say({ type: "device", device: 1, state: "added", name: "T1", size: [160, 100], rotation: 0 });
        });
      }
      say(line) { this.onmessage({ data: JSON.stringify(line) }); }
      send(text) {
        const request = JSON.parse(text);
        sent.push(request);
        queueMicrotask(() => this.say({ type: "reply", id: request.id, ok: true }));
      }
      close() {}
    }
    globalThis.own = new Gestures({ WebSocket: Daemon });
    await own.observe(map, { pinch: true }, { interactive: "observe" }).ready;
    globalThis.frame = () => sent.flatMap((each) => each.edits ?? []).map((each) => (each.add ?? each.change)?.frame).filter(Boolean).at(-1).map(parseFloat);
    // The daemon's tap for a finger of the browser, where the window really lies `truth` px from the screen's corner.
    globalThis.glass = (truth) => {
      const name = sent.flatMap((each) => each.edits ?? []).map((each) => each.add?.name).find((each) => each?.endsWith("-anchor"));
      addEventListener("pointerup", (event) => {
        if (!globalThis.isDeaf) daemon.say({ type: "gesture", seq: 1, time: performance.now() / 1000, device: 1, gesture_id: 1, recognizer: name, kind: "tap", state: "ended", touch_count: 1, region: "root", location: [(event.clientX + truth[0]) / 10, (event.clientY + truth[1]) / 10], taps: 1 });
      }, true);
    };
  });
}
const mapping = () => browser.run(() => own.mapping);
const tap = async (x, y) => {
  await browser.touch([[x, y]]);
  await new Promise((resolve) => setTimeout(resolve, 900));
};

for (const where of PLACES) {
  test(`JS-24 in a window the map is what the browser reports, and not trusted, ${where}`, within(where, async () => {
    await open();
    assert.deepEqual(await mapping(), { source: "reported", trusted: false, error: null });
    const [left, top, side, bar, x, y] = await browser.run(() => [...frame().slice(0, 2), (outerWidth - innerWidth) / 2, outerHeight - innerHeight, screenX, screenY]);
    // The element is at 100,100 in the viewport, which lies inside the window's frame and below its bar.
    assert.ok(Math.abs(left - ((x + side + 100) / 1600) * 100) < 0.1, `left ${left} for a window at ${x}`);
    assert.ok(Math.abs(top - ((y + bar - side + 100) / 1000) * 100) < 0.1, `top ${top}`);
  }));
}

for (const where of PLACES) {
  test(`JS-26, JS-27 and JS-28 taps that the browser and the daemon saw teach the map; one stray tap changes nothing, ${where}`, within(where, async () => {
    await open();
    const truth = [500, 400];
    await browser.run((truth) => glass(truth), truth);
    await tap(200, 150);
    assert.equal((await mapping()).source, "reported");
    await tap(500, 250);
    assert.deepEqual(await mapping(), { source: "learned", trusted: true, error: 1 });
    const places = await browser.run(() => [own.toClient([70, 55]), frame()]);
    assert.ok(Math.abs(places[0][0] - 200) < 10 && Math.abs(places[0][1] - 150) < 10, `${places[0]}: the error is below 1 mm`);
    await browser.until("the frame", () => Math.abs(frame()[0] - 37.5) < 0.3 && Math.abs(frame()[1] - 50) < 0.5);
    // A tap of which the browser saw two is no anchor, and another window geometry begins anew.
    await browser.send("POST", `${browser.session}/window/rect`, { width: 780, height: 480 });
    await browser.until("the reported map", () => own.mapping.source === "reported");
  }));
}

for (const where of PLACES) {
  test(`JS-25 zoom is the slope of two trusted pointers, else the step nearest to the window's sizes, ${where}`, within(where, async () => {
    await open();
    const widths = await browser.run(async () => {
      const found = [];
      for (const zoom of [0.5, 1, 1.5, 3]) {
        // Page zoom cannot be set from outside: the window tells its sizes as Chromium does at this zoom, with 16 px of frame.
        Object.defineProperty(globalThis, "innerWidth", { configurable: true, value: Math.round(784 / zoom) });
        Object.defineProperty(globalThis, "innerHeight", { configurable: true, value: Math.round(400 / zoom) });
        Object.defineProperty(globalThis, "outerWidth", { configurable: true, value: 800 });
        dispatchEvent(new Event("resize"));
        await new Promise((resolve) => setTimeout(resolve, 150));
        const [a, b] = [own.toScreen(0, 0), own.toScreen(100, 0)];
        found.push((b[0] - a[0]) / 10);
      }
      return found;
    });
    assert.deepEqual(widths.map((each) => Number(each.toFixed(3))), [0.5, 1, 1.5, 3]);
  }));
}

test("the time of an event in the module, and from the change of an element to its region, are told", async (context) => {
  browser = browsers.headless;
  await open();
  const found = await browser.run(async () => {
    let count = 0;
    map.addEventListener("g-pinchmove", () => count++);
    const handle = own.observe(map, { move: { kind: "transform", coalesce: false } });
    await handle.ready;
    const name = sent.flatMap((each) => each.edits ?? []).map((each) => each.add?.name).find((each) => each?.endsWith("-move"));
    map.addEventListener("g-movemove", () => count++);
    const say = (state, x) => JSON.stringify({ type: "gesture", seq: 1, time: performance.now() / 1000, device: 1, sequence: 1, gesture_id: 7, recognizer: name, kind: "transform", state, touch_count: 2, region: "root", location: [80, 50], translation: [x, 1], scale: 1.1, rotation: 0.2, matrix: [1.1, 0.2, -0.2, 1.1, x, 4], velocity: [1, 0], scale_velocity: 0, rotation_velocity: 0 });
    daemon.onmessage({ data: say("began", 0) });
    const lines = Array.from({ length: 4000 }, (_, index) => say("changed", index / 100));
    const times = [];
    for (let half = 0; half < 2; half++) {
      const start = performance.now();
      for (const data of lines.slice(half * 2000, half * 2000 + 2000)) daemon.onmessage({ data });
      times.push((performance.now() - start) / 2000);
    }
    const old = sent.length, start = performance.now();
    map.style.left = "300px";
    while (sent.length === old) await new Promise((resolve) => setTimeout(resolve, 1));
    return { count, event: times[1], region: performance.now() - start };
  });
  assert.equal(found.count, 4000);
  context.diagnostic(`an event takes ${found.event.toFixed(3)} ms in the module`);
  context.diagnostic(`a region follows its element after ${found.region.toFixed(0)} ms`);
});
