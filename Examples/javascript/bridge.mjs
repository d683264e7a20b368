#!/usr/bin/env node
// Tells web pages of swipes with three fingers, as server-sent events, with what comes with Node.
//
//     bridge.mjs [SOCKET [PORT]]
//
// A page on the same port listens with new EventSource("/events"). Pages of other origins may not: browsers ask for
// a header that is not sent. Only the direction goes out, no place.
import http from "node:http";
import net from "node:net";
import readline from "node:readline";

const [path, port = "8080"] = process.argv.slice(2), socket = path || process.env.GESTURED_SOCKET || "/run/gestured/events.sock";
const page = `<!doctype html><title>Swipes</title><h1 id="last">Swipe with three fingers</h1><script>
new EventSource("/events").onmessage = (event) => { last.textContent = JSON.parse(event.data).direction }
</script>`;

const pages = new Set();
let complaint, isSubscribed = false;
http.createServer((request, response) => {
  // Nor may another name that has this machine's address.
  if (!/^(127\.0\.0\.1|localhost):/.test(request.headers.host)) return response.writeHead(403).end();
  if (request.url !== "/events") return response.setHeader("Content-Type", "text/html").end(page);
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" }).flushHeaders();
  pages.add(response.on("close", () => pages.delete(response)));
  if (!isSubscribed) subscribe(); // once a page is there to hear of it
  isSubscribed = true;
}).listen(Number(port), "127.0.0.1", function () { console.log(`http://127.0.0.1:${this.address().port}/`); });

function subscribe() {
  const stream = net.connect(socket).on("error", ({ message }) => {
    if (message !== complaint) console.error((complaint = message)); // once, however often it is tried again
  });
  stream.write(JSON.stringify({ command: "subscribe", filter: [{ kind: "swipe", touch_count: 3 }] }) + "\n");
  readline.createInterface(stream).on("error", () => {}).on("line", (line) => {
    let event;
    try { event = JSON.parse(line); } catch { return; } // cut off with its connection
    if (event.type === "reply" && event.error) throw new Error(event.error.message);
    if (event.type !== "gesture") return;
    for (const each of pages) each.write(`data: ${JSON.stringify({ direction: event.direction })}\n\n`);
  });
  stream.on("close", () => setTimeout(subscribe, 1000)); // gestured may come and go
}
