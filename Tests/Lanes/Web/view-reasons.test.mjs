import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { advice, banner, explain, happenedIn, outcome, parseReason, remedy, sentence } from '../../../Web/view/source/explaining.js';
import { fingerCounts, words } from '../../../Web/view/source/words.js';
import { Browser } from './browser.mjs';
import { bundled, dumpOf, run, storyOf, temporary, top } from './view-support.mjs';

let browser;
before(async () => {
  browser = await Browser.open({ width: 1280, height: 800 });
  await browser.goto(`file://${join(top, '.build/view/view.html')}`);
});
after(() => browser?.close());

/** The story of a script of fingers, as gestured recognizes it. */
function played(script) {
  const recording = run('gesturectl', ['script', script]);
  return storyOf(dumpOf(temporary('script.events', recording)));
}

function run0(program, args) {
  try {
    return run(program, args);
  } catch (error) {
    // --explain ends with 1 where the recognizer never fired.
    if (error.status === 1) return error.stdout;
    throw error;
  }
}

test("VIEW-16 each reason of a recording has the sentence of --explain", () => {
  for (const name of ['demo', 'slow-taps', 'ten-fingers', 'recipes']) {
    const story = storyOf(dumpOf(bundled(name)));
    for (const family of story.families.values()) {
      const texts = run0('gestured', ['--replay', bundled(name), '--explain', family.name]).split('\n')
        .filter((line) => /^ +\d/.test(line)).map((line) => line.trim());
      for (const change of family.changes) {
        const reason = parseReason(change.reason);
        const text = sentence(reason);
        // --explain says once what all recognizers for other numbers of fingers lack.
        const isOfOthers = /^too(Few|Many)Touches$/.test(reason.word);
        const found = texts.some((line) => line.startsWith(change.time.toFixed(6))
          && (line.includes(`: ${text}`) || isOfOthers && line.includes('for other numbers of fingers (')));
        assert.ok(found, `${name}, ${family.name} at ${change.time}: ${text}\n${texts.filter((line) => line.startsWith(change.time.toFixed(6))).join('\n')}`);
      }
    }
  }
});

test("VIEW-16 where 0 means no largest number, the advice is a number, and a share of an edge is read", () => {
  const parsed = parseReason("tooManyTouches(3 > 2 touches)");
  assert.equal(advice(parsed, { maximum_touches: 0 }), "to allow it, set maximum_touches to 3, now 0: no more than touches");
  assert.equal(advice(parsed, { maximum_touches: 2 }), "to allow it, raise maximum_touches, now 2");
  const section = parseReason("landedOutsideSection(82.5 % > 75 %)");
  assert.equal(sentence(section), "the finger landed at 82.5 % of the edge, and its section ends at 75 %");
  assert.equal(advice(section, { section_from_percent: 50, section_to_percent: 75 }), "to allow it, change section_to_percent, now 75");
});

test("VIEW-16 a direction that was missed by far, and a tap that never came, get no advice", () => {
  const options = { cone_degrees: 45, early_cone_degrees: 60, gap_ms: 350 };
  assert.equal(advice(parseReason("wrongWay(75° > 60°)"), options), null);
  assert.equal(advice(parseReason("wrongWay(90° > 60°)"), options), null);
  assert.equal(advice(parseReason("nextTapTooLate(350 ms >= 350 ms)"), options), null);
});

test("VIEW-16 a stroke's advice names the ends of the limit that help at each duration", () => {
  const options = { distance_mm: 12.5, minimum_distance_mm: 7.8125, cone_degrees: 45, minimum_cone_degrees: 20, early_cone_degrees: 60 };
  const said = (reason) => advice(parseReason(reason), options);
  const both = 'to allow it, lower distance_mm, now 12.5, and minimum_distance_mm, now 7.8125';
  assert.equal(said('liftedTooSoon(7 mm < 11.5625 mm)'), both);
  assert.equal(said('liftedTooSoon(8.5 mm < 9.25 mm)'), 'to allow it, lower distance_mm, now 12.5');
  assert.equal(said('tooSlow(7 mm < 7.8125 mm)'), 'to allow it, lower minimum_distance_mm, now 7.8125');
  assert.equal(said('wrongWay(62° > 60°)'), null);
  assert.equal(said('wrongWay(43° > 39.9°)'), 'to allow it, raise minimum_cone_degrees, now 20');
  assert.equal(said('wrongWay(46° > 39.9°)'), 'to allow it, raise minimum_cone_degrees, now 20, and cone_degrees, now 45');
  assert.equal(said('wrongWay(46° > 45°)'), 'to allow it, raise cone_degrees, now 45');
  const lines = (reason) => remedy({ name: 'flick', client: null, options }, parseReason(reason), null);
  assert.equal(lines('liftedTooSoon(7 mm < 11.5625 mm)'), '[recognizer.flick]\ndistance_mm = 6.5\nminimum_distance_mm = 6.5');
  assert.equal(lines('liftedTooSoon(8.5 mm < 9.25 mm)'), '[recognizer.flick]\ndistance_mm = 8');
  assert.equal(lines('wrongWay(46° > 39.9°)'), '[recognizer.flick]\nminimum_cone_degrees = 47\ncone_degrees = 47');
  assert.equal(lines('wrongWay(62° > 60°)'), null);
});

test("VIEW-16 the advice is that of --explain, and a press that was judged at its limit gets none", () => {
  const script = 'A↓200,300@0 A→260,300@50 A↑@80 B↓200,300@2000 B↑@4000';
  const file = temporary('near.events', run('gesturectl', ['script', script]));
  const tap = [...storyOf(dumpOf(file)).families.values()].find((family) => family.name === 'tap');
  const texts = tap.changes.filter((change) => !/^tooFew/.test(change.reason))
    .map((change) => advice(parseReason(change.reason), tap.options));
  assert.ok(texts.some((text) => text?.startsWith('to allow it, raise movement_mm, now ')), `${texts}`);
  assert.ok(texts.includes(null) && texts.every((text) => !text?.includes('press_ms')), `${texts}`);
  const said = run0('gestured', ['--replay', file, '--explain', 'tap']);
  for (const text of texts) if (text) assert.ok(said.includes(`(${text})`), text);
  assert.ok(!said.includes('press_ms, now'), said);
});

test("VIEW-15 a held tap fails with the measured and the allowed time", () => {
  const story = storyOf(dumpOf(bundled('slow-taps')));
  const { rows } = explain(story, 0.75);
  const tap = rows.find((row) => row.family.name === 'tap');
  assert.equal(tap.state, 'failed');
  const reason = parseReason(tap.change.reason);
  assert.equal(sentence(reason), 'the fingers were still down after 500 ms; less than 500 ms is asked for');
  assert.ok(reason.measure.value / reason.measure.limit >= 1, 'the bar is full');
});

test("VIEW-19 the remedy is a line of configuration that would have let the held tap pass", () => {
  const story = storyOf(dumpOf(bundled('slow-taps')));
  const { rows, group } = explain(story, 1);
  const tap = rows.find((row) => row.family.name === 'tap');
  const reason = parseReason(tap.change.reason);
  assert.equal(remedy(tap.family, reason, happenedIn(story, group, reason)), '[recognizer.tap]\nmaximum_press_ms = 950');
});

test("VIEW-19 a recognizer that no configuration has gets no lines to copy", () => {
  const reason = parseReason('heldTooLong(500 ms >= 500 ms)');
  const lines = (name, client = null) => remedy({ name, client, options: { maximum_press_ms: 500 } }, reason, 540);
  assert.equal(lines('Tap_2-b'), '[recognizer.Tap_2-b]\nmaximum_press_ms = 550');
  assert.equal(lines('tap', 4), null, 'the client declares it');
  assert.equal(remedy({ name: 'tap', client: null, options: { maximum_press_ms: 500 } }, reason, null), null, 'no lift is known');
  for (const name of ['', 'two words', 'throw]\n[evil', 'a.b', 'tap\n', 'é']) assert.equal(lines(name), null, name);
});

test("VIEW-17 what came closest stands first, and what had too few fingers folds", () => {
  const story = played('A↓200,300@0 B↓260,300@0 C↓320,300@0 A→240,300 B→300,300 C→360,300@60 A↑ B↑ C↑@70');
  const { rows, others } = explain(story, story.end);
  assert.deepEqual([rows[0].family.name, rows[0].change.count], ['pan', 3]);
  const swipe = rows.find((row) => row.family.name === 'swipe');
  assert.equal(swipe.change.count, 3);
  assert.ok(rows.every((row, index) => index === 0 || rows[index - 1].closeness >= row.closeness));
  const folded = rows.reduce((sum, row) => sum + row.others, 0) + others.reduce((sum, other) => sum + other.count, 0);
  assert.ok(folded >= 15, `${folded}`);
});

test("VIEW-20 a sentence says what was nearest where nothing fired", () => {
  const story = storyOf([
    { type: 'touches', time: 1, device: 1, sequence: 4, region: 'root', phase: 'began', touches: [{ id: 1, location: [1, 1], tap_count: 1 }] },
    { type: 'transition', time: 2, device: 1, sequence: 4, recognizer: 'pan', kind: 'pan', touch_count: 4, from: 'possible', to: 'failed', reason: 'movedTooLittle(0.8 mm < 1.56 mm)' },
    { type: 'transition', time: 2, device: 1, sequence: 4, recognizer: 'tap', kind: 'tap', touch_count: 1, from: 'possible', to: 'failed', reason: 'tooManyTouches(4 > 1 touches)' },
    { type: 'touches', time: 4, device: 1, sequence: 4, region: 'root', phase: 'ended', touches: [{ id: 1, location: [1, 1], tap_count: 1 }] },
    { type: 'settled', time: 4, device: 1, first_sequence: 4, sequence: 4 },
  ]);
  assert.equal(banner(story, explain(story, 3)), null, 'not before it is over');
  assert.equal(banner(story, explain(story, 4)),
    'Nothing fired. The nearest was pan with 4 fingers: the fingers had moved 0.8 mm when too few were left; 1.56 mm is asked for.');
});

test("VIEW-17 at a moment with a finger down a recognizer without a decision is possible, also where the end is known", () => {
  const story = storyOf([
    { type: 'recognizer', time: 1, recognizer: 'hold', kind: 'long_press', state: 'present', touch_count: [1], region: 'root', owner: 'configuration' },
    { type: 'touches', time: 2, device: 1, sequence: 7, region: 'root', phase: 'began', touches: [{ id: 3, location: [9, 9], tap_count: 1 }] },
    { type: 'transition', time: 3, device: 1, sequence: 7, recognizer: 'hold', kind: 'long_press', touch_count: 1, from: 'possible', to: 'failed', reason: 'liftedTooSoon(300 ms < 500 ms)' },
    { type: 'touches', time: 3, device: 1, sequence: 7, region: 'root', phase: 'ended', touches: [{ id: 3, location: [9, 9], tap_count: 1 }] },
    { type: 'settled', time: 3, device: 1, first_sequence: 7, sequence: 7 },
  ]);
  const stateAt = (time) => explain(story, time).rows.map((row) => [row.family.name, row.state]);
  assert.deepEqual(stateAt(1.5), [['hold', 'idle']]);
  assert.deepEqual(stateAt(2.5), [['hold', 'possible']]);
  assert.deepEqual(stateAt(3.5), [['hold', 'failed']]);
});

test("VIEW-18 a reason names the recognizer that decided", () => {
  assert.deepEqual(parseReason('preventedBy(double_tap)'), { word: 'preventedBy', measure: null, cause: 'double_tap' });
  assert.equal(sentence(parseReason('preventedBy(double_tap)')), 'double_tap was recognized first with a finger of its own');
  assert.equal(sentence(parseReason('waitsFor($&)')), 'it has all it needs, and must wait until $& has failed');
});

test("reasons of all forms are read", () => {
  assert.deepEqual(parseReason('lifted'), { word: 'lifted', measure: null, cause: null });
  assert.deepEqual(parseReason('movedBeyondSlop(7.4 mm > 7 mm)').measure, { value: 7.4, limit: 7, sign: '>', unit: 'mm' });
  assert.deepEqual(parseReason('tooFewTouches(1 < 3 touches)').measure, { value: 1, limit: 3, sign: '<', unit: 'touches' });
  assert.deepEqual(parseReason('wrongWay(13° >= 12.5°)').measure, { value: 13, limit: 12.5, sign: '>=', unit: '°' });
  assert.equal(parseReason('constructor').word, 'constructor');
  assert.equal(sentence(parseReason('constructor')), 'constructor');
  assert.equal(sentence(parseReason('__proto__(1 mm > 2 mm)')), '__proto__');
});

test("what a change means", () => {
  assert.deepEqual([['possible', 'ended'], ['began', 'ended'], ['possible', 'failed'], ['began', 'cancelled'], ['possible', 'possible']]
    .map(([from, to]) => outcome({ from, to })), ['fired', 'ended', 'failed', 'cancelled', 'waits']);
});

test("VIEW-35 numbers of fingers in words", () => {
  assert.deepEqual([[1], [3], [1, 2, 3], [1, 3, 4], [2, 1], []].map(fingerCounts),
    ['1 finger', '3 fingers', '1 to 3 fingers', '1, 3 and 4 fingers', '1 and 2 fingers', 'no fingers']);
  assert.equal(words.measure(7.4, 7, words.units.mm), '7.4 mm of 7 mm');
});

test("VIEW-19 the button says that it has copied the lines only when it has, and otherwise chooses them", async () => {
  const press = (clipboard) => browser.run(async (lines, kind) => {
    gesturedView.open('slow-taps', lines);
    gesturedView.drawAt(0.95);
    const writeText = async () => { if (kind === 'refused') throw new DOMException('', 'NotAllowedError'); };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: kind === 'none' ? undefined : { writeText } });
    getSelection().removeAllRanges();
    const remedy = document.querySelector('#rows [data-name=tap] .remedy');
    remedy.closest('details').open = true;
    remedy.querySelector('button').click();
    await new Promise(requestAnimationFrame);
    return [remedy.querySelector('button').textContent, getSelection().toString()];
  }, dumpOf(bundled('slow-taps')).join('\n'), clipboard);
  for (const kind of ['none', 'refused']) assert.deepEqual(await press(kind), ['Copy', '[recognizer.tap]\nmaximum_press_ms = 950'], kind);
  assert.deepEqual(await press('free'), ['Copied', '']);
});

test("VIEW-7 a second file without recognizers has a sentence of its own", async () => {
  const sentences = await browser.run((...files) => files.map((text) => {
    gesturedView.open('file', text);
    gesturedView.drawAt(0);
    return document.querySelector('#rows .empty').textContent;
  }), '{"type":"settled","time":1}', '# EVEMU 1.3\nN: T\nA: 35 0 100 0 0 1\nA: 36 0 100 0 0 1\nA: 39 0 9 0 0 0\nE: 0.000000 0003 0039 1\n');
  assert.deepEqual(sentences, [words.noRecognizers, words.onlyTouches]);
});
