// The photo viewer in Chromium, with a real daemon that plays fingers. Eight states are compared with pictures.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Browser, ROOT, Stage } from "./browser.mjs";

const PAGES = path.join(ROOT, "Examples/web");
let stage, browser;

before(async () => {
  stage = await Stage.open(PAGES);
  browser = await Browser.open();
});
after(async () => {
  await browser?.close();
  await stage?.close();
});

// Fingers that come after the test.
const LATER = "A↓500,300@0 A↑@60";

/** Opens the viewer with a daemon that plays a script of fingers, and records each state that it shows. */
async function open(script, options = {}) {
  await stage.play(script, { rate: 60, ...options });
  await browser.goto(`${stage.address}/photos/`);
  await browser.until("the connection", () => {
    globalThis.states ??= (() => {
      const states = [], stage = document.getElementById("stage");
      new MutationObserver(() => states.push([performance.now(), stage.dataset.state])).observe(stage, { attributeFilter: ["data-state"] });
      globalThis.seen = [];
      for (const type of ["start", "move", "end", "cancel"]) stage.addEventListener(`g-move${type}`, (event) => seen.push([event.type, event.scale, event.rotation, event.deltaX, event.deltaY, event.clientX, event.clientY]));
      // How far the photo is from where the event should have moved it, at the middle of the fingers.
      globalThis.jumps = [];
      let before = null, began = 0;
      for (const type of ["start", "move"]) {
        stage.addEventListener(`g-move${type}`, (event) => {
          const now = new DOMMatrix(stage.querySelector(".near").style.transform), place = { x: event.clientX, y: event.clientY };
          if (event.first) began = performance.now();
          else if (performance.now() > began + 100 && before) {
            const found = now.transformPoint(now.inverse().transformPoint(place)), expected = event.matrixDelta.multiply(before).transformPoint(now.inverse().transformPoint(place));
            jumps.push(Math.hypot(found.x - expected.x, found.y - expected.y));
          }
          before = now;
        });
      }
      return states;
    })();
    return document.getElementById("connection").textContent === "";
  });
}
const parse = (text) => Object.fromEntries([...text.matchAll(/(\w+) (\S+)/g)].map(([, key, value]) => [key, value === "true" ? true : value === "false" ? false : Number(value)]));
const state = async () => parse(await browser.run(() => document.getElementById("stage").dataset.state));
const states = async () => (await browser.run(() => globalThis.states)).map(([time, text]) => ({ time, ...parse(text) }));
/** Waits for a state: a condition on { photo, scale, angle, x, y, bar, menu }. */
const until = (what, condition) => browser.until(what, (text, source) => {
  const now = Object.fromEntries([...document.getElementById("stage").dataset.state.matchAll(/(\w+) (\S+)/g)].map(([, key, value]) => [key, JSON.parse(value)]));
  return (0, eval)(source)(now) && now;
}, what, String(condition));
/** Waits until the photo rests. */
const rest = () => browser.until("rest", () => {
  const now = document.getElementById("stage").dataset.state, old = globalThis.oldState;
  globalThis.oldState = now;
  return now === old && !document.getElementById("stage").matches(":active");
}).then(() => new Promise((resolve) => setTimeout(resolve, 60))).then(state);
const near = (found, expected, limit, what = "") => assert.ok(Math.abs(found - expected) <= limit, `${what} is ${found}, expected ${expected} ± ${limit}`);

const compare = (name) => browser.compare(name);

test("PHO-1 three scripts of at most 110 columns, and a page that reads without script", async () => {
  const files = fs.readdirSync(path.join(PAGES, "photos")), scripts = files.filter((name) => name.endsWith(".js"));
  assert.deepEqual(scripts.sort(), ["controls.js", "motion.js", "photos.js"]);
  for (const name of [...scripts, "photos.css"]) {
    const lines = fs.readFileSync(path.join(PAGES, "photos", name), "utf8").split("\n");
    assert.deepEqual(lines.filter((line) => line.length > 110), [], name);
  }
  await browser.command("Emulation.setScriptExecutionDisabled", { value: true });
  try {
    await stage.stop();
    await browser.goto(`${stage.address}/photos/`);
    const { root } = await browser.command("DOM.getDocument", { depth: -1 });
    const { nodeIds } = await browser.command("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "img" });
    const tops = [];
    for (const nodeId of nodeIds) tops.push((await browser.command("DOM.getBoxModel", { nodeId })).model.border[1]);
    assert.equal(tops.length, 5);
    assert.deepEqual(tops, [...tops].sort((a, b) => a - b));
    assert.equal(new Set(tops).size, 5);
  } finally {
    await browser.command("Emulation.setScriptExecutionDisabled", { value: false });
  }
});

test("PHO-2 and PHO-17 the stage has the four recognizers, and the photo fits", async () => {
  await open(LATER, { lead: 60 });
  const lines = await stage.ask({ command: "recognizers", owners: "all" });
  const own = lines.filter((each) => each.client);
  assert.deepEqual(own.map((each) => [each.recognizer.split("-").pop(), each.kind, each.options.taps]), [["double", "tap", 2], ["tap", "tap", 1], ["press", "long_press", 0], ["move", "transform", undefined]]);
  assert.deepEqual(await state(), { photo: 0, scale: 1, angle: 0, x: 0, y: 0, bar: true, menu: false });
  await compare("fit");
});

test("PHO-3 and PHO-17 a tap hides the bar 350 ms after the lift, and the next one shows it", async () => {
  await open("A↓500,300@500 A↑@560 A↓500,300@2500 A↑@2560 ⏲4000");
  await browser.run(() => {
    const stage = document.getElementById("stage");
    stage.addEventListener("g-tap", (event) => { globalThis.tapTime ??= event.line.time; });
  });
  await until("the bar is hidden", (now) => !now.bar);
  await compare("bar-hidden");
  await until("the bar is shown", (now) => now.bar);
  // The lift is at 560 ms; the tap waits for 350 ms in case that it is a double tap.
  const time = await browser.run(() => globalThis.tapTime);
  near(time, 0.91, 0.06, "the time of the tap");
});

test("PHO-4 and PHO-17 a double tap zooms to 2.5 around the finger, another one returns, and the bar does not blink", async () => {
  await open("A↓400,250@500 A↑@560 A↓400,250@700 A↑@760 A↓300,250@3000 A↑@3060 A↓300,250@3200 A↑@3260 ⏲5000");
  await until("zoomed", (now) => now.scale === 2.5);
  const { x, y } = await rest();
  near(x, 168, 1, "x");
  near(y, 105, 1, "y");
  await compare("zoomed");
  await until("fit again", (now) => now.scale === 1);
  assert.ok((await states()).every((each) => each.bar), "the bar stays");
});

test("PHO-5, PHO-6 and PHO-17 two fingers move, scale and turn the photo, which stays under them without a jump", async () => {
  await open("A↓400,300 B↓600,300@500 A→350,240 B→650,400@1300 ⏲3000 A↑ B↑@3000");
  // Each finger is at the point of the photo that it landed on.
  const under = await browser.until("the fingers are there", async () => {
    const last = seen.at(-1);
    if (!last || last[1] < 1.699) return null;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return new DOMMatrix(getComputedStyle(document.querySelector("#stage img")).transform).toFloat64Array();
  });
  const place = ([x, y]) => [under[0] * x + under[4] * y + under[12], under[1] * x + under[5] * y + under[13]];
  for (const [landed, now] of [[[400, 300], [350, 240]], [[600, 300], [650, 400]]]) {
    near(place(landed)[0], now[0], 1, "x under a finger");
    near(place(landed)[1], now[1], 1, "y under a finger");
  }
  await compare("two-fingers");
  const jumps = await browser.run(() => globalThis.jumps);
  assert.ok(jumps.length > 10 && Math.max(...jumps) <= 1, `${jumps.length} moves, the largest jump is ${Math.max(...jumps)} px`);
});

test("PHO-7 beyond six times the scale resists, and springs back", async () => {
  await open("A↓490,320 B↓534,320@500 A→250,320 B→774,320@1100 ⏲1600 A↑ B↑@1600 ⏲3000");
  const high = await until("beyond six", (now) => now.scale > 6.4);
  assert.ok(high.scale < 7.5);
  await until("six", (now) => now.scale === 6);
});

test("PHO-8 a turn of 12 degrees returns, one of 80 degrees goes on to a quarter turn", async () => {
  await open("A↓400,320 B↓624,320@500 A→403,297 B→621,343@900 A↑ B↑@1000 A↓400,320 B↓624,320@2500 A→438,237 B→586,403@2700 A→492,210 B→532,430@2900 ⏲3200 A↑ B↑@3200 ⏲5000");
  await until("turned a little", (now) => now.angle > 9);
  await until("upright", (now) => now.angle === 0 && now.x === 0);
  await until("turned far", (now) => now.angle > 70);
  await until("a quarter turn", (now) => now.angle === 90);
  near((await rest()).scale, 0.625, 0.001, "the scale that fits");
});

test("PHO-8 a zoomed photo that is turned goes to the nearest quarter turn, too, and leaves no corner empty", async () => {
  // The fingers go apart by 2.6 and turn by some 69 degrees.
  await open("A↓440,320 B↓584,320@500 A→445,145 B→579,495@1100 ⏲1700 A↑ B↑@1700 ⏲4000");
  const free = await until("zoomed and turned", (now) => now.scale > 2.4 && now.angle > 60);
  assert.ok(free.angle < 80, `${free.angle}`);
  await until("a quarter turn", (now) => now.angle === 90 && now.scale > 2.4);
  const now = await rest();
  assert.deepEqual([now.angle, now.scale > 2.4], [90, true]);
  const corners = await browser.run(() => {
    const matrix = new DOMMatrix(document.querySelector("#stage .near").style.transform).inverse();
    const { naturalWidth: w, naturalHeight: h, clientWidth, clientHeight } = document.querySelector("#stage .near");
    const fit = Math.min(clientWidth / w, clientHeight / h), [left, top] = [(clientWidth - w * fit) / 2, (clientHeight - h * fit) / 2];
    return [[0, 0], [innerWidth, 0], [0, innerHeight], [innerWidth, innerHeight]].map(([x, y]) => {
      const at = matrix.transformPoint({ x, y });
      return at.x >= left - 1 && at.x <= left + w * fit + 1 && at.y >= top - 1 && at.y <= top + h * fit + 1;
    });
  });
  assert.deepEqual(corners, [true, true, true, true]);
});

test("PHO-9 and PHO-17 at the first photo the page resists, as a rubber band", async () => {
  await open("A↓500,300@500 A→700,300@900 ⏲2500 A↑@2500 ⏲4000");
  await until("dragged", (now) => now.x > 85);
  const { x } = await rest();
  near(x, 95, 10, "x");
  await compare("rubber-band");
  await until("back", (now) => now.x === 0);
});

test("PHO-9, PHO-10 and PHO-17 a page follows the finger, and turns past half the width", async () => {
  await open("A↓800,300@500 A→260,300@1000 ⏲2200 A↑@2200 ⏲4000");
  await until("between two photos", (now) => now.x < -535);
  near((await rest()).x, -540, 1, "x");
  await compare("between");
  await until("the next photo", (now) => now.photo === 1 && now.x === 0);
});

test("PHO-10 a quick stroke turns the page, a slow short one or one back does not", async () => {
  await open("A↓500,300@500 A→470,300@530 A↑@531 A↓500,300@2000 A→200,300@2500 ⏲2900 A↑@2900 A↓500,300@4000 A→440,300@4300 A→490,300@4380 A↑@4381 ⏲5500", { rate: 120 });
  await until("the next photo", (now) => now.photo === 1 && now.x === 0);
  await until("dragged", (now) => now.x < -295);
  await until("back", (now) => now.x === 0);
  await until("dragged again", (now) => now.x < -35);
  await until("back again", (now) => now.x === 0);
  assert.equal((await state()).photo, 1);
});

test("PHO-11 a zoomed photo follows one finger, and a throw slows down and stops at the edge", async () => {
  await open("A↓512,320@500 A↑@560 A↓512,320@700 A↑@760 A↓400,300@2500 A→410,300@2510 A→500,300@2600 A↑@2601 ⏲6000", { rate: 120 });
  await until("zoomed", (now) => now.scale === 2.5 && now.x === 0);
  await until("thrown", (now) => now.x > 150);
  const end = await browser.until("rest", () => {
    const all = globalThis.states, last = all.at(-1);
    return performance.now() - last[0] > 300 && last[1];
  });
  // 1 px/ms goes on for 500 px, after the 100 px of the finger.
  near(parse(end).x, 600, 60, "x");
});

test("PHO-12 and PHO-17 a long press opens the menu at the finger; a tap elsewhere closes it and toggles no bar", async () => {
  await open("A↓650,350@500 A↑@1200 A↓300,300@3500 A↑@3560 ⏲5500");
  await until("the menu", (now) => now.menu);
  const place = await browser.run(() => {
    const { left, top } = document.getElementById("menu").getBoundingClientRect();
    return [left, top, document.activeElement.textContent];
  });
  assert.deepEqual(place, [650, 350, "Share"]);
  await compare("menu");
  await until("closed", (now) => !now.menu);
  assert.ok((await state()).bar);
});

test("PHO-12 near a corner the menu is wholly visible", async () => {
  await open("A↓1000,620@500 A↑@1200 ⏲3000");
  await until("the menu", (now) => now.menu);
  const { right, bottom } = await browser.run(() => document.getElementById("menu").getBoundingClientRect().toJSON());
  assert.ok(right <= 1024 && bottom <= 640);
  await browser.keys("\uE00C");
  await until("closed by Escape", (now) => !now.menu);
});

test("PHO-13 touches that the daemon cancels put the photo back", async () => {
  await open("A↓400,300 B↓600,300@500 A→350,240 B→650,400@1000 ⏲6000 A↑ B↑@6000");
  await until("in a pinch", (now) => now.scale > 1.6);
  const replies = await stage.ask({ command: "cancel_touches" });
  assert.ok(replies.at(-1).ok, JSON.stringify(replies.at(-1)));
  await until("back", (now) => now.scale === 1 && now.angle === 0 && now.x === 0);
  assert.equal(await browser.run(() => seen.at(-1)[0]), "g-movecancel");
});

test("PHO-13 a cancel in the middle of a page that turns by itself leaves a photo on the stage", async () => {
  await open("A↓500,300@500 A→470,300@530 A↑@531 A↓500,300@640 A→470,300@740 ⏲6000 A↑@6000", { rate: 120 });
  await until("the second finger", (now) => now.x < -100);
  await browser.until("its first event", () => globalThis.seen.filter(([type]) => type === "g-movestart").length === 2);
  assert.ok((await stage.ask({ command: "cancel_touches" })).at(-1).ok);
  await until("a photo", (now) => now.x === 0);
});

test("PHO-14 a page key that is held turns a page each time, and keys of the pages rest while the menu is open", async () => {
  await open(LATER, { lead: 60 });
  await browser.run(() => document.getElementById("stage").focus());
  await browser.keys("\uE014", "\uE014", "\uE014");
  await until("the fourth photo, or the last one", (now) => now.photo === Math.min(3, document.querySelectorAll("#stage img").length - 1) && now.x === 0);
  const { photo } = await state();
  await browser.keys("\uE007");
  await until("the menu", (now) => now.menu);
  await browser.keys("\uE012");
  assert.deepEqual([(await state()).menu, (await state()).photo], [true, photo]);
  await browser.keys("\uE00C");
  await until("closed", (now) => !now.menu);
});

test("PHO-14 keys, buttons, the mouse and the wheel do all of it", async () => {
  await open(LATER, { lead: 60 });
  await browser.run(() => document.getElementById("stage").focus());
  await browser.keys("\uE014");
  await until("the next photo", (now) => now.photo === 1 && now.x === 0);
  await browser.keys("\uE012");
  await until("the previous photo", (now) => now.photo === 0 && now.x === 0);
  await browser.keys("+");
  await until("larger", (now) => now.scale === 1.5);
  await browser.keys("-");
  await until("smaller", (now) => now.scale === 1);
  await browser.keys("r");
  await until("turned", (now) => now.angle === 90);
  await browser.keys("r", "r", "r");
  await browser.keys("0");
  await browser.keys("\uE007");
  await until("the menu", (now) => now.menu);
  await browser.keys("\uE00C");
  await until("no menu", (now) => !now.menu);
  // Each button has a name, and a click does what it says.
  const names = await browser.run(() => [...document.querySelectorAll("button")].map((each) => (each.getAttribute("aria-label") ?? each.textContent).trim()));
  assert.ok(names.every(Boolean) && new Set(names).size === names.length);
  const [x, y] = await browser.run(() => {
    const { left, top, width, height } = document.querySelector('[data-do="next"]').getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  });
  await browser.click(x, y);
  await until("the next photo by a click", (now) => now.photo === 1 && now.x === 0);
  await browser.run(() => document.getElementById("stage").dispatchEvent(new WheelEvent("wheel", { deltaY: -500, clientX: 300, clientY: 300, cancelable: true })));
  await until("larger by the wheel", (now) => now.scale > 1.5);
});

test("PHO-14 Delete takes the photo that the page turns to, and the viewer goes on; Information names the photo on the stage", async () => {
  await open(LATER, { lead: 60 });
  const result = await browser.run(() => {
    const act = (name) => document.querySelector(`[data-do="${name}"]`).click();
    const turn = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    const left = () => [...document.querySelectorAll("#stage img")].map((photo) => photo.alt), all = left();
    turn();
    act("delete");
    act("information");
    const [some, named] = [left(), document.getElementById("connection").textContent];
    // On the way to the last photo, and once only one is left.
    for (let count = 0; count < all.length; count++) {
      turn();
      act("delete");
    }
    return { all, some, named, last: left(), title: document.getElementById("title").textContent };
  });
  assert.deepEqual(result.some, result.all.toSpliced(1, 1));
  assert.match(result.named, new RegExp(`^${result.all[2]}, \\d+ × \\d+$`));
  assert.deepEqual([result.title], result.last);
  await until("the last photo rests", ({ photo, scale, x }) => photo === 0 && scale === 1 && x === 0);
});

test("PHO-13 without places, as in private mode, the photo stays where it is", async () => {
  await open(LATER, { lead: 60 });
  await browser.run(async () => {
    const { gestures } = await import("/gestured.js"), stage = document.getElementById("stage");
    const placeless = { clientX: undefined, clientY: undefined, matrixDelta: undefined };
    gestures.simulate(stage, "move", { ...placeless, touchCount: 2 });
    gestures.simulate(stage, "double", placeless);
  });
  const { x, y, scale } = await rest();
  assert.deepEqual([x, y, scale], [0, 0, 2.5]);
});

test("PHO-15 with prefers-reduced-motion the final state is there in the next frame", async () => {
  await browser.command("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
  try {
    await open(LATER, { lead: 60 });
    const found = await browser.run(async () => {
      const stage = document.getElementById("stage");
      dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true, cancelable: true }));
      stage.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true, cancelable: true }));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return stage.dataset.state;
    });
    assert.ok(parse(found).scale >= 1.5, found);
  } finally {
    await browser.command("Emulation.setEmulatedMedia", { features: [] });
  }
});

test("PHO-16 without a daemon the bar says so within 2 s", async () => {
  await open(LATER, { lead: 60 });
  const began = Date.now();
  await stage.stop();
  await browser.until("the text", () => document.getElementById("connection").textContent === "gestures: not connected");
  assert.ok(Date.now() - began < 2000);
  await browser.keys("+");
  await until("larger by a key", (now) => now.scale === 1.5);
});

test("PHO-17 dark", async () => {
  await browser.command("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
  try {
    await open(LATER, { lead: 60 });
    await browser.run(() => document.getElementById("stage").focus());
    await browser.keys("\uE014", "\uE014");
    await until("the third photo", (now) => now.photo === 2 && now.x === 0);
    await browser.run(() => document.activeElement.blur());
    await compare("dark");
  } finally {
    await browser.command("Emulation.setEmulatedMedia", { features: [] });
  }
});

test("PHO-18 a second finger turns a drag into a free photo: one gesture, no jump", async () => {
  await open("A↓500,300@500 A→440,300@900 B↓640,300@1100 A→400,300 B→700,300@1700 ⏲2200 A↑ B↑@2200 ⏲3500");
  await until("both spread", (now) => now.scale > 1.45);
  const types = await browser.run(() => seen.map(([type]) => type));
  assert.equal(types.filter((each) => each === "g-movestart").length, 1);
  assert.ok(!types.includes("g-movecancel"));
  const jumps = await browser.run(() => globalThis.jumps);
  assert.ok(jumps.length > 10 && Math.max(...jumps) <= 2, `${jumps.length} moves, the largest jump is ${Math.max(...jumps)} px`);
});

test("PHO-19 each line of the viewer's README has a script that gesturectl takes", async () => {
  const text = fs.readFileSync(path.join(PAGES, "photos/README.md"), "utf8");
  const scripts = [...text.matchAll(/`([A-Z]↓[^`]*)`/g)].map((each) => each[1]);
  assert.ok(scripts.length >= 6);
  for (const script of scripts) await stage.play(script);
});
