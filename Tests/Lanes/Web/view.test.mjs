// The live view in Chromium: a page that gesturectl view has made, from a file, without a network.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { LINGER, Player } from "../../../Web/view/source/player.js";
import { Browser, ROOT } from "./browser.mjs";
import { bundled, dumpOf, run, storyOf, temporary } from "./view-support.mjs";

const CONTROL = path.join(process.env.GESTURED_PROGRAMS ?? path.join(ROOT, ".build/release"), "gesturectl");
let browser, folder, demo, pages = 0;

/** The page of a recording. */
function pageOf(recording, ...more) {
  pages += 1;
  const page = path.join(folder, `${pages}.html`);
  execFileSync(CONTROL, ["view", recording, "--output", page, ...more]);
  return page;
}

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "view-"));
  demo = pageOf(bundled("demo"));
  browser = await Browser.open({ width: 1280, height: 800 });
});
after(async () => {
  await browser?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function open(page, time) {
  await browser.goto(`file://${page}`);
  await browser.until("the recording", () => globalThis.gesturedView?.story.lineCount > 0);
  if (time !== undefined) await seek(time);
}

/** Shows a moment, and waits until it is drawn. */
const seek = (time) => browser.run(async (at) => {
  gesturedView.player.seek(at);
  gesturedView.wake();
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}, time);
const text = (id) => browser.run((name) => document.getElementById(name).textContent, id);
const label = (id) => browser.run((name) => document.getElementById(name).getAttribute("aria-label"), id);
const media = (...features) => browser.command("Emulation.setEmulatedMedia", { features: features.map(([name, value]) => ({ name, value })) });

test("VIEW-1 the view is one file of at most 200 kB that asks no host for anything", async () => {
  const size = fs.statSync(path.join(ROOT, ".build/view/view.html")).size;
  console.log(`# the live view has ${(size / 1000).toFixed(1)} kB`);
  assert.ok(size <= 200_000);
  await open(demo);
  assert.deepEqual(await browser.run(() => performance.getEntriesByType("resource").map((entry) => entry.name)), []);
  const source = fs.readFileSync(demo, "utf8");
  assert.doesNotMatch(source, /\b(?:src|href)=["']?https?:/);
});

test("VIEW-2 gesturectl view writes a page that only its user reads, and that plays anywhere", async () => {
  assert.equal(fs.statSync(demo).mode & 0o777, 0o600);
  const moved = path.join(folder, "moved.html");
  fs.copyFileSync(demo, moved);
  await open(moved, 0);
  assert.equal(await browser.run(() => gesturedView.story.lineCount), dumpOf(bundled("demo")).length);
  assert.match(await text("status"), /^demo\.events: \d+ lines\.$/);
  await browser.run((line) => gesturedView.open("hello.jsonl", line), dumpOf(bundled("demo"))[0]);
  assert.equal(await text("status"), "hello.jsonl: 1 line.");
});

test("VIEW-2 a page that cannot be written whole leaves nothing, and an older page as it was", () => {
  const small = fs.mkdtempSync(path.join(folder, "small-")), older = path.join(small, "older.html");
  /** Runs `gesturectl view` where a file may have at most 16 kB. */
  const view = (...args) => spawnSync("sh", ["-c", 'trap "" XFSZ; ulimit -f 32; exec "$@"', "sh", CONTROL, "view", bundled("slow-taps"), ...args],
    { encoding: "utf8", env: { ...process.env, XDG_RUNTIME_DIR: small } });
  const refused = view();
  assert.equal(refused.status, 74, refused.stderr);
  assert.match(refused.stderr, /small-\w+ cannot be written: File too large/);
  assert.deepEqual(fs.readdirSync(small), []);
  fs.writeFileSync(older, "older");
  assert.equal(view("--output", older).status, 74);
  assert.deepEqual([fs.readdirSync(small), fs.readFileSync(older, "utf8")], [["older.html"], "older"]);
});

test("VIEW-2 a page in place of another file is readable for its user alone, a link is followed, and a pipe is written to", () => {
  const place = fs.mkdtempSync(path.join(folder, "place-")), older = path.join(place, "older.html"), link = path.join(place, "link.html");
  fs.writeFileSync(older, "older", { mode: 0o644 });
  fs.symlinkSync("older.html", link);
  execFileSync(CONTROL, ["view", bundled("slow-taps"), "--output", link]);
  assert.ok(fs.lstatSync(link).isSymbolicLink());
  assert.equal(fs.statSync(older).mode & 0o777, 0o600);
  assert.match(fs.readFileSync(older, "utf8"), /^<!doctype html>/);
  assert.deepEqual(fs.readdirSync(place).sort(), ["link.html", "older.html"]);
  assert.match(execFileSync("sh", ["-c", '"$0" view "$1" --output /dev/stdout | cat', CONTROL, bundled("slow-taps")], { encoding: "utf8", maxBuffer: 1 << 28 }), /^<!doctype html>/);
});

test("VIEW-2 a file that is no recording makes no page, and gestured says why", () => {
  const file = temporary("none.events", "hello\n");
  assert.throws(() => execFileSync(CONTROL, ["view", file, "--output", path.join(folder, "none.html")], { stdio: "pipe" }),
    (error) => error.status === 65 && /none\.events/.test(String(error.stderr)));
  assert.ok(!fs.existsSync(path.join(folder, "none.html")));
});

test("VIEW-3 a device's name is text, whatever it is", async () => {
  const name = "</script><b id=\"injected\">";
  const recording = fs.readFileSync(bundled("slow-taps"), "utf8").replace(/^N: .*$/m, `N: ${name}`);
  await open(pageOf(temporary("named.events", recording)), 0.2);
  assert.equal(await browser.run(() => document.getElementById("injected")), null);
  assert.ok((await label("picture")).includes(name));
});

test("VIEW-5 the page opens no connection of its own where no bridge has served it", async () => {
  await browser.goto(`file://${path.join(ROOT, ".build/view/view.html")}`);
  assert.match(await text("status"), /^Drop, paste or choose/);
  assert.equal(await browser.run(() => document.getElementById("live").hidden), true);
});

test("VIEW-6 and VIEW-7 a recording that is dropped shows its touches, and says which command shows gestures", async () => {
  await browser.goto(`file://${path.join(ROOT, ".build/view/view.html")}`);
  await browser.run((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "mine.events"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, fs.readFileSync(bundled("ten-fingers"), "utf8"));
  await browser.until("the recording", () => gesturedView.story.tracks.length === 10);
  assert.match(await text("status"), /gesturectl view FILE shows the gestures too\.$/);
  await browser.until("the list", () => document.getElementById("rows").textContent.includes("gesturectl view FILE"));
  await browser.run(() => gesturedView.open("bad", "<b>hello</b>"));
  assert.match(await text("status"), /neither JSON lines of gestured nor a recording/);
  assert.equal(await browser.run(() => gesturedView.story.tracks.length), 10, "a mistake leaves what was shown");
});

test("VIEW-6 the file that was chosen last is shown, whichever is read first, and the page says why a file cannot be read", async () => {
  await browser.goto(`file://${path.join(ROOT, ".build/view/view.html")}`);
  const found = await browser.run(async (lines) => {
    const status = document.getElementById("status"), { text } = File.prototype, answers = [], found = [];
    /** A file whose text comes when the test says so. */
    const choose = (name, type = "drop") => {
      const transfer = new DataTransfer();
      if (name) transfer.items.add(new File([lines], name));
      else transfer.setData("text/plain", lines);
      File.prototype.text = function () {
        return new Promise((resolve, reject) => answers.push({ resolve: () => resolve(text.call(this)), reject }));
      };
      document.dispatchEvent(type === "paste" ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true })
        : new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    };
    const answer = async (index, problem) => {
      if (problem) answers[index].reject(new DOMException(problem, "NotReadableError"));
      else answers[index].resolve();
      await text.call(new File([lines], "as long"));
      await new Promise(requestAnimationFrame);
      found.push(status.textContent);
    };
    choose("slow.jsonl");
    choose("quick.jsonl");
    await answer(1);
    await answer(0);
    choose("gone.jsonl");
    await answer(2, "The file could not be read.");
    choose("older.jsonl");
    choose(null, "paste");
    await answer(4);
    await answer(3, "The file could not be read.");
    return found;
  }, dumpOf(bundled("demo"))[0]);
  assert.deepEqual(found, ["quick.jsonl: 1 line.", "quick.jsonl: 1 line.", "gone.jsonl: The file could not be read.", "clipboard: 1 line.", "clipboard: 1 line."]);
});

test("VIEW-8 a kind that is named like a method of objects is drawn as a plain mark, and the view goes on", async () => {
  await browser.goto(`file://${path.join(ROOT, ".build/view/view.html")}`);
  const lines = [{ type: "device", time: 0, device: 1, state: "added", name: "T1", size: [160, 100] }];
  ["__proto__", "constructor", "toString"].forEach((kind, index) => lines.push({ type: "gesture", time: 0.1, device: 1, sequence: 1, gesture_id: index,
    recognizer: `r${index}`, kind, state: "began", touch_count: 1, location: [40 * (index + 1), 50] }));
  lines.push({ type: "settled", time: 0.2, device: 1, sequence: 1, first_sequence: 1 });
  const written = await browser.run(async (text) => {
    const texts = new Set(), write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (...values) {
      texts.add(values[0]);
      return write.apply(this, values);
    };
    gesturedView.open("hostile", text);
    gesturedView.drawAt(0.1);
    CanvasRenderingContext2D.prototype.fillText = write;
    gesturedView.player.isPlaying = true;
    gesturedView.wake();
    return [...texts];
  }, lines.map((line) => JSON.stringify(line)).join("\n"));
  assert.deepEqual(written.filter((each) => /^r\d/.test(each)), ["r0", "r1", "r2"]);
  await browser.until("the end of the recording", () => gesturedView.player.time > 0.2 && !gesturedView.player.isPlaying);
  // A picture that fails for another reason stops nothing either.
  await browser.run(() => {
    const { panel } = gesturedView, draw = panel.draw;
    panel.draw = () => {
      panel.draw = draw;
      throw new Error("a picture that fails");
    };
    gesturedView.wake();
    return new Promise(requestAnimationFrame);
  });
  await seek(0.1);
  assert.equal(await text("time"), "0.1 s");
});

test("VIEW-9 the panel is drawn to scale: 160 × 100 mm is 1.6 wide, and turned by 90° it is 0.625", async () => {
  const aspect = () => browser.run(() => {
    const canvas = document.getElementById("picture"), context = canvas.getContext("2d");
    const frame = getComputedStyle(document.documentElement).getPropertyValue("--frame").trim();
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(frame.slice(at, at + 2), 16));
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const is = (x, y) => [red, green, blue].every((value, part) => Math.abs(data[(y * width + x) * 4 + part] - value) < 12);
    // Long rows and columns of the frame's color: texts are shorter.
    const rows = [], columns = [];
    for (let y = 0; y < height; y += 1) {
      let count = 0;
      for (let x = 0; x < width; x += 1) count += is(x, y);
      if (count > 200) rows.push(y);
    }
    for (let x = 0; x < width; x += 1) {
      let count = 0;
      for (let y = 0; y < height; y += 1) count += is(x, y);
      if (count > 200) columns.push(x);
    }
    const [left, right, top, bottom] = [columns[0], columns.at(-1), rows[0], rows.at(-1)];
    return (right - left) / (bottom - top);
  });
  await open(demo, 1);
  assert.ok(Math.abs((await aspect()) - 1.6) < 0.02, `${await aspect()}`);
  const turned = temporary("turned.toml", '[device.panel]\nname = "gestured test screen"\nrotation_deg = 90\n');
  await open(pageOf(bundled("slow-taps"), "--config", turned), 0.2);
  assert.ok(Math.abs((await aspect()) - 0.625) < 0.02, `${await aspect()}`);
});

test("VIEW-10, VIEW-12 and VIEW-30 a swipe of three fingers: contacts, trails, an arrow, in the light and in the dark", async () => {
  await open(demo, 6.12);
  assert.match(await label("picture"), /^3 fingers down on gestured test screen\. Gestures: .*pan 3/);
  await browser.compare("view-swipe");
  await media(["prefers-color-scheme", "dark"]);
  await seek(6.12);
  await browser.compare("view-swipe-dark");
  await media();
});

test("VIEW-12 pictures of a tap, a long press, a pan, a pinch and a rotation differ from each other", async () => {
  await open(demo, 0.1);
  const pictures = new Set();
  const kinds = await browser.run(() => [...new Set(gesturedView.story.spans.map((span) => span.kind))]);
  for (const kind of kinds) {
    await browser.run((name) => {
      const span = gesturedView.story.spans.find((each) => each.kind === name);
      gesturedView.player.seek(span.times[Math.floor(span.times.length / 2)]);
      gesturedView.wake();
    }, kind);
    await seek(await browser.run(() => gesturedView.player.time));
    pictures.add(await browser.run(() => document.getElementById("picture").toDataURL()));
  }
  assert.equal(pictures.size, kinds.length);
});

test("VIEW-11 regions are outlined with their names, and a turned one is turned", async () => {
  const map = temporary("map.toml", "[region.map]\nframe = [20, 20, 100, 60]\n[region.north_up]\nparent = \"map\"\nframe = [30, 10, 30, 20]\nrotation_degrees = 30\nscale = 2\n");
  await open(pageOf(bundled("slow-taps"), "--config", map), 0.3);
  const lines = await browser.run(() => gesturedView.story.regionsAt(0.3, 1).map(({ line, depth }) => [line.region, depth, line.matrix !== undefined]));
  assert.deepEqual(lines.filter(([name]) => name !== "window" && name !== "root"), [["map", 2, false], ["north_up", 3, true]]);
  await browser.compare("view-regions");
});

test("VIEW-13 slop circles are a layer, off at first: 7.03 mm around the landing", async () => {
  await open(demo, 0.05);
  const before = await browser.run(() => document.getElementById("picture").toDataURL());
  await browser.run(() => document.getElementById("layer-slop").click());
  await seek(0.05);
  assert.notEqual(await browser.run(() => document.getElementById("picture").toDataURL()), before);
  assert.ok(await browser.run(() => [...gesturedView.story.families.values()].some((family) => family.options.movement_mm === 7.0313)));
  assert.deepEqual(await browser.run(() => ["coalesced", "predicted", "slop"].map((name) => document.getElementById(`layer-${name}`).checked)), [false, false, true]);
});

test("VIEW-13 exclusion zones are a layer, off at first: hatched where landings are ignored, with their names", async () => {
  const zones = temporary("zones.toml", '[exclusion.status_bar]\nframe = [0, 0, "100%", 10]\n[exclusion.corner]\nframe = ["90%", "90%", "10%", "10%"]\ntouch_types = "pen"\n'
    + '[recognizer.tap]\nkind = "tap"\n');
  await open(pageOf(bundled("slow-taps"), "--config", zones), 0);
  assert.equal(await browser.run(() => document.getElementById("layer-exclusions").checked), false);
  // The part of the picture around a place in mm.
  const around = (x, y) => browser.run((left, top) => {
    const canvas = document.getElementById("picture"), { panel, story } = gesturedView;
    const [screen] = panel.arrange(story.devicesAt(0), canvas.clientWidth, canvas.clientHeight);
    return [...canvas.getContext("2d").getImageData(screen.left + left * screen.scale - 8, screen.top + top * screen.scale - 8, 16, 16).data].join();
  }, x, y);
  const places = [[80, 5], [155, 97], [80, 50]];
  const before = await Promise.all(places.map((place) => around(...place)));
  await browser.run(() => document.getElementById("layer-exclusions").click());
  await seek(0);
  const after = await Promise.all(places.map((place) => around(...place)));
  assert.deepEqual(after.map((part, index) => part !== before[index]), [true, true, false]);
  assert.deepEqual(await browser.run(() => gesturedView.story.exclusionsAt(0, 1)), [
    { name: "status_bar", frame: [0, 0, 160, 10] }, { name: "corner", frame: [144, 90, 16, 10], touch_types: ["pen"] },
  ]);
});

test("VIEW-14 text has a contrast of 4.5 : 1 and lines of 3 : 1, in both themes", async () => {
  await open(demo, 0);
  for (const theme of ["light", "dark"]) {
    await browser.run((name) => (document.documentElement.dataset.theme = name), theme);
    const colors = await browser.run(() => Object.fromEntries(["background", "surface", "screen", "text", "muted", "waits", "failed", "fired", "contact", "pen", "limit", "region", "line", "frame"]
      .map((name) => [name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()])));
    const brightness = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const contrast = (one, other) => {
      const [low, high] = [brightness(colors[one]), brightness(colors[other])].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    for (const name of ["text", "muted", "waits", "failed", "fired", "region"]) {
      for (const ground of ["surface", "screen", "background"]) assert.ok(contrast(name, ground) >= 4.5, `${theme}: ${name} on ${ground} is ${contrast(name, ground).toFixed(2)}`);
    }
    for (const name of ["contact", "pen", "limit", "line", "frame"]) for (const ground of ["surface", "screen"]) assert.ok(contrast(name, ground) >= 3, `${theme}: ${name} on ${ground}`);
  }
});

test("VIEW-15 and VIEW-19 a held tap: its row, its bar, and lines of configuration to copy", async () => {
  await open(pageOf(bundled("slow-taps")), 0.95);
  const row = await browser.run(() => {
    const item = document.querySelector('#rows [data-name=tap]');
    item.querySelector("details").open = true;
    return { state: item.querySelector(".state").textContent, reason: item.querySelector(".reason").textContent,
      bar: item.querySelector(".bar").getAttribute("aria-label"), share: item.querySelector(".fill").style.width,
      remedy: item.querySelector("pre").textContent, changes: [...item.querySelectorAll(".transitions li")].map((each) => each.textContent) };
  });
  assert.deepEqual(row, {
    state: "failed", reason: "the fingers were still down after 500 ms; less than 500 ms is asked for", bar: "500 ms of 500 ms", share: "100%",
    remedy: "[recognizer.tap]\nmaximum_press_ms = 950",
    changes: ["0.5 s, 1 to 5 fingers: did not fire: the fingers were still down after 500 ms; less than 500 ms is asked for"],
  });
  await browser.compare("view-slow-taps");
});

test("VIEW-17 recognizers that need other fingers are one line", async () => {
  await open(demo, 6.3);
  assert.match(await text("folded"), /^\d+ of 30 need other fingers: /);
});

test("VIEW-18 an arrow leads from the recognizer that decided to the other, whose row is marked", async () => {
  const rules = temporary("rules.toml", '[recognizer.tap]\nkind = "tap"\n[recognizer.double_tap]\nkind = "tap"\ntaps = 2\n');
  await open(pageOf(bundled("demo"), "--config", rules), 1.17);
  const decided = await browser.run(() => [...document.querySelectorAll("#rows li")].map((row) => [row.dataset.name, row.classList.contains("decides"), row.querySelector(".cause")?.textContent ?? null]));
  assert.ok(decided.some(([, decides]) => decides) && decided.some(([, , cause]) => cause?.startsWith("decided by ")), JSON.stringify(decided));
  assert.ok((await browser.run(() => document.querySelector("#arrows path").getAttribute("d"))).length > 10);
});

test("VIEW-20 a banner says in one sentence what fired, or what came nearest", async () => {
  await open(demo, 1.17);
  assert.equal(await text("banner"), "Fired: tap, double_tap.");
  const press = temporary("rest.events", run("gesturectl", ["script", "A↓300,300@0 B↓400,300@0 C↓500,300@0 D↓600,300@0 A→305,300 B→405,300 C→505,300 D→605,300@2900 A↑ B↑ C↑ D↑@3000"]));
  const pan = temporary("pan.toml", '[recognizer.pan]\nkind = "pan"\ntouches = [4]\n');
  await open(pageOf(press, "--config", pan), 3.4);
  assert.match(await text("banner"), /^Nothing fired\. The nearest was pan with 4 fingers: the fingers had moved 0\.\d+ mm when too few were left; 1\.5625 mm is asked for\.$/);
});

test("VIEW-23 and VIEW-34 60 s of ten fingers: the time to look up and draw a moment is printed", async () => {
  const lines = [];
  for (let round = 0; round < 60; round += 1) {
    for (const line of dumpOf(bundled("ten-fingers")).map((each) => JSON.parse(each))) {
      if (round > 0 && !["touches", "transition", "gesture", "settled"].includes(line.type)) continue;
      if (line.state === "removed") continue;
      const shift = (id) => (id === undefined ? id : id + round * 10);
      lines.push(JSON.stringify({ ...line, time: line.time + round, sequence: shift(line.sequence), gesture_id: line.gesture_id && line.gesture_id + round * 1000,
        first_sequence: shift(line.first_sequence), touches: line.touches?.map((touch) => ({ ...touch, id: shift(touch.id) })) }));
    }
  }
  const file = temporary("long.jsonl", lines.join("\n"));
  await browser.goto(`file://${path.join(ROOT, ".build/view/view.html")}`);
  await browser.run((content) => gesturedView.open("long", content), fs.readFileSync(file, "utf8"));
  const { spans, shown } = await browser.run(() => {
    const found = [], shown = new Set();
    for (let moment = 0; moment < 100; moment += 1) {
      const began = performance.now();
      gesturedView.drawAt((moment * 37.7) % 60);
      found.push(performance.now() - began);
      const part = gesturedView.player.time % 1;
      if (part > 0.03 && part < 0.68) shown.add(document.getElementById("picture").getAttribute("aria-label").split(" ", 2).join(" "));
    }
    return { spans: found.sort((a, b) => a - b), shown: [...shown] };
  });
  console.log(`# a moment of 60 s of ten fingers takes ${spans[50].toFixed(1)} ms, the 90th of 100 ${spans[90].toFixed(1)} ms`);
  assert.deepEqual(shown, ["10 fingers"], "each moment shows all fingers");
});

test("VIEW-24 keys: arrows, Shift, Home, End, Space, and the speed", async () => {
  await open(demo, 0);
  const press = (key, shift = false) => browser.run((name, shiftKey) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, shiftKey, bubbles: true, cancelable: true }));
    return gesturedView.player.time;
  }, key, shift);
  assert.equal(await press("ArrowRight"), 0.008333);
  assert.equal(await press("ArrowLeft"), 0);
  assert.equal(await press("ArrowRight", true), 0.091666);
  assert.equal(await press("End"), 9.316666);
  assert.equal(await press("Home"), 0);
  await press("+");
  assert.equal(await browser.run(() => gesturedView.player.speed), 2);
  await press(" ");
  assert.equal(await browser.run(() => gesturedView.player.isPlaying), true);
  await press(" ");
  assert.equal(await browser.run(() => gesturedView.player.isPlaying), false);
});

test("VIEW-22 live, Space pauses and Space again goes on live at the newest line, or from the moment of the pause", () => {
  const story = storyOf([{ type: "settled", time: 1, device: 1 }, { type: "settled", time: 10, device: 1 }]), player = new Player(story);
  const space = (now) => {
    player.toggle();
    player.advance(now);
    return [player.isLive, player.isPlaying, player.time];
  };
  player.goLive();
  player.advance(0);
  player.advance(100);
  const rest = 10 + LINGER;
  assert.deepEqual([space(100), space(101)], [[false, false, rest], [true, false, rest]]);
  assert.equal(player.isMoving, false, "at rest nothing fades twice");
  space(102);
  story.take('{"type":"settled","time":11,"device":1}');
  assert.deepEqual(space(103), [true, false, rest], "a line within the time that fades");
  space(104);
  story.take('{"type":"settled","time":20,"device":1}');
  assert.deepEqual(space(105), [false, true, rest], "lines to play come first");
  player.advance(106);
  assert.equal(player.time, rest + 1);
  player.seek(20);
  assert.deepEqual(space(107), [true, false, 20]);
  // A recording begins anew.
  const recording = new Player(story);
  recording.seek(20);
  recording.toggle();
  assert.deepEqual([recording.isPlaying, recording.time], [true, 1]);
});

test("VIEW-24 and VIEW-32 the key ? opens the list of all keys", async () => {
  await open(demo, 0);
  await browser.keys("?");
  assert.equal(await browser.run(() => document.getElementById("keys-dialog").open), true);
  const listed = await browser.run(() => [...document.querySelectorAll("#keys dt")].map((each) => each.textContent));
  assert.ok(listed.includes("?") && listed.includes("Space"), JSON.stringify(listed));
});

test("VIEW-25 plots show x, y and speed, or the values of a chosen gesture", async () => {
  await open(demo, 3);
  const before = await browser.run(() => document.getElementById("timeline").toDataURL());
  await browser.run(() => {
    const list = document.getElementById("plotted");
    list.value = [...list.options].find((option) => option.textContent.startsWith("long_press")).value;
    list.dispatchEvent(new Event("change"));
  });
  await seek(3);
  assert.notEqual(await browser.run(() => document.getElementById("timeline").toDataURL()), before);
});

test("VIEW-25 the list of gestures names the one that is plotted, in another file and in a story that goes on", async () => {
  await open(demo, 3);
  const choose = (index) => browser.run(async (at) => {
    const list = document.getElementById("plotted");
    list.value = list.options[at].value;
    list.dispatchEvent(new Event("change"));
    await new Promise(requestAnimationFrame);
  }, index);
  const found = async () => {
    await seek(3);
    return browser.run(() => {
      const [chosen] = document.getElementById("plotted").selectedOptions, { plottedSpan } = gesturedView.timeline;
      return [chosen.textContent.split(",")[0], plottedSpan?.recognizer ?? null];
    });
  };
  await choose(1);
  const [name, plotted] = await found();
  assert.equal(name, plotted);
  await browser.run((text) => gesturedView.open("again", text), dumpOf(bundled("demo")).join("\n"));
  assert.deepEqual(await found(), ["Touches only", null]);
  await choose(1);
  /** More gestures, as they come live. */
  const go = (first, last, seconds) => browser.run((from, to, limit) => {
    gesturedView.story.limits.seconds = limit;
    for (let id = from; id < to; id += 1) {
      for (const state of ["began", "ended"]) {
        gesturedView.story.take(JSON.stringify({ type: "gesture", time: 10 + id, device: 1, sequence: id, gesture_id: `more ${id}`, recognizer: "more", kind: "tap", state, touch_count: 1, location: [1, 1] }));
      }
    }
  }, first, last, seconds);
  await go(0, 250, Infinity);
  assert.deepEqual(await found(), [name, plotted], "the chosen one stays beside the last 200");
  await go(250, 20_500, 1000);
  assert.equal(await browser.run((chosen) => gesturedView.story.spans.some((span) => span.recognizer === chosen), plotted), false);
  assert.deepEqual(await found(), ["Touches only", null]);
});

test("VIEW-26 and VIEW-27 the export warns, moves times and changes names unless told otherwise", async () => {
  await open(demo, 3);
  await browser.run(() => document.getElementById("export").click());
  assert.match(await text("export-dialog"), /Places of touches tell what was typed/);
  assert.deepEqual(await browser.run(() => [...document.querySelectorAll("#export-form [type=checkbox]")].map((box) => box.checked)), [true, true]);
  const saved = await browser.run(() => new Promise((resolve) => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then(resolve);
      return create(blob);
    };
    HTMLAnchorElement.prototype.click = () => {};
    document.querySelector("#export-form [value=save]").click();
  }));
  assert.match(saved, /^# EVEMU 1\.3\nN: screen\n/);
});

test("VIEW-27 Escape in the export's dialog saves nothing, also after an export", async () => {
  await open(demo, 3);
  await browser.run(() => {
    globalThis.saved = 0;
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      saved += 1;
      return create(blob);
    };
    HTMLAnchorElement.prototype.click = () => {};
    document.getElementById("export").click();
    document.querySelector("#export-form [value=save]").click();
  });
  await browser.until("the export", () => saved === 1);
  await browser.run(() => document.getElementById("export").click());
  // Chromium's Escape sets the value to nothing. Other browsers leave the value as it is.
  assert.deepEqual(await browser.run(() => (({ open, returnValue }) => [open, returnValue])(document.getElementById("export-dialog"))), [true, ""]);
  await browser.keys("\uE00C");
  await browser.until("the dialog's end", () => !document.getElementById("export-dialog").open);
  await seek(4);
  assert.equal(await browser.run(() => saved), 1);
});

test("VIEW-26 and VIEW-32 a range and a zoom of the timeline by keys and by buttons", async () => {
  await open(demo, 2.5);
  const found = () => browser.run(() => ({ range: gesturedView.timeline.range, view: gesturedView.timeline.view, none: document.getElementById("range-none").disabled }));
  const press = async (key, time) => {
    if (time !== undefined) await seek(time);
    await browser.keys(...[key].flat());
    await seek(await browser.run(() => gesturedView.player.time));
    return found();
  };
  const click = async (id, time) => {
    await seek(time);
    await browser.run((name) => document.getElementById(name).click(), id);
    await seek(time);
    return found();
  };
  const end = await browser.run(() => gesturedView.story.end);
  assert.deepEqual(await press("i"), { range: { from: 2.5, to: end }, view: null, none: false });
  assert.deepEqual((await press("o", 4)).range, { from: 2.5, to: 4 });
  assert.deepEqual((await press("[", 2.6)).range, { from: 2.6, to: 4 });
  assert.deepEqual((await press("]", 4.1)).range, { from: 2.6, to: 4.1 });
  await browser.run(() => document.getElementById("export").click());
  assert.equal(await browser.run(() => new FormData(document.getElementById("export-form")).get("export-range")), "chosen");
  await browser.run(() => document.getElementById("export-dialog").close());
  // Chromium gives Escape to a dialog until the frame after it.
  await seek(4);
  assert.deepEqual(await press("\uE00C"), { range: null, view: null, none: true });
  assert.ok(Math.abs((({ view }) => view.to - view.from)(await press("z")) - end / 2) < 1e-6);
  assert.equal((await press("Z")).view, null);
  assert.deepEqual((await click("range-from", 3)).range, { from: 3, to: end });
  assert.deepEqual((await click("range-to", 5)).range, { from: 3, to: 5 });
  assert.equal((await click("range-none", 5)).range, null);
  assert.ok((await click("closer", 5)).view.from < 5);
  assert.equal((await click("wider", 5)).view, null);
});

test("VIEW-31 two fingers zoom the timeline, one scrubs and leaves the range", async () => {
  await open(demo, 3);
  await browser.run(() => document.getElementById("range-from").click());
  const box = await browser.run(() => {
    const { left, top, width, height } = document.getElementById("timeline").getBoundingClientRect();
    return { left, y: top + height / 2, width };
  });
  const at = (share) => [Math.round(box.left + box.width * share), Math.round(box.y)];
  const times = () => browser.run((one, other) => [one, other].map((x) => gesturedView.timeline.timeAt(gesturedView.story, x)), at(0.4)[0] - box.left, at(0.6)[0] - box.left);
  const held = await times();
  await browser.touch([at(0.4), at(0.3), at(0.2)], [at(0.6), at(0.7), at(0.8)]);
  const { from, to } = await browser.run(() => gesturedView.timeline.view);
  const whole = await browser.run(() => gesturedView.story.end);
  assert.ok(Math.abs((to - from) * 3 - whole) < whole / 20, `${to - from} s of ${whole} s`);
  assert.ok(from > held[0] - (held[1] - held[0]) && to < held[1] + (held[1] - held[0]));
  await browser.touch([at(0.5), at(0.6)]);
  assert.ok(Math.abs((await browser.run(() => gesturedView.player.time)) - (from + (to - from) * 0.6)) < (to - from) / 10);
  assert.deepEqual(await browser.run(() => gesturedView.timeline.range.from), 3);
});

test("VIEW-31 a second finger zooms from what the first one holds by then, as often as it lands", async () => {
  await open(demo, 3);
  const view = await browser.run(async () => {
    const strip = document.getElementById("timeline"), { timeline, story } = gesturedView;
    strip.setPointerCapture = () => {};
    const { left, top } = strip.getBoundingClientRect(), width = strip.clientWidth;
    const send = (type, pointerId, share) => strip.dispatchEvent(new PointerEvent(type, { pointerId, bubbles: true, clientX: left + width * share, clientY: top + 20 }));
    const frame = () => new Promise(requestAnimationFrame);
    timeline.zoom(story, 5, 0.5);
    const views = [];
    const note = async () => {
      await frame();
      views.push({ ...timeline.extent(story) });
    };
    send("pointerdown", 1, 0.2);
    send("pointermove", 1, 0.5);
    await note();
    // The second finger lands and moves by nothing.
    send("pointerdown", 2, 0.8);
    send("pointermove", 2, 0.8);
    await note();
    send("pointermove", 2, 0.9);
    await note();
    // The third one rests while the first two move, and only the last two stay.
    send("pointerdown", 3, 0.3);
    send("pointermove", 1, 0.7);
    send("pointerup", 1, 0.7);
    send("pointermove", 3, 0.3);
    await note();
    send("pointerup", 2, 0.9);
    send("pointermove", 3, 0.4);
    send("pointerdown", 4, 0.6);
    send("pointermove", 4, 0.6);
    await note();
    for (const id of [3, 4]) send("pointerup", id, 0.5);
    return views;
  });
  const isEqual = (one, other) => Math.abs(one.from - other.from) < 1e-6 && Math.abs(one.to - other.to) < 1e-6;
  assert.deepEqual(view.slice(1).map((each, index) => isEqual(each, view[index])), [true, false, true, true], JSON.stringify(view));
});

test("VIEW-30 the theme's switch overrides the system, both ways", async () => {
  await open(demo, 3);
  const ground = () => browser.run(() => getComputedStyle(document.body).backgroundColor);
  const choose = (theme) => browser.run((name) => {
    const list = document.getElementById("theme");
    list.value = name;
    list.dispatchEvent(new Event("change"));
  }, theme);
  const light = await ground();
  await choose("dark");
  const dark = await ground();
  assert.notEqual(dark, light);
  await media(["prefers-color-scheme", "dark"]);
  await choose("light");
  assert.equal(await ground(), light);
  await choose("system");
  assert.equal(await ground(), dark);
  await media();
});

test("VIEW-31 at 360 × 640 the panel, the nearest recognizer and the timeline are in view", async () => {
  await browser.command("Emulation.setDeviceMetricsOverride", { width: 360, height: 640, deviceScaleFactor: 1, mobile: true });
  try {
    await open(demo, 6.12);
    const boxes = await browser.run(() => ["picture", "timeline"].map((id) => document.getElementById(id)).concat(document.querySelector("#rows li"))
      .map((node) => node.getBoundingClientRect()).map(({ top, bottom, left, right }) => [top, bottom, left, right]));
    for (const [top, bottom, left, right] of boxes) assert.ok(top >= 0 && top + 40 <= 640 && bottom > top + 40 && left >= 0 && right <= 360, JSON.stringify(boxes));
    assert.equal(await browser.run(() => document.documentElement.scrollHeight <= innerHeight), true);
    assert.deepEqual(await browser.run(() => [...document.querySelectorAll("header button, header summary")].filter((node) => node.getBoundingClientRect().right > 360 || !node.offsetParent).map((node) => node.id)), []);
    await browser.compare("view-phone");
  } finally {
    await browser.command("Emulation.clearDeviceMetricsOverride");
  }
});

test("VIEW-31 on a phone's side, the picture takes the height and the rest stands beside it", async () => {
  await browser.command("Emulation.setDeviceMetricsOverride", { width: 640, height: 360, deviceScaleFactor: 1, mobile: true });
  try {
    await open(demo, 6.12);
    const boxes = () => browser.run(() => ["panel", "side", "below", "timeline"].map((id) => document.getElementById(id).getBoundingClientRect())
      .map(({ top, bottom, left, right }) => [top, bottom, left, right]));
    const [panel, side, below, timeline] = await boxes();
    assert.ok(panel[1] - panel[0] > 280 && side[2] > panel[3] && below[2] > panel[3] && side[1] < below[0], JSON.stringify([panel, side, below]));
    assert.ok(timeline[1] <= 360 && timeline[1] - timeline[0] >= 70 && timeline[3] <= 640, JSON.stringify(timeline));
    const screen = await browser.run(() => {
      const canvas = document.getElementById("picture");
      return gesturedView.panel.arrange(gesturedView.story.devicesAt(6), canvas.clientWidth, canvas.clientHeight).map(({ scale, width }) => scale * width)[0];
    });
    assert.equal(await browser.run(() => document.documentElement.scrollHeight <= innerHeight), true);
    assert.ok(screen > 240, `the touchscreen is ${screen} px wide`);
    await browser.compare("view-sideways");
  } finally {
    await browser.command("Emulation.clearDeviceMetricsOverride");
  }
});

test("VIEW-19 the button copies the lines of configuration, and says so", async () => {
  await open(pageOf(bundled("slow-taps")), 0.95);
  const copied = await browser.run(async () => {
    const texts = [];
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => void texts.push(text) } });
    const button = document.querySelector("#rows [data-name=tap] .remedy button");
    button.click();
    await new Promise(requestAnimationFrame);
    return [texts, button.textContent];
  });
  assert.deepEqual(copied, [["[recognizer.tap]\nmaximum_press_ms = 950"], "Copied"]);
});

test("VIEW-32 gestures are spoken while a recording plays, at most one text a second", async () => {
  await open(demo, 0);
  await browser.run(() => {
    const spoken = document.getElementById("spoken");
    globalThis.heard = [];
    // The clock of frames, by which the page waits.
    new MutationObserver(() => heard.push([document.timeline.currentTime, spoken.textContent])).observe(spoken, { childList: true, characterData: true, subtree: true });
    gesturedView.player.isPlaying = true;
    gesturedView.wake();
  });
  await browser.until("six texts", () => heard.length >= 6);
  const heard = await browser.run(() => globalThis.heard);
  assert.ok(heard.some(([, each]) => each === "long_press with 1 finger: began"), JSON.stringify(heard));
  assert.ok(heard.slice(1).every(([time], index) => time - heard[index][0] >= 990), JSON.stringify(heard));
});

test("VIEW-32 everything has a name for those who do not see it, and changes are spoken politely", async () => {
  await open(demo, 1.17);
  const unnamed = await browser.run(() => [...document.querySelectorAll("button, select, input:not([hidden]), canvas, summary, [role]")]
    .filter((node) => !(node.textContent.trim() || node.getAttribute("aria-label") || node.labels?.length)).map((node) => node.outerHTML));
  assert.deepEqual(unnamed.filter((html) => !html.includes('role="status"')), []);
  assert.equal(await browser.run(() => document.getElementById("spoken").getAttribute("aria-live")), "polite");
  await browser.until("speech", () => document.getElementById("spoken").textContent === "Fired: tap, double_tap.");
  assert.match(await browser.run(() => document.getElementById("timeline").getAttribute("aria-valuetext")), /^From 0 to 9\.32 s, at 1\.17 s\.$/);
});

test("VIEW-32 a row keeps the focus and its openness while the recording plays over it", async () => {
  await open(demo, 0.02);
  await browser.run(() => {
    const row = document.querySelector("#rows [data-name=pan]");
    row.querySelector("summary").focus();
    row.querySelector("details").open = true;
  });
  const states = new Set(), places = new Set();
  for (const time of [0.05, 0.11, 0.9, 2.3, 2.5, 3.2, 6.12, 6.3, 2.4]) {
    await seek(time);
    const found = await browser.run(() => {
      const row = document.activeElement.closest?.("#rows li");
      return row && { name: row.dataset.name, state: row.querySelector(".state").textContent, isOpen: row.querySelector("details").open,
        index: [...document.querySelectorAll("#rows li")].indexOf(row) };
    });
    assert.equal(found?.name, "pan", `at ${time} s`);
    assert.ok(found.isOpen);
    states.add(found.state);
    places.add(found.index);
  }
  assert.ok(states.size > 2 && places.size > 1, `${[...states]} at ${[...places]}`);
});

test("VIEW-32 where the row with the focus is not listed any more, the one in its place has it", async () => {
  const only = temporary("only.toml", '[recognizer.alone]\nkind = "tap"\n');
  await open(pageOf(bundled("slow-taps"), "--config", only), 0.2);
  await browser.run(() => document.querySelector("#rows [data-name=alone] summary").focus());
  await browser.run((lines) => gesturedView.open("demo", lines), dumpOf(bundled("demo")).join("\n"));
  await seek(6.12);
  assert.equal(await browser.run(() => document.activeElement.closest("#rows li") !== null), true);
});

test("VIEW-33 with reduced motion nothing moves at rest, and states stay", async () => {
  await media(["prefers-reduced-motion", "reduce"]);
  await open(demo);
  assert.equal(await browser.run(() => gesturedView.player.isPlaying), false);
  await seek(6.12);
  assert.match(await label("picture"), /^3 fingers down/);
  const frames = await browser.run(async () => {
    let count = 0;
    const request = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (callback) => {
      count += 1;
      return request(callback);
    };
    await new Promise((resolve) => setTimeout(resolve, 1500));
    globalThis.requestAnimationFrame = request;
    return count;
  });
  assert.equal(frames, 0);
  await media();
});

test("VIEW-8 and VIEW-35 no text becomes markup, and no text stands outside of the table", () => {
  const folder = path.join(ROOT, "Web/view/source");
  for (const name of fs.readdirSync(folder)) {
    const source = fs.readFileSync(path.join(folder, name), "utf8");
    assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/, name);
    if (name === "words.js" || name === "reasons.js") continue;
    const texts = [...source.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "").matchAll(/'([A-Z][a-z]+ [a-z][^'\n]*)'/g)].map((found) => found[1]);
    assert.deepEqual(texts.filter((each) => !each.startsWith("Bearer")), [], name);
  }
  const page = fs.readFileSync(path.join(ROOT, "Web/view/index.html"), "utf8").replace(/<title>.*<\/title>|<!--[^]*?-->|<style>.*|<script>.*/g, "");
  assert.deepEqual([...page.matchAll(/>([^<>]*[A-Za-z][^<>]*)</g)].map((found) => found[1]), []);
});
