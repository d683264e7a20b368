// Chromium through chromedriver's WebDriver protocol, and the programs behind a page: gestured with a script of fingers,
// and gestured-web.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../../..");
export const PROGRAMS = process.env.GESTURED_PROGRAMS ?? path.join(ROOT, ".build/release");
export const SERVICE = process.env.GESTURED_WEB;
const PICTURES = path.join(ROOT, "Tests/Lanes/Web/pictures");
const FOUND = path.join(ROOT, ".build/lanes/web");
const NEW_PICTURES = process.env.NEW_PICTURES === "1";
// A state that a test waits for comes within so much own time in ms, or the test fails.
const DEADLINE = 10_000;
// The pause between two looks at the processes, in ms.
const PAUSE = 500;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The fields of a `stat` in /proc after the name; empty where the process has ended. */
function fields(place) {
  try {
    return fs.readFileSync(`/proc/${place}/stat`, "latin1").replace(/^.*\) /s, "").split(" ");
  } catch {
    return [];
  }
}

const numbers = (place) => {
  try {
    return fs.readdirSync(`/proc/${place}`).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** The own time of the programs that this process has started, as Tests/Lanes/Scripts/hang_watch.py counts it. */
export class OwnTime {
  constructor() {
    this.ms = 0;
    this.time = Date.now();
    this.used = this.look().used;
  }

  /** Their processor time in ms, and whether one of them runs or waits for a processor or a disk. */
  look() {
    const children = new Map();
    for (const each of numbers("")) {
      const parent = fields(each)[1];
      children.set(parent, [...(children.get(parent) ?? []), each]);
    }
    const found = [...(children.get(String(process.pid)) ?? [])];
    for (const each of found) found.push(...(children.get(each) ?? []));
    const own = process.cpuUsage();
    const ticks = found.flatMap((each) => fields(each).slice(11, 15)).reduce((sum, each) => sum + Number(each), 0);
    return {
      used: 10 * ticks + (own.user + own.system) / 1000,
      isActive: found.some((each) => numbers(`${each}/task`).some((thread) => "RD".includes(fields(`${each}/task/${thread}`)[0] ?? "-"))),
    };
  }

  /** Whether so much own time has passed. Looks at most once a pause. */
  isOver(deadline) {
    const elapsed = Date.now() - this.time;
    if (elapsed >= PAUSE) {
      const { used, isActive } = this.look();
      this.ms += isActive ? Math.min(elapsed, Math.max(0, used - this.used)) : elapsed;
      this.time += elapsed;
      this.used = used;
    }
    return this.ms >= deadline;
  }
}

/** The first value of `ask` that is true; fails after the deadline in own time with the awaited state. */
export async function until(what, ask, deadline = DEADLINE) {
  const own = new OwnTime();
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (own.isOver(deadline)) throw new Error(`${what} did not happen within ${deadline} ms of own time`);
    await sleep(20);
  }
}

/** A free port of this machine. */
export const freePort = () => new Promise((resolve) => {
  const server = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

/** Starts a program; its output is shown only where the test fails. */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  child.output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => { child.output += text; });
  child.ended = new Promise((resolve) => child.on("exit", resolve));
  return child;
}

export async function end(child, signal = "SIGTERM") {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
  await child.ended;
  clearTimeout(timer);
}

/** gestured and gestured-web, with a folder for their sockets. */
export class Stage {
  /** `more` is put into web.toml. */
  static async open(pages, more = "") {
    const stage = new Stage();
    stage.more = more;
    stage.folder = fs.mkdtempSync(path.join(os.tmpdir(), "web-"));
    fs.chmodSync(stage.folder, 0o755);
    stage.socket = path.join(stage.folder, "events.sock");
    stage.pages = pages;
    stage.configure();
    stage.port = await freePort();
    stage.address = `http://127.0.0.1:${stage.port}`;
    await stage.serve();
    return stage;
  }

  /** Writes the daemon's configuration: one passive tap of ten fingers, so that nothing of its own competes. */
  configure(more = "") {
    const quiet = '[recognizer.never]\nkind = "tap"\ntouches = 10\npassive = true\n';
    fs.writeFileSync(path.join(this.folder, "gestured.toml"), quiet + more);
  }

  async serve() {
    const file = path.join(this.folder, "web.toml");
    fs.writeFileSync(file, `listen = ["127.0.0.1:${this.port}"]\npages = "${this.pages}"\nsocket = "${this.socket}"\n${this.more}`);
    const args = SERVICE?.endsWith(".mjs")
      ? [process.execPath, [SERVICE, this.socket, String(this.port), this.pages, path.join(ROOT, "Web/module")]]
      : [SERVICE ?? path.join(ROOT, ".build/web-release/gestured-web"), ["--config", file, "--assets", path.join(ROOT, "Web/module"), "--runtime", this.folder]];
    this.service = start(...args);
    await until("gestured-web", () => fetch(`${this.address}/gestured.js`).then((each) => each.ok, () => false));
  }

  /** Serves a script of fingers: it begins once the page has declared its recognizers and subscribes. */
  async play(script, { lead = 0.1, size = "160x100", rate } = {}) {
    await this.stop();
    const recording = path.join(this.folder, "story.events");
    const options = ["--size", size, ...(rate ? ["--rate", String(rate)] : [])];
    fs.writeFileSync(recording, execFileSync(path.join(PROGRAMS, "gesturectl"), ["script", ...options, script]));
    this.daemon = start(path.join(PROGRAMS, "gestured"), ["--config", path.join(this.folder, "gestured.toml"),
      "--replay", recording, "--speed", "real", "--lead", String(lead), "--socket", this.socket]);
    await until("gestured", () => fs.existsSync(this.socket));
  }

  /** Asks the daemon beside the page, as gesturectl does. */
  ask(...requests) {
    return new Promise((resolve, reject) => {
      const client = net.connect(this.socket), lines = [];
      let text = "", replies = 0;
      client.setEncoding("utf8").on("error", reject).on("data", (data) => {
        text += data;
        const whole = text.split("\n");
        text = whole.pop();
        for (const line of whole.map((each) => JSON.parse(each))) {
          lines.push(line);
          if (line.type === "reply" && ++replies === requests.length) client.destroy();
        }
      }).on("close", () => resolve(lines));
      for (const request of requests) client.write(`${JSON.stringify(request)}\n`);
    });
  }

  async stop(signal) {
    await end(this.daemon, signal);
    this.daemon = null;
    fs.rmSync(this.socket, { force: true });
  }

  async close() {
    await this.stop();
    await end(this.service);
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One Chromium whose viewport is the screen of 1024 × 640 px. */
export class Browser {
  /** `policy` is a managed policy as text, which only this Chromium sees. With `isWayland` its window lies on a compositor without a display. */
  static async open({ arguments: more = ["--kiosk"], width = 1024, height = 640, policy, isWayland = false } = {}) {
    const browser = new Browser();
    browser.switches = more;
    const port = await freePort();
    browser.profile = fs.mkdtempSync(path.join(os.tmpdir(), "chromium-"));
    const driver = ["chromedriver", `--port=${port}`, "--log-level=SEVERE"], isRoot = process.getuid() === 0;
    if (policy !== undefined) {
      // A mount of its own over Chromium's folder: nothing of the machine changes.
      const folder = path.join(browser.profile, "etc");
      fs.mkdirSync(path.join(folder, "policies/managed"), { recursive: true });
      fs.writeFileSync(path.join(folder, "policies/managed/gestured.json"), policy);
      driver.unshift("unshare", ...(isRoot ? [] : ["--map-root-user"]), "--mount", "sh", "-c", 'mount --bind "$0" /etc/chromium && exec "$@"', folder);
    }
    const env = { ...process.env };
    if (isWayland) {
      Object.assign(env, { XDG_RUNTIME_DIR: path.join(browser.profile, "run"), WAYLAND_DISPLAY: "wayland-test" });
      fs.mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 });
      browser.compositor = start("weston", ["--backend=headless-backend.so", "--no-config", "--idle-time=0", `--width=${width}`, `--height=${height}`, `--socket=${env.WAYLAND_DISPLAY}`], { env });
      await until("weston", () => fs.existsSync(path.join(env.XDG_RUNTIME_DIR, env.WAYLAND_DISPLAY)));
    }
    const screen = isWayland ? ["--ozone-platform=wayland"] : ["--headless=new", `--screen-info={${width}x${height}}`];
    browser.driver = start(driver[0], driver.slice(1), { env });
    browser.base = `http://127.0.0.1:${port}`;
    await until("chromedriver", () => fetch(`${browser.base}/status`).then((each) => each.ok, () => false));
    const args = [...screen, ...more, "--hide-scrollbars", "--disable-gpu", "--force-color-profile=srgb",
      "--font-render-hinting=none", "--disable-lcd-text", `--user-data-dir=${browser.profile}`, "--no-first-run", ...(isRoot || policy !== undefined ? ["--no-sandbox"] : [])];
    const { sessionId } = await browser.send("POST", "/session", { capabilities: { alwaysMatch: {
      browserName: "chrome", acceptInsecureCerts: true, "goog:loggingPrefs": { browser: "ALL" },
      "goog:chromeOptions": { args, excludeSwitches: ["enable-automation"] },
    } } });
    browser.session = `/session/${sessionId}`;
    await browser.send("POST", `${browser.session}/timeouts`, { script: null, pageLoad: 86_400_000 });
    return browser;
  }

  async send(method, where, body) {
    const response = await fetch(this.base + where, { method, body: body && JSON.stringify(body), headers: { "Content-Type": "application/json" } });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message.split("\n")[0]}`);
    return value;
  }

  goto(url) { return this.send("POST", `${this.session}/url`, { url }); }

  /** Runs a function in the page, which may be async, and returns its value. */
  async run(body, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${body})(...Array.prototype.slice.call(arguments, 0, -1))).then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
    const answer = await this.send("POST", `${this.session}/execute/async`, { script, args });
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  }

  /** The first true value of a function in the page. */
  until(what, body, ...args) { return until(what, () => this.run(body, ...args)); }

  /** A command of Chromium's own protocol. */
  command(cmd, params = {}) { return this.send("POST", `${this.session}/goog/cdp/execute`, { cmd, params }); }

  /** Fingers of the browser: lists of [x, y], one for each finger; `hold` in ms. */
  touch(...fingers) {
    const actions = fingers.map((places, index) => ({
      type: "pointer", id: `finger${index}`, parameters: { pointerType: "touch" },
      actions: [
        { type: "pointerMove", duration: 0, x: places[0][0], y: places[0][1] }, { type: "pointerDown", button: 0 },
        ...places.slice(1).map(([x, y]) => ({ type: "pointerMove", duration: 50, x, y })), { type: "pause", duration: 30 }, { type: "pointerUp", button: 0 },
      ],
    }));
    return this.send("POST", `${this.session}/actions`, { actions });
  }

  click(x, y, button = 0) {
    return this.send("POST", `${this.session}/actions`, { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: [
      { type: "pointerMove", duration: 0, x, y }, { type: "pointerDown", button }, { type: "pointerUp", button },
    ] }] });
  }

  keys(...keys) {
    return this.send("POST", `${this.session}/actions`, { actions: [{ type: "key", id: "keys", actions:
      keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]) }] });
  }

  /** The picture of the viewport, as PNG. */
  async picture() { return Buffer.from(await this.send("GET", `${this.session}/screenshot`), "base64"); }

  /** Compares what is on the screen with a picture: at most 0.5 % of the pixels may differ by more than 16 of 255. */
  async compare(name) {
    const found = await this.picture(), file = path.join(PICTURES, `${name}.png`);
    fs.mkdirSync(FOUND, { recursive: true });
    fs.writeFileSync(path.join(FOUND, `${name}.png`), found);
    if (NEW_PICTURES) fs.writeFileSync(file, found);
    const share = await this.run(async (...sources) => {
      const [a, b] = await Promise.all(sources.map(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height).data;
      }));
      if (a.length !== b.length) return 1;
      let different = 0;
      for (let at = 0; at < a.length; at += 4) if (Math.max(Math.abs(a[at] - b[at]), Math.abs(a[at + 1] - b[at + 1]), Math.abs(a[at + 2] - b[at + 2])) > 16) different++;
      return different / (a.length / 4);
    }, found.toString("base64"), fs.readFileSync(file).toString("base64"));
    if (share > 0.005) throw new Error(`${name}: ${(share * 100).toFixed(2)} % of the pixels differ; see .build/lanes/web/${name}.png`);
  }

  log() { return this.send("POST", `${this.session}/se/log`, { type: "browser" }); }

  async close() {
    await this.send("DELETE", this.session).catch(() => {});
    await end(this.driver);
    await end(this.compositor);
    fs.rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
