// gestured.js in Chromium, with a real daemon that plays fingers: elements, events, and what the browser does beside them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Browser, PROGRAMS, ROOT, SERVICE, Stage, freePort, sleep, until } from "./browser.mjs";

const LATER = "A↓500,300@0 A↑@60";
let stage, browser;

/** Chromium's switches as docs/web.md has them. */
const switches = () => /^chromium (.*--disable-pinch.*) http/m.exec(fs.readFileSync(path.join(ROOT, "docs/web.md"), "utf8"))[1].split(" ");

before(async () => {
  stage = await Stage.open(path.join(ROOT, "Tests/Lanes/Web/pages"));
  browser = await Browser.open({ arguments: switches() });
});
after(async () => {
  await browser?.close();
  await stage?.close();
});

/** Opens the page P0 with a daemon that plays a script once the page has subscribed. */
async function open(script = LATER, options = script === LATER ? { lead: 60 } : {}) {
  await stage.play(script, options);
  await browser.goto(`${stage.address}/p0/`);
  await browser.until("the page", () => globalThis.isReady);
}
const types = () => browser.run(() => globalThis.types());
const seen = (type) => browser.until(type, (wanted) => events.find((each) => each.type === wanted), type);
/** The page's own regions as the daemon has them, by the order of their numbers: frames in mm. */
async function regions() {
  const lines = await stage.ask({ command: "regions" });
  return lines.filter((each) => each.type === "region" && each.owner !== "configuration");
}
const px = ([left, top, width, height]) => [left, top, width, height].map((each) => Math.round(each * 64) / 10);
const near = (found, expected, limit, what = "value") => assert.ok(Math.abs(found - expected) <= limit, `${what} is ${found}, expected ${expected} ± ${limit}`);
/** Waits until some region has this frame in px. */
const framed = (...frame) => until(`the frame ${frame}`, async () => (await regions()).find((each) => each.frame && px(each.frame).every((side, index) => Math.abs(side - frame[index]) <= 0.5)));

test("JS-10 and JS-33 an observed element is a region and recognizers of the daemon, and its gestures are events at the element", async () => {
  await open("A↓400,250@500 A↑@560 B↓350,300 C↓450,300@1500 B→300,300 C→500,300@1800 B↑ C↑@2000", { rate: 60 });
  await browser.run(async () => {
    record(document, "g-tap", "g-pinchstart", "g-pinchmove", "g-pinchend");
    await gestures.observe(map, { tap: true, pinch: true }).ready;
  });
  assert.deepEqual((await regions()).map((each) => px(each.frame)), [[100, 100, 400, 300], [120, 120, 60, 60]]);
  await seen("g-pinchend");
  const all = await browser.run(() => events);
  assert.deepEqual([all[0].type, all[0].target, all[0].clientX, all[0].clientY, all[0].offsetX, all[0].offsetY], ["g-tap", "map", 400, 250, 300, 150]);
  assert.equal(all[1].type, "g-pinchstart");
  assert.ok(all.filter((each) => each.type === "g-pinchmove").length >= 3);
  assert.ok(all.at(-1).scale > 1.7);
  near(all.slice(1).reduce((product, each) => product * each.scaleDelta, 1), all.at(-1).scale, 0.001, "the product of the deltas");
  // The event's time is the fingers', on the page's clock.
  assert.ok(all.every((each) => each.timeStamp <= each.at && each.at - each.timeStamp < 2000));
});

test("JS-3 a token in the address is the first message, and leaves the address", async () => {
  await stage.stop();
  await browser.goto(`${stage.address}/p0/?again#gestured=secret`);
  await browser.until("the page", () => globalThis.isReady);
  const found = await browser.run(async () => {
    const sent = [];
    class Socket { constructor() { setTimeout(() => { this.onopen(); for (const line of [{ type: "hello", protocol: 1, features: [], time: 0 }, { type: "device", device: 1, state: "added", size: [160, 100], rotation: 0 }]) this.onmessage({ data: JSON.stringify(line) }); }); } send(text) { sent.push(JSON.parse(text)); } close() {} }
    const own = new Gestures({ WebSocket: Socket });
    own.observe(map, { tap: true });
    const hash = location.hash;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { hash, href: location.href, first: sent[0] };
  });
  assert.equal(found.hash, "");
  assert.ok(!found.href.includes("secret"));
  assert.deepEqual([found.first.command, found.first.token], ["authorize", "secret"]);
});

test("JS-13 the visible part counts", async () => {
  await open();
  await browser.run(async () => {
    stage.style.cssText += "; overflow: hidden; top: 0; bottom: auto; height: 250px";
    await gestures.observe(map, { tap: true }).ready;
  });
  await framed(100, 100, 400, 150);
});

test("JS-13 what a page puts into the slot of a component is cut by the component's boxes", async () => {
  await open();
  await browser.run(async () => {
    const host = stage.appendChild(document.createElement("x-scroller"));
    host.attachShadow({ mode: "open" }).innerHTML = '<div style="position: absolute; left: 600px; top: 100px; width: 200px; height: 100px; overflow: hidden"><slot></slot></div>';
    host.innerHTML = '<div style="width: 300px; height: 80px"></div>';
    await gestures.observe(host.firstChild, { tap: true }).ready;
    globalThis.box = host.shadowRoot.firstChild;
  });
  await framed(600, 100, 200, 80);
  // A change in the component is seen.
  await browser.run(() => { box.style.height = "50px"; });
  await framed(600, 100, 200, 50);
});

test("JS-13 a fixed element is cut by the transformed box around it, and any by a box that contains its paint", async () => {
  await open();
  await browser.run(async () => {
    const make = (style, inside) => {
      const box = document.createElement("div");
      box.style.cssText = `position: absolute; top: 100px; width: 100px; height: 80px; ${style}`;
      box.innerHTML = `<div style="position: ${inside}; left: 0; top: 0; width: 300px; height: 300px"></div>`;
      document.body.append(box);
      return gestures.observe(box.firstChild, { tap: true }).ready;
    };
    await Promise.all([make("left: 600px; overflow: hidden; transform: translateZ(0)", "fixed"), make("left: 750px; contain: paint", "relative")]);
  });
  await framed(600, 100, 100, 80);
  await framed(750, 100, 100, 80);
});

test("JS-14 an element that cannot be seen or touched is a hidden region, and a tap there goes to what lies behind", async () => {
  await open("A↓400,250@0 A↑@60", { lead: 2 });
  await browser.run(async () => {
    record(document, "g-tap", "g-behind");
    const { send } = WebSocket.prototype;
    globalThis.sent = [];
    WebSocket.prototype.send = function (text) { sent.push(text); send.call(this, text); };
    await Promise.all([gestures.observe(stage, { behind: { kind: "tap" } }).ready, gestures.observe(map, { tap: true }).ready]);
    map.style.display = "none";
  });
  await browser.until("the hidden region", () => sent.some((each) => each.includes('"hidden":true')));
  await seen("g-behind");
  assert.deepEqual(await types(), ["g-behind"]);
  for (const change of ["map.style.visibility = 'hidden'", "map.inert = true", "stage.hidden = true"]) {
    await open();
    const sent = await browser.run(async (source) => {
      const sent = [];
      const own = new Gestures({ WebSocket: class extends WebSocket { send(text) { sent.push(text); super.send(text); } } });
      await own.observe(map, { tap: true }, { interactive: "observe" }).ready;
      (0, eval)(source);
      for (let count = 0; count < 20 && !sent.some((each) => each.includes('"hidden":true')); count++) await new Promise((resolve) => setTimeout(resolve, 50));
      return sent;
    }, change);
    assert.ok(sent.some((each) => each.includes('"change"') && each.includes('"hidden":true')), change);
  }
});

test("JS-15 a page that is hidden hides its regions", async () => {
  await open();
  // A headless tab stays visible behind another one, so the test hides it by an event of its own.
  const sent = await browser.run(async () => {
    const sent = [];
    const own = new Gestures({ WebSocket: class extends WebSocket { send(text) { sent.push([performance.now(), text]); super.send(text); } } });
    await own.observe(map, { tap: true }, { interactive: "observe" }).ready;
    let state = "hidden";
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    const began = performance.now();
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const hid = sent.filter(([time, text]) => time >= began && text.includes('"hidden":true')).length;
    state = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [hid, sent.filter(([, text]) => text.includes('"change"') && text.includes('"hidden":false')).length];
  });
  assert.deepEqual(sent, [1, 1]);
});

test("JS-16 each thing that moves an element moves its region", async () => {
  await open();
  await browser.run(async () => {
    stage.style.cssText = "position: absolute; left: 0; top: 0; width: 1024px; height: 2000px";
    document.body.style.overflow = document.documentElement.style.overflow = "visible";
    await gestures.observe(map, { tap: true }, { interactive: "observe" }).ready;
  });
  await framed(100, 100, 400, 300);
  await browser.run(() => { map.style.left = "150px"; });
  await framed(150, 100, 400, 300);
  await browser.run(() => { map.style.width = "350px"; });
  await framed(150, 100, 350, 300);
  await browser.run(() => { scrollTo(0, 50); });
  await framed(150, 50, 350, 300);
  await browser.run(() => { const style = document.createElement("style"); style.textContent = "#map { margin-left: 50px }"; document.head.append(style); });
  await framed(200, 50, 350, 300);
  await browser.run(() => { map.style.transition = "transform 0.4s linear"; getComputedStyle(map).transform; map.style.transform = "translateX(50px)"; });
  await framed(250, 50, 350, 300);
  await browser.run(() => { const animation = map.animate([{ transform: "translateX(50px)" }, { transform: "translateX(100px)" }], { duration: 300, fill: "forwards" }); return animation.finished.then(() => 0); });
  await framed(300, 50, 350, 300);
});

test("JS-16 the region follows an animation in a frame too", async () => {
  await open();
  await browser.run(async () => {
    const frame = document.createElement("iframe");
    frame.style.cssText = "position: fixed; left: 400px; top: 300px; width: 512px; height: 320px; border: 0";
    frame.srcdoc = '<!doctype html><style>body { margin: 0 }</style><div id="inside" style="position: absolute; left: 20px; top: 20px; width: 100px; height: 80px"></div><script type="module">import { Gestures } from "/gestured.js"; globalThis.own = new Gestures();</script>';
    document.body.append(frame);
    await new Promise((resolve) => { frame.onload = resolve; });
    globalThis.inside = frame.contentWindow.inside;
    await frame.contentWindow.own.observe(inside, { tap: true }).ready;
  });
  const left = async () => px((await regions())[0].frame)[0], start = await left();
  // The animation begins when all looks at the first place are over.
  await browser.run(() => inside.animate([{ transform: "none" }, { transform: "translateX(90px)" }], { delay: 600, duration: 300, fill: "forwards" }).finished.then(() => 0));
  await until("the place after the animation", async () => Math.abs((await left()) - start - 90) <= 0.5);
});

test("JS-17 frames go out at most 10 times a second, and the last one is exact", async () => {
  await open();
  const found = await browser.run(async () => {
    const sent = [];
    const own = new Gestures({ WebSocket: class extends WebSocket { send(text) { if (text.includes('"change"')) sent.push(JSON.parse(text)); super.send(text); } } });
    await own.observe(map, { tap: true }, { interactive: "observe" }).ready;
    const began = performance.now();
    await new Promise((resolve) => {
      const step = () => {
        const time = Math.min(2000, performance.now() - began);
        map.style.left = `${100 + time / 10}px`;
        if (time < 2000) requestAnimationFrame(step);
        else resolve();
      };
      step();
    });
    // The element rests, so its last place goes out within a tenth of a second, or later on a busy machine.
    const last = () => sent.at(-1).edits[0].change.frame[0];
    while (last() !== "29.2969 %" && performance.now() < began + 8000) await new Promise((resolve) => setTimeout(resolve, 20));
    return [sent.length, last()];
  });
  assert.ok(found[0] <= 21 && found[0] >= 5, `${found[0]} requests`);
  assert.equal(found[1], "29.2969 %");
});

test("JS-18 elements in elements are regions in regions; a tap goes to the inner one, a pan from there to both", async () => {
  await open("A↓400,250@500 A↑@560 B↓400,250@1200 B→500,250@1500 B↑@1600", { rate: 60 });
  await browser.run(async () => {
    record(document, "g-tap", "g-panstart", "g-panend");
    await Promise.all([gestures.observe(stage, { tap: true, pan: true }).ready, gestures.observe(map, { tap: true }).ready]);
  });
  const lines = await regions();
  const inner = lines.find((each) => px(each.frame)[0] === 100);
  assert.equal(inner.parent, lines.find((each) => px(each.frame)[2] === 1024).region);
  await seen("g-panend");
  assert.deepEqual((await browser.run(() => events)).map((each) => [each.type, each.target]), [["g-tap", "map"], ["g-panstart", "stage"], ["g-panend", "stage"]]);
});

test("PAN-25 a pan beside a pinch and a rotation goes with them: two fingers move, spread and turn an element", async () => {
  await open("A↓250,250@500 B↓350,250@510 A→220,300 B→420,260@800 A↑ B↑@1000", { rate: 60 });
  await browser.run(async () => {
    record(document, "g-panstart", "g-panend", "g-pinchstart", "g-pinchend", "g-rotatestart");
    const simultaneousWith = "*";
    await gestures.observe(map, { pan: { simultaneousWith }, pinch: { simultaneousWith }, rotate: { simultaneousWith } }).ready;
  });
  await seen("g-panend");
  await seen("g-pinchend");
  const starts = (await browser.run(() => events)).filter((each) => each.type.endsWith("start")).map((each) => each.type);
  assert.deepEqual(starts.sort(), ["g-panstart", "g-pinchstart", "g-rotatestart"]);
});

test("JS-18 siblings lie in paint order, and refresh finds a z-index of a style sheet", async () => {
  await open();
  const order = async () => (await regions()).map((each) => px(each.frame)[0]);
  await browser.run(async () => {
    for (const [left, z] of [[600, 2], [620, 1]]) {
      const each = document.createElement("div");
      each.className = `z${z}`;
      each.style.cssText = `position: absolute; left: ${left}px; top: 0; width: 100px; height: 100px`;
      document.body.append(each);
    }
    const style = document.createElement("style");
    style.textContent = ".z2 { z-index: 2 } .z1 { z-index: 1 }";
    document.head.append(style);
    await Promise.all([...document.querySelectorAll("body > div[class]")].map((each) => gestures.observe(each, { tap: true }).ready));
  });
  assert.deepEqual(await order(), [620, 600]);
  await browser.run(() => { document.styleSheets[document.styleSheets.length - 1].cssRules[1].style.zIndex = 3; gestures.refresh(); });
  await until("the new order", async () => String(await order()) === "600,620");
});

test("JS-19 a shield and an open dialog keep gestures from what lies behind them", async () => {
  await open("A↓700,100@500 A↑@560 B↓700,300@1200 B↑@1260 C↓700,500@1900 C↑@1960");
  await browser.run(async () => {
    record(document, "g-tap");
    const menu = document.createElement("div"), dialog = document.createElement("dialog");
    menu.style.cssText = "position: absolute; left: 600px; top: 0; width: 200px; height: 200px";
    dialog.style.cssText = "margin: 0; left: 600px; top: 220px; width: 200px; height: 160px; box-sizing: border-box";
    document.body.append(menu, dialog);
    dialog.show();
    gestures.shield(menu);
    await gestures.observe(stage, { tap: true }).ready;
  });
  const tap = await seen("g-tap");
  assert.equal(tap.clientY, 500);
  assert.deepEqual(await types(), ["g-tap"]);
});

test("JS-19 a popover that is shown is a shield, and none when it is hidden", async () => {
  await open();
  await browser.run(async () => {
    const menu = document.createElement("div");
    menu.popover = "manual";
    menu.id = "menu";
    menu.style.cssText = "inset: auto; left: 600px; top: 100px; width: 200px; height: 100px; margin: 0; padding: 0; border: 0";
    document.body.append(menu);
    await gestures.observe(stage, { tap: true }, { interactive: "observe" }).ready;
    menu.showPopover();
  });
  await framed(600, 100, 200, 100);
  await browser.run(() => document.getElementById("menu").hidePopover());
  await until("one region", async () => (await regions()).length === 1);
});

test("JS-19 a modal dialog keeps gestures from the whole page, and what is observed in it hears its own", async () => {
  await open("A↓700,500@500 A↑@560 B↓300,300@1200 B↑@1260");
  await browser.run(async () => {
    record(document, "g-tap");
    const dialog = document.createElement("dialog"), inside = document.createElement("div");
    dialog.style.cssText = "margin: 0; left: 200px; top: 200px; width: 200px; height: 200px; box-sizing: border-box";
    inside.style.cssText = "position: absolute; inset: 0";
    inside.id = "inside";
    dialog.append(inside);
    document.body.append(dialog);
    dialog.showModal();
    await Promise.all([gestures.observe(stage, { tap: true }).ready, gestures.observe(inside, { tap: true }).ready]);
  });
  await seen("g-tap");
  assert.deepEqual((await browser.run(() => events)).map((each) => each.target), ["inside"]);
});

test("JS-20 and JS-50 a button in an observed element keeps its click, and the element hears no tap there", async () => {
  await open("A↓150,150@500 A↑@560 B↓400,250@1200 B↑@1260");
  await browser.run(async () => {
    record(document, "g-tap");
    globalThis.clicks = [];
    document.addEventListener("click", (event) => clicks.push(event.target.id));
    document.addEventListener("mousedown", (event) => clicks.push(`down ${event.target.id}`));
    await gestures.observe(map, { tap: true }).ready;
  });
  // The browser sees the same fingers: these are the browser's own, at the same places.
  await browser.touch([[150, 150]]);
  await browser.until("the click", () => clicks.includes("knob"));
  await browser.touch([[400, 250]]);
  await seen("g-tap");
  assert.deepEqual(await browser.run(() => clicks), ["down knob", "knob"]);
  assert.deepEqual((await browser.run(() => events)).map((each) => each.clientX), [400]);
  await open("A↓150,150@500 A↑@560");
  await browser.run(async () => { record(document, "g-tap"); await gestures.observe(map, { tap: true }, { interactive: "observe" }).ready; });
  assert.equal((await seen("g-tap")).clientX, 150);
});

test("JS-20 and JS-50 a button of a component in an observed element keeps its click and has a shield", async () => {
  await open();
  await browser.run(async () => {
    globalThis.clicks = [];
    const host = map.appendChild(document.createElement("x-button")), shadow = host.attachShadow({ mode: "open" });
    shadow.innerHTML = '<button style="position: absolute; left: 200px; top: 100px; width: 60px; height: 40px">deep</button>';
    shadow.firstChild.addEventListener("click", () => clicks.push("deep"));
    await gestures.observe(map, { tap: true }).ready;
  });
  await framed(300, 200, 60, 40);
  await browser.touch([[330, 220]]);
  await browser.until("the click", () => clicks.length === 1);
  // A button that comes later is found too.
  await browser.run(() => { map.lastChild.shadowRoot.firstChild.insertAdjacentHTML("afterend", '<button style="position: absolute; left: 300px; top: 100px; width: 60px; height: 40px"></button>'); });
  await framed(400, 200, 60, 40);
});

test("JS-21 a turned element takes its box, or with shape its own outline and coordinates", async () => {
  for (const [shape, count] of [["box", 2], ["transform", 1]]) {
    // The first tap is in the corner of the box and outside of the turned element; the second in its middle.
    await open("A↓110,85@500 A↑@560 B↓300,250@1200 B↑@1260 C↓5,5@1900 C↑@1960");
    await browser.run(async (shape) => {
      record(document, "g-tap", "g-end");
      map.style.transform = "rotate(30deg)";
      await Promise.all([gestures.observe(stage, { end: { kind: "tap" } }).ready, gestures.observe(map, { tap: true }, { shape, interactive: "observe" }).ready]);
    }, shape);
    await browser.until("the last tap", () => events.some((each) => each.type === "g-end" && each.clientX < 6));
    const taps = (await browser.run(() => events)).filter((each) => each.type === "g-tap");
    assert.equal(taps.length, count, shape);
    if (shape === "transform") {
      near(taps[0].offsetX, 200, 0.5, "offsetX");
      near(taps[0].offsetY, 150, 0.5, "offsetY");
    }
  }
});

test("JS-22 the document's element is the whole window, also where the page scrolls", async () => {
  await open();
  await browser.run(async () => {
    stage.style.cssText = "position: absolute; height: 5000px; width: 100%";
    document.body.style.overflow = document.documentElement.style.overflow = "visible";
    await gestures.observe(document.documentElement, { tap: true }, { interactive: "observe", native: "keep" }).ready;
    scrollTo(0, 1000);
    await new Promise((resolve) => setTimeout(resolve, 250));
  });
  assert.deepEqual((await regions()).map((each) => px(each.frame)), [[0, 0, 1024, 640]]);
});

test("JS-24 in P0 the map is exact, and with pinch zoom the frames follow the visual viewport", async () => {
  await open();
  await browser.run(async () => { await gestures.observe(map, { tap: true }, { interactive: "observe" }).ready; });
  assert.deepEqual(await browser.run(() => gestures.mapping), { source: "exact", trusted: true, error: 0.5 });
  await browser.command("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
  try {
    const [left, top, scale] = await browser.run(async () => [visualViewport.offsetLeft, visualViewport.offsetTop, visualViewport.scale]);
    assert.equal(scale, 2);
    const frame = [(100 - left) * 2, (100 - top) * 2];
    await framed(frame[0], frame[1], Math.min(800, 1024 - frame[0]), Math.min(600, 640 - frame[1]));
  } finally {
    await browser.command("Emulation.setPageScaleFactor", { pageScaleFactor: 1 });
  }
});

test("JS-24 a frame of half the window is not taken for the screen, and pointers say where it lies", async () => {
  await open();
  const found = () => browser.run(() => {
    const { own } = document.querySelector("iframe").contentWindow;
    return [own.mapping, own.toScreen(0, 0), own.toScreen(100, 0)].flat();
  });
  await browser.run(async () => {
    const frame = document.createElement("iframe");
    frame.style.cssText = "position: fixed; left: 256px; top: 160px; width: 512px; height: 320px; border: 0";
    frame.srcdoc = '<!doctype html><style>body { margin: 0 }</style><div id="inside" style="height: 300px"></div><script type="module">import { Gestures } from "/gestured.js"; globalThis.own = new Gestures();</script>';
    document.body.append(frame);
    await new Promise((resolve) => { frame.onload = resolve; });
    await frame.contentWindow.own.observe(frame.contentWindow.inside, { tap: true }).ready;
  });
  assert.deepEqual((await found())[0], { source: "reported", trusted: false, error: null });
  await browser.touch([[300, 200]]);
  await browser.touch([[500, 400]]);
  await until("the place of the frame", async () => (await found()).slice(1).every((each, index) => Math.abs(each - [40, 25, 55.625, 25][index]) < 0.1));
});

test("JS-35 and JS-36 the daemon ends in a pinch: cancel at once, and after its restart the next tap fires", async () => {
  await open("A↓200,250 B↓400,250@500 A→150,250 B→450,250@900 ⏲9000 A↑ B↑@9000", { rate: 60 });
  await browser.run(async () => {
    record(document, "g-tap", "g-pinchstart", "g-pinchcancel");
    globalThis.stateNames = [];
    gestures.addEventListener("statechange", () => stateNames.push(gestures.state));
    await gestures.observe(map, { tap: true, pinch: true }).ready;
  });
  await seen("g-pinchstart");
  await stage.stop("SIGKILL");
  assert.equal((await seen("g-pinchcancel")).reason, "connection");
  await stage.play("A↓400,250@500 A↑@560", { lead: 0.5 });
  await seen("g-tap");
  const names = await browser.run(() => stateNames);
  assert.deepEqual(names.slice(0, 4), ["connecting", "open", "waiting", "connecting"]);
  assert.ok(names.lastIndexOf("open") > names.indexOf("waiting"));
});

test("JS-38 an element that leaves the page is observed no more", async () => {
  await open();
  await browser.run(async () => { await gestures.observe(map, { tap: true }).ready; map.remove(); });
  await until("no region", async () => (await regions()).length === 0);
  await browser.run(async () => {
    const map = document.createElement("div");
    map.style.cssText = "position: absolute; width: 100px; height: 100px";
    stage.append(map);
    await gestures.observe(map, { tap: true }).ready;
    map.remove();
    stage.append(map);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  assert.ok((await regions()).length > 0);
});

test("JS-38 elements that are observed for a moment only leave nothing in the daemon", async () => {
  await open();
  await browser.run(async () => {
    await gestures.observe(map, { pan: true }, { interactive: "observe" }).ready;
    for (let count = 0; count < 40; count++) {
      const each = document.createElement("div");
      each.style.cssText = "position: absolute; left: 600px; top: 100px; width: 50px; height: 50px";
      document.body.append(each);
      const handle = gestures.observe(each, { tap: true });
      await new Promise((resolve) => setTimeout(resolve, count % 8));
      handle.stop();
      each.remove();
    }
  });
  const recognizers = async () => (await stage.ask({ command: "recognizers", owners: "all" })).filter((each) => each.type === "recognizer" && each.client);
  await until("one region with one recognizer", async () => (await regions()).length === 1 && (await recognizers()).length === 1);
});

test("JS-38 an element that leaves a shadow tree is observed no more, and one that is observed before it is in the page waits for it", async () => {
  await open();
  await browser.run(async () => {
    const style = "position: absolute; left: 600px; top: 100px; width: 100px; height: 100px";
    globalThis.shadow = stage.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
    shadow.innerHTML = `<div style="${style}"></div>`;
    await gestures.observe(shadow.firstChild, { tap: true }).ready;
    globalThis.late = document.createElement("div");
    late.style.cssText = style;
    globalThis.handle = gestures.observe(late, { tap: true });
    stage.append(document.createElement("p"));
    await handle.ready;
  });
  await framed(600, 100, 100, 100);
  await browser.run(() => shadow.firstChild.remove());
  await until("only the region to come", async () => (await regions()).length === 1);
  await browser.run(() => stage.append(late));
  await framed(600, 100, 100, 100);
});

test("JS-47 at 240 Hz a pan has at most one move in a frame, and deltas add up", async () => {
  await open("A↓150,250@500 A→450,250@1500 A↑@1600", { rate: 240 });
  await browser.run(async () => { record(document, "g-panstart", "g-panmove", "g-panend"); await gestures.observe(map, { pan: true }, { interactive: "observe" }).ready; });
  const end = await seen("g-panend");
  const all = await browser.run(() => events), moves = all.filter((each) => each.type === "g-panmove");
  const span = (moves.at(-1).at - moves[0].at) / 1000;
  assert.ok(moves.length <= Math.max(62, 62 * span), `${moves.length} moves in ${span} s`);
  assert.ok(moves.some((each) => each.coalesced > 0));
  near(all.reduce((sum, each) => sum + each.movementX, 0), end.deltaX, 0.5, "the sum of the deltas");
  near(end.deltaX, 300, 2, "deltaX");
});

test("JS-49 while an element is observed the browser neither zooms, selects nor drags there, and stop puts back what was there", async () => {
  await open();
  const found = await browser.run(async () => {
    map.style.touchAction = "pan-x";
    const before = map.getAttribute("style");
    const handle = gestures.observe(map, { tap: true });
    const during = ["touch-action", "user-select", "overscroll-behavior"].map((name) => getComputedStyle(map).getPropertyValue(name));
    globalThis.handle = handle;
    await handle.ready;
    return { before, during };
  });
  assert.deepEqual(found.during, ["none", "none", "contain"]);
  await browser.touch([[250, 250], [200, 200]], [[350, 300], [450, 380]]);
  assert.equal(await browser.run(() => visualViewport.scale), 1);
  assert.equal(await browser.run(() => { handle.stop(); return map.getAttribute("style"); }), found.before);
});

test("JS-55 the daemon takes a region that keeps its touches from the browser, and the button inside goes without", async () => {
  // The rights as docs/web.md has them; root has them anyway.
  stage.configure(/```toml\n(\[rights\][^`]*)```/.exec(fs.readFileSync(path.join(ROOT, "docs/web.md"), "utf8"))[1]);
  await open();
  stage.configure();
  const added = await browser.run(async () => {
    const sent = [];
    const own = new Gestures({ WebSocket: class extends WebSocket { send(text) { sent.push(JSON.parse(text)); super.send(text); } } });
    await own.observe(map, { tap: true }).ready;
    return sent.filter((each) => each.command === "regions").flatMap((each) => each.edits).filter((each) => each.add).map((each) => each.add.app ?? null);
  });
  assert.deepEqual(added, [false, null]);
});

test("JS-51 a held element has no context menu by touch", async () => {
  await open();
  const found = await browser.run(async () => {
    await gestures.observe(map, { press: true }).ready;
    const ask = (target, init) => target.dispatchEvent(new PointerEvent("contextmenu", { bubbles: true, cancelable: true, ...init }));
    return [ask(map, { pointerType: "touch", button: 0 }), ask(map, { pointerType: "mouse", button: 2 }), map.dispatchEvent(new DragEvent("dragstart", { bubbles: true, cancelable: true }))];
  });
  assert.deepEqual(found, [false, true, false]);
});

test("JS-52 native keep lets the browser act too, and scroll-y lets one finger scroll", async () => {
  await open("A↓400,250@500 A↑@560");
  await browser.run(async () => {
    record(document, "g-tap");
    globalThis.clicks = [];
    map.addEventListener("click", () => clicks.push("click"));
    await gestures.observe(map, { tap: true }, { native: "keep" }).ready;
  });
  await browser.touch([[400, 250]]);
  await browser.until("the click", () => clicks.length === 1);
  await seen("g-tap");
  await open();
  assert.equal(await browser.run(() => { gestures.observe(map, { pinch: true }, { native: "scroll-y" }); return getComputedStyle(map).touchAction; }), "pan-y");
});

test("JS-53 the mouse stays as it is", async () => {
  await open();
  await browser.run(async () => {
    globalThis.clicks = [];
    for (const type of ["mousedown", "click", "contextmenu"]) map.addEventListener(type, (event) => clicks.push([type, event.defaultPrevented]));
    await gestures.observe(map, { tap: true, press: true }).ready;
  });
  await browser.click(400, 250);
  assert.deepEqual(await browser.run(() => clicks), [["mousedown", false], ["click", false]]);
});

test("JS-61 at rest nothing runs: no timer and no animation frame", async () => {
  await open();
  const calls = await browser.run(async () => {
    await gestures.observe(map, { tap: true }).ready;
    await new Promise((resolve) => setTimeout(resolve, 500));
    let calls = 0;
    const names = ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback", "queueMicrotask"];
    const old = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
    for (const name of names) globalThis[name] = (...all) => { calls++; return old[name].apply(globalThis, all); };
    await new Promise((resolve) => old.setTimeout.call(globalThis, resolve, 2000));
    Object.assign(globalThis, old);
    return calls;
  });
  assert.equal(calls, 0);
});

test("WEB-38 the first page of docs/web.md and its replay run as they are written, without a policy, and show the scale of a pinch", async () => {
  const text = fs.readFileSync(path.join(ROOT, "docs/web.md"), "utf8");
  const example = (name) => text.split(`<!-- example: ${name} -->\n`)[1].split("```")[1].replace(/^.*\n/, "");
  const folder = fs.mkdtempSync(path.join(stage.folder, "walk-")), port = await freePort();
  fs.writeFileSync(path.join(folder, "index.html"), example("page"));
  // The programs as a user calls them: these are not installed.
  const programs = path.join(folder, "bin"), call = (name, ...words) => fs.writeFileSync(path.join(programs, name), `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`, { mode: 0o755 });
  fs.mkdirSync(programs);
  for (const name of ["gestured", "gesturectl"]) call(name, path.join(PROGRAMS, name));
  call("gestured-web", SERVICE ?? path.join(ROOT, ".build/web-release/gestured-web"), "--assets", path.join(ROOT, "Web/module"));
  const script = example("replay").replaceAll("/srv/kiosk", folder).replaceAll("4379", port);
  const shell = spawn("sh", ["-c", script], { cwd: folder, detached: true, stdio: "ignore", env: { ...process.env, PATH: `${programs}:${process.env.PATH}`, XDG_RUNTIME_DIR: folder, GESTURED_SOCKET: path.join(folder, "gestured/events.sock") } });
  try {
    const address = `http://127.0.0.1:${port}/`;
    await until("the services", () => fs.existsSync(path.join(folder, "gestured/events.sock")) && fetch(address).then((each) => each.ok, () => false));
    await browser.goto(address);
    await browser.until("the scale", () => Number(document.getElementById("photo").textContent) > 1.5);
  } finally {
    process.kill(-shell.pid);
  }
});

test("JS-56 the switches of docs/web.md turn Chromium's own gestures off, and Chromium runs with them", async () => {
  const flags = switches();
  for (const wanted of ["--disable-pinch", "--overscroll-history-navigation=0", "--disable-features=TouchpadOverscrollHistoryNavigation"]) assert.ok(flags.includes(wanted), wanted);
  await open();
  // All tests of this file run with them.
  assert.ok(browser.switches.every((each) => flags.includes(each)) && browser.switches.length === flags.length);
});
