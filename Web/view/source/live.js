/**
 * The connection to the bridge that has served this page. A page from a file has none.
 *
 * The token stands in the fragment, which browsers send to nobody.
 */
import { words } from './words.js';

const TYPES = ['gesture', 'touches', 'transition', 'settled', 'device', 'region', 'recognizer', 'inhibit', 'idle'];
/** Pauses before the next attempt, in ms. */
const PAUSES = [250, 1000, 2000, 5000];

export function isServed(location) {
  return /^https?:$/.test(location.protocol) && location.pathname === '/view';
}

export class LiveFeed {
  /** @param events `line(text)`, `state(text)` and `started()`, which begins a new story */
  constructor(location, events) {
    this.url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v1`;
    this.token = new URLSearchParams(location.hash.slice(1)).get('token');
    this.events = events;
    this.failures = 0;
    this.withTouches = true;
    this.isWanted = true;
    this.open();
  }

  open() {
    this.events.state(words.connecting);
    const socket = new WebSocket(this.url, 'gestured.1');
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.failures = 0;
      this.events.started();
      if (this.token) this.#send({ id: 1, command: 'authorize', token: this.token });
      this.#subscribe();
    });
    socket.addEventListener('message', (message) => this.#take(message.data));
    socket.addEventListener('close', (event) => {
      this.events.state(words.lost(event.reason));
      if (!this.isWanted) return;
      const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
      this.failures += 1;
      setTimeout(() => this.open(), pause);
    });
  }

  /** Ends the connection for good. */
  stop() {
    this.isWanted = false;
    this.socket.close();
  }

  #send(request) {
    this.socket.send(JSON.stringify(request));
  }

  #subscribe() {
    const types = this.withTouches ? TYPES : TYPES.filter((type) => type !== 'touches');
    this.#send({
      id: 2, command: 'subscribe', filter: [{ type: types, owners: 'all' }], snapshot: true,
      ...(this.withTouches ? { touches: ['phases'] } : { fingers: true }),
    });
    this.#send({ id: 3, command: 'recognizers', owners: 'all' });
  }

  #take(text) {
    if (typeof text !== 'string') return;
    // Replies are few, and all other lines are data.
    if (!text.startsWith('{"type":"reply"')) {
      this.events.line(text);
      return;
    }
    let reply;
    try {
      reply = JSON.parse(text);
    } catch {
      return;
    }
    if (reply.id === 2 && reply.error && this.withTouches) {
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
