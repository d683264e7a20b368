import assert from 'node:assert/strict';
import test from 'node:test';
import { dumpOf, bundled, numbers, storyOf } from './view-support.mjs';
import { explain, banner } from '../../../Web/view/source/explaining.js';
import { evemuOf, linesOf } from '../../../Web/view/source/exporting.js';
import { Panel } from '../../../Web/view/source/panel.js';
import { LINGER, Player } from '../../../Web/view/source/player.js';
import { Timeline } from '../../../Web/view/source/timeline.js';
import { upperBound } from '../../../Web/view/source/story.js';

const DEVICE = { type: 'device', seq: 1, time: 0, device: 1, state: 'added', name: 'T1', size: [160, 100] };
const touches = (time, phase, id, more = {}) => ({ type: 'touches', time, device: 1, sequence: id, region: 'root', phase, touches: [{ id, location: [10, 10], tap_count: 1 }], ...more });
const settled = (time, last, first = last) => ({ type: 'settled', time, device: 1, first_sequence: first, sequence: last });
const pan = (time, id, more = {}) => ({ type: 'gesture', time, device: 1, sequence: id, gesture_id: id, recognizer: 'pan', kind: 'pan', state: 'changed', touch_count: 1, location: [1, 1], ...more });
const region = (time, name, more = {}) => ({ type: 'region', time, device: 1, region: name, state: 'present', frame: [0, 0, 160, 100], snapshot: true, ...more });

/** The parts of a moment, from a story that was read up to there and from a whole one. */
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

test("VIEW-21 regions, screens and recognizers of gone pages go with their lines, and what still counts stays", () => {
  const story = storyOf([{ type: 'device', time: 0, device: 1, state: 'added', name: 'T1', size: [160, 100] }], { seconds: 300, lines: 200_000 });
  const take = (line) => story.take(JSON.stringify(line));
  take({ type: 'region', time: 0, device: 1, region: 'still', state: 'added', frame: [0, 0, 5, 5], exclusions: [] });
  for (let time = 0; time < 3600; time += 0.1) take({ type: 'region', time, device: 1, region: 'moving', client: 4, state: 'changed', frame: [time, 0, 5, 5], exclusions: [] });
  for (let page = 0; page < 1000; page += 1) {
    const time = 3600 + page;
    for (const state of ['added', 'removed']) {
      take({ type: 'recognizer', time, recognizer: 'tap', client: page, kind: 'tap', state, touch_count: [1] });
      take({ type: 'region', time, device: 1, region: 'photo', client: page, state, frame: [0, 0, 5, 5] });
      take({ type: 'device', time, device: page + 2, state, name: 'T2', size: [160, 100] });
    }
  }
  const kept = story.lineCount;
  const values = (histories) => [...histories.values()].reduce((sum, history) => sum + history.values.length, 0);
  assert.ok(values(story.regions) <= kept && story.regions.size < 700, `${values(story.regions)} of ${kept}, ${story.regions.size}`);
  assert.ok(values(story.exclusions) < 5 && story.families.size < 700 && story.devices.size < 700);
  assert.deepEqual(story.regionsAt(story.end, 1).map(({ line }) => line.region), ['still', 'moving']);
  assert.equal(story.devicesAt(story.end)[0].name, 'T1');
});

test("VIEW-21 a touch and a gesture that last keep their beginning and the samples of the last five minutes", () => {
  const story = storyOf([DEVICE, touches(0, 'began', 1), pan(0, 1)], { seconds: 300, lines: 2000 });
  for (let frame = 1; frame <= 20_000; frame += 1) {
    const time = frame / 10;
    story.take(JSON.stringify(touches(time, 'moved', 1, { touches: [{ id: 1, location: [10 + frame / 1000, 10], tap_count: 1 }] })));
    story.take(JSON.stringify(pan(time, 1)));
  }
  const [track] = story.tracks, [span] = story.spans;
  assert.ok(track.count < 1100 && track.times.length <= 2048, `${track.count} samples`);
  assert.ok(span.times.length < 1100 && span.numbers.length === span.times.length, `${span.times.length} lines`);
  assert.deepEqual([track.began, track.xs[0], span.began, span.numbers[0]], [0, 10, 0, 2]);
  assert.equal(track.reach(), 20);
  for (const time of [story.start + 1, (story.start + story.end) / 2, story.end]) {
    const index = track.at(time);
    assert.ok(track.times[index] <= time && (index + 1 === track.count || track.times[index + 1] > time));
    assert.ok(Math.abs(track.xs[index] - 10 - track.times[index] / 100) < 1e-4);
    assert.equal(story.line(track.numbers[index]).time, track.times[index]);
    assert.equal(story.line(story.gesturesAt(time)[0].number).time, track.times[index]);
  }
});

test("sequences of touches alone are explained one by one, and attempts of several together", () => {
  const taps = Array.from({ length: 50 }, (_, index) => [touches(index * 10 + 1, 'began', index + 1), touches(index * 10 + 1.1, 'ended', index + 1)]).flat();
  const bounds = (story, time) => [story.groupAt(time).first, story.groupAt(time).last];
  assert.deepEqual([1.05, 300, 499].map((time) => bounds(storyOf([DEVICE, ...taps]), time)), [[1, 1], [30, 30], [50, 50]]);
  const change = { type: 'transition', time: 11.1, device: 1, sequence: 2, recognizer: 'double_tap', kind: 'tap', touch_count: 1, from: 'possible', to: 'ended', reason: 'tapped' };
  for (const line of [change, settled(11.2, 2, 1)]) assert.deepEqual(bounds(storyOf([DEVICE, ...taps.slice(0, 4), line]), 11.3), [1, 2], line.type);
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

test("VIEW-10 live, time goes on after the last line until all has faded, and rests then", () => {
  const touch = { id: 1, location: [10, 10], tap_count: 1 };
  const story = storyOf([
    { type: 'touches', time: 5, device: 1, sequence: 1, phase: 'began', touches: [touch] },
    { type: 'touches', time: 5.1, device: 1, sequence: 1, phase: 'ended', touches: [touch] },
  ]);
  const player = new Player(story);
  player.goLive();
  player.advance(100);
  assert.deepEqual([player.time, player.isMoving], [5.1, true]);
  player.advance(100.4);
  assert.ok(Math.abs(player.time - 5.5) < 1e-9);
  assert.ok(story.contactsAt(player.time, 1.5)[0].age > 0.39);
  player.advance(102);
  assert.deepEqual([player.time, player.isMoving], [5.1 + LINGER, false]);
  assert.deepEqual([player.advance(103), player.time], [false, 5.1 + LINGER]);
  assert.deepEqual(story.contactsAt(player.time + 1e-9, 1.5), []);
  story.take(JSON.stringify({ type: 'touches', time: 60, device: 1, sequence: 2, phase: 'began', touches: [{ ...touch, id: 2 }] }));
  player.advance(150);
  assert.deepEqual([player.time, player.isMoving], [60, true], 'a new line says which time it is');
});

test("VIEW-23 a turn changes the regions from then on, and a region is not there before it was added", () => {
  const region = (time, state, name, frame) => ({ type: 'region', time, device: 1, region: name, state, frame, exclusions: [] });
  const story = storyOf([
    region(1, 'present', 'half', [80, 0, 80, 100]), region(10, 'added', 'photo', [0, 0, 5, 5]),
    // The screen turns, and the list is asked for anew.
    region(20, 'present', 'half', [50, 0, 50, 160]),
  ]);
  const frames = (time) => story.regionsAt(time, 1).map(({ line }) => [line.region, line.frame]);
  assert.deepEqual(frames(0), [['half', [80, 0, 80, 100]]]);
  assert.deepEqual(frames(19), [['half', [80, 0, 80, 100]], ['photo', [0, 0, 5, 5]]]);
  assert.deepEqual(frames(20), [['half', [50, 0, 50, 160]], ['photo', [0, 0, 5, 5]]]);
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
  assert.equal(player.time, story.end + LINGER);
});

test("VIEW-24 the speed is 0.1 to 4", () => {
  const player = new Player(storyOf([]));
  for (let step = 0; step < 9; step += 1) player.changeSpeed(1);
  assert.equal(player.speed, 4);
  for (let step = 0; step < 9; step += 1) player.changeSpeed(-1);
  assert.equal(player.speed, 0.1);
});

test("VIEW-21 and VIEW-26 the timeline zooms around a moment or between two fingers, and a range begins and ends anywhere", () => {
  const story = storyOf([{ type: 'settled', time: 10, device: 1, first_sequence: 1, sequence: 1 }, { type: 'settled', time: 20, device: 1, first_sequence: 1, sequence: 1 }]);
  const timeline = new Timeline({ ...canvas(), clientWidth: 200 + 16 }, () => '#000000');
  timeline.zoom(story, 12, 0.5);
  assert.deepEqual(timeline.view, { from: 11, to: 16 });
  assert.ok(Math.abs(timeline.timeAt(story, 8 + 200 * 0.2) - 12) < 1e-9, 'the moment stays where it is');
  timeline.zoom(story, 12, 4);
  assert.equal(timeline.view, null, 'the whole story is no stretch');
  timeline.zoom(story, 12, 1e-9);
  assert.ok(Math.abs(timeline.view.to - timeline.view.from - 0.05) < 1e-9);
  timeline.view = null;
  // Two fingers at 12 s and 14 s move apart to the width of 4 s.
  timeline.fit(story, [{ x: 8 + 50, time: 12 }, { x: 8 + 150, time: 14 }]);
  assert.deepEqual(timeline.view, { from: 11, to: 15 });
  timeline.fit(story, [{ x: 8 + 150, time: 14 }, { x: 8 + 50, time: 12 }]);
  assert.deepEqual(timeline.view, { from: 11, to: 15 });
  timeline.fit(story, [{ x: 58, time: 12 }, { x: 58, time: 14 }]);
  assert.equal(timeline.view, null);
  timeline.beginRange(story, 12);
  assert.deepEqual(timeline.range, { from: 12, to: 20 });
  timeline.endRange(story, 14);
  assert.deepEqual(timeline.range, { from: 12, to: 14 });
  timeline.endRange(story, 11);
  assert.deepEqual(timeline.range, { from: 10, to: 11 });
  timeline.beginRange(story, 15);
  assert.deepEqual(timeline.range, { from: 15, to: 20 });
});

test("VIEW-28 private mode is a stretch without contacts", () => {
  const story = storyOf([
    { type: 'inhibit', time: 1, state: 'began' }, { type: 'inhibit', time: 6, state: 'ended', suppressed: 2 },
    { type: 'settled', time: 7, device: 1, first_sequence: 1, sequence: 1 },
  ]);
  assert.deepEqual([0.5, 1, 5.9, 6].map((time) => story.isPrivateAt(time)), [false, true, true, false]);
  assert.deepEqual(story.leases, [{ began: 1, ended: 6 }]);
});

test("VIEW-29 missing lines are a stretch with their number, from the line before to the first new one after the snapshot", () => {
  const story = storyOf([DEVICE, settled(1, 1), { type: 'dropped', count: 12 }]);
  assert.deepEqual(story.gaps, [{ began: 1, ended: 1, missing: 12 }]);
  const take = (...lines) => lines.forEach((line) => story.take(JSON.stringify(line)));
  // The screen was there before, and its line has the time of then.
  take(DEVICE, region(3.5, 'root'), pan(0.5, 7, { snapshot: true }), { type: 'snapshot', devices: 1, regions: 1, gestures: 1 });
  assert.deepEqual(story.gaps, [{ began: 1, ended: 3.5, missing: 12 }]);
  take(settled(4, 2), settled(5, 3));
  assert.deepEqual(story.gaps, [{ began: 1, ended: 4, missing: 12 }]);
});

test("VIEW-29 what may have ended among missing lines ends before them, and what the snapshot has goes on", () => {
  const story = storyOf([
    DEVICE, { ...DEVICE, device: 2, name: 'T2' }, region(0, 'root'), region(0, 'photo'), touches(1, 'began', 1), pan(1.2, 1), pan(1.3, 2), { type: 'inhibit', time: 1.4, state: 'began' },
    { type: 'dropped', count: 3 },
  ]);
  assert.deepEqual(story.contactsAt(2, 9).map(({ track }) => [track.ended, track.wasCancelled]), [[1.4, true]]);
  assert.deepEqual(story.sequences.map((sequence) => [sequence.number, sequence.settled]), [[1, 1.4]]);
  assert.deepEqual(story.spans.map((span) => [span.ended, span.wasCancelled]), [[1.4, true], [1.4, true]]);
  assert.deepEqual(story.leases, [{ began: 1.4, ended: 1.4 }]);
  const take = (...lines) => lines.forEach((line) => story.take(JSON.stringify(line)));
  take(DEVICE, region(3, 'root'), pan(1.8, 2, { snapshot: true }), { type: 'snapshot', devices: 1, regions: 1, gestures: 1 });
  assert.deepEqual(story.spans.map((span) => span.ended), [1.4, null]);
  assert.deepEqual([2.9, 3].map((time) => story.devicesAt(time).map((line) => line.name)), [['T1', 'T2'], ['T1']]);
  assert.deepEqual([2.9, 3].map((time) => story.regionsAt(time, 1).map(({ line }) => line.region)), [['root', 'photo'], ['root']]);
  take(pan(4, 2, { state: 'ended' }), { type: 'inhibit', time: 5, state: 'ended' }, touches(6, 'began', 2), touches(6.1, 'ended', 2), settled(6.5, 2));
  assert.deepEqual(story.spans.map((span) => [span.ended, span.wasCancelled]), [[1.4, true], [4, false]]);
  assert.deepEqual(story.leases, [{ began: 1.4, ended: 5 }], 'private mode went on');
  assert.deepEqual(story.contactsAt(7), []);
  assert.deepEqual(story.sequences.map((sequence) => [sequence.number, sequence.settled]), [[1, 1.4], [2, 6.5]]);
});

test("VIEW-8 80,000 taps are settled with one look at each sequence", () => {
  const story = storyOf([DEVICE]);
  let looks = 0;
  for (let id = 1; id <= 80_000; id += 1) {
    story.take(JSON.stringify(touches(id, 'began', id)));
    story.take(JSON.stringify(touches(id + 0.1, 'ended', id)));
    const sequence = story.sequences.at(-1);
    let { settled: when } = sequence;
    Object.defineProperty(sequence, 'settled', { get: () => { looks += 1; return when; }, set: (time) => { looks += 1; when = time; } });
    let { device } = sequence;
    Object.defineProperty(sequence, 'device', { get: () => { looks += 1; return device; } });
    // Every other one waits for the next, as for a double tap.
    if (id % 2 === 0) story.take(JSON.stringify(settled(id + 0.2, id, id - 1)));
    assert.ok(looks <= 4 * id, `${looks} looks at ${id} sequences`);
  }
  assert.ok(story.sequences.every((sequence) => sequence.settled !== null && sequence.firstNumber === sequence.number - (sequence.number % 2 === 0 ? 1 : 0)));
});

test("VIEW-8 lines that are no JSON are counted and skipped", () => {
  const story = storyOf(['{', '[]', 'null', '3', '{"type":5}', '{"type":"settled"}']);
  assert.equal(story.skipped, 5);
  assert.equal(story.lineCount, 1);
});

/** A list of lists. */
const nested = (depth) => '['.repeat(depth) + ']'.repeat(depth);

test("VIEW-8 lines that are nested too deeply are counted and skipped, and the others are shown", () => {
  for (const name of ['recognizer', 'kind', 'client', 'device', 'gesture_id', 'state', 'location']) {
    const story = storyOf([DEVICE, `{"type":"gesture","time":1,"${name}":${nested(10_000)}}`, JSON.stringify(pan(2, 1)).replace('{', `{"more":${nested(19)},`)]);
    assert.deepEqual([story.skipped, story.lineCount, story.spans.length, story.end], [1, 2, 1, 2], name);
  }
});

/** The calls of all canvases, to be set to 0: a picture of few lines needs few. */
let calls = 0;

/** A canvas that draws nowhere. */
function canvas() {
  const count = () => assert.ok((calls += 1) < 50_000, 'a picture without end');
  const context = new Proxy({ measureText: (text) => ({ width: String(text).length * 7 }) }, {
    get: (own, name) => own[name] ?? count,
    set: () => true,
  });
  return { clientWidth: 800, clientHeight: 400, width: 0, height: 0, getContext: () => context };
}

test("VIEW-8 10,000 mutated lines throw nothing: read, drawn and exported", () => {
  const lines = [...dumpOf(bundled('demo')).slice(0, 400), ...Array(20).fill([
    '{"type":"dropped","count":12}', '{"type":"inhibit","time":1,"state":"began"}', '{"type":"inhibit","time":2,"state":"ended","suppressed":2}',
    '{"type":"snapshot","devices":1,"regions":1,"gestures":0}',
  ]).flat()];
  const random = numbers(7);
  const any = (list) => list[Math.floor(random() * list.length)];
  const values = ['null', '-1', '1e400', '"x"', '[]', '{}', 'true', '[null,1]', '1e12', '99999999999999999999', '"__proto__"', '"toString"',
    '"constructor"', '{"toString":1,"valueOf":1}', '{"\\u0074oString":1,"valueOf":1}', '{"__proto__":null}', '[[],{}]',
    nested(9000), `{"a":${nested(18)}}`];
  const panel = new Panel(canvas(), () => '#000000');
  for (const layer of Object.keys(panel.layers)) panel.layers[layer] = true;
  const timeline = new Timeline(canvas(), () => '#000000');
  for (let round = 0; round < 10_000; round += 1) {
    const story = storyOf([...lines.slice(0, 40), ...(random() < 0.2 ? [any(lines.slice(400)), any(lines.slice(400))] : [])]);
    let line = any(lines);
    if (random() < 0.8) {
      const places = [...line.matchAll(/:("[^"]*"|[-\d.]+|\[[^\]]*\]|true|false)/g)];
      const { index, 0: old } = any(places);
      line = line.slice(0, index + 1) + any(values) + line.slice(index + old.length);
    } else {
      const at = Math.floor(random() * line.length);
      line = line.slice(0, at) + String.fromCharCode(random() * 128) + line.slice(at + 1);
    }
    calls = 0;
    try {
      story.take(line);
      state(story, story.end);
      const { span } = story.gesturesAt(story.end, 1).at(-1) ?? {};
      timeline.plottedSpan = span ?? null;
      panel.draw(story, story.end);
      timeline.draw(story, story.end);
      timeline.zoom(story, random() * story.end, 1e-6);
      timeline.draw(story, story.end);
      timeline.view = null;
      banner(story, explain(story, story.end));
      const options = { from: -Infinity, to: Infinity, zero: random() < 0.5, anonymous: random() < 0.5 };
      for (const device of new Set(story.tracks.map((track) => track.device))) assert.doesNotMatch(evemuOf(story, device, options), /^[AE]:.*(NaN|Infinity|undefined)/m);
      linesOf(story, options);
    } catch (error) {
      assert.fail(`${line}: ${error.stack}`);
    }
  }
});

test("upperBound is the number of values that are not above", () => {
  assert.deepEqual([0, 1, 1.5, 2, 9].map((value) => upperBound([1, 2, 2, 3], value)), [0, 1, 1, 3, 4]);
});
