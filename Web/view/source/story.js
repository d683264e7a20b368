/**
 * The lines so far, indexed so that any moment can be looked up without playing the lines before it.
 *
 * Lines stay as text: a line of ten touches takes 1 kB as text and several kB as objects. Places go into typed arrays.
 * The other values of a line are parsed again when a picture needs them.
 */

import { parseReason } from './explaining.js';

/** The oldest lines go once the story is longer than this: 5 minutes, or 200,000 lines. */
export const LIMITS = { seconds: 300, lines: 200_000 };

/** The first index in ascending `values` (of `count` elements) whose value is above `value`; `of` has the value of an element or index. */
export function upperBound(values, value, count = values.length, of = (element) => element) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(values[middle], middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A place of the wire, [x, y]; null for anything else. */
export function place(value) {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]) ? value : null;
}

/** The size of a screen's line, [width, height] in mm; a guess where the line has none. */
export function sizeOf(line) {
  const size = place(line?.size);
  return size && size[0] > 0 && size[1] > 0 ? size : [160, 100];
}

/** Keys by which an object answers for itself when a text or a number of it is asked for. No line of gestured has them. */
const ANSWERS = new Set(['toString', 'valueOf', 'toJSON', '__proto__']);
const MAY_ANSWER = /toString|valueOf|toJSON|__proto__|\\u/;

/** A line as an object whose values are only values. Throws for a text that is not JSON. */
function parse(text) {
  return MAY_ANSWER.test(text) ? JSON.parse(text, (key, value) => (ANSWERS.has(key) ? undefined : value)) : JSON.parse(text);
}

/** The most levels of lists and objects in a line. Lines of gestured have up to 6, and the text of a very deep value overflows the stack. */
const DEEPEST = 20;

function isDeep(value, room = DEEPEST) {
  return value !== null && typeof value === 'object' && (room === 0 || Object.values(value).some((each) => isDeep(each, room - 1)));
}

/** The arrays of a touch's samples. */
const SAMPLES = ['times', 'xs', 'ys', 'radii', 'taps', 'numbers'];

/** A touch from its landing to its end, with a sample for each line. */
export class Track {
  constructor(touch, line, region) {
    this.id = touch.id;
    this.device = line.device;
    this.sequence = line.sequence;
    this.region = region;
    this.pen = touch.type === 'pencil' || touch.type === 'eraser';
    this.count = 0;
    this.times = new Float64Array(16);
    this.xs = new Float32Array(16);
    this.ys = new Float32Array(16);
    this.radii = new Float32Array(16);
    this.taps = new Uint8Array(16);
    this.numbers = new Uint32Array(16);
    /** The time of the end; null while the touch is down. */
    this.ended = null;
    this.wasCancelled = false;
  }

  get began() { return this.times[0]; }

  append(time, location, radius, taps, number) {
    if (this.count === this.times.length) {
      for (const name of SAMPLES) {
        const longer = new this[name].constructor(this.count * 2);
        longer.set(this[name]);
        this[name] = longer;
      }
    }
    // Stamps of one touch never go back. A line that says otherwise is taken at the time before.
    const last = this.count > 0 ? this.times[this.count - 1] : -Infinity;
    this.times[this.count] = Math.max(time, last);
    this.xs[this.count] = location[0];
    this.ys[this.count] = location[1];
    this.radii[this.count] = Number.isFinite(radius) && radius > 0 ? radius : NaN;
    this.taps[this.count] = Number.isInteger(taps) ? Math.min(Math.max(taps, 0), 255) : 0;
    this.numbers[this.count] = number;
    this.count += 1;
  }

  /** Drops the samples between the landing and the one at a time. */
  forget(time) {
    const first = this.at(time);
    if (first < 2) return;
    for (const name of SAMPLES) this[name].copyWithin(1, first, this.count);
    this.count -= first - 1;
  }

  /** The index of the sample at a time; -1 before the landing. */
  at(time) {
    return upperBound(this.times, time, this.count) - 1;
  }

  /** The greatest distance from the landing up to a time, in mm. */
  reach(until = Infinity) {
    let reach = 0;
    for (let index = 1; index < this.count && this.times[index] <= until; index += 1) {
      reach = Math.max(reach, Math.hypot(this.xs[index] - this.xs[0], this.ys[index] - this.ys[0]));
    }
    return reach;
  }

  /** The speed at a sample, in mm/s: over the 50 ms before it. */
  speed(index) {
    let first = index;
    while (first > 0 && this.times[index] - this.times[first] < 0.05) first -= 1;
    const span = this.times[index] - this.times[first];
    return span > 0 ? Math.hypot(this.xs[index] - this.xs[first], this.ys[index] - this.ys[first]) / span : 0;
  }
}

/** A gesture from its first line to its last. */
class Span {
  constructor(line) {
    this.recognizer = String(line.recognizer ?? '');
    this.kind = String(line.kind ?? '');
    this.device = line.device;
    this.sequence = line.sequence;
    this.touchCount = line.touch_count;
    this.client = line.client ?? null;
    this.times = [];
    this.numbers = [];
    this.ended = null;
    this.wasCancelled = false;
  }

  get began() { return this.times[0]; }

  /** Drops the lines between the first and the one at a time. */
  forget(time) {
    const count = upperBound(this.times, time) - 2;
    if (count < 1) return;
    this.times.splice(1, count);
    this.numbers.splice(1, count);
  }
}

/** A change of a recognizer's state. Its reason is read when a picture needs it. */
class Change {
  #parsed = null;

  constructor(line, time) {
    this.time = time;
    this.device = line.device;
    this.sequence = line.sequence;
    this.count = line.touch_count;
    this.from = String(line.from);
    this.to = String(line.to);
    this.reason = String(line.reason ?? '');
  }

  get parsed() { return (this.#parsed ??= parseReason(this.reason)); }
}

/** The recognizers of one name and one owner, with their changes of state in the order of time. */
class Family {
  constructor(key, name, client, kind) {
    this.key = key;
    this.name = name;
    this.client = client;
    this.kind = kind;
    this.counts = new Set();
    this.region = 'root';
    this.isPassive = false;
    this.options = null;
    this.isPresent = true;
    this.changes = [];
  }
}

/** Values with the time from which each counts. */
class History {
  constructor() {
    this.times = [];
    this.values = [];
  }

  set(time, value) {
    this.times.push(Math.max(time, this.times.at(-1) ?? -Infinity));
    this.values.push(value);
  }

  /** Drops the values that count no longer at a time. */
  forget(time) {
    const count = upperBound(this.times, time) - 1;
    if (count < 1) return;
    this.times.splice(0, count);
    this.values.splice(0, count);
  }

  /** Whether the last value says that the thing is gone, and has said so since before a time. */
  isOver(time) {
    return this.times.at(-1) <= time && this.values.at(-1).state === 'removed';
  }

  /** The value at a time. Before the first one, the first: a record may begin late. */
  at(time) {
    return this.values[Math.max(0, upperBound(this.times, time) - 1)];
  }
}

/** Whether a list has a thing for the first time. The thing may have been there all along. */
function isNew(history, line) {
  return line.state === 'present' && history.times.length === 0;
}

export class Story {
  constructor(limits = LIMITS) {
    this.limits = limits;
    this.texts = [];
    this.times = [];
    /** The number of the first line that is kept. */
    this.first = 0;
    this.skipped = 0;
    this.tracks = [];
    this.spans = [];
    this.families = new Map();
    /** Screens and regions by number and name: a `History` of their lines. */
    this.devices = new Map();
    this.regions = new Map();
    /** The lists of exclusion zones of screens, by the screens' numbers: a `History` of each. */
    this.exclusions = new Map();
    /** Sequences of all screens in the order of their landings: {device, number, began, ended, settled, firstNumber, next}. */
    this.sequences = [];
    /** Stretches without lines: {began, ended, missing}. */
    this.gaps = [];
    /** The gap after which no new line has come; null for none. */
    this.openGap = null;
    /** All that the last gap has ended, until a snapshot lists the parts that go on: {spans, lease, devices, regions}. */
    this.lost = null;
    /** Stretches of private mode: {began, ended}. */
    this.leases = [];
    this.downTracks = new Map();
    this.openSpans = new Map();
    /** The sequences that are not settled, by screen: {first, last}, linked by `next`. */
    this.openSequences = new Map();
    this.end = 0;
    this.start = null;
    /** Whether the lines come from a recording, which has touches only. */
    this.isRecording = false;
    this.hasTransitions = false;
    this.hasSettled = false;
    this.hasGestures = false;
  }

  get lineCount() { return this.texts.length; }

  /** The line with a number as an object; null if it is not kept any more. */
  line(number) {
    const text = this.texts[number - this.first];
    return text === undefined ? null : parse(text);
  }

  /** Takes a line of JSON. Anything else, and a line that is nested too deeply, is counted and skipped. */
  take(text) {
    let line;
    try {
      line = parse(text);
    } catch {
      line = null;
    }
    if (line === null || typeof line !== 'object' || Array.isArray(line) || typeof line.type !== 'string' || isDeep(line)) {
      this.skipped += 1;
      return null;
    }
    const time = Number.isFinite(line.time) ? line.time : this.end;
    const number = this.first + this.texts.length;
    this.texts.push(text);
    this.times.push(Math.max(time, this.times.at(-1) ?? -Infinity));
    if (line.type !== 'hello' && line.state !== 'present' && Number.isFinite(line.time)) {
      this.start ??= time;
      this.end = Math.max(this.end, time);
    }
    if (this.openGap && Number.isFinite(line.time)) this.#extendGap(line);
    this.#index(line, time, number);
    if (this.texts.length > this.limits.lines || this.end - (this.times[0] ?? 0) > this.limits.seconds) this.#forget();
    return line;
  }

  #index(line, time, number) {
    switch (line.type) {
      case 'touches': this.#takeTouches(line, time, number); break;
      case 'gesture': this.#takeGesture(line, time, number); break;
      case 'transition': this.#takeTransition(line, time); break;
      case 'settled':
        this.hasSettled = true;
        this.#settle(line, time);
        break;
      case 'device': this.#takeDevice(line, time); break;
      case 'region': this.#takeRegion(line, time); break;
      case 'recognizer': this.#takeRecognizer(line); break;
      case 'inhibit': this.#takeLease(line, time); break;
      case 'dropped': this.#lose(line, this.times.at(-2) ?? time); break;
      case 'snapshot': this.#remove(line, this.gaps.at(-1)?.ended ?? time); break;
    }
  }

  #takeTouches(line, time, number) {
    if (!Array.isArray(line.touches)) return;
    for (const touch of line.touches) {
      const location = place(touch?.location);
      if (!location) continue;
      const key = `${line.device}/${touch.id}`;
      const stamp = Number.isFinite(touch.time) ? touch.time : time;
      let track = this.downTracks.get(key);
      if (!track) {
        // A touch that was down before the record began has no landing of its own.
        if (line.phase === 'ended' || line.phase === 'cancelled') continue;
        track = new Track(touch, line, String(touch.region ?? line.region ?? 'root'));
        this.downTracks.set(key, track);
        this.tracks.push(track);
        this.#land(line, stamp);
      }
      track.append(stamp, location, touch.radius, touch.tap_count, number);
      if (line.phase === 'ended' || line.phase === 'cancelled') {
        track.ended = Math.max(time, track.times[track.count - 1]);
        track.wasCancelled = line.phase === 'cancelled';
        this.downTracks.delete(key);
        const sequence = this.openSequences.get(line.device);
        if (sequence) sequence.last.ended = Math.max(sequence.last.ended ?? 0, track.ended);
      }
    }
  }

  #land(line, time) {
    const open = this.openSequences.get(line.device);
    if (open && open.last.number === line.sequence) return;
    const sequence = {
      device: line.device, number: line.sequence, firstNumber: line.sequence, began: time, ended: null, settled: null, next: null,
    };
    if (open) open.last = open.last.next = sequence;
    else this.openSequences.set(line.device, { first: sequence, last: sequence });
    this.sequences.push(sequence);
  }

  #takeGesture(line, time, number) {
    const key = `${line.device}/${line.gesture_id}`;
    let span = this.openSpans.get(key);
    if (!span && this.lost?.spans.has(key)) {
      // The gesture has outlasted the gap.
      span = Object.assign(this.lost.spans.get(key), { ended: null, wasCancelled: false });
      this.openSpans.set(key, span);
    } else if (!span) {
      span = new Span(line);
      this.openSpans.set(key, span);
      this.spans.push(span);
      this.hasGestures = true;
    }
    span.times.push(Math.max(time, span.times.at(-1) ?? -Infinity));
    span.numbers.push(number);
    if (line.state === 'ended' || line.state === 'cancelled') {
      span.ended = span.times.at(-1);
      span.wasCancelled = line.state === 'cancelled';
      this.openSpans.delete(key);
    }
  }

  #family(line) {
    const client = line.client ?? null;
    const name = String(line.recognizer ?? '');
    const key = `${client}/${name}`;
    let family = this.families.get(key);
    if (!family) {
      family = new Family(key, name, client, String(line.kind ?? ''));
      this.families.set(key, family);
    }
    return family;
  }

  #takeTransition(line, time) {
    const family = this.#family(line);
    if (Number.isFinite(line.touch_count)) family.counts.add(line.touch_count);
    family.changes.push(new Change(line, Math.max(time, family.changes.at(-1)?.time ?? -Infinity)));
    this.hasTransitions = true;
  }

  #takeRecognizer(line) {
    const family = this.#family(line);
    family.kind = String(line.kind ?? family.kind);
    family.isPresent = line.state !== 'removed';
    family.isPassive = line.passive === true;
    if (typeof line.region === 'string') family.region = line.region;
    for (const count of [line.touch_count].flat()) if (Number.isFinite(count)) family.counts.add(count);
    if (line.options !== null && typeof line.options === 'object') family.options = line.options;
  }

  /** Settles a screen's sequences up to a number. However many lines settle sequences, each sequence is read once. */
  #settle({ device, first_sequence: first, sequence: last }, time) {
    const open = this.openSequences.get(device);
    let at = open?.first ?? null;
    for (; at && !(at.number > last); at = at.next) {
      at.settled = time;
      at.firstNumber = Math.min(first, at.number);
      at.ended ??= time;
    }
    if (at) open.first = at;
    else this.openSequences.delete(device);
  }

  #takeDevice(line, time) {
    const history = this.devices.get(line.device) ?? new History();
    this.devices.set(line.device, history);
    history.set(time, line);
    this.lost?.devices.delete(history);
    // The daemon has cancelled the touches already where the record is whole.
    if (line.state === 'removed' || line.state === 'interrupted') this.#cancelTouches(time, (track) => track.device === line.device);
  }

  #cancelTouches(time, isMeant) {
    for (const [key, track] of this.downTracks) {
      if (!isMeant(track)) continue;
      track.ended = Math.max(time, track.times[track.count - 1]);
      track.wasCancelled = true;
      this.downTracks.delete(key);
    }
  }

  #takeRegion(line, time) {
    const key = `${line.device}/${line.client ?? ''}/${line.region}`;
    const history = this.regions.get(key) ?? new History();
    this.regions.set(key, history);
    history.set(isNew(history, line) ? -Infinity : time, line);
    this.lost?.regions.delete(history);
    if (!Array.isArray(line.exclusions)) return;
    const zones = this.exclusions.get(line.device) ?? new History();
    this.exclusions.set(line.device, zones);
    zones.set(isNew(zones, line) ? -Infinity : time, line.exclusions);
  }

  #takeLease(line, time) {
    const open = this.leases.at(-1);
    if (line.state === 'began') this.leases.push({ began: time, ended: null });
    else if (open && (open.ended === null || open === this.lost?.lease)) open.ended = time;
  }

  /** Lines are missing. All that is open ends here, as its end may be among them. */
  #lose(line, time) {
    this.openGap = { began: time, ended: time, missing: line.count ?? 0 };
    this.gaps.push(this.openGap);
    this.#cancelTouches(time, () => true);
    for (const device of this.openSequences.keys()) this.#settle({ device, first_sequence: Infinity, sequence: Infinity }, time);
    for (const span of this.openSpans.values()) Object.assign(span, { ended: Math.max(time, span.times.at(-1)), wasCancelled: true });
    const lease = this.leases.at(-1)?.ended === null ? this.leases.at(-1) : null;
    if (lease) lease.ended = time;
    this.lost = { spans: this.openSpans, lease, devices: new Set(this.devices.values()), regions: new Set(this.regions.values()) };
    this.openSpans = new Map();
  }

  /** A gap ends with the first new line. The lines of the snapshot before that may be older. */
  #extendGap(line) {
    this.openGap.ended = Math.max(this.openGap.ended, line.time);
    if (line.type !== 'device' && line.type !== 'region' && line.snapshot !== true) this.openGap = null;
  }

  /** Removes the screens and regions that a snapshot after a gap does not list. Each screen has a region, so without regions none are listed. */
  #remove(line, time) {
    if (!this.lost) return;
    for (const history of [...this.lost.devices, ...(line.regions > 0 ? this.lost.regions : [])]) {
      history.set(time, { ...history.values.at(-1), state: 'removed' });
    }
    Object.assign(this.lost, { spans: new Map(), devices: new Set(), regions: new Set() });
  }

  /** Drops the oldest tenth of the lines, or those older than allowed, with everything that only they show. */
  #forget() {
    const tooMany = this.texts.length > this.limits.lines ? Math.ceil(this.limits.lines / 10) : 0;
    const cutoff = Math.max(this.end - this.limits.seconds, this.times[tooMany] ?? -Infinity);
    // Declarations at the beginning stay in their indexes; their texts may go.
    const count = Math.max(tooMany, upperBound(this.times, cutoff));
    // A line at a time would move the whole array each time.
    if (count < this.limits.lines / 100 && tooMany === 0) return;
    this.texts.splice(0, count);
    this.times.splice(0, count);
    this.first += count;
    this.start = Math.max(this.start ?? cutoff, cutoff);
    this.tracks = this.tracks.filter((track) => track.ended === null || track.ended >= cutoff);
    this.spans = this.spans.filter((span) => span.ended === null || span.ended >= cutoff);
    for (const each of [...this.tracks, ...this.spans]) each.forget(cutoff);
    this.sequences = this.sequences.filter((sequence) => (sequence.settled ?? Infinity) >= cutoff);
    this.gaps = this.gaps.filter((gap) => gap.ended >= cutoff);
    this.leases = this.leases.filter((lease) => (lease.ended ?? Infinity) >= cutoff);
    for (const [key, history] of this.regions) {
      history.forget(cutoff);
      if (history.isOver(cutoff)) this.regions.delete(key);
    }
    for (const [key, history] of this.devices) {
      history.forget(cutoff);
      // The last screen stays in the picture.
      if (!history.isOver(cutoff) || this.devices.size === 1) continue;
      this.devices.delete(key);
      this.exclusions.delete(key);
    }
    for (const history of this.exclusions.values()) history.forget(cutoff);
    for (const [key, family] of this.families) {
      family.changes.splice(0, upperBound(family.changes, cutoff, family.changes.length, (change) => change.time));
      if (!family.isPresent && family.changes.length === 0) this.families.delete(key);
    }
  }

  // MARK: Looking up

  /** The lines of the screens that are there at a time. */
  devicesAt(time) {
    return [...this.devices.values()].map((history) => history.at(time)).filter((line) => line.state !== 'removed'
      || this.devices.size === 1);
  }

  /** The lines of a screen's regions at a time, outer ones first. */
  regionsAt(time, device) {
    const lines = [];
    for (const history of this.regions.values()) {
      if (time < history.times[0]) continue;
      const line = history.at(time);
      if (line.device === device && line.state !== 'removed') lines.push(line);
    }
    const depths = new Map();
    const parents = new Map(lines.map((line) => [line.region, line.parent]));
    const depth = (name) => {
      let steps = 0;
      for (let at = name; parents.get(at) !== undefined && steps < 64; at = parents.get(at)) steps += 1;
      return steps;
    };
    for (const line of lines) depths.set(line, depth(line.region));
    return lines.sort((a, b) => depths.get(a) - depths.get(b)).map((line) => ({ line, depth: depths.get(line) }));
  }

  /** A screen's exclusion zones at a time: [{name, frame}]. */
  exclusionsAt(time, device) {
    return this.exclusions.get(device)?.at(time) ?? [];
  }

  /** The touches that are down at a time, or have ended less than `after` seconds before it. */
  contactsAt(time, after = 0) {
    const contacts = [];
    for (const track of this.tracks) {
      if (track.began > time) break;
      const age = track.ended === null || time < track.ended ? null : time - track.ended;
      if (age === null || age <= after) contacts.push({ track, index: track.at(time), age });
    }
    return contacts;
  }

  /** The gestures under way at a time, or over for less than `after` seconds, with the number of their line then. */
  gesturesAt(time, after = 0) {
    const gestures = [];
    for (const span of this.spans) {
      if (span.began > time) break;
      const age = span.ended === null || time < span.ended ? null : time - span.ended;
      if (age === null || age <= after) {
        gestures.push({ span, number: span.numbers[upperBound(span.times, time) - 1], age });
      }
    }
    return gestures;
  }

  /** The sequences that are explained together at a time: {device, first, last, began, ended, settled}; null before the first. */
  groupAt(time) {
    const index = upperBound(this.sequences, time, this.sequences.length, (sequence) => sequence.began) - 1;
    if (index < 0) return null;
    const last = this.sequences[index];
    let first = last;
    // A recording of touches alone settles nothing, so each sequence stands alone.
    const isSettling = this.hasTransitions || this.hasSettled;
    for (let before = index - 1; isSettling && before >= 0; before -= 1) {
      const sequence = this.sequences[before];
      if (sequence.device !== last.device) continue;
      // One attempt covers several sequences as long as nothing was settled between them.
      const isTogether = sequence.settled === null || sequence.settled > first.began
        || (first.settled !== null && sequence.number >= first.firstNumber);
      if (!isTogether) break;
      first = sequence;
    }
    return {
      device: last.device, first: first.number, last: last.number, began: first.began, ended: last.ended,
      settled: last.settled,
    };
  }

  /** The last change of each recognizer of a family in a group, up to a time: a Map from finger counts. */
  changesIn(family, group, time) {
    const latest = new Map();
    const until = upperBound(family.changes, time, family.changes.length, (change) => change.time);
    for (let index = until - 1; index >= 0; index -= 1) {
      const change = family.changes[index];
      if (change.time < group.began) break;
      if (change.device !== group.device || change.sequence < group.first) continue;
      // A recognizer that is reset without a reason keeps its last state.
      if (!latest.has(change.count)) latest.set(change.count, change);
    }
    return latest;
  }

  /** Whether private mode is on at a time. */
  isPrivateAt(time) {
    return this.leases.some((lease) => lease.began <= time && time < (lease.ended ?? Infinity));
  }

  /** The time of the next line of touches after a time, or of the last before it; null without such a line. */
  frame(time, step) {
    if (step > 0) {
      const index = upperBound(this.times, time);
      return index < this.times.length ? this.times[index] : null;
    }
    let index = upperBound(this.times, time) - 1;
    while (index >= 0 && this.times[index] >= time) index -= 1;
    return index >= 0 ? this.times[index] : null;
  }

  /** The beginning of the next gesture after a time, or of the last before it; null without such a gesture. */
  gesture(time, step) {
    const begins = this.spans.map((span) => span.began).sort((a, b) => a - b);
    if (step > 0) return begins.find((began) => began > time) ?? null;
    return begins.findLast((began) => began < time) ?? null;
  }
}
