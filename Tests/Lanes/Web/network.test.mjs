// Which pages reach the service on loopback: Chromium's Local Network Access, with and without the policy that `gestured-web policy`
// prints. The pages come from this file's own servers; a switch of Chromium makes two of them public.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Browser, ROOT, SERVICE, Stage, until } from "./browser.mjs";

const PROGRAM = SERVICE ?? path.join(ROOT, ".build/web-release/gestured-web");
let folder, stage, servers, sites, browsers;

/** A server of every path with one text, and its port. */
async function serve(text, tls) {
  const answer = (request, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(text(request));
  const server = tls ? https.createServer(tls, answer) : http.createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return server.address().port;
}

/** A page that says in its title whether the WebSocket of the service opens. */
const knock = () => `<!doctype html><title>waits</title><script>
  const socket = new WebSocket("ws://127.0.0.1:${stage.port}/v1", "gestured.1");
  socket.onopen = () => { document.title = "opened"; };
  socket.onclose = ({ code }) => { if (document.title === "waits") document.title = "closed " + code; };
</script>`;

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "network-"));
  servers = [];
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => path.join(folder, name));
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=panel.example", "-keyout", key, "-out", cert], { stdio: "ignore" });
  const tls = { key: fs.readFileSync(key), cert: fs.readFileSync(cert) };
  // The module in a frame says what it has found.
  const module = fs.readFileSync(path.join(ROOT, "Web/module/gestured.js"), "utf8");
  const page = (request) => (request.url.startsWith("/framed") ? `<!doctype html><title>f</title><script type="module">
    ${module}
    const own = new Gestures({ url: "ws://127.0.0.1:${stage.port}/v1" });
    const tell = () => parent.postMessage(own.error ? own.error.code + ": " + own.error.message : own.state, "*");
    own.addEventListener("statechange", tell);
    own.connect();
  </script>` : knock());
  const other = await serve(page), secure = await serve(page, tls), plain = await serve(page);
  sites = {
    other: `http://127.0.0.1:${other}`, https: `https://panel.example:${secure}`, http: `http://wall.example:${plain}`,
    frames: `http://127.0.0.1:${await serve((request) => `<!doctype html><title>waits</title>
      <iframe src="${sites.https}/framed" ${request.url === "/allowed" ? 'allow="loopback-network"' : ""}></iframe>
      <script>addEventListener("message", ({ data }) => { if (data !== "connecting") document.title = data; });</script>`)}`,
  };
  const tables = [sites.other, sites.https, sites.http, "null"].map((origin) => `[origin."${origin}"]\nallow = ["coarse"]\n`);
  stage = await Stage.open(folder, tables.join(""));
  fs.writeFileSync(path.join(folder, "index.html"), knock());
  const spaces = `--ip-address-space-overrides=127.0.0.1:${secure}=public,127.0.0.1:${plain}=public`;
  const more = [spaces, "--host-resolver-rules=MAP *.example 127.0.0.1"];
  const policy = execFileSync(PROGRAM, ["policy", sites.https, sites.http, sites.frames], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  browsers = { without: await Browser.open({ arguments: more }), with: await Browser.open({ arguments: more, policy }) };
});
after(async () => {
  for (const each of Object.values(browsers ?? {})) await each.close();
  await stage?.close();
  for (const each of servers ?? []) each.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The findings of a page, in the Chromium with or without the policy. */
async function outcome(which, url) {
  const browser = browsers[which];
  await browser.goto(url);
  return until(`the outcome of ${url}`, async () => {
    const title = await browser.run(() => document.title);
    return title !== "waits" && title;
  });
}

test("WEB-41 pages of the service, of another port of loopback, and files connect without a policy", async () => {
  for (const which of ["without", "with"]) {
    for (const url of [stage.address, sites.other, `file://${folder}/index.html`]) assert.equal(await outcome(which, url), "opened", `${url} ${which}`);
  }
});

test("WEB-41 a data: page is blocked with and without the policy", async () => {
  for (const which of ["without", "with"]) assert.equal(await outcome(which, `data:text/html,${encodeURIComponent(knock())}`), "closed 1006", which);
});

test("WEB-41 a public page with https is blocked until the policy names it", async () => {
  assert.equal(await outcome("without", sites.https), "closed 1006");
  assert.equal(await outcome("with", sites.https), "opened");
});

test("WEB-40 and WEB-41 a public page with http needs both keys that gestured-web policy prints", async () => {
  assert.equal(await outcome("without", sites.http), "closed 1006");
  assert.equal(await outcome("with", sites.http), "opened");
});

test("WEB-42 a frame of another origin needs allow=\"loopback-network\", and the module's error names it", async () => {
  assert.match(await outcome("with", `${sites.frames}/`), /^blocked: .*allow="loopback-network"/);
  // No daemon runs here: the service answers, and says so.
  assert.match(await outcome("with", `${sites.frames}/allowed`), /^unavailable: gestured is not running/);
});
