/**
 * The connection to the bridge that has served this page. A page from a file has none.
 *
 * The token stands in the fragment, which browsers do not send.
 */
import { words } from './words.js';

const TYPES = ['gesture', 'touches', 'transition', 'settled', 'device', 'region', 'recognizer', 'inhibit'];
/** Pauses before the next attempt, in ms. */
const PAUSES = [250, 1000, 2000, 5000];
/** A connection that has lasted so long, in ms, has worked, and the pauses begin anew. Before that, the bridge may end each connection at once. */
const PROVED = 10_000;
/** The bridge does not know the token, or knows it no more. More attempts would delay the user's next page. */
const REFUSALS = new Set([4401, 4403]);

export function isServed(location) {
  return /^https?:$/.test(location.protocol) && location.pathname === '/view';
}

function tokenOf(location) {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

export class LiveFeed {
  /** @param events `line(text)`, `state(text)` and `started()`: the lines from now on are a new story */
  constructor(location, events) {
    this.url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v1`;
    this.token = tokenOf(location);
    this.events = events;
    this.failures = 0;
    this.withTouches = true;
    this.isResting = false;
    /** Whether lines come: gestured has greeted, and the connection lasts. */
    this.isConnected = false;
    this.open();
  }

  open() {
    if (!this.isResting) this.events.state(words.connecting);
    const socket = new WebSocket(this.url, 'gestured.1');
    this.socket = socket;
    let opened = Infinity;
    socket.addEventListener('open', (event) => {
      opened = event.timeStamp;
      if (this.token) this.#send({ id: 1, command: 'authorize', token: this.token });
    });
    socket.addEventListener('message', (message) => this.#take(message.data));
    socket.addEventListener('close', (event) => {
      this.isConnected = false;
      if (REFUSALS.has(event.code)) {
        this.events.state(words.refusedPage(event.reason));
        return;
      }
      if (!this.isResting) this.events.state(words.lost(event.reason));
      if (event.timeStamp - opened >= PROVED) this.failures = 0;
      const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
      this.failures += 1;
      setTimeout(() => this.open(), pause);
    });
  }

  /** A recording is shown. The connection stays, as the bridge of one user ends without its page. */
  rest() {
    this.isResting = true;
    this.#send({ id: 4, command: 'unsubscribe' });
  }

  /** Goes back to the present, as a new story. */
  resume() {
    if (!this.isResting) return;
    this.isResting = false;
    this.#begin();
  }

  /** The last picture stays until gestured is there. */
  #begin() {
    this.withTouches = true;
    if (this.isResting) return;
    this.events.started();
    if (this.hello) this.events.line(this.hello);
    this.#subscribe();
  }

  #send(request) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  #subscribe() {
    const types = this.withTouches ? TYPES : TYPES.filter((type) => type !== 'touches');
    this.#send({
      id: 2, command: 'subscribe', filter: [{ type: types, owners: 'all' }], passive: true, snapshot: true,
      ...(this.withTouches ? { touches: ['phases'] } : { fingers: true }),
    });
    this.#send({ id: 3, command: 'recognizers', owners: 'all' });
  }

  /** Only a list has the exclusion zones, and the zones of a screen that turns lie elsewhere. */
  #listRegions() {
    this.#send({ id: 5, command: 'regions', owners: 'all' });
  }

  #take(text) {
    if (typeof text !== 'string') return;
    if (text.startsWith('{"type":"hello"')) {
      this.hello = text;
      this.isConnected = true;
      if (!this.token) this.#begin();
      return;
    }
    // Replies are few, and all other lines are data.
    if (!text.startsWith('{"type":"reply"')) {
      if (this.isResting) return;
      this.events.line(text);
      if (text.startsWith('{"type":"device"')) this.#listRegions();
      return;
    }
    let reply;
    try {
      reply = JSON.parse(text);
    } catch {
      return;
    }
    if (reply.id === 1 && !reply.error) this.#begin();
    else if (this.isResting) return;
    else if (reply.id === 2 && reply.error && this.withTouches) {
      // Without the right to touches, gestures are shown.
      this.withTouches = false;
      this.#subscribe();
      this.events.state(words.noTouches);
    } else if (reply.id === 2 && !reply.error) {
      this.events.state(this.withTouches ? words.connected : words.noTouches);
    } else if (reply.error) {
      this.events.state(words.refused(String(reply.error.message ?? reply.error.code)));
    }
  }
}

/**
 * The lines that gestured prints for a recording.
 *
 * @returns `lines`, or `problem`, the sentence of the bridge
 */
export async function replay(location, recording) {
  const token = tokenOf(location);
  const opening = token ? `${JSON.stringify({ command: 'authorize', token })}\n` : '';
  try {
    const answer = await fetch('/v1/replay', { method: 'POST', body: opening + recording });
    const text = await answer.text();
    return answer.ok ? { lines: text } : { problem: text.trim() };
  } catch (error) {
    return { problem: String(error.message) };
  }
}
