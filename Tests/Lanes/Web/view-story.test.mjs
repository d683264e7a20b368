import assert from 'node:assert/strict';
import test from 'node:test';
import { dumpOf, bundled, numbers, storyOf } from './view-support.mjs';
import { Player } from '../../../Web/view/source/player.js';
import { upperBound } from '../../../Web/view/source/story.js';

/** What a moment shows, from a story that was read up to there and from a whole one. */
function state(story, time) {
  return {
    contacts: story.contactsAt(time).map(({ track, index }) => [track.id, track.xs[index], track.ys[index], track.taps[index]]),
    gestures: story.gesturesAt(time).map(({ span, number }) => [span.recognizer, span.touchCount, story.line(number)]),
    changes: [...story.families.values()].map((family) => {
      const group = story.groupAt(time);
      return group ? [family.name, [...story.changesIn(family, group, time).entries()].map(([count, change]) => [count, change.to, change.reason])] : null;
    }),
  };
}

test("VIEW-23 scrubbing shows the exact state: 100 random moments equal the lines read up to there", () => {
  const lines = dumpOf(bundled('demo'));
  const whole = storyOf(lines);
  const random = numbers(1);
  for (let round = 0; round < 100; round += 1) {
    const time = random() * whole.end;
    const until = lines.filter((line) => JSON.parse(line).time <= time);
    const [expected, found] = [state(storyOf(until), time), state(whole, time)];
    assert.deepEqual(found.contacts, expected.contacts, `contacts at ${time}`);
    assert.deepEqual(found.gestures, expected.gestures, `gestures at ${time}`);
    assert.deepEqual(found.changes, expected.changes, `changes at ${time}`);
  }
});

test("VIEW-21 six minutes of lines keep the last five", () => {
  const lines = [{ type: 'device', time: 0, device: 1, state: 'added', name: 'T1', size: [160, 100] }];
  for (let second = 0; second < 360; second += 1) {
    const touch = { id: second + 1, location: [10, 10], tap_count: 1 };
    lines.push({ type: 'touches', time: second, device: 1, sequence: second + 1, region: 'root', phase: 'began', touches: [touch] });
    lines.push({ type: 'touches', time: second + 0.5, device: 1, sequence: second + 1, region: 'root', phase: 'ended', touches: [touch] });
    lines.push({ type: 'settled', time: second + 0.5, device: 1, first_sequence: second + 1, sequence: second + 1 });
  }
  const story = storyOf(lines, { seconds: 300, lines: 600 });
  assert.ok(story.start >= story.end - 300 && story.lineCount <= 600);
  assert.ok(story.tracks[0].ended >= story.start, 'no touch is older than the first line');
  assert.ok(story.sequences.length <= 301);
  assert.equal(story.line(story.first + story.lineCount - 1).sequence, 360);
});

test("VIEW-21 at most 200,000 lines are kept", () => {
  const story = storyOf([], { seconds: Infinity, lines: 1000 });
  for (let number = 0; number < 5000; number += 1) story.take(JSON.stringify({ type: 'settled', time: number / 100, device: 1, first_sequence: number, sequence: number }));
  assert.ok(story.lineCount <= 1000);
  assert.equal(story.line(story.first + story.lineCount - 1).sequence, 4999);
});

test("VIEW-22 paused, lines are still taken in, and live jumps to the end", () => {
  const story = storyOf([]);
  const player = new Player(story);
  const take = (time) => story.take(JSON.stringify({ type: 'settled', time, device: 1, first_sequence: 1, sequence: 1 }));
  take(1);
  player.goLive();
  player.advance(10);
  assert.equal(player.time, 1);
  player.toggle();
  take(2);
  take(6);
  player.advance(15);
  assert.equal(player.time, 1, 'paused');
  player.goLive();
  player.advance(15.1);
  assert.equal(player.time, 6);
  assert.equal(story.lineCount, 3, 'no gap');
});

test("VIEW-10 and VIEW-33 live, time runs on for a second after the last line, so that what was raised fades, and rests then", () => {
  const story = storyOf([]);
  const player = new Player(story);
  const take = (time) => story.take(JSON.stringify({ type: 'settled', time, device: 1, first_sequence: 1, sequence: 1 }));
  take(1);
  player.goLive();
  for (const [now, time] of [[10, 1], [10.4, 1.4], [10.8, 1.8], [20, 2], [30, 2]]) {
    player.advance(now);
    assert.ok(Math.abs(player.time - time) < 1e-9, `${now}: ${player.time}`);
    assert.equal(player.isMoving, time < 2);
  }
  take(40);
  assert.equal(player.isMoving, true, 'a line wakes it');
  player.advance(40);
  assert.equal(player.time, 40);
});

test("VIEW-23 a screen that turns leaves its regions as they were before", () => {
  const region = (time, frame) => ({ type: 'region', time, device: 1, region: 'half', state: 'present', frame });
  const story = storyOf([
    region(0, [80, 0, 80, 100]), { type: 'settled', time: 1, device: 1 }, region(20, [50, 0, 50, 160]), { type: 'settled', time: 21, device: 1 },
  ]);
  assert.deepEqual(story.regionsAt(0, 1)[0].line.frame, [80, 0, 80, 100]);
  assert.deepEqual(story.regionsAt(19, 1)[0].line.frame, [80, 0, 80, 100]);
  assert.deepEqual(story.regionsAt(20, 1)[0].line.frame, [50, 0, 50, 160]);
});

test("VIEW-21 regions that move, and pages that come and go, leave nothing older than what is kept", () => {
  const story = storyOf([], { seconds: 300, lines: 1000 });
  for (let number = 0; number < 20_000; number += 1) {
    const time = number / 10;
    story.take(JSON.stringify({ type: 'region', time, device: 1, region: 'moving', state: 'changed', frame: [number, 0, 1, 1] }));
    const name = `page-${number >> 6}`;
    const state = number % 64 === 0 ? 'added' : number % 64 === 63 ? 'removed' : null;
    if (state) {
      story.take(JSON.stringify({ type: 'recognizer', time, recognizer: name, kind: 'tap', state }));
      story.take(JSON.stringify({ type: 'region', time, device: 1, region: name, state, frame: [0, 0, 1, 1] }));
    }
  }
  const kept = [...story.regions.values()].reduce((sum, history) => sum + history.values.length, 0);
  assert.ok(kept < 1500, `${kept}`);
  assert.ok(story.families.size < 50 && story.regions.size < 50, `${story.families.size}, ${story.regions.size}`);
  assert.deepEqual(story.regionsAt(story.end, 1).find(({ line }) => line.region === 'moving').line.frame[0], 19_999);
});

test("VIEW-24 arrows step by frame, with Shift by gesture, Home and End to the ends", () => {
  const story = storyOf(dumpOf(bundled('demo')));
  const player = new Player(story);
  player.seek(story.start);
  player.stepFrame(1);
  assert.equal(player.time, 0.008333);
  player.stepFrame(-1);
  assert.equal(player.time, 0);
  player.stepGesture(1);
  assert.equal(player.time, story.spans[0].began);
  player.stepGesture(1);
  player.stepGesture(-1);
  assert.equal(player.time, story.spans[0].began);
  player.seek(Infinity);
  assert.equal(player.time, story.end + 1);
});

test("VIEW-24 the speed is 0.1 to 4", () => {
  const player = new Player(storyOf([]));
  for (let step = 0; step < 9; step += 1) player.changeSpeed(1);
  assert.equal(player.speed, 4);
  for (let step = 0; step < 9; step += 1) player.changeSpeed(-1);
  assert.equal(player.speed, 0.1);
});

test("VIEW-28 private mode is a stretch without contacts", () => {
  const story = storyOf([
    { type: 'inhibit', time: 1, state: 'began' }, { type: 'inhibit', time: 6, state: 'ended', suppressed: 2 },
    { type: 'settled', time: 7, device: 1, first_sequence: 1, sequence: 1 },
  ]);
  assert.deepEqual([0.5, 1, 5.9, 6].map((time) => story.isPrivateAt(time)), [false, true, true, false]);
  assert.deepEqual(story.leases, [{ began: 1, ended: 6 }]);
});

test("VIEW-29 a dropped line is a stretch with the number of missing lines", () => {
  const story = storyOf([
    { type: 'settled', time: 1, device: 1, first_sequence: 1, sequence: 1 }, { type: 'dropped', count: 12 },
  ]);
  assert.equal(story.gaps.length, 1);
  assert.equal(story.gaps[0].missing, 12);
});

test("VIEW-8 lines that are no JSON are counted and skipped", () => {
  const story = storyOf(['{', '[]', 'null', '3', '{"type":5}', '{"type":"settled"}']);
  assert.equal(story.skipped, 5);
  assert.equal(story.lineCount, 1);
});

test("VIEW-8 10,000 mutated lines throw nothing", () => {
  const lines = dumpOf(bundled('demo')).slice(0, 400);
  const random = numbers(7);
  const values = ['null', '-1', '1e400', '"x"', '[]', '{}', 'true', '[null,1]', '99999999999999999999'];
  for (let round = 0; round < 10_000; round += 1) {
    const story = storyOf(lines.slice(0, 3));
    let line = lines[Math.floor(random() * lines.length)];
    if (random() < 0.7) {
      const places = [...line.matchAll(/:("[^"]*"|[-\d.]+|\[[^\]]*\]|true|false)/g)];
      const { index, 0: old } = places[Math.floor(random() * places.length)];
      line = line.slice(0, index + 1) + values[Math.floor(random() * values.length)] + line.slice(index + old.length);
    } else {
      const at = Math.floor(random() * line.length);
      line = line.slice(0, at) + String.fromCharCode(random() * 128) + line.slice(at + 1);
    }
    story.take(line);
    state(story, story.end);
    story.regionsAt(0, 1);
    story.devicesAt(0);
  }
});

test("upperBound is the number of values that are not above", () => {
  assert.deepEqual([0, 1, 1.5, 2, 9].map((value) => upperBound([1, 2, 2, 3], value)), [0, 1, 1, 3, 4]);
});
