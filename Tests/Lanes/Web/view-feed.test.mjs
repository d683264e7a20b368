// The connection of the live view, with a made-up bridge.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LiveFeed } from '../../../Web/view/source/live.js';

/** A feed on made-up sockets and timers. */
function feed() {
  const made = { sockets: [], timers: [], states: [], stories: 0 };
  globalThis.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    sent = [];
    constructor() {
      super();
      made.sockets.push(this);
    }
    send(text) { this.sent.push(JSON.parse(text)); }
    take(line) { this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(line) })); }
    end(code, reason = '') { this.dispatchEvent(Object.assign(new Event('close'), { code, reason })); }
  };
  globalThis.setTimeout = (action, pause) => made.timers.push({ action, pause });
  made.feed = new LiveFeed(new URL('http://127.0.0.1:4378/view#token=abc'), {
    started() { made.stories += 1; }, line() {}, state(text) { made.states.push(text); },
  });
  return made;
}

test("VIEW-4 a page whose token is not valid any more tries no more, and says where to look", () => {
  for (const code of [4401, 4403]) {
    const { sockets, timers, states } = feed();
    sockets[0].dispatchEvent(new Event('open'));
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
