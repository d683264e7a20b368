// The photo viewer and the live view for everybody: axe looks at each of them, light and dark, for WCAG 2.2 AA.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Browser, ROOT, Stage } from "./browser.mjs";
import { bundled } from "./view-support.mjs";

const AXE = fs.readFileSync(path.join(ROOT, ".build/web-tools/axe.min.js"), "utf8");
const CONTROL = path.join(process.env.GESTURED_PROGRAMS ?? path.join(ROOT, ".build/release"), "gesturectl");
const SCHEMES = ["light", "dark"];
let stage, browser, folder;

before(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "access-"));
  stage = await Stage.open(path.join(ROOT, "Examples/web"));
  browser = await Browser.open();
});
after(async () => {
  await browser?.close();
  await stage?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const scheme = (value) => browser.command("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
/** The findings of axe in the page as it is now, a line each. */
async function violations() {
  await browser.send("POST", `${browser.session}/execute/sync`, { script: AXE, args: [] });
  return browser.run(async () => {
    const options = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"] };
    const found = await axe.run(document, options);
    return found.violations.flatMap(({ id, nodes }) => nodes.map((each) => `${id}: ${each.target} ${each.any[0]?.message ?? each.all[0]?.message ?? ""}`));
  });
}

test("axe sees a picture without words and pale text", async () => {
  await browser.goto("data:text/html,<title>t</title><main><h1>h</h1><img src='data:,'><p style='color:rgb(200,200,200)'>pale</p></main>");
  const found = await violations();
  for (const rule of ["image-alt", "color-contrast", "html-has-lang"]) assert.ok(found.some((each) => each.startsWith(rule)), `${rule}: ${found}`);
});

for (const each of SCHEMES) {
  test(`PHO-14 axe finds nothing in the photo viewer, ${each}, with its menu and without`, async () => {
    await scheme(each);
    await browser.goto(`${stage.address}/photos/`);
    await browser.until("the viewer", () => document.getElementById("stage").dataset.state);
    assert.deepEqual(await violations(), []);
    await browser.keys("\uE007");
    await browser.until("the menu", () => / menu true/.test(` ${document.getElementById("stage").dataset.state}`));
    assert.deepEqual(await violations(), []);
  });

  test(`VIEW-32 axe finds nothing in the live view, ${each}, at a desk and on a phone`, async () => {
    const page = path.join(folder, `${each}.html`);
    execFileSync(CONTROL, ["view", bundled("slow-taps"), "--output", page]);
    for (const [width, height] of [[1024, 640], [360, 640]]) {
      await browser.command("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
      await scheme(each);
      await browser.goto(`file://${page}`);
      await browser.until("the recording", () => globalThis.gesturedView?.story.lineCount > 0);
      await browser.run(async () => {
        gesturedView.player.seek(0.75);
        gesturedView.wake();
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        for (const row of document.querySelectorAll("details")) row.open = true;
      });
      assert.deepEqual(await violations(), [], `${width} px wide`);
    }
    await browser.command("Emulation.clearDeviceMetricsOverride");
  });
}
