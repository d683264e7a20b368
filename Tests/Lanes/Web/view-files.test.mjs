import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { evemuOf, linesOf } from '../../../Web/view/source/exporting.js';
import { kindOf, MAXIMUM_BYTES, ReadingError, readText } from '../../../Web/view/source/reading.js';
import { Story } from '../../../Web/view/source/story.js';
import { bundled, dumpOf, numbers, storyOf, temporary } from './view-support.mjs';

function read(text) {
  const story = new Story({ seconds: Infinity, lines: Infinity });
  const kind = readText(text, (line) => story.take(line));
  return { kind, story };
}

const LIBINPUT = `# libinput record
version: 1
ndevices: 1
devices:
- node: /dev/input/event9
  evdev:
    # Name: Goodix Capacitive TouchScreen
    name: "Goodix Capacitive TouchScreen"
    id: [24, 1046, 911, 256]
    codes:
      3: [47, 53, 54, 57]
    absinfo:
      47: [0, 9, 0, 0, 0]
      53: [0, 1599, 0, 0, 10]
      54: [0, 999, 0, 0, 10]
      57: [0, 65535, 0, 0, 0]
    properties: [1]
  events:
  - evdev:
    - [  0,      0,   3,  57,    1] # EV_ABS / ABS_MT_TRACKING_ID        1
    - [  0,      0,   3,  53,  500] # EV_ABS / ABS_MT_POSITION_X       500
    - [  0,      0,   3,  54,  250] # EV_ABS / ABS_MT_POSITION_Y       250
    - [  0,      0,   0,   0,    0] # ------------ SYN_REPORT (0) ----------
  - evdev:
    - [  0,  60000,   3,  57,   -1] # EV_ABS / ABS_MT_TRACKING_ID       -1
    - [  0,  60000,   0,   0,    0] # ------------ SYN_REPORT (0) ----------
`;

/** The touches of a story: landings and lifts with their places. */
function touches(story) {
  return story.tracks.map((track) => [track.began, track.ended, track.count, Math.round(track.xs[0] * 100), Math.round(track.ys[0] * 100)]);
}

test("VIEW-6 the kind of a file is found by its content", () => {
  assert.equal(kindOf('{"type":"hello"}\n'), 'lines');
  assert.equal(kindOf(readFileSync(bundled('demo'), 'utf8')), 'evemu');
  assert.equal(kindOf(LIBINPUT), 'libinput');
  assert.equal(kindOf('<!doctype html>'), null);
  assert.equal(kindOf(''), null);
});

test("VIEW-6 lines, a recording of evemu and one of libinput all play", () => {
  const lines = read(dumpOf(bundled('demo')).join('\n')).story;
  const recording = read(readFileSync(bundled('demo'), 'utf8')).story;
  assert.equal(recording.tracks.length, lines.tracks.length);
  assert.deepEqual(recording.tracks.map((track) => [track.xs[0].toFixed(1), track.ys[0].toFixed(1)]),
    lines.tracks.map((track) => [track.xs[0].toFixed(1), track.ys[0].toFixed(1)]));
  const { story } = read(LIBINPUT);
  assert.deepEqual(touches(story), [[0, 0.06, 2, 5000, 2500]]);
  assert.equal(story.devicesAt(0)[0].name, 'Goodix Capacitive TouchScreen');
});

test("VIEW-7 a recording has touches and no gestures", () => {
  const { kind, story } = read(readFileSync(bundled('ten-fingers'), 'utf8'));
  assert.equal(kind, 'evemu');
  assert.equal(story.tracks.length, 10);
  assert.ok(!story.hasGestures && !story.hasTransitions);
});

test("VIEW-8 a text of no known kind, an empty one and one that is too long are refused", () => {
  const word = (text) => {
    try {
      readText(text, () => {});
    } catch (error) {
      assert.ok(error instanceof ReadingError);
      return error.word;
    }
    return null;
  };
  assert.equal(word('hello'), 'unknownKind');
  assert.equal(word(''), 'nothing');
  assert.equal(word('\n\n'), 'nothing');
  assert.equal(word('# EVEMU 1.3\nN: nothing\n'), 'emptyFile');
  assert.equal(word(`{${' '.repeat(MAXIMUM_BYTES)}`), 'tooLarge');
  assert.equal(word(`{}${'\n'.repeat(2_000_001)}`), 'tooManyLines');
});

test("VIEW-8 10,000 mutated files throw nothing but a refusal", () => {
  const random = numbers(3);
  const files = [readFileSync(bundled('slow-taps'), 'utf8').slice(0, 4000), LIBINPUT];
  for (let round = 0; round < 10_000; round += 1) {
    const bytes = [...files[round % files.length]];
    for (let change = 0; change < 4; change += 1) bytes[Math.floor(random() * bytes.length)] = String.fromCharCode(random() * 128);
    try {
      read(bytes.join(''));
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
    }
  }
});

test("VIEW-26 an exported recording replays to the same gestures", () => {
  const all = { from: -Infinity, to: Infinity, zero: true, anonymous: true };
  for (const name of ['demo', 'recipes', 'ten-fingers']) {
    const lines = dumpOf(bundled(name));
    const recording = evemuOf(storyOf(lines), 1, all);
    assert.match(recording, /^N: screen$/m);
    const again = dumpOf(temporary('export.events', recording));
    const gestures = (list) => list.map((line) => JSON.parse(line)).filter((line) => line.type === 'gesture' && line.state !== 'changed')
      .map((line) => [line.kind, line.state, line.touch_count, line.direction ?? null]);
    assert.deepEqual(gestures(again), gestures(lines), name);
  }
});

test("VIEW-26 200,000 touches are exported as well, in the slots that they need", () => {
  const story = storyOf([{ type: 'device', time: 0, device: 1, state: 'added', name: 'T1', size: [160, 100] }]);
  for (let id = 1; id <= 200_000; id += 1) {
    for (const phase of ['began', 'ended']) story.take(`{"type":"touches","time":${id * 0.02},"device":1,"sequence":${id},"phase":"${phase}","touches":[{"id":${id},"location":[1,1]}]}`);
  }
  const recording = evemuOf(story, 1, { from: -Infinity, to: Infinity, zero: true, anonymous: true });
  assert.match(recording, /^A: 2f 0 10 0 0 0$/m);
  assert.equal(recording.split(' 0039 -1\n').length - 1, 200_000);
});

test("VIEW-26 a stretch is exported alone, as lines", () => {
  const story = storyOf(dumpOf(bundled('demo')));
  const text = linesOf(story, { from: 2, to: 4, zero: false, anonymous: false });
  const times = text.trim().split('\n').map((line) => JSON.parse(line)).filter((line) => line.type === 'touches').map((line) => line.time);
  assert.ok(times.length > 10 && times.every((time) => time >= 2 && time <= 4));
  assert.deepEqual(read(text).story.devicesAt(2).length, 1);
});

test("VIEW-26 a screen without a size that is one is exported with one that gestured reads", () => {
  const all = { from: -Infinity, to: Infinity, zero: true, anonymous: true };
  const axes = (size, x = 10) => evemuOf(storyOf([
    { type: 'device', time: 0, device: 1, state: 'added', name: 'T1', size },
    { type: 'touches', time: 1, device: 1, sequence: 1, region: 'root', phase: 'began', touches: [{ id: 1, location: [x, 10], tap_count: 1 }] },
  ]), 1, all).split('\n').filter((line) => /^A: 3[56]|^E: .* 0035 /.test(line)).map((line) => line.split(' ').slice(0, 4).join(' '));
  const guessed = ['A: 35 0 15999', 'A: 36 0 9999', 'E: 0.000000 0003 0035'];
  for (const size of [5, 'large', '80', null, [], [160], ['160', '100'], [-160, 100], [160, 0]]) assert.deepEqual(axes(size), guessed, JSON.stringify(size));
  assert.deepEqual(axes([320, 200.5]), ['A: 35 0 31999', 'A: 36 0 20049', guessed[2]]);
  assert.deepEqual(axes([1e300, 0.001], 1e300).slice(0, 2), ['A: 35 0 2147483647', 'A: 36 0 0']);
});

test("VIEW-27 times begin at 0 and the device becomes “screen” where asked", () => {
  const story = storyOf([
    { type: 'device', seq: 1, time: 500, device: 1, state: 'added', name: "Jo's tablet", size: [160, 100] },
    { type: 'touches', time: 501, device: 1, sequence: 1, region: 'root', phase: 'began', touches: [{ id: 1, location: [1, 2], tap_count: 1, coalesced: [{ time: 500.99, location: [1, 2] }] }] },
  ]);
  const text = linesOf(story, { from: -Infinity, to: Infinity, zero: true, anonymous: true });
  assert.doesNotMatch(text, /Jo|50[01]/);
  assert.equal(JSON.parse(text.split('\n')[1]).touches[0].coalesced[0].time, 0.99);
  const kept = linesOf(story, { from: -Infinity, to: Infinity, zero: false, anonymous: false });
  assert.match(kept, /Jo's tablet/);
});
