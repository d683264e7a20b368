// The connection of the live view, with a made-up bridge.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LiveFeed } from '../../../Web/view/source/live.js';

/** A feed on made-up sockets and timers. */
function feed() {
  const made = { sockets: [], timers: [], states: [], now: 0 };
  globalThis.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    sent = [];
    constructor() {
      super();
      made.sockets.push(this);
    }
    send(text) { this.sent.push(JSON.parse(text)); }
    /** An event at the present time of the test, in ms. */
    tell(type, values = {}) { this.dispatchEvent(Object.assign(Object.defineProperty(new Event(type), 'timeStamp', { value: made.now }), values)); }
    take(line) { this.tell('message', { data: JSON.stringify(line) }); }
    end(code, reason = '') { this.tell('close', { code, reason }); }
  };
  globalThis.setTimeout = (action, pause) => made.timers.push({ action, pause });
  made.feed = new LiveFeed(new URL('http://127.0.0.1:4378/view#token=abc'), {
    started() {}, line() {}, state(text) { made.states.push(text); },
  });
  return made;
}

test("VIEW-4 a page whose token is not valid any more tries no more, and says where to look", () => {
  for (const code of [4401, 4403]) {
    const { sockets, timers, states } = feed();
    sockets[0].tell('open');
    assert.deepEqual(sockets[0].sent, [{ id: 1, command: 'authorize', token: 'abc' }]);
    sockets[0].take({ type: 'reply', id: 1, error: { code: 'not_permitted', message: 'this is not the token' } });
    sockets[0].end(code, 'authorize first');
    assert.deepEqual(timers, [], 'no further attempt');
    assert.equal(states.at(-1), 'The connection ended: authorize first. Open the address that gesturectl view has printed last.');
  }
});

test("VIEW-4 a connection that is lost for another reason comes again, after longer and longer pauses", () => {
  const { sockets, timers, states } = feed();
  for (let attempt = 0; attempt < 6; attempt += 1) {
    sockets.at(-1).end(1013, 'gestured is not running');
    timers.at(-1).action();
  }
  assert.deepEqual(timers.map(({ pause }) => pause), [250, 1000, 2000, 5000, 5000, 5000]);
  assert.ok(states.includes('The connection ended: gestured is not running.'));
  assert.equal(sockets.length, 7);
});

test("VIEW-4 a connection that ends soon after it began is tried less and less often, and one of 10 s at once", () => {
  const made = feed();
  for (const lasting of [0, 9_999, 9_999, 9_999, 10_000, 9_999]) {
    const socket = made.sockets.at(-1);
    socket.tell('open');
    socket.take({ type: 'reply', id: 1 });
    socket.take({ type: 'reply', id: 2 });
    made.now += lasting;
    socket.end(1013, 'this client is too slow');
    made.timers.at(-1).action();
  }
  assert.deepEqual(made.timers.map(({ pause }) => pause), [250, 1000, 2000, 5000, 250, 1000]);
});

test("VIEW-4 lines come only between gestured's greeting and the end of the connection, and Live is lit only then", () => {
  const { sockets, timers, feed: own } = feed();
  assert.equal(own.isConnected, false);
  sockets[0].tell('open');
  assert.equal(own.isConnected, false);
  sockets[0].take({ type: 'hello', protocol: 1 });
  assert.equal(own.isConnected, true);
  sockets[0].end(1001, 'end of replay');
  assert.equal(own.isConnected, false);
  timers.at(-1).action();
  sockets[1].take({ type: 'hello', protocol: 1 });
  assert.equal(own.isConnected, true);
});
