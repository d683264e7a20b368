// The live view: gesturectl view, a real gestured-web for one user, a real daemon, and Chromium.
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { Browser, end, PROGRAMS, ROOT, SERVICE, start, until } from "./browser.mjs";
import { bundled, dumpOf, run, storyOf, temporary } from "./view-support.mjs";

const WEB = SERVICE ?? path.join(ROOT, ".build/web-release/gestured-web");
let browser, folder, daemon, view;

before(async () => {
  browser = await Browser.open({ width: 1280, height: 800 });
});
after(() => browser?.close());
afterEach(async () => {
  await browser.goto("about:blank");
  await end(view);
  await end(daemon);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A folder of one test, which other users pass through. */
function makeFolder() {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "live-"));
  fs.chmodSync(folder, 0o755);
}

/** A daemon that plays a recording once a client subscribes. */
async function play(recording, ...more) {
  const socket = path.join(folder, "events.sock");
  daemon = start(path.join(PROGRAMS, "gestured"), ["--replay", recording, "--speed", "real", "--socket", socket, ...more]);
  // Its sockets have their modes by then.
  await until("gestured", () => daemon.output.includes("waits for the first subscribe"));
}

/** Starts the view, and returns its address. The view of a user is that user's. */
async function open(user) {
  const options = user && { uid: user, gid: user };
  view = start(path.join(PROGRAMS, "gesturectl"), ["view", "--socket", path.join(folder, "events.sock")],
    { ...options, env: { ...process.env, PATH: `${path.dirname(WEB)}:${path.resolve(PROGRAMS)}:${process.env.PATH}` } });
  const [, address] = await until("the address", () => /^(http:\S+)$/m.exec(view.output) ?? (view.exitCode !== null && assert.fail(view.output)));
  await browser.goto(address);
  return address;
}

const status = () => browser.run(() => document.getElementById("status").textContent);
const summary = () => browser.run(() => ({
  spans: gesturedView.story.spans.map((span) => [span.recognizer, span.touchCount]), touches: gesturedView.story.tracks.length,
  families: gesturedView.story.families.size, lines: gesturedView.story.lineCount,
}));
/** The lines of gestured for the same recording on the command line. */
const expected = (name) => {
  const story = storyOf(dumpOf(bundled(name)));
  return { spans: story.spans.map((span) => [span.recognizer, span.touchCount]), touches: story.tracks.length, families: story.families.size };
};

test("VIEW-4 without a file the view is live: touches, gestures and recognizers come while the fingers move", async () => {
  makeFolder();
  await play(bundled("slow-taps"), "--raw-socket", path.join(folder, "raw.sock"));
  const address = await open();
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/view#token=[0-9a-f]{64}$/);
  await browser.until("the connection", () => document.getElementById("status").textContent === "Connected to gestured.");
  const { spans, touches, families } = expected("slow-taps");
  await browser.until("the gestures", (count) => gesturedView.story.spans.length >= count, spans.length);
  const found = await summary();
  assert.deepEqual(found.spans, spans);
  assert.equal(found.touches, touches);
  assert.equal(found.families, families);
  assert.equal(await browser.run(() => document.getElementById("live").hidden), false);
  // The daemon ends with its recording. The page says so, and what was shown stays.
  await browser.until("the end", () => document.getElementById("status").textContent.startsWith("The connection ended:"));
  assert.deepEqual((await summary()).spans, spans);
});

test("VIEW-10 and VIEW-33 live, what has ended fades, and then nothing runs until the next line", async () => {
  makeFolder();
  await play(temporary("rest.events", run("gesturectl", ["script", "A↓500,300@500 A↑@560 A↓100,100@60000 A↑@60050"])), "--raw-socket", path.join(folder, "raw.sock"));
  await open();
  await browser.until("the tap", () => gesturedView.story.spans.length > 0);
  await browser.until("the rest", () => !gesturedView.player.isMoving && document.getElementById("spoken").textContent !== "");
  const found = await browser.run(async () => {
    const { player, story, panel } = gesturedView;
    let frames = 0;
    const request = globalThis.requestAnimationFrame;
    // The frame that is already asked for may still ask once.
    await new Promise(request);
    await new Promise(request);
    globalThis.requestAnimationFrame = (callback) => {
      frames += 1;
      return request(callback);
    };
    await new Promise((resolve) => setTimeout(resolve, 500));
    globalThis.requestAnimationFrame = request;
    const canvas = panel.canvas, [screen] = panel.arrange(story.devicesAt(player.time), canvas.clientWidth, canvas.clientHeight);
    const [x, y] = story.line(story.spans[0].numbers[0]).location;
    const data = panel.context.getImageData(screen.left + x * screen.scale - 40, screen.top + y * screen.scale - 40, 80, 80).data;
    return { frames, isLive: player.isLive, gestures: story.gesturesAt(player.time, 0.8).length, colors: new Set(Array.from({ length: 6400 }, (_, at) => data.slice(at * 4, at * 4 + 4).join())).size };
  });
  assert.deepEqual(found, { frames: 0, isLive: true, gestures: 0, colors: 1 });
});

test("VIEW-13 the live view knows the exclusion zones, and knows them anew when the screen turns", async () => {
  makeFolder();
  const zones = path.join(folder, "zones.toml");
  fs.writeFileSync(zones, '[exclusion.status_bar]\nframe = [0, 0, "100%", 6]\n[recognizer.tap]\nkind = "tap"\n');
  await play(bundled("demo"), "--raw-socket", path.join(folder, "raw.sock"), "--config", zones);
  await open();
  const found = () => browser.run(() => gesturedView.story.exclusionsAt(gesturedView.story.end, 1));
  await browser.until("the zones", () => gesturedView.story.exclusionsAt(gesturedView.story.end, 1).length === 1);
  assert.deepEqual(await found(), [{ name: "status_bar", frame: [0, 0, 160, 6] }]);
  const client = net.connect(path.join(folder, "events.sock"));
  client.resume().write(`${JSON.stringify({ command: "orientation", device: 1, rotation: 90 })}\n`);
  await browser.until("the turn", () => gesturedView.story.exclusionsAt(gesturedView.story.end, 1)[0].frame[2] === 100);
  client.destroy();
});

test("VIEW-4 a user who may not read touches sees the places of gestures, and a line that says so", async () => {
  makeFolder();
  const raw = path.join(folder, "raw.sock");
  await play(bundled("demo"), "--raw-socket", raw);
  fs.chmodSync(path.join(folder, "events.sock"), 0o666);
  fs.chmodSync(raw, 0o600);
  await open(65534);
  // Nothing opens a browser here, so the program names the address.
  await until("the browser's absence", () => view.output.includes("no browser was opened: open http://"));
  await browser.until("gestures", () => gesturedView.story.spans.length >= 3);
  assert.match(await status(), /^Connected to gestured\. The view shows places of gestures only\./);
  assert.equal((await summary()).touches, 0);
  // A gesture's line has its place.
  assert.ok(await browser.run(() => gesturedView.story.spans.every((span) => gesturedView.story.line(span.numbers[0]).location?.length === 2)));
});

test("VIEW-4 the view ends 10 s after its page is closed", async () => {
  makeFolder();
  await open();
  await browser.goto("about:blank");
  const began = Date.now();
  assert.equal(await until("the end of the view", () => view.exitCode !== null && `code ${view.exitCode}`, 40_000), "code 0");
  assert.ok(Date.now() - began > 8000);
});

test("VIEW-4 and WEB-10 without a daemon the page says so, and shows it once it is there", async () => {
  makeFolder();
  await open();
  await browser.until("the reason", () => document.getElementById("status").textContent === "The connection ended: gestured is not running.");
  await play(bundled("slow-taps"), "--raw-socket", path.join(folder, "raw.sock"));
  await browser.until("gestures", () => gesturedView.story.spans.length > 0);
});

test("VIEW-22 a reader who looks back keeps the story when gestured starts again, and Live leads to the new one", async () => {
  makeFolder();
  await play(bundled("slow-taps"), "--raw-socket", path.join(folder, "raw.sock"));
  await open();
  const { spans } = expected("slow-taps");
  await browser.until("the gestures", (count) => gesturedView.story.spans.length >= count, spans.length);
  await browser.run(() => gesturedView.player.seek(gesturedView.story.spans[0].began));
  const before = await browser.run(() => [gesturedView.player.time, gesturedView.story.spans.length]);
  await end(daemon);
  await browser.until("the end", () => document.getElementById("status").textContent.startsWith("The connection ended:"));
  await play(bundled("demo"), "--raw-socket", path.join(folder, "raw.sock"));
  await browser.until("the connection", () => document.getElementById("status").textContent === "Connected to gestured.");
  assert.deepEqual(await browser.run(() => [gesturedView.player.time, gesturedView.story.spans.length]), before);
  await browser.run(() => document.getElementById("live").click());
  await browser.until("the new gestures", () => gesturedView.story.spans.some((span) => span.recognizer === "double_tap"));
  assert.equal(await browser.run(() => gesturedView.player.isLive), true);
});

test("VIEW-7 and WEB-60 a recording that is dropped into the served page shows its gestures too, and the page goes back to live", async () => {
  makeFolder();
  const other = path.join(folder, "other.events");
  fs.copyFileSync(bundled("slow-taps"), other);
  await play(other, "--lead", "60", "--raw-socket", path.join(folder, "raw.sock"));
  await open();
  await browser.until("the connection", () => document.getElementById("status").textContent === "Connected to gestured.");
  await browser.run((text) => gesturedView.open("demo.events", text), fs.readFileSync(bundled("demo"), "utf8"));
  const { spans, touches } = expected("demo");
  // The sentence has the reason where the gestures are missing.
  await browser.until("an answer", (count) => gesturedView.story.spans.length >= count
    || document.getElementById("status").textContent.includes("gestured says"), spans.length);
  assert.match(await status(), /^demo\.events: \d+ lines\.$/);
  const found = await summary();
  assert.deepEqual(found.spans, spans);
  assert.equal(found.touches, touches);
  // A recording that only looks like one: touches stay, with the daemon's sentence.
  await browser.run((text) => gesturedView.open("odd.events", text), `${fs.readFileSync(bundled("demo"), "utf8")}\nE: garbage\n`);
  await browser.until("the sentence", () => document.getElementById("status").textContent.startsWith("These are only touches. gestured says: "));
  await browser.run(() => document.getElementById("live").click());
  await browser.until("the connection", () => document.getElementById("status").textContent === "Connected to gestured.");
  assert.equal((await summary()).touches, 0);
  assert.equal(view.exitCode, null);
});

test("WEB-45 the served page breaks no rule of its policy, and nothing else runs in it", async () => {
  makeFolder();
  await browser.log();
  const address = await open();
  await browser.until("the page", () => globalThis.gesturedView !== undefined && getComputedStyle(document.body).display !== "inline");
  const colors = await browser.run(() => getComputedStyle(document.documentElement).getPropertyValue("--background").trim());
  assert.match(colors, /^#/);
  assert.deepEqual((await browser.log()).filter(({ message }) => /Content Security Policy/i.test(message)), []);
  assert.deepEqual(await browser.run(async () => {
    const script = document.createElement("script");
    script.textContent = "globalThis.injected = true";
    document.body.append(script);
    const attempts = [fetch("http://localhost:1/"), fetch("https://example.invalid/")];
    return [globalThis.injected ?? null, ...(await Promise.allSettled(attempts)).map((each) => each.status)];
  }), [null, "rejected", "rejected"]);
  const violations = (await browser.log()).filter(({ message }) => /Content Security Policy/i.test(message));
  assert.ok(violations.length >= 3, JSON.stringify(violations));
  // A page of another host of the same machine has another origin, and no token.
  const port = new URL(address).port;
  await browser.goto(`http://localhost:${port}/view`);
  await browser.until("the refusal", () => /^gestured refused: .*view|The connection ended/.test(document.getElementById("status").textContent));
});
